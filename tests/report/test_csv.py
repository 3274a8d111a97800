"""CSV: RFC 4180, stable columns, and no cell that a spreadsheet would run."""

import csv
import io
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assertory.report.csv_report import COLUMNS, CSV, FORMULA_STARTS
from tests.report.runs import broken, four, graded, info, policy, written


def read(text: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text.decode(), newline=""), strict=True))


def test_a_run() -> None:
    program = policy()
    config = program.config_hash
    evidence = "38885b5c77b203eef3bc702bdd13b55f92b3b09c92b3767149cbedff1b293c5f"
    first, second = "/assertion/assertions/0", "/assertion/assertions/1"
    assert written(CSV, four(program), info(program)).decode() == (
        "file,row,id,outcome,reason,value,label,failed_checks,abstained_checks,first_reason,"
        "config_hash,evidence_hash,error_code,error_message,error_offset\r\n"
        f",1,,passed,,1,yes,,,,{config},{evidence},,,\r\n"
        f",2,q-2,failed,,0,no,{first},,not_contained,{config},{evidence},,,\r\n"
        f",3,,abstained,pointer_missing,,,,{first} {second},pointer_missing,{config},{evidence},,,"
        "\r\n"
        f",4,,error,,,,,,,{config},,not_json,a comma is missing,400\r\n"
    )


def test_no_rows_are_a_line_of_columns() -> None:
    assert read(written(CSV, [], info(policy()))) == [list(COLUMNS)]


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        pytest.param("=1+1", "'=1+1", id="equals"),
        pytest.param("+1", "'+1", id="plus"),
        pytest.param("-1", "'-1", id="minus"),
        pytest.param("@SUM(A1)", "'@SUM(A1)", id="at"),
        pytest.param("\t=1", "'\t=1", id="tab"),
        pytest.param("\r=1", "'\r=1", id="carriage return"),
        pytest.param("\n=1", "'\n=1", id="line feed"),
        pytest.param("＝1", "'＝1", id="wide equals"),
        pytest.param("'quoted", "''quoted", id="an apostrophe, so that the guard can be undone"),
        pytest.param("a=1", "a=1", id="inside"),
        pytest.param(-5, "-5", id="a number is no text"),
        pytest.param('say "a,b"\r\nc', 'say "a,b"\r\nc', id="quotes, commas and line breaks"),
        pytest.param("a\ud800", "a\\ud800", id="lone surrogate"),
    ],
)
def test_cells_are_guarded(name: str | float, cell: str) -> None:
    result = graded(policy(), {"output": {"text": "x"}}, name=name)
    _, row = read(written(CSV, [result], info(policy())))
    assert row[COLUMNS.index("id")] == cell


@given(st.text(st.characters(exclude_categories=["Cs"])), st.text())
def test_any_text_reads_back_once_the_guard_is_taken_away(name: str, message: str) -> None:
    run = info(policy())
    result = replace(broken(3, message), id=name, file=name)
    _, row = read(written(CSV, [result], run))
    record = dict(zip(COLUMNS, row, strict=True))
    assert [record["id"], record["error_message"]] == [guarded(name), guarded(message)]
    assert record["file"] == record["id"]
    assert not record["id"].startswith(("=", "+", "-", "@", "\t", "\r", "\n"))
    assert record["id"].removeprefix("'") == name


def guarded(text: str) -> str:
    return f"'{text}" if text[:1] in FORMULA_STARTS else text
