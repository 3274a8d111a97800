"""How `verify` does it: the run record tells how, grading again gives what, and rows compare."""

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from assertory.batch import record
from assertory.batch.run import Request
from assertory.batch.tasks import jobs_for
from assertory.batch.verify import Comparison, ResultsFault, compare
from assertory.cli import running
from assertory.cli.authored import Authored, read_evaluator
from assertory.cli.exits import Exit, first
from assertory.cli.talk import say, stop
from assertory.measure import GateRules


def verify_results(
    results: Path, answers: Sequence[str], evaluator: Path, jobs: int | None, *, quiet: bool
) -> Exit:
    """Verify one results file and give the exit code; every row is told on standard output."""
    by = read_evaluator(evaluator)
    try:
        told = record.read(results)
    except record.RecordFault as error:
        stop(str(error), Exit.UNREADABLE)
    if told["run"]["configHash"] != by.program.config_hash:
        say(
            f"note: {evaluator} is not what these results were graded by"
            f" (hash {told['run']['configHash']}, this file's is {by.program.config_hash})"
        )
    request = _request(told, answers, by, jobs)
    with tempfile.TemporaryDirectory(prefix="assertory-verify-") as folder:
        again = Path(folder) / "again.jsonl"
        ended = running.run(request, [str(again)], GateRules(), progress=None)
        if ended.result.fault is not None:
            say(f"assertory: {ended.result.fault}", "red")
        if ended.result.interrupted:
            return Exit.INTERRUPTED
        different, rows = _tell(results, again, request.spec.names, quiet=quiet)
    same = rows - different
    print(f"{rows} rows: {same} the same, {different} different")  # noqa: T201 - data
    found = [Exit.FAILED] if different else []
    if ended.result.fault is not None:
        found.append(Exit.UNREADABLE)
    return first(found if rows else [*found, Exit.NOTHING_SELECTED])


def _request(
    told: dict[str, Any], answers: Sequence[str], by: Authored, jobs: int | None
) -> Request:
    columns = [column for answer in told["answers"] for column in answer["jsonColumns"]]
    sources = running.open_sources(answers, sorted(set(columns)))
    if len(sources) != len(told["answers"]):
        stop(
            f"the results were made from {len(told['answers'])} files, {len(sources)} are named",
            Exit.USAGE,
        )
    spec = record.spec_of(told, by.program.source, by.dialect, running.versions())
    return Request(
        spec=spec,
        info=running.info(by, sources, spec.versions),
        sources=sources,
        selection=record.selection_of(told),
        only=tuple(told["only"]),
        jobs=jobs_for(sources, jobs, os.cpu_count() or 1),
        row_timeout_s=told["rowTimeoutSeconds"],
    )


def _tell(results: Path, again: Path, names: tuple[str, ...], *, quiet: bool) -> tuple[int, int]:
    """Print every row's comparison; gives how many differ, and how many there are."""
    different = rows = 0
    try:
        for row in compare(results, again, names):
            rows += 1
            different += bool(row.differences)
            if row.differences or not quiet:
                print(_line(row))  # noqa: T201 - the data of this command
    except (OSError, ResultsFault) as error:
        stop(str(error), Exit.UNREADABLE)
    return different, rows


def _line(row: Comparison) -> str:
    ran = f" ({'; '.join(row.versions)})" if row.versions else ""
    told = "; ".join(row.differences) if row.differences else "same"
    return f"{row.row}: {told}{ran}"
