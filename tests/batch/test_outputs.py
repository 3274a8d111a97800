"""Result files: put together from parts, whole in their place or not there at all."""

import os
from array import array
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from assertory.batch.outputs import Output, OutputError, Part, check_names, places
from assertory.measure import Tally
from assertory.records.result import RowResult
from assertory.report.forms import FORMS
from tests.report.runs import graded, info, policy, tally_of, written

PROGRAM = policy()
RUN = info(PROGRAM)
FAILING = {"output": {"text": "See Article 40."}}
PASSING = {"output": {"text": "See Article 39."}}
ROWS = [graded(PROGRAM, FAILING if number % 2 else PASSING, number) for number in range(1, 301)]


def parts(folder: Path, extension: str, sizes: list[int], rows: list[RowResult]) -> Iterator[Part]:
    """Write rows into part files of so many rows each, as children do."""
    form, rest = FORMS[extension], iter(rows)
    for index, size in enumerate(sizes):
        pieces = list(filter(None, (form.row(row, RUN) for row in islice(rest, size))))
        path = folder / f"part-{index}"
        path.write_bytes(b"".join(pieces))
        yield Part(path, array("Q", map(len, pieces)))


@pytest.mark.parametrize("extension", FORMS)
@pytest.mark.parametrize(
    "sizes",
    [[301], [0, 1, 0, 7, 300], [100, 101, 102]],
    ids=["one-part", "uneven-and-empty-parts", "three-parts"],
)
def test_parts_are_joined_as_one_document(extension: str, sizes: list[int], tmp_path: Path) -> None:
    """Where a form shows some rows only, and where something stands between two rows, too."""
    output = Output(str(tmp_path / f"results{extension}"), RUN)
    for part in parts(tmp_path, extension, sizes, ROWS):
        output.add(part)
    output.finish(tally_of(ROWS), None)
    output.put_in_place()
    assert (tmp_path / f"results{extension}").read_bytes() == written(FORMS[extension], ROWS, RUN)
    assert [path.name for path in tmp_path.iterdir()] == [f"results{extension}"]


@pytest.mark.parametrize("extension", FORMS)
def test_a_run_without_rows_gives_a_whole_document(extension: str, tmp_path: Path) -> None:
    output = Output(str(tmp_path / f"results{extension}"), RUN)
    output.finish(Tally(), None)
    output.put_in_place()
    assert (tmp_path / f"results{extension}").read_bytes() == written(FORMS[extension], [], RUN)


@pytest.mark.parametrize("extension", FORMS)
def test_nothing_but_the_partial_file_is_there_before_the_end(
    extension: str, tmp_path: Path
) -> None:
    """And what stood in its place stays until then."""
    path = tmp_path / f"results{extension}"
    path.write_text("an earlier run", encoding="utf-8")
    output = Output(str(path), RUN)
    for part in parts(tmp_path, extension, [300], ROWS):
        output.add(part)
    assert sorted(found.name for found in tmp_path.iterdir()) == [path.name, f"{path.name}.partial"]
    output.finish(tally_of(ROWS), None)
    assert path.read_text(encoding="utf-8") == "an earlier run"
    output.put_in_place()
    assert path.read_bytes() == written(FORMS[extension], ROWS, RUN)


@pytest.mark.parametrize("extension", FORMS)
@pytest.mark.parametrize("steps", [1, 2], ids=["rows-added", "finished"])
def test_what_is_abandoned_leaves_nothing(extension: str, steps: int, tmp_path: Path) -> None:
    output = Output(str(tmp_path / f"results{extension}"), RUN)
    for part in parts(tmp_path, extension, [300], ROWS):
        output.add(part)
    if steps > 1:
        output.finish(tally_of(ROWS), None)
    output.abandon()
    output.abandon()
    assert list(tmp_path.iterdir()) == []


def test_abandoning_what_is_in_place_leaves_it(tmp_path: Path) -> None:
    output = Output(str(tmp_path / "results.jsonl"), RUN)
    output.finish(Tally(), None)
    output.put_in_place()
    output.abandon()
    assert [path.name for path in tmp_path.iterdir()] == ["results.jsonl"]


# -------------------------------------------------------------------------------------------- names


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub.jsonl").mkdir()
    (tmp_path / "file").touch()
    (tmp_path / "link").symlink_to(tmp_path / "sub")
    return tmp_path


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["a.doc"], "a.doc: the extension picks the form of output: .jsonl, .json, .csv"),
        (["a"], "the extension picks the form"),
        ([""], "the extension picks the form"),
        (["a.jsonl", "a.jsonl"], "a.jsonl: two -o would write this file"),
        (["a.jsonl", "./a.jsonl"], "two -o would write this file"),
        (["sub/a.csv", "link/a.csv"], "two -o would write this file"),
        (["-", "-"], "-: two -o would write this file"),
        (["a.jsonl", "a.jsonl.run.json"], "a.jsonl.run.json: two -o would write this file"),
        (["sub.jsonl"], "sub.jsonl: this is a folder; name a file in it"),
        (["none/a.jsonl"], "none/a.jsonl: there is no folder none; make it"),
        (["file/a.jsonl"], "there is no folder file"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_names_that_are_refused(names: list[str], told: str) -> None:
    with pytest.raises(OutputError) as refused:
        check_names(names)
    assert told in str(refused.value)


@pytest.mark.usefixtures("folder")
def test_names_that_go_together() -> None:
    check_names(["a.jsonl", "a.json", "A.HTML", "-", "sub/a.jsonl", "./b.md"])


@pytest.mark.usefixtures("folder")
def test_the_places_that_are_written() -> None:
    found = [os.path.relpath(place) for place in places("link/a.csv")]
    assert found == ["sub/a.csv", "sub/a.csv.partial", "sub/a.csv.run.json"]
