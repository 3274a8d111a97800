"""What `grade` and `verify` share: options to a request, a request to files and an exit code."""

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import Final

from assertory import __version__
from assertory.batch import record
from assertory.batch.interrupts import Interrupts
from assertory.batch.outputs import STANDARD_OUTPUT, Output, OutputError, places
from assertory.batch.read.sources import InputError, Source, find_sources
from assertory.batch.run import Request, RunResult, grade
from assertory.batch.spec import GradeSpec, read_map, read_where
from assertory.batch.tasks import jobs_for
from assertory.cli import ungraded
from assertory.cli.authored import Authored, read_assertion, read_checks
from assertory.cli.exits import Exit, first
from assertory.cli.named import STANDARD_INPUT
from assertory.cli.options import Options
from assertory.cli.progress import Progress
from assertory.cli.talk import give, say, stop
from assertory.engine.receipt import Versions
from assertory.engine.sentences import sentence
from assertory.measure import GateDecision, GateRules, decide
from assertory.records.result import CheckInfo, RunInfo
from assertory.report.table import summary_json, summary_text

WIDTH: Final = 100  # columns of the summary where the terminal does not tell


@dataclass(frozen=True, slots=True)
class Ended:
    """A run that ended: what it gave, and the gate's decision where one was asked for."""

    result: RunResult
    gate: GateDecision | None


def authored(options: Options) -> Authored:
    """Read and compile the one evaluator that was named; ends the command where it is refused."""
    if options.evaluator is not None:
        return read_assertion(options.evaluator)
    return read_checks(options.checks or STANDARD_INPUT)


def versions() -> Versions:
    """Give the versions that run here."""
    return Versions(__version__, version("google-re2"))


def plan(options: Options, by: Authored) -> Request:
    """Turn the options of one run, which are sound, into a request."""
    sources = open_sources(options.answers, options.json_columns)
    _refuse_overlaps(options, sources)
    jobs = jobs_for(sources, options.jobs, os.cpu_count() or 1)
    if options.jobs != 1 and not all(source.splittable for source in sources):
        say("note: only uncompressed JSONL files are divided; this input runs in one process")
    spec = GradeSpec(
        evaluator=by.program.source,
        dialect=by.dialect,
        versions=versions(),
        names=tuple(source.name for source in sources) if len(sources) > 1 else (),
        mapping=tuple(read_map(text) for text in options.mapping),
        where=tuple(read_where(text) for text in options.where),
        answer=options.answer,
        capture=options.tool_capture,
    )
    return Request(
        spec=spec,
        info=info(by, sources, spec.versions),
        sources=sources,
        selection=options.selection,
        only=options.only,
        jobs=jobs,
        row_timeout_s=options.row_timeout_s,
    )


def _refuse_overlaps(options: Options, sources: tuple[Source, ...]) -> None:
    """End the command where results would be written over what they are made from."""
    paths = [options.evaluator, options.checks, *(source.path for source in sources)]
    read = {os.path.realpath(path) for path in paths if path is not None}
    for name in options.outputs:
        if read.intersection(places(name)):
            stop(f"{name}: this run reads that file; name another for its results", Exit.USAGE)


def open_sources(answers: Sequence[str], json_columns: Sequence[str]) -> tuple[Source, ...]:
    """Find the answers; ends the command where there are none."""
    try:
        return find_sources(answers, json_columns=tuple(json_columns))
    except InputError as error:
        stop(str(error), Exit.UNREADABLE)


def info(by: Authored, sources: tuple[Source, ...], ran: Versions) -> RunInfo:
    """Say what a run is, for its reports."""
    program = by.program
    return RunInfo(
        answers=tuple(source.name for source in sources),
        evaluator=by.name,
        semantics=program.semantics,
        config_hash=program.config_hash,
        engine_version=ran.engine,
        re2_version=ran.re2,
        checks=tuple(CheckInfo(leaf.at, leaf.op, sentence(leaf)) for leaf in program.plan.leaves),
    )


def run(
    request: Request,
    names: Sequence[str],
    rules: GateRules,
    interrupts: Interrupts,
    *,
    progress: bool | None,
) -> Ended:
    """Run a request into its outputs, each whole in its place at the end."""
    outputs: list[Output] = []
    try:
        outputs.extend(Output(name, request.info) for name in names)
        with Progress(request, shown=progress) as bar:
            result = grade(request, outputs, interrupts, on_tick=bar.show)
        tally = result.tally
        gate = decide(rules, tally.counts, whole=tally.ended_early is None) if rules else None
        record.settle(outputs, request, result, gate)
    except (InputError, OutputError) as error:
        stop(str(error), Exit.UNREADABLE if isinstance(error, InputError) else Exit.USAGE)
    finally:
        for output in outputs:
            output.abandon()
    return Ended(result, gate)


def tell(request: Request, ended: Ended, names: Sequence[str], output_format: str) -> None:
    """Print the summary: on standard output, or beside it where that carries the rows."""
    result = ended.result
    if result.fault is not None:
        say(f"assertory: {result.fault}", "red")
    if output_format != "none":
        _summarize(request, ended, names, output_format)
    warning = ungraded.warning(request.spec, result.tally)
    if warning is not None:
        say(warning, "yellow")


def _summarize(request: Request, ended: Ended, names: Sequence[str], output_format: str) -> None:
    result = ended.result
    if output_format == "json":
        summary = record.json_bytes(summary_json(request.info, result.tally, ended.gate)).decode()
    else:
        summary = summary_text(request.info, result.tally, ended.gate, _width())
    if STANDARD_OUTPUT in names:
        say(summary.rstrip("\n"), is_shown=True)
    else:
        give(summary)
    for name in names:
        if name != STANDARD_OUTPUT:
            say(f"wrote {name}")
    if result.interrupted:
        say("interrupted: the results hold every row up to there")


def _width() -> int:
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns
    except (AttributeError, OSError, ValueError):  # it may be closed, too
        return WIDTH


def code(ended: Ended, *, skip_bad_rows: bool) -> Exit:
    """Give the exit code of a run, by the table of `exits`."""
    counts = ended.result.tally.counts
    found: list[Exit] = []
    if ended.result.interrupted:
        found.append(Exit.INTERRUPTED)
    if ended.result.fault is not None or (counts.error and not skip_bad_rows):
        found.append(Exit.UNREADABLE)
    if not counts.selected:
        found.append(Exit.NOTHING_SELECTED)
    if ended.gate is None:
        return first([*found, Exit.FAILED] if counts.failed else found)
    for condition in ended.gate.conditions:
        if condition.outcome == "incomplete":
            found.append(Exit.INCOMPLETE)
        elif condition.outcome == "fails":
            found.append(Exit.COVERAGE if condition.name == "min_coverage" else Exit.FAILED)
    return first(found)
