"""What `grade` and `verify` share: options to a request, a request to files and an exit code."""

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Final

import orjson

from assertory import __version__
from assertory.batch import record
from assertory.batch.outputs import STANDARD_OUTPUT, Output
from assertory.batch.read.sources import InputError, Source, find_sources
from assertory.batch.run import Only, Request, RunResult, finish, grade
from assertory.batch.spec import GradeSpec, SpecError, check_map, read_map, read_pointer, read_where
from assertory.batch.tasks import Selection, jobs_for
from assertory.cli.authored import Authored, read_assertion, read_checks
from assertory.cli.exits import Exit, first
from assertory.cli.progress import Progress
from assertory.cli.talk import say, stop
from assertory.engine.receipt import Versions
from assertory.engine.sentences import sentence
from assertory.measure import GateDecision, GateRules, decide
from assertory.records.result import CheckInfo, RunInfo
from assertory.report.forms import UnknownForm
from assertory.report.table import summary_json, summary_text

WIDTH: Final = 100  # columns of the summary where the terminal does not tell


@dataclass(frozen=True, slots=True)
class Options:
    """What the command line says of rows, their evidence and the processes."""

    mapping: Sequence[str]
    where: Sequence[str]
    answer: str | None
    tool_capture: str | None
    json_columns: Sequence[str]
    selection: Selection
    only: tuple[Only, ...]
    jobs: int | None
    row_timeout_s: int


@dataclass(frozen=True, slots=True)
class Ended:
    """A run that ended: what it gave, and the gate's decision where one was asked for."""

    result: RunResult
    gate: GateDecision | None


def versions() -> Versions:
    """Give the versions that run here."""
    return Versions(__version__, version("google-re2"))


def authored(evaluator: Path | None, checks: Path | None) -> Authored:
    """Read the one evaluator that was named."""
    if evaluator is None and checks is not None:
        return read_checks(checks)
    if evaluator is None or checks is not None:
        stop("give either --evaluator FILE or --checks FILE", Exit.USAGE)
    return read_assertion(evaluator)


def plan(answers: Sequence[str], by: Authored, options: Options) -> Request:
    """Turn the options of one run into a request; ends the command where one can't be used."""
    sources = open_sources(answers, options.json_columns)
    spec = _spec(by, sources, options)
    jobs = jobs_for(sources, options.jobs, os.cpu_count() or 1)
    if options.jobs is not None and options.jobs > jobs:
        say("note: only uncompressed JSONL files are divided; this input runs in one process")
    return Request(
        spec=spec,
        info=info(by, sources, spec.versions),
        sources=sources,
        selection=options.selection,
        only=options.only,
        jobs=jobs,
        row_timeout_s=options.row_timeout_s,
    )


def _spec(by: Authored, sources: tuple[Source, ...], options: Options) -> GradeSpec:
    if options.answer is not None and by.dialect == "assertion":
        stop("--answer is for quick checks; an assertion names its own pointers", Exit.USAGE)
    if options.tool_capture is not None and by.dialect == "quick":
        stop("--tool-capture is for assertions; quick checks read the answer alone", Exit.USAGE)
    try:
        mapping = tuple(read_map(text) for text in options.mapping)
        check_map(mapping)
        return GradeSpec(
            evaluator=by.program.source,
            dialect=by.dialect,
            versions=versions(),
            names=tuple(source.name for source in sources) if len(sources) > 1 else (),
            mapping=mapping,
            where=tuple(read_where(text) for text in options.where),
            answer=_pointer("--answer", options.answer),
            capture=_pointer("--tool-capture", options.tool_capture),
        )
    except SpecError as error:
        stop(str(error), Exit.USAGE)


def _pointer(option: str, text: str | None) -> str | None:
    return None if text is None else read_pointer(option, text)


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
    request: Request, names: Sequence[str], rules: GateRules, *, progress: bool | None
) -> Ended:
    """Run a request into its outputs, each whole in its place at the end."""
    outputs = tuple(_outputs(names, request.info))
    try:
        with Progress(request, shown=progress) as bar:
            result = grade(request, outputs, on_tick=bar.show)
        gate = decide(rules, result.tally.counts) if rules else None
        finish(outputs, result.tally, gate)
    except BaseException:
        for output in outputs:
            output.abandon()
        raise
    for output in outputs:
        if output.path is not None:
            record.write(output.path, request, result.tally, gate, interrupted=result.interrupted)
    return Ended(result, gate)


def _outputs(names: Sequence[str], run_info: RunInfo) -> Iterator[Output]:
    if len(set(names)) < len(names):
        stop("two -o name the same file", Exit.USAGE)
    for name in names:
        try:
            yield Output(name, run_info)
        except UnknownForm as error:
            stop(str(error), Exit.USAGE)
        except OSError as error:
            message = f"{name}: {error.strerror or error}; name a place that can be written"
            stop(message, Exit.USAGE)


def tell(request: Request, ended: Ended, names: Sequence[str], output_format: str) -> None:
    """Print the summary: on standard output, or beside it where that carries the rows."""
    result = ended.result
    if result.fault is not None:
        say(f"assertory: {result.fault}", "red")
    if output_format == "none":
        return
    if output_format == "json":
        summary = summary_json(request.info, result.tally, ended.gate)
        text = orjson.dumps(summary, option=orjson.OPT_INDENT_2).decode()
    else:
        text = summary_text(request.info, result.tally, ended.gate, _width())
    stream = sys.stderr if STANDARD_OUTPUT in names else sys.stdout
    print(text.rstrip("\n"), file=stream)
    for name in names:
        if name != STANDARD_OUTPUT:
            say(f"wrote {name}")
    if result.interrupted:
        say("interrupted: the results hold every row up to there")


def _width() -> int:
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns
    except (OSError, ValueError):
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
