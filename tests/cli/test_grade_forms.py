"""Every form of answers: the same rows, each counted once, with their receipts and their places."""

import gzip
import json
import math
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pytest
import zstandard
from pyarrow import parquet

from tests.cli.grading import (
    ABSTAINED,
    FAILED,
    PASSED,
    Row,
    counts,
    evidence_hash,
    grade,
    line,
    place,
    results,
    sha256,
    verify,
    write,
)

BY = "--evaluator evaluator.json"
ROWS: list[Row] = [PASSED, FAILED, ABSTAINED, "[1]", {"id": "é", **PASSED}]
OUTCOMES = ["passed", "failed", "abstained", "error", "passed"]
SUM = "5 = 2 passed + 1 failed + 1 abstained + 1 error"
LINES = b"".join(line(row) + b"\n" for row in ROWS)
BAD_AT = sum(len(line(row)) + 1 for row in ROWS[:3])
ONE_PROCESS = "note: only uncompressed JSONL files are divided; this input runs in one process\n"

# A table has every column in every row; metadata is JSON there, and the fourth record is bad.
METADATA = ['{"note": "n"}', '{"note":"n"}', "{}", "{}", '{ "note": "n" }']
CSV = (
    "id,output,metadata\n"
    'a,OK,"{""note"": ""n""}"\n'
    'b,no,"{""note"":""n""}"\n'
    "c,OK,{}\n"
    "d,OK\n"
    'e,OK,"{ ""note"": ""n"" }"\n'
)
COMPACT = b'{"id":"a","output":"OK","metadata":{"note":"n"}}'


def as_array(path: Path) -> None:
    path.write_bytes(b"[" + b", ".join(line(row) for row in ROWS) + b"]")


def as_parquet(path: Path) -> None:
    columns = {
        "id": ["a", "b", "c", "d", "e"],
        "output": ["OK", "no", "OK", "OK", "OK"],
        "metadata": METADATA,
        "score": [1.0, 1.0, 1.0, math.nan, 1.0],
    }
    parquet.write_table(pa.table(columns), path)


@pytest.mark.parametrize(
    ("name", "make", "options", "bad_at"),
    [
        pytest.param("a.jsonl", lambda path: path.write_bytes(LINES), "", BAD_AT, id="jsonl"),
        pytest.param("a.ndjson", lambda path: path.write_bytes(LINES), "", BAD_AT, id="ndjson"),
        pytest.param(
            "a.jsonl.gz",
            lambda path: path.write_bytes(gzip.compress(LINES)),
            "",
            BAD_AT,
            id="gzip",
        ),
        pytest.param(
            "a.jsonl.zst",
            lambda path: path.write_bytes(zstandard.compress(LINES)),
            "",
            BAD_AT,
            id="zst",
        ),
        pytest.param("a.json", as_array, "", BAD_AT + 4, id="array"),
        pytest.param(
            "a.csv",
            lambda path: path.write_text(CSV, encoding="utf-8"),
            "--json-column metadata",
            CSV.index("d,OK"),
            id="csv",
        ),
        pytest.param("a.parquet", as_parquet, "--json-column metadata", -1, id="parquet"),
    ],
)
def test_a_file(
    name: str, make: Callable[[Path], object], options: str, bad_at: int, tmp_path: Path
) -> None:
    place(tmp_path)
    make(tmp_path / name)
    ended = grade(tmp_path, f"{name} {BY} {options} --jobs 2 -o results.jsonl")
    assert ended.code == 4
    assert f"Rows       {SUM}\n" in ended.out
    told = f" at byte {bad_at:,}: " if bad_at >= 0 else ": "
    assert f"  row 4{told}" in ended.out
    found = results(tmp_path)
    assert [row["row"] for row in found] == [1, 2, 3, 4, 5]
    assert [row["outcome"] for row in found] == OUTCOMES
    assert found[3]["error"]["offset"] == bad_at
    assert ("file" in found[0]) is False
    assert ended.err.startswith(ONE_PROCESS) == (name not in {"a.jsonl", "a.ndjson"})
    verified = verify(tmp_path, f"results.jsonl {name} {BY} -q")
    assert (verified.out, verified.code) == ("5 rows: 5 the same, 0 different\n", 0)


@pytest.mark.parametrize("name", ["a.csv", "a.parquet"])
def test_a_receipt_of_a_table_is_over_compact_json(name: str, tmp_path: Path) -> None:
    place(tmp_path)
    (tmp_path / "a.csv").write_text(CSV, encoding="utf-8")
    columns = {"id": ["a"], "output": ["OK"], "metadata": [METADATA[0]]}
    parquet.write_table(pa.table(columns), tmp_path / "a.parquet")
    grade(tmp_path, f"{name} {BY} --json-column metadata -o results.jsonl")
    receipt = results(tmp_path)[0]["receipt"]
    assert receipt["rowHash"] == sha256(COMPACT)
    members = {"output": b'"OK"', "metadata": b'{"note":"n"}', "expected_output": b"null"}
    assert receipt["evidenceHash"] == evidence_hash(members)


def test_an_empty_expected_output_of_csv_is_null(tmp_path: Path) -> None:
    equals = {"op": "equals", "path": "/expected_output", "value": None}
    place(tmp_path, evaluator={"semantics": "unicode-script-letters/v1", "assertion": equals})
    (tmp_path / "a.csv").write_text("output,expected_output\nOK,\nOK,x\n", encoding="utf-8")
    ended = grade(tmp_path, f"a.csv {BY} --format json")
    assert counts(ended.out)["passed"] == counts(ended.out)["failed"] == 1


def test_standard_input(tmp_path: Path) -> None:
    place(tmp_path, *ROWS)
    grade(tmp_path, f"{BY} -o file.jsonl")
    ended = grade(tmp_path, f"- {BY} --jobs 3 -o results.jsonl", stdin=LINES)
    assert ended.code == 4
    assert ended.err.startswith(ONE_PROCESS)
    assert f"Rows       {SUM}\n" in ended.out
    assert (tmp_path / "results.jsonl").read_bytes() == (tmp_path / "file.jsonl").read_bytes()
    verified = verify(tmp_path, f"results.jsonl - {BY} -q", stdin=LINES)
    assert (verified.out, verified.code) == ("5 rows: 5 the same, 0 different\n", 0)


def test_several_files_and_globs(tmp_path: Path) -> None:
    """Each result names its file; rows are counted within it; a glob's files are in their order."""
    place(tmp_path)
    (tmp_path / "runs").mkdir()
    for name in ("b", "a"):
        write(tmp_path / "runs" / f"{name}.jsonl", [*ROWS, {"id": name, **PASSED}])
    as_array(tmp_path / "last.json")
    answers = "runs/*.jsonl last.json"
    ended = grade(tmp_path, f"{answers} {BY} --jobs 2 -o results.jsonl -o results.csv")
    assert ended.err.startswith(ONE_PROCESS)
    assert "17 = 8 passed + 3 failed + 3 abstained + 3 errors" in ended.out
    found = results(tmp_path)
    assert [(row["file"], row["row"]) for row in found] == [
        *(("runs/a.jsonl", number) for number in range(1, 7)),
        *(("runs/b.jsonl", number) for number in range(1, 7)),
        *(("last.json", number) for number in range(1, 6)),
    ]
    assert [row["outcome"] for row in found] == [*OUTCOMES, "passed"] * 2 + OUTCOMES
    assert found[5]["id"] == "a"
    assert (tmp_path / "results.csv").read_text(encoding="utf-8").count("runs/b.jsonl,") == 6
    verified = verify(tmp_path, f"results.jsonl {answers} {BY}")
    assert verified.out.splitlines()[0] == "runs/a.jsonl row 1: same"
    assert verified.out.endswith("17 rows: 17 the same, 0 different\n")
    assert verified.code == 0


def test_blank_lines_are_no_rows_but_count_as_lines(tmp_path: Path) -> None:
    place(tmp_path, "", PASSED, " \t\r", FAILED)
    grade(tmp_path, f"{BY} -o results.jsonl")
    assert [(row["row"], row["outcome"]) for row in results(tmp_path)] == [
        (2, "passed"),
        (4, "failed"),
    ]


def test_answers_that_break_off_are_graded_up_to_there(tmp_path: Path) -> None:
    place(tmp_path)
    packed = zstandard.ZstdCompressor().compressobj()
    whole = packed.compress(LINES) + packed.flush(zstandard.COMPRESSOBJ_FLUSH_BLOCK)
    (tmp_path / "a.jsonl.zst").write_bytes(whole)  # the frame never ends
    ended = grade(tmp_path, f"a.jsonl.zst {BY} -o results.jsonl --format json")
    assert ended.code == 4
    assert "reading ended after row 5" in ended.err
    assert [row["outcome"] for row in results(tmp_path)] == OUTCOMES
    assert counts(ended.out)["selected"] == 5
    assert json.loads((tmp_path / "results.jsonl.run.json").read_bytes())["interrupted"] is False


def test_a_json_column_that_is_not_there_leaves_no_summary_and_no_results(tmp_path: Path) -> None:
    place(tmp_path, PASSED)
    (tmp_path / "answers.csv").write_text("output,score\nOK,1\n", encoding="utf-8")
    ended = grade(tmp_path, "answers.csv --json-column scores -o results.jsonl")
    assert (ended.code, ended.out) == (4, "")
    assert ended.err == (
        'assertory: answers.csv: there is no column "scores" to read as JSON; there are: "output",'
        ' "score"\n'
    )
    assert not (tmp_path / "results.jsonl").exists()
