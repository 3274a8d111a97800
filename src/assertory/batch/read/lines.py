r"""Lines of bytes, which end at \n only, one by one or in shards, and the rows of JSONL."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from assertory.batch.read.chunks import CHUNK
from assertory.batch.read.faults import InputError, too_large
from assertory.engine import limits
from assertory.engine.json_text import JSON_SPACE
from assertory.records.row import BadRow, Row

BLOCK: Final = 1 << 20  # bytes read at a time where lines are only counted
SPACE: Final = JSON_SPACE.encode()


def lines(
    chunks: Iterable[bytes], *, first_number: int = 1, offset: int = 0
) -> Iterator[tuple[int, int, bytes | None]]:
    r"""
    Split chunks into lines.

    Takes:   chunks, of any size; first_number and offset, those of the first line.
    Gives:   each line's number, its offset in bytes, and the line without its \n: None in place
             of one larger than a row may be, of which nothing is held.

    >>> list(lines([b"a\r\nb", b"c\n\nd"]))
    [(1, 0, b'a\r'), (2, 3, b'bc'), (3, 6, b''), (4, 7, b'd')]
    """
    bound = limits.EVIDENCE_BYTES_MAX
    number, size = first_number, 0  # of the line that has begun
    held: list[bytes] = []  # its pieces, while it is within the bound
    for chunk in chunks:
        piece, *following = chunk.split(b"\n")
        size += len(piece)
        if size <= bound:
            held.append(piece)
        for piece in following:
            yield number, offset, b"".join(held) if size <= bound else None
            number += 1
            offset += size + 1
            size, held = len(piece), [piece]
    if size:
        yield number, offset, b"".join(held) if size <= bound else None


def jsonl_rows(
    chunks: Iterable[bytes], file: int, *, first_number: int = 1, offset: int = 0
) -> Iterator[Row | BadRow]:
    r"""
    Give the rows of JSONL: every line but those of JSON white space alone.

    Source:  issue of the command line, "JSONL (split on \n only)"; semantics section 2.

    >>> list(jsonl_rows([b'{"output": "OK"}\n \n'], 0))
    [Row(file=0, number=1, offset=0, text=b'{"output": "OK"}')]
    """
    for number, start, line in lines(chunks, first_number=first_number, offset=offset):
        if line is None:
            yield too_large().row(file, number, start)
        elif line.strip(SPACE):
            yield Row(file, number, start, line)


def lines_between(
    path: Path, index: int, start: int, end: int, first_number: int
) -> Iterator[Row | BadRow]:
    """
    Give the rows of the shard `start` to `end` of an uncompressed JSONL file, made by `split`.

    Takes:   index, of the file among those given; start and end, in bytes; first_number, that of
             the line at start.
    """
    yield from jsonl_rows(
        _between(path, start, end), index, first_number=first_number, offset=start
    )


def _between(path: Path, start: int, end: int) -> Iterator[bytes]:
    with path.open("rb", buffering=0) as file:
        file.seek(start)
        while start < end and (chunk := file.read(min(CHUNK, end - start))):
            start += len(chunk)
            yield chunk


def split(path: Path, target_bytes: int) -> Iterator[tuple[int, int, int]]:
    """
    Cut a JSONL file into shards at line starts, as it is read.

    Takes:   target_bytes, the size of a shard; it goes on to the end of its last line.
    Gives:   each shard's start and end in bytes, and the number of its first line.
    """
    start = position = 0  # of the shard, and of the block
    number = first_number = 1
    for block in _blocks(path):
        at = 0  # all before it in the block is counted
        while (wanted := max(0, start + target_bytes - 1 - position)) < len(block):
            cut = block.find(b"\n", wanted) + 1
            if not cut:
                break
            number += block.count(b"\n", at, cut)
            at = cut
            yield start, position + at, first_number
            start, first_number = position + at, number
        number += block.count(b"\n", at)
        position += len(block)
    if position > start:
        yield start, position, first_number


def count_lines(path: Path) -> int:
    """Count the lines of a file, those of white space too."""
    count, block = 0, b"\n"
    for block in _blocks(path):
        count += block.count(b"\n")
    return count if block.endswith(b"\n") else count + 1


def _blocks(path: Path) -> Iterator[bytes]:
    try:
        with path.open("rb", buffering=0) as file:
            while block := file.read(BLOCK):
                yield block
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None
