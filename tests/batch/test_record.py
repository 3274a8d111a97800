"""The run record: what it tells, that it is read back as it was written, and what is refused."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from assertory.batch import record
from assertory.batch.outputs import Output, OutputError
from assertory.batch.read.sources import find_sources
from assertory.batch.record import RecordFault
from assertory.batch.run import Request, RunResult
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


# ------------------------------------------------------------ where an output can't be in its place


def settled(request: Request, *names: str, meanwhile: str) -> str:
    """Settle a run during which somebody makes a file, or a folder; gives what was told."""
    outputs = [Output(name, request.info) for name in names]
    if meanwhile.endswith("/"):
        Path(meanwhile).mkdir()
    else:
        Path(meanwhile).write_text("theirs", encoding="utf-8")
    with pytest.raises(OutputError) as told:
        record.settle(outputs, request, RunResult(tally_of(four(PROGRAM))), None)
    for output in outputs:
        output.abandon()
    return str(told.value)


def there() -> list[str]:
    return sorted(path.name for path in Path().glob("r.*"))


def test_results_are_kept_where_their_record_can_not_be_written(request_made: Request) -> None:
    """And what an earlier run recorded of others is not left beside them."""
    Path("r.jsonl.run.json").write_text("of an earlier run", encoding="utf-8")
    theirs = "r.jsonl.run.json.partial"
    told = settled(request_made, "r.jsonl", "r.csv", meanwhile=theirs)
    assert told.splitlines() == [
        f"{theirs}: another run writes it, or was killed; delete it, or name another place",
        "r.jsonl is whole, but has no run record, so it can't be verified",
        "r.csv is written and whole",
    ]
    assert there() == ["r.csv", "r.csv.run.json", "r.jsonl", theirs]
    assert Path(theirs).read_text(encoding="utf-8") == "theirs"


def test_results_are_kept_where_a_folder_has_come_in_their_place(request_made: Request) -> None:
    told = settled(request_made, "r.csv", "r.jsonl", meanwhile="r.csv/")
    assert "r.csv can't be written: Is a directory; the results are whole in " in told
    assert told.endswith("\nr.jsonl is written and whole")
    assert there() == ["r.csv", "r.csv.partial", "r.jsonl", "r.jsonl.run.json"]
    settled(request_made, "r2.csv", "r2.jsonl", meanwhile="r2.jsonl.run.json.partial")
    assert Path("r.csv.partial").read_bytes() == Path("r2.csv").read_bytes()


def test_one_output_that_can_not_be_finished_costs_no_other(request_made: Request) -> None:
    told = settled(request_made, "r.html", "r.jsonl", meanwhile="r.html.partial.partial")
    assert "r.html.partial.partial: another run writes it" in told
    assert there() == ["r.html.partial.partial", "r.jsonl", "r.jsonl.run.json"]
