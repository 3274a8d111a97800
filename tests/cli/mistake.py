"""One authoring mistake: the text with a mark at the wrong token, and what has to be told."""

from dataclasses import dataclass
from pathlib import Path

from tests.cli.command import command_here

MARK = "▶"


@dataclass(frozen=True, slots=True)
class Mistake:
    """What is written, and what has to be told of it; `at` is None in the line form."""

    text: str
    code: str
    at: str | None
    found: str
    allowed: str

    def place(self) -> tuple[int, int]:
        """The line and the column of the mark, counted from 1 in code points."""
        lines = self.text.partition(MARK)[0].split("\n")
        return len(lines), len(lines[-1]) + 1


def assert_told(mistake: Mistake, folder: Path) -> None:
    """`evaluator check` tells the mistake at its place, and nothing else."""
    assert mistake.text.count(MARK) == 1
    file = folder / ("checks.txt" if mistake.at is None else "authored.json")
    file.write_bytes(mistake.text.replace(MARK, "").encode())
    ended = command_here("evaluator", "check", file.name, folder=folder)
    assert (ended.code, ended.out) == (3, "")
    told, counted = ended.err.splitlines()
    assert counted.startswith(f"1 problem in {file.name}; ")
    line, column = mistake.place()
    assert told.startswith(f"{file.name}:{line}:{column}: ")
    assert mistake.found in told
    assert mistake.allowed in told
    pointer = "" if mistake.at is None else f" (at {mistake.at or 'the root'})"
    assert told.endswith(f"[{mistake.code}]{pointer}")
