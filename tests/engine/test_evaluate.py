"""A verdict: what it tells, and that nothing done to the evidence afterwards changes it."""

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import assertory
from assertory import UNAVAILABLE, LeafVerdict, ToolCall, ToolCapture
from assertory.engine.evaluate import evaluate
from assertory.engine.outcome import Outcome
from assertory.engine.pointer import MISSING
from tests.engine import drawn
from tests.engine.drawn import Json, configuration

LEAF = {"op": "equals", "path": "/a", "value": 1}


@pytest.mark.parametrize(
    ("evidence", "outcome", "reason", "value", "label"),
    [
        pytest.param({"a": 1}, "passed", None, 1, "yes", id="passed"),
        pytest.param({"a": 2}, "failed", "not_equal", 0, "no", id="failed"),
        pytest.param({}, "abstained", "pointer_missing", None, None, id="abstained"),
    ],
)
def test_a_verdict_has_an_outcome_a_reason_a_value_and_a_label(
    evidence: Json, outcome: Outcome, reason: str | None, value: int | None, label: str | None
) -> None:
    verdict = assertory.compile_assertion(configuration(LEAF)).evaluate(evidence)
    assert (verdict.outcome, verdict.reason) == (outcome, reason)
    assert verdict.value == value
    assert type(verdict.value) is type(value)  # 1 and 0, no booleans
    assert verdict.label == label
    assert verdict.leaves == (LeafVerdict("/assertion", "equals", outcome, reason),)


def test_a_verdict_shows_itself_without_evidence() -> None:
    program = assertory.compile_assertion(configuration(LEAF))
    assert repr(program.evaluate({"a": 1})) == "<Verdict passed>"
    assert repr(program.evaluate({"a": "secret"})) == "<Verdict failed (not_equal)>"


@pytest.mark.parametrize(
    ("evidence", "outcome"),
    [("a", "passed"), ("b", "failed"), (UNAVAILABLE, "abstained"), (MISSING, "abstained")],
)
def test_quick_checks_have_no_reason_where_they_passed_or_failed(
    evidence: Json, outcome: str
) -> None:
    verdict = assertory.compile_quick_checks("contains:a").evaluate(evidence)
    reasons = {UNAVAILABLE: "assertion_evidence_unavailable", MISSING: "pointer_missing"}
    assert verdict.outcome == outcome
    assert verdict.reason == reasons.get(evidence)


@pytest.mark.parametrize(
    "text", ["contains:a\nexact:b\njson_valid\nlength:0..9\nnumber:@:0..1\nregex:a"]
)
@pytest.mark.parametrize("answer", [None, True, 1, 1.5, [], ["a"], {}, {"a": "b"}])
def test_an_answer_that_is_no_text_fails_every_quick_check(text: str, answer: Json) -> None:
    verdict = assertory.compile_quick_checks(text).evaluate(answer)
    assert {(leaf.outcome, leaf.reason) for leaf in verdict.leaves} == {("failed", "wrong_type")}
    assert (verdict.outcome, verdict.reason) == ("failed", None)


def test_where_there_is_no_answer_every_quick_check_abstains() -> None:
    verdict = assertory.compile_quick_checks("contains:a\njson_valid").evaluate(MISSING)
    assert {leaf.reason for leaf in verdict.leaves} == {"pointer_missing"}
    assert verdict.explanation["checks"][0]["observed"] is None


def test_missing_evidence_of_an_assertion_selects_nothing() -> None:
    node = {"op": "all", "assertions": [{**LEAF, "path": ""}, {"op": "tool_called", "name": "x"}]}
    capture = ToolCapture(complete=True, calls=(ToolCall("1", "x"),))
    verdict = assertory.compile_assertion(configuration(node)).evaluate(MISSING, capture)
    assert [leaf.reason for leaf in verdict.leaves] == ["pointer_missing", None]


def test_null_is_a_value() -> None:
    program = assertory.compile_assertion(
        configuration({"op": "equals", "path": "", "value": None})
    )
    assert program.evaluate(None).outcome == "passed"


def test_evidence_that_is_known_to_be_json_is_not_read_again() -> None:
    """The caller's promise: what is not selected is not looked at."""
    plan = assertory.compile_assertion(configuration(LEAF)).plan
    unread = {"a": 1, "b": object()}
    assert evaluate(plan, unread, None, known_json=True).outcome == "passed"
    assert evaluate(plan, unread, None).reason == "evidence_not_json"


@given(drawn.configurations, drawn.evidences)
@settings(max_examples=200)
def test_the_same_evaluation_gives_the_same_bytes(config: Json, evidence: Json) -> None:
    program = assertory.compile_assertion(config)
    first = program.evaluate(evidence).explanation_bytes()
    again = assertory.compile_assertion(copy.deepcopy(config))
    assert program.evaluate(copy.deepcopy(evidence)).explanation_bytes() == first
    assert again.evaluate(evidence).explanation_bytes() == first


def spoil(value: Any) -> None:  # noqa: ANN401 - any JSON container
    """Change every container of a value, from the inside out."""
    inner = list(value.values()) if isinstance(value, dict) else value
    if isinstance(inner, list):
        for item in list(inner):
            spoil(item)
    if isinstance(value, dict):
        value.clear()
        value["spoiled"] = float("nan")
    elif isinstance(value, list):
        value[:] = [object()]


@given(
    drawn.configurations
    | st.just(configuration({"op": "count", "path": "/a", "min": 1, "max": 2})),
    drawn.evidences,
)
@settings(max_examples=200)
def test_changing_the_evidence_afterwards_changes_nothing(config: Json, evidence: Json) -> None:
    program = assertory.compile_assertion(config)
    expected = program.evaluate(copy.deepcopy(evidence))
    verdict = program.evaluate(evidence)
    spoil(evidence)
    assert verdict.explanation == expected.explanation
    assert verdict.explanation_bytes() == expected.explanation_bytes()
    assert verdict.leaves == expected.leaves


@pytest.mark.parametrize("answer", [["a", {"b": 1}], {"a": []}])
def test_changing_an_answer_that_is_no_text_changes_nothing(answer: Json) -> None:
    checks = [{"type": "json_valid"}, {"type": "output_length", "minimum": 0, "maximum": 9}]
    number = {"type": "number_range", "path": "", "minimum": 0, "maximum": 1}
    program = assertory.compile_quick_checks(json.dumps([*checks, number]))
    expected = program.evaluate(copy.deepcopy(answer)).explanation_bytes()
    verdict = program.evaluate(answer)
    spoil(answer)
    assert verdict.explanation_bytes() == expected


def test_changing_the_configuration_afterwards_changes_nothing() -> None:
    config = configuration({"op": "equals", "path": "/a", "value": {"b": [1]}})
    program = assertory.compile_assertion(config)
    spoil(config)
    assert program.evaluate({"a": {"b": [1]}}).outcome == "passed"


def test_each_distinct_pointer_shares_its_view() -> None:
    """Ten checks that read one answer as JSON read it once: all tell of the same value."""
    ranges = [
        {"type": "number_range", "path": f"/{n}", "minimum": 0, "maximum": 4} for n in range(9)
    ]
    program = assertory.compile_quick_checks(json.dumps([*ranges, {"type": "json_valid"}]))
    verdict = program.evaluate(json.dumps(list(range(9))))
    assert [leaf.outcome for leaf in verdict.leaves] == ["passed"] * 5 + ["failed"] * 4 + ["passed"]
    assert len(program.plan.pointers) == 1
