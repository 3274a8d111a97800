"""Lines end at a line feed only; shards cut at them give the same rows as the whole file."""

import tracemalloc
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assertory.batch.read.faults import InputError
from assertory.batch.read.lines import count_lines, jsonl_rows, lines, lines_between, split
from assertory.engine import limits
from assertory.records.row import BadRow, Row
from tests.batch.read.pieces import cut_by, cuts, places, texts

MIB = 1024 * 1024
# Bytes that could be taken for line ends or white space, and ordinary ones.
line_bytes = st.lists(
    st.sampled_from([b"\n", b"\r", b" ", b"\t", b"\x0b", b"\x0c", "\u2028".encode(), b"{}", b"x"]),
    max_size=60,
).map(b"".join)


@pytest.mark.parametrize(
    ("data", "rows"),
    [
        pytest.param(b"", [], id="nothing"),
        pytest.param(b"a\nb\n", [(1, 0, b"a"), (2, 2, b"b")], id="two"),
        pytest.param(b"a\nb", [(1, 0, b"a"), (2, 2, b"b")], id="no-line-end-at-the-end"),
        pytest.param(b"a\r\nb", [(1, 0, b"a\r"), (2, 3, b"b")], id="carriage-return-stays"),
        pytest.param(b"a\rb", [(1, 0, b"a\rb")], id="carriage-return-alone-splits-nothing"),
        pytest.param("a\u2028b\u0085c".encode(), [(1, 0, "a\u2028b\u0085c".encode())], id="u2028"),
        pytest.param(b"a\x0bb\x0cc\x1cd", [(1, 0, b"a\x0bb\x0cc\x1cd")], id="other-separators"),
        pytest.param(b"\n\na\n \t\r\nb", [(3, 2, b"a"), (5, 8, b"b")], id="blank-lines-count"),
        pytest.param(b"\x0c\n\xc2\xa0", [(1, 0, b"\x0c"), (2, 2, b"\xc2\xa0")], id="other-space"),
        pytest.param(b"a\x00\n\xff", [(1, 0, b"a\x00"), (2, 3, b"\xff")], id="any-bytes-are-kept"),
    ],
)
def test_a_row_is_a_line_that_is_not_blank(data: bytes, rows: list[tuple[int, int, bytes]]) -> None:
    assert list(jsonl_rows([data] if data else [], 7)) == [Row(7, *row) for row in rows]


@given(line_bytes, cuts)
def test_chunks_of_any_size_give_the_same_lines(data: bytes, sizes: list[int]) -> None:
    expected = data.split(b"\n") if data else []
    if data.endswith(b"\n"):
        expected.pop()
    found = list(lines(cut_by(data, sizes)))
    assert [line for _, _, line in found] == expected
    assert [number for number, _, _ in found] == list(range(1, len(expected) + 1))
    for _, offset, line in found:
        assert line is not None
        assert data[offset : offset + len(line)] == line


@pytest.mark.parametrize("sizes", [[1], [7], [1000]], ids=str)
def test_a_line_over_the_bound_is_a_bad_row_and_the_next_is_read(
    monkeypatch: pytest.MonkeyPatch, sizes: list[int]
) -> None:
    monkeypatch.setattr(limits, "EVIDENCE_BYTES_MAX", 10)
    data = b"x" * 10 + b"\n" + b"y" * 11 + b"\n" + b"z\n" + b"w" * 11
    rows = list(jsonl_rows(cut_by(data, sizes), 0))
    assert texts(rows) == [b"x" * 10, "row_too_large", b"z", "row_too_large"]
    assert places(rows) == [(1, 0), (2, 11), (3, 23), (4, 25)]
    assert isinstance(rows[1], BadRow)
    assert "10 bytes" in rows[1].message


def test_the_bound_is_16_mib_exactly() -> None:
    largest = b"x" * (16 * MIB)
    assert texts(jsonl_rows([largest, b"\n", largest, b"y\n", b"z"], 0)) == [
        largest,
        "row_too_large",
        b"z",
    ]


def test_a_line_of_a_gigabyte_takes_no_more_memory_than_the_largest_row() -> None:
    tracemalloc.start()
    try:
        rows = list(jsonl_rows((bytes(MIB) for _ in range(1024)), 0))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert texts(rows) == ["row_too_large"]
    assert peak < 24 * MIB


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=line_bytes, target=st.integers(1, 80))
def test_shards_cover_the_file_and_give_its_rows(data: bytes, target: int, tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    path.write_bytes(data)
    shards = list(split(path, target))
    edges = [0, *(end for _, end, _ in shards)]
    assert [start for start, _, _ in shards] == edges[:-1]
    assert edges[-1] == len(data)
    assert all(start < end for start, end, _ in shards)
    for start, end, _ in shards[:-1]:
        assert end - start >= target
        assert b"\n" not in data[max(start, start + target - 1) : end - 1]  # none could end earlier
        assert data[end - 1 : end] == b"\n"
    found = [row for shard in shards for row in lines_between(path, 3, *shard)]
    assert found == list(jsonl_rows([data] if data else [], 3))


def test_shards_are_cut_right_where_lines_are_longer_than_the_blocks_that_are_read(
    tmp_path: Path,
) -> None:
    path = tmp_path / "answers.jsonl"
    data = b"\n".join([b"x" * (MIB - 1), b"y" * (3 * MIB), b"", b"z"])
    path.write_bytes(data)
    ends = [MIB, 4 * MIB + 1, 4 * MIB + 3]
    assert list(split(path, 1000)) == [
        (0, ends[0], 1),
        (ends[0], ends[1], 2),
        (ends[1], ends[2], 3),
    ]
    assert list(split(path, MIB + 1)) == [(0, ends[1], 1), (ends[1], ends[2], 3)]


@pytest.mark.parametrize(
    ("data", "count"), [(b"", 0), (b"a", 1), (b"a\n", 1), (b"a\n\nb", 3)], ids=repr
)
def test_lines_are_counted(tmp_path: Path, data: bytes, count: int) -> None:
    path = tmp_path / "answers.jsonl"
    path.write_bytes(data)
    assert count_lines(path) == count


def test_a_file_that_has_gone_ends_the_split_with_a_reason(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"gone\.jsonl: No such file"):
        list(split(tmp_path / "gone.jsonl", 100))
