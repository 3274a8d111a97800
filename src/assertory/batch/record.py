"""The run record that stands beside every results file: what was asked, by what, and the counts."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import orjson

from assertory.batch.read.sources import Source
from assertory.batch.run import Request
from assertory.batch.spec import Dialect, GradeSpec, MapRule, WhereRule
from assertory.batch.tasks import Selection
from assertory.engine.receipt import Versions
from assertory.measure import GateDecision, Tally
from assertory.report.table import summary_json

RECORD_VERSION: Final = 1
SUFFIX: Final = ".run.json"


class RecordFault(ValueError):
    """A run record that is missing or has another form."""


def record_path(results: Path) -> Path:
    """Give the place of a results file's record: `NAME.run.json` beside it."""
    return results.with_name(f"{results.name}{SUFFIX}")


def write(
    results: Path, request: Request, tally: Tally, gate: GateDecision | None, *, interrupted: bool
) -> None:
    """Write the record beside a results file; the same run writes the same bytes."""
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
    text = orjson.dumps(record, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)
    aside = results.with_name(f"{results.name}{SUFFIX}.partial")
    aside.write_bytes(text)
    aside.replace(record_path(results))


def _source(source: Source) -> dict[str, Any]:
    return {
        "name": source.name,
        "form": source.form,
        "compression": source.compression,
        "jsonColumns": list(source.json_columns),
        "bytes": source.size,
    }


def read(results: Path) -> dict[str, Any]:
    """Read the record of a results file; raises RecordFault."""
    path = record_path(results)
    try:
        record = orjson.loads(path.read_bytes())
    except (OSError, orjson.JSONDecodeError) as error:
        message = f"{path}: the run record can't be read ({error}); it stands beside the results"
        raise RecordFault(message) from None
    if not isinstance(record, dict) or record.get("record") != RECORD_VERSION:
        message = f"{path}: this is no run record of version {RECORD_VERSION}"
        raise RecordFault(message)
    return record


def spec_of(
    record: Mapping[str, Any], evaluator: str, dialect: Dialect, versions: Versions
) -> GradeSpec:
    """Give the specification that a record tells, for an evaluator's text and this engine."""
    answers = record["answers"]
    return GradeSpec(
        evaluator=evaluator,
        dialect=dialect,
        versions=versions,
        names=tuple(answer["name"] for answer in answers) if len(answers) > 1 else (),
        mapping=tuple(_rule(text) for text in record["mapping"]),
        where=tuple(WhereRule(*_parts(text)) for text in record["where"]),
        answer=record["answer"],
        capture=record["toolCapture"],
    )


def selection_of(record: Mapping[str, Any]) -> Selection:
    """Give the selection that a record tells."""
    return Selection(record["limit"], record["sample"], record["seed"])


def _rule(text: str) -> MapRule:
    return MapRule(*_parts(text))


def _parts(text: str) -> tuple[tuple[str, ...], str]:
    target, _, rest = text.partition("=")
    return tuple(target.split(".")), rest
