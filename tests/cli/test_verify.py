"""assertory verify: every row of an untouched run is the same, and every change is told."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.cli.grading import (
    ABSTAINED,
    BAD,
    EVALUATOR,
    FAILED,
    PASSED,
    SEMANTICS,
    Row,
    grade,
    outcomes,
    place,
    results,
    verify,
    write,
)

CALL = {"callId": "1", "name": "t"}
SHAPED: list[Row] = [
    {
        "id": number,
        "prompt": {"text": "q"},
        "completion": "OK" if number % 3 else "no",
        "model": "ab"[number % 2],
        "trace": {"complete": number % 4 != 0, "calls": [CALL] if number % 5 else []},
    }
    for number in range(40)
] + [BAD, {"completion": "OK", "trace": 7}]
TOOL: dict[str, Any] = {
    "semantics": SEMANTICS,
    "assertion": {
        "op": "all",
        "assertions": [
            {"op": "contains", "path": "/output/text", "text": "OK"},
            {"op": "tool_called", "name": "t"},
        ],
    },
}
MAPPED = "--map output.text=/completion --map metadata.m.model=/model --map input=/prompt"
BY_ASSERTION = f"--evaluator evaluator.json {MAPPED}"
BY_CHECKS = "--checks checks.txt --answer /completion"


@pytest.mark.parametrize(
    ("options", "rows"),
    [
        pytest.param(BY_ASSERTION, 42, id="map"),
        pytest.param(f"{BY_ASSERTION} --tool-capture /trace", 42, id="tool-capture"),
        pytest.param(BY_CHECKS, 42, id="answer"),
        pytest.param(f"{BY_ASSERTION} --where metadata.m.model=a", 21, id="where"),
        pytest.param(f"{BY_CHECKS} --sample 10 --seed 5", 10, id="sample"),
        pytest.param(f"{BY_CHECKS} --limit 7", 7, id="limit"),
        pytest.param(
            f"{BY_ASSERTION} --tool-capture /trace --where metadata.m.model=b --sample 15"
            " --seed 1 --limit 9 --only failed --only abstained --row-timeout 9",
            None,
            id="all-of-them",
        ),
        pytest.param(f"{BY_CHECKS} --only failed", 14, id="only"),
        pytest.param(f"{BY_CHECKS} --min-pass-rate 0.9 --skip-bad-rows", 42, id="gate"),
    ],
)
def test_an_untouched_run_is_the_same(options: str, rows: int | None, tmp_path: Path) -> None:
    """The run record tells the options: `verify` needs none."""
    place(tmp_path, *SHAPED, evaluator=TOOL)
    grade(tmp_path, f"{options} -o results.jsonl")
    written = len(outcomes(tmp_path))
    assert written == rows or (rows is None and 0 < written <= 9)
    evaluator = options.split()[1]
    ended = verify(tmp_path, f"results.jsonl answers.jsonl --evaluator {evaluator} --jobs 2")
    lines = ended.out.splitlines()
    assert lines[-1] == f"{written} rows: {written} the same, 0 different"
    assert lines[:-1] == [f"row {row['row']}: same" for row in results(tmp_path)]
    assert ended.code == 0
    left_out = [word for word in ("where", "sample", "limit", "only") if f"--{word}" in options]
    assert all(f"{word} " in ended.err for word in left_out)
    assert bool(ended.err) == bool(left_out)


def test_where_sample_and_limit_choose_what_they_say(tmp_path: Path) -> None:
    place(tmp_path, *SHAPED, evaluator=TOOL)
    chosen = {}
    for name, options in {
        "where": "--where metadata.m.model=a",
        "sample": "--where metadata.m.model=a --sample 12",
        "seed": "--where metadata.m.model=a --sample 12 --seed 1",
        "limit": "--where metadata.m.model=a --sample 12 --limit 5 --jobs 3",
    }.items():
        grade(tmp_path, f"{BY_ASSERTION} {options} -o results.jsonl")
        chosen[name] = [row["row"] for row in results(tmp_path)]
    # The odd rows are those of even numbers; the two that can't be read are never left out, and
    # the last of them has no model.
    assert chosen["where"] == [*range(1, 40, 2), 41]
    assert len(chosen["sample"]) == len(chosen["seed"]) == 12
    assert chosen["sample"] != chosen["seed"]
    assert set(chosen["sample"]) < set(chosen["where"])
    assert chosen["sample"] == sorted(chosen["sample"])
    assert chosen["limit"] == chosen["sample"][:5]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A small run and its results."""
    place(tmp_path, PASSED, FAILED, ABSTAINED)
    grade(tmp_path, "--evaluator evaluator.json -o results.jsonl")
    return tmp_path


VERIFY = "results.jsonl answers.jsonl --evaluator evaluator.json"


def test_an_answer_that_was_edited(folder: Path) -> None:
    write(folder / "answers.jsonl", [PASSED, {**FAILED, "output": "OK"}, ABSTAINED])
    ended = verify(folder, VERIFY)
    lines = ended.out.splitlines()
    assert (lines[0], lines[2]) == ("row 1: same", "row 3: same")
    assert "3 rows: 2 the same, 1 different" in lines
    told = ('outcome: "failed" → "passed"', "receipt.evidenceHash: ", "receipt.rowHash: ")
    assert all(part in lines[1] for part in told)
    assert ended.code == 1


def test_a_bad_row_that_was_edited(tmp_path: Path) -> None:
    """It has no verdict to compare, and is another row all the same."""
    place(tmp_path, PASSED)
    answers = tmp_path / "answers.jsonl"
    answers.write_bytes(answers.read_bytes() + b"[1]\n")
    grade(tmp_path, "--evaluator evaluator.json -o results.jsonl")
    answers.write_bytes(answers.read_bytes().replace(b"[1]", b"[2]"))
    ended = verify(tmp_path, VERIFY)
    row = ended.out.splitlines()[1]
    assert row.startswith("row 2: the row differs (receipt.rowHash: ")
    assert ended.code == 1


def test_an_edit_that_changes_no_outcome(folder: Path) -> None:
    write(folder / "answers.jsonl", [{**PASSED, "output": "OK."}, FAILED, ABSTAINED])
    ended = verify(folder, f"{VERIFY} --quiet")
    assert ended.code == 1
    row, summed = ended.out.splitlines()
    assert row.startswith("row 1: the evidence differs (receipt.evidenceHash: ")
    assert "outcome" not in row
    assert summed == "3 rows: 2 the same, 1 different"


def test_another_evaluator(folder: Path) -> None:
    other = json.loads(json.dumps(EVALUATOR).replace('"OK"', '"O"'))
    (folder / "evaluator.json").write_text(json.dumps(other), encoding="utf-8")
    ended = verify(folder, VERIFY)
    assert ended.code == 1
    assert re.fullmatch(
        r"note: evaluator\.json is not what these results were graded by"
        r" \(hash [0-9a-f]{12}…, this file's is [0-9a-f]{12}…\)\n",
        ended.err,
    )
    assert ended.out.count("the configuration differs (receipt.configHash: ") == 3
    assert ended.out.endswith("3 rows: 0 the same, 3 different\n")


def test_the_other_dialect(folder: Path) -> None:
    ended = verify(folder, "results.jsonl answers.jsonl --checks checks.txt")
    assert ended.code == 1
    assert ended.out.count(f'receipt.semantics: "{SEMANTICS}" → "quick-checks/v1"') == 3


def test_results_that_were_edited(folder: Path) -> None:
    """A terminal shows what was written in, and does not obey it."""
    path = folder / "results.jsonl"
    edited = path.read_text(encoding="utf-8").replace(
        '"outcome":"failed"', '"outcome":"\\u001b[2J\\u202epassed"', 1
    )
    path.write_text(edited, encoding="utf-8")
    ended = verify(folder, VERIFY)
    assert ended.code == 1
    assert "\x1b" not in ended.out
    assert 'row 2: outcome: "\\u001b[2J⟨U+202E⟩passed" → "failed"' in ended.out


def test_another_version_is_reported_and_the_same(folder: Path) -> None:
    path = folder / "results.jsonl"
    edited = path.read_text(encoding="utf-8").replace('"re2Version":"', '"re2Version":"0.')
    path.write_text(edited, encoding="utf-8")
    ended = verify(folder, VERIFY)
    assert ended.code == 0
    assert ended.out.count(': same (re2Version: "0.') == 3


def test_rows_in_another_order_and_rows_that_are_gone(folder: Path) -> None:
    path = folder / "results.jsonl"
    first, second, third = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(second + first)
    ended = verify(folder, VERIFY)
    assert ended.out.splitlines() == [
        "row 1: the results have no such row",
        "row 2: same",
        "row 1: stands out of order, or twice",
        "row 3: the results have no such row",
        "4 rows: 1 the same, 3 different",
    ]
    assert ended.code == 1
    path.write_bytes(first + second + third[:-30])
    cut = verify(folder, VERIFY)
    assert "results.jsonl, line 3: this is no result of assertory grade" in cut.err
    assert (cut.code, cut.out) == (4, "row 1: same\nrow 2: same\n")


@pytest.mark.parametrize(
    ("code", "arguments", "told"),
    [
        (4, "none.jsonl answers.jsonl -e evaluator.json", "the results file none.jsonl: there is"),
        (4, "answers.jsonl answers.jsonl -e evaluator.json", "can't be read (there is no such"),
        (4, "results.jsonl none.jsonl -e evaluator.json", "none.jsonl: there is no such file"),
        (
            4,
            "gone.jsonl answers.jsonl -e evaluator.json",
            "results file gone.jsonl: there is no",
        ),
        (3, "results.jsonl answers.jsonl -e refused.txt", "nothing was run"),
        (2, "results.jsonl answers.jsonl -e none.json", "none.json: there is no such file"),
        (2, "results.jsonl answers.jsonl -e .", "Is a directory; name a file that can be read"),
        (4, "result.jsonl answers.jsonl -e evaluator.json", "did you mean results.jsonl?"),
        (2, "results.jsonl answers.jsonl more.jsonl -e evaluator.json", "made from 1 file"),
        (2, "results.jsonl answers.jsonl", "Missing option '--evaluator'"),
    ],
)
def test_what_cannot_be_verified(code: int, arguments: str, told: str, folder: Path) -> None:
    (folder / "refused.txt").write_text("no_such_check", encoding="utf-8")
    write(folder / "more.jsonl", [PASSED])
    record = (folder / "results.jsonl.run.json").read_bytes()
    (folder / "gone.jsonl.run.json").write_bytes(record)
    ended = verify(folder, arguments)
    assert told in ended.err
    assert "Traceback" not in ended.err
    assert (ended.code, ended.out) == (code, "")


BROKEN_OFF = b'[{"output": "OK"}, {"output": "no"}, {"output": '


@pytest.mark.parametrize(
    ("now", "told", "summed"),
    [
        pytest.param(BROKEN_OFF, "after row 2", "2 rows: 2 the same, 0 different", id="as-graded"),
        pytest.param(BROKEN_OFF[:30], "after row 1", "2 rows: 1 the same, 1 diff", id="further"),
        pytest.param(b"[", "before the first row", "2 rows: 0 the same, 2 diff", id="at-once"),
        pytest.param(b"\xff\xfe[\0", "this is UTF-16 text", "", id="in-another-form"),
    ],
)
def test_answers_that_can_not_be_read_to_their_end(
    now: bytes, told: str, summed: str, tmp_path: Path
) -> None:
    """Told as such whatever the rows before show: nothing holds of those that could not be read."""
    answers = place(tmp_path) / "answers.json"
    answers.write_bytes(BROKEN_OFF)
    assert grade(tmp_path, "answers.json -o results.jsonl").code == 4
    answers.write_bytes(now)
    ended = verify(tmp_path, "results.jsonl answers.json -e checks.txt --quiet")
    assert told in ended.err
    assert summed in ended.out
    assert ended.code == 4


def test_nothing_to_verify(tmp_path: Path) -> None:
    place(tmp_path)
    grade(tmp_path, "-o results.jsonl")
    ended = verify(tmp_path, "results.jsonl answers.jsonl -e checks.txt")
    assert (ended.code, ended.out) == (5, "0 rows: 0 the same, 0 different\n")
