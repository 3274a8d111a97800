"""Grade again and compare: for each row of a results file, the same, or what differs."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from assertory.engine.json_value import exceeds, type_name
from assertory.engine.limits import JSON_LEVELS_MAX

# What may differ without a verdict being another: the versions that ran.
VERSIONS: Final = ("engineVersion", "re2Version")
# What reading something else than a result may raise.
NO_RESULT: Final = (
    ArithmeticError,
    AttributeError,
    KeyError,
    RecursionError,
    TypeError,
    ValueError,
)
PARTS: Final = ("receipt", "explanation", "error")
NOTHING: Final = "nothing"  # in place of a member that isn't there
HASHES: Final = {
    "receipt.configHash": "the configuration",
    "receipt.evidenceHash": "the evidence",
    "receipt.captureHash": "the tool capture",
    "receipt.explanationHash": "the explanation",
    "receipt.rowHash": "the row",
}
OTHERWISE: Final = f"{HASHES['receipt.explanationHash']} differs"
HASH: Final = re.compile(r'^"?([0-9a-f]{12})[0-9a-f]{52}"?$')
CUT: Final = r"\1…"

ResultRow = dict[str, Any]
Place = tuple[int, int]  # index of the file, number of the row


@dataclass(frozen=True, slots=True)
class Comparison:
    """One row of the results: its name, what differs, and the versions that do."""

    row: str
    differences: tuple[str, ...]
    versions: tuple[str, ...] = ()


class ResultsFault(ValueError):
    """A results file that can't be compared; says where it breaks."""


def compare(results: Path, again: Path, names: tuple[str, ...]) -> Iterator[Comparison]:
    """
    Compare a results file with what grading gives now, row by row.

    Takes:   results and again, both with their rows in the order of the answers; names, the
             answer files where there are several.
    Gives:   a comparison for each row that either has; a row out of order is one by itself.
    Raises:  ResultsFault for a line that is no result.
    """
    order = {name: index for index, name in enumerate(names)}
    now = _rows(again, order)
    new = next(now, None)
    last: Place = (-1, -1)
    for place, old in _rows(results, order):
        if place <= last:
            yield Comparison(_name(old), ("stands out of order, or twice",))
            continue
        last = place
        while new is not None and new[0] < place:
            yield _left_out(new[1])
            new = next(now, None)
        if new is None or place < new[0]:
            yield Comparison(_name(old), ("the answers have no such row",))
        else:
            yield _compared(old, new[1])
            new = next(now, None)
    while new is not None:
        yield _left_out(new[1])
        new = next(now, None)


def _left_out(row: ResultRow) -> Comparison:
    return Comparison(_name(row), ("the results have no such row",))


def _rows(path: Path, order: dict[str, int]) -> Iterator[tuple[Place, ResultRow]]:
    """Read results with the place of each row."""
    with path.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            try:
                row = json.loads(line, object_pairs_hook=_members)
                place = order.get(row.get("file", ""), 0), int(row["row"])
                if exceeds(row, levels=JSON_LEVELS_MAX):
                    raise ResultsFault
            except NO_RESULT:
                message = f"{path}, line {number}: this is no result of assertory grade"
                raise ResultsFault(message) from None
            yield place, row


def _name(row: ResultRow) -> str:
    return f"{row['file']} row {row['row']}" if "file" in row else f"row {row['row']}"


def _members(pairs: list[tuple[str, Any]]) -> ResultRow:
    """Refuse repeated names, of which every reader would see another."""
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError
    return members


def _compared(old: ResultRow, new: ResultRow) -> Comparison:
    receipts = _object(old, "receipt"), _object(new, "receipt")
    found = [
        *_changed("", old, new, leaving_out=PARTS),
        *_changed("receipt.", *receipts, leaving_out=VERSIONS),
        *_changed("error.", _object(old, "error"), _object(new, "error"), leaving_out=("message",)),
    ]
    if _explained_otherwise(old, new) and not any(d.startswith(OTHERWISE) for d in found):
        found.append(OTHERWISE)
    for name in PARTS:
        found.extend(_of_another_kind(name, old, new, found))
    return Comparison(_name(old), tuple(found), tuple(_changed("", *receipts, only=VERSIONS)))


def _explained_otherwise(old: ResultRow, new: ResultRow) -> bool:
    """Tell whether explanations differ; of two kinds `_of_another_kind` tells."""
    if _kind(old, "explanation") != _kind(new, "explanation"):
        return False
    return _told(old.get("explanation")) != _told(new.get("explanation"))


def _of_another_kind(
    name: str, old: ResultRow, new: ResultRow, found: Sequence[str]
) -> Iterator[str]:
    """Tell where a part, or what may differ in it, stands on one side alone or has another type."""
    was, now = _kind(old, name), _kind(new, name)
    if was == now:
        parts = _object(old, name), _object(new, name)
        free = (*VERSIONS, "message")
        names = [each for each in free if _kind(parts[0], each) != _kind(parts[1], each)]
        yield from _changed(f"{name}.", *parts, only=names)
    elif not any(difference.startswith(name) for difference in found):
        yield f"{name}: {was} → {now}"


def _kind(row: ResultRow, name: str) -> str:
    return type_name(row[name]) if name in row else NOTHING


def _object(row: ResultRow, name: str) -> ResultRow:
    """Give a part of a result; where none is, or something else, every member is missing."""
    part = row.get(name)
    return part if isinstance(part, dict) else {}


def _changed(
    before: str,
    old: ResultRow,
    new: ResultRow,
    *,
    leaving_out: Iterable[str] = (),
    only: Iterable[str] | None = None,
) -> Iterator[str]:
    """Tell every member that differs; before is written before its name."""
    for name in {**new, **old} if only is None else only:
        was, now = _shown(old, name), _shown(new, name)
        if was != now and name not in leaving_out:
            yield _difference(f"{before}{name}", was, now)


def _difference(place: str, was: str, now: str) -> str:
    """Tell what a member was and is; of two hashes also, in words, what they are of."""
    if place not in HASHES or NOTHING in (was, now):
        return f"{place}: {was} → {now}"
    was, now = shortened(was, now)
    return f"{HASHES[place]} differs ({place}: {was} → {now})"


def shortened(was: str, now: str) -> tuple[str, str]:
    """
    Cut two hashes to what a person compares, and leave whole what isn't one.

    Two that begin alike stay whole, since what is cut then is the difference.
    """
    short = HASH.sub(CUT, was), HASH.sub(CUT, now)
    return (was, now) if short[0] == short[1] else short


def _shown(row: ResultRow, name: str) -> str:
    """Write a member as JSON, which also tells 1 from 1.0 and from true."""
    return json.dumps(row[name], ensure_ascii=False) if name in row else NOTHING


def _told(explanation: object) -> str:
    """Give the explanation without its sentences, as JSON."""
    if isinstance(explanation, dict) and isinstance(explanation.get("checks"), list):
        checks = [
            {name: _kind(check, name) if name == "message" else check[name] for name in check}
            if isinstance(check, dict)
            else check
            for check in explanation["checks"]
        ]
        explanation = {**explanation, "checks": checks}
    return json.dumps(explanation, sort_keys=True)
