"""`assertory grade` as a whole process: flat memory, and one process against two."""

import argparse

from workload import ASSERTORY, BUILD, SHARED, Run, data, median, run

EVALUATOR = SHARED / "configs" / "medium-assertion.json"


def grade(rows: int, jobs: int) -> Run:
    """Grade so many rows into one JSONL file."""
    out = BUILD / "results.jsonl"
    command = [*ASSERTORY, "grade", str(data(rows)), "-e", str(EVALUATOR), "-o", str(out)]
    return run([*command, "--jobs", str(jobs), "--format", "none"])


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--rows", type=int, default=100_000)
    asked = parser.parse_args()
    data(asked.rows)
    small, one, two = [], [], []
    for _ in range(asked.rounds):
        small.append(grade(1_000, 1))
        one.append(grade(asked.rows, 1))
        two.append(grade(asked.rows, 2))
    peaks = [median([r.peak_mb for r in runs]) for runs in (small, one, two)]
    walls = [median([r.wall_s for r in runs]) for runs in (small, one, two)]
    pairs = median([a.wall_s / b.wall_s for a, b in zip(one, two, strict=True)])
    print(f"rounds {asked.rounds}, medians")
    print(
        f"peak memory, largest process: 1,000 rows {peaks[0]:.1f} MB,"
        f" {asked.rows:,} rows {peaks[1]:.1f} MB (one process), {peaks[2]:.1f} MB (two)"
    )
    print(f"memory ratio {peaks[1] / peaks[0]:.3f}")
    print(f"seconds: {asked.rows:,} rows, one process {walls[1]:.2f}, two {walls[2]:.2f}")
    print(f"answers a second: {asked.rows / walls[1]:,.0f} and {asked.rows / walls[2]:,.0f}")
    print(f"two processes against one, median of pairs: {pairs:.2f}")


if __name__ == "__main__":
    main()
