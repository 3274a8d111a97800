"""The members of a row's JSON object, each with its value and its exact text."""

import json
import re
from collections.abc import Iterator
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Final

from assertory.engine import json_text
from assertory.engine.json_text import Json, line_and_column
from assertory.engine.json_value import DECODER, exceeds, is_json, type_name
from assertory.engine.limits import JSON_LEVELS_MAX
from assertory.records.row import Row

Members = dict[str, tuple[Json, str]]

BOM: Final = "\ufeff"
NAME_MAX: Final = 60  # code points of a member's name that a message repeats
# What stands before a member's name, between name and value, and between members or at the end.
FIRST: Final = re.compile(r'[ \t\r\n]*\{[ \t\r\n]*"').match
COLON: Final = re.compile(r"[ \t\r\n]*:[ \t\r\n]*").match
NEXT: Final = re.compile(r'[ \t\r\n]*(?:,[ \t\r\n]*"|(\}[ \t\r\n]*))').match
# In text that is known to be JSON, what stands between two values.
GAP: Final = re.compile(r"[ \t\r\n,:]*")
SCALAR: Final = re.compile(r"[^ \t\r\n,\]}]*")
STRUCTURE: Final = re.compile(r'["\[\]{}]')
scan_once: Final = DECODER.scan_once  # type: ignore[attr-defined]
OPENERS: Final = frozenset("[{")
CLOSERS: Final = frozenset("]}")


class RowFault(Exception):
    """A row that can't be graded: a stable code, and a sentence for people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def read_row(row: Row) -> Members:
    """
    Read a row.

    Gives:   its members, as `read_members` does.
    Raises:  RowFault: `row_not_utf8`, and what `read_members` raises.
    """
    try:
        text = row.text.decode()
    except UnicodeDecodeError as error:
        message = f"the byte at offset {error.start} of the row is not UTF-8; save it as UTF-8"
        raise RowFault("row_not_utf8", message) from None
    return read_members(text)


def read_members(text: str) -> Members:
    r"""
    Read the members of one JSON object.

    Gives:   each member's value and its exact JSON text, without the white space around it; the
             last of repeated keys wins.
    Raises:  RowFault: `row_not_json`, `row_not_object`, `json_too_deep` (over 512 levels, the row
             itself is the first), `number_not_finite`.
    Source:  semantics sections 2 and 7.

    >>> read_members('{"output": {"text": "OK"}, "n": 1.0, "n": 2.50}')
    {'output': ({'text': 'OK'}, '{"text": "OK"}'), 'n': (2.5, '2.50')}
    """
    try:
        members = _scan(text)
    except (ValueError, StopIteration, RecursionError):
        members = None
    if members is None:
        members = _read_carefully(text)
    values = [value for value, _ in members.values()]
    # Asked with a level to spare, `is_json` says yes to all but the deepest and the unsound.
    if not is_json([values]):
        _refuse_values(members, values)
    return members


def _scan(text: str) -> Members | None:
    """Read the members in the fast way, which gives None or raises where it does not get on."""
    members: Members = {}
    match = FIRST(text)
    while match is not None:
        name, at = scanstring(text, match.end(), True)  # noqa: FBT003 - C
        if (match := COLON(text, at)) is None:
            return None
        at = match.end()
        value, end = scan_once(text, at)
        members[name] = value, text[at:end]
        match = NEXT(text, end)
        if match is not None and match.lastindex:
            return members if match.end() == len(text) else None
    return None


def _read_carefully(text: str) -> Members:
    """Read what the fast way could not, or say why that can't be done."""
    if text.startswith(BOM):
        message = "a byte order mark stands before the row; save the file as UTF-8 without one"
        raise RowFault("row_not_json", message)
    try:
        value = json_text.read(text, levels=JSON_LEVELS_MAX)
    except json_text.Fault as fault:
        raise _too_deep() if fault.code == "json_too_deep" else _not_json(text, fault) from None
    if type(value) is not dict:
        raise RowFault("row_not_object", f"the row is {type_name(value)}; it has to be an object")
    start = _after_gap(text, 0)
    return {name: (value[name], text[at:end]) for name, at, end in _children(text, start)}


def _not_json(text: str, fault: json_text.Fault) -> RowFault:
    """Say where a row stops being JSON in words of our own, since Python's change with it."""
    line, column = line_and_column(text, fault.offset)
    place = f"column {column}" if line == 1 else f"line {line} of the row, column {column}"
    said = f"{_found(text[fault.offset : fault.offset + 1])}{fault.detail.partition('; ')[2]}"
    return RowFault("row_not_json", f"the row is not JSON: {said} ({place})")


def _found(first: str) -> str:
    """Say what stands at a fault by its first character: a word there may be evidence."""
    if not first:
        return "it ends too early; "
    if first == '"':
        return "found a text; "
    return f"found {json.dumps(first)}; " if first in json_text.PUNCTUATION or first < " " else ""


def _too_deep() -> RowFault:
    message = f"the row is nested more than {JSON_LEVELS_MAX} levels deep; nothing deeper is graded"
    return RowFault("json_too_deep", message)


def _refuse_values(members: Members, values: list[Json]) -> None:
    """Raise RowFault where the row goes too deep, or holds a number that is not finite."""
    if exceeds(values, levels=JSON_LEVELS_MAX):
        raise _too_deep()
    for name, (value, _) in members.items():
        if not is_json(value):
            message = f'the member "{name[:NAME_MAX]}" holds a number that no double can hold'
            raise RowFault("number_not_finite", f"{message}; write a smaller one, or a text")


def slice_at(text: str, tokens: tuple[str, ...]) -> str | None:
    r"""
    Give the exact JSON text of what a pointer selects inside a JSON text.

    Takes:   text, which has been read as JSON; tokens, the pointer's own, by `pointer.parse`.
    Gives:   the text, without the white space around it; None where nothing is selected. The last
             of repeated keys wins.

    >>> slice_at('{"text": "caf\u00e9", "scores": [1, 2.50]}', ("scores", "1"))
    '2.50'
    """
    start = _after_gap(text, 0)
    end = _value_end(text, start)
    for token in tokens:
        selected = None
        for name, at, child_end in _children(text, start):
            if name == token:
                selected = at, child_end
        if selected is None:
            return None
        start, end = selected
    return text[start:end]


def _children(text: str, at: int) -> Iterator[tuple[str, int, int]]:
    """Give name or index, start and end of each value in the container at `at`; none in others."""
    if text[at] not in OPENERS:
        return
    named = text[at] == "{"
    at = _after_gap(text, at + 1)
    index = 0
    while text[at] not in CLOSERS:
        name = str(index)
        if named:
            name, at = scanstring(text, at + 1, True)  # noqa: FBT003 - C
            at = _after_gap(text, at)
        end = _value_end(text, at)
        yield name, at, end
        at = _after_gap(text, end)
        index += 1


def _after_gap(text: str, at: int) -> int:
    gap = GAP.match(text, at)
    return at if gap is None else gap.end()


def _value_end(text: str, at: int) -> int:
    """Find the end of the value at `at`, without recursion."""
    depth = 0
    while True:
        first = text[at]
        if first == '"':
            at = scanstring(text, at + 1, True)[1]  # noqa: FBT003 - C
        elif first in OPENERS:
            depth += 1
            at += 1
        elif first in CLOSERS:
            depth -= 1
            at += 1
        else:
            scalar = SCALAR.match(text, at)
            return at if scalar is None else scalar.end()
        if not depth:
            return at
        structure = STRUCTURE.search(text, at)
        at = len(text) if structure is None else structure.start()
