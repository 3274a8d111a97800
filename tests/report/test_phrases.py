"""Percentages never round a difference away, and every sum is said whole."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assertory.measure import Counts, GateRules, decide
from assertory.report import phrases
from assertory.report.phrases import percent
from tests.report.runs import four, info, policy, tally_of

rates = st.integers(1, 10**9).flatmap(
    lambda whole: st.integers(0, whole).map(lambda part: part / whole)
)


@pytest.mark.parametrize(
    ("part", "whole", "said"),
    [
        (0, 7, "0 %"),
        (7, 7, "100 %"),
        (1, 2, "50.0 %"),
        (2, 3, "66.7 %"),
        (7, 100, "7.0 %"),
        (99_999, 100_000, "99.99 %"),
        (9_996, 10_000, "99.96 %"),
        (9_994, 10_000, "99.9 %"),
        (999_999_999, 1_000_000_000, "99.99 %"),
        (1, 100_000, "0.01 %"),
        (4, 10_000, "0.04 %"),
        (6, 10_000, "0.1 %"),
    ],
)
def test_percent(part: int, whole: int, said: str) -> None:
    assert percent(part / whole) == said


@given(rates)
def test_only_all_is_100_percent_and_only_none_is_0_percent(rate: float) -> None:
    shown = Fraction(percent(rate).removesuffix(" %"))
    assert (shown == 100) == (rate == 1)
    assert (shown == 0) == (rate == 0)
    assert abs(shown - Fraction(rate) * 100) < Fraction(6, 100)


@given(rates, st.floats(0, 1))
def test_a_rate_is_shown_on_its_own_side_of_what_it_is_compared_with(
    rate: float, asked: float
) -> None:
    """A gate that fails at 89.996 % of 90 % asked must not read `90.0 %, at least 90.0 %`."""
    shown = Fraction(percent(rate, beside=asked).removesuffix(" %"))
    told = Fraction(percent(asked, beside=asked).removesuffix(" %"))
    assert (shown < told) == (rate < asked)
    assert (shown > told) == (rate > asked)


@pytest.mark.parametrize(
    ("counts", "rate", "coverage"),
    [
        pytest.param(
            Counts(),
            "none, as nothing was graded",
            "none, as nothing was selected",
            id="no rows",
        ),
        pytest.param(
            Counts(error=3),
            "none, as nothing was graded",
            "0 %, 0 of 3 graded",
            id="all errors",
        ),
        pytest.param(
            Counts(passed=99_999, failed=1),
            "99.99 % of 100,000 graded (95 % interval 99.99 % to 99.99 %)",
            "100 %, 100,000 of 100,000 graded",
            id="one failed",
        ),
    ],
)
def test_rates(counts: Counts, rate: str, coverage: str) -> None:
    assert phrases.pass_rate(counts) == rate
    assert phrases.coverage(counts) == coverage


@pytest.mark.parametrize(
    ("rules", "counts", "said"),
    [
        pytest.param(
            GateRules(min_pass_rate=0.9, confident=True),
            Counts(passed=9, failed=1),
            "lower end of the pass rate's interval 59.6 %, at least 90.0 % asked",
            id="confident",
        ),
        pytest.param(
            GateRules(min_pass_rate=0.9),
            Counts(),
            "pass rate none, at least 90.0 % asked",
            id="none",
        ),
        pytest.param(
            GateRules(min_coverage=0.95),
            Counts(passed=1, abstained=1),
            "coverage 50.0 %, at least 95.0 % asked",
            id="coverage",
        ),
        pytest.param(
            GateRules(min_samples=1000),
            Counts(passed=1200),
            "1,200 graded, at least 1,000 asked",
            id="samples",
        ),
        pytest.param(
            GateRules(fail_on=("failed",)), Counts(failed=2), "2 failed, none allowed", id="failed"
        ),
        pytest.param(
            GateRules(fail_on=("abstained",)), Counts(), "0 abstained, none allowed", id="abstained"
        ),
        pytest.param(GateRules(), Counts(waiting=1), "1 waiting, none allowed", id="waiting"),
    ],
)
def test_conditions(rules: GateRules, counts: Counts, said: str) -> None:
    assert [phrases.condition(each, counts) for each in decide(rules, counts).conditions] == [said]


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        (Counts(passed=1), "passes: every condition is met"),
        (Counts(failed=1), "fails, decided by min_pass_rate"),
        (Counts(), "is incomplete, decided by min_pass_rate"),
    ],
)
def test_a_gate_says_which_condition_decided(counts: Counts, said: str) -> None:
    assert phrases.gate_verdict(decide(GateRules(min_pass_rate=0.5), counts)) == said


@given(st.builds(Counts, *[st.integers(0, 10**6)] * 4))
def test_rows_are_said_as_the_sum_of_their_outcomes(counts: Counts) -> None:
    whole, _, parts = phrases.sum_of_rows(counts).replace(",", "").partition(" = ")
    assert int(whole) == sum(int(part.split()[0]) for part in parts.split(" + "))


def test_files_are_named_as_far_as_they_fit() -> None:
    run = info(policy(), answers=("a.jsonl", "b.jsonl", "c.jsonl"))
    assert phrases.answers(run) == "a.jsonl and 2 more files"
    assert phrases.answers(info(policy(), answers=())) == "no file"


def test_failed_checks_stand_by_number_and_then_as_configured() -> None:
    program = policy()
    run = info(program)
    tally = tally_of(four(program))
    assert [(check.op, n) for check, n in phrases.failed_checks(run, tally)] == [("contains", 1)]
    tally.blamed[run.checks[1].at, "failed"] = 1
    assert [check.op for check, _ in phrases.failed_checks(run, tally)] == ["contains", "count"]
    tally.blamed[run.checks[1].at, "failed"] = 2
    assert [check.op for check, _ in phrases.failed_checks(run, tally)] == ["count", "contains"]
