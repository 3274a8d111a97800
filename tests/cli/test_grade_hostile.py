"""Rows that would take minutes, and children that are killed: each ends alone, nothing is lost."""

import json
import os
import signal
from pathlib import Path

from tests.cli.grading import (
    FAILED,
    HOSTILE,
    PASSED,
    Row,
    counts,
    grade,
    line,
    outcomes,
    place,
    results,
    verify,
)
from tests.cli.live import live, until

HOSTILE_ROW: Row = {"output": "ab" * 70_000}  # two of them are more than a shard's 256 KiB


def test_a_hostile_row_ends_as_its_error_and_its_neighbours_are_graded(tmp_path: Path) -> None:
    """Two in the first of two tasks, in two processes."""
    rows = [FAILED, HOSTILE_ROW, FAILED, HOSTILE_ROW, FAILED, FAILED]
    place(tmp_path, *rows, evaluator=HOSTILE)
    by = "--evaluator evaluator.json"
    ended = grade(tmp_path, f"{by} --row-timeout 1 --jobs 2 -o results.jsonl --format json")
    assert ended.code == 4
    assert outcomes(tmp_path) == ["failed", "error", "failed", "error", "failed", "failed"]
    found = results(tmp_path)
    assert [row["row"] for row in found] == [1, 2, 3, 4, 5, 6]
    for index in (1, 3):
        error = found[index]["error"]
        assert error["code"] == "grading_time_exceeded"
        assert error["offset"] == sum(len(line(row)) + 1 for row in rows[:index])
    assert counts(ended.out) == {
        "selected": 6,
        "passed": 0,
        "failed": 4,
        "abstained": 0,
        "error": 2,
    }
    record = json.loads((tmp_path / "results.jsonl.run.json").read_bytes())
    assert record["rowTimeoutSeconds"] == 1
    # Under its own bound `verify` would grade these rows to their end, and find them different.
    verified = verify(tmp_path, f"results.jsonl answers.jsonl {by} --jobs 2 --quiet")
    assert (verified.code, verified.out) == (0, "6 rows: 6 the same, 0 different\n")


def test_a_child_killed_from_outside_loses_no_row_and_doubles_none(tmp_path: Path) -> None:
    rows = [PASSED, FAILED] * 300
    place(tmp_path, *rows, *rows)
    grade(tmp_path, "-o whole.jsonl")
    with live(tmp_path, "grade - --checks checks.txt -o results.jsonl") as running:
        running.feed(rows)
        running.until_written()
        for child in running.children():
            os.kill(child, signal.SIGKILL)
        running.feed(rows)
        code, _ = running.end()
    assert code == 1
    written = (tmp_path / "results.jsonl").read_bytes()
    assert written == (tmp_path / "whole.jsonl").read_bytes()


def test_a_row_that_ends_its_process_twice_is_given_up_alone(tmp_path: Path) -> None:
    """Killed in the middle of its search, as by a kernel that has run out of memory."""
    place(tmp_path, FAILED, HOSTILE_ROW, FAILED, evaluator=HOSTILE)
    arguments = "grade answers.jsonl --evaluator evaluator.json -o results.jsonl"
    with live(tmp_path, arguments) as running:
        for _ in range(2):
            until(lambda: any(has_taken_cpu(child) for child in running.children()))
            for child in running.children():
                os.kill(child, signal.SIGKILL)
            until(lambda: not any(has_taken_cpu(child) for child in running.children()))
        code, _ = running.end()
    assert code == 4
    assert outcomes(tmp_path) == ["failed", "error", "failed"]
    assert results(tmp_path)[1]["error"]["code"] == "grading_crashed"


def has_taken_cpu(process: int) -> bool:
    """Whether a process has taken more than a quarter of a second: it searches."""
    try:
        ticks = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11]
    except OSError:
        return False
    return int(ticks) > os.sysconf("SC_CLK_TCK") / 4
