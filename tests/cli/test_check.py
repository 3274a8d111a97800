"""assertory check: one answer, judged by quick checks, told to people and to programs."""

import json
import os
import pty
import subprocess
from pathlib import Path

import pytest

from tests.cli.command import COMMAND, command, command_here, environment

ANSWER = '{"shop": "Northstar", "score": 7}'


@pytest.fixture
def answer(tmp_path: Path) -> Path:
    """A file that holds a sound answer."""
    file = tmp_path / "answer.txt"
    file.write_text(ANSWER, encoding="utf-8")
    return file


def test_each_check_has_a_line_and_the_last_line_sums_up(answer: Path) -> None:
    ended = command(
        *("check", answer, "--check", "contains:Northstar", "--check", "json_valid"),
        *("-c", "number:/score:0..5"),
    )
    assert ended.out == (
        "passed    contains:Northstar\n"
        "passed    json_valid\n"
        "failed    number:/score:0..5\n"
        "          number_out_of_range: The number lies outside the allowed range.\n"
        "          observed 7\n"
        "failed: 2 of 3 checks passed\n"
    )
    assert ended.err == ""
    assert ended.code == 1


def test_all_passed_is_exit_code_0(answer: Path) -> None:
    ended = command_here("check", answer, "--check", "json_valid")
    assert (ended.code, ended.out) == (0, "passed    json_valid\npassed: 1 of 1 check passed\n")


@pytest.mark.parametrize("arguments", [("check",), ("check", "-")], ids=["nothing", "dash"])
def test_the_answer_comes_by_pipe(arguments: tuple[str, ...]) -> None:
    ended = command(*arguments, "--check", "exact:نعم", stdin="نعم")
    assert (ended.code, ended.err) == (0, "")


def test_checks_come_from_a_file_in_either_form(answer: Path, tmp_path: Path) -> None:
    lines, array = tmp_path / "checks.txt", tmp_path / "checks.json"
    lines.write_text("json_valid\n\nlength:1..9\n", encoding="utf-8")
    array.write_text(
        '[{"type": "json_valid"}, {"type": "output_length", "minimum": 1, "maximum": 9}]',
        encoding="utf-8",
    )
    told = [command_here("check", answer, "--checks", file) for file in (lines, array)]
    assert told[0] == told[1]
    assert told[0].code == 1
    assert told[0].out.endswith("observed 33\nfailed: 1 of 2 checks passed\n")


def test_one_check_may_be_a_json_array(answer: Path) -> None:
    schema = '[\n{"type": "json_schema", "schema": {"type": "object", "required": ["a/b", "c"]}}]'
    ended = command_here("check", answer, "--check", schema)
    assert ended.code == 1
    assert ended.out == (
        "failed    json_schema\n"
        "          schema_mismatch: The answer does not fit the schema.\n"
        '          observed "{\\"shop\\": \\"Northstar\\", \\"score\\": 7}"\n'
        "          /a~1b: required\n"
        "          /c: required\n"
        "failed: 0 of 1 check passed\n"
    )


def test_json_is_the_explanation_and_nothing_else(answer: Path) -> None:
    ended = command(
        *("check", answer, "--check", "contains:x", "--check", "json_valid", "--format", "json")
    )
    explanation = json.loads(ended.out)
    assert (ended.code, ended.err) == (1, "")
    assert ended.out.count("\n") == 1
    assert explanation["outcome"] == "failed"
    assert [check["at"] for check in explanation["checks"]] == ["/0", "/1"]
    assert explanation["checks"][0]["reason"] == "not_contained"


def test_a_check_that_the_bounded_explanation_omits_still_has_its_line(tmp_path: Path) -> None:
    """Ten schema checks with long failing paths outgrow the explanation's 16,000 characters."""
    name = "\u0001" * 160
    check = {
        "type": "json_schema",
        "schema": {"type": "object", "required": [f"{name}{index}" for index in range(3)]},
    }
    checks = tmp_path / "checks.json"
    checks.write_text(json.dumps([check] * 10), encoding="ascii")
    ended = command_here("check", "--checks", checks, stdin="{}")
    told = json.loads(command_here("check", "--checks", checks, "--format=json", stdin="{}").out)
    assert told["omittedChecks"] > 0  # otherwise this test would promise nothing
    assert ended.code == 1
    assert ended.out.count("failed    json_schema\n") == 10
    assert ended.out.count("          schema_mismatch\n") == told["omittedChecks"]


def test_what_a_terminal_would_obey_is_written_out() -> None:
    """Neither the checks nor the answer can colour, move or hide what is printed."""
    ended = command_here("check", "--check", "contains:\u009b31m", stdin="a\u202eb\u009b2J")
    assert "contains:⟨U+009B⟩31m" in ended.out
    assert 'observed "a⟨U+202E⟩b⟨U+009B⟩2J"' in ended.out


# ------------------------------------------------------------------------------ the last line break


@pytest.mark.parametrize("check", ["exact:OK", "regex:^OK$", "length:2..2"])
def test_a_line_break_at_the_end_is_named_where_it_decides(check: str) -> None:
    ended = command("check", "--check", check, stdin="OK\n")
    assert ended.code == 1
    assert ended.err == (
        "note: the answer ends with a line break, which counts; printf leaves it out\n"
    )


@pytest.mark.parametrize(
    ("check", "answer"),
    [("exact:no", "OK\n"), ("exact:OK", "OK"), ("contains:OK", "OK\n"), ("exact:O", "OK")],
    ids=["fails-anyway", "none", "passes-anyway", "another-end"],
)
def test_a_line_break_that_decides_nothing_is_not_named(check: str, answer: str) -> None:
    assert command_here("check", "--check", check, stdin=answer).err == ""


# ---------------------------------------------------------------------------------- what goes wrong


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["check"], "give the checks either with --check (repeatable) or with --checks FILE"),
        (
            ["check", "--check", "json_valid", "--checks", "checks.txt"],
            "give the checks either with --check (repeatable) or with --checks FILE",
        ),
        (
            ["check", "--check", "json_valid\nexact:a"],
            "--check takes one check; give several --check, or --checks FILE",
        ),
        (
            ["check", "--checks", "-"],
            "standard input can hold the answer or the checks, not both",
        ),
        (
            ["check", "--checks", "absent.txt"],
            "absent.txt: there is no such file; check the name and your folder",
        ),
    ],
    ids=["no-checks", "both", "two-in-one", "one-input", "absent-checks"],
)
def test_wrong_use_is_exit_code_2(arguments: list[str], said: str, tmp_path: Path) -> None:
    ended = command_here(*arguments, folder=tmp_path)
    assert (ended.code, ended.out, ended.err) == (2, "", f"assertory: {said}\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["check", "--nosuch"], "No such option: --nosuch"),
        (["check", "a", "b", "-c", "json_valid"], "Got unexpected extra argument"),
        (["check", "a", "-c", "json_valid", "--format", "xml"], "'xml' is not one of"),
    ],
    ids=["option", "argument", "choice"],
)
def test_what_the_parser_refuses_is_exit_code_2(arguments: list[str], said: str) -> None:
    ended = command_here(*arguments)
    assert (ended.code, ended.out) == (2, "")
    assert said in ended.err
    assert ended.err.endswith("assertory check --help shows how it is used\n")


def test_no_answer_on_a_terminal_is_exit_code_2() -> None:
    """A person who forgot the answer is told so, and not left before a silent screen."""
    controller, terminal = pty.openpty()
    try:
        done = subprocess.run(
            [*COMMAND, "check", "--check", "json_valid"],
            stdin=terminal,
            env=environment(),
            capture_output=True,
            timeout=60,
            check=False,
        )
    finally:
        os.close(controller)
        os.close(terminal)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"assertory: no answer: name a file, or pipe the answer in\n"


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["json_valid", "contain:x"], '--check:2:1: found "contain"; a check is one of'),
        ([""], "--check:1:1: there is no check here"),
    ],
    ids=["second", "empty"],
)
def test_refused_checks_are_exit_code_3(lines: list[str], said: str) -> None:
    """The line is the number of the --check."""
    ended = command_here("check", *(part for line in lines for part in ("--check", line)))
    assert (ended.code, ended.out) == (3, "")
    assert ended.err.startswith(said)
    assert ended.err.endswith("1 problem in --check; nothing was run\n")


def test_a_check_that_is_not_utf8_is_exit_code_3() -> None:
    ended = command("check", "--check", b"contains:\xff", stdin="x")
    assert (ended.code, ended.out) == (3, "")
    assert "--check:1:10: these bytes are not UTF-8" in ended.err


@pytest.mark.parametrize("by", ["file", "pipe"])
def test_an_answer_that_is_not_utf8_is_exit_code_4(by: str, tmp_path: Path) -> None:
    written = b"caf\xe9"
    (tmp_path / "answer.txt").write_bytes(written)
    file = "answer.txt" if by == "file" else "-"
    ended = command_here("check", file, "-c", "json_valid", stdin=written, folder=tmp_path)
    assert (ended.code, ended.out) == (4, "")
    assert ended.err == f"assertory: {file}: byte 3 is not UTF-8; save the answer as UTF-8\n"


def test_an_answer_that_cannot_be_read_is_exit_code_4(tmp_path: Path) -> None:
    ended = command_here("check", "absent.txt", "-c", "json_valid", folder=tmp_path)
    assert (ended.code, ended.out) == (4, "")
    assert "absent.txt: there is no such file" in ended.err
