"""Glenn Fowler's regular expression tests: whether there is a match, through `regex`.

POSIX asks for the leftmost longest match and tells where it lies; the operator only tells whether
there is one, on which POSIX and RE2 agree wherever both read the pattern alike. Used are the
extended expressions (`E`); basic ones (`B` alone) and literal ones (`L`) are other languages.
"""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.shared import SHARED, shared_dir
from tests.suites.front_door import asserted

SUITE = "suites/fowler"
_LABEL = re.compile(":HA#[0-9]+:")


@dataclass(frozen=True, slots=True)
class Line:
    """One test: a pattern, a text, and whether the pattern is found in it."""

    where: str
    flags: str
    pattern: str
    text: str
    result: str


def _lines(path: Path) -> list[Line]:
    found: list[Line] = []
    for number, written in enumerate(path.read_text(encoding="ascii").split("\n"), start=1):
        fields = re.split("\t+", written)
        if len(fields) < 4 or fields[0].startswith(("#", "NOTE")):
            continue
        flags = _LABEL.sub("", fields[0]).lstrip(
            "{"
        )  # `{` opens a group that stands or falls whole
        pattern = found[-1].pattern if fields[1] == "SAME" else _field(fields[1], flags)
        text = _field(fields[2], flags)
        found.append(Line(f"{path.stem}:{number}", flags, pattern, text, fields[3]))
    return found


def _field(written: str, flags: str) -> str:
    if written == "NULL":
        return ""
    return written.encode().decode("unicode_escape") if "$" in flags else written


LINES = [line for path in sorted((SHARED / SUITE).glob("*.dat")) for line in _lines(path)]
EXTENDED = [line for line in LINES if "E" in line.flags]

# POSIX refuses a count beyond its limit. RE2 refuses one above 1000, but reads one of more than
# nine digits as the characters that it is written with. It refuses no other pattern of the files.
READ_OTHERWISE = {"basic:31": "a{9876543210}"}


def _pattern(line: Line) -> str:
    flags = ("i" if "i" in line.flags else "") + ("m" if "n" in line.flags else "")
    return f"(?{flags}){line.pattern}" if flags else line.pattern


def _outcome(pattern: str, text: str) -> str:
    return asserted({"op": "regex", "path": "", "pattern": pattern}, text).outcome


def test_the_suite_is_whole() -> None:
    """All but 13 lines are extended expressions; each tells a match, none, or a refusal."""
    shared_dir(SUITE)
    assert (len(LINES), len(EXTENDED)) == (359, 346)
    results = [line.result for line in EXTENDED if not line.result.startswith("(")]
    assert (results.count("NOMATCH"), results.count("BADBR"), len(results)) == (17, 1, 18)


@pytest.mark.parametrize("line", EXTENDED, ids=lambda line: line.where)
def test_match_exists(line: Line) -> None:
    """There is a match where POSIX finds one, and none where it finds none."""
    if line.where in READ_OTHERWISE:
        assert line.pattern == READ_OTHERWISE[line.where]
        assert _outcome(line.pattern, line.pattern) == "passed"
        assert _outcome(line.pattern, "a" * 2000) == "failed"
        return
    wanted = "failed" if line.result == "NOMATCH" else "passed"
    assert _outcome(_pattern(line), line.text) == wanted
