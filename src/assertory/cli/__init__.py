"""One file for each command; the only place where the rooms are put together."""

import io
import sys
import traceback
from pathlib import Path
from typing import Annotated, Any, Final

try:
    import typer

    from assertory import __version__
    from assertory.cli import check, evaluator, grade, init, verify
    from assertory.cli.exits import Exit
    from assertory.cli.talk import give, say
except KeyboardInterrupt:  # nothing is under way yet, and `exits` may not be there
    sys.exit(130)

PROGRAM: Final = "assertory"

app = typer.Typer(
    name=PROGRAM,
    no_args_is_help=True,
    rich_markup_mode=None,  # plain help: importing rich would double the time to show it
    pretty_exceptions_enable=False,
)
app.command("check")(check.check)
app.command("grade")(grade.grade)
app.command("verify")(verify.verify)
app.command("init")(init.init)
app.add_typer(evaluator.app, name="evaluator")


def _version(asked: bool) -> None:  # noqa: FBT001 - typer's callback
    if asked:
        give(f"{PROGRAM} {__version__}\n")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[  # noqa: FBT002 - a flag of the command line
        bool, typer.Option("--version", help="Show the version.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Grade AI answers with deterministic checks: passed, failed or abstained, with the reason."""


def main() -> None:
    """Run the command line; ends the process with one of the codes of `exits.MEANINGS`."""
    if isinstance(sys.stdout, io.TextIOWrapper):  # data is UTF-8, whatever the terminal's locale
        sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape")
    try:
        code = run(sys.argv[1:])
        give("")  # what is still held back
    except KeyboardInterrupt:  # where nothing is under way: before or after the command
        code = Exit.INTERRUPTED
    sys.exit(code)


def run(arguments: list[str]) -> int:
    """Run one command and give its exit code."""
    try:
        code = app(arguments, prog_name=PROGRAM, standalone_mode=False)
    except typer.Exit as ended:
        return ended.exit_code
    except (KeyboardInterrupt, typer.Abort):
        say("interrupted")
        return Exit.INTERRUPTED
    except BrokenPipeError:
        return Exit.MET  # whoever read the output has what it wanted
    except Exception as error:  # noqa: BLE001 - the outermost door: told whole, with its own code
        return _end_by(error)
    return code if isinstance(code, int) else Exit.MET


def _end_by(error: Exception) -> Exit:
    """Tell what ended a command, and give its exit code."""
    if hasattr(error, "format_message") and hasattr(error, "exit_code"):
        _say_usage(error)
        return Exit.USAGE
    if isinstance(error, OSError) and _folder_is_gone():
        say("assertory: the working folder was deleted; enter another", "red")
        return Exit.USAGE
    say(traceback.format_exc())
    say("assertory: this is a fault of assertory itself; please report it with the lines above")
    return Exit.FAULT


def _folder_is_gone() -> bool:
    try:
        Path.cwd()
    except OSError:
        return True
    return False


def _say_usage(error: Any) -> None:  # noqa: ANN401 - the parser's own class, which has no door
    message = error.format_message()
    if message.startswith("Usage:"):  # a command that got nothing shows its help
        say(message)
        return
    context = getattr(error, "ctx", None)
    say(f"assertory: {message}", "red")
    say(f"{context.command_path if context else PROGRAM} --help shows how it is used")
