"""Reading what authors wrote: an evaluator file, a checks file, or checks on the command line."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from assertory.batch.spec import Dialect
from assertory.cli.exits import Exit
from assertory.cli.named import read_bytes
from assertory.cli.talk import refuse, stop
from assertory.engine.errors import AuthoringError
from assertory.engine.json_text import JSON_SPACE
from assertory.engine.program import Program, compile_assertion
from assertory.engine.quick import LINES, compile_quick_checks

# How to tell one dialect where the other was asked for; a mistake in it may come later.
ASSERTION_BEGIN: Final = re.compile(rb"[ \t\r\n]*\{")
ASSERTION_MEMBER: Final = re.compile(rb'"(?:semantics|assertion)"\s*:')
QUICK_BEGIN: Final = re.compile(rb"\s*(?:\[|(?:%b)\b)" % "|".join(LINES).encode())


@dataclass(frozen=True, slots=True)
class Authored:
    """A compiled text, the dialect it is in, and the name to call it by."""

    program: Program
    dialect: Dialect
    name: str


def read_evaluator(file: Path) -> Authored:
    """Read and compile a file of either dialect, told apart by how it begins."""
    text = read_bytes(file, Exit.USAGE)
    return _compile(text, _looks_like(text, file), str(file))


def _looks_like(text: bytes, file: Path) -> Dialect:
    begin = text.lstrip(JSON_SPACE.encode())[:1]
    # A `.json` file that begins with neither bracket is a configuration with a mistake.
    is_assertion = begin == b"{" or (file.suffix == ".json" and begin != b"[")
    return "assertion" if is_assertion else "quick"


def read_either(file: Path, likely: Dialect) -> Authored:
    """Read and compile a file in the dialect that is likely, or else in the one it looks like."""
    text = read_bytes(file, Exit.USAGE)
    compiler = compile_assertion if likely == "assertion" else compile_quick_checks
    try:
        return Authored(compiler(text), likely, str(file))
    except AuthoringError:
        return _compile(text, _looks_like(text, file), str(file))


def read_assertion(file: Path) -> Authored:
    """Read and compile an assertion file; quick checks are sent to their own option."""
    text = read_bytes(file, Exit.USAGE)
    if QUICK_BEGIN.match(text):
        stop(f"{file} holds quick checks; use --checks", Exit.REFUSED)
    return _compile(text, "assertion", str(file))


def read_checks(file: Path, instead: str = "use --evaluator") -> Authored:
    """Read and compile a file of quick checks; for an assertion `instead` says what to do."""
    text = read_bytes(file, Exit.USAGE)
    if ASSERTION_BEGIN.match(text) and ASSERTION_MEMBER.search(text):
        stop(f"{file} is an assertion; {instead}", Exit.REFUSED)
    return _compile(text, "quick", str(file))


def read_lines(lines: list[str]) -> Authored:
    """Compile the checks given one by one on the command line."""
    for line in lines:
        if "\n" in line and not line.lstrip(JSON_SPACE).startswith("["):
            stop("--check takes one check; give several --check, or --checks FILE", Exit.USAGE)
    return _compile("\n".join(lines).encode("utf-8", "surrogateescape"), "quick", "--check")


def _compile(text: bytes, dialect: Dialect, name: str) -> Authored:
    compiler = compile_assertion if dialect == "assertion" else compile_quick_checks
    try:
        return Authored(compiler(text), dialect, name)
    except AuthoringError as error:
        refuse(name, error)
