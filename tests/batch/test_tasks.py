"""How rows become tasks: every row in one task, in order, and the same selection from any form."""

import gzip
import json
from dataclasses import replace
from itertools import chain
from pathlib import Path

import pytest

from assertory.batch import tasks
from assertory.batch.grade import Grader
from assertory.batch.read.sources import InputError, Source, find_sources
from assertory.batch.read.sources import rows as rows_of
from assertory.batch.run import GradeJob
from assertory.batch.spec import GradeSpec, read_where
from assertory.batch.tasks import Chunk, Selection, Shard, divide, jobs_for
from assertory.engine.receipt import Versions
from assertory.records.row import BadRow, Row
from tests.report.runs import info

SPEC = GradeSpec("contains:OK", "quick", Versions("1", "2"))
EVERY = Selection()


@pytest.fixture
def answers(tmp_path: Path) -> tuple[str, ...]:
    """The same 1,000 rows as JSONL, as an array and packed; every tenth is bad, some are blank."""
    lines = [
        "[]"
        if number % 10 == 0
        else json.dumps({"output": "x" * 900, "metadata": {"n": number % 2}})
        for number in range(1000)
    ]
    (tmp_path / "a.jsonl").write_text("\n\n".join(lines), encoding="utf-8")
    (tmp_path / "a.json").write_text(f"[{','.join(lines)}]", encoding="utf-8")
    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress("\n".join(lines).encode()))
    return tuple(str(tmp_path / name) for name in ("a.jsonl", "a.json", "a.jsonl.gz"))


def found(
    sources: tuple[Source, ...], selection: Selection = EVERY, spec: GradeSpec = SPEC, jobs: int = 1
) -> list[Row | BadRow]:
    divided = divide(sources, selection, Grader(spec), jobs)
    return list(chain.from_iterable(task.rows() for task in divided))


def texts(rows: list[Row | BadRow]) -> list[bytes]:
    return [row.text for row in rows if isinstance(row, Row)]


@pytest.mark.parametrize("jobs", [1, 2, 7])
def test_every_row_is_in_one_task_in_its_order(jobs: int, answers: tuple[str, ...]) -> None:
    sources = find_sources(answers)
    expected = list(chain.from_iterable(rows_of(source) for source in sources))
    assert len(expected) == 3000
    assert found(sources, jobs=jobs) == expected


def test_jsonl_is_divided_by_bytes_and_the_rest_is_read_by_the_parent(
    answers: tuple[str, ...],
) -> None:
    divided = list(divide(find_sources(answers), EVERY, Grader(SPEC), 2))
    kinds = [type(task) for task in divided]
    assert kinds == sorted(kinds, key=(Shard, Chunk).index)
    assert kinds.count(Shard) == 4
    assert all(len(task.held) <= tasks.CHUNK_ROWS for task in divided if isinstance(task, Chunk))


def test_a_chunk_is_bounded_in_bytes_too(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(f"[{','.join(['[' + '1,' * 300_000 + '1]'] * 5)}]")
    divided = list(divide(find_sources([str(tmp_path / "a.json")]), EVERY, Grader(SPEC), 1))
    assert [len(task.held) for task in divided if isinstance(task, Chunk)] == [2, 2, 1]


@pytest.mark.parametrize(
    "selection",
    [
        pytest.param(Selection(limit=7), id="limit"),
        pytest.param(Selection(sample=50, seed=3), id="sample"),
        pytest.param(Selection(sample=50, seed=3, limit=20), id="both"),
        pytest.param(Selection(sample=5000), id="more-than-there-are"),
    ],
)
def test_a_selection_is_the_same_from_any_form_and_for_any_jobs(
    selection: Selection, answers: tuple[str, ...]
) -> None:
    chosen = [
        texts(found(find_sources([name]), selection, jobs=jobs))
        for name in answers
        for jobs in (1, 3)
    ]
    assert chosen == [chosen[0]] * 6


@pytest.mark.parametrize("size", [1, 10, 999, 1000, 1001])
def test_a_sample_has_its_size_and_keeps_the_order(size: int, answers: tuple[str, ...]) -> None:
    numbers = [row.number for row in found(find_sources(answers[1:2]), Selection(sample=size))]
    assert len(numbers) == min(size, 1000)
    assert numbers == sorted(set(numbers))


def test_a_larger_sample_holds_the_smaller_and_other_seeds_choose_others(
    answers: tuple[str, ...],
) -> None:
    sources = find_sources(answers[1:2])
    small, large, other = (
        {row.number for row in found(sources, selection)}
        for selection in (
            Selection(sample=100),
            Selection(sample=200),
            Selection(sample=100, seed=1),
        )
    )
    assert small < large
    assert 0 < len(small & other) < 40  # ten are expected by chance
    # Nothing prefers a part of the file: a hundred of a thousand, by tens.
    assert all(any(number // 100 == part for number in small) for part in range(10))


def test_a_sample_is_chosen_from_what_where_selects_and_limited_after(
    answers: tuple[str, ...],
) -> None:
    """Rows that can't be read are among them: nothing is lost."""
    spec = replace(SPEC, where=(read_where("metadata.n=1"),))
    sources = find_sources(answers[1:2])
    wanted = found(sources, Selection(sample=10_000), spec)
    assert len(wanted) == 500 + 100
    assert [row.number for row in found(sources, Selection(limit=3), spec)] == [1, 2, 4]
    sampled = found(sources, Selection(sample=20), spec)
    assert len(sampled) == 20
    assert found(sources, Selection(sample=20, limit=5), spec) == sampled[:5]


def test_a_selection_counts_over_all_files(answers: tuple[str, ...]) -> None:
    sources = find_sources(answers)
    files = [row.file for row in found(sources, Selection(limit=1001))]
    assert files == [0] * 1000 + [1]
    assert {row.file for row in found(sources, Selection(sample=60))} == {0, 1, 2}


def test_rows_before_damage_are_given_before_it_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('[{"output": 1}, {"output": 2}', encoding="utf-8")
    divided = divide(find_sources([str(tmp_path / "a.json")]), EVERY, Grader(SPEC), 1)
    assert len(list(next(divided).rows())) == 2
    with pytest.raises(InputError, match="reading ended after row 2"):
        next(divided)


def test_a_child_that_cannot_read_its_shard_says_so(tmp_path: Path) -> None:
    """The rows it read before are handed back, and no traceback."""
    job = GradeJob(SPEC, info(SPEC.program()), (), ())
    shard = Shard(tmp_path / "gone.jsonl", 0, 0, 100, 1)
    result = job.run((shard, tmp_path / "part"), {}, lambda _: None)
    assert result.fault is not None
    assert "gone.jsonl: reading ended: No such file" in result.fault
    assert result.unwritable is None


@pytest.mark.parametrize(
    ("names", "asked", "expected"),
    [
        pytest.param(("a.jsonl",), 5, 5, id="as-asked"),
        pytest.param(("a.jsonl",), None, 1, id="too-small-to-pay-for-a-second"),
        pytest.param(("a.json",), 5, 1, id="an-array"),
        pytest.param(("a.jsonl.gz",), 5, 1, id="gzip"),
        pytest.param(("a.jsonl", "a.json"), 5, 1, id="one-of-them"),
    ],
)
def test_how_many_processes(
    names: tuple[str, ...], asked: int | None, expected: int, answers: tuple[str, ...]
) -> None:
    chosen = [name for name in answers if Path(name).name in names]
    assert jobs_for(find_sources(chosen), asked, 8) == expected


def test_without_being_asked_large_input_pays_for_processes(answers: tuple[str, ...]) -> None:
    source = find_sources(answers[:1])[0]
    sizes = (0, tasks.WORTH_A_JOB * 2, tasks.WORTH_A_JOB * 100)
    assert [jobs_for((replace(source, size=size),), None, 4) for size in sizes] == [1, 2, 4]
