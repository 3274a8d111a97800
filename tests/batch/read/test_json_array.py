"""A JSON array is taken apart into the exact bytes of its elements."""

import json
import tracemalloc
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assertory.batch.read.faults import Damaged
from assertory.batch.read.json_array import array_rows
from assertory.engine import limits
from assertory.records.row import Row
from tests.batch.read.pieces import cut_by, cuts, places, take_until_fault, texts

MIB = 1024 * 1024
# Texts that try to pass for structure.
tricky = st.lists(st.sampled_from(['"', "\\", "[", "]", "{", "}", ",", "\n", "é", "x"])).map(
    "".join
)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | tricky,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(tricky, inner, max_size=4),
    max_leaves=12,
)
spaces = st.text(" \t\r\n", max_size=3)


def spaced(value: Any, draw: st.DrawFn) -> str:  # noqa: ANN401 - any JSON value
    """Write a value with white space wherever JSON allows it."""

    def space() -> str:
        return draw(spaces)

    if isinstance(value, list):
        inner = ",".join(space() + spaced(item, draw) + space() for item in value)
        return f"[{inner or space()}]"
    if isinstance(value, dict):
        inner = ",".join(
            f"{space()}{json.dumps(name)}{space()}:{space()}{spaced(member, draw)}{space()}"
            for name, member in value.items()
        )
        return f"{{{inner or space()}}}"
    return json.dumps(value, ensure_ascii=draw(st.booleans()))


@st.composite
def arrays(draw: st.DrawFn) -> tuple[list[Any], bytes]:
    value = draw(st.lists(values, max_size=6))
    return value, f"{draw(spaces)}{spaced(value, draw)}{draw(spaces)}".encode()


@given(arrays(), cuts)
def test_the_elements_are_those_that_a_parser_finds(
    array: tuple[list[Any], bytes], sizes: list[int]
) -> None:
    value, data = array
    rows = list(array_rows(cut_by(data, sizes), 5))
    assert [json.loads(row.text) for row in rows if isinstance(row, Row)] == value
    assert [row.number for row in rows] == list(range(1, len(value) + 1))
    for row in rows:
        assert isinstance(row, Row)
        assert data[row.offset : row.offset + len(row.text)] == row.text
        assert row.text == row.text.strip(b" \t\r\n")
        assert row.file == 5


@given(st.binary(max_size=40) | st.text('[]{},:"\\ 1e\n', max_size=40).map(str.encode), cuts)
def test_any_bytes_give_rows_and_at_most_a_fault(data: bytes, sizes: list[int]) -> None:
    rows, fault = take_until_fault(array_rows(cut_by(data, sizes), 0), Damaged)
    assert [row.number for row in rows] == list(range(1, len(rows) + 1))
    try:
        value = json.loads(data)
    except ValueError:
        return
    if isinstance(value, list):
        assert fault is None
        assert len(rows) == len(value)


@pytest.mark.parametrize("sizes", [[1], [3], [1000]], ids=str)
@pytest.mark.parametrize(
    ("data", "rows", "fault"),
    [
        pytest.param(b"", [], 'at byte 0 a "[" is needed', id="empty"),
        pytest.param(b"  {}", [], 'at byte 2 a "[" is needed', id="no-array"),
        pytest.param(b"\xef\xbb\xbf[1]", [], "at byte 0 a byte order mark", id="byte-order-mark"),
        pytest.param(b"[", [], "at byte 1 a value is needed", id="only-opened"),
        pytest.param(b"[1", [b"1"], 'at byte 2 a "," or "]" is needed', id="never-closed"),
        pytest.param(b"[1,", [b"1"], "at byte 3 a value is needed", id="ends-after-a-comma"),
        pytest.param(b"[1,]", [b"1"], "at byte 3 a value is needed", id="trailing-comma"),
        pytest.param(b"[,1]", [], "at byte 1 a value is needed", id="leading-comma"),
        pytest.param(b"[1,,2]", [b"1"], "at byte 3 a value is needed", id="two-commas"),
        pytest.param(b"[{} {}]", [b"{}"], 'at byte 4 a "," or "]" is needed', id="no-comma"),
        pytest.param(b'["a""b"]', [b'"a"'], 'at byte 4 a "," or "]"', id="no-comma-no-space"),
        pytest.param(b"[1}", [b"1"], 'at byte 2 a "," or "]"', id="closed-by-a-brace"),
        pytest.param(b"[}", [], "at byte 1 a value is needed", id="empty-and-closed-by-a-brace"),
        pytest.param(b"[1] x", [b"1"], "at byte 4 text follows the array", id="text-after-it"),
        pytest.param(b"[1]\n[2]", [b"1"], "at byte 4 text follows the array", id="two-arrays"),
        pytest.param(b'[1, {"a": [', [b"1"], "at byte 11 the file ends inside", id="in-an-object"),
        pytest.param(b'[1, "a', [b"1"], "at byte 6 the file ends inside", id="in-a-text"),
        pytest.param(b'[1, "a\\', [b"1"], "at byte 7 the file ends inside", id="in-an-escape"),
        pytest.param(b'[1, {"a', [b"1"], "at byte 7 the file ends inside", id="in-a-name"),
    ],
)
def test_a_fault_is_told_after_the_elements_before_it(
    sizes: list[int], data: bytes, rows: list[bytes], fault: str
) -> None:
    found, told = take_until_fault(array_rows(cut_by(data, sizes), 0), Damaged)
    assert texts(found) == rows
    assert told is not None
    assert told.startswith(fault)


def test_an_unsound_element_is_handed_on_for_the_row_to_be_refused() -> None:
    assert texts(array_rows([b'[tru, {"a" 1}, \xff]'], 0)) == [b"tru", b'{"a" 1}', b"\xff"]


@pytest.mark.parametrize("sizes", [[1], [7], [1000]], ids=str)
@pytest.mark.parametrize("shape", [b'"%b"', b"[%b]", b'{"":"%b"}', b"%b"], ids=bytes.decode)
def test_an_element_over_the_bound_is_a_bad_row_and_the_next_is_read(
    monkeypatch: pytest.MonkeyPatch, sizes: list[int], shape: bytes
) -> None:
    monkeypatch.setattr(limits, "EVIDENCE_BYTES_MAX", 20)
    largest = shape % (b"1" * (20 - len(shape % b"")))
    larger = shape % (b"1" * (21 - len(shape % b"")))
    data = b"[%b, %b,%b, 3]" % (largest, larger, largest)
    rows = list(array_rows(cut_by(data, sizes), 0))
    assert texts(rows) == [largest, "row_too_large", largest, b"3"]
    assert places(rows) == [(1, 1), (2, 23), (3, 45), (4, 67)]


def test_the_bound_is_16_mib_exactly() -> None:
    largest = b"1" * (16 * MIB)
    assert texts(array_rows([b"[", largest, b",", largest, b"1,2]"], 0)) == [
        largest,
        "row_too_large",
        b"2",
    ]


def test_an_element_of_a_gigabyte_takes_no_more_memory_than_the_largest_row() -> None:

    def chunks() -> Iterator[bytes]:
        yield b'["'
        for _ in range(1024):
            yield b"x" * MIB
        yield b'"]'

    tracemalloc.start()
    try:
        rows = list(array_rows(chunks(), 0))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert texts(rows) == ["row_too_large"]
    assert peak < 24 * MIB


def test_a_chunk_of_many_texts_takes_little_memory() -> None:
    chunk = b'[["' + b'","' * 2_000_000 + b'"]]'
    tracemalloc.start()
    try:
        rows = list(array_rows([chunk], 0))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert texts(rows) == [chunk[1:-1]]
    assert peak < 4 * len(chunk)


def test_brackets_of_any_depth_are_followed() -> None:
    deep = b"[" * 300_000 + b"]" * 300_000
    assert texts(array_rows([b"[", deep, b",1]"], 0)) == [deep, b"1"]
