"""JSON Lines and JSON: members in a stable order, and the explanation's own bytes in them."""

import json
from dataclasses import replace

import pytest

from assertory.engine.canonical import canonical
from assertory.measure import GateRules
from assertory.records.result import RowResult
from assertory.report.json_report import JSON
from assertory.report.jsonl import JSONL
from tests.cli.grading import explanation_hash
from tests.report.runs import broken, four, graded, info, policy, written

GRADED = ["row", "outcome", "reason", "value", "label", "explanation", "receipt"]


def line(result: RowResult) -> bytes:
    return JSONL.row(result, info(policy()))


def test_members_stand_in_order() -> None:
    passed, failed, abstained, error = four(policy())
    assert list(json.loads(line(passed))) == GRADED
    assert list(json.loads(line(failed))) == ["row", "id", *GRADED[1:]]
    assert list(json.loads(line(replace(abstained, file="a.jsonl")))) == ["file", *GRADED]
    assert list(json.loads(line(error))) == ["row", "outcome", "error", "receipt"]
    both = replace(error, file="a.jsonl", id=7)
    assert list(json.loads(line(both))) == [
        *("file", "row", "id", "outcome", "error", "receipt"),
    ]


def test_values() -> None:
    values = [json.loads(line(result)) for result in four(policy())]
    assert [(v["outcome"], v.get("value"), v.get("label"), v.get("reason")) for v in values] == [
        ("passed", 1, "yes", None),
        ("failed", 0, "no", None),
        ("abstained", None, None, "pointer_missing"),
        ("error", None, None, None),
    ]
    error = {"code": "not_json", "message": "a comma is missing", "offset": 400}
    assert values[3] == {"row": 4, "outcome": "error", "error": error, "receipt": None}


def test_the_explanation_stands_in_its_canonical_bytes() -> None:
    result = graded(policy(), {"output": {"text": 'é \u202e "quoted" \ud800 ' * 30}})
    assert result.explanation is not None
    assert result.receipt is not None
    assert b'"explanation":%b,"receipt":' % result.explanation in line(result)
    read = json.loads(line(result))
    assert canonical(read["explanation"]).encode() == result.explanation
    assert explanation_hash(read["explanation"]) == read["receipt"]["explanationHash"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        pytest.param("q-1", '"q-1"', id="text"),
        pytest.param(17, "17", id="number"),
        pytest.param(1.5, "1.5", id="fraction"),
        pytest.param(10**30, "1" + "0" * 30, id="an integer of 31 digits keeps them"),
        pytest.param("\ud800é", '"\\ud800é"', id="lone surrogate"),
        pytest.param("\u2028\x00\n", '"\u2028\\u0000\\n"', id="controls"),
    ],
)
def test_an_id_is_written_as_it_stood(name: str | float, text: str) -> None:
    result = graded(policy(), {"output": {"text": "x"}}, name=name)
    assert f'"id":{text},'.encode() in line(result)
    assert canonical(json.loads(line(result))["explanation"]).encode() == result.explanation


def test_a_file_name_that_is_no_text_does_not_crash() -> None:
    program = policy()
    run = info(program, answers=("bad\udcff.jsonl",), evaluator="bad\udcff.json")
    results = [replace(result, file="bad\udcff.jsonl") for result in four(program)]
    for line_bytes in written(JSONL, results, run).split(b"\n")[:-1]:
        assert json.loads(line_bytes)["file"] == "bad\udcff.jsonl"
    whole = json.loads(written(JSON, results, run))
    assert whole["summary"]["run"]["answers"] == ["bad\udcff.jsonl"]


def test_one_row_is_one_line() -> None:
    results = [*four(policy()), broken(5, "line one\nline two")]
    text = written(JSONL, results, info(policy()))
    assert text.count(b"\n") == len(results)
    assert text.endswith(b"}\n")


def test_json_holds_the_same_rows_one_a_line() -> None:
    results, run = four(policy()), info(policy())
    lines = written(JSON, results, run).split(b"\n")
    assert lines[0] == b'{"rows":['
    rows = [line.removesuffix(b",") for line in lines[1:5]]
    assert rows == written(JSONL, results, run).split(b"\n")[:-1]
    assert [line[-1:] for line in lines[1:5]] == [b",", b",", b",", b"}"]
    assert lines[5].startswith(b'],"summary":{')


def test_the_json_summary() -> None:
    program = policy()
    run = info(program, answers=("a.jsonl", "b.jsonl"))
    value = json.loads(written(JSON, four(program), run, GateRules(min_coverage=0.9)))
    low, high = 0.09453120573423071, 0.9054687942657693
    first, second = "/assertion/assertions/0", "/assertion/assertions/1"
    assert value["summary"] == {
        "version": 1,
        "endedEarly": None,
        "counts": {"selected": 4, "passed": 1, "failed": 1, "abstained": 1, "error": 1},
        "passRate": 0.5,
        "interval": {"level": 0.95, "low": low, "high": high},
        "coverage": 0.5,
        "reasons": [
            {"outcome": "failed", "reason": "not_contained", "count": 1},
            {"outcome": "abstained", "reason": "pointer_missing", "count": 2},
        ],
        "errors": [{"code": "not_json", "count": 1}],
        "checks": [
            {
                "at": first,
                "op": "contains",
                "sentence": '/output/text contains "Article 39"',
                "passed": 1,
                "failed": 1,
                "abstained": 1,
            },
            {
                "at": second,
                "op": "count",
                "sentence": "/output/text has 1 to 40 characters or items",
                "passed": 2,
                "failed": 0,
                "abstained": 1,
            },
        ],
        "gate": {
            "outcome": "fails",
            "decidedBy": "min_coverage",
            "conditions": [
                {"name": "min_coverage", "found": 0.5, "asked": 0.9, "outcome": "fails"}
            ],
        },
        "run": {
            "answers": ["a.jsonl", "b.jsonl"],
            "evaluator": "policy.json",
            "semantics": "unicode-script-letters/v1",
            "configHash": program.config_hash,
            "engineVersion": "0.1.0",
            "re2Version": "1.1",
        },
    }


def test_the_json_of_no_rows() -> None:
    value = json.loads(written(JSON, [], info(policy())))
    assert value["rows"] == []
    summary = value["summary"]
    assert (summary["passRate"], summary["interval"], summary["coverage"]) == (None, None, None)
    assert (summary["gate"], summary["reasons"], summary["errors"]) == (None, [], [])
