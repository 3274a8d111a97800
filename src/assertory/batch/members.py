"""The members of a row's JSON object, each with its value and its exact text."""

import re
from collections.abc import Iterator
from json.decoder import JSONDecodeError, scanstring  # type: ignore[attr-defined]
from typing import Final

from assertory.engine import json_text
from assertory.engine.json_text import JSON_SPACE, Json
from assertory.engine.json_value import DECODER, exceeds, is_json, type_name
from assertory.engine.limits import JSON_LEVELS_MAX
from assertory.engine.pointer import is_index
from assertory.records.row import Row

Members = dict[str, tuple[Json, str]]

BOM: Final = "\ufeff"
NAME_MAX: Final = 60  # code points of a member's name that a message repeats
OPENERS: Final = frozenset("[{")
SPACE: Final = re.compile(r"[ \t\r\n]*")
OPEN: Final = re.compile(r"[ \t\r\n]*\{[ \t\r\n]*").match
COLON: Final = re.compile(r"[ \t\r\n]*:[ \t\r\n]*").match
NEXT: Final = re.compile(r'[ \t\r\n]*(?:,[ \t\r\n]*(?=")|(\}))[ \t\r\n]*').match


class RowFault(Exception):
    """A row that can't be graded: a stable code, and a sentence for people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def read_row(row: Row) -> Members:
    """
    Read a row.

    Gives:   its members; see `read_members`.
    Raises:  RowFault: `row_not_utf8`, and what `read_members` raises.
    """
    try:
        text = row.text.decode()
    except UnicodeDecodeError as error:
        message = f"the byte at offset {error.start} of the row is not UTF-8; save the file as UTF-8"
        raise RowFault("row_not_utf8", message) from None
    return read_members(text)
