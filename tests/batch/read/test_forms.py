"""The form of answers goes by their name, then by how they begin."""

import sys

import pytest

from assertory.batch.read.faults import InputError
from assertory.batch.read.forms import LOOK_MAX, by_content, by_name, refuse_other_content


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("answers.jsonl", ("jsonl", None)),
        ("answers.ndjson", ("jsonl", None)),
        ("answers.csv", ("csv", None)),
        ("answers.parquet", ("parquet", None)),
        ("answers.json", (None, None)),
        ("answers.txt", (None, None)),
        ("answers", (None, None)),
        (".jsonl", (None, None)),
        ("folder.csv/answers", (None, None)),
        ("ANSWERS.JSONL.GZ", ("jsonl", "gzip")),
        ("answers.csv.zst", ("csv", "zst")),
        ("answers.json.gz", (None, "gzip")),
        ("answers.gz", (None, "gzip")),
        ("answers.2026.jsonl.gz", ("jsonl", "gzip")),
    ],
)
def test_the_name_tells_form_and_compression(
    name: str, told: tuple[str | None, str | None]
) -> None:
    assert by_name(name) == told


@pytest.mark.parametrize("end", [".zip", ".BZ2", ".xz", ".7z", ".tgz", ".tar", ".lz4", ".br"])
def test_an_unknown_compression_is_refused(end: str) -> None:
    with pytest.raises(InputError, match=rf"answers\.jsonl\{end}: .* can't be read; unpack it"):
        by_name(f"answers.jsonl{end}")


@pytest.mark.parametrize("end", [".gz", ".zst"])
def test_packed_parquet_is_refused(end: str) -> None:
    with pytest.raises(InputError, match="compressed inside; unpack the file first"):
        by_name(f"answers.parquet{end}")


@pytest.mark.parametrize(
    ("name", "package", "extra"),
    [("a.jsonl.zst", "zstandard", "zst"), ("a.parquet", "pyarrow", "parquet")],
)
def test_a_missing_extra_is_named(
    monkeypatch: pytest.MonkeyPatch, name: str, package: str, extra: str
) -> None:
    monkeypatch.setitem(sys.modules, package, None)  # as where it isn't installed
    with pytest.raises(InputError, match=rf"pip install 'assertory\[{extra}\]'"):
        by_name(name)
    assert by_name("a.jsonl.gz") == ("jsonl", "gzip")


@pytest.mark.parametrize(
    ("chunks", "form"),
    [
        ([b"[1]"], "array"),
        ([b" \t\r\n", b"\n", b" [1]"], "array"),
        ([b"\xef\xbb\xbf[1]"], "array"),
        ([b'{"a": "["}'], "jsonl"),
        ([b"\x0c[1]"], "jsonl"),
        ([b"x"], "jsonl"),
        ([b" \n"], "jsonl"),
        ([], "jsonl"),
        ([b" " * LOOK_MAX, b"[1]"], "array"),
        ([b" " * LOOK_MAX, b" ", b"[1]"], "jsonl"),
    ],
)
def test_what_begins_with_a_bracket_is_an_array(chunks: list[bytes], form: str) -> None:
    assert by_content(chunks) == form


@pytest.mark.parametrize(
    ("head", "what"),
    [
        (b"\x1f\x8b\x08\x00", "gzip"),
        (b"\x28\xb5\x2f\xfd\x00", "Zstandard"),
        (b"PK\x03\x04", "a zip archive or a workbook"),
        (b"BZh9", "bzip2"),
        (b"\xfd7zXZ\x00", "xz"),
        (b"PAR1", "Parquet"),
        ('{"output": "x"}'.encode("utf-16"), "UTF-16"),
    ],
)
def test_what_is_no_text_is_named_with_what_to_do(head: bytes, what: str) -> None:
    with pytest.raises(InputError, match=f"a: this is {what}.*: "):
        refuse_other_content("a", head)


def test_text_is_let_pass() -> None:
    for head in (b"", b"{", b"[", b"\xef\xbb\xbf{", b"P", b"\xff", b"id,output\n"):
        refuse_other_content("a", head)
