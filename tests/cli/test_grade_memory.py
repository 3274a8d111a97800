"""Memory does not grow with the number of rows: neither where they are read nor where graded."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import COMMAND, environment
from tests.cli.grading import place, with_defaults

# VmHWM is the peak of this process alone; what getrusage tells of it begins with its parent's.
MEASURED = """
import re, resource, sys
from pathlib import Path
from assertory import cli
code = cli.run(sys.argv[1:])
own = re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1]
print(code, own, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""
SHORT = b'{"output": "OK"}\n'
LONG = b'{"output": "OK", "input": "%b"}\n' % (b"x" * 2_000)


def peaks(folder: Path, arguments: str, *, stdin: bytes | None = None) -> tuple[int, int]:
    """The peak memory of the command and of its largest child, in kB."""
    done = subprocess.run(
        [COMMAND[0], "-c", MEASURED, "grade", *with_defaults(f"{arguments} --format none")],
        cwd=folder,
        env=environment(),
        input=stdin,
        capture_output=True,
        check=False,
    )
    code, own, child = map(int, done.stdout.split())
    assert code == 0, done.stderr
    return own, child


@pytest.mark.skipif(sys.platform != "linux", reason="the peak of one process is told by /proc")
@pytest.mark.parametrize(
    ("row", "few", "many"),
    [
        pytest.param(SHORT, 10_000, 50_000, id="shards"),
        pytest.param(LONG, 2_000, 10_000, id="standard-input"),
    ],
)
def test_the_peak_hardly_grows(row: bytes, few: int, many: int, tmp_path: Path) -> None:
    """
    The parent hands out the bytes of a file, and reads standard input itself.

    A tenth is about 3 MB: 80 bytes for each further short row, and a fifth of each long one.
    """
    place(tmp_path)
    found = []
    for number in (few, many):
        if row == SHORT:
            (tmp_path / "answers.jsonl").write_bytes(row * number)
            found.append(peaks(tmp_path, "-o results.csv"))
        else:
            found.append(peaks(tmp_path, "- -o results.csv", stdin=row * number))
        assert (tmp_path / "results.csv").read_bytes().count(b"\n") == number + 1
    before, after = found
    assert after[0] <= 1.1 * before[0], found
    assert after[1] <= 1.1 * before[1], found
