"""CSV: one record a row, safe to open in a spreadsheet."""

import csv
from typing import Final

from assertory.measure import GateDecision, Tally
from assertory.records.result import RowResult, RunInfo
from assertory.report.form import Form

COLUMNS: Final = (
    "file",
    "row",
    "id",
    "outcome",
    "reason",
    "value",
    "label",
    "failed_checks",  # pointers into the configuration, with a space between two
    "abstained_checks",
    "first_reason",  # of the first check that ended like the row
    "config_hash",
    "evidence_hash",
    "error_code",
    "error_message",
    "error_offset",  # where the row begins, in bytes; -1 where that has no meaning
)
# A spreadsheet takes a cell that begins so as a formula (the wide forms where it expects East
# Asian text), and runs it. The apostrophe is guarded too, so that taking one away gives the text.
FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", "'")


class _Handed:
    """A file that hands back what is written to it: `writerow` returns what `write` does."""

    def write(self, text: str) -> str:
        return text


WRITER: Final = csv.writer(_Handed())


def row(result: RowResult, run: RunInfo) -> bytes:
    """
    Write one record.

    Gives:   RFC 4180 with CRLF; a text that a spreadsheet would run as a formula, or that begins
             with an apostrophe, has one apostrophe more in front.
    """
    failed = [at for at, _, outcome, _ in result.leaves if outcome == "failed"]
    abstained = [at for at, _, outcome, _ in result.leaves if outcome == "abstained"]
    reasons = (reason for _, _, _, reason in result.deciding)
    error = result.error
    return _record(
        result.file,
        result.row,
        result.id,
        result.outcome,
        result.reason,
        result.value,
        result.label,
        " ".join(failed),
        " ".join(abstained),
        next(reasons, None),
        run.config_hash,
        None if result.receipt is None else result.receipt["evidenceHash"],
        None if error is None else error.code,
        None if error is None else error.message,
        None if error is None else result.offset,
    )


def _record(*cells: str | float | None) -> bytes:
    written: str = WRITER.writerow([_guarded(cell) for cell in cells])
    # Half of a surrogate pair, as a file's name may hold one, is written as JSON writes it.
    return written.encode("utf-8", "backslashreplace")


def _guarded(cell: str | float | None) -> str | float | None:
    if isinstance(cell, str) and cell.startswith(FORMULA_STARTS):
        return f"'{cell}"
    return cell


def head(_: RunInfo, __: Tally, ___: GateDecision | None) -> bytes:
    """Write the names of the columns."""
    return _record(*COLUMNS)


def tail(_: RunInfo, __: Tally, ___: GateDecision | None, ____: int = 0) -> bytes:
    """Write nothing: every record is a row."""
    return b""


CSV = Form(row, head, tail, streams=True)
