"""assertory grade: saved answers in; a summary, result files and an exit code out."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal

import typer

from assertory.cli.rate import read_rate


class Ending(StrEnum):
    """How a row can end without passing."""

    FAILED = "failed"
    ABSTAINED = "abstained"


def grade(
    answers: Annotated[list[str], typer.Argument(help="Files or globs; - is standard input.")],
    *,
    evaluator: Annotated[
        Path | None, typer.Option("--evaluator", "-e", help="An assertion configuration.")
    ] = None,
    checks: Annotated[Path | None, typer.Option(help="A file of quick checks.")] = None,
    output: Annotated[
        list[str] | None,
        typer.Option("--output", "-o", help="A results file, its form by extension; - is JSONL."),
    ] = None,
    mapping: Annotated[
        list[str] | None,
        typer.Option("--map", help="Build evidence: output.text=/completion, for example."),
    ] = None,
    answer: Annotated[
        str | None, typer.Option(help="Where in the row quick checks find the answer.")
    ] = None,
    tool_capture: Annotated[
        str | None, typer.Option(help="Where in the row a tool capture lies that you vouch for.")
    ] = None,
    json_column: Annotated[
        list[str] | None, typer.Option(help="A CSV column whose cells are JSON.")
    ] = None,
    where: Annotated[
        list[str] | None, typer.Option(help="Only rows where metadata.KEY=VALUE.")
    ] = None,
    sample: Annotated[
        int | None, typer.Option(min=1, max=10**12, help="Only so many rows, by chance.")
    ] = None,
    seed: Annotated[int, typer.Option(help="What the chance of --sample hangs on.")] = 0,
    limit: Annotated[
        int | None, typer.Option(min=1, max=10**12, help="Only the first so many rows.")
    ] = None,
    only: Annotated[
        list[Ending] | None,
        typer.Option(help="Write only rows that ended so; all are counted."),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", "-j", min=1, help="Processes; as many as pay off if not given."),
    ] = None,
    row_timeout: Annotated[
        int, typer.Option(min=1, max=86_400, help="CPU seconds one row may take.")
    ] = 60,
    skip_bad_rows: Annotated[
        bool, typer.Option("--skip-bad-rows", help="Rows in error don't decide the exit code.")
    ] = False,
    min_pass_rate: Annotated[
        float | None,
        typer.Option(parser=read_rate, metavar="RATE", help="Gate: the least pass rate, 0 to 1."),
    ] = None,
    min_coverage: Annotated[
        float | None,
        typer.Option(parser=read_rate, metavar="RATE", help="Gate: the least coverage, 0 to 1."),
    ] = None,
    min_samples: Annotated[
        int | None, typer.Option(min=1, help="Gate: the fewest graded rows.")
    ] = None,
    fail_on: Annotated[
        list[Ending] | None,
        typer.Option(help="Gate: not one row may end so."),
    ] = None,
    confident: Annotated[
        bool, typer.Option("--confident", help="Gate: compare the interval's lower end.")
    ] = False,
    output_format: Annotated[
        Literal["text", "json", "none"], typer.Option("--format", help="The summary's form.")
    ] = "text",
    progress: Annotated[
        bool | None, typer.Option(help="A progress bar; on a terminal if not given.")
    ] = None,
) -> None:
    """
    Grade saved answers. A row is {input, output, expected_output, metadata}.

    Example: assertory grade answers.jsonl --checks checks.txt -o results.jsonl -o report.html
    """
    from assertory.batch.interrupts import Interrupts  # noqa: PLC0415 - not for --help
    from assertory.batch.tasks import Selection  # noqa: PLC0415
    from assertory.cli import running  # noqa: PLC0415
    from assertory.cli.options import Options, check_usage  # noqa: PLC0415
    from assertory.measure import GateRules  # noqa: PLC0415

    options = Options(
        answers=answers,
        evaluator=evaluator,
        checks=checks,
        outputs=output or [],
        mapping=mapping or [],
        where=where or [],
        answer=answer,
        tool_capture=tool_capture,
        json_columns=json_column or [],
        selection=Selection(limit, sample, seed),
        only=tuple(ending.value for ending in only or ()),
        jobs=jobs,
        row_timeout_s=row_timeout,
        rules=GateRules(
            min_pass_rate,
            min_coverage,
            min_samples,
            tuple(ending.value for ending in fail_on or ()),
            confident=confident,
        ),
    )
    check_usage(options)
    by = running.authored(options)
    request = running.plan(options, by)
    with Interrupts() as interrupts:
        ended = running.run(request, options.outputs, options.rules, interrupts, progress=progress)
    running.tell(request, ended, options.outputs, output_format)
    raise typer.Exit(running.code(ended, skip_bad_rows=skip_bad_rows))
