"""A command that is still running: fed row by row, signalled, and looked at from outside."""

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from tests.cli.command import COMMAND, environment
from tests.cli.grading import Row, line

STEP_S = 0.01
TRIES = 12_000  # two minutes, and more: a test that is stuck ends


class Live:
    """A running command in a session of its own, which holds it and all of its children."""

    def __init__(self, process: "subprocess.Popen[bytes]", folder: Path) -> None:
        self.process = process
        self.folder = folder

    def feed(self, rows: Iterable[Row]) -> None:
        """Write rows to its standard input."""
        assert self.process.stdin is not None
        self.process.stdin.write(b"".join(line(row) + b"\n" for row in rows))
        self.process.stdin.flush()

    def until_written(self, name: str = "results.jsonl.partial") -> None:
        """Wait until rows lie in a file."""
        path = self.folder / name
        until(lambda: path.exists() and path.stat().st_size > 0)

    def children(self) -> list[int]:
        """The processes of its session but itself."""
        return [pid for pid in session(self.process.pid) if pid != self.process.pid]

    def signal_all(self, number: signal.Signals) -> None:
        """Signal the whole group, as a terminal does for Ctrl-C."""
        os.killpg(self.process.pid, number)

    def end(self) -> tuple[int, str]:
        """Close its standard input, and give its exit code and what it said."""
        _, said = self.process.communicate()
        return self.process.returncode, said.decode()


@contextlib.contextmanager
def live(folder: Path, arguments: str) -> Iterator[Live]:
    """Run a command in a folder, its arguments split at white space, and leave no process of it."""
    process = subprocess.Popen(
        [*COMMAND, *arguments.split()],
        cwd=folder,
        env=environment(TMPDIR=str(folder)),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    with process:
        try:
            yield Live(process, folder)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)


def until(happened: Callable[[], bool]) -> None:
    """Wait until something has happened."""
    for _ in range(TRIES):
        if happened():
            return
        time.sleep(STEP_S)
    raise AssertionError("it never happened")


def session(leader: int) -> list[int]:
    """The living processes of a session."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, _, _, of_session = entry.read_text().rpartition(")")[2].split()[:4]
            if int(of_session) == leader and state != "Z":
                found.append(int(entry.parent.name))
    return found


def left_aside(folder: Path) -> list[str]:
    """What a run keeps only while it runs."""
    return sorted(
        path.name
        for path in folder.iterdir()
        if path.name.endswith(".partial") or path.name.startswith((".assertory", "assertory-"))
    )
