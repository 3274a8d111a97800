"""Each quick check: when it passes and when it fails."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import assertory
from tests.engine import drawn
from tests.engine.drawn import Json

P = "passed"


def judged(check: Json, answer: Json) -> str:
    """`passed`, or the reason of what else happened."""
    verdict = assertory.compile_quick_checks(json.dumps([check])).evaluate(answer)
    (leaf,) = verdict.leaves
    return leaf.reason or leaf.outcome


@pytest.mark.parametrize(
    ("text", "answer", "reason"),
    [
        ("a", "bab", P),
        ("a", "bAb", "not_contained"),
        ("é", "e\u0301", "not_contained"),
        (" ", "a b", P),
        ("a", "", "not_contained"),
        ("a", ["a"], "wrong_type"),
    ],
)
def test_contains(text: str, answer: Json, reason: str) -> None:
    assert judged({"type": "contains", "text": text}, answer) == reason


@pytest.mark.parametrize(
    ("text", "answer", "reason"),
    [
        ("a", "a", P),
        ("", "", P),
        ("a", "a\n", "not_exact"),
        ("a", "A", "not_exact"),
        ("é", "e\u0301", "not_exact"),
        ("", " ", "not_exact"),
        ("1", 1, "wrong_type"),
    ],
)
def test_exact(text: str, answer: Json, reason: str) -> None:
    assert judged({"type": "exact", "text": text}, answer) == reason


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("{}", P),
        (" [1]\n", P),
        ('"text"', P),
        ("null", P),
        ('{"a":1,"a":2}', P),
        ("1e999", P),
        ('"\\ud800"', P),
        ("[" * 512 + "]" * 512, P),
        ("", "invalid_json"),
        ("text", "invalid_json"),
        ("{'a':1}", "invalid_json"),
        ("[1,]", "invalid_json"),
        ("NaN", "invalid_json"),
        ("{} {}", "invalid_json"),
        ("\ufeff{}", "invalid_json"),
        ("[" * 513 + "]" * 513, "json_too_deep"),
        ({}, "wrong_type"),
        (None, "wrong_type"),
    ],
)
def test_json_valid(answer: Json, reason: str) -> None:
    assert judged({"type": "json_valid"}, answer) == reason


@pytest.mark.parametrize(
    ("low", "high", "answer", "reason"),
    [
        (0, 0, "", P),
        (2, 2, "ab", P),
        (1, 1, "\U0001f600", P),
        (2, 2, "\r\n", P),
        (2, 2, "e\u0301", P),
        (1, 3, "", "length_out_of_range"),
        (0, 8192, "x" * 8192, P),
        (0, 8192, "x" * 8193, "length_out_of_range"),
        (0, 9, ["a"], "wrong_type"),
    ],
)
def test_output_length(low: int, high: int, answer: Json, reason: str) -> None:
    check = {"type": "output_length", "minimum": low, "maximum": high}
    assert judged(check, answer) == reason


@pytest.mark.parametrize(
    ("path", "answer", "reason"),
    [
        pytest.param("", "0", P, id="lowest"),
        pytest.param("@", "10", P, id="highest"),
        pytest.param("", "1e1", P, id="by-value"),
        pytest.param("", "10.000000000000002", "number_out_of_range", id="just-above"),
        pytest.param("", "-5e-324", "number_out_of_range", id="just-below"),
        pytest.param("", "-0", P, id="minus-zero"),
        pytest.param("/a", '{"a":5}', P, id="member"),
        pytest.param("/a/1", '{"a":[0,5]}', P, id="item"),
        pytest.param("/~0~1", '{"~/":5}', P, id="escaped"),
        pytest.param("/a", '{"a":99,"a":5}', P, id="the-last-of-repeated-names"),
        pytest.param("/a", "{}", "pointer_missing", id="missing"),
        pytest.param("/a", "5", "pointer_missing", id="below-a-number"),
        pytest.param("/01", "[0,1]", "pointer_missing", id="leading-zero"),
        pytest.param("/-", "[0,1]", "pointer_missing", id="dash"),
        pytest.param("", '"5"', "not_a_number", id="text"),
        pytest.param("", "true", "not_a_number", id="boolean"),
        pytest.param("", "null", "not_a_number", id="null"),
        pytest.param("", "[5]", "not_a_number", id="array"),
        pytest.param("/a", '{"a":{}}', "not_a_number", id="object"),
        pytest.param("", "1e999", "not_finite", id="beyond-doubles"),
        pytest.param("", "-" + "9" * 400, "not_finite", id="integer-beyond-doubles"),
        pytest.param("", "five", "invalid_json", id="prose"),
        pytest.param("", "NaN", "invalid_json", id="nan"),
        pytest.param("", "[" * 513 + "]" * 513, "json_too_deep", id="too-deep"),
        pytest.param("", 5, "wrong_type", id="no-text"),
    ],
)
def test_number_range(path: str, answer: Json, reason: str) -> None:
    check = {"type": "number_range", "path": path, "minimum": 0, "maximum": 10}
    assert judged(check, answer) == reason


@pytest.mark.parametrize(
    ("low", "high", "answer", "reason"),
    [
        (0.1, 0.1, "0.1", P),
        (0.1, 0.1, "0.10000000000000001", P),
        (0.1, 0.3, "0.30000000000000004", "number_out_of_range"),
        (10**15, 10**15, "1e15", P),
        (-(10**15), 0, "-1000000000000000.1", "number_out_of_range"),
        (0, 10**15, "1000000000000001", "number_out_of_range"),
        (0, 1, "1" + "0" * 300, "number_out_of_range"),
    ],
)
def test_numbers_are_compared_exactly(low: float, high: float, answer: str, reason: str) -> None:
    check = {"type": "number_range", "path": "", "minimum": low, "maximum": high}
    assert judged(check, answer) == reason


@pytest.mark.parametrize(
    ("pattern", "answer", "reason"),
    [
        ("^a$", "a", P),
        ("^a$", "a\n", "no_match"),
        ("a", "bab", P),
        ("A", "a", "no_match"),
        (r"^\d+$", "12", P),
        (r"\d", "٣", "no_match"),
        (r"^\s$", "\x0b", P),
        (".", "\u2028", "no_match"),
        (".", "\ud800", P),
        ("a", {"a": 1}, "wrong_type"),
    ],
)
def test_regex(pattern: str, answer: Json, reason: str) -> None:
    assert judged({"type": "regex", "pattern": pattern}, answer) == reason


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ('{"a":1}', P),
        ("{}", "schema_mismatch"),
        ('{"a":true}', "schema_mismatch"),
        ("[]", "schema_mismatch"),
        ("{", "invalid_json"),
        ("[" * 513 + "]" * 513, "json_too_deep"),
        ("[" * 33 + "]" * 33, "candidate_too_large"),
        ('{"a":1,"b":[' + "1," * 600 + "1]}", "candidate_too_large"),
        ({"a": 1}, "wrong_type"),
    ],
)
def test_json_schema(answer: Json, reason: str) -> None:
    schema = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}
    assert judged({"type": "json_schema", "schema": schema}, answer) == reason


@given(st.lists(drawn.checks, min_size=1, max_size=10), drawn.json_values().map(json.dumps))
def test_each_check_has_its_own_outcome_and_the_result_failed_if_any_did(
    checks: list[Json], answer: str
) -> None:
    verdict = assertory.compile_quick_checks(json.dumps(checks)).evaluate(answer)
    reasons = [leaf.reason or P for leaf in verdict.leaves]
    assert reasons == [judged(check, answer) for check in checks]
    assert [(leaf.at, leaf.op) for leaf in verdict.leaves] == [
        (f"/{index}", check["type"]) for index, check in enumerate(checks)
    ]
    assert verdict.outcome == (P if set(reasons) == {P} else "failed")
