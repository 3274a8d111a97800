"""The run record that stands beside every results file: what was asked, by what, and the counts."""

import contextlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

from assertory.batch.outputs import RECORD, Output, OutputError, aside, create, writing
from assertory.batch.read.sources import Source
from assertory.batch.run import ROW_TIMEOUT_MAX_S, Only, Request, RunResult
from assertory.batch.spec import (
    Dialect,
    GradeSpec,
    MapRule,
    WhereRule,
    check_map,
    read_map,
    read_pointer,
    read_where,
)
from assertory.batch.tasks import ROWS_MAX, Selection
from assertory.engine.receipt import Versions
from assertory.measure import GateDecision, Tally
from assertory.report.table import summary_json

RECORD_VERSION: Final = 1
COUNTS: Final = ("selected", "passed", "failed", "abstained", "error")
DIALECTS: Final[Mapping[str, Dialect]] = {"assertion": "assertion", "quick": "quick"}
ONLY: Final[Mapping[str, Only]] = {"failed": "failed", "abstained": "abstained"}

Value = TypeVar("Value")


class RecordFault(ValueError):
    """A run record that is missing or has another form."""


@dataclass(frozen=True, slots=True)
class Record:
    """What a run record tells of how its results were made."""

    names: tuple[str, ...]
    json_columns: tuple[str, ...]
    config_hash: str
    dialect: Dialect
    mapping: tuple[MapRule, ...]
    where: tuple[WhereRule, ...]
    answer: str | None
    capture: str | None
    selection: Selection
    only: tuple[Only, ...]
    row_timeout_s: int
    interrupted: bool
    counts: Mapping[str, int]

    def limits(self) -> tuple[str, ...]:
        """Say by what the run left rows out; nothing where it graded and wrote every one."""
        given = [f"where {'.'.join(rule.target)}={rule.text}" for rule in self.where]
        if self.selection.sample is not None:
            given.append(f"sample {self.selection.sample}")
        if self.interrupted:
            given.append("interrupted")
        elif self.selection.limit is not None:
            given.append(f"limit {self.selection.limit}")
        return (*given, *(f"only {ending}" for ending in self.only))

    def spec(self, evaluator: str, dialect: Dialect, versions: Versions) -> GradeSpec:
        """Give the specification of the run, for an evaluator's text and this engine."""
        return GradeSpec(
            evaluator=evaluator,
            dialect=dialect,
            versions=versions,
            names=self.names if len(self.names) > 1 else (),
            mapping=self.mapping,
            where=self.where,
            answer=self.answer,
            capture=self.capture,
        )


def record_path(results: Path) -> Path:
    """Give the place of a results file's record: `NAME.run.json` beside it."""
    return results.with_name(f"{results.name}{RECORD}")


def settle(
    outputs: Sequence[Output], request: Request, result: RunResult, gate: GateDecision | None
) -> None:
    """
    Finish every output of a run and put it in its place, its record beside it.

    Raises:  OutputError where that can't be with one; the others are in their places then, too.
    """
    faults, whole = list[str](), list[str]()
    for output in outputs:
        try:
            output.finish(result.tally, gate)
            if output.path is not None:
                output.put_in_place()
                _write_beside(output.path, request, result, gate)
                whole.append(f"{output.path} is written and whole")
        except OutputError as error:
            faults.append(str(error))
    if faults:
        raise OutputError("\n".join((*faults, *whole)))


def _write_beside(
    results: Path, request: Request, result: RunResult, gate: GateDecision | None
) -> None:
    try:
        write(results, request, result.tally, gate, interrupted=result.interrupted)
    except OutputError as error:
        with contextlib.suppress(OSError):  # a record of other results would be worse than none
            record_path(results).unlink(missing_ok=True)
        raise OutputError(
            f"{error}\n{results} is whole, but has no run record, so it can't be verified"
        ) from None


def write(
    results: Path, request: Request, tally: Tally, gate: GateDecision | None, *, interrupted: bool
) -> None:
    """
    Write the record beside a results file; the same run writes the same bytes.

    Raises:  OutputError.
    """
    spec = request.spec
    record = {
        "record": RECORD_VERSION,
        "answers": [_source(source) for source in request.sources],
        "dialect": spec.dialect,
        "mapping": [f"{'.'.join(rule.target)}={rule.source}" for rule in spec.mapping],
        "where": [f"{'.'.join(rule.target)}={rule.text}" for rule in spec.where],
        "answer": spec.answer,
        "toolCapture": spec.capture,
        "limit": request.selection.limit,
        "sample": request.selection.sample,
        "seed": request.selection.seed,
        "only": list(request.only),
        "rowTimeoutSeconds": request.row_timeout_s,
        "interrupted": interrupted,
        **summary_json(request.info, tally, gate),
    }
    path = record_path(results)
    with writing(path):
        made = create(aside(path))
        try:
            with made:
                made.write(json_bytes(record))
            aside(path).replace(path)
        except BaseException:
            aside(path).unlink(missing_ok=True)
            raise


def json_bytes(value: object) -> bytes:
    r"""Write JSON for people too; half a surrogate pair, as in a file's name, becomes `\udXXX`."""
    text = json.dumps(value, ensure_ascii=False, indent=2)
    return f"{text}\n".encode("utf-8", "backslashreplace")


def _source(source: Source) -> dict[str, Any]:
    return {
        "name": source.name,
        "form": source.form,
        "compression": source.compression,
        "jsonColumns": list(source.json_columns),
        "bytes": source.size,
    }


def read(results: Path) -> Record:
    """Read the record of a results file; raises RecordFault."""
    path = record_path(results)
    try:
        record = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        reason = "there is no such file" if isinstance(error, FileNotFoundError) else error
        message = f"{path}: the run record can't be read ({reason}); it stands beside the results"
        raise RecordFault(message) from None
    if not isinstance(record, dict) or record.get("record") != RECORD_VERSION:
        message = f"{path}: this is no run record of version {RECORD_VERSION}"
        raise RecordFault(message)
    try:
        return _record(record)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        message = f"{path}: this run record was changed: {type(error).__name__}: {error}"
        raise RecordFault(message) from None


def _record(told: Mapping[str, Any]) -> Record:
    """Take the members of a record; raises one of the errors above where one isn't sound."""
    answers = told["answers"]
    columns = {_is(str, column) for answer in answers for column in answer["jsonColumns"]}
    answer, capture = (
        None if told[name] is None else read_pointer(name, told[name])
        for name in ("answer", "toolCapture")
    )
    limit, sample = (
        None if told[name] is None else _within(1, told[name], ROWS_MAX)
        for name in ("limit", "sample")
    )
    counts = {name: _is(int, told["counts"][name]) for name in COUNTS}
    if _is(bool, told["interrupted"]):  # it ended early: with so many of the rows selected
        limit = _within(0, counts["selected"], ROWS_MAX)
    mapping = tuple(read_map(text) for text in told["mapping"])
    check_map(mapping)
    return Record(
        names=tuple(_is(str, answer["name"]) for answer in answers),
        json_columns=tuple(sorted(columns)),
        config_hash=_is(str, told["run"]["configHash"]),
        dialect=DIALECTS[told["dialect"]],
        mapping=mapping,
        where=tuple(read_where(text) for text in told["where"]),
        answer=answer,
        capture=capture,
        selection=Selection(limit, sample, _is(int, told["seed"])),
        only=tuple(ONLY[ending] for ending in told["only"]),
        row_timeout_s=_within(1, told["rowTimeoutSeconds"], ROW_TIMEOUT_MAX_S),
        interrupted=told["interrupted"],
        counts=counts,
    )


def _within(least: int, value: object, most: int) -> int:
    number = _is(int, value)
    if not least <= number <= most:
        message = f"{number} stands where a number from {least} to {most} is needed"
        raise ValueError(message)
    return number


def _is(kind: type[Value], value: object) -> Value:
    if type(value) is not kind:
        raise TypeError(f"{value!r} stands where {kind.__name__} is needed")
    return value
