"""The real command: in a process of its own, or within this one where many runs would be slow."""

import contextlib
import io
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import assertory
from assertory import cli

SOURCE = Path(assertory.__file__).resolve().parents[1]
COMMAND = (sys.executable, "-c", "from assertory.cli import main; main()")


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended: its exit code, what it gave and what it said."""

    code: int
    out: str
    err: str


def environment(**variables: str) -> dict[str, str]:
    """The variables under which the command runs: this tree's source, and a plain terminal."""
    path = os.pathsep.join(filter(None, [str(SOURCE), os.environ.get("PYTHONPATH")]))
    plain = {"PYTHONPATH": path, "COLUMNS": "80", "NO_COLOR": "1", "TERM": "dumb"}
    return {**os.environ, **plain, **variables}


def command(
    *arguments: str | bytes | Path,
    stdin: str | bytes = b"",
    folder: Path | None = None,
    variables: Mapping[str, str] | None = None,
) -> Ended:
    """Run the command in a process of its own."""
    done = subprocess.run(
        [*COMMAND, *arguments],
        input=_as_bytes(stdin),
        cwd=folder,
        env=environment(**(variables or {})),
        capture_output=True,
        check=False,
    )
    return Ended(done.returncode, _as_text(done.stdout), _as_text(done.stderr))


def command_here(
    *arguments: str | Path, stdin: str | bytes = b"", folder: Path | None = None
) -> Ended:
    """Run the command within this process, with streams of its own."""
    streams = [_stream(_as_bytes(stdin)), _stream(), _stream()]
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = streams
    try:
        with contextlib.chdir(folder or Path()):
            code = cli.run([str(argument) for argument in arguments])
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
    return Ended(int(code), *(_written(stream) for stream in streams[1:]))


def _stream(content: bytes = b"") -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(content), encoding="utf-8", newline="")


def _written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    stream.seek(0)
    return stream.read()


def _as_bytes(given: str | bytes) -> bytes:
    return given.encode() if isinstance(given, str) else given


def _as_text(written: bytes) -> str:
    return written.decode("utf-8", "surrogateescape")
