"""What a row's end is told by: names and numbers alone, and previews with their cut marked."""

from dataclasses import replace

import pytest

from assertory import compile_assertion
from assertory.records.result import RowResult
from assertory.report import explained
from tests.report.runs import Check, assertion, broken, four, graded, policy, tally_of

MANY: list[Check] = [
    {"op": "contains", "path": "/a", "text": "x"},
    {"op": "equals", "path": "/a", "value": 1},
    {"op": "count", "path": "/a", "min": 9, "max": 9},
    {"op": "regex", "path": "/a", "pattern": "^$"},
]


@pytest.mark.parametrize(
    ("result", "said"),
    [
        pytest.param(four(policy())[0], "2 of 2 checks passed", id="passed"),
        pytest.param(four(policy())[1], "1 of 2 checks failed: not_contained", id="failed"),
        pytest.param(
            four(policy())[2], "2 of 2 checks abstained: pointer_missing", id="a reason once"
        ),
        pytest.param(broken(1, code="row_too_large"), "row_too_large", id="error"),
        pytest.param(
            graded(assertion(*MANY), {"a": "y"}),
            "4 of 4 checks failed: not_contained, not_equal, count_out_of_range, …",
            id="three reasons at most",
        ),
        pytest.param(
            graded(assertion(MANY[0]), {"a": "y"}), "1 of 1 check failed: not_contained", id="one"
        ),
    ],
)
def test_why(result: RowResult, said: str) -> None:
    assert explained.why(result) == said


def test_the_checks_of_a_row_are_those_that_ended_so() -> None:
    result = graded(assertion(MANY[0], {**MANY[1], "path": "/b"}, MANY[2]), {"a": "y"})
    assert [check["op"] for check in explained.checks(result, "failed")] == ["contains", "count"]
    assert explained.checks(result, "abstained") == []  # one abstained, and decided nothing
    open_ended = graded(assertion({**MANY[1], "path": "/b"}), {"a": "y"})
    assert [check["op"] for check in explained.checks(open_ended, "abstained")] == ["equals"]
    assert explained.checks(broken(1), "failed") == []


def test_checks_that_the_explanation_omits_are_counted() -> None:
    checks: list[Check] = [{"op": "contains", "path": "/a", "text": f"{n}!"} for n in range(30)]
    result = graded(assertion(*checks), {"a": "y"})
    assert len(explained.checks(result, "failed")) == 20
    assert explained.more_checks(result, 20, "failed") == "and 10 more checks that failed"
    assert explained.more_checks(result, 29, "failed") == "and 1 more check that failed"
    assert explained.more_checks(result, 30, "failed") == ""
    assert explained.more_checks(result, 0, "abstained") == ""


def test_subjects_and_details_mark_what_was_cut() -> None:
    long = "/" + "p" * 200
    check: Check = {"op": "contains", "path": long, "text": "z" * 200}
    (found,) = explained.checks(graded(assertion(check), {"p" * 200: "y" * 200}), "failed")
    assert explained.subject(found) == f"contains at /{'p' * 159}…"
    expected = [("expected", f'"{"z" * 159}…'), ("observed", f'"{"y" * 159}…')]
    assert list(explained.details(found)) == expected


def test_a_check_without_a_pointer_and_one_at_the_root() -> None:
    tool, root = assertion({"op": "tool_called", "name": "x"}), {**MANY[1], "path": ""}
    (found,) = explained.checks(graded(tool, {}), "abstained")
    assert explained.subject(found) == "tool_called"
    assert list(explained.details(found)) == [("expected", '"x"')]
    (found,) = explained.checks(graded(assertion(root), {}), "failed")
    assert explained.subject(found) == "equals at the root"


def test_names_are_bounded() -> None:
    row = four(policy())[0]
    assert explained.name(row) is None
    assert explained.name(replace(row, id=17)) == "17"
    assert explained.name(replace(row, id="n" * 160)) == "n" * 160
    assert explained.name(replace(row, id="n" * 161)) == "n" * 160 + "…"
    assert explained.place(replace(row, file="a.jsonl")) == "a.jsonl, row 1"


def test_a_check_that_decided_nothing_is_not_blamed() -> None:
    """A check that failed inside an `any` that passed explains no failed row."""
    program = compile_assertion(
        {
            "semantics": "unicode-script-letters/v1",
            "assertion": {
                "op": "all",
                "assertions": [
                    {"op": "count", "path": "/output", "min": 9, "max": 9},
                    {
                        "op": "any",
                        "assertions": [
                            {"op": "contains", "path": "/output", "text": "x"},
                            {"op": "equals", "path": "/output", "value": "ok"},
                        ],
                    },
                ],
            },
        }
    )
    result = graded(program, {"output": "ok"})
    assert [leaf[0] for leaf in result.deciding] == ["/assertion/assertions/0"]
    assert explained.why(result) == "1 of 3 checks failed: count_out_of_range"
    tally = tally_of([result])
    assert tally.reasons == {("failed", "count_out_of_range"): 1}
    assert tally.checks["/assertion/assertions/1/assertions/0", "failed"] == 1
