"""The closed lists of codes and reasons, and that a sentence tells nothing of the evidence."""

import json
import re
from string import Formatter

import pytest

import assertory
from assertory.engine.messages import PROBLEMS, REASONS
from tests.engine.drawn import Json, configuration

# Semantics section 3, word for word.
REASON_NAMES = """pointer_missing, wrong_type, not_equal, not_contained, no_match, shape_mismatch,
count_out_of_range, tool_not_called, tool_evidence_unavailable, ratio_out_of_range,
no_script_letters, assertion_evidence_unavailable, evidence_not_json, not_exact,
length_out_of_range, invalid_json, json_too_deep, not_a_number, not_finite, number_out_of_range,
schema_mismatch, candidate_too_large"""


def test_the_reasons_are_those_of_the_semantics() -> None:
    assert set(REASONS) == {None, *REASON_NAMES.replace("\n", " ").replace(",", "").split()}


@pytest.mark.parametrize("sentence", REASONS.values())
def test_a_reason_has_one_short_sentence_that_takes_nothing_in(sentence: str) -> None:
    assert re.fullmatch(r"[A-Z][^.{}]{5,100}\.", sentence)


@pytest.mark.parametrize("code", PROBLEMS)
def test_a_problem_has_a_stable_code_and_a_sentence_without_a_full_stop(code: str) -> None:
    assert re.fullmatch("[a-z0-9_]+", code)
    names = {name for _, name, _, _ in Formatter().parse(PROBLEMS[code]) if name is not None}
    assert names <= {
        "found",
        "allowed",
        "limit",
        "name",
        "detail",
        "type",
        "low",
        "high",
        "example",
    }
    assert not PROBLEMS[code].endswith(".")


SECRETS = ["sesame-1", "sesame-2"]


@pytest.mark.parametrize(
    "node",
    [
        {"op": "contains", "path": "/sesame-1", "text": "sesame-1"},
        {"op": "equals", "path": "/sesame-1", "value": {"sesame-1": 1}},
        {
            "op": "shape",
            "path": "/sesame-1",
            "required": {"sesame-1": "string"},
            "allowAdditional": False,
        },
        {"op": "regex", "path": "/nothing", "pattern": "sesame-1"},
        {"op": "tool_called", "name": "sesame-1"},
    ],
)
def test_the_sentence_of_a_check_holds_nothing_of_evidence_or_configuration(node: Json) -> None:
    verdict = assertory.compile_assertion(configuration(node)).evaluate({"sesame-1": "sesame-2"})
    (check,) = verdict.explanation["checks"]
    assert check["message"] == REASONS[verdict.reason]
    assert "sesame" not in check["message"]


def test_quick_checks_say_no_more() -> None:
    schema = {"type": "object", "properties": {}, "additionalProperties": False}
    program = assertory.compile_quick_checks(
        json.dumps(
            [{"type": "exact", "text": "sesame-1"}, {"type": "json_schema", "schema": schema}]
        )
    )
    for check in program.evaluate('{"sesame-2": 1}').explanation["checks"]:
        assert "sesame" not in check["message"]
