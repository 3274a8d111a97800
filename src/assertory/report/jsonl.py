"""JSON Lines: one compact object a row, with its explanation and receipt."""

import orjson

from assertory.engine import canonical
from assertory.engine.json_text import Json
from assertory.measure import GateDecision, Tally
from assertory.records.result import RowResult, RunInfo
from assertory.report.form import Form


def row_object(result: RowResult) -> bytes:
    """
    Write a row as one compact JSON object, without a line break.

    Gives:   file (where there were several), row, id (where the row has one), outcome; then
             reason, value, label and explanation, or the error; and the receipt. The explanation
             stands in its canonical bytes, so that whoever reads the line can hash them.
    """
    members: dict[str, Json] = {} if result.file is None else {"file": result.file}
    members["row"] = result.row
    if result.id is not None:
        members["id"] = result.id
    members["outcome"] = result.outcome
    if result.error is not None:
        error = result.error
        members["error"] = {"code": error.code, "message": error.message, "offset": result.offset}
        members["receipt"] = result.receipt
    else:
        members |= {
            "reason": result.reason,
            "value": result.value,
            "label": result.label,
            "explanation": orjson.Fragment(result.explanation or b"null"),
            "receipt": result.receipt,
        }
    try:
        return orjson.dumps(members)
    except orjson.JSONEncodeError:  # a lone surrogate in a name, or an id of 20 digits
        return b"{%b}" % b",".join(
            b'"%b":%b' % (name.encode(), _json(value)) for name, value in members.items()
        )


def _json(value: Json) -> bytes:
    try:
        return orjson.dumps(value)
    except orjson.JSONEncodeError:
        return canonical.compact(value).encode()


def row(result: RowResult, _: RunInfo) -> bytes:
    """Write one line."""
    return row_object(result) + b"\n"


def head(_: RunInfo, __: Tally, ___: GateDecision | None) -> bytes:
    """Write nothing: every line is a row."""
    return b""


def tail(_: RunInfo, __: Tally, ___: GateDecision | None, ____: int = 0) -> bytes:
    """Write nothing."""
    return b""


JSONL = Form(row, head, tail, streams=True)
