"""A row of saved answers as it was read, or why it could not be."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """
    One row as JSON text.

    number counts from 1 within its file (the line of a JSONL file, the element of an array, the
    record of a CSV or Parquet file); offset is where it begins, in bytes of the decompressed
    file, -1 where that has no meaning; text is its JSON text, exact where the input was JSON.
    """

    file: int  # index of the file among those given
    number: int
    offset: int
    text: bytes


@dataclass(frozen=True, slots=True)
class BadRow:
    """A row that can't be graded, with a stable code and a sentence for people."""

    file: int
    number: int
    offset: int
    code: str
    message: str
