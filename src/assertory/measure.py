"""The arithmetic of rates, coverage, intervals and gates: once, for every way in."""

from collections import Counter
from dataclasses import dataclass, field
from math import sqrt
from typing import Final, Literal

from assertory.records.result import RowResult

Z_95: Final = 1.959963984540054  # the standard normal's 97.5 % point
FIRST_SHOWN: Final = 5  # rows of one outcome that a summary names

GateOutcome = Literal["passes", "fails", "incomplete"]


@dataclass(frozen=True, slots=True)
class Counts:
    """
    How many of the selected rows or judgments stand where.

    Source: semantics section 6: selected is the sum of all six, at every moment.
    """

    passed: int = 0
    failed: int = 0
    abstained: int = 0
    error: int = 0
    waiting: int = 0
    cancelled: int = 0

    @property
    def graded(self) -> int:
        """Those with a score: passed and failed."""
        return self.passed + self.failed

    @property
    def selected(self) -> int:
        """All of them."""
        return self.graded + self.abstained + self.error + self.waiting + self.cancelled

    @property
    def pass_rate(self) -> float | None:
        """Passed over graded, in 0..1; None when nothing was graded."""
        return self.passed / self.graded if self.graded else None

    @property
    def coverage(self) -> float | None:
        """Graded over selected, in 0..1; None when nothing was selected."""
        return self.graded / self.selected if self.selected else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % Wilson interval of the pass rate; None when there is no rate."""
        return wilson(self.passed, self.graded) if self.graded else None


def wilson(passed: int, graded: int) -> tuple[float, float]:
    """
    Give the 95 % Wilson score interval of a rate.

    Takes:   passed of graded, 0 <= passed <= graded and graded > 0.
    Gives:   (low, high) in 0..1; exactly 0 and 1 at the ends where nothing or all passed.
    Source:  semantics section 6; E. B. Wilson, JASA 22 (1927).

    >>> [round(end, 4) for end in wilson(8, 10)]
    [0.4902, 0.9433]
    """
    rate, squared = passed / graded, Z_95 * Z_95
    middle = rate + squared / (2 * graded)
    spread = Z_95 * sqrt(rate * (1 - rate) / graded + squared / (4 * graded * graded))
    scale = 1 + squared / graded
    low = 0.0 if passed == 0 else max(0.0, (middle - spread) / scale)
    high = 1.0 if passed == graded else min(1.0, (middle + spread) / scale)
    return low, high


@dataclass(slots=True)
class Tally:
    """
    The counts of a run while it goes: by outcome, by check, by reason; and its first unpassed rows.

    `checks` counts every check of every row; `reasons` and `blamed` count only the checks that
    decided their row, since one that failed inside an `any` that passed explains nothing.
    `ended_early` says why a run has not seen its last row; None where it has.
    Tallies of consecutive parts add up with `add_all`, in order, to the tally of the whole.
    """

    outcomes: Counter[str] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)  # by code
    # (outcome, reason), and twice (pointer into the configuration, outcome)
    reasons: Counter[tuple[str, str]] = field(default_factory=Counter)
    blamed: Counter[tuple[str, str]] = field(default_factory=Counter)
    checks: Counter[tuple[str, str]] = field(default_factory=Counter)
    ended_early: str | None = None
    first_failed: list[RowResult] = field(default_factory=list)
    first_abstained: list[RowResult] = field(default_factory=list)
    first_errors: list[RowResult] = field(default_factory=list)

    def add(self, result: RowResult) -> None:
        """Count one row."""
        self.outcomes[result.outcome] += 1
        if result.error is not None:
            self.errors[result.error.code] += 1
            if len(self.first_errors) < FIRST_SHOWN:
                self.first_errors.append(result)
            return
        if result.outcome == "failed" and len(self.first_failed) < FIRST_SHOWN:
            self.first_failed.append(result)
        if result.outcome == "abstained" and len(self.first_abstained) < FIRST_SHOWN:
            self.first_abstained.append(result)
        for at, _, outcome, _ in result.leaves:
            self.checks[at, outcome] += 1
        for at, _, outcome, reason in result.deciding:
            if reason is not None:
                self.reasons[outcome, reason] += 1
                self.blamed[at, outcome] += 1

    def add_all(self, following: "Tally") -> None:
        """Add the tally of the rows that follow."""
        self.outcomes += following.outcomes
        self.errors += following.errors
        self.reasons += following.reasons
        self.blamed += following.blamed
        self.checks += following.checks
        self.first_failed = (self.first_failed + following.first_failed)[:FIRST_SHOWN]
        self.first_abstained = (self.first_abstained + following.first_abstained)[:FIRST_SHOWN]
        self.first_errors = (self.first_errors + following.first_errors)[:FIRST_SHOWN]

    @property
    def counts(self) -> Counts:
        """The outcomes as counts."""
        found = self.outcomes
        return Counts(found["passed"], found["failed"], found["abstained"], found["error"])


@dataclass(frozen=True, slots=True)
class GateRules:
    """
    What a release demands of a run; None and empty mean that nothing is asked.

    min_pass_rate and min_coverage in 0..1; min_samples counts graded rows; fail_on names the
    outcomes of which not one may occur; confident compares the interval's lower end.
    """

    min_pass_rate: float | None = None
    min_coverage: float | None = None
    min_samples: int | None = None
    fail_on: tuple[Literal["failed", "abstained"], ...] = ()
    confident: bool = False

    def __bool__(self) -> bool:
        asked = (self.min_pass_rate, self.min_coverage, self.min_samples)
        return any(rule is not None for rule in asked) or bool(self.fail_on)


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition of a gate: its name, what was found, what was asked, and how it ended."""

    name: str
    found: float | None
    asked: float
    outcome: GateOutcome


@dataclass(frozen=True, slots=True)
class GateDecision:
    """How a gate ended, by which condition (None where all were met), and every condition."""

    outcome: GateOutcome
    decided_by: str | None
    conditions: tuple[Condition, ...]


def decide(rules: GateRules, counts: Counts, *, whole: bool = True) -> GateDecision:
    """
    Decide a gate; `whole` says whether the run has seen its last row.

    Gives:   incomplete where the run ended early, work still waits, too few were graded, or there
             is no pass rate to compare; else fails where a condition isn't met; else passes. The
             first condition that ended so is named.
    Source:  semantics section 6.

    >>> decide(GateRules(min_pass_rate=0.9), Counts(passed=8, failed=2)).decided_by
    'min_pass_rate'
    """
    conditions = tuple(_conditions(rules, counts, whole=whole))
    for outcome in ("incomplete", "fails"):
        for condition in conditions:
            if condition.outcome == outcome:
                return GateDecision(condition.outcome, condition.name, conditions)
    return GateDecision("passes", None, conditions)


def _conditions(rules: GateRules, counts: Counts, *, whole: bool) -> list[Condition]:
    found: list[Condition] = []
    if not whole:
        found.append(Condition("whole_run", 0, 1, "incomplete"))
    if counts.waiting:
        found.append(Condition("waiting", counts.waiting, 0, "incomplete"))
    if rules.min_samples is not None:
        enough = counts.graded >= rules.min_samples
        outcome: GateOutcome = "passes" if enough else "incomplete"
        found.append(Condition("min_samples", counts.graded, rules.min_samples, outcome))
    if rules.min_pass_rate is not None:
        interval = counts.interval
        rate = interval[0] if rules.confident and interval else counts.pass_rate
        found.append(_at_least("min_pass_rate", rate, rules.min_pass_rate))
    if rules.min_coverage is not None:
        found.append(_at_least("min_coverage", counts.coverage, rules.min_coverage))
    for name in rules.fail_on:
        number = counts.failed if name == "failed" else counts.abstained
        found.append(Condition(f"fail_on_{name}", number, 0, "fails" if number else "passes"))
    return found


def _at_least(name: str, found: float | None, asked: float) -> Condition:
    if found is None:
        return Condition(name, None, asked, "incomplete")
    return Condition(name, found, asked, "passes" if found >= asked else "fails")
