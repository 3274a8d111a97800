"""The columns of a table, and its records written as compact JSON."""

from collections.abc import Sequence
from typing import Final

from assertory.batch.read.faults import BadRecord, Damaged, too_large
from assertory.engine import limits
from assertory.engine.canonical import compact
from assertory.engine.json_text import Json
from assertory.engine.json_value import is_finite, is_json, is_number, read_answer

NAMES_MAX: Final = 20  # columns that a message lists


class Table:
    """
    The columns of one file.

    Takes:   columns, their names in order; json_columns, the names of those whose texts are JSON.
    Raises:  Damaged where a name is empty or repeated, or a JSON column isn't there.

    >>> Table(["output", "score"], ["score"]).write(["OK", "[1.0]"])
    b'{"output":"OK","score":[1]}'
    """

    def __init__(self, columns: Sequence[str], json_columns: Sequence[str]) -> None:
        seen: set[str] = set()
        for place, name in enumerate(columns, 1):
            if not name:
                raise Damaged(f"column {place} has no name; name it, or remove it")
            if name in seen:
                raise Damaged(f'two columns are named "{name}"; rename or remove one')
            seen.add(name)
        for name in json_columns:
            if name not in seen:
                found = ", ".join(f'"{column}"' for column in columns[:NAMES_MAX])
                raise Damaged(f'there is no column "{name}" to read as JSON; there are: {found}')
        self.columns = tuple(columns)
        self.json_columns = tuple(json_columns)

    def write(self, cells: Sequence[Json]) -> bytes:
        """
        Write a record as the compact JSON of one object.

        Takes:   cells, as many as there are columns.
        Raises:  BadRecord: cell_not_json, json_too_deep, number_not_finite, value_not_json,
                 row_too_large.
        """
        members = dict(zip(self.columns, cells, strict=True))
        for name in self.json_columns:
            if type(members[name]) is str:
                members[name] = _read(name, members[name])
        for name, value in members.items():
            if not is_json(value):
                raise _no_json(name, value)
        text = compact(members).encode()
        if len(text) > limits.EVIDENCE_BYTES_MAX:
            raise too_large()
        return text


def _read(name: str, text: str) -> Json:
    """Read a cell of a JSON column; an empty one is null."""
    if not text:
        return None
    reason, value = read_answer(text)
    if reason == "json_too_deep":
        message = f'column "{name}" holds JSON of more than {limits.JSON_LEVELS_MAX} levels'
        raise BadRecord("json_too_deep", f"{message}; nothing deeper can be graded")
    if reason is not None:
        message = f'column "{name}" holds what is not JSON; even a text needs quotation marks there'
        raise BadRecord("cell_not_json", message)
    return value


def _no_json(name: str, value: Json) -> BadRecord:
    """Say why a value isn't JSON, which some types of a table's columns allow."""
    below = [value]
    while below:
        member = below.pop()
        if type(member) is dict:
            below.extend(member.values())
        elif type(member) is list:
            below.extend(member)
        elif is_number(member) and not is_finite(member):
            message = f'column "{name}" holds a number that is not finite; write null in its place'
            return BadRecord("number_not_finite", message)
    message = f'column "{name}" holds a value of a type that JSON does not have; write it as text'
    return BadRecord("value_not_json", message)
