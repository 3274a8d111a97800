"""Parquet rows become JSON objects, exactly, or bad rows that name the column."""

import json
import subprocess
import sys
import tracemalloc
import uuid
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pyarrow import parquet

from assertory.batch.read.faults import Damaged
from assertory.batch.read.parquet import BATCH_ROWS_MAX, parquet_rows
from assertory.engine import limits
from assertory.records.row import BadRow, Row
from tests.batch.read.pieces import places, take_until_fault, texts

MIB = 1024 * 1024


def write(folder: Path, columns: dict[str, Any], **options: Any) -> Path:  # noqa: ANN401 - pyarrow's
    path = folder / "answers.parquet"
    parquet.write_table(pa.table(columns), path, **options)
    return path


def read_column(folder: Path, array: Any) -> list[bytes | str]:  # noqa: ANN401 - an Arrow array
    return texts(parquet_rows(write(folder, {"c": array}), 0))


MOMENT = datetime(2026, 1, 31, 23, 59, 7, 250000, tzinfo=UTC)


@pytest.mark.parametrize(
    ("array", "values"),
    [
        pytest.param(pa.array(["é", "", None]), ['"é"', '""', "null"], id="text"),
        pytest.param(pa.array(["x"], pa.large_string()), ['"x"'], id="large-text"),
        pytest.param(pa.array(["x"], pa.string_view()), ['"x"'], id="text-view"),
        pytest.param(pa.array(["x", "x"]).dictionary_encode(), ['"x"', '"x"'], id="dictionary"),
        pytest.param(pa.array([True, None]), ["true", "null"], id="boolean"),
        pytest.param(pa.array([None], pa.null()), ["null"], id="null"),
        pytest.param(pa.array([-(2**63), 2**63 - 1]), [str(-(2**63)), str(2**63 - 1)], id="int64"),
        pytest.param(pa.array([2**64 - 1], pa.uint64()), [str(2**64 - 1)], id="uint64"),
        pytest.param(pa.array([0.1, 1.0, 1e300]), ["0.1", "1", "1e+300"], id="double"),
        pytest.param(pa.array([0.1], pa.float32()), ["0.10000000149011612"], id="float32"),
        pytest.param(
            pa.array([Decimal("1.50"), Decimal("-0.00"), None]),
            ['"1.50"', '"0.00"', "null"],
            id="decimal",
        ),
        pytest.param(
            pa.array([Decimal("0.0000001")], pa.decimal128(20, 10)),
            ['"0.0000001000"'],
            id="decimal-without-an-exponent",
        ),
        pytest.param(
            pa.array([Decimal("9" * 70)], pa.decimal256(76, 0)), [f'"{"9" * 70}"'], id="decimal256"
        ),
        pytest.param(
            pa.ExtensionArray.from_storage(
                pa.opaque(pa.date32(), "day", "somebody"), pa.array([date(2026, 1, 31)])
            ),
            ['"2026-01-31"'],
            id="extension-as-it-is-stored",
        ),
        pytest.param(pa.array([date(2026, 1, 31), None]), ['"2026-01-31"', "null"], id="date"),
        pytest.param(pa.array([time(1, 2, 3)], pa.time32("s")), ['"01:02:03.000"'], id="time"),
        pytest.param(
            pa.array([time(1, 2, 3, 4)], pa.time64("us")), ['"01:02:03.000004"'], id="time-us"
        ),
        pytest.param(
            pa.array([1_500_000_000_123_456_789], pa.timestamp("ns")),
            ['"2017-07-14T02:40:00.123456789"'],
            id="moment-ns",
        ),
        pytest.param(
            pa.array([MOMENT], pa.timestamp("ms", "Europe/Berlin")),
            ['"2026-01-31T23:59:07.250Z"'],
            id="moment-with-a-zone",
        ),
        pytest.param(
            pa.array([[1, None], None, []]), ["[1,null]", "null", "[]"], id="list-and-null-list"
        ),
        pytest.param(
            pa.array([[1, 2], None], pa.list_(pa.int8(), 2)), ["[1,2]", "null"], id="pair"
        ),
        pytest.param(
            pa.array([{"a": 1, "b": None}, None]), ['{"a":1,"b":null}', "null"], id="struct"
        ),
        pytest.param(
            pa.array([[("a", 1), ("b", None)], None, []], pa.map_(pa.string(), pa.int64())),
            ['{"a":1,"b":null}', "null", "{}"],
            id="map",
        ),
        pytest.param(
            pa.array(
                [[{"d": [date(2026, 1, 31)], "m": [("k", Decimal("1.0"))]}], []],
                pa.list_(
                    pa.struct(
                        [
                            ("d", pa.list_(pa.date32())),
                            ("m", pa.map_(pa.string(), pa.decimal128(2, 1))),
                        ]
                    )
                ),
            ),
            ['[{"d":["2026-01-31"],"m":{"k":"1.0"}}]', "[]"],
            id="nested",
        ),
    ],
)
def test_a_value_is_written_exactly(tmp_path: Path, array: Any, values: list[str]) -> None:  # noqa: ANN401
    assert read_column(tmp_path, array) == [f'{{"c":{value}}}'.encode() for value in values]


@pytest.mark.parametrize(
    ("array", "code"),
    [
        pytest.param(pa.array([float("nan"), 1.0]), "number_not_finite", id="nan"),
        pytest.param(pa.array([float("-inf"), 1.0]), "number_not_finite", id="infinity"),
        pytest.param(
            pa.array([float("inf"), 1.0], pa.float32()), "number_not_finite", id="float32"
        ),
        pytest.param(pa.array([[{"a": float("nan")}], []]), "number_not_finite", id="nan-inside"),
        pytest.param(pa.array([b"x", None]), "value_not_json", id="binary"),
        pytest.param(pa.array([[b"x"], []]), "value_not_json", id="binary-inside"),
        pytest.param(
            pa.array([uuid.UUID(int=1).bytes, None], pa.uuid()), "value_not_json", id="id"
        ),
        pytest.param(pa.array([timedelta(1), None]), "value_not_json", id="duration"),
        pytest.param(pa.array([10**15, 0], pa.timestamp("s")), "value_not_json", id="far-moment"),
        pytest.param(
            pa.array([[(1, "x")], []], pa.map_(pa.int64(), pa.string())),
            "value_not_json",
            id="map-from-numbers",
        ),
        pytest.param(
            pa.array([[([1], "x")], []], pa.map_(pa.list_(pa.int64()), pa.string())),
            "value_not_json",
            id="map-from-lists",
        ),
        pytest.param(
            pa.Array.from_buffers(pa.string(), 2, pa.array([b"\xff", b"x"], pa.binary()).buffers()),
            "value_not_json",
            id="text-that-is-not-utf-8",
        ),
    ],
)
def test_a_value_that_json_lacks_makes_a_bad_row_and_the_next_is_read(
    tmp_path: Path,
    array: Any,  # noqa: ANN401 - an Arrow array
    code: str,
) -> None:
    rows = list(parquet_rows(write(tmp_path, {"sound": [1, 2], "c": array}), 0))
    assert isinstance(rows[0], BadRow)
    assert rows[0].code == code
    assert '"c"' in rows[0].message
    assert isinstance(rows[1], Row)


def test_a_json_column_holds_json(tmp_path: Path) -> None:
    path = write(tmp_path, {"n": ['{"a": [1.50]}', None, "", "x"], "s": ["1", "2", "3", "4"]})
    assert texts(parquet_rows(path, 0, ["n"])) == [
        b'{"n":{"a":[1.5]},"s":"1"}',
        b'{"n":null,"s":"2"}',
        b'{"n":null,"s":"3"}',
        "cell_not_json",
    ]
    structs = write(tmp_path, {"n": [{"a": 1}, None]})
    assert texts(parquet_rows(structs, 0, ["n"])) == [b'{"n":{"a":1}}', b'{"n":null}']
    path = write(tmp_path, {"n": ["1"], "s": ["1"]})
    with pytest.raises(Damaged, match=r'no column "m".*"n", "s"'):
        list(parquet_rows(path, 0, ["m"]))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    rows=st.lists(
        st.fixed_dictionaries(
            {
                "a": st.none() | st.text(st.characters(codec="utf-8"), max_size=5),
                "b": st.none() | st.lists(st.none() | st.integers(-(2**63), 2**63 - 1), max_size=3),
                "c": st.none()
                | st.fixed_dictionaries({"x": st.none() | st.booleans(), "y": st.integers(0, 9)}),
            }
        ),
        max_size=8,
    ),
    group=st.integers(1, 4),
)
def test_rows_come_back_as_they_were_written(
    tmp_path: Path, rows: list[dict[str, Any]], group: int
) -> None:
    schema = pa.schema(
        [
            ("a", pa.string()),
            ("b", pa.list_(pa.int64())),
            ("c", pa.struct([("x", pa.bool_()), ("y", pa.int64())])),
        ]
    )
    path = tmp_path / "answers.parquet"
    parquet.write_table(pa.Table.from_pylist(rows, schema), path, row_group_size=group)
    found = list(parquet_rows(path, 6))
    assert [json.loads(row.text) for row in found if isinstance(row, Row)] == rows
    assert [(row.file, row.number, row.offset) for row in found] == [
        (6, number, -1) for number in range(1, len(rows) + 1)
    ]


def test_rows_are_numbered_over_batches_and_row_groups(tmp_path: Path) -> None:
    count = 2 * BATCH_ROWS_MAX + 7
    path = write(tmp_path, {"i": range(count)}, row_group_size=BATCH_ROWS_MAX + 3)
    rows = list(parquet_rows(path, 0))
    assert texts(rows) == [f'{{"i":{i}}}'.encode() for i in range(count)]
    assert places(rows) == [(number, -1) for number in range(1, count + 1)]


def test_a_row_over_the_bound_is_a_bad_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "EVIDENCE_BYTES_MAX", 20)
    found = read_column(tmp_path, pa.array(["x" * 12, "x" * 13, "x"]))
    assert found == [f'{{"c":"{"x" * 12}"}}'.encode(), "row_too_large", b'{"c":"x"}']


def test_large_rows_are_unpacked_a_few_at_a_time(tmp_path: Path) -> None:
    large = [chr(97 + i) * (4 * MIB) for i in range(20)]
    path = write(tmp_path, {"c": large}, compression="none", write_batch_size=1)  # a page each
    del large
    before = pa.total_allocated_bytes()
    tracemalloc.start()
    try:
        peak = 0
        for row in parquet_rows(path, 0):
            assert isinstance(row, Row)
            peak = max(peak, pa.total_allocated_bytes() - before)
        peak += tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 60 * MIB  # of 80 MiB in one row group


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda _: b"", id="empty"),
        pytest.param(lambda _: b'{"output": "x"}\n', id="no-parquet"),
        pytest.param(lambda data: data[:-20], id="cut-short"),
        pytest.param(lambda data: data[:-30] + b"\xff" * 20 + data[-10:], id="broken-footer"),
    ],
)
def test_a_file_that_is_no_parquet_is_told(tmp_path: Path, damage: Any) -> None:  # noqa: ANN401
    path = write(tmp_path, {"c": ["x"] * 100})
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(Damaged, match="the Parquet data is damaged"):
        list(parquet_rows(path, 0))


def test_damage_inside_is_told_after_the_rows_before_it(tmp_path: Path) -> None:
    columns = {"c": [f"value {i}" for i in range(4000)]}
    path = write(
        tmp_path,
        columns,
        row_group_size=2000,
        use_dictionary=False,
        compression="none",
        write_page_checksum=True,
    )
    data = bytearray(path.read_bytes())
    data[data.index(b"value 3500") + 3] ^= 1
    path.write_bytes(data)
    rows, fault = take_until_fault(parquet_rows(path, 0), Damaged)
    assert 1 <= len(rows) < 4000
    assert texts(rows) == [f'{{"c":"value {i}"}}'.encode() for i in range(len(rows))]
    assert fault is not None


@pytest.mark.parametrize(
    ("names", "fault"),
    [(["a", "a"], 'two columns are named "a"'), (["a", ""], "column 2 has no name")],
    ids=["repeated-name", "empty-name"],
)
def test_columns_need_names_of_their_own(tmp_path: Path, names: list[str], fault: str) -> None:
    path = tmp_path / "answers.parquet"
    parquet.write_table(pa.table([[1], [2]], names=names), path)
    with pytest.raises(Damaged, match=fault):
        list(parquet_rows(path, 0))


def test_reading_starts_no_thread(tmp_path: Path) -> None:
    """Grading processes are forked while it goes on; only the allocator's own thread is there."""
    if not Path("/proc/self/task").is_dir():
        pytest.skip("only Linux tells how many threads there are")
    path = write(tmp_path, {"c": ["x" * 1000] * 5000}, row_group_size=1000)
    program = (
        "import os, sys; from pathlib import Path;"
        "from assertory.batch.read.parquet import parquet_rows;"
        "count = lambda: len(os.listdir('/proc/self/task'));"
        "before = count(); rows = parquet_rows(Path(sys.argv[1]), 0); next(rows);"
        "print(before, count())"
    )
    counted = subprocess.run(
        [sys.executable, "-c", program, path], capture_output=True, text=True, check=True
    )
    before, after = counted.stdout.split()
    assert after == before
