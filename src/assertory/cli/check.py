"""assertory check: quick checks on one answer."""

import sys
from pathlib import Path
from typing import Annotated, Final, Literal

import typer

from assertory.cli.authored import read_checks, read_lines
from assertory.cli.exits import Exit
from assertory.cli.named import STANDARD_INPUT, read_bytes
from assertory.cli.talk import give, say, stop
from assertory.engine.evaluate import Verdict
from assertory.engine.json_text import Json
from assertory.engine.program import Program
from assertory.engine.quick import NoLine, print_line
from assertory.report.visible import visible

ASSERTION_ADVICE: Final = "assertory grade takes it, with --evaluator"


def check(
    file: Annotated[Path, typer.Argument(help="The answer; - is standard input.")] = STANDARD_INPUT,
    *,
    check: Annotated[
        list[str] | None,
        typer.Option("--check", "-c", metavar="CHECK", help="One check, such as contains:OK."),
    ] = None,
    checks: Annotated[Path | None, typer.Option(help="A file of quick checks.")] = None,
    output_format: Annotated[
        Literal["text", "json"], typer.Option("--format", help="How to print the result.")
    ] = "text",
) -> None:
    """
    Judge one answer by quick checks.

    Example: assertory check answer.txt --check contains:Northstar --check json_valid
    """
    if (check is None) == (checks is None):
        stop("give the checks either with --check (repeatable) or with --checks FILE", Exit.USAGE)
    if file == checks == STANDARD_INPUT:
        stop("standard input can hold the answer or the checks, not both", Exit.USAGE)
    authored = read_lines(check or []) if checks is None else read_checks(checks, ASSERTION_ADVICE)
    answer = _answer(file)
    verdict = authored.program.evaluate(answer)
    if output_format == "json":
        give(f"{verdict.explanation_bytes().decode()}\n")
    else:
        give(_text(authored.program, verdict))
    _hint(authored.program, answer, verdict)
    raise typer.Exit(Exit.MET if verdict.outcome == "passed" else Exit.FAILED)


def _answer(file: Path) -> str:
    if file == STANDARD_INPUT and sys.stdin is not None and sys.stdin.isatty():
        stop("no answer: name a file, or pipe the answer in", Exit.USAGE)
    found = read_bytes(file, Exit.UNREADABLE)
    try:
        return found.decode()
    except UnicodeDecodeError as error:
        stop(f"{file}: byte {error.start} is not UTF-8; save the answer as UTF-8", Exit.UNREADABLE)


def _text(program: Program, verdict: Verdict) -> str:
    """Tell each check in the order written, and the whole in the last line."""
    explained = {entry["at"]: entry for entry in verdict.explanation["checks"]}
    lines = []
    for check, leaf in zip(program.document, verdict.leaves, strict=True):
        lines.append(f"{leaf.outcome:<9} {visible(_written(check))}")
        if leaf.reason is not None:
            entry = explained.get(leaf.at)  # an explanation is bounded, and may omit it
            lines += [f"          {line}" for line in _why(leaf.reason, entry)]
    passed = sum(leaf.outcome == "passed" for leaf in verdict.leaves)
    noun = "check" if len(verdict.leaves) == 1 else "checks"
    lines.append(f"{verdict.outcome}: {passed} of {len(verdict.leaves)} {noun} passed")
    return "".join(f"{line}\n" for line in lines)


def _written(check: Json) -> str:
    try:
        return print_line(check)
    except NoLine:
        return str(check["type"])


def _why(reason: str, entry: Json) -> list[str]:
    if entry is None:
        return [reason]
    observed = entry["observed"]
    shown = "nothing" if observed is None else _cut(observed["preview"], observed["truncated"])
    failures = [
        f"{_cut(each['path'], 'pathTruncated' in each) or 'the root'}: {each['requirement']}"
        for each in entry.get("failures", ())
    ]
    return [f"{reason}: {entry['message']}", f"observed {shown}", *failures]


def _cut(text: str, truncated: bool) -> str:  # noqa: FBT001 - as an explanation has it
    return f"{visible(text)}{'…' if truncated else ''}"


def _hint(program: Program, answer: str, verdict: Verdict) -> None:
    """Name the commonest surprise: a file's last line break belongs to the answer."""
    if not answer.endswith("\n"):
        return
    without = program.evaluate(answer[:-1])
    if any(
        leaf.outcome != other.outcome == "passed"
        for leaf, other in zip(verdict.leaves, without.leaves, strict=True)
    ):
        say("note: the answer ends with a line break, which counts; printf leaves it out")
