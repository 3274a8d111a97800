"""What starting costs: importing the library, showing help, grading ten rows."""

import argparse
import subprocess
import sys
import time

from workload import ASSERTORY, SHARED, data

EVALUATOR = str(SHARED / "configs" / "medium-assertion.json")


def milliseconds(command: list[str]) -> float:
    """Time one whole process."""
    started = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return (time.perf_counter() - started) * 1000


def main() -> None:
    """Measure and print; the least of many is the start itself, the rest is other load."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=30)
    rounds = parser.parse_args().rounds
    cases = {
        "bare Python": [sys.executable, "-c", "pass"],
        "import assertory": [sys.executable, "-c", "import assertory"],
        "assertory --help": [*ASSERTORY, "--help"],
        "assertory grade, ten rows": [*ASSERTORY, "grade", str(data(10)), "-e", EVALUATOR],
    }
    found: dict[str, list[float]] = {name: [] for name in cases}
    for _ in range(rounds):
        for name, command in cases.items():
            found[name].append(milliseconds(command))
    bare = found["bare Python"]
    print(f"rounds {rounds}, milliseconds of whole processes")
    for name, times in found.items():
        ordered = sorted(times)
        over = sorted(t - b for t, b in zip(times, bare, strict=True))
        print(
            f"{name:26} least {ordered[0]:6.0f}  median {ordered[rounds // 2]:6.0f}"
            f"  over bare Python, median {over[rounds // 2]:6.0f}"
        )


if __name__ == "__main__":
    main()
