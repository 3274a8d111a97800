"""Authored texts in one form: white space is laid out anew, every token stays as written."""

import re
from typing import Final, Literal

from assertory.cli.authored import Authored
from assertory.engine.json_text import JSON_SPACE
from assertory.engine.program import Program
from assertory.engine.quick import (
    LINE_SPACE,
    NoLine,
    compile_quick_checks,
    print_json,
    print_lines,
)

Form = Literal["lines", "json"]

INDENT: Final = "  "
PIECE: Final = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\],:]|[^\s{}\[\],:"]+')


def lay_out(authored: Authored, form: Form | None) -> str:
    """
    Write an authored text in its one form, which never changes its hash or meaning.

    Takes:   form, the one to write quick checks in; None is lines where they can be.
    Raises:  NoLine where lines were asked for and can't say it.
    """
    program = authored.program
    if authored.dialect == "assertion":
        if form == "lines":
            raise NoLine("an assertion has no line form; only quick checks have one")
        return pretty(program.source)
    if not program.source.lstrip(JSON_SPACE).startswith("["):
        return pretty(print_json(program)) if form == "json" else _trimmed(program.source)
    if form == "json":
        return pretty(program.source)
    try:
        return _in_lines(program)
    except NoLine:
        if form == "lines":
            raise
        return pretty(program.source)


def _in_lines(program: Program) -> str:
    lines = print_lines(program)
    if compile_quick_checks(lines).config_hash != program.config_hash:
        # Lines have one order of members, and the hash counts it.
        raise NoLine("lines would change the hash; write each check as type, then its members")
    return lines


def _trimmed(source: str) -> str:
    """Write lines without the white space that doesn't count."""
    written = []
    for line in source.split("\n"):
        name, colon, value = line.strip(LINE_SPACE).partition(":")
        if name:
            written.append(f"{name}{colon}{value.strip(LINE_SPACE)}\n")
    return "".join(written)


def pretty(text: str) -> str:
    r"""
    Lay out JSON text: a member or item a line, two spaces a level.

    Takes:   text, known to be JSON.

    >>> print(pretty('{"a":[1.0,{}],"b":"\\u0041"}'), end="")
    {
      "a": [
        1.0,
        {}
      ],
      "b": "\u0041"
    }
    """
    pieces = PIECE.findall(text)
    written, depth = [], 0
    for piece, following in zip(pieces, [*pieces[1:], ""], strict=True):
        opens, closes = piece in ("{", "["), following in ("}", "]")
        depth += opens - closes
        written.append(piece)
        if piece == ":":
            written.append(" ")
        elif opens != closes or piece == ",":  # an empty container stays closed
            written.append("\n" + INDENT * depth)
    return "".join(written) + "\n"
