"""What the reader's tests share: bytes in chunks, and rows as short tuples."""

from collections.abc import Iterable, Iterator

from hypothesis import strategies as st

from assertory.records.row import BadRow, Row

cuts = st.lists(st.integers(1, 40), min_size=1, max_size=8)


def cut_by(data: bytes, sizes: list[int]) -> Iterator[bytes]:
    """Cut `data` into chunks of the sizes, taken round and round."""
    at = turn = 0
    while at < len(data):
        size = sizes[turn % len(sizes)]
        yield data[at : at + size]
        at += size
        turn += 1


def texts(rows: Iterable[Row | BadRow]) -> list[bytes | str]:
    """Each row's text, or its code where it is a bad one."""
    return [row.text if isinstance(row, Row) else row.code for row in rows]


def places(rows: Iterable[Row | BadRow]) -> list[tuple[int, int]]:
    """Each row's number and offset."""
    return [(row.number, row.offset) for row in rows]


def take_until_fault(
    rows: Iterable[Row | BadRow], fault: type[Exception]
) -> tuple[list[Row | BadRow], str | None]:
    """The rows up to a fault, and what it says; None where there is none."""
    taken = []
    try:
        for row in rows:
            taken.append(row)  # noqa: PERF402 - what came before the fault is wanted
    except fault as error:
        return taken, str(error)
    return taken, None
