"""The harness against an engine that is spoiled on purpose: it must tell."""

from collections.abc import Callable

import pytest

import assertory
from assertory import Program, Verdict
from tests.conformance.by_hand import BAD, CONTAINS, SEMANTICS, assertion_case
from tests.conformance.harness import disagreements


def _sabotage(
    monkeypatch: pytest.MonkeyPatch, spoil: Callable[[str], str], form: type = str
) -> None:
    """Let a configuration given in one form be read as another text."""
    compile_assertion = assertory.compile_assertion

    def spoiled(config: dict[str, object] | str | bytes) -> Program:
        if not isinstance(config, form) or isinstance(config, dict):
            return compile_assertion(config)
        return compile_assertion(spoil(config if isinstance(config, str) else config.decode()))

    monkeypatch.setattr(assertory, "compile_assertion", spoiled)


def _in_upper_case(text: str) -> str:
    return text.replace('"text": "a"', '"text": "A"')


@pytest.mark.parametrize(("form", "name"), [(str, "text"), (bytes, "bytes")])
def test_another_explanation_is_reported(
    monkeypatch: pytest.MonkeyPatch, form: type, name: str
) -> None:
    """A configuration that explains itself otherwise when it is given as JSON text or bytes."""
    case = assertion_case(CONTAINS, {"outcome": "passed"}, evidence={"output": "aA"})
    assert disagreements(case) == []
    _sabotage(monkeypatch, _in_upper_case, form)
    assert f"another hash or explanation, given as {name}" in disagreements(case)


@pytest.mark.parametrize(("form", "name"), [(str, "text"), (bytes, "bytes")])
def test_another_hash_is_reported(monkeypatch: pytest.MonkeyPatch, form: type, name: str) -> None:
    """A configuration with another hash when it is given as JSON text or bytes."""
    config = {"semantics": SEMANTICS, "assertion": CONTAINS}
    case = assertion_case(CONTAINS, {"hash": assertory.compile_assertion(config).config_hash})
    assert disagreements(case) == []
    _sabotage(monkeypatch, _in_upper_case, form)
    assert any(f"given as {name}, not" in told for told in disagreements(case))


def test_other_problems_as_text_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """A configuration that is refused for something else when it is given as JSON text."""
    case = assertion_case(BAD, {"error": True})
    assert disagreements(case) == []
    _sabotage(monkeypatch, lambda text: text.replace('"text": 1', '"text": "a"'))
    (told,) = disagreements(case)
    assert told.startswith("as data the problems are")


def test_another_source_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Program whose source isn't the text as written."""
    case = assertion_case(CONTAINS, {"outcome": "passed"}, evidence={"output": "a"})
    _sabotage(monkeypatch, lambda text: f"{text} ")
    assert "the source isn't the text as written" in disagreements(case)


@pytest.mark.parametrize("name", ["config_hash", "semantics"])
def test_malformed_program_is_reported(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """A Program with a hash that is none, or with another semantics."""
    compile_assertion = assertory.compile_assertion

    def malformed(config: dict[str, object] | str | bytes) -> Program:
        program = compile_assertion(config)
        object.__setattr__(program, name, "ABC")  # it is frozen
        return program

    case = assertion_case(CONTAINS, {"outcome": "passed"}, evidence={"output": "a"})
    monkeypatch.setattr(assertory, "compile_assertion", malformed)
    assert any("ABC" in told for told in disagreements(case))


def test_invariants_are_checked_in_every_case(monkeypatch: pytest.MonkeyPatch) -> None:
    """What holds for every verdict is looked at, though the case doesn't name it."""
    case = assertion_case(CONTAINS, {"outcome": "passed"}, evidence={"output": "a"})
    monkeypatch.setattr(Verdict, "label", "maybe")
    assert any("maybe" in told for told in disagreements(case))


def test_unsteady_explanation_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two evaluations that explain themselves differently."""
    evaluate = Program.evaluate
    answers = iter("ab" * 9)

    def unsteady(program: Program, evidence: object, tools: None = None) -> Verdict:
        del evidence, tools
        return evaluate(program, {"output": next(answers)})

    monkeypatch.setattr(Program, "evaluate", unsteady)
    case = assertion_case(CONTAINS, {"reason": None}, evidence={"output": "a"})
    assert any("two evaluations" in told for told in disagreements(case))
