"""assertory evaluator: authoring help for evaluator and checks files."""

import shutil
from difflib import unified_diff
from pathlib import Path
from typing import Annotated, BinaryIO, Final, Literal

import typer

from assertory.cli.authored import Authored, read_evaluator
from assertory.cli.exits import Exit, first
from assertory.cli.named import STANDARD_INPUT
from assertory.cli.talk import give, say, shown, stop
from assertory.engine.quick import NoLine

SCHEMAS: Final = {"assertion": "assertion.schema.json", "quick": "quick-checks.schema.json"}

File = Annotated[Path, typer.Argument(help="An evaluator or checks file; - is standard input.")]

app = typer.Typer(help="Check, format, hash and explain what grades.", no_args_is_help=True)


@app.command("check")
def check(
    files: Annotated[list[Path], typer.Argument(help="Evaluator or checks files.")],
) -> None:
    """
    Tell whether files are sound: every problem, each with its place.

    Example: assertory evaluator check evaluator.json checks.txt
    """
    found: list[Exit] = []
    for file in files:
        try:
            authored = read_evaluator(file)
        except typer.Exit as refused:  # it has been told; the other files shall be, too
            found.append(Exit(refused.exit_code))
        else:
            give(f"{shown(authored.name)}: sound; {_described(authored)}\n")
    raise typer.Exit(first(found))


def _described(authored: Authored) -> str:
    count = len(authored.program.plan.leaves)
    checks = "check" if count == 1 else "checks"
    is_quick = authored.dialect == "quick"
    kind = f"{count} quick {checks}" if is_quick else f"assertion, {count} {checks}"
    return f"{kind}, hash {authored.program.config_hash}"


@app.command("format")
def format_file(
    file: File,
    *,
    form: Annotated[
        Literal["lines", "json"] | None,
        typer.Option("--as", help="How to write quick checks; if not given, lines where they can."),
    ] = None,
    write: Annotated[bool, typer.Option("--write", help="Replace the file.")] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Print a diff, and exit 1, where it isn't in form.")
    ] = False,
) -> None:
    """
    Print a file in its one form.

    White space changes and nothing else, save that quick checks may be converted between lines
    and JSON; the hash and the meaning stay the same.

    Example: assertory evaluator format evaluator.json --write
    """
    if write and (check or file == STANDARD_INPUT):
        stop("--write replaces a file that is named, and goes without --check", Exit.USAGE)
    authored = read_evaluator(file)
    source, written = authored.program.source, _laid_out(authored, file, form)
    if check:
        _check_form(authored.name, source, written)
    elif write:
        if written != source:
            _replace(file, written)
            say(f"wrote {file}")
    else:
        give(written)


def _laid_out(authored: Authored, file: Path, form: Literal["lines", "json"] | None) -> str:
    from assertory.cli import layout  # noqa: PLC0415 - not for --help

    if form is None and file.suffix == ".json":
        form = "json"  # a file keeps what its name promises
    try:
        return layout.lay_out(authored, form)
    except NoLine as error:
        stop(f"{authored.name}: {error}; leave out --as lines", Exit.USAGE)


def _check_form(name: str, source: str, written: str) -> None:
    before, after = source.split("\n"), written.split("\n")
    for line in unified_diff(before, after, name, f"{name} in form", lineterm=""):
        give(f"{line}\n")
    if source != written:
        say(f"{name} is not in form; assertory evaluator format --write puts it there")
        raise typer.Exit(Exit.FAILED)


def _replace(file: Path, text: str) -> None:
    """Write a file's new text aside, then rename it into place, so that it is whole throughout."""
    target = file.resolve()  # a link goes on pointing there
    if not target.is_file():
        stop(f"{file}: this is no regular file; leave out --write", Exit.USAGE)
    aside = target.with_name(f"{target.name}.partial")
    try:
        with aside.open("xb") as made:
            _fill(made, text, target, aside)
    except FileExistsError:
        stop(f"{aside}: another run writes it, or was killed; delete it", Exit.USAGE)
    except OSError as error:
        stop(f"{file}: {error.strerror or error}; name a file that can be written", Exit.USAGE)


def _fill(made: BinaryIO, text: str, target: Path, aside: Path) -> None:
    """Write the text and put it in place, or leave nothing aside."""
    try:
        made.write(text.encode())
        made.close()
        shutil.copymode(target, aside)
        aside.replace(target)
    except BaseException:
        aside.unlink(missing_ok=True)
        raise


@app.command("hash")
def hash_file(file: File) -> None:
    """
    Print the configuration hash.

    Example: assertory evaluator hash evaluator.json
    """
    give(f"{read_evaluator(file).program.config_hash}\n")


@app.command("explain")
def explain(file: File) -> None:
    """
    Say each check in a plain sentence.

    Example: assertory evaluator explain evaluator.json
    """
    from assertory.engine.sentences import outline  # noqa: PLC0415 - not for --help

    give(f"{shown(outline(read_evaluator(file).program))}\n")


@app.command("schema")
def schema(
    dialect: Annotated[Literal["assertion", "quick"], typer.Argument(help="Which dialect.")],
) -> None:
    """
    Print the JSON Schema of a dialect.

    It is for editors that complete and check the JSON form as it is written.

    Example: assertory evaluator schema assertion > assertion.schema.json
    """
    from importlib.resources import files  # noqa: PLC0415 - not for --help

    folder = files("assertory") / "schemas"
    give((folder / SCHEMAS[dialect]).read_text(encoding="utf-8"))
