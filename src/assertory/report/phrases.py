"""What several forms say alike of a run: its counts, its rates, and how its gate ended."""

from collections.abc import Mapping
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from itertools import count
from typing import Final

from assertory.measure import Condition, Counts, GateDecision, Tally
from assertory.records.result import CheckInfo, RunInfo

ENDS: Final = (0, 100)
HASH_SHOWN: Final = 12  # hexadecimal digits of a hash, where a person reads it


def percent(rate: float, beside: float | None = None) -> str:
    """
    Write a rate in percent, to one place, without ever rounding a difference away.

    Takes:   rate, in 0..1; beside, a rate that it is compared with: there are as many places as
             it takes to stand on the right side of it.
    Gives:   `100 %` and `0 %` for exactly 1 and 0; what one place would round to them has two,
             and is rounded the other way.

    >>> [percent(rate) for rate in (0.5, 1.0, 99_999 / 100_000, 1 / 1_000_000)]
    ['50.0 %', '100 %', '99.99 %', '0.01 %']
    >>> percent(0.89996, beside=0.9)
    '89.996 %'
    """
    exact = _exact_percent(rate)
    if exact in ENDS:
        return f"{exact.to_integral_value()} %"
    fewest = 2 if exact.quantize(Decimal("0.1")) in ENDS else 1
    rounded = (_rounded(exact, places) for places in count(fewest))
    if beside is None:
        return f"{next(rounded):f} %"
    other = _exact_percent(beside)
    return f"{next(r for r in rounded if r.compare(other) == exact.compare(other)):f} %"


def _exact_percent(rate: float) -> Decimal:
    # The shortest decimal that denotes the double, so that 0.07 is 7 and not 7.000000000000001.
    return Decimal(repr(rate)) * 100


def _rounded(exact: Decimal, places: int) -> Decimal:
    step = Decimal((0, (1,), -places))
    rounded = exact.quantize(step)
    if rounded in ENDS:
        return exact.quantize(step, ROUND_FLOOR if rounded else ROUND_CEILING)
    return rounded


def sum_of_rows(counts: Counts) -> str:
    """
    Say how many rows there were, as the sum of their outcomes.

    >>> sum_of_rows(Counts(passed=1200, failed=30, abstained=4, error=1))
    '1,235 = 1,200 passed + 30 failed + 4 abstained + 1 error'
    """
    return (
        f"{counts.selected:,} = {counts.passed:,} passed + {counts.failed:,} failed"
        f" + {counts.abstained:,} abstained + {many(counts.error, 'error')}"
    )


def many(number: int, noun: str) -> str:
    """Say how many there are of a noun with a regular plural."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def pass_rate(counts: Counts) -> str:
    """
    Say the pass rate with its interval.

    >>> pass_rate(Counts(passed=8, failed=2))
    '80.0 % of 10 graded (95 % interval 49.0 % to 94.3 %)'
    """
    rate, interval = counts.pass_rate, counts.interval
    if rate is None or interval is None:
        return "none, as nothing was graded"
    low, high = map(percent, interval)
    return f"{percent(rate)} of {counts.graded:,} graded (95 % interval {low} to {high})"


def coverage(counts: Counts) -> str:
    """
    Say the coverage.

    >>> coverage(Counts(passed=8, abstained=2))
    '80.0 %, 8 of 10 graded'
    """
    if counts.coverage is None:
        return "none, as nothing was selected"
    return f"{percent(counts.coverage)}, {counts.graded:,} of {counts.selected:,} graded"


GATE_VERDICTS: Final[Mapping[str, str]] = {
    "passes": "passes: every condition is met",
    "fails": "fails",
    "incomplete": "is incomplete",
}


def gate_verdict(gate: GateDecision) -> str:
    """
    Say how a gate ended, and which condition decided.

    >>> from assertory.measure import GateRules, decide
    >>> gate_verdict(decide(GateRules(min_samples=5), Counts(passed=1)))
    'is incomplete, decided by min_samples'
    """
    decided = "" if gate.decided_by is None else f", decided by {gate.decided_by}"
    return GATE_VERDICTS[gate.outcome] + decided


def condition(part: Condition, counts: Counts) -> str:
    """
    Say one condition of a gate: what was found and what was asked.

    >>> condition(Condition("min_pass_rate", 0.5, 0.9, "fails"), Counts(passed=1, failed=1))
    'pass rate 50.0 %, at least 90.0 % asked'
    """
    if part.name in ("min_pass_rate", "min_coverage"):
        name = "pass rate" if part.name == "min_pass_rate" else "coverage"
        if part.name == "min_pass_rate" and part.found != counts.pass_rate:
            name = "lower end of the pass rate's interval"
        found = "none" if part.found is None else percent(part.found, beside=part.asked)
        return f"{name} {found}, at least {percent(part.asked, beside=part.asked)} asked"
    if part.name == "whole_run":
        return "the run ended before its last row"
    if part.name == "min_samples":
        return f"{part.found:,} graded, at least {part.asked:,} asked"
    return f"{part.found:,} {part.name.removeprefix('fail_on_')}, none allowed"


def ended_early(tally: Tally) -> str:
    """Say that a run ended early, and why; "" where it saw its last row."""
    return "" if tally.ended_early is None else f"The run ended early: {tally.ended_early}"


def answers(run: RunInfo) -> str:
    """Name the files that were graded; holds their names, raw."""
    first, more = run.answers[0] if run.answers else "no file", len(run.answers) - 1
    return first if more <= 0 else f"{first} and {many(more, 'more file')}"


def origin(run: RunInfo) -> str:
    """Say what graded: the semantics, the configuration's hash, and the versions."""
    return (
        f"{run.semantics}, configuration {run.config_hash[:HASH_SHOWN]},"
        f" assertory {run.engine_version}, RE2 {run.re2_version}"
    )


def most_common(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    """
    Order counts for reading: the largest first, equal ones by name.

    >>> most_common({"b": 2, "a": 2, "c": 3, "d": 0})
    [('c', 3), ('a', 2), ('b', 2)]
    """
    counted = [entry for entry in counts.items() if entry[1]]
    return sorted(counted, key=lambda entry: (-entry[1], entry[0]))


def reasons(tally: Tally, outcome: str) -> list[tuple[str, int]]:
    """Give the reasons of the checks that ended so, the most frequent first."""
    return most_common({r: n for (of, r), n in tally.reasons.items() if of == outcome})


def failed_checks(run: RunInfo, tally: Tally) -> list[tuple[CheckInfo, int]]:
    """Give the checks that failed in some row, the most frequent first."""
    counted = [(check, tally.blamed[check.at, "failed"]) for check in run.checks]
    failed = [entry for entry in counted if entry[1]]
    return sorted(failed, key=lambda entry: -entry[1])  # equal ones as the configuration has them
