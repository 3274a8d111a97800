"""Beside a thread a child is spawned and never forked; what it gives is the same."""

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from multiprocessing import resource_tracker
from pathlib import Path

import pytest

from assertory.batch import pool
from assertory.batch.pool import Lost, Pool
from assertory.batch.run import GradeJob
from assertory.batch.spec import GradeSpec
from assertory.batch.tasks import Chunk
from assertory.engine.receipt import Versions
from assertory.records.result import RunInfo
from assertory.records.row import Row
from assertory.report.forms import FORMS

LOADED_IN = os.getpid()  # a forked child has this from its parent, a spawned one finds it itself


class Started:
    """Gives the process that does a task, and how it was started."""

    def run(self, _task: str, _lost: Lost, begin: Callable[[int], None]) -> tuple[int, str]:
        begin(0)
        return os.getpid(), "spawned" if os.getpid() == LOADED_IN else "forked"


def test_a_child_that_is_replaced_beside_a_thread_is_spawned() -> None:
    """As where reading the answers has imported pyarrow."""
    processes, ways = list[int](), list[str]()
    over = threading.Event()

    def tasks() -> Iterator[str]:
        yield "before"
        threading.Thread(target=over.wait).start()
        os.kill(processes[0], signal.SIGKILL)
        yield "beside"

    try:
        with Pool(Started, (), jobs=1, seconds=60) as started:
            for process, way in started.run(tasks()):
                processes.append(process)
                ways.append(way)
    finally:
        over.set()
    assert ways[1] == "spawned"


def test_a_child_that_is_being_spawned_leaves_the_signals_to_the_parent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pool, "may_fork", lambda: False)
    # As before the first child that is spawned.
    resource_tracker._resource_tracker._stop()  # type: ignore[attr-defined]  # noqa: SLF001
    children = list[int]()

    def tasks() -> Iterator[str]:
        children.extend(child.pid or 0 for child in multiprocessing.active_children())
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            os.kill(children[0], number)
        yield "one"

    with Pool(Started, (), jobs=1, seconds=60) as started:
        assert list(started.run(tasks())) == [(children[0], "spawned")]


def test_threads_that_python_does_not_know_count() -> None:
    told = "print(pool.may_fork(), threading.active_count())"
    program = f"import threading\nfrom assertory.batch import pool\n{told}\nimport pyarrow\n{told}"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "True 1\nFalse 1\n"


RUN = RunInfo(("a.jsonl",), "c.txt", "quick-checks/v1", "0" * 64, "1", "1", ())
SPEC = GradeSpec("contains:OK", "quick", Versions("1", "1"))
ROWS = Chunk(
    tuple(Row(0, number, 0, b'{"output": "%b"}' % text) for number, text in enumerate((b"OK", b"")))
)


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")  # a worker of pytest-xdist
def test_both_write_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = []
    for forked in (True, False):
        monkeypatch.setattr(pool, "may_fork", lambda forked=forked: forked)
        stem = tmp_path / f"{forked}" / "part-0"
        stem.parent.mkdir()
        arguments = (SPEC, RUN, tuple(FORMS.values()), ())
        with Pool(GradeJob, arguments, jobs=1, seconds=60) as started:
            (result,) = started.run(iter([(ROWS, stem)]))
        assert result.tally.counts.selected == 2
        written.append([part.path.read_bytes() for part in result.parts])
    assert written[0] == written[1]
    assert any(written[0])
