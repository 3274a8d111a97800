"""Files of others, evidence too deep, numbers in --where, and records that no run writes."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from assertory.batch import record
from assertory.batch.grade import Grader
from assertory.batch.outputs import Output, OutputError, check_names, create
from assertory.batch.record import RecordFault
from assertory.batch.spec import GradeSpec, MapRule, WhereRule
from assertory.engine.receipt import Versions
from assertory.measure import Tally
from assertory.records.result import RunInfo
from assertory.records.row import Row
from tests.cli.grading import FAILED, PASSED, grade, place

RUN = RunInfo(("a.jsonl",), "c.txt", "quick-checks/v1", "0" * 64, "1", "1", ())


@pytest.mark.parametrize("name", ["r.jsonl", "r.html", "r.csv"])
def test_two_runs_never_write_one_file(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    first = Output(str(path), RUN)
    with pytest.raises(OutputError, match="another run writes it, or was killed; delete it"):
        Output(str(path), RUN)
    first.finish(Tally(), None)
    first.put_in_place()
    first.abandon()
    assert [found.name for found in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("ending", [".partial", ".partial.partial", ".run.json.partial"])
def test_a_file_that_stands_aside_is_kept(ending: str, tmp_path: Path) -> None:
    mine = tmp_path / f"r.html{ending}"
    mine.write_text("mine", encoding="utf-8")
    with pytest.raises(OutputError, match="another run writes it"):
        check_names([str(tmp_path / "r.html")])
    with pytest.raises(OutputError, match="another run writes it"):
        create(mine)
    assert mine.read_text(encoding="utf-8") == "mine"


def test_a_link_goes_on_pointing_to_what_is_written(tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    link = tmp_path / "r.jsonl"
    link.symlink_to("far/target.jsonl")
    check_names([str(link)])
    output = Output(str(link), RUN)
    assert (tmp_path / "far/target.jsonl.partial").exists()
    output.finish(Tally(), None)
    output.put_in_place()
    assert link.is_symlink()
    assert (tmp_path / "far/target.jsonl").is_file()


def test_what_is_no_regular_file_is_not_replaced(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jsonl")
    (tmp_path / "loop.jsonl").symlink_to("loop.jsonl")
    for name in ("pipe.jsonl", "loop.jsonl"):
        with pytest.raises(OutputError, match="no regular file"):
            check_names([str(tmp_path / name)])


@pytest.mark.parametrize("length", [240, 300])
def test_a_name_that_leaves_no_room_for_those_beside_it(length: int, tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="too long"):
        check_names([str(tmp_path / ("r" * (length - 6) + ".jsonl"))])


@pytest.mark.parametrize("name", ["r.doc", "sub/r.doc", ".doc"])
def test_an_unknown_form_is_told_with_the_name_as_written(name: str) -> None:
    with pytest.raises(OutputError) as refused:
        check_names([name])
    assert str(refused.value).startswith(f"{name}: the extension picks")


def spec(**options: Any) -> GradeSpec:  # noqa: ANN401 - any option
    return GradeSpec("contains:OK", "quick", Versions("1", "1"), **options)


def graded(row: str, **options: Any) -> str:  # noqa: ANN401 - any option
    result = Grader(spec(**options)).grade(Row(0, 1, 0, row.encode()))
    if result is None:
        return "left out"
    return result.outcome if result.error is None else result.error.code


def nested(levels: int) -> str:
    return "[" * levels + "]" * levels


@pytest.mark.parametrize(
    ("target", "levels", "outcome"),
    [
        pytest.param(("input",), 511, "passed", id="as-deep-as-may-be"),
        pytest.param(("input", "a"), 510, "passed", id="a-member-lower"),
        pytest.param(("input", "a"), 511, "json_too_deep", id="one-level-more"),
        pytest.param(("input", *"a" * 700), 1, "json_too_deep", id="a-long-target"),
    ],
)
def test_a_mapping_that_nests_evidence(target: Any, levels: int, outcome: str) -> None:  # noqa: ANN401
    row = f'{{"output": "OK", "x": {nested(levels)}}}'
    assert graded(row, mapping=(MapRule(target, "/x"),)) == outcome


def test_a_mapping_of_the_whole_row_is_a_level_deeper() -> None:
    rules = (MapRule(("input",), ""),)
    assert graded(f'{{"output": "OK", "x": {nested(510)}}}', mapping=rules) == "passed"
    assert graded(f'{{"output": "OK", "x": {nested(511)}}}', mapping=rules) == "json_too_deep"


@pytest.mark.parametrize(
    ("value", "text", "is_selected"),
    [
        ("1.0", "1.0", True),
        ("1", "1.0", True),
        ("1.0", "1", True),
        ("1e2", "100", True),
        ("true", "1", False),
        ("true", "true", True),
        ('"1.0"', "1.0", True),
        ('"1"', "1.0", False),
        ("2", "1e400", False),
        ("1", "one", False),
    ],
)
def test_where_compares_numbers_by_value(value: str, text: str, is_selected: bool) -> None:  # noqa: FBT001
    row = f'{{"output": "OK", "metadata": {{"f": {value}}}}}'
    where = (WhereRule(("metadata", "f"), text),)
    assert (graded(row, where=where) == "passed") == is_selected


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("limit", -5),
        ("limit", 0),
        ("limit", 10**30),
        ("sample", 0),
        ("sample", -5),
        ("rowTimeoutSeconds", 10**30),
        ("rowTimeoutSeconds", -5),
        ("rowTimeoutSeconds", 0),
        ("mapping", ["input=/a", "input.b=/c"]),
        ("dialect", "other"),
        ("counts", {"selected": -1, "passed": 1, "failed": 1, "abstained": 0, "error": 0}),
        ("counts", {"selected": 2}),
    ],
)
def test_a_record_that_no_run_writes_is_a_fault(name: str, value: object, tmp_path: Path) -> None:
    place(tmp_path, PASSED, FAILED)
    grade(tmp_path, "-o r.jsonl")
    path = tmp_path / "r.jsonl.run.json"
    told = json.loads(path.read_bytes())
    told |= {name: value, "interrupted": name == "counts"}
    path.write_text(json.dumps(told), encoding="utf-8")
    with pytest.raises(RecordFault, match="was changed"):
        record.read(tmp_path / "r.jsonl")
