"""The workload of ../shared/bench: its folder, its data, and timed runs of whole processes."""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
SHARED = ROOT.parent / "shared" / "bench"
BUILD = ROOT / "build" / "bench"
ASSERTORY = [sys.executable, "-c", "from assertory.cli import main; main()"]


class Run(NamedTuple):
    """One whole process: how it ended, its seconds, and its peak memory with its children's."""

    code: int
    wall_s: float
    cpu_s: float
    peak_mb: float


def data(rows: int) -> Path:
    """Make the workload's first `rows` rows, once."""
    path = BUILD / f"w{rows}.jsonl"
    if not path.exists():
        BUILD.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, str(SHARED / "gen.py"), str(rows), str(path)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return path


def run(command: Sequence[str], env: dict[str, str] | None = None) -> Run:
    """Run one process to its end; its peak memory is the largest of it and its children."""
    started = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name("peak.py")), *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, **(env or {})},
    )
    told = process.communicate()[0].decode().splitlines()[-1].split()
    wall = time.perf_counter() - started
    return Run(int(told[0]), wall, float(told[1]), float(told[2]))


def median(values: Sequence[float]) -> float:
    """Give the median."""
    return statistics.median(values)
