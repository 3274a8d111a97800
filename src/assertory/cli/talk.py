"""What a command says to people, on standard error; standard output is for data alone."""

import contextlib
import sys
from typing import NoReturn

import typer

from assertory.batch import standard_output
from assertory.cli.exits import Exit
from assertory.engine.errors import AuthoringError
from assertory.report.visible import visible


def give(data: str) -> None:
    """
    Write data to standard output, at once and in UTF-8.

    Whoever closed it early has what it wanted; the command goes on to its own exit code.
    """
    if getattr(sys, "stdout", None) is None:
        return
    try:
        sys.stdout.write(data)
        sys.stdout.flush()
    except BrokenPipeError:
        standard_output.drop()
    except OSError as error:
        standard_output.drop()
        stop(f"standard output can't be written: {error.strerror}", Exit.USAGE)


def shown(text: str) -> str:
    """Give lines as a terminal shows them, and does not obey them."""
    return "\n".join(visible(line) for line in text.split("\n"))


def say(text: str, style: str | None = None, *, is_shown: bool = False) -> None:
    """
    Write to standard error, in a style where that is a terminal.

    is_shown: the text has gone through `visible`, whose marks are not to be marked again.
    """
    if getattr(sys, "stderr", None) is None:
        return
    text = text if is_shown else shown(text)
    if not sys.stderr.isatty():
        with contextlib.suppress(OSError):  # where nobody listens there is nobody to tell
            print(text, file=sys.stderr, flush=True)  # noqa: T201 - this is where commands talk
        return
    from rich.console import Console  # noqa: PLC0415 - 30 ms that a pipe need not pay

    console = Console(stderr=True, highlight=False, emoji=False)
    console.print(text, style=style, markup=False, soft_wrap=True)


def stop(text: str, code: Exit) -> NoReturn:
    """Say what is wrong and end with its code."""
    say(f"assertory: {text}", "red")
    raise typer.Exit(code)


def refuse(name: str, error: AuthoringError) -> NoReturn:
    """Tell every problem of an authored text, each at its place in the file, and end."""
    for problem in error.problems:
        place = "" if problem.line is None else f":{problem.line}:{problem.column}"
        pointer = "" if problem.at is None else f" (at {problem.at or 'the root'})"
        say(f"{name}{place}: {problem.message} [{problem.code}]{pointer}", "red")
    count = len(error.problems)
    say(f"{count} problem{'s' if count > 1 else ''} in {name}; nothing was run")
    raise typer.Exit(Exit.REFUSED)
