"""Every example on every page is run, and does what the page says."""

import json
from pathlib import Path

import pytest

import assertory
from tests.docs.page import Block, blocks, name, pages
from tests.docs.session import ExampleError, Session

RUN = {"python", "console", "sh"}
SHOWN = {"csv", "json", "jsonl", "text", "toml"}  # data; where a note makes it a file, it is used
REASONS = {  # the only good ones for leaving a block out
    "it makes an environment",
    "it asks a package registry",
}

every_page = pytest.mark.parametrize("page", pages(), ids=name)


@every_page
def test_the_examples_of_a_page_do_what_it_says(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page is one session: a later block sees the files and names of those before it."""
    monkeypatch.chdir(tmp_path)
    session = Session(tmp_path)
    for block in blocks(page.read_text(encoding="utf-8")):
        if block.not_run is None:
            try:
                session.follow(block)
            except Exception as error:
                error.add_note(f"in the example at {name(page)}:{block.line}")
                raise


@every_page
def test_no_block_escapes(page: Path) -> None:
    """A block says its language, from a closed list; one left out says why, from another."""
    for block in blocks(page.read_text(encoding="utf-8")):
        assert block.language in RUN | SHOWN, f"line {block.line}: {block.language!r}"
        assert block.not_run is None or block.not_run in REASONS, f"line {block.line}"


@every_page
def test_a_configuration_that_is_only_shown_is_accepted(page: Path) -> None:
    """A whole one, or a node of one."""
    for block in blocks(page.read_text(encoding="utf-8")):
        if block.language == "json" and block.file is None:
            shown = json.loads(block.text)
            node = {"semantics": "unicode-script-letters/v1", "assertion": shown}
            assertory.compile_assertion(node if "op" in shown else block.text)


def block(language: str, text: str) -> Block:
    """A block as a page would hold it."""
    return Block(language, text, line=1, file=None, not_run=None)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("python", "assert 1 + 1 == 3\n"),
        ("python", ">>> 1 + 1\n3\n"),
        ("python", ">>> 1 / 0\n"),
        ("console", "$ echo one\ntwo\n"),
        ("console", "$ echo one\n"),
        ("console", "$ false\n$ echo $?\n0\n"),
        ("console", "$ echo one\none\n$ echo two >&2\nthree\n"),
        ("sh", "false\ntrue\n"),
    ],
)
def test_an_example_that_lies_is_found(language: str, text: str, tmp_path: Path) -> None:
    with pytest.raises((ExampleError, AssertionError)):
        Session(tmp_path).follow(block(language, text))


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("python", ">>> x = 2\n>>> x + 1\n3\n"),
        ("console", "$ echo one \\\n    two\none two\n$ false\n$ echo $?\n1\n"),
        ("console", "$ cd /; pwd\n/\n$ pwd\n/\n"),
        ("console", "$ printf 'took 12 ms\\n'\ntook ... ms\n"),
        ("sh", "true\n"),
    ],
)
def test_an_example_that_is_true_passes(language: str, text: str, tmp_path: Path) -> None:
    Session(tmp_path).follow(block(language, text))


def test_a_page_is_read_into_its_blocks() -> None:
    page = "<!-- file: a.json -->\n```json\n{}\n```\n\n- x\n\n  ```sh\n  true\n  ```\n"
    assert blocks(page) == [
        Block("json", "{}\n", line=3, file="a.json", not_run=None),
        Block("sh", "true\n", line=9, file=None, not_run=None),
    ]
