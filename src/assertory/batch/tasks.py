"""How the rows of a run are divided into tasks, and which rows are selected."""

import hashlib
import heapq
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

from assertory.batch.grade import Grader
from assertory.batch.read.lines import lines_between, split
from assertory.batch.read.sources import InputError, Source, rows
from assertory.records.row import BadRow, Row

CHUNK_ROWS: Final = 200
CHUNK_BYTES: Final = 1 << 20
SHARD_BYTES_MAX: Final = 8 << 20
SHARD_BYTES_MIN: Final = 256 << 10
SHARDS_A_JOB: Final = 8  # enough that no process waits long for the slowest
ROWS_MAX: Final = 10**12  # of --limit and --sample: more than any run has
WORTH_A_JOB: Final = 8 << 20  # bytes of answers that pay for one more process


@dataclass(frozen=True, slots=True)
class Shard:
    """A byte range of a JSONL file, which the child reads itself."""

    path: Path
    file: int
    start: int
    end: int
    first_number: int

    def rows(self) -> Iterator[Row | BadRow]:
        """Read the rows that begin in the range; raises InputError."""
        try:
            yield from lines_between(self.path, self.file, self.start, self.end, self.first_number)
        except OSError as error:
            raise InputError(f"{self.path}: reading ended: {error.strerror}") from None


@dataclass(frozen=True, slots=True)
class Chunk:
    """Rows that the parent has read."""

    held: tuple[Row | BadRow, ...]

    def rows(self) -> Iterator[Row | BadRow]:
        """Give the rows."""
        return iter(self.held)


@dataclass(frozen=True, slots=True)
class Selection:
    """Which rows are graded, besides `--where`: a sample of `sample`, then the first `limit`."""

    limit: int | None = None
    sample: int | None = None
    seed: int = 0

    def __bool__(self) -> bool:
        return self.limit is not None or self.sample is not None


def jobs_for(sources: tuple[Source, ...], asked: int | None, processors: int) -> int:
    """Give the number of processes: as asked, else as many as the size of the input pays for."""
    if not all(source.splittable for source in sources):
        return 1
    if asked is not None:
        return asked
    size = sum(source.size or 0 for source in sources)
    return max(1, min(processors, size // WORTH_A_JOB))


def divide(
    sources: tuple[Source, ...], selection: Selection, grader: Grader, jobs: int
) -> Iterator[Shard | Chunk]:
    """
    Divide the rows of all sources into tasks, in their order.

    A selection needs rows counted across the whole input, so the parent reads them then.
    """
    if selection:
        yield from _chunks(_select(sources, selection, grader))
        return
    for source in sources:
        if source.splittable and source.path is not None:
            yield from _shards(source, source.path, jobs)
        else:
            yield from _chunks(rows(source))


def _shards(source: Source, path: Path, jobs: int) -> Iterator[Shard]:
    even = (source.size or 0) // (jobs * SHARDS_A_JOB)
    target = min(SHARD_BYTES_MAX, max(SHARD_BYTES_MIN, even))
    for start, end, first_number in split(path, target):
        yield Shard(path, source.index, start, end, first_number)


def _chunks(found: Iterable[Row | BadRow]) -> Iterator[Chunk]:
    """Gather rows; where reading breaks off, those before it still make a chunk."""
    held: list[Row | BadRow] = []
    size = 0
    broken: InputError | None = None
    try:
        for row in found:
            held.append(row)
            size += len(row.text) if isinstance(row, Row) else 0
            if len(held) >= CHUNK_ROWS or size >= CHUNK_BYTES:
                yield Chunk(tuple(held))
                held, size = [], 0
    except InputError as error:
        broken = error
    if held:
        yield Chunk(tuple(held))
    if broken is not None:
        raise broken


def _select(
    sources: tuple[Source, ...], selection: Selection, grader: Grader
) -> Iterator[Row | BadRow]:
    wanted = (row for source in sources for row in rows(source) if grader.wants(row))
    chosen = wanted if selection.sample is None else _sample(wanted, selection)
    return islice(chosen, selection.limit)


def _sample(found: Iterator[Row | BadRow], selection: Selection) -> Iterator[Row | BadRow]:
    """
    Choose the rows whose hash with the seed is smallest, and give them in their order.

    One pass, holding no more than the sample; the same seed chooses the same rows anywhere.
    """
    size = selection.sample or 0
    keyed = ((_key(selection.seed, index), index, row) for index, row in enumerate(found))
    chosen = heapq.nsmallest(size, keyed, key=lambda entry: entry[:2])
    return (row for _, _, row in sorted(chosen, key=lambda entry: entry[1]))


def _key(seed: int, index: int) -> bytes:
    return hashlib.sha256(f"{seed}:{index}".encode()).digest()
