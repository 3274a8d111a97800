"""assertory verify: grade again, and say for each row whether the receipt still holds."""

from pathlib import Path
from typing import Annotated

import typer


def verify(
    results: Annotated[Path, typer.Argument(help="A .jsonl file that grade wrote.")],
    answers: Annotated[list[str], typer.Argument(help="The answers it was made from.")],
    *,
    evaluator: Annotated[
        Path, typer.Option("--evaluator", "--checks", "-e", help="What it was graded by.")
    ],
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", "-j", min=1, help="Processes; as many as pay off if not given."),
    ] = None,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Print only the rows that differ.")
    ] = False,
) -> None:
    """
    Grade saved answers again and compare every receipt.

    Example: assertory verify results.jsonl answers.jsonl --evaluator evaluator.json
    """
    from assertory.cli.verifying import verify_results  # noqa: PLC0415 - not for --help

    raise typer.Exit(verify_results(results, answers, evaluator, jobs, quiet=quiet))
