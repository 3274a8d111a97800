"""CSV with a header row: a column is a member of the row object, a cell is a text."""

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from assertory.batch.read.faults import BadRecord, Damaged, too_large
from assertory.batch.read.json_array import BOM
from assertory.batch.read.lines import lines
from assertory.batch.read.table import Table
from assertory.engine import limits
from assertory.engine.json_text import Json
from assertory.records.row import BadRow, Row

QUOTES: Final = re.compile(rb'"+')
Record = tuple[int, bytes | None]  # its offset, and its bytes unless they are too many


def csv_rows(
    chunks: Iterable[bytes], file: int, json_columns: Sequence[str] = ()
) -> Iterator[Row | BadRow]:
    r"""
    Give the records after the header as rows, numbered from 1; blank lines are none.

    The byte order mark that spreadsheets write before the header is dropped. Every cell is a text
    but those of `json_columns`, which are JSON, and empty ones under `expected_output`, which are
    null. A cell in quotation marks goes on over line ends. Bad records are `row_not_utf8`,
    `row_not_csv`, `row_width`, and what `Table.write` raises.

    Raises:  Damaged where there is no sound header, and where a quoted cell never ends.

    >>> [row.text for row in csv_rows([b'output,n\nOK,1\n"a\n""b"" ",2\n'], 0, ["n"])]
    [b'{"output":"OK","n":1}', b'{"output":"a\\n\\"b\\" ","n":2}']
    """
    csv.field_size_limit(limits.EVIDENCE_BYTES_MAX)
    records = _records(chunks)
    table = Table(_header(records), json_columns)
    for number, (offset, record) in enumerate(records, 1):
        try:
            text = table.write(_row_cells(table, record))
        except BadRecord as bad:
            yield bad.row(file, number, offset)
        else:
            yield Row(file, number, offset, text)


def _header(records: Iterator[Record]) -> list[str]:
    for _, record in records:
        try:
            return _cells(record)
        except BadRecord as bad:
            raise Damaged(f"the header can't be read: {bad.message}") from None
    raise Damaged("the file is empty; CSV begins with a header row that names the columns")


def _row_cells(table: Table, record: bytes | None) -> list[Json]:
    cells: list[Json] = [*_cells(record)]
    if len(cells) != len(table.columns):
        message = (
            f"the record has {len(cells)} cells and the header {len(table.columns)};"
            " a cell that holds a comma needs quotation marks"
        )
        raise BadRecord("row_width", message)
    for place, column in enumerate(table.columns):
        if column == "expected_output" and not cells[place]:
            cells[place] = None
    return cells


def _cells(record: bytes | None) -> list[str]:
    """Take one record apart."""
    if record is None:
        raise too_large()
    try:
        return next(csv.reader([record.decode()]))
    except UnicodeDecodeError as error:
        message = f"byte {error.start} of the record is not UTF-8; save the file as UTF-8"
        raise BadRecord("row_not_utf8", message) from None
    except csv.Error:
        message = (
            "a carriage return stands outside quotation marks;"
            " end every line with a line feed, or with both"
        )
        raise BadRecord("row_not_csv", message) from None


def _records(chunks: Iterable[bytes]) -> Iterator[Record]:
    """
    Join the lines that a quoted cell holds together.

    The csv module could do so too, but would hold a record of any size, and after one with a fault
    would not find the next.
    """
    start = size = 0
    held: list[bytes] = []
    is_open = False
    for number, offset, text in lines(chunks):
        if text is None:
            raise Damaged(f"the line at byte {offset} is too long; is a quotation mark missing?")
        line = text.removeprefix(BOM) if number == 1 else text
        if not is_open:
            if not line.strip(b"\r"):
                continue
            start, size, held = offset, -1, []  # -1: the last line's end belongs to no record
        size += len(line) + 1
        if size <= limits.EVIDENCE_BYTES_MAX:
            held.append(line)
        is_open = _stays_open(line, is_open=is_open)
        if not is_open:
            yield start, b"\n".join(held) if size <= limits.EVIDENCE_BYTES_MAX else None
    if is_open:
        raise Damaged(f"in the record at byte {start} a quotation mark opens that never closes")


def _stays_open(line: bytes, *, is_open: bool) -> bool:
    """
    Tell whether a line ends inside a quoted cell, given whether it begins inside one.

    >>> [_stays_open(line, is_open=False) for line in (b'5" x', b'a,"b', b'"b"" ', b'"","c"')]
    [False, True, True, False]
    """
    at = 0
    if not is_open and line.startswith(b'"'):
        at, is_open = 1, True
    while True:
        if is_open:
            # Two quotation marks stand for one; an odd one out closes the cell.
            marks = QUOTES.search(line, at)
            if marks is None:
                return True
            at = marks.end()
            is_open = (at - marks.start()) % 2 == 0
        else:
            at = line.find(b',"', at) + 2  # only there does a cell begin with one
            if at == 1:
                return False
            is_open = True
