"""`dev.py demo`, which README shows first, grades the shipped example by the real command."""

from pathlib import Path

import pytest

import dev
from tests.cli.command import command


def placed(words: list[str], folder: Path) -> list[str]:
    """The words behind `assertory`, with the example in a folder of the test's own."""
    assert words[0] == "assertory"
    return [word.replace(str(dev.EXAMPLE), str(folder)) for word in words[1:]]


def test_its_commands_run_and_show_a_failed_check(tmp_path: Path) -> None:
    example = tmp_path / "example"
    made = command(*placed(dev.INIT, example), folder=tmp_path)
    assert (made.code, dev.EXAMPLE.name in made.err) == (0, True)
    ended = command(*placed(dev.DEMO, example), folder=tmp_path)
    assert (ended.code, ended.err.count("wrote ")) == (1, 2)
    assert "Rows       12 = 8 passed + 3 failed + 1 abstained + 0 errors\n" in ended.out
    assert {"results.jsonl", "report.html"} < {path.name for path in example.iterdir()}


def test_it_takes_a_failed_check_for_success_and_nothing_worse(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    accepted = []
    monkeypatch.setattr(dev, "BUILD", tmp_path / "build")
    monkeypatch.setattr(dev, "run", lambda words, _, accept=(0,): accepted.append((words, accept)))
    dev.demo(tmp_path)
    assert accepted == [(dev.INIT, (0,)), (dev.DEMO, (0, 1))]
