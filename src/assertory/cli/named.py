"""Files that the command line names: read whole, or told what is wrong with the name."""

import sys
from pathlib import Path
from typing import Final, NoReturn

from assertory.batch.read.missing import missing
from assertory.cli.exits import Exit
from assertory.cli.talk import stop

STANDARD_INPUT: Final = Path("-")


def read_bytes(file: Path, otherwise: Exit) -> bytes:
    """Read a file, or standard input; ends the command with `otherwise` where that can't be."""
    if file == STANDARD_INPUT and getattr(sys, "stdin", None) is None:
        stop("standard input is closed; name a file", otherwise)
    try:
        return sys.stdin.buffer.read() if file == STANDARD_INPUT else file.read_bytes()
    except OSError as error:
        refuse_name(file, error, otherwise)


def refuse_name(file: Path, error: OSError, code: Exit, what: str = "") -> NoReturn:
    """End the command because a file can't be read; `what` it is may stand before its name."""
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        stop(f"{what}{missing(str(file))}", code)
    stop(f"{what}{file}: {error.strerror or error}; name a file that can be read", code)
