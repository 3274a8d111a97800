"""CSV records become rows of texts; one that is broken spoils no other."""

import csv
import io
import json
import tracemalloc
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assertory.batch.read.csv_rows import csv_rows
from assertory.batch.read.faults import Damaged
from assertory.engine import limits
from assertory.records.row import Row
from tests.batch.read.pieces import cut_by, cuts, places, take_until_fault, texts

MIB = 1024 * 1024
csv_text = st.lists(
    st.sampled_from(['"', '""', ",", "\n", "\r\n", " ", "é", "x", "\x00", "\u2028", '",', ',"']),
    max_size=30,
).map("".join)


def read(data: bytes | str, *json_columns: str) -> list[bytes | str]:
    data = data.encode() if isinstance(data, str) else data
    return texts(csv_rows([data], 0, json_columns))


@pytest.mark.parametrize(
    ("data", "rows"),
    [
        pytest.param("a,b\n1,x\n", ['{"a":"1","b":"x"}'], id="every-cell-is-a-text"),
        pytest.param("a\nx", ['{"a":"x"}'], id="no-line-end-at-the-end"),
        pytest.param("a\r\nx\r\n", ['{"a":"x"}'], id="windows-line-ends"),
        pytest.param("\ufeffa\nx\n", ['{"a":"x"}'], id="byte-order-mark-of-the-file"),
        pytest.param('\ufeff"a"\nx\n', ['{"a":"x"}'], id="byte-order-mark-before-a-quoted-name"),
        pytest.param("a\n\ufeffx\n", ['{"a":"\ufeffx"}'], id="no-other-byte-order-mark"),
        pytest.param("\n\r\na\n\nx\n\r\ny\n\n", ['{"a":"x"}', '{"a":"y"}'], id="blank-lines"),
        pytest.param('a\n""\n', ['{"a":""}'], id="an-empty-cell-alone"),
        pytest.param('a\n"x\n\n\r\ny"\n', ['{"a":"x\\n\\n\\r\\ny"}'], id="line-ends-in-quotes"),
        pytest.param('a,b\n"x,""y""",\n', ['{"a":"x,\\"y\\"","b":""}'], id="quotes-in-quotes"),
        pytest.param('a,b\n5" x,"y"\n', ['{"a":"5\\" x","b":"y"}'], id="quote-in-a-plain-cell"),
        pytest.param('a\n"x"y"z\nw\n', ['{"a":"xy\\"z"}', '{"a":"w"}'], id="text-after-quotes"),
        pytest.param("a\nx\x00y\n", ['{"a":"x\\u0000y"}'], id="zero-byte"),
        pytest.param("a\nx\u2028\u0085y\x0c\n", ['{"a":"x\u2028\u0085y\\f"}'], id="u2028"),
        pytest.param(" a\n x \n", ['{" a":" x "}'], id="spaces-stay"),
        pytest.param("a.b\n1\n", ['{"a.b":"1"}'], id="a-name-is-no-path"),
        pytest.param("a\n", [], id="no-records"),
    ],
)
def test_a_record_is_an_object_of_texts(data: str, rows: list[str]) -> None:
    assert read(data) == [row.encode() for row in rows]


def test_an_empty_expected_output_is_null_and_no_other_cell_is() -> None:
    data = "output,expected_output\n,\nx,y\n"
    assert read(data) == [
        b'{"output":"","expected_output":null}',
        b'{"output":"x","expected_output":"y"}',
    ]


def test_a_json_column_holds_json() -> None:
    data = (
        'a,n,expected_output\nx,"{""s"": [1.50, ""é""], ""i"": 12345678901234567890}",""""""\n1,,\n'
    )
    assert read(data, "n", "expected_output") == [
        '{"a":"x","n":{"s":[1.5,"é"],"i":12345678901234567890},"expected_output":""}'.encode(),
        b'{"a":"1","n":null,"expected_output":null}',
    ]


@pytest.mark.parametrize(
    ("cell", "code"),
    [
        pytest.param("yes", "cell_not_json", id="word"),
        pytest.param(" ", "cell_not_json", id="space"),
        pytest.param("NaN", "cell_not_json", id="nan"),
        pytest.param("01", "cell_not_json", id="leading-zero"),
        pytest.param("[1] x", "cell_not_json", id="text-after-it"),
        pytest.param("1e999", "number_not_finite", id="infinite"),
        pytest.param("[" * 513 + "]" * 513, "json_too_deep", id="level-513"),
        pytest.param("[" * 100_000, "json_too_deep", id="level-100000"),
    ],
)
def test_a_json_cell_that_is_unsound_makes_a_bad_row(cell: str, code: str) -> None:
    assert read(f"n\n{cell}\n1\n", "n") == [code, b'{"n":1}']


def test_a_json_cell_may_have_512_levels_and_half_a_surrogate_pair() -> None:
    deep = "[" * 512 + "]" * 512
    assert read(f'n\n{deep}\n"""\\ud800"""\n', "n") == [
        f'{{"n":{deep}}}'.encode(),
        b'{"n":"\\ud800"}',
    ]


@pytest.mark.parametrize(
    ("data", "rows"),
    [
        pytest.param(b"a,b\n1\n2,3\n", ["row_width", b'{"a":"2","b":"3"}'], id="too-few-cells"),
        pytest.param(b"a\n1,2\n3\n", ["row_width", b'{"a":"3"}'], id="too-many-cells"),
        pytest.param(b"a\n\xff\n3\n", ["row_not_utf8", b'{"a":"3"}'], id="not-utf-8"),
        pytest.param(b"a\n\xed\xa0\x80\n3\n", ["row_not_utf8", b'{"a":"3"}'], id="a-surrogate"),
        pytest.param(b"a\nx\ry\n3\n", ["row_not_csv", b'{"a":"3"}'], id="carriage-return"),
    ],
)
def test_a_broken_record_is_a_bad_row_and_the_next_is_read(
    data: bytes, rows: list[bytes | str]
) -> None:
    assert read(data) == rows


@pytest.mark.parametrize(
    ("data", "json_columns", "fault"),
    [
        pytest.param(b"", [], "begins with a header row", id="empty"),
        pytest.param(b"\n\r\n", [], "begins with a header row", id="blank-lines"),
        pytest.param(b"a,,b\n", [], "column 2 has no name", id="empty-name"),
        pytest.param(b"a,b,a\n", [], 'two columns are named "a"', id="repeated-name"),
        pytest.param(b"a\xff\n", [], "header can't be read: byte 1", id="not-utf-8"),
        pytest.param(b"a\rb\rc", [], "a carriage return stands outside", id="old-mac-line-ends"),
        pytest.param(b"a,b\n", ["n"], 'no column "n".*there are: "a", "b"$', id="json-column"),
    ],
)
def test_a_header_that_names_no_columns_ends_the_reading(
    data: bytes, json_columns: list[str], fault: str
) -> None:
    with pytest.raises(Damaged, match=fault):
        list(csv_rows([data], 0, json_columns))


def test_a_quoted_cell_that_never_closes_is_told_after_the_records_before_it() -> None:
    rows, fault = take_until_fault(csv_rows([b'a\n1\n"2\n3\n4\n'], 0), Damaged)
    assert texts(rows) == [b'{"a":"1"}']
    assert fault == "in the record at byte 4 a quotation mark opens that never closes"


def test_records_are_numbered_without_header_and_blank_lines_and_placed_by_bytes() -> None:
    data = '\ufeffé\nx\n\n"y\nz"\n1,2\nw'.encode()
    rows = list(csv_rows([data], 4))
    assert places(rows) == [(1, 6), (2, 9), (3, 15), (4, 19)]
    assert {row.file for row in rows} == {4}


@given(csv_text, cuts)
def test_records_are_those_that_the_csv_module_finds(text: str, sizes: list[int]) -> None:
    """Over a header as wide as each record, so that none is left out for its width."""
    expected = [record for record in csv.reader(io.StringIO(text, newline="")) if record]
    width = max(map(len, expected), default=1)
    names = [f"c{number}" for number in range(width)]
    data = f"{','.join(names)}\n{text}".encode()
    rows, fault = take_until_fault(csv_rows(cut_by(data, sizes), 0), Damaged)
    if fault is not None:
        # The module takes the end of the text for the end of the cell; we don't.
        assert "never closes" in fault
        expected.pop()
    assert len(rows) == len(expected)
    for row, cells in zip(rows, expected, strict=True):
        if isinstance(row, Row):
            assert json.loads(row.text) == dict(zip(names, cells, strict=True))
        else:
            assert row.code == "row_width"
            assert len(cells) != width


@given(st.binary(max_size=60), cuts)
def test_any_bytes_give_rows_and_at_most_a_fault(data: bytes, sizes: list[int]) -> None:
    rows, _ = take_until_fault(csv_rows(cut_by(data, sizes), 0), Damaged)
    assert [row.number for row in rows] == list(range(1, len(rows) + 1))


def test_a_record_over_the_bound_is_a_bad_row_and_the_next_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "EVIDENCE_BYTES_MAX", 30)
    largest = '"' + "x" * 10 + "\n" + "y" * 7 + '"'  # 30 bytes as the JSON of a row
    data = f'a\n{largest}\n"{"x" * 20}\n{"y" * 20}\n{"z" * 20}"\nend\n'
    rows = list(csv_rows(cut_by(data.encode(), [7]), 0))
    assert texts(rows) == [
        f'{{"a":"{"x" * 10}\\n{"y" * 7}"}}'.encode(),
        "row_too_large",
        b'{"a":"end"}',
    ]
    assert places(rows)[1:] == [(2, 23), (3, 88)]


def test_the_bound_is_of_the_record_as_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    """White space in a JSON cell counts, though the row that is made of it has none."""
    monkeypatch.setattr(limits, "EVIDENCE_BYTES_MAX", 30)
    largest = '"[' + "\n" * 26 + ']"'
    longer = largest.replace("]", "\n]")
    assert read(f"n\n{longer}\n{largest}\n", "n") == ["row_too_large", b'{"n":[]}']


def test_a_row_that_only_its_json_makes_too_large_is_a_bad_row(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "EVIDENCE_BYTES_MAX", 30)
    assert read("a\n" + "\x01" * 20 + "\nx\n") == ["row_too_large", b'{"a":"x"}']


def test_a_line_over_the_bound_ends_the_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not held can't be searched for the end of a quoted cell."""
    monkeypatch.setattr(limits, "EVIDENCE_BYTES_MAX", 30)
    rows, fault = take_until_fault(csv_rows([b"a\nx\n" + b"y" * 31 + b"\nz\n"], 0), Damaged)
    assert texts(rows) == [b'{"a":"x"}']
    assert fault is not None
    assert fault.startswith("the line at byte 4 is too long")


def test_a_cell_may_be_nearly_as_large_as_a_row() -> None:
    cell = "x" * (16 * MIB - 8)
    assert read(f"a\n{cell}\n") == [f'{{"a":"{cell}"}}'.encode()]
    assert read(f"a\n{cell}x\n") == ["row_too_large"]


def test_a_record_of_many_lines_takes_little_more_memory_than_the_largest_row() -> None:
    lines = b"x" * 1023 + b"\n"

    def chunks() -> Iterator[bytes]:
        yield b'a\n"'
        for _ in range(8):
            yield lines * 8192  # 8 MiB
        yield b'"\nend\n'

    tracemalloc.start()
    try:
        rows = list(csv_rows(chunks(), 0))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert texts(rows) == ["row_too_large", b'{"a":"end"}']
    assert peak < 50 * MIB
