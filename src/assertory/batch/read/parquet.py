"""Parquet: a column is a member of the row object, and what JSON has no type for is a text."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice, repeat
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
from pyarrow import compute
from pyarrow.parquet import ParquetFile

from assertory.batch.read.faults import BadRecord, Damaged
from assertory.batch.read.table import Table
from assertory.engine.json_text import Json
from assertory.records.row import BadRow, Row

Array = Any  # pyarrow ships no types
DataType = Any

BATCH_BYTES: Final = 8 << 20  # about what is unpacked at a time
BATCH_ROWS_MAX: Final = 1024
BUFFER_BYTES: Final = 1 << 20  # read from the file at a time, for each column
NO_JSON: Final = object()  # in place of a value that JSON has no form for


def parquet_rows(path: Path, file: int, json_columns: Sequence[str] = ()) -> Iterator[Row | BadRow]:
    """
    Give the rows of a Parquet file, numbered from 1, each as the compact JSON of one object.

    Numbers are exact. A date, a time and a point in time are ISO 8601 texts with the digits of
    their column's unit, in UTC and ending in Z where the column has a time zone; a decimal is a
    text with the digits of its scale. Lists, structs, and maps from texts are arrays and objects.
    A NaN or an infinity makes a bad row, `number_not_finite`; so do binary values, durations and
    whatever else has no form in JSON, `value_not_json`: no encoding is chosen for the author.

    Raises:  Damaged where the file can't be read, or no further.
    Source:  issue of the command line, "Parquet: dates and decimals become strings".
    """
    number = 0
    try:
        with _open(path) as parquet:
            table = Table(parquet.schema_arrow.names, json_columns)
            for batch in parquet.iter_batches(_batch_rows(parquet.metadata), use_threads=False):
                for cells in zip(*map(_values, batch.columns), strict=True):
                    number += 1
                    yield _row(table, cells, file, number)
    except (pa.ArrowException, OSError) as error:
        raise Damaged(f"the Parquet data is damaged ({error}); write the file anew") from None


def _open(path: Path) -> ParquetFile:
    """Open a file so that a column's chunk is read piece by piece, and damage is noticed."""
    return ParquetFile(
        path, buffer_size=BUFFER_BYTES, pre_buffer=False, page_checksum_verification=True
    )


def _batch_rows(metadata: Any) -> int:  # noqa: ANN401 - pyarrow ships no types
    """Give the number of rows that take about BATCH_BYTES in the fullest row group."""
    groups = [metadata.row_group(index) for index in range(metadata.num_row_groups)]
    row_bytes = max((g.total_byte_size / g.num_rows for g in groups if g.num_rows), default=1)
    return max(1, min(BATCH_ROWS_MAX, int(BATCH_BYTES / max(row_bytes, 1))))


def _row(table: Table, cells: Sequence[Json], file: int, number: int) -> Row | BadRow:
    try:
        return Row(file, number, -1, table.write(cells))
    except BadRecord as bad:
        return bad.row(file, number, -1)


def _values(array: Array) -> list[Json]:
    """Give a column's values as JSON; what has no form there stays something that is none."""
    kind = array.type
    if isinstance(kind, pa.BaseExtensionType):
        return _values(array.storage)
    for convert, fits in CONVERSIONS:
        if any(fit(kind) for fit in fits):
            return convert(array)
    return [NO_JSON if valid else None for valid in array.is_valid().to_pylist()]


def _as_they_are(array: Array) -> list[Json]:
    return list(array.to_pylist())


def _texts(array: Array) -> list[Json]:
    try:
        return _as_they_are(array)
    except UnicodeDecodeError:  # a damaged value spoils no other
        return [_text(scalar) for scalar in array]


def _text(scalar: Any) -> Json:  # noqa: ANN401 - pyarrow ships no types
    try:
        return scalar.as_py()
    except UnicodeDecodeError:
        return NO_JSON


def _decimals(array: Array) -> list[Json]:
    return [None if value is None else format(value, "f") for value in array.to_pylist()]


def _times(array: Array) -> list[Json]:
    """Write dates and times; Arrow writes them with all digits of their unit, Python doesn't."""
    zone = ""
    if pa.types.is_timestamp(array.type) and array.type.tz is not None:
        array, zone = array.cast(pa.timestamp(array.type.unit)), "Z"
    texts = array.cast(pa.string()).to_pylist()
    return [None if text is None else _iso(text, zone) for text in texts]


def _iso(text: str, zone: str) -> Json:
    return NO_JSON if text.startswith("<") else text.replace(" ", "T") + zone  # "<out of range>"


def _lists(array: Array) -> list[Json]:
    items = iter(_values(array.flatten()))
    lengths = compute.list_value_length(array).to_pylist()
    return [None if length is None else list(islice(items, length)) for length in lengths]


def _structs(array: Array) -> list[Json]:
    names = [field.name for field in array.type]
    rows = zip(*map(_values, array.flatten()), strict=True) if names else repeat((), len(array))
    return [
        dict(zip(names, row, strict=True)) if valid else None
        for valid, row in zip(array.is_valid().to_pylist(), rows, strict=True)
    ]


def _maps(array: Array) -> list[Json]:
    """Write maps as objects, where every key is a text."""
    entry = pa.struct([("key", array.type.key_type), ("value", array.type.item_type)])
    return [None if pairs is None else _map(pairs) for pairs in _lists(array.cast(pa.list_(entry)))]


def _map(pairs: list[dict[str, Json]]) -> Json:
    if all(type(pair["key"]) is str for pair in pairs):
        return {pair["key"]: pair["value"] for pair in pairs}
    return NO_JSON


def _decoded(array: Array) -> list[Json]:
    return _values(array.dictionary_decode())


Fits = Callable[[DataType], bool]
kinds = pa.types
CONVERSIONS: Final[tuple[tuple[Callable[[Array], list[Json]], tuple[Fits, ...]], ...]] = (
    (_as_they_are, (kinds.is_null, kinds.is_boolean, kinds.is_integer, kinds.is_floating)),
    (_texts, (kinds.is_string, kinds.is_large_string, kinds.is_string_view)),
    (_decimals, (kinds.is_decimal,)),
    (_times, (kinds.is_date, kinds.is_time, kinds.is_timestamp)),
    (_lists, (kinds.is_list, kinds.is_large_list, kinds.is_fixed_size_list)),
    (_lists, (kinds.is_list_view, kinds.is_large_list_view)),
    (_structs, (kinds.is_struct,)),
    (_maps, (kinds.is_map,)),
    (_decoded, (kinds.is_dictionary,)),
)
