"""The command as a whole: help, version, completion, streams, and codes that no command owns."""

import os
import shlex
import subprocess
from pathlib import Path

import pytest

import assertory
from assertory import cli
from tests.cli.command import COMMAND, command, command_here, environment

COMMANDS = ["check", "grade", "verify", "init", "evaluator"]


def test_help_lists_every_command_and_loads_nothing_heavy() -> None:
    program = (
        "import sys; from assertory import cli; code = cli.run(['--help'])\n"
        "heavy = {'rich', 'orjson', 'pyarrow', 'asyncio', 'logging', 'multiprocessing'}\n"
        "print(code, *heavy & set(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run(
        [COMMAND[0], "-c", program], env=environment(), capture_output=True, text=True, check=True
    )
    assert done.stderr == "0\n"
    listed = done.stdout.partition("Commands:\n")[2].splitlines()
    assert [line.split()[0] for line in listed] == COMMANDS


@pytest.mark.parametrize("arguments", [[], ["evaluator"]], ids=["assertory", "evaluator"])
def test_without_a_command_the_help_is_shown_and_it_is_wrong_use(arguments: list[str]) -> None:
    ended = command_here(*arguments)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith(f"Usage: {' '.join(['assertory', *arguments])} ")
    assert "Commands:\n" in ended.err


def test_an_unknown_command_is_wrong_use() -> None:
    ended = command_here("judge")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err == (
        "assertory: No such command 'judge'.\nassertory --help shows how it is used\n"
    )


def test_version() -> None:
    ended = command("--version")
    assert (ended.code, ended.out, ended.err) == (0, f"assertory {assertory.__version__}\n", "")


# ------------------------------------------------------------------------------------------ streams


def test_data_is_utf8_whatever_the_locale() -> None:
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    ended = command("check", "--check", "contains:نعم", stdin="نعم", variables=plain)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith("passed    contains:نعم\n")


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(("check", "code"), [("json_valid", 0), ("contains:x", 1)])
def test_a_reader_that_leaves_early_changes_no_exit_code(
    check: str, code: int, unbuffered: str
) -> None:
    """As in `assertory check ... | true`: nothing is said of it, and the verdict stays."""
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [*COMMAND, "check", "--check", check],
            input=b"{}",
            stdout=writing,
            stderr=subprocess.PIPE,
            env=environment(PYTHONUNBUFFERED=unbuffered),
            check=False,
        )
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (code, b"")


# ----------------------------------------------------------------------------- codes of no command


def test_a_fault_of_our_own_is_code_70_and_told_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        message = "a wheel came off"
        raise RuntimeError(message)

    monkeypatch.setattr(cli, "app", broken)
    ended = command_here("check")
    assert (ended.code, ended.out) == (70, "")
    assert "RuntimeError: a wheel came off" in ended.err
    assert "this is a fault of assertory itself" in ended.err


def test_an_interruption_is_code_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "app", interrupted)
    assert command_here("check").code == 130


# --------------------------------------------------------------------------------------- completion


@pytest.fixture
def shell(tmp_path: Path) -> dict[str, str]:
    """The variables of a shell that finds the command on its path, in a home of its own."""
    place = tmp_path / "bin" / "assertory"
    place.parent.mkdir()
    place.write_text(f'#!/bin/sh\nexec {shlex.join(COMMAND)} "$@"\n', encoding="utf-8")
    place.chmod(0o755)
    (tmp_path / "home").mkdir()
    path = f"{place.parent}{os.pathsep}{os.environ['PATH']}"
    return environment(PATH=path, HOME=str(tmp_path / "home"))


def bash(script: str, variables: dict[str, str]) -> str:
    """What a script of bash prints; the command sees bash as its parent."""
    done = subprocess.run(
        ["bash", "--norc", "-c", f"set -e\n{script}\ntrue"],
        env=variables,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        ("assertory ev", ["evaluator"]),
        ("assertory evaluator fo", ["format"]),
        ("assertory evaluator schema ", ["assertion", "quick"]),
        ("assertory check --che", ["--check", "--checks"]),
    ],
)
def test_completion_shown_for_bash_completes(
    words: str, completed: list[str], shell: dict[str, str]
) -> None:
    """What `--show-completion` prints is sourced, and then asked as bash asks it."""
    line = words.split(" ")
    array = " ".join(shlex.quote(word) for word in line)
    script = f"""
        source <(assertory --show-completion)
        COMP_WORDS=({array}) COMP_CWORD={len(line) - 1}
        _assertory_completion assertory
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    assert bash(script, shell).split() == completed


def test_completion_is_installed_where_bash_reads_it(shell: dict[str, str]) -> None:
    said = bash("assertory --install-completion", shell)
    home = Path(shell["HOME"])
    installed = home / ".bash_completions" / "assertory.sh"
    assert str(installed) in said
    assert "complete -o default -F _assertory_completion assertory" in installed.read_text("utf-8")
    assert str(installed) in (home / ".bashrc").read_text("utf-8")


def test_completion_is_shown_for_a_named_shell_without_detection() -> None:
    """How a packager writes the scripts, where no shell is the parent."""
    ended = command(
        *("--show-completion", "bash"),
        variables={"_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"},
    )
    assert (ended.code, ended.err) == (0, "")
    assert "complete -o default -F _assertory_completion assertory" in ended.out
