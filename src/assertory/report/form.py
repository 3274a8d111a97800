"""What a form of output is: how it begins, how it writes a row, how it ends."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Protocol

from assertory.measure import GateDecision, Tally
from assertory.records.result import RowOutcome, RowResult, RunInfo

EVERY_OUTCOME: Final[frozenset[RowOutcome]] = frozenset(("passed", "failed", "abstained", "error"))


class Tail(Protocol):
    """Writes the end; `left_out` is how many rows there were beyond the form's limit."""

    def __call__(
        self, run: RunInfo, tally: Tally, gate: GateDecision | None, left_out: int = 0, /
    ) -> bytes:
        """Give the bytes after the last row."""
        ...


@dataclass(frozen=True, slots=True)
class Form:
    """
    One form of output, as functions that give UTF-8 bytes.

    row writes one row and depends on nothing but its arguments, so that it can run in any process;
    head and tail are written once, before and after all rows, and know what the run found.

    streams:    whether the head depends on the run's information alone, and so can be written
                before the first row is graded.
    separator:  what stands between two rows. Every row begins with it, since none knows whether it
                is the first; whoever joins them leaves it out there.
    outcomes:   the outcomes of the rows it shows; for any other, `row` gives b"".
    limit:      how many rows it shows at most, the first ones; None where it shows all.
    """

    row: Callable[[RowResult, RunInfo], bytes]
    head: Callable[[RunInfo, Tally, GateDecision | None], bytes]
    tail: Tail
    streams: bool = False
    separator: bytes = b""
    outcomes: frozenset[RowOutcome] = EVERY_OUTCOME
    limit: int | None = None


def document(
    form: Form,
    rows: Iterable[bytes],
    run: RunInfo,
    tally: Tally,
    gate: GateDecision | None,
) -> Iterator[bytes]:
    """
    Put a whole output together from the rows that `form.row` wrote.

    Takes:   rows, in the order of the answers; b"" stands for a row that isn't shown.
    Gives:   the output piece by piece; at most `form.limit` rows, the others only counted.
    """
    yield form.head(run, tally, gate)
    shown = left_out = 0
    for row in filter(None, rows):
        if form.limit is not None and shown == form.limit:
            left_out += 1
            continue
        yield row if shown else row.removeprefix(form.separator)
        shown += 1
    yield form.tail(run, tally, gate, left_out)
