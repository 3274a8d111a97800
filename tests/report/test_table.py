"""The summary on a terminal: aligned, within its width, and safe to look at."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import assertory
from assertory.measure import GateRules, decide
from assertory.records.result import RowResult, RunInfo
from assertory.report.table import summary_text
from assertory.report.visible import HIDDEN
from tests.report.runs import Check, assertion, broken, four, graded, info, policy, tally_of


def summary(
    results: list[RowResult], run: RunInfo, rules: GateRules | None = None, width: int = 100
) -> str:
    tally = tally_of(results)
    gate = None if rules is None else decide(rules, tally.counts)
    return summary_text(run, tally, gate, width)


def test_a_run() -> None:
    program = policy()
    config = program.config_hash[:12]
    text = summary(four(program), info(program), GateRules(min_samples=2, min_coverage=0.9))
    assert text == (
        f"""\
Answers    answers.jsonl
Evaluator  policy.json
           unicode-script-letters/v1, configuration {config}, assertory 0.1.0, RE2 1.1

Rows       4 = 1 passed + 1 failed + 1 abstained + 1 error
Pass rate  50.0 % of 2 graded (95 % interval 9.5 % to 90.5 %)
Coverage   50.0 %, 2 of 4 graded

Failed checks of failed rows, by reason
        1  not_contained: The text does not hold the expected part.

Failed checks of failed rows, by check
        1  /output/text contains "Article 39" (/assertion/assertions/0)

Abstained checks of abstained rows, by reason
        2  pointer_missing: The pointer selects nothing in the evidence.

Errors by code
        1  not_json

Failures
  row 2 (q-2): 1 of 2 checks failed: not_contained
    contains at /output/text: not_contained
      expected  "Article 39"
      observed  "See Article 40."

Abstained rows
  row 3: 2 of 2 checks abstained: pointer_missing (contains at /output/text)

Errors
  row 4 at byte 400: not_json: a comma is missing

Gate fails, decided by min_coverage
  passes      2 graded, at least 2 asked
  fails       coverage 50.0 %, at least 90.0 % asked
"""
    )


def test_no_rows() -> None:
    assert summary([], info(policy())).endswith(
        """
Rows       0 = 0 passed + 0 failed + 0 abstained + 0 errors
Pass rate  none, as nothing was graded
Coverage   none, as nothing was selected
"""
    )


def test_all_rows_in_error() -> None:
    text = summary([broken(n) for n in range(1, 8)], info(policy()))
    assert "Coverage   0 %, 0 of 7 graded" in text
    assert "First 5 errors of 7\n  row 1 at byte 100: not_json: a comma is missing\n" in text


def test_the_first_failures_are_told_and_the_others_counted() -> None:
    program = policy()
    failed = four(program)[1]
    results = [replace(failed, row=n, file="b.jsonl", id=None) for n in range(1, 9)]
    text = summary(results, info(program, ("a.jsonl", "b.jsonl")))
    assert "First 5 failures of 8\n  b.jsonl, row 1: 1 of 2 checks failed: not_contained\n" in text
    assert "row 5" in text
    assert "row 6" not in text


@pytest.mark.parametrize(
    ("failures", "abstentions", "heading", "named"),
    [
        (0, 8, "First 5 abstained rows of 8", 5),
        (0, 2, "Abstained rows", 2),
        (3, 8, "First 2 abstained rows of 8", 2),
        (4, 8, "First 1 abstained row of 8", 1),
        (8, 8, "", 0),
    ],
)
def test_abstained_rows_are_named_in_the_room_that_failures_leave(
    failures: int, abstentions: int, heading: str, named: int
) -> None:
    program = policy()
    _, failed, abstained, _ = four(program)
    results = [replace(abstained, row=n, id=f"q-{n}") for n in range(1, abstentions + 1)]
    results += [replace(failed, row=n) for n in range(50, 50 + failures)]
    text = summary(results, info(program))
    rows = [line for line in text.splitlines() if "checks abstained" in line]
    assert rows == [
        f"  row {n} (q-{n}): 2 of 2 checks abstained: pointer_missing (contains at /output/text)"
        for n in range(1, named + 1)
    ]
    assert f"\n{heading}\n" in text


def test_an_abstained_row_of_checks_that_look_nowhere_is_named_by_its_reason_alone() -> None:
    program = assertion({"op": "tool_called", "name": "search"})
    text = summary([graded(program, {})], info(program))
    assert text.endswith("\n  row 1: 1 of 1 check abstained: tool_evidence_unavailable\n")


def test_more_failed_checks_than_fit_are_counted() -> None:
    checks: list[Check] = [
        {"op": "contains", "path": "/output/text", "text": f"no {n}"} for n in range(30)
    ]
    program = assertion(*checks)
    text = summary([graded(program, {"output": {"text": "x"}})], info(program))
    assert "    and 27 more checks that failed\n" in text
    assert "           and 10 more\n" in text  # of the list by check, which ends at 20


def test_the_first_failing_paths_of_a_schema_are_told() -> None:
    schema = '{"type":"object","required":["a","b"],"properties":{"c":{"type":"null"}}}'
    program = assertory.compile_quick_checks(f'[{{"type":"json_schema","schema":{schema}}}]')
    text = summary([graded(program, '{"c":1}')], info(program))
    assert "    json_schema: schema_mismatch\n" in text
    assert "      failing   /a: required\n      failing   /b: required\n" in text


def test_a_row_without_a_place_in_bytes_is_told_by_number() -> None:
    text = summary([replace(broken(3), offset=-1)], info(policy()))
    assert "  row 3: not_json: a comma is missing\n" in text


@pytest.mark.parametrize("width", [0, 40, 80, 200])
def test_lines_stay_within_the_width(width: int) -> None:
    program = assertion({"op": "contains", "path": "/output/" + "a" * 300, "text": "b" * 300})
    results = [graded(program, {"output": {"a" * 300: "c " * 300}}, name="d" * 300)]
    run = info(program, ("e" * 300,), "f" * 300)
    lines = summary(results, run, GateRules(min_coverage=0.9), width).split("\n")
    assert max(map(len, lines)) <= max(width, 40)
    assert any(line.endswith("…") for line in lines)


@given(st.text(st.characters()), st.text(st.characters()), st.integers(0, 120))
def test_nothing_that_hides_or_moves_reaches_the_terminal(text: str, name: str, width: int) -> None:
    program = policy()
    results = [graded(program, {"output": {"text": text}}, name=name, file=name), broken(2, text)]
    shown = summary(results, info(program, (name,), name), None, width)
    assert not HIDDEN.search(shown.replace("\n", "").replace("⟨", ""))
    shown.encode()
    assert all(line == line.rstrip() for line in shown.split("\n"))
