"""How `verify` does it: the run record tells how, grading again gives what, and rows compare."""

import os
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from assertory.batch import record
from assertory.batch.interrupts import Interrupts
from assertory.batch.record import Record
from assertory.batch.run import Request
from assertory.batch.tasks import jobs_for
from assertory.batch.verify import Comparison, ResultsFault, compare, shortened
from assertory.cli import running
from assertory.cli.authored import Authored, read_either
from assertory.cli.exits import Exit, first
from assertory.cli.named import refuse_name
from assertory.cli.talk import give, say, stop
from assertory.measure import GateRules, Tally
from assertory.report.visible import visible


def verify_results(
    results: Path, answers: Sequence[str], evaluator: Path, jobs: int | None, *, quiet: bool
) -> Exit:
    """Verify one results file and give the exit code; every row is told on standard output."""
    try:
        results.stat()
    except OSError as error:
        refuse_name(results, error, Exit.UNREADABLE, "the results file ")
    try:
        told = record.read(results)
    except record.RecordFault as error:
        stop(str(error), Exit.UNREADABLE)
    by = read_either(evaluator, told.dialect)
    if told.config_hash != by.program.config_hash:
        was, now = shortened(told.config_hash, by.program.config_hash)
        say(
            f"note: {evaluator} is not what these results were graded by"
            f" (hash {was}, this file's is {now})"
        )
    if told.limits():
        say(
            f"note: the run record leaves rows out ({', '.join(told.limits())});"
            " those are not compared"
        )
    request = _request(told, answers, by, jobs)
    with (
        Interrupts() as interrupts,
        tempfile.TemporaryDirectory(prefix="assertory-verify-") as folder,
    ):
        again = Path(folder) / "again.jsonl"
        ended = running.run(request, [str(again)], GateRules(), interrupts, progress=None)
        if ended.result.interrupted:
            return Exit.INTERRUPTED
        rows = interrupts.each(compare(results, again, request.spec.names))
        miscounted = tuple(_miscounted(told, ended.result.tally))
        return _tell(rows, miscounted, ended.result.fault, quiet=quiet)


def _request(told: Record, answers: Sequence[str], by: Authored, jobs: int | None) -> Request:
    sources = running.open_sources(answers, told.json_columns)
    if len(sources) != len(told.names):
        stop(
            f"the results were made from {_files(len(told.names))}, {_files(len(sources))} named",
            Exit.USAGE,
        )
    spec = told.spec(by.program.source, by.dialect, running.versions())
    return Request(
        spec=spec,
        info=running.info(by, sources, spec.versions),
        sources=sources,
        selection=told.selection,
        only=told.only,
        jobs=jobs_for(sources, jobs, os.cpu_count() or 1),
        row_timeout_s=told.row_timeout_s,
    )


def _files(count: int) -> str:
    return f"{count} file" if count == 1 else f"{count} files"


def _miscounted(told: Record, tally: Tally) -> Iterator[str]:
    for name, was in told.counts.items():
        now = getattr(tally.counts, name)
        if was != now:
            yield f"the run record says {name} {was}, it is {now}"


def _tell(
    rows: Iterable[Comparison], miscounted: Sequence[str], fault: str | None, *, quiet: bool
) -> Exit:
    """Print every row's comparison and their sum, and give the exit code."""
    different = number = 0
    try:
        for row in rows:
            number += 1
            different += bool(row.differences)
            if row.differences or not quiet:
                give(_line(row))
    except (OSError, ResultsFault) as error:
        stop(str(error), Exit.UNREADABLE)
    noun = "row" if number == 1 else "rows"
    give(f"{number} {noun}: {number - different} the same, {different} different\n")
    for sentence in miscounted:
        give(f"{sentence}\n")
    found = [Exit.FAILED] if different or miscounted else []
    if fault is not None:
        say(f"assertory: {fault}", "red")
        found.append(Exit.UNREADABLE)
    return first(found if number else [*found, Exit.NOTHING_SELECTED])


def _line(row: Comparison) -> str:
    ran = f" ({'; '.join(row.versions)})" if row.versions else ""
    told = "; ".join(row.differences) if row.differences else "same"
    return visible(f"{row.row}: {told}{ran}") + "\n"
