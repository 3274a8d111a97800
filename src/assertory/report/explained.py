"""What several forms say alike of one row: which it is, why it ended so, and its checks."""

import json
from collections.abc import Iterator
from typing import Final

from assertory.engine.json_text import Json
from assertory.engine.limits import PREVIEW_MAX
from assertory.records.result import RowResult
from assertory.report.phrases import many

REASONS_NAMED_MAX: Final = 3


def place(result: RowResult) -> str:
    """Say which row a result is of."""
    return f"row {result.row}" if result.file is None else f"{result.file}, row {result.row}"


def name(result: RowResult) -> str | None:
    """Give a row's own id as text, bounded like a preview, where it has one."""
    if result.id is None:
        return None
    text = str(result.id)
    return text if len(text) <= PREVIEW_MAX else f"{text[:PREVIEW_MAX]}…"


def why(result: RowResult) -> str:
    """
    Say why a row ended as it did, in stable names alone: nothing of the evidence is in it.

    Gives:   an error's code; else how many of the checks ended like the row, and their reasons.
    """
    if result.error is not None:
        return result.error.code
    reasons = [reason for _, _, _, reason in result.deciding]
    said = f"{len(reasons)} of {many(len(result.leaves), 'check')} {result.outcome}"
    distinct = list(dict.fromkeys(reason for reason in reasons if reason is not None))
    if not distinct:
        return said
    rest = ", …" if len(distinct) > REASONS_NAMED_MAX else ""
    return f"{said}: {', '.join(distinct[:REASONS_NAMED_MAX])}{rest}"


def checks(result: RowResult, *outcomes: str) -> list[dict[str, Json]]:
    """Give the explained checks that decided a row and ended so, failed ones first."""
    if result.explanation is None:
        return []
    explained = json.loads(result.explanation)["checks"]  # unlike orjson, takes lone surrogates
    decided = {at for at, _, _, _ in result.deciding}
    return [c for c in explained if c["outcome"] in outcomes and c["at"] in decided]


def more_checks(result: RowResult, shown: int, *outcomes: str) -> str:
    """Say how many checks ended so beyond those shown, the unexplained too; nothing where none."""
    more = sum(outcome in outcomes for _, _, outcome, _ in result.deciding) - shown
    return f"and {many(more, 'more check')} that {' or '.join(outcomes)}" if more > 0 else ""


def subject(check: dict[str, Json]) -> str:
    """Say what an explained check is and where it looks; holds what the author wrote, raw."""
    pointer = check["pointer"]
    if pointer is None:
        return str(check["op"])
    cut = "…" if check.get("pointerTruncated") else ""
    return f"{check['op']} at {pointer or 'the root'}{cut}"


def details(check: dict[str, Json]) -> Iterator[tuple[str, str]]:
    """
    Give what an explained check expected and observed, by name; holds evidence, raw.

    Gives:   `expected` and `observed` as JSON text, and `failing`, one for each failing path of a
             schema; `…` where more was cut.
    """
    for name in ("expected", "observed"):
        value = check[name]
        if value is not None:
            yield name, value["preview"] + ("…" if value["truncated"] else "")
    for failure in check.get("failures", ()):
        cut = "…" if failure.get("pathTruncated") else ""
        yield "failing", f"{failure['path'] or 'the root'}{cut}: {failure['requirement']}"
