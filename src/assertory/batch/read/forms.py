"""Which form and compression answers have, by the end of their name and by how they begin."""

from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import PurePath
from typing import Final, Literal

from assertory.batch.read.chunks import Compression
from assertory.batch.read.faults import InputError
from assertory.engine.json_text import JSON_SPACE

Form = Literal["jsonl", "array", "csv", "parquet"]

FORMS: Final[dict[str, Form]] = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".csv": "csv",
    ".parquet": "parquet",
}
COMPRESSIONS: Final[dict[str, Compression]] = {".gz": "gzip", ".zst": "zst"}
OTHER_COMPRESSIONS: Final = frozenset(
    {".7z", ".br", ".bz2", ".lz4", ".lzma", ".rar", ".sz", ".tar", ".tgz", ".xz", ".z", ".zip"}
)
EXTRAS: Final = {"zst": "zstandard", "parquet": "pyarrow"}  # an extra, and what it installs
SIGNATURES: Final = (
    (b"\x1f\x8b", "gzip data: end its name in .gz, or unpack it with gzip -dc"),
    (b"\x28\xb5\x2f\xfd", "Zstandard data: end its name in .zst, or unpack it with zstd -dc"),
    (b"PK\x03\x04", "a zip archive or a workbook: unpack it, or save the sheet as CSV"),
    (b"BZh", "bzip2 data: unpack it with bzip2 -dc"),
    (b"\xfd7zXZ", "xz data: unpack it with xz -dc"),
    (b"PAR1", "Parquet: end its name in .parquet"),
    (b"\xff\xfe", "UTF-16 text: save it as UTF-8"),
    (b"\xfe\xff", "UTF-16 text: save it as UTF-8"),
)
SIGNATURE_BYTES: Final = 8
SPACE: Final = JSON_SPACE.encode()
BOM: Final = b"\xef\xbb\xbf"
LOOK_MAX: Final = 1 << 20  # bytes of white space after which no array is looked for


def by_name(name: str) -> tuple[Form | None, Compression | None]:
    """
    Give the form (None where the name doesn't tell it) and the compression that a name tells.

    Raises:  InputError for a compression that can't be read, and for a missing extra.

    >>> by_name("run/answers.jsonl.gz"), by_name("ANSWERS.CSV"), by_name("answers.json")
    (('jsonl', 'gzip'), ('csv', None), (None, None))
    """
    path = PurePath(name.lower())
    if path.suffix in OTHER_COMPRESSIONS:
        raise InputError(f"{name}: {path.suffix} can't be read; unpack it, or use .gz or .zst")
    compression = COMPRESSIONS.get(path.suffix)
    form = FORMS.get(path.with_suffix("").suffix if compression else path.suffix)
    if form == "parquet" and compression is not None:
        raise InputError(f"{name}: Parquet is compressed inside; unpack the file first")
    for extra, package in EXTRAS.items():
        if extra in (form, compression) and find_spec(package) is None:
            raise InputError(
                f"{name}: reading this needs an extra; run: pip install 'assertory[{extra}]'"
            )
    return form, compression


def by_content(chunks: Iterable[bytes]) -> Form:
    """
    Tell an array from JSONL by the first byte that is no white space.

    A byte order mark is looked past, so that the array's reader can name it.

    >>> by_content([b"  ", b"[1]"]), by_content([b'{"output": "["}']), by_content([])
    ('array', 'jsonl', 'jsonl')
    """
    looked = 0
    for chunk in chunks:
        first = chunk.removeprefix(BOM).lstrip(SPACE)[:1]
        looked += len(chunk)
        if first or looked > LOOK_MAX:
            return "array" if first == b"[" else "jsonl"
    return "jsonl"


def refuse_other_content(name: str, head: bytes) -> None:
    """Raise InputError where answers begin like something that is no text in UTF-8."""
    for signature, what in SIGNATURES:
        if head.startswith(signature):
            raise InputError(f"{name}: this is {what}")
