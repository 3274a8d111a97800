"""assertory init: an example that runs as its own page says, with no key and no network."""

import json
import os
import re
import shlex
import subprocess
from importlib.resources import files
from pathlib import Path

import pytest

from assertory.cli.init import EXAMPLE, NEXT
from tests.cli.command import COMMAND, Ended, command, command_here, environment


@pytest.fixture
def example(tmp_path: Path) -> Path:
    """The example, written by the command."""
    folder = tmp_path / "example"
    assert command_here("init", folder).code == 0
    return folder


def names(folder: Path) -> list[str]:
    """What a folder holds, in order."""
    return sorted(file.name for file in folder.iterdir())


def test_the_example_is_written_and_what_to_try_is_said(tmp_path: Path) -> None:
    ended = command("init", "my demo", folder=tmp_path)
    assert (ended.code, ended.out) == (0, "")
    assert ended.err == (
        "wrote my demo/README.txt\n"
        "wrote my demo/answers.jsonl\n"
        "wrote my demo/checks.txt\n"
        "wrote my demo/evaluator.json\n"
        "\nTry next:\n"
        "  cd 'my demo'\n"
        "  assertory grade answers.jsonl --checks checks.txt\n"
        "  assertory grade answers.jsonl --evaluator evaluator.json --tool-capture /capture\n"
        "  assertory evaluator explain evaluator.json\n"
    )
    assert names(tmp_path / "my demo") == sorted(EXAMPLE)


def test_without_a_folder_it_is_written_here(tmp_path: Path) -> None:
    ended = command_here("init", folder=tmp_path)
    assert (ended.code, ended.out) == (0, "")
    assert "\n  cd " not in ended.err
    assert names(tmp_path) == sorted(EXAMPLE)


def test_every_file_of_the_package_is_written(example: Path) -> None:
    packaged = files("assertory.cli") / "example"
    assert sorted(file.name for file in packaged.iterdir()) == sorted(EXAMPLE)
    for name in EXAMPLE:
        assert (example / name).read_bytes() == (packaged / name).read_bytes()


def test_nothing_is_overwritten_unless_forced(tmp_path: Path) -> None:
    """What stands there is named, and not one file is written beside it."""
    (tmp_path / "checks.txt").write_text("exact:mine\n", encoding="utf-8")
    ended = command("init", ".", folder=tmp_path)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err == (
        "assertory: . already holds checks.txt; name another folder, or add --force\n"
    )
    assert names(tmp_path) == ["checks.txt"]
    assert (tmp_path / "checks.txt").read_text(encoding="utf-8") == "exact:mine\n"

    assert command_here("init", tmp_path, "--force").code == 0
    assert names(tmp_path) == sorted(EXAMPLE)
    assert "mine" not in (tmp_path / "checks.txt").read_text(encoding="utf-8")


def test_a_place_that_is_no_folder_is_wrong_use(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    ended = command_here("init", tmp_path / "file")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.endswith("File exists; name a folder that can be written\n")


# --------------------------------------------------------------------------------- what it holds


def test_the_answers_are_of_many_kinds(example: Path) -> None:
    """English and Arabic, one in JSON, one that never came, some with a tool capture."""
    rows = [
        json.loads(line)
        for line in (example / "answers.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    texts = [row["output"].get("text") for row in rows]
    assert len(rows) == len({row["metadata"]["id"] for row in rows}) == 12
    assert {row["metadata"]["language"] for row in rows} == {"en", "ar"}
    assert texts.count(None) == 1
    assert sum(text is not None and text.startswith("{") for text in texts) == 1
    assert any(row.get("capture", {}).get("calls") for row in rows)
    assert any(row.get("capture", {}).get("calls") == [] for row in rows)


@pytest.mark.parametrize("name", ["checks.txt", "evaluator.json"])
def test_checks_and_evaluator_are_sound_and_in_form(name: str, example: Path) -> None:
    assert command_here("evaluator", "check", example / name).code == 0
    assert command_here("evaluator", "format", example / name, "--check") == Ended(0, "", "")


@pytest.mark.parametrize(
    ("arguments", "counts"),
    [
        (["--checks", "checks.txt"], {"passed": 8, "failed": 3, "abstained": 1}),
        (
            ["--evaluator", "evaluator.json", "--tool-capture", "/capture"],
            {"passed": 7, "failed": 3, "abstained": 2},
        ),
        (["--evaluator", "evaluator.json"], {"passed": 4, "failed": 2, "abstained": 6}),
    ],
    ids=["checks", "evaluator", "without-capture"],
)
def test_about_two_thirds_pass(arguments: list[str], counts: dict[str, int], example: Path) -> None:
    """And without the capture nothing that rests on it: a claimed call proves nothing."""
    ended = command(
        *("grade", "answers.jsonl", *arguments, "-o", "results.jsonl", "--format", "none"),
        folder=example,
    )
    assert ended.code == 1  # some fail
    written = (example / "results.jsonl").read_text(encoding="utf-8").splitlines()
    outcomes = [json.loads(line)["outcome"] for line in written]
    assert {outcome: outcomes.count(outcome) for outcome in counts} == counts
    assert len(outcomes) == 12


def commands_of(page: str) -> list[str]:
    """The commands of the page: its indented lines that begin with a known word."""
    return re.findall(r"^ {4}((?:assertory|echo) .*)$", page, re.MULTILINE)


def test_every_command_of_its_page_runs(example: Path) -> None:
    """From top to bottom, by a shell, as a reader would; each exit code is 0 or 1."""
    place = example.parent / "bin" / "assertory"
    place.parent.mkdir()
    place.write_text(f'#!/bin/sh\nexec {shlex.join(COMMAND)} "$@"\n', encoding="utf-8")
    place.chmod(0o755)
    variables = environment(PATH=f"{place.parent}{os.pathsep}{os.environ['PATH']}")
    commands = commands_of((example / "README.txt").read_text(encoding="utf-8"))
    assert len(commands) >= 8
    assert set(NEXT) <= set(commands)
    for line in commands:
        done = subprocess.run(
            ["bash", "-c", line], cwd=example, env=variables, capture_output=True, check=False
        )
        assert done.returncode in (0, 1), done.stderr.decode()
        assert done.stdout, line
    assert (example / "report.html").is_file()
