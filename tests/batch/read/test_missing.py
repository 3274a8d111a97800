"""A file that isn't there is told in one way, and a name in its folder that is close."""

import os
from pathlib import Path

import pytest

from assertory.batch.read import missing as missing_files
from assertory.batch.read.missing import missing

ADVICE = "check the name and your folder"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("answers.jsonl", "answers.csv", "results.jsonl", "results.jsonl.run.json"):
        (tmp_path / name).touch()
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "checks.txt").touch()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("answer.jsonl", "did you mean answers.jsonl?"),
        ("answers.cvs", "did you mean answers.csv?"),
        ("answers", "did you mean answers.csv?"),
        ("result.jsonl", "did you mean results.jsonl?"),
        ("runs/check.txt", "did you mean runs/checks.txt?"),
        ("run", ADVICE),  # a folder is no file
        ("none.jsonl", ADVICE),  # what is alike is the extension alone
        ("nowhere/answers.jsonl", ADVICE),
        ("answers.jsonl/x", ADVICE),
        ("", ADVICE),
    ],
)
def test_what_is_close_is_suggested(name: str, advice: str) -> None:
    assert missing(name) == f"{name}: there is no such file; {advice}"


def test_the_folder_is_named_as_it_was(folder: Path) -> None:
    assert missing(str(folder / "answer.csv")).endswith(f"did you mean {folder}/answers.csv?")


def test_a_name_that_is_no_text_is_looked_for_too(folder: Path) -> None:
    (folder / os.fsdecode(b"caf\xe9.txt")).touch()
    assert missing("caf.txt").endswith("did you mean caf\udce9.txt?")


def test_a_folder_is_searched_up_to_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(missing_files, "FILES_MAX", 0)
    assert missing("answer.jsonl").endswith(ADVICE)
