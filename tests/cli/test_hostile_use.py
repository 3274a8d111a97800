"""Misuse and edited files end in words and a code, never in a fault, and nobody's file is lost."""

import json
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import COMMAND, Ended, command, environment
from tests.cli.grading import BAD, FAILED, PASSED, grade, place, results, verify, write

VERIFY = "results.jsonl answers.jsonl --checks checks.txt"
Edit = Callable[[dict[str, Any]], object]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A run over a row that passed, one that failed and one in error."""
    place(tmp_path, PASSED, FAILED, BAD)
    grade(tmp_path, "-o results.jsonl")
    return tmp_path


DELETED = (
    "import os; os.mkdir('x'); os.chdir('x'); os.rmdir('../x'); from assertory.cli import main;"
)


def in_shell(folder: Path, words: str) -> Ended:
    """Run the command by a shell, which can close standard input."""
    done = subprocess.run(
        ["/bin/sh", "-c", words],
        cwd=folder,
        env=environment(),
        capture_output=True,
        check=False,
        text=True,
    )
    return Ended(done.returncode, done.stdout, done.stderr)


# ------------------------------------------------------------------------------------ misuse


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        pytest.param("check -c contains:x <&-", 4, id="answer-on-closed-input"),
        pytest.param("check checks.txt --checks - <&-", 2, id="checks-on-closed-input"),
        pytest.param("evaluator hash - <&-", 2, id="evaluator-on-closed-input"),
        pytest.param("grade - --checks checks.txt <&-", 4, id="answers-on-closed-input"),
        pytest.param(f"init {'a' * 300}", 2, id="folder-with-a-long-name"),
    ],
)
def test_misuse_is_no_fault(folder: Path, arguments: str, code: int) -> None:
    ended = in_shell(folder, f"{shlex.join(COMMAND)} {arguments}")
    assert ended.err.startswith("assertory: ")
    assert ended.code == code


@pytest.mark.parametrize(
    "arguments", ["init", "grade {0}/answers.jsonl --checks {0}/checks.txt -o r.jsonl"]
)
def test_a_working_folder_that_was_deleted(folder: Path, arguments: str) -> None:
    # -P as in the installed command: Python 3.13.0 can't import with a deleted folder on its path
    words = shlex.join([sys.executable, "-P", "-c", f"{DELETED} main()"])
    ended = in_shell(folder, f"{words} {arguments.format(folder)}")
    assert ended.err.startswith("assertory: ")
    assert ended.code == 2


@pytest.mark.parametrize("option", ["--limit", "--sample", "--row-timeout"])
def test_numbers_that_nothing_can_count(folder: Path, option: str) -> None:
    ended = grade(folder, f"{option} {'9' * 20}")
    assert ended.code == 2
    assert "is not in the range" in ended.err


def test_format_never_touches_a_file_that_stands_aside(folder: Path) -> None:
    mine = folder / "evaluator.json.partial"
    mine.write_text("mine", encoding="utf-8")
    before = (folder / "evaluator.json").read_bytes()
    ended = command("evaluator", "format", "evaluator.json", "--write", folder=folder)
    assert ended.code == 2
    assert "another run writes it, or was killed" in ended.err
    assert mine.read_text(encoding="utf-8") == "mine"
    assert (folder / "evaluator.json").read_bytes() == before


def test_grade_never_touches_a_file_that_stands_aside(folder: Path) -> None:
    (folder / "keep.jsonl.partial").write_text("mine", encoding="utf-8")
    assert grade(folder, "-o keep.jsonl").code == 2
    assert (folder / "keep.jsonl.partial").read_text(encoding="utf-8") == "mine"


# ------------------------------------------------------------------- what a terminal would obey


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(["grade", "\x1b[2J.jsonl", "--checks", "checks.txt"], id="stop"),
        pytest.param(["evaluator", "check", "\x1b[2J.json"], id="refuse"),
        pytest.param(["evaluator", "explain", "told.json"], id="explain"),
        pytest.param(["check", "\x1b[2J.json", "--\x1b[2J"], id="usage"),
    ],
)
def test_no_escape_reaches_the_terminal(folder: Path, arguments: list[str]) -> None:
    (folder / "\x1b[2J.json").write_text("{", encoding="utf-8")
    (folder / "told.json").write_text(
        '[{"type": "contains", "value": "\\u001b[2J\\u202e"}]', encoding="utf-8"
    )
    ended = command(*arguments, folder=folder)
    assert "\x1b" not in ended.err + ended.out
    assert "\u202e" not in ended.err + ended.out
    assert ended.err or ended.out


def test_a_summary_on_standard_error_is_marked_once(folder: Path) -> None:
    write(folder / "answers.jsonl", [{"id": "\x1b[2J", "output": "no"}])
    ended = grade(folder, "-o -")
    assert "\x1b" not in ended.err
    assert "U+27E8" not in ended.err


# ------------------------------------------------------------------------------------- verify


def edit_row(folder: Path, number: int, edit: Edit) -> None:
    rows = results(folder)
    edit(rows[number - 1])
    write(folder / "results.jsonl", rows)


def edit_record(folder: Path, edit: Edit) -> None:
    path = folder / "results.jsonl.run.json"
    told = json.loads(path.read_bytes())
    edit(told)
    path.write_text(json.dumps(told), encoding="utf-8")


@pytest.mark.parametrize(
    "line",
    [
        pytest.param('{"row": 1e400}', id="row-beyond-counting"),
        pytest.param('{"row": NaN}', id="row-not-a-number"),
        pytest.param(f'{{"row": 1, "label": {"[" * 975}{"]" * 975}}}', id="deep"),
        pytest.param(f'{{"row": 1, "label": {"[" * 5000}{"]" * 5000}}}', id="deeper"),
    ],
)
def test_a_line_that_is_no_result(folder: Path, line: str) -> None:
    write(folder / "results.jsonl", [line])
    ended = verify(folder, VERIFY)
    assert ended.code == 4
    assert "line 1: this is no result of assertory grade" in ended.err


def test_a_record_that_no_run_writes(folder: Path) -> None:
    edit_record(folder, lambda told: told.update(limit=-5))
    ended = verify(folder, VERIFY)
    assert ended.code == 4
    assert "this run record was changed" in ended.err


@pytest.mark.parametrize(
    ("number", "edit", "told"),
    [
        (1, lambda row: row.update(error={"code": "x"}), 'error.code: "x" → nothing'),
        (1, lambda row: row.update(error=None), "error: null → nothing"),
        (3, lambda row: row.update(receipt={}), "receipt.configHash: nothing → "),
        (3, lambda row: row.update(receipt=7), "receipt"),
        (3, lambda row: row["receipt"].pop("rowHash"), "receipt.rowHash: nothing → "),
        (3, lambda row: row.update(explanation={}), "explanation: an object → nothing"),
        (3, lambda row: row["error"].update(message=1), "error.message: 1 → "),
        (1, lambda row: row["receipt"].pop("engineVersion"), "receipt.engineVersion: nothing → "),
        (1, lambda row: row["receipt"].update(re2Version=7), "receipt.re2Version: 7 → "),
        (
            2,
            lambda row: row["explanation"]["checks"][0].update(message=1),
            "explanation differs",
        ),
        (2, lambda row: row["explanation"]["checks"][0].pop("message"), "explanation differs"),
    ],
)
def test_a_member_added_taken_or_of_another_type(
    folder: Path, number: int, edit: Edit, told: str
) -> None:
    edit_row(folder, number, edit)
    ended = verify(folder, VERIFY)
    found = ended.out.splitlines()[number - 1]
    assert told in found
    assert ended.out.endswith("3 rows: 2 the same, 1 different\n")
    assert ended.code == 1


@pytest.mark.parametrize("name", ["selected", "passed", "failed", "abstained", "error"])
def test_counts_of_the_record_that_were_changed(folder: Path, name: str) -> None:
    before = json.loads((folder / "results.jsonl.run.json").read_bytes())["counts"][name]
    edit_record(folder, lambda told: told["counts"].update({name: 999}))
    ended = verify(folder, f"{VERIFY} --quiet")
    assert ended.out.splitlines() == [
        "3 rows: 3 the same, 0 different",
        f"the run record says {name} 999, it is {before}",
    ]
    assert ended.code == 1


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ("--limit 2", "limit 2"),
        ("--sample 2", "sample 2"),
        ("--where metadata.note=n", "where metadata.note=n"),
        ("--only failed --limit 2", "limit 2, only failed"),
    ],
)
def test_a_record_that_leaves_rows_out_is_told_once(folder: Path, options: str, told: str) -> None:
    grade(folder, f"{options} -o results.jsonl")
    ended = verify(folder, VERIFY)
    sentence = f"note: the run record leaves rows out ({told}); those are not compared\n"
    assert (ended.code, ended.err) == (0, sentence)


def test_an_edited_limit_does_not_pass_in_silence(folder: Path) -> None:
    write(folder / "results.jsonl", results(folder)[:1])
    edit_record(folder, lambda told: told.update(limit=1))
    ended = verify(folder, VERIFY)
    assert ended.code == 1
    assert "(limit 1)" in ended.err
    assert "the run record says selected 3, it is 1" in ended.out


@pytest.mark.parametrize("option", ["--checks", "--evaluator"])
def test_the_record_tells_the_dialect(folder: Path, option: str) -> None:
    """Lines of checks in a file called .json look like a broken assertion."""
    (folder / "c.json").write_text("contains:OK\n", encoding="utf-8")
    grade(folder, "--checks c.json -o results.jsonl")
    ended = verify(folder, f"results.jsonl answers.jsonl {option} c.json")
    assert (ended.code, ended.err) == (0, "")


# -------------------------------------------------------------------------------- small words


def test_one_is_not_many(tmp_path: Path) -> None:
    place(tmp_path, PASSED)
    grade(tmp_path, "-o results.jsonl")
    assert verify(tmp_path, VERIFY).out.endswith("1 row: 1 the same, 0 different\n")
    ended = command("check", "-c", "contains:OK", stdin="OK")
    assert ended.out.endswith("passed: 1 of 1 check passed\n")


@pytest.mark.parametrize(
    ("arguments", "is_told"),
    [
        ("- --checks checks.txt", True),
        ("- --checks checks.txt --jobs 1", False),
        ("- --checks checks.txt --jobs 2", True),
        ("answers.json", True),
        ("answers.jsonl", False),
        ("answers.jsonl --jobs 2", False),
    ],
)
def test_one_process_is_told_where_more_cannot_be(
    tmp_path: Path,
    arguments: str,
    is_told: bool,  # noqa: FBT001
) -> None:
    place(tmp_path, PASSED)
    (tmp_path / "answers.json").write_text(json.dumps([PASSED]), encoding="utf-8")
    ended = grade(tmp_path, arguments, stdin=json.dumps(PASSED).encode())
    assert ended.code == 0
    assert ("this input runs in one process" in ended.err) == is_told


INTERRUPTED_IMPORT = """
import builtins, os, signal
before = builtins.__import__
def interrupted(name, *rest):
    if name == "typer":
        signal.raise_signal(signal.SIGINT)
    return before(name, *rest)
builtins.__import__ = interrupted
from assertory.cli import main
"""


def test_ctrl_c_while_modules_are_read_is_quiet() -> None:
    assert signal.getsignal(signal.SIGINT) != signal.SIG_IGN
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_IMPORT],
        env=environment(),
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")
