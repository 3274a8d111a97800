"""The answers that were named: which files they are, in what form, and their rows."""

import glob
import io
import os
import stat
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Final

from assertory.batch.read import forms
from assertory.batch.read.chunks import (
    Compression,
    Pipe,
    read_file,
    read_pipe,
    read_stream,
    unpack,
)
from assertory.batch.read.faults import Damaged, InputError
from assertory.batch.read.forms import Form
from assertory.batch.read.json_array import array_rows
from assertory.batch.read.lines import jsonl_rows, lines_between, split
from assertory.batch.read.missing import missing
from assertory.records.row import BadRow, Row

__all__ = ["InputError", "Source", "find_sources", "lines_between", "rows", "split"]

STANDARD_INPUT: Final = "-"
GLOB_MARKS: Final = frozenset("*?[")


@dataclass(frozen=True, slots=True)
class Source:
    """
    One file of answers, or standard input.

    index counts from 0 among those given; name is as given, or as a pattern matched it; path is
    None for standard input; size is in bytes on disk, None where that isn't known; pipe is what
    can be read only once.
    """

    index: int
    name: str
    path: Path | None
    form: Form
    compression: Compression | None
    json_columns: tuple[str, ...]
    size: int | None = None
    pipe: Pipe | None = field(default=None, compare=False, repr=False)

    @property
    def splittable(self) -> bool:
        """Whether processes can each read a byte range of it: an uncompressed JSONL file."""
        return self.form == "jsonl" and self.compression is None and self.pipe is None


def find_sources(answers: Sequence[str], *, json_columns: Sequence[str] = ()) -> tuple[Source, ...]:
    """
    Find the answers that were named.

    Takes:   answers, files, patterns like `runs/**/*.jsonl` (matches are taken in their sorted
             order), and `-` for standard input; json_columns, for tables.
    Gives:   the sources in order. The form goes by the extension, before a .gz or .zst; where
             that doesn't tell, answers that begin with `[` are an array, others JSONL.
    Raises:  InputError where one can't be found or read.
    Source:  issue of the command line, part 2.
    """
    names = [name for answer in answers for name in _expand(answer)]
    _refuse_repeats(names)
    columns = tuple(json_columns)
    sources = tuple(_source(index, name, columns) for index, name in enumerate(names))
    if columns:
        _refuse_other_columns(sources)
    return sources


def _refuse_other_columns(sources: Sequence[Source]) -> None:
    """Refuse JSON columns that aren't there, before anything is graded or written."""
    tables = [source for source in sources if source.form in ("csv", "parquet")]
    if not tables:
        raise InputError(
            "a JSON column was named, but only CSV and Parquet have columns, and no answers are"
            " either; leave the option out"
        )
    for table in tables:
        if table.pipe is None:  # what can be read only once is read later
            try:
                next(_read(table), None)
            except Damaged as fault:
                raise InputError(f"{table.name}: {fault}") from None
            except OSError as error:
                raise _unreadable(table.name, error) from None


def _expand(answer: str) -> list[str]:
    """Give the names that one argument stands for; a file of that very name comes first."""
    if answer == STANDARD_INPUT or os.path.lexists(answer) or not GLOB_MARKS & set(answer):
        return [answer]
    matches = glob.glob(answer, recursive=True)  # noqa: PTH207 - Path.glob wants a folder first
    # Path.is_dir would raise for what lies in a folder that may not be entered.
    found = sorted(name for name in matches if not os.path.isdir(name))  # noqa: PTH112
    if not found:
        raise InputError(f"{answer}: no file matches this pattern; check it and your folder")
    return found


def _refuse_repeats(names: Sequence[str]) -> None:
    seen: dict[str | tuple[int, int], str] = {}
    for name in names:
        key = name if name == STANDARD_INPUT else _identity(_status(name))
        if key == STANDARD_INPUT in seen:
            raise InputError("-: standard input was named twice, and can be read once")
        if key in seen:
            raise InputError(
                f"{name}: this is the same file as {seen[key]}; its answers would count twice"
            )
        seen[key] = name


def _identity(status: os.stat_result) -> tuple[int, int]:
    return status.st_dev, status.st_ino


def _status(name: str) -> os.stat_result:
    """Give what the system knows of a file, if it can be read."""
    try:
        status = Path(name).stat()
    except (FileNotFoundError, NotADirectoryError):
        raise InputError(missing(name)) from None
    except OSError as error:
        raise _unreadable(name, error) from None
    if stat.S_ISDIR(status.st_mode):
        raise InputError(f"{name}: this is a folder; name its files, like {name}/*.jsonl")
    return status


def _unreadable(name: str, error: OSError) -> InputError:
    return InputError(f"{name}: {error.strerror}; make sure that you may read it")


def _source(index: int, name: str, json_columns: tuple[str, ...]) -> Source:
    if name == STANDARD_INPUT:
        stdin = getattr(sys.stdin, "buffer", None)
        if not isinstance(stdin, io.BufferedIOBase):
            raise InputError("-: standard input is closed; name a file")
        form, pipe = _look(name, stdin, None, None)
        return Source(index, name, None, form, None, json_columns, pipe=pipe)
    known, compression = forms.by_name(name)
    path, status = Path(name), _status(name)
    try:
        if stat.S_ISREG(status.st_mode):
            with path.open("rb") as file:
                form, _ = _look(name, file, known, compression)
            size = status.st_size
            return Source(index, name, path, form, compression, json_columns, size)
        if known == "parquet":
            raise InputError(f"{name}: Parquet can't be read from a pipe; save it as a file first")
        form, pipe = _look(name, path.open("rb"), known, compression)
        return Source(index, name, path, form, compression, json_columns, pipe=pipe)
    except OSError as error:
        raise _unreadable(name, error) from None


def _look(
    name: str, file: io.BufferedIOBase, form: Form | None, compression: Compression | None
) -> tuple[Form, Pipe]:
    """Tell the form by the beginning, where the name doesn't; keeps what that takes."""
    taken: list[bytes] = []

    def stream() -> Iterator[bytes]:
        for chunk in read_stream(file):
            taken.append(chunk)
            yield chunk

    chunks = stream()
    first = next(chunks, b"")
    if compression is None and form != "parquet":
        forms.refuse_other_content(name, first)
    if form is None:
        try:
            form = forms.by_content(unpack(chain((first,), chunks), compression))
        except Damaged as fault:
            raise InputError(f"{name}: {fault}") from None
    return form, Pipe(file, b"".join(taken), is_ours=name != STANDARD_INPUT)


def rows(source: Source) -> Iterator[Row | BadRow]:
    """
    Give the rows of a source, good and bad, in bounded memory.

    Raises:  InputError, after the rows before it, where the source can't be read any further.
    """
    reached = 0
    try:
        for row in _read(source):
            reached = row.number
            yield row
    except (Damaged, OSError) as fault:
        place = f"after row {reached}" if reached else "before the first row"
        reason = fault.strerror if isinstance(fault, OSError) else fault
        raise InputError(f"{source.name}: reading ended {place}: {reason}") from None


def _read(source: Source) -> Iterator[Row | BadRow]:
    if source.form == "parquet" and source.path is not None:
        from assertory.batch.read.parquet import parquet_rows  # noqa: PLC0415 - an extra, and slow

        return parquet_rows(source.path, source.index, source.json_columns)
    chunks = unpack(_packed(source), source.compression)
    if source.form == "csv":
        from assertory.batch.read.csv_rows import csv_rows  # noqa: PLC0415 - seldom needed

        return csv_rows(chunks, source.index, source.json_columns)
    if source.form == "array":
        return array_rows(chunks, source.index)
    return jsonl_rows(chunks, source.index)


def _packed(source: Source) -> Iterator[bytes]:
    if source.pipe is not None:
        return read_pipe(source.pipe)
    if source.path is None:
        raise InputError(f"{source.name}: this was never opened")
    return read_file(source.path)
