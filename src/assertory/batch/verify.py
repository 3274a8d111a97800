"""Grade again and compare: for each row of a results file, the same, or what differs."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import orjson

# What may differ without a verdict being another: the versions that ran.
VERSIONS: Final = ("engineVersion", "re2Version")
DECIDED: Final = ("outcome", "reason")
ResultRow = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Comparison:
    """One row of the results: its name, what differs, and the versions that do."""

    row: str
    differences: tuple[str, ...]
    versions: tuple[str, ...]


class ResultsFault(ValueError):
    """A results file that can't be compared; says where it breaks."""


def compare(results: Path, again: Path, names: tuple[str, ...]) -> Iterator[Comparison]:
    """
    Compare a results file with what grading gives now, row by row.

    Takes:   results and again, both with their rows in the order of the answers; names, the
             answer files where there are several.
    Gives:   a comparison for each row that either has.
    Raises:  ResultsFault for a line that is no result, or stands out of order.
    """
    order = {name: index for index, name in enumerate(names)}
    before, now = _rows(results, order), _rows(again, order)
    old, new = next(before, None), next(now, None)
    while old is not None or new is not None:
        if new is None or (old is not None and old[0] < new[0]):
            yield Comparison(_name(old), ("the answers have no such row",), ())
            old = next(before, None)
        elif old is None or new[0] < old[0]:
            yield Comparison(_name(new), ("the results have no such row",), ())
            new = next(now, None)
        else:
            yield Comparison(_name(old), *_differences(old[1], new[1]))
            old, new = next(before, None), next(now, None)


def _rows(path: Path, order: dict[str, int]) -> Iterator[tuple[tuple[int, int], ResultRow]]:
    """Read results with the place of each row, which must rise from line to line."""
    last = (-1, -1)
    with path.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            try:
                row = orjson.loads(line)
                place = (order.get(row.get("file", ""), 0), int(row["row"]))
                row["outcome"]
            except (orjson.JSONDecodeError, AttributeError, KeyError, TypeError, ValueError):
                message = f"{path}, line {number}: this is no result of assertory grade"
                raise ResultsFault(message) from None
            if place <= last:
                message = f"{path}, line {number}: row {row['row']} stands out of order"
                raise ResultsFault(message)
            last = place
            yield place, row


def _name(entry: tuple[tuple[int, int], ResultRow] | None) -> str:
    if entry is None:
        return ""
    row = entry[1]
    return f"{row['file']} row {row['row']}" if "file" in row else f"row {row['row']}"


def _differences(old: ResultRow, new: ResultRow) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Tell what differs between two results of one row, and which versions do."""
    found: list[str] = []
    before = old.get("receipt") or {}
    after = new.get("receipt") or {}
    found += _changed(old, new, ("outcome", "reason", "value", "label", "id"))
    found += _changed(before, after, sorted({*before, *after} - {*VERSIONS, *DECIDED}))
    if before:
        found += [
            f"{name}: the receipt says {_shown(before.get(name))}"
            for name in DECIDED
            if before.get(name) != old.get(name)
        ]
    if _told(old) != _told(new):
        found.append("explanation: differs")
    if (old.get("error") or {}).get("code") != (new.get("error") or {}).get("code"):
        codes = [_shown((row.get("error") or {}).get("code")) for row in (old, new)]
        found.append(f"error: {codes[0]} → {codes[1]}")
    versions = tuple(
        f"{name} {before.get(name)} → {after.get(name)}"
        for name in VERSIONS
        if before and after and before.get(name) != after.get(name)
    )
    return tuple(found), versions


def _changed(old: ResultRow, new: ResultRow, names: Iterable[str]) -> list[str]:
    return [
        f"{name}: {_shown(old.get(name))} → {_shown(new.get(name))}"
        for name in names
        if old.get(name) != new.get(name)
    ]


def _told(row: ResultRow) -> Any:  # noqa: ANN401 - JSON
    """Give the explanation without its sentences, which may be reworded."""
    explanation = row.get("explanation")
    if not isinstance(explanation, dict):
        return explanation
    checks = [
        {name: value for name, value in check.items() if name != "message"}
        for check in explanation.get("checks", [])
    ]
    return {**explanation, "checks": checks}


def _shown(value: object) -> str:
    return "none" if value is None else str(value)
