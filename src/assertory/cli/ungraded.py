"""What `grade` warns of where rows were selected and not one of them has a score."""

from collections.abc import Iterator, Mapping
from typing import Final

from assertory.batch.spec import Dialect, GradeSpec
from assertory.engine.messages import REASONS
from assertory.measure import Counts, Tally
from assertory.report import explained, phrases

ADVICE: Final[Mapping[tuple[Dialect, str], str]] = {
    ("quick", "pointer_missing"): "no answer was found in them; say where with --answer or --map",
    ("assertion", "pointer_missing"): (
        "the evaluator's paths select nothing there; compare them with a row, or build what they"
        " read with --map"
    ),
    ("assertion", "tool_evidence_unavailable"): (
        "no complete tool capture was found; say where with --tool-capture"
    ),
}


def warning(spec: GradeSpec, tally: Tally) -> str | None:
    """Say that nothing was graded, and what to look at; None where something was, or no row."""
    counts = tally.counts
    if counts.graded or not counts.selected:
        return None
    advice = "; ".join(_advice(spec.dialect, tally))
    return f"warning: nothing was graded: {_ended(counts)}; {advice}"


def _ended(counts: Counts) -> str:
    in_error = f"ended in {'an error' if counts.error == 1 else 'errors'}"
    if counts.abstained and counts.error:
        rows = phrases.many(counts.selected, "row")
        return f"of {rows} {counts.abstained:,} abstained and {counts.error:,} {in_error}"
    rows = "the only row" if counts.selected == 1 else f"all {counts.selected:,} rows"
    return f"{rows} {'abstained' if counts.abstained else in_error}"


def _advice(dialect: Dialect, tally: Tally) -> Iterator[str]:
    """Say what to look at, by the most frequent reason and by the first error."""
    for reason, _ in phrases.reasons(tally, "abstained")[:1]:
        yield ADVICE.get((dialect, reason), f"most often for {reason}: {REASONS[reason]}")
    for result in tally.first_errors[:1]:
        yield f"the first error is {explained.why(result)}, at {explained.place(result)}"
