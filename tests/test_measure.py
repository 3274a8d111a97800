"""Rates, intervals, tallies and gates: exact values, laws, and every condition."""

from collections import Counter
from dataclasses import astuple, replace
from fractions import Fraction
from itertools import pairwise
from math import isclose, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assertory.measure import (
    FIRST_SHOWN,
    Z_95,
    Condition,
    Counts,
    GateDecision,
    GateOutcome,
    GateRules,
    Tally,
    decide,
    wilson,
)
from assertory.records.result import RowError, RowResult
from tests.report.runs import broken, graded, policy

trials = st.integers(1, 10**7).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
some_counts = st.builds(Counts, *[st.integers(0, 50)] * 6)


@pytest.mark.parametrize(
    ("passed", "graded_", "low", "high"),
    [
        # R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_against_published_values(
    passed: int, graded_: int, low: float, high: float
) -> None:
    found = wilson(passed, graded_)
    assert [round(end, 4) for end in found] == [low, high]


@pytest.mark.parametrize("size", [1, 2, 10, 1000, 10**9])
def test_wilson_at_the_ends_in_closed_form(size: int) -> None:
    """Where nothing passed the interval is [0, z² / (n + z²)]; where all passed, its mirror."""
    bound = Z_95**2 / (size + Z_95**2)
    assert wilson(0, size)[0] == 0
    assert wilson(size, size)[1] == 1
    assert isclose(wilson(0, size)[1], bound, rel_tol=1e-12)
    assert isclose(1 - wilson(size, size)[0], bound, rel_tol=1e-6)


@given(trials)
def test_wilson_agrees_with_the_roots_of_the_score_equation(trial: tuple[int, int]) -> None:
    """The ends are where (p - k/n)² = z² p (1 - p) / n, solved here in another form."""
    passed, size = trial
    z = Fraction(Z_95)
    a, b, c = size + z * z, -(2 * passed + z * z), Fraction(passed * passed, size)
    root = sqrt(b * b - 4 * a * c)
    low, high = wilson(passed, size)
    assert isclose(high, (-float(b) + root) / float(2 * a), rel_tol=1e-9)
    # The other root by Vieta, which loses no digits where it is small.
    assert isclose(low, float(2 * c) / (-float(b) + root), rel_tol=1e-9, abs_tol=1e-15)


@given(trials)
def test_wilson_holds_the_rate_within_0_and_1(trial: tuple[int, int]) -> None:
    passed, size = trial
    low, high = wilson(passed, size)
    assert 0 <= low <= passed / size <= high <= 1
    assert low < high


@given(st.integers(2, 300))
def test_wilson_rises_with_every_pass_and_mirrors(size: int) -> None:
    found = [wilson(passed, size) for passed in range(size + 1)]
    for (low, high), (next_low, next_high) in pairwise(found):
        assert low < next_low
        assert high < next_high
    for (low, high), (mirrored_low, mirrored_high) in zip(found, reversed(found), strict=True):
        assert isclose(low, 1 - mirrored_high, abs_tol=1e-12)
        assert isclose(high, 1 - mirrored_low, abs_tol=1e-12)


@given(st.integers(1, 100), st.integers(0, 100))
def test_wilson_narrows_with_more_of_the_same(size: int, passed: int) -> None:
    widths = [
        high - low for low, high in (wilson(min(passed, size) * k, size * k) for k in (1, 2, 10))
    ]
    assert widths == sorted(widths, reverse=True)


@given(some_counts)
def test_selected_is_the_sum_of_all_six(counts: Counts) -> None:
    assert counts.selected == sum(astuple(counts))
    assert counts.graded == counts.passed + counts.failed


@given(some_counts)
def test_rates_are_exact_quotients_and_none_where_nothing_is_below_the_line(
    counts: Counts,
) -> None:
    rate = Fraction(counts.passed, counts.graded) if counts.graded else None
    coverage = Fraction(counts.graded, counts.selected) if counts.selected else None
    assert counts.pass_rate == (None if rate is None else float(rate))
    assert counts.coverage == (None if coverage is None else float(coverage))
    assert (counts.interval is None) == (counts.pass_rate is None)
    if counts.interval is not None:
        assert counts.interval == wilson(counts.passed, counts.graded)


def test_errors_abstentions_waiting_and_cancelled_lower_coverage_and_not_the_rate() -> None:
    counts = Counts(passed=3, failed=1, abstained=1, error=1, waiting=1, cancelled=1)
    assert (counts.pass_rate, counts.coverage) == (0.75, 0.5)


def rows() -> list[RowResult]:
    """Rows of every kind, with different reasons and codes."""
    program = policy()
    texts = ["See Article 39.", "no", "x" * 50, ""]
    found = [graded(program, {"output": {"text": text}}) for text in texts]
    found += [graded(program, {"output": {}}), graded(program, {"output": {"text": 1}})]
    return [*found, broken(1), broken(2, code="too_large")]


some_rows = st.lists(st.sampled_from(rows()), max_size=30).map(
    lambda drawn: [replace(result, row=number) for number, result in enumerate(drawn, 1)]
)


def tally_of(results: list[RowResult]) -> Tally:
    tally = Tally()
    for result in results:
        tally.add(result)
    return tally


@given(st.lists(some_rows, max_size=5))
def test_tallies_of_parts_add_up_to_the_tally_of_the_whole(parts: list[list[RowResult]]) -> None:
    joined = Tally()
    for part in parts:
        joined.add_all(tally_of(part))
    assert joined == tally_of([result for part in parts for result in part])


@given(some_rows)
def test_a_tally_counts_every_row_once_and_every_check_once(results: list[RowResult]) -> None:
    tally = tally_of(results)
    assert tally.counts.selected == len(results)
    graded_ = [result for result in results if result.error is None]
    assert tally.checks.total() == sum(len(result.leaves) for result in graded_)
    unmet = [reason for result in graded_ for *_, reason in result.leaves if reason is not None]
    assert tally.reasons.total() == len(unmet)
    assert tally.errors == Counter(r.error.code for r in results if r.error is not None)
    failed = [result for result in results if result.outcome == "failed"]
    abstained = [result for result in results if result.outcome == "abstained"]
    errors = [result for result in results if result.outcome == "error"]
    assert tally.first_failed == failed[:FIRST_SHOWN]
    assert tally.first_abstained == abstained[:FIRST_SHOWN]
    assert tally.first_errors == errors[:FIRST_SHOWN]


def test_a_tally_in_numbers() -> None:
    tally = tally_of(rows())
    assert tally.counts == Counts(passed=1, failed=4, abstained=1, error=2)
    first, second = "/assertion/assertions/0", "/assertion/assertions/1"
    assert tally.checks == {
        (first, "passed"): 1,
        (first, "failed"): 4,
        (first, "abstained"): 1,
        (second, "passed"): 2,
        (second, "failed"): 3,
        (second, "abstained"): 1,
    }
    assert tally.reasons == {
        ("failed", "not_contained"): 3,
        ("failed", "count_out_of_range"): 2,
        ("failed", "wrong_type"): 2,
        ("abstained", "pointer_missing"): 2,
    }
    assert tally.errors == {"not_json": 1, "too_large": 1}


def test_an_error_counts_no_checks() -> None:
    """Whatever stood in its leaves."""
    odd = replace(rows()[0], outcome="error", error=RowError("not_json", "a comma is missing"))
    assert not tally_of([odd]).checks


@pytest.mark.parametrize(
    ("rules", "asks"),
    [
        (GateRules(), False),
        (GateRules(confident=True), False),
        (GateRules(min_pass_rate=0.0), True),
        (GateRules(min_coverage=0.0), True),
        (GateRules(min_samples=0), True),
        (GateRules(fail_on=("failed",)), True),
    ],
)
def test_rules_are_true_where_they_ask_for_something(rules: GateRules, asks: bool) -> None:  # noqa: FBT001
    assert bool(rules) is asks


HALF = Counts(passed=5, failed=5)
EMPTY = Counts()


@pytest.mark.parametrize(
    ("rules", "counts", "condition"),
    [
        (GateRules(min_pass_rate=0.5), HALF, ("min_pass_rate", 0.5, 0.5, "passes")),
        (GateRules(min_pass_rate=0.51), HALF, ("min_pass_rate", 0.5, 0.51, "fails")),
        (GateRules(min_pass_rate=0.5), EMPTY, ("min_pass_rate", None, 0.5, "incomplete")),
        (GateRules(min_pass_rate=0.0), EMPTY, ("min_pass_rate", None, 0.0, "incomplete")),
        (
            GateRules(min_pass_rate=0.5, confident=True),
            HALF,
            ("min_pass_rate", wilson(5, 10)[0], 0.5, "fails"),
        ),
        (
            GateRules(min_pass_rate=0.2, confident=True),
            HALF,
            ("min_pass_rate", wilson(5, 10)[0], 0.2, "passes"),
        ),
        (
            GateRules(min_pass_rate=0.2, confident=True),
            EMPTY,
            ("min_pass_rate", None, 0.2, "incomplete"),
        ),
        (
            GateRules(min_coverage=0.5),
            Counts(passed=1, abstained=1),
            ("min_coverage", 0.5, 0.5, "passes"),
        ),
        (
            GateRules(min_coverage=0.5),
            Counts(passed=1, abstained=1, error=1),
            ("min_coverage", 1 / 3, 0.5, "fails"),
        ),
        (GateRules(min_coverage=0.5), EMPTY, ("min_coverage", None, 0.5, "incomplete")),
        (GateRules(min_samples=10), HALF, ("min_samples", 10, 10, "passes")),
        (GateRules(min_samples=11), HALF, ("min_samples", 10, 11, "incomplete")),
        (
            GateRules(min_samples=1),
            Counts(abstained=9, error=9),
            ("min_samples", 0, 1, "incomplete"),
        ),
        (GateRules(fail_on=("failed",)), HALF, ("fail_on_failed", 5, 0, "fails")),
        (GateRules(fail_on=("failed",)), EMPTY, ("fail_on_failed", 0, 0, "passes")),
        (
            GateRules(fail_on=("abstained",)),
            Counts(failed=3, abstained=2),
            ("fail_on_abstained", 2, 0, "fails"),
        ),
        (GateRules(fail_on=("abstained",)), HALF, ("fail_on_abstained", 0, 0, "passes")),
        (GateRules(), Counts(waiting=2), ("waiting", 2, 0, "incomplete")),
    ],
    ids=repr,
)
def test_each_condition(
    rules: GateRules, counts: Counts, condition: tuple[str, float | None, float, GateOutcome]
) -> None:
    outcome = condition[3]
    decided = None if outcome == "passes" else condition[0]
    assert decide(rules, counts) == GateDecision(outcome, decided, (Condition(*condition),))


def test_no_condition_passes() -> None:
    assert decide(GateRules(), HALF) == GateDecision("passes", None, ())


@pytest.mark.parametrize(
    ("rules", "counts", "outcome", "decided_by"),
    [
        pytest.param(
            GateRules(min_samples=99, min_pass_rate=0.9, fail_on=("failed",)),
            HALF,
            "incomplete",
            "min_samples",
            id="incomplete before fails",
        ),
        pytest.param(
            GateRules(min_pass_rate=0.1, min_coverage=1, fail_on=("failed", "abstained")),
            Counts(passed=5, failed=5, abstained=1),
            "fails",
            "min_coverage",
            id="the first that fails",
        ),
        pytest.param(
            GateRules(min_samples=11, min_pass_rate=0.1),
            Counts(passed=5, failed=5, waiting=1),
            "incomplete",
            "waiting",
            id="waiting before too few",
        ),
        pytest.param(
            GateRules(min_samples=1, min_pass_rate=0.5, min_coverage=1, fail_on=("abstained",)),
            HALF,
            "passes",
            None,
            id="all met",
        ),
        pytest.param(
            GateRules(min_coverage=0.5, fail_on=("abstained",)),
            Counts(abstained=4),
            "fails",
            "min_coverage",
            id="nothing graded is no coverage",
        ),
    ],
)
def test_which_condition_decides(
    rules: GateRules, counts: Counts, outcome: GateOutcome, decided_by: str | None
) -> None:
    decision = decide(rules, counts)
    assert (decision.outcome, decision.decided_by) == (outcome, decided_by)


rates = st.none() | st.floats(0, 1)
some_rules = st.builds(
    GateRules,
    rates,
    rates,
    st.none() | st.integers(0, 100),
    st.lists(st.sampled_from(("failed", "abstained")), unique=True).map(tuple),
    confident=st.booleans(),
)


@given(some_rules, some_counts)
def test_a_gate_ends_as_the_worst_of_its_conditions(rules: GateRules, counts: Counts) -> None:
    decision = decide(rules, counts)
    found = [condition.outcome for condition in decision.conditions]
    order: list[GateOutcome] = ["incomplete", "fails", "passes"]
    assert decision.outcome == min(found, key=order.index, default="passes")
    deciding = [c.name for c in decision.conditions if c.outcome == decision.outcome]
    assert decision.decided_by == (None if decision.outcome == "passes" else deciding[0])
    asked = [rules.min_pass_rate, rules.min_coverage, rules.min_samples]
    number = sum(rule is not None for rule in asked) + len(rules.fail_on) + bool(counts.waiting)
    assert len(decision.conditions) == number


@given(st.floats(0, 1), st.integers(0, 50), st.integers(0, 50))
def test_confidence_never_makes_a_gate_easier(asked: float, passed: int, failed: int) -> None:
    counts = Counts(passed=passed, failed=failed)
    strict = decide(GateRules(min_pass_rate=asked, confident=True), counts)
    if strict.outcome == "passes":
        assert decide(GateRules(min_pass_rate=asked), counts).outcome == "passes"


def test_a_run_that_ended_early_decides_no_gate() -> None:
    """A gate over the first rows of a run that broke off is incomplete, whatever they show."""
    decision = decide(GateRules(min_pass_rate=0.5), Counts(passed=9), whole=False)
    assert (decision.outcome, decision.decided_by) == ("incomplete", "whole_run")
