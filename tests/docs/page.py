"""A page of the documentation as the tests read it: its fenced blocks and the notes on them."""

import re
from dataclasses import dataclass
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]

# <!-- file: NAME --> before a block: the block is that file, for the blocks that come after it.
# <!-- not run: REASON --> before a block: the block stays out of the tests.
NOTE = re.compile(r"<!-- (?P<kind>file|not run): (?P<text>.+) -->")
FENCE = re.compile(r"(?P<indent> *)```(?P<language>\w*)")


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: its language, text, first line, and what the notes before it say."""

    language: str
    text: str
    line: int
    file: str | None
    not_run: str | None


def pages() -> list[Path]:
    """README, CONTRIBUTING and every page of the documentation."""
    documentation = sorted((PROJECT / "docs").rglob("*.md"))
    return [PROJECT / "README.md", PROJECT / "CONTRIBUTING.md", *documentation]


def name(page: Path) -> str:
    """A page's name inside the project."""
    return page.relative_to(PROJECT).as_posix()


def blocks(text: str) -> list[Block]:
    """The fenced blocks of a page, in order; a fence that never closes is refused."""
    found: list[Block] = []
    notes: dict[str, str] = {}
    lines = enumerate(text.split("\n"), start=1)
    for number, line in lines:
        if note := NOTE.fullmatch(line.strip()):
            notes[note["kind"]] = note["text"]
        elif fence := FENCE.fullmatch(line.rstrip()):
            inner = []
            for _, body in lines:
                if body.strip() == "```":
                    break
                inner.append(body.removeprefix(fence["indent"]) + "\n")
            else:
                raise ValueError(f"the block at line {number} never closes")
            file, not_run = notes.get("file"), notes.get("not run")
            found.append(Block(fence["language"], "".join(inner), number + 1, file, not_run))
            notes = {}
        elif line.strip():
            notes = {}
    return found
