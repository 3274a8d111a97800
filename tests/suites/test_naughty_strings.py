"""The big list of naughty strings through every operator of both dialects.

Each string is what a check looks for and what is judged: nothing raises, what holds itself passes,
and every explanation is JSON within its bounds.
"""

import json
import re
from contextlib import suppress

import pytest

import assertory
from assertory import ToolCall, ToolCapture, Verdict
from tests.conformance.invariants import broken_invariants, compact
from tests.shared import SHARED, shared_dir
from tests.suites.front_door import Check, asserted, checked

SUITE = "suites/naughty-strings"
FILE = SHARED / SUITE / "blns.json"
STRINGS: list[str] = json.loads(FILE.read_text(encoding="utf-8")) if FILE.is_file() else []
_PUNCTUATION = re.compile(r"[!-/:-@\[-^`{-~]")  # ASCII, without _ which needs no backslash

SOME_CHECKS: list[Check] = [
    {"type": "contains", "text": "a"},
    {"type": "exact", "text": "a"},
    {"type": "json_valid"},
    {"type": "output_length", "minimum": 1, "maximum": 9},
    {"type": "number_range", "path": "", "minimum": 0, "maximum": 9},
    {"type": "number_range", "path": "/a", "minimum": 0, "maximum": 9},
    {"type": "regex", "pattern": "^[a-z \\n]+$"},
    {"type": "json_schema", "schema": {"type": "string", "maxLength": 9}},
]
SOME_NODES: list[Check] = [
    {"op": "equals", "path": "/output", "value": "a"},
    {"op": "contains", "path": "/output", "text": "a"},
    {"op": "regex", "path": "/output", "pattern": "(?i)^[[:alpha:]\\s]+$"},
    {"op": "shape", "path": "", "required": {"output": "string"}, "allowAdditional": False},
    {"op": "count", "path": "/output", "min": 1, "max": 9},
    {"op": "tool_called", "name": "a"},
    {"op": "script_ratio", "path": "/output", "script": "Latin", "min": 0.5, "max": 1},
    {"op": "script_ratio", "path": "/output", "script": "Arabic", "min": 0.5, "max": 1},
]


def _escaped(text: str) -> str:
    """A pattern of either dialect that matches exactly this text."""
    return _PUNCTUATION.sub(lambda found: "\\" + found[0], text)


def _token(text: str) -> str:
    return text.replace("~", "~0").replace("/", "~1")


def _outcomes(verdict: Verdict) -> set[str]:
    """The outcomes, once the verdict is found sound and its explanation's bytes are JSON."""
    assert list(broken_invariants(verdict)) == []
    explanation = json.loads(verdict.explanation_bytes())
    assert compact(explanation["checks"]) in verdict.explanation_bytes().decode()
    return {leaf.outcome for leaf in verdict.leaves}


def test_the_list_is_whole() -> None:
    """515 strings, 511 of them distinct, among them the empty one and none with a surrogate."""
    shared_dir(SUITE)
    assert (len(STRINGS), len(set(STRINGS))) == (515, 511)
    assert "" in STRINGS
    assert [text for text in STRINGS if re.search("[\ud800-\udfff]", text)] == []


@pytest.mark.parametrize("text", STRINGS, ids=range(len(STRINGS)))
def test_assertion_finds_the_string_in_itself(text: str) -> None:
    """Every operator whose field can hold the string passes on evidence that holds it."""
    nodes: list[Check] = [
        {"op": "equals", "path": "/output", "value": text},
        {"op": "equals", "path": "/" + _token(text), "value": 1},
        {"op": "contains", "path": "/output", "text": text},
        {"op": "regex", "path": "/output", "pattern": f"^{_escaped(text)}$"},
        {"op": "shape", "path": "", "required": {text: "number"}, "allowAdditional": True},
        {"op": "count", "path": "/output", "min": len(text), "max": len(text)},
    ]
    if text:
        nodes.append({"op": "tool_called", "name": text})
    evidence = {"output": text, text: 1}
    tools = ToolCapture(complete=True, calls=(ToolCall(call_id=text, name=text),))
    verdict = asserted({"op": "all", "assertions": nodes}, evidence, tools)
    assert _outcomes(verdict) == {"passed"}


@pytest.mark.parametrize("text", STRINGS, ids=range(len(STRINGS)))
def test_quick_checks_find_the_string_in_itself(text: str) -> None:
    """contains, exact and length pass on the string, const and path on JSON that holds it."""
    length: Check = {"type": "output_length", "minimum": len(text), "maximum": len(text)}
    checks: list[Check] = [{"type": "exact", "text": text}, length]
    if text:
        checks.append({"type": "contains", "text": text})
    assert _outcomes(checked(text, *checks)) == {"passed"}
    member = {"type": "string", "const": text}
    schema = {"type": "object", "properties": {text: member}, "required": [text]}
    holder = json.dumps({text: text})
    assert _outcomes(checked(holder, {"type": "json_schema", "schema": schema})) == {"passed"}
    number = {"type": "number_range", "path": "/" + _token(text), "minimum": 5, "maximum": 5}
    assert _outcomes(checked(json.dumps({text: 5}), number)) == {"passed"}


@pytest.mark.parametrize("text", STRINGS, ids=range(len(STRINGS)))
def test_safe_pattern_matches_the_string(text: str) -> None:
    """Escaped it matches itself, within the limits of 256 code points and 128 states."""
    pattern = f"^{_escaped(text)}$"
    states = len(text) + 3
    if len(pattern) <= 256 and states <= 128:
        assert _outcomes(checked(text, {"type": "regex", "pattern": pattern})) == {"passed"}
    else:
        with pytest.raises(assertory.AuthoringError):
            checked(text, {"type": "regex", "pattern": pattern})


@pytest.mark.parametrize("text", STRINGS, ids=range(len(STRINGS)))
def test_string_is_judged_by_every_operator(text: str) -> None:
    """As an answer and as evidence: nothing raises, and json_valid agrees with another reader."""
    verdict = checked(text, *SOME_CHECKS)
    assert _outcomes(verdict) <= {"passed", "failed"}
    assert (verdict.leaves[2].outcome == "passed") == _is_json(text)
    every = {"op": "all", "assertions": SOME_NODES}
    node = {"op": "any", "assertions": [*SOME_NODES, every]}
    assert "abstained" in _outcomes(asserted(node, {"output": text}))  # no tool was captured
    asserted(node, text)
    asserted(node, [text, {text: text}])


@pytest.mark.parametrize("text", STRINGS, ids=range(len(STRINGS)))
def test_string_as_configuration_raises_authoring_errors_only(text: str) -> None:
    """As a pattern, a path, lines, and a whole configuration it is read or refused."""
    for compile_it in (
        lambda: asserted({"op": "regex", "path": "", "pattern": text}, text),
        lambda: asserted({"op": "equals", "path": text, "value": 0}, text),
        lambda: checked(text, {"type": "regex", "pattern": text}),
        lambda: assertory.compile_quick_checks(text),
        lambda: assertory.compile_quick_checks(f"contains:{text}").evaluate(text),
        lambda: assertory.compile_assertion(text),
    ):
        with suppress(assertory.AuthoringError):
            compile_it()


def _is_json(text: str) -> bool:
    def no_constant(name: str) -> None:
        raise ValueError(name)

    try:
        json.loads(text, parse_constant=no_constant)
    except ValueError:
        return False
    return True
