"""Answers are found in every form, and what can't be found or read is said with what to do."""

import contextlib
import gzip
import io
import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
import zstandard
from pyarrow import parquet

from assertory.batch.read.sources import InputError, find_sources, lines_between, rows, split
from assertory.records.row import Row
from tests.batch.read.pieces import take_until_fault, texts

ANSWERS = [{"output": "é one"}, {"output": "two\n\u2028"}, {"output": "", "n": [1, {"a": 2}]}]
TEXTS = [json.dumps(answer, ensure_ascii=False).encode() for answer in ANSWERS]
JSONL = b"".join(text + b"\n" for text in TEXTS)
ARRAY = b"[\n " + b",\n ".join(TEXTS) + b"]\n"
CSV = "output\né one\n".encode()


def zst(data: bytes) -> bytes:
    return zstandard.ZstdCompressor().compress(data)


PACKERS: dict[str, Callable[[bytes], bytes]] = {"": bytes, ".gz": gzip.compress, ".zst": zst}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that is the current one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def stdin_of(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[bytes], None]]:
    """Make bytes what a real pipe brings to standard input."""
    opened: list[io.TextIOWrapper] = []

    def make(data: bytes) -> None:
        read_end, write_end = os.pipe()

        def feed() -> None:
            with os.fdopen(write_end, "wb", buffering=0) as pipe, contextlib.suppress(OSError):
                for start in range(0, len(data), 50_000):
                    pipe.write(data[start : start + 50_000])

        threading.Thread(target=feed, daemon=True).start()
        opened.append(io.TextIOWrapper(os.fdopen(read_end, "rb")))
        monkeypatch.setattr(sys, "stdin", opened[0])

    yield make
    for file in opened:
        assert not file.closed
        file.close()


@pytest.mark.parametrize("end", PACKERS)
@pytest.mark.parametrize(
    ("name", "data", "form"),
    [
        ("a.jsonl", JSONL, "jsonl"),
        ("a.ndjson", JSONL, "jsonl"),
        ("a.json", ARRAY, "array"),
        ("a.json", JSONL, "jsonl"),
        ("a", ARRAY, "array"),
        ("a.txt", JSONL, "jsonl"),
    ],
)
def test_every_json_form_gives_the_same_rows(
    folder: Path, name: str, data: bytes, form: str, end: str
) -> None:
    (folder / (name + end)).write_bytes(PACKERS[end](data))
    (source,) = find_sources([name + end])
    assert (source.index, source.name, source.form) == (0, name + end, form)
    assert source.size == (folder / (name + end)).stat().st_size
    assert source.splittable == (form == "jsonl" and not end)
    found = list(rows(source))
    assert texts(found) == TEXTS
    assert [row.number for row in found] == [1, 2, 3]
    assert [
        data[row.offset :][: len(text)] for row, text in zip(found, TEXTS, strict=True)
    ] == TEXTS


@pytest.mark.parametrize("end", PACKERS)
def test_csv_is_read_packed_and_not(folder: Path, end: str) -> None:
    (folder / f"a.csv{end}").write_bytes(PACKERS[end](b"output,n\nx,[1]\n"))
    (source,) = find_sources([f"a.csv{end}"], json_columns=["n"])
    assert (source.form, source.json_columns, source.splittable) == ("csv", ("n",), False)
    assert texts(rows(source)) == [b'{"output":"x","n":[1]}']


def test_parquet_is_read(folder: Path) -> None:
    parquet.write_table(pa.table({"output": ["x"], "n": ["[1]"]}), folder / "a.parquet")
    (source,) = find_sources(["a.parquet"], json_columns=["n"])
    assert (source.form, source.splittable) == ("parquet", False)
    assert texts(rows(source)) == [b'{"output":"x","n":[1]}']


def test_shards_through_the_same_door_give_the_same_rows(folder: Path) -> None:
    path = folder / "a.jsonl"
    path.write_bytes(JSONL)
    (source,) = find_sources(["a.jsonl"])
    found = [row for shard in split(path, 1) for row in lines_between(path, 0, *shard)]
    assert found == list(rows(source))


def test_several_files_and_patterns_are_taken_in_their_order(folder: Path) -> None:
    for name in ("b.jsonl", "a.jsonl", "deep/er/c.jsonl", "deep/d.jsonl", "last.json"):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(JSONL)
    (folder / "no.jsonl").mkdir()
    found = find_sources(["last.json", "**/*.jsonl"])
    assert [(source.index, source.name) for source in found] == [
        (0, "last.json"),
        (1, "a.jsonl"),
        (2, "b.jsonl"),
        (3, "deep/d.jsonl"),
        (4, "deep/er/c.jsonl"),
    ]
    assert [row.file for row in rows(found[3])] == [3, 3, 3]
    assert [source.name for source in find_sources(["?.jsonl"])] == ["a.jsonl", "b.jsonl"]
    assert [source.name for source in find_sources(["deep/[cd].jsonl"])] == ["deep/d.jsonl"]


def test_a_file_whose_name_is_a_pattern_is_that_file(folder: Path) -> None:
    (folder / "a[1].jsonl").write_bytes(JSONL)
    (folder / "a1.jsonl").write_bytes(JSONL)
    assert [source.name for source in find_sources(["a[1].jsonl"])] == ["a[1].jsonl"]


@pytest.mark.parametrize("data", [JSONL, ARRAY], ids=["jsonl", "array"])
@pytest.mark.parametrize("space", [b"", b"\n" * 100_000], ids=["at-once", "after-blank-lines"])
def test_standard_input_is_looked_at_without_losing_a_byte(
    stdin_of: Callable[[bytes], None], data: bytes, space: bytes
) -> None:
    stdin_of(space + data)
    (source,) = find_sources(["-"])
    assert (source.name, source.path, source.size, source.splittable) == ("-", None, None, False)
    assert source.form == ("array" if data == ARRAY else "jsonl")
    found = list(rows(source))
    assert texts(found) == TEXTS
    assert found[0].offset == len(space) + data.index(b"{")


def test_standard_input_may_be_empty(stdin_of: Callable[[bytes], None]) -> None:
    stdin_of(b"")
    (source,) = find_sources(["-"])
    assert list(rows(source)) == []


def test_a_real_command_reads_a_real_pipe() -> None:
    program = (
        "from assertory.batch.read.sources import find_sources, rows;"
        "print(sum(len(row.text) for row in rows(*find_sources(['-']))))"
    )
    data = JSONL * 50_000
    done = subprocess.run(
        [sys.executable, "-c", program], input=data, capture_output=True, check=True
    )
    assert int(done.stdout) == sum(map(len, TEXTS)) * 50_000


@pytest.fixture
def named_pipe(folder: Path) -> Iterator[Callable[[str, bytes], None]]:
    """Make a named pipe into which a thread writes, as `<(command)` is one in a shell."""
    threads: list[threading.Thread] = []

    def make(name: str, data: bytes) -> None:
        os.mkfifo(folder / name)
        thread = threading.Thread(target=lambda: (folder / name).write_bytes(data), daemon=True)
        thread.start()
        threads.append(thread)

    yield make
    for thread in threads:
        thread.join(10)
        assert not thread.is_alive()


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("p", JSONL),
        ("p", b"  " + ARRAY),
        ("p.jsonl", JSONL),
        ("p.jsonl.gz", gzip.compress(JSONL)),
        ("p.json.zst", zst(ARRAY)),
    ],
    ids=["jsonl", "array", "by-name", "gzip", "zst-array"],
)
def test_a_named_pipe_is_read_once_and_whole(
    named_pipe: Callable[[str, bytes], None], name: str, data: bytes
) -> None:
    named_pipe(name, data)
    (source,) = find_sources([name])
    assert (source.size, source.splittable) == (None, False)
    assert texts(rows(source)) == TEXTS


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        pytest.param(["no.jsonl"], r"no\.jsonl: there is no such file; check", id="no-file"),
        pytest.param(["a.jsonl/x"], r"a\.jsonl/x: there is no such file", id="below-a-file"),
        pytest.param(["broken.jsonl"], "broken.jsonl: there is no such file", id="broken-link"),
        pytest.param(["no*.jsonl"], r"no\*\.jsonl: no file matches this pattern", id="pattern"),
        pytest.param(["folder*"], r"folder\*: no file matches", id="pattern-of-folders"),
        pytest.param(["folder"], r"folder: this is a folder; name its files, like", id="folder"),
        pytest.param(["loop.jsonl"], "loop.jsonl: Too many levels", id="unreadable"),
        pytest.param(["a.jsonl", "b.jsonl", "./a.jsonl"], "same file as a.jsonl", id="twice"),
        pytest.param(["a.jsonl", "*.jsonl"], "this is the same file as", id="twice-by-pattern"),
        pytest.param(["link.jsonl", "a.jsonl"], "same file as link.jsonl", id="twice-by-link"),
        pytest.param(["-", "a.jsonl", "-"], "standard input was named twice", id="stdin-twice"),
        pytest.param(["a.jsonl.xz"], r"\.xz can't be read", id="unknown-compression"),
        pytest.param(["packed.jsonl"], "this is gzip data: end its name in .gz", id="packed"),
        pytest.param(["damaged.json.gz"], "gzip data is damaged", id="damaged-at-the-beginning"),
        pytest.param(["a.jsonl"], "", id="sound"),
    ],
)
def test_what_cant_be_found_is_said(folder: Path, answers: list[str], message: str) -> None:
    for name in ("a.jsonl", "b.jsonl", "a.jsonl.xz"):
        (folder / name).write_bytes(JSONL)
    (folder / "packed.jsonl").write_bytes(gzip.compress(JSONL))
    (folder / "damaged.json.gz").write_bytes(b"x" + gzip.compress(JSONL)[1:])
    (folder / "folder").mkdir()
    (folder / "link.jsonl").symlink_to("a.jsonl")
    (folder / "broken.jsonl").symlink_to("gone")
    (folder / "loop.jsonl").symlink_to("loop.jsonl")
    if answers == ["a.jsonl", "*.jsonl"]:
        for name in ("broken.jsonl", "loop.jsonl", "link.jsonl"):
            (folder / name).unlink()
    if not message:
        assert len(find_sources(answers)) == 1
        return
    with pytest.raises(InputError, match=message):
        find_sources(answers)


@contextlib.contextmanager
def as_somebody_else() -> Iterator[None]:
    """Do as a person who may not read everything, where the tests run as one who may."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def test_a_file_that_may_not_be_read_is_said() -> None:
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        path = Path(name) / "a.jsonl"
        path.write_bytes(JSONL)
        path.chmod(0)
        with (
            as_somebody_else(),
            pytest.raises(InputError, match="Permission denied; make sure that you may read it"),
        ):
            find_sources([str(path)])


def test_standard_input_that_is_closed_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(InputError, match="standard input is closed"):
        find_sources(["-"])


def test_packed_standard_input_is_said(stdin_of: Callable[[bytes], None]) -> None:
    stdin_of(gzip.compress(JSONL))
    with pytest.raises(InputError, match=r"-: this is gzip data: .*gzip -dc"):
        find_sources(["-"])


def test_parquet_from_a_pipe_is_said(folder: Path) -> None:
    os.mkfifo(folder / "p.parquet")
    with pytest.raises(InputError, match="save it as a file first"):
        find_sources(["p.parquet"])


def test_a_json_column_without_a_table_is_said(folder: Path) -> None:
    (folder / "a.jsonl").write_bytes(JSONL)
    (folder / "a.csv").write_bytes(b"n\n1\n")
    with pytest.raises(InputError, match="only CSV and Parquet have columns"):
        find_sources(["a.jsonl"], json_columns=["n"])
    assert len(find_sources(["a.jsonl", "a.csv"], json_columns=["n"])) == 2


@pytest.mark.parametrize("name", ["a.csv", "a.csv.gz", "a.parquet"])
def test_a_json_column_that_is_not_there_is_said_at_once(folder: Path, name: str) -> None:
    (folder / "a.csv").write_bytes(b"output,score\nOK,1\n")
    (folder / "a.csv.gz").write_bytes(gzip.compress(b"output,score\nOK,1\n"))
    parquet.write_table(pa.table({"output": ["OK"], "score": ["1"]}), folder / "a.parquet")
    (folder / "b.csv").write_bytes(b"scores\n1\n")
    told = f'{name}: there is no column "scores" to read as JSON; there are: "output", "score"'
    with pytest.raises(InputError) as caught:
        find_sources(["b.csv", name], json_columns=["scores"])
    assert str(caught.value) == told


@pytest.mark.parametrize(
    ("name", "data", "count", "message"),
    [
        pytest.param("a.json", ARRAY[:-3], 2, "after row 2: at byte", id="array"),
        pytest.param("a.json", b"[ x", 1, "after row 1: at byte 3", id="array-first-row"),
        pytest.param("a.json", b"[ ,", 0, "before the first row: at byte 2", id="array-at-once"),
        pytest.param("a.csv", CSV + b'"x', 1, "after row 1: in the record at", id="csv"),
        pytest.param("a.csv", b"", 0, "before the first row: the file is empty", id="csv-header"),
        pytest.param(
            "a.jsonl.gz", gzip.compress(JSONL)[:-4], 3, "after row 3: the gzip data ends", id="gzip"
        ),
        pytest.param(
            "a.jsonl.zst", zst(JSONL)[:-2], 0, "before the first row: the Zstandard", id="zst"
        ),
        pytest.param("a.parquet", b"PAR1", 0, "before the first row: the Parquet", id="parquet"),
    ],
)
def test_where_reading_ended_is_said_after_the_rows_before_it(
    folder: Path, name: str, data: bytes, count: int, message: str
) -> None:
    (folder / name).write_bytes(data)
    found, fault = take_until_fault(rows(*find_sources([name])), InputError)
    assert len([row for row in found if isinstance(row, Row)]) == count
    assert fault is not None
    assert fault.startswith(f"{name}: reading ended {message}")


def test_a_file_that_has_gone_since_it_was_found_is_said(folder: Path) -> None:
    (folder / "a.jsonl").write_bytes(JSONL)
    (source,) = find_sources(["a.jsonl"])
    (folder / "a.jsonl").unlink()
    with pytest.raises(InputError, match="before the first row: No such file"):
        list(rows(source))


def test_importing_the_room_loads_no_package_that_only_some_forms_need() -> None:
    heavy = ["pyarrow", "zstandard", "csv", "gzip"]
    program = f"import sys, assertory.batch.read.sources; print(*set({heavy}) & set(sys.modules))"
    loaded: Any = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert loaded.stdout.split() == []
