"""A run that is ended from outside: at once, with what is done whole, and nothing left behind."""

import json
import signal
import time
from pathlib import Path

import pytest

from tests.cli.grading import FAILED, HOSTILE, PASSED, Row, grade, outcomes, place, verify
from tests.cli.live import Live, left_aside, live, session, until

STREAM = "grade - --checks checks.txt -o results.jsonl -o results.json -o results.xml"
ROWS: list[Row] = [PASSED, FAILED, {"id": "ا", "output": "OK \U0001f600"}] * 400
# Six of these rows are a shard, which is at least 256 KiB: the last shard holds four and one more.
LONG = {"id": "x" * 10_000, "output": "x" * 40_000}
HOSTILE_ROWS: list[Row] = [*[LONG] * 40, {"output": "ab" * 100_000}]
WRITTEN = 36


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The results of the same rows, in a run that nothing ends."""
    folder = place(tmp_path_factory.mktemp("whole"), *ROWS)
    grade(folder, "-o results.jsonl")
    return (folder / "results.jsonl").read_bytes()


def told_soon(running: Live, number: signal.Signals, *, until_there: Path | None = None) -> str:
    """
    Signal the whole group, and give what was said; the bound is generous, for a busy machine.

    Its input stays open: nothing else ends it. Where a file is named, the signal is sent again and
    again until it is there.
    """
    begun = time.monotonic()
    running.signal_all(number)
    while until_there is not None and not until_there.exists():
        running.signal_all(number)
        time.sleep(0.0005)
    code = running.process.wait(40)
    took = time.monotonic() - begun
    print(f"{number.name}: ended after {took:.2f} s")  # noqa: T201 - a measurement, for -s
    _, said = running.end()
    assert code == 130
    assert "Traceback" not in said
    assert session(running.process.pid) == []
    return said


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_in_the_middle_of_a_large_run(number: signal.Signals, whole: bytes, tmp_path: Path) -> None:
    place(tmp_path)
    with live(tmp_path, STREAM) as running:
        running.feed(ROWS)
        running.until_written()
        assert "results.jsonl" not in {path.name for path in tmp_path.iterdir()}
        said = told_soon(running, number)
    assert "interrupted: the results hold every row up to there" in said
    assert left_aside(tmp_path) == []
    written = (tmp_path / "results.jsonl").read_bytes()
    assert written
    assert whole.startswith(written)
    assert written.endswith(b"\n")
    rows = [json.loads(row) for row in written.splitlines()]
    document = json.loads((tmp_path / "results.json").read_bytes())
    assert document["rows"] == rows
    record = json.loads((tmp_path / "results.jsonl.run.json").read_bytes())
    assert record["interrupted"] is True
    assert record["counts"] == document["summary"]["counts"]
    assert record["counts"]["selected"] == len(rows)


def test_pressed_many_times(whole: bytes, tmp_path: Path) -> None:
    """The second Ctrl-C doesn't break what the first one set off."""
    place(tmp_path)
    with live(tmp_path, STREAM) as running:
        running.feed(ROWS)
        running.until_written()
        last = tmp_path / "results.xml"
        told_soon(running, signal.SIGINT, until_there=last)
    assert left_aside(tmp_path) == []
    written = (tmp_path / "results.jsonl").read_bytes()
    assert written
    assert whole.startswith(written)
    assert json.loads((tmp_path / "results.json").read_bytes())["summary"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_in_the_middle_of_a_hostile_search(number: signal.Signals, tmp_path: Path) -> None:
    place(tmp_path, *HOSTILE_ROWS, evaluator=HOSTILE)
    partial = tmp_path / "results.jsonl.partial"
    by = "--evaluator evaluator.json"
    with live(tmp_path, f"grade answers.jsonl {by} --jobs 2 -o results.jsonl") as running:
        until(lambda: partial.exists() and partial.read_bytes().count(b"\n") == WRITTEN)
        told_soon(running, number)
    assert left_aside(tmp_path) == []
    assert outcomes(tmp_path) == ["failed"] * WRITTEN
    verified = verify(tmp_path, f"results.jsonl answers.jsonl {by} --quiet")
    assert verified.out == f"{WRITTEN} rows: {WRITTEN} the same, 0 different\n"
    assert verified.code == 0


def test_verify_ends_so_too(tmp_path: Path) -> None:
    place(tmp_path, PASSED)
    grade(tmp_path, "-o results.jsonl")
    before = sorted(tmp_path.iterdir())
    with live(tmp_path, "verify results.jsonl - --evaluator checks.txt") as running:
        running.feed([PASSED])
        until(lambda: bool(running.children()))
        told_soon(running, signal.SIGTERM)
    assert sorted(tmp_path.iterdir()) == before


def test_no_child_outlives_a_parent_that_is_killed(tmp_path: Path) -> None:
    place(tmp_path)
    with live(tmp_path, STREAM) as running:
        running.feed(ROWS)
        running.until_written()
        children = running.children()
        assert children
        running.process.kill()
        until(lambda: not session(running.process.pid))
    assert not (tmp_path / "results.jsonl").exists()
