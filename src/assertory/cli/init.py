"""assertory init: a runnable example, with no key and no network."""

import shlex
from pathlib import Path
from typing import Annotated, Final

import typer

from assertory.cli.exits import Exit
from assertory.cli.talk import say, stop

EXAMPLE: Final = ("README.txt", "answers.jsonl", "checks.txt", "evaluator.json")
NEXT: Final = (
    "assertory grade answers.jsonl --checks checks.txt",
    "assertory grade answers.jsonl --evaluator evaluator.json --tool-capture /capture",
    "assertory evaluator explain evaluator.json",
)


def init(
    folder: Annotated[Path, typer.Argument(help="Where to write it.")] = Path(),
    *,
    force: Annotated[bool, typer.Option("--force", help="Overwrite files that are there.")] = False,
) -> None:
    """
    Write a runnable example.

    Twelve saved answers, quick checks, an evaluator, and a page on what to try.

    Example: assertory init demo
    """
    try:
        standing = [name for name in EXAMPLE if (folder / name).exists()]
    except OSError as error:
        stop(f"{folder}: {error.strerror or error}; name another folder", Exit.USAGE)
    if standing and not force:
        names = ", ".join(standing)
        stop(f"{folder} already holds {names}; name another folder, or add --force", Exit.USAGE)
    try:
        _write(folder)
    except OSError as error:
        stop(f"{folder}: {error.strerror or error}; name a folder that can be written", Exit.USAGE)
    say("\nTry next:")
    if folder != Path():
        say(f"  cd {shlex.quote(str(folder))}")
    for command in NEXT:
        say(f"  {command}")


def _write(folder: Path) -> None:
    from importlib.resources import files  # noqa: PLC0415 - not for --help

    example = files("assertory.cli") / "example"
    folder.mkdir(parents=True, exist_ok=True)
    for name in EXAMPLE:
        (folder / name).write_bytes((example / name).read_bytes())
        say(f"wrote {folder / name}")
