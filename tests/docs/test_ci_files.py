"""The files for CI servers are shown and not run; the commands in them are run here."""

import re
from pathlib import Path

import pytest

from tests.cli.command import command
from tests.docs.page import blocks, name, pages

COMMAND = re.compile(r"^ *assertory (.+(?:\n +--?\w.*)*)", re.MULTILINE)
FOUND = [
    pytest.param(found[1], id=f"{name(page)}:{block.line}")
    for page in pages()
    for block in blocks(page.read_text(encoding="utf-8"))
    if block.language == "text" and re.search(r"^ *(steps|script):$", block.text, re.MULTILINE)
    for found in COMMAND.finditer(block.text)
]


def test_there_is_a_file_for_each_server() -> None:
    assert len(FOUND) == 3


@pytest.mark.parametrize("written", FOUND)
def test_a_command_in_a_file_for_ci_runs_on_the_example(written: str, tmp_path: Path) -> None:
    words = written.split()
    assert command("init", folder=tmp_path).code == 0
    ended = command(*words, folder=tmp_path)
    assert (ended.code, ended.err.count("wrote ")) == (0, words.count("-o"))
