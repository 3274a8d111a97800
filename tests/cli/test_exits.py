"""The exit codes: every row of their table by the real command, and the order in which they win."""

import gzip
import itertools
import signal
import subprocess
from pathlib import Path

import pytest

from assertory.cli.exits import MEANINGS, Exit, first
from tests.cli.command import COMMAND, environment
from tests.cli.grading import (
    ABSTAINED,
    BAD,
    FAILED,
    PASSED,
    REFUSED,
    Row,
    grade,
    line,
    place,
    with_defaults,
)
from tests.cli.live import live

P, F, A = PASSED, FAILED, ABSTAINED
EIGHT_OF_TEN: list[Row] = [*[P] * 8, F, F]  # the lower end of its interval is 0.49
ORDER = [130, 70, 2, 3, 4, 5, 6, 7, 1]
GATES = "--min-pass-rate 0.9 --min-coverage 0.9 --min-samples 9 --fail-on failed"


def code(folder: Path, rows: list[Row], options: str) -> int:
    """Grade rows, and give the exit code."""
    place(folder, *rows)
    (folder / "refused.txt").write_text(REFUSED, encoding="utf-8")
    (folder / "damaged.jsonl.gz").write_bytes(gzip.compress(line(P) + b"\n")[:-4])
    ended = grade(folder, options)
    assert ("Traceback" in ended.err) == (ended.code == 70), ended.err
    return ended.code


TABLE = [
    pytest.param(0, [P, P], "", id="0-all-passed"),
    pytest.param(1, [P, F], "", id="1-a-check-failed"),
    pytest.param(1, [P, F], "--min-pass-rate 0.9", id="1-a-gate-was-not-met"),
    pytest.param(2, [P], "--no-such-option", id="2-usage"),
    pytest.param(3, [P], "--checks refused.txt", id="3-configuration-refused"),
    pytest.param(4, [P, BAD], "", id="4-a-row-in-error"),
    pytest.param(4, [P], "nowhere.jsonl", id="4-no-such-answers"),
    pytest.param(4, [P], "damaged.jsonl.gz", id="4-answers-break-off"),
    pytest.param(5, [P], "--where metadata.note=other", id="5-nothing-selected"),
    pytest.param(5, [], "", id="5-no-rows"),
    pytest.param(6, [P, A], "--min-coverage 0.9", id="6-coverage"),
    pytest.param(7, [P], "--min-samples 2", id="7-too-few-samples"),
    pytest.param(7, [A], "--min-pass-rate 0.5", id="7-no-pass-rate"),
]


@pytest.mark.parametrize(("expected", "rows", "options"), TABLE)
def test_a_row_of_the_table(expected: int, rows: list[Row], options: str, tmp_path: Path) -> None:
    assert code(tmp_path, rows, options) == expected


@pytest.mark.parametrize(
    ("expected", "rows", "options"),
    [
        pytest.param(0, [P, A, A], "", id="abstentions-alone-change-nothing"),
        pytest.param(1, [P, A], "--fail-on abstained", id="unless-asked"),
        pytest.param(0, [P, P], "--fail-on abstained --fail-on failed", id="none-occurred"),
        pytest.param(0, [P, A], "--fail-on failed", id="the-other-ending-was-asked"),
        pytest.param(1, [P, F], "--fail-on failed --min-pass-rate 0", id="both-asked-one-unmet"),
        pytest.param(0, [P, F], "--min-pass-rate 0.5", id="a-gate-alone-decides-the-rate-is-met"),
        pytest.param(0, [F, F], "--min-coverage 1", id="a-gate-alone-decides-coverage-is-met"),
        pytest.param(0, [F], "--min-samples 1", id="a-gate-alone-decides-samples-are-enough"),
        pytest.param(6, [P, BAD], "--min-coverage 0.9 --skip-bad-rows", id="errors-are-uncovered"),
        pytest.param(7, [P, A], "--min-samples 2", id="an-abstention-is-no-sample"),
        pytest.param(0, [P, BAD], "--skip-bad-rows", id="bad-rows-skipped"),
        pytest.param(1, [F, BAD], "--skip-bad-rows", id="bad-rows-skipped-a-check-failed"),
        pytest.param(4, [P, BAD], "--min-pass-rate 0.5", id="a-gate-leaves-bad-rows-alone"),
        pytest.param(0, EIGHT_OF_TEN, "--min-pass-rate 0.5", id="the-rate-is-compared"),
        pytest.param(
            1, EIGHT_OF_TEN, "--min-pass-rate 0.5 --confident", id="its-lower-end-is-compared"
        ),
        pytest.param(2, [P], "--confident", id="confident-of-what"),
        pytest.param(2, [P], "--min-pass-rate nan", id="no-rate"),
        pytest.param(2, [P], "--min-coverage 1.1", id="no-coverage"),
    ],
)
def test_gates_and_bad_rows(expected: int, rows: list[Row], options: str, tmp_path: Path) -> None:
    assert code(tmp_path, rows, options) == expected


@pytest.mark.parametrize(
    ("expected", "rows", "options"),
    [
        pytest.param(2, [P], "--checks refused.txt --map text=/a", id="2-before-3-map"),
        pytest.param(2, [P], "--checks refused.txt -o results.doc", id="2-before-3-output"),
        pytest.param(2, [P], "nowhere.jsonl --answer text", id="2-before-4"),
        pytest.param(3, [P], "nowhere.jsonl --checks refused.txt", id="3-before-4"),
        pytest.param(4, [], "damaged.jsonl.gz --where metadata.a=b", id="4-before-5"),
        pytest.param(4, [F, A, BAD], GATES, id="4-before-6-7-1"),
        pytest.param(5, [], GATES, id="5-before-7"),
        pytest.param(6, [F, A], GATES, id="6-before-7-1"),
        pytest.param(7, [F, F], GATES, id="7-before-1"),
    ],
)
def test_where_several_apply_the_first_wins(
    expected: int, rows: list[Row], options: str, tmp_path: Path
) -> None:
    assert code(tmp_path, rows, options) == expected


FAULTY = """
from assertory.batch.grade import Grader
from assertory.cli import main
def grade(self, row):
    if row.number == 3:
        raise RuntimeError("this is the fault")
    return before(self, row)
before, Grader.grade = Grader.grade, grade
main()
"""


def test_70_an_internal_fault_is_told_whole_whatever_else_applies(tmp_path: Path) -> None:
    place(tmp_path, F, BAD, P)
    before = sorted(tmp_path.iterdir())
    done = subprocess.run(
        [COMMAND[0], "-c", FAULTY, "grade", *with_defaults("-o results.jsonl")],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 70
    assert "RuntimeError: this is the fault" in done.stderr
    assert "a fault of assertory itself" in done.stderr
    assert sorted(tmp_path.iterdir()) == before


def test_130_interrupted_whatever_else_applies(tmp_path: Path) -> None:
    """Rows that failed and rows in error were graded before, and a gate was asked for."""
    place(tmp_path)
    arguments = "grade - --checks checks.txt -o results.jsonl --min-samples 9999"
    with live(tmp_path, arguments) as running:
        running.feed([F, BAD] * 1000)
        running.until_written()
        running.process.send_signal(signal.SIGINT)
        assert running.process.wait(60) == 130  # its input stays open


def test_the_order_for_every_set_of_codes() -> None:
    for size in range(len(ORDER) + 1):
        for found in itertools.combinations(ORDER, size):
            expected = found[0] if found else 0
            assert first(Exit(found_code) for found_code in reversed(found)) == expected


def test_every_code_has_its_meaning() -> None:
    assert sorted(MEANINGS) == sorted([0, *ORDER])
