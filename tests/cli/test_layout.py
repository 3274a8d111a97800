"""Formatting changes white space and nothing else: properties over both dialects."""

import json
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assertory import AuthoringError, Program, compile_assertion, compile_quick_checks
from assertory.cli.authored import Authored
from assertory.cli.layout import lay_out
from assertory.engine.quick import NoLine
from tests.conformance.case_file import Case, read_case_file
from tests.shared import SHARED, shared_dir

OWN = Path(__file__).resolve().parents[2] / "conformance"

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
spaces = st.text(" \t\r\n", max_size=2)
paddings = st.text(" \t\r", max_size=2)
answers = st.text(max_size=20) | st.sampled_from(["", "0.5", '{"a": 1}', "Northstar"])
bounds = st.tuples(st.integers(0, 50), st.integers(50, 8192))

# ----------------------------------------------------------------------- what authors may write


def nodes() -> st.SearchStrategy[Any]:
    """Nodes of an assertion, groups and leaves."""
    path = st.sampled_from(["", "/a", "/a~1b/0", "/é"])
    leaves = st.one_of(
        st.builds(lambda p, t: {"op": "contains", "path": p, "text": t}, path, texts),
        st.builds(lambda t, p: {"value": t, "op": "equals", "path": p}, literals(), path),
        st.builds(lambda p, b: {"op": "count", "path": p, "min": b[0], "max": b[1]}, path, bounds),
    )
    group = st.sampled_from(["all", "any"])
    return st.recursive(
        leaves,
        lambda inner: st.builds(
            lambda op, children: {"op": op, "assertions": children},
            group,
            st.lists(inner, min_size=1, max_size=3),
        ),
        max_leaves=5,
    )


def literals() -> st.SearchStrategy[Any]:
    """JSON values as `equals` takes them."""
    scalars = st.one_of(
        st.none(), st.booleans(), texts, st.integers(-9, 10**15), st.floats(-1e9, 1e9)
    )
    return st.recursive(
        scalars,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
        max_leaves=4,
    )


def check_objects() -> st.SearchStrategy[dict[str, Any]]:
    """Quick checks in the JSON form, their members in any order."""
    ranged = st.builds(lambda b: {"minimum": b[0], "maximum": b[1]}, bounds)
    checks: st.SearchStrategy[dict[str, Any]] = st.one_of(
        st.builds(lambda t: {"type": "exact", "text": t}, texts),
        st.builds(lambda t: {"type": "contains", "text": f"x{t}"}, texts),
        st.just({"type": "json_valid"}),
        st.builds(lambda b: {"type": "output_length", **b}, ranged),
        st.builds(
            lambda p, b: {"type": "number_range", "path": p, **b},
            st.sampled_from(["@", "", "/a", "/a b"]),
            ranged,
        ),
        st.just({"type": "regex", "pattern": r"^\d+ "}),
        st.just({"type": "json_schema", "schema": {"type": "object", "required": []}}),
    )
    return checks.flatmap(lambda check: st.permutations(list(check.items())).map(dict))


@st.composite
def written(draw: st.DrawFn, value: object) -> str:
    """A value as JSON text, with white space, number spellings and escapes as they may come."""
    space = draw(spaces)
    if isinstance(value, dict):
        members = (
            f"{draw(written(name))}:{draw(written(member))}" for name, member in value.items()
        )
        text = f"{{{space}{','.join(members)}}}"
    elif isinstance(value, list):
        text = f"[{space}{','.join(draw(written(item)) for item in value)}]"
    elif isinstance(value, str):
        text = json.dumps(value, ensure_ascii=draw(st.booleans()))
    elif type(value) is int:
        text = f"{value}{draw(st.sampled_from(['', '.0', 'e0', 'E+00', '.000e-0']))}"
    else:
        text = json.dumps(value)
    return f"{space}{text}{draw(spaces)}"


def line_texts() -> st.SearchStrategy[str]:
    """Quick checks in the line form, with blank lines and white space as they may come."""
    one_line = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n"))
    values = st.one_of(
        st.builds("exact:{}{}{}".format, paddings, one_line, paddings),
        st.builds("contains:{}x{}".format, paddings, one_line),
        st.just("json_valid"),
        st.builds("length:{}{}..{}".format, paddings, st.integers(0, 9), st.integers(9, 99)),
        st.builds("number:@:{}..{}".format, st.just("0.50"), st.sampled_from(["1e2", "0.500"])),
    )
    line = st.builds("{}{}{}".format, paddings, values, paddings) | paddings
    return st.lists(line, max_size=10).map("\n".join).filter(lambda text: ":" in text)


# ---------------------------------------------------------------------------------- the properties


def authored(text: str, dialect: Literal["assertion", "quick"]) -> Authored:
    """A text as the commands hold it."""
    compiler = compile_assertion if dialect == "assertion" else compile_quick_checks
    return Authored(compiler(text), dialect, "example")


def formatted(before: Authored, form: Literal["lines", "json"] | None, judged: object) -> str:
    """The formatted text, after it was found to mean the same and to be in form."""
    text = lay_out(before, form)
    after = authored(text, before.dialect)
    assert after.program.config_hash == before.program.config_hash
    assert explained(after.program, judged) == explained(before.program, judged)
    assert lay_out(after, form) == text
    return text


def explained(program: Program, judged: object) -> bytes:
    """How a program explains itself on what is judged, byte for byte."""
    return program.evaluate(judged).explanation_bytes()


def as_written(text: str) -> object:
    """A JSON text with each number as the text it is written in."""
    return json.loads(text, parse_int=str, parse_float=str)


@given(st.data(), nodes(), literals())
def test_an_assertion_keeps_hash_meaning_and_numbers(
    data: st.DataObject, node: object, evidence: object
) -> None:
    config = {"semantics": "unicode-script-letters/v1", "assertion": node}
    source = data.draw(written(config))
    text = formatted(authored(source, "assertion"), None, {"a": evidence})
    assert as_written(text) == as_written(source)
    assert text.startswith('{\n  "semantics": "unicode-script-letters/v1",\n  "assertion": {\n')


@given(st.data(), st.lists(check_objects(), min_size=1, max_size=5), answers)
@pytest.mark.parametrize("form", [None, "json"])
def test_a_checks_array_keeps_hash_and_meaning(
    form: Literal["lines", "json"] | None, data: st.DataObject, checks: list[object], answer: str
) -> None:
    source = data.draw(written(checks))
    text = formatted(authored(source, "quick"), form, answer)
    if form == "json":
        assert as_written(text) == as_written(source)


@given(line_texts(), answers)
@pytest.mark.parametrize("form", [None, "lines", "json"])
def test_check_lines_keep_hash_and_meaning(
    form: Literal["lines", "json"] | None, source: str, answer: str
) -> None:
    formatted(authored(source, "quick"), form, answer)


@given(st.data(), st.lists(check_objects(), min_size=1, max_size=5), answers)
def test_lines_asked_for_are_given_or_refused(
    data: st.DataObject, checks: list[object], answer: str
) -> None:
    source = data.draw(written(checks))
    try:
        text = formatted(authored(source, "quick"), "lines", answer)
    except NoLine:
        return
    assert not text.startswith("[")


def texts_of(folder: Path) -> list[Case]:
    """The cases whose configuration is given as text."""
    cases = [case for file in sorted(folder.glob("*.json")) for case in read_case_file(file)]
    return [case for case in cases if isinstance(case.configuration, str)]


@pytest.mark.parametrize("folder", [OWN, SHARED / "conformance"], ids=["own", "shared"])
def test_every_sound_text_of_the_conformance_cases_keeps_hash_and_meaning(folder: Path) -> None:
    if folder != OWN:
        shared_dir("conformance")
    tried = 0
    for case in texts_of(folder):
        dialect: Literal["assertion", "quick"] = (
            "assertion" if case.dialect == "assertion" else "quick"
        )
        try:
            before = authored(str(case.configuration), dialect)
        except AuthoringError:
            continue
        for form in (None, "json") if dialect == "quick" else (None,):
            formatted(before, form, case.judged)
            tried += 1
    assert tried > 100
