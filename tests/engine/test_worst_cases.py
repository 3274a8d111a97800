"""The worst cases that were named: each is answered or refused with its reason."""

import json

import pytest

import assertory
from assertory import AuthoringError
from assertory.engine.json_value import read_answer
from tests.engine.drawn import Json, configuration
from tests.engine.hostile import nested

MILLION = 1_000_000
DIGITS = "7" * MILLION


def reason(program: assertory.Program, evidence: Json) -> str:
    verdict = program.evaluate(evidence)
    assert verdict.explanation_bytes()
    return verdict.reason or verdict.leaves[0].reason or verdict.outcome


def quick(*checks: Json) -> assertory.Program:
    return assertory.compile_quick_checks(json.dumps(checks))


def assertion(node: Json) -> assertory.Program:
    return assertory.compile_assertion(configuration(node))


RATIO = {"op": "script_ratio", "path": "", "script": "Latin", "min": 0, "max": 1}


def test_a_megabyte_of_alternating_combining_marks() -> None:
    """Normalising these would take time that is quadratic in their number."""
    assert reason(assertion(RATIO), "a" + "\u0315\u0300" * 250_000) == "passed"
    assert reason(assertion(RATIO), "\u0315\u0300" * 250_000) == "no_script_letters"


@pytest.mark.parametrize("marker", ["[[CITE:", "[[CITE:]", "[[CITE:x]]", "[", "]"])
def test_a_megabyte_of_markers(marker: str) -> None:
    assert reason(assertion(RATIO), marker * (MILLION // len(marker)) + "a") == "passed"


def test_five_megabytes_with_a_hundred_ordinary_patterns() -> None:
    words = ["invoice", "article", "customer", "refund", "policy", "total", "delivery", "contract"]
    text = "The northern star shone over the quiet harbour while boats came home. " * 71_500
    assert len(text) > 5 * MILLION
    patterns = [f"(?i){word} ?{n}[a-z]*" for n in range(13) for word in words][:99]
    nodes = [{"op": "regex", "path": "/output/text", "pattern": pattern} for pattern in patterns]
    verdict = assertion({"op": "any", "assertions": nodes}).evaluate({"output": {"text": text}})
    assert {leaf.reason for leaf in verdict.leaves} == {"no_match"}
    assert len(verdict.leaves) == 99  # the group is the hundredth node


ONE_OF_EACH = (
    {"type": "json_valid"},
    {"type": "number_range", "path": "", "minimum": 0, "maximum": 1},
    {"type": "json_schema", "schema": {"type": "array"}},
)


@pytest.mark.parametrize("check", ONE_OF_EACH, ids=lambda check: check["type"])
@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        pytest.param("[" * MILLION, "json_too_deep", id="opening-brackets"),
        pytest.param("[" * MILLION + "]" * MILLION, "json_too_deep", id="closed"),
        pytest.param('{"a":' * MILLION, "json_too_deep", id="objects"),
        pytest.param("]" * MILLION, "invalid_json", id="closing-brackets"),
        pytest.param("[]" * MILLION, "invalid_json", id="one-after-another"),
        pytest.param("[" * 400 + "[]," * (MILLION // 4), "invalid_json", id="never-closed"),
        pytest.param(
            '{"' + "x" * MILLION + '":' + "[" * 600 + "1," * MILLION, "json_too_deep", id="name"
        ),
        pytest.param("[" * 511 + '"' + "[" * MILLION, "invalid_json", id="in-a-text-never-closed"),
    ],
)
def test_a_million_brackets_in_an_answer(check: Json, answer: str, expected: str) -> None:
    assert reason(quick(check), answer) == expected


def test_a_million_brackets_elsewhere() -> None:
    deep = nested(MILLION, 1)
    assert reason(assertion({"op": "count", "path": "", "min": 0, "max": 9}), deep) == (
        "evidence_not_json"
    )
    assert reason(quick({"type": "json_valid"}), deep) == "evidence_not_json"
    while isinstance(
        deep, list
    ):  # taken apart by hand: not every Python frees it without recursion
        deep = deep[0]
    assert reason(quick({"type": "contains", "text": "[["}), "[" * MILLION) == "passed"
    for compiler in (assertory.compile_assertion, assertory.compile_quick_checks):
        for text in ("[" * MILLION, "[" * 60_000, '{"a":' * 10_000):
            with pytest.raises(AuthoringError):
                compiler(text)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        pytest.param(DIGITS, "not_finite", id="integer"),
        pytest.param(f"-{DIGITS}", "not_finite", id="negative"),
        pytest.param(f"{DIGITS}.5", "not_finite", id="with-fraction"),
        pytest.param(f"0.{DIGITS}", "passed", id="fraction"),
        pytest.param(f"1e{DIGITS}", "not_finite", id="exponent"),
        pytest.param(f"1e-{DIGITS}", "passed", id="negative-exponent"),
        pytest.param(f"0{DIGITS}", "invalid_json", id="leading-zero"),
        pytest.param(f"{DIGITS}.", "invalid_json", id="point-alone"),
    ],
)
def test_a_number_of_a_million_digits_in_an_answer(answer: str, expected: str) -> None:
    number = {"type": "number_range", "path": "", "minimum": 0, "maximum": 1}
    assert reason(quick(number), answer) == expected
    valid = "invalid_json" if expected == "invalid_json" else "passed"
    assert reason(quick({"type": "json_valid"}), answer) == valid
    fits = {"not_finite": [{"path": "", "requirement": "finite"}]}.get(expected)
    schema = quick({"type": "json_schema", "schema": {"type": "number"}}).evaluate(answer)
    assert schema.explanation["checks"][0].get("failures") == fits


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (DIGITS, "number_not_finite"),
        (f"-{DIGITS}", "number_not_finite"),
        (f"1e{DIGITS}", "number_not_finite"),
        (f"0.{DIGITS}", None),
    ],
    ids=["integer", "negative", "exponent", "fraction"],
)
def test_a_number_of_a_million_digits_in_a_configuration(number: str, code: str | None) -> None:
    text = json.dumps(configuration({"op": "equals", "path": "", "value": 0})).replace(
        ": 0}", f": {number}}}"
    )
    if code is None:
        assert assertory.compile_assertion(text).evaluate(float(number)).outcome == "passed"
        return
    with pytest.raises(AuthoringError) as caught:
        assertory.compile_assertion(text)
    assert [problem.code for problem in caught.value.problems] == [code]
    assert len(str(caught.value)) < 500


def test_an_integer_of_a_million_digits_in_python() -> None:
    number = 10**MILLION
    assert (
        reason(assertion({"op": "equals", "path": "", "value": 1}), number) == "evidence_not_json"
    )
    with pytest.raises(AuthoringError) as caught:
        assertion({"op": "equals", "path": "", "value": number})
    assert [problem.code for problem in caught.value.problems] == ["number_not_finite"]
    with pytest.raises(AuthoringError):
        assertory.compile_quick_checks(f"length:0..{DIGITS[:60_000]}")


def test_five_megabytes_of_json_that_is_cut_off() -> None:
    """As an answer is that ran into its limit; the fast reader alone can't tell its depth."""
    rows = '{"id": 1, "text": "some words", "tags": ["a", "b"]},' * 100_000
    assert len(rows) > 5 * MILLION
    assert read_answer(f"[{rows}")[0] == "invalid_json"


def test_a_million_members_and_items() -> None:
    wide = {str(n): n for n in range(200_000)}
    assert reason(assertion({"op": "equals", "path": "", "value": {}}), wide) == "not_equal"
    items: Json = [{"a": []}] * MILLION
    assert (
        reason(assertion({"op": "count", "path": "", "min": 0, "max": MILLION}), items) == "passed"
    )
    assert reason(
        quick({"type": "json_schema", "schema": {"type": "array"}}), json.dumps([0] * MILLION)
    ) == ("candidate_too_large")
