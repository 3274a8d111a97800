"""JSON: one object with every row and the summary of the run."""

from typing import Final

import orjson

from assertory.engine import canonical
from assertory.measure import GateDecision, Tally
from assertory.records.result import RowResult, RunInfo
from assertory.report.form import Form
from assertory.report.jsonl import row_object
from assertory.report.table import summary_json

SEPARATOR: Final = b",\n"


def row(result: RowResult, _: RunInfo) -> bytes:
    """Write one element, as the JSON Lines form writes it."""
    return SEPARATOR + row_object(result)


def head(_: RunInfo, __: Tally, ___: GateDecision | None) -> bytes:
    """Begin the object and its rows."""
    return b'{"rows":[\n'


def tail(run: RunInfo, tally: Tally, gate: GateDecision | None, _: int = 0) -> bytes:
    """End the rows, and write the summary."""
    summary = summary_json(run, tally, gate)
    try:
        written = orjson.dumps(summary)
    except orjson.JSONEncodeError:  # half of a surrogate pair in a file's name
        written = canonical.compact(summary).encode()
    return b'\n],"summary":%b}\n' % written


JSON = Form(row, head, tail, streams=True, separator=SEPARATOR)
