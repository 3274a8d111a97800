"""The run record: what it tells, that it is read back as it was written, and what is refused."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from assertory.batch import record
from assertory.batch.read.sources import find_sources
from assertory.batch.record import RecordFault
from assertory.batch.run import Request
from assertory.batch.spec import GradeSpec, read_map, read_where
from assertory.batch.tasks import Selection
from assertory.engine.receipt import Versions
from assertory.measure import GateRules, Tally, decide
from tests.report.runs import four, info, policy, tally_of

PROGRAM = policy()
NAMES = ("a.csv", "b.jsonl")
SPEC = GradeSpec(
    evaluator=PROGRAM.source,
    dialect="assertion",
    versions=Versions("1", "2"),
    names=NAMES,
    mapping=(read_map("output.text=/a=b~1"), read_map("metadata=")),
    where=(read_where("metadata.k=v=w"), read_where("metadata.نعم=")),
    capture="/capture",
)


@pytest.fixture
def request_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Request:
    monkeypatch.chdir(tmp_path)
    Path("a.csv").write_text("output,j\n", encoding="utf-8")
    Path("b.jsonl").write_text("{}\n", encoding="utf-8")
    return Request(
        spec=SPEC,
        info=info(PROGRAM, NAMES),
        sources=find_sources(NAMES, json_columns=("j",)),
        selection=Selection(limit=9, sample=99, seed=-7),
        only=("failed", "abstained"),
        jobs=3,
        row_timeout_s=5,
    )


def write(request: Request, tally: Tally, *, interrupted: bool = False) -> dict[str, Any]:
    gate = decide(GateRules(min_pass_rate=0.5), tally.counts)
    record.write(Path("r.jsonl"), request, tally, gate, interrupted=interrupted)
    assert not Path("r.jsonl.run.json.partial").exists()
    told: dict[str, Any] = json.loads(Path("r.jsonl.run.json").read_bytes())
    return told


def test_what_it_tells(request_made: Request) -> None:
    tally = tally_of(four(PROGRAM))
    told = write(request_made, tally)
    assert told["answers"] == [
        {"name": "a.csv", "form": "csv", "compression": None, "jsonColumns": ["j"], "bytes": 9},
        {"name": "b.jsonl", "form": "jsonl", "compression": None, "jsonColumns": ["j"], "bytes": 3},
    ]
    assert told["mapping"] == ["output.text=/a=b~1", "metadata="]
    assert told["where"] == ["metadata.k=v=w", "metadata.نعم="]
    assert (told["answer"], told["toolCapture"]) == (None, "/capture")
    assert (told["limit"], told["sample"], told["seed"]) == (9, 99, -7)
    assert told["only"] == ["failed", "abstained"]
    assert told["rowTimeoutSeconds"] == 5
    assert told["interrupted"] is False
    assert told["counts"] == {"selected": 4, "passed": 1, "failed": 1, "abstained": 1, "error": 1}
    assert told["gate"]["outcome"] == "passes"
    assert told["run"]["configHash"] == PROGRAM.config_hash
    assert set(told["run"]) >= {"answers", "evaluator", "semantics", "engineVersion", "re2Version"}


def test_the_same_run_writes_the_same_bytes_for_any_number_of_processes(
    request_made: Request,
) -> None:
    tally = tally_of(four(PROGRAM))
    written = []
    for jobs in (1, 8):
        write(replace(request_made, jobs=jobs), tally)
        written.append(Path("r.jsonl.run.json").read_bytes())
    assert written[0] == written[1]


def test_it_is_read_back_as_it_was_written(request_made: Request) -> None:
    write(request_made, Tally())
    told = record.read(Path("r.jsonl"))
    assert told.spec(PROGRAM.source, "assertion", Versions("1", "2")) == SPEC
    assert told.selection == request_made.selection
    assert (told.only, told.row_timeout_s) == (request_made.only, request_made.row_timeout_s)
    assert (told.names, told.json_columns) == (NAMES, ("j",))
    assert told.config_hash == PROGRAM.config_hash


def test_results_of_an_interrupted_run_are_those_of_its_first_rows(request_made: Request) -> None:
    write(request_made, tally_of(four(PROGRAM)), interrupted=True)
    assert record.read(Path("r.jsonl")).selection == Selection(limit=4, sample=99, seed=-7)


def test_a_name_that_is_not_utf8(request_made: Request) -> None:
    sources = tuple(replace(source, name="caf\udce9") for source in request_made.sources)
    write(replace(request_made, sources=sources), Tally())
    assert record.read(Path("r.jsonl")).names == ("caf\udce9", "caf\udce9")


def test_a_record_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(RecordFault, match=r"r\.jsonl\.run\.json: the run record can't be read"):
        record.read(tmp_path / "r.jsonl")


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"record": 2}', "[" * 100_000, "\xff"])
def test_what_is_no_record(text: str, tmp_path: Path) -> None:
    (tmp_path / "r.jsonl.run.json").write_bytes(text.encode("latin-1"))
    with pytest.raises(RecordFault):
        record.read(tmp_path / "r.jsonl")


MEMBERS = (
    "answers", "mapping", "where", "answer", "toolCapture", "limit", "sample", "seed", "only",
    "rowTimeoutSeconds", "interrupted", "run",
)  # fmt: skip


@pytest.mark.parametrize("name", MEMBERS)
@pytest.mark.parametrize("value", [7.5, "x", [7], {"x": 7}, "absent"], ids=repr)
def test_a_member_that_was_changed_is_told_and_nothing_else_happens(
    name: str, value: object, request_made: Request
) -> None:
    told = write(request_made, Tally())
    if value == "absent":
        del told[name]
    else:
        told[name] = value
    Path("r.jsonl.run.json").write_text(json.dumps(told), encoding="utf-8")
    with pytest.raises(RecordFault, match="this run record was changed"):
        record.read(Path("r.jsonl"))
