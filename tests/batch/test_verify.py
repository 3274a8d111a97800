"""Two results files compared: every change that could be made to one is told, row by row."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from assertory.batch.verify import Comparison, ResultsFault, compare
from assertory.report.jsonl import row as written
from tests.report.runs import SEMANTICS, assertion, broken, four, graded, info, policy

PROGRAM = policy()
RESULTS = [
    *four(PROGRAM),
    broken(5, "a comma is missing"),
    graded(PROGRAM, {"output": {"text": "Article 39"}}, 9),
]
LINES = [written(result, info(PROGRAM)) for result in RESULTS]
SAME = [f"row {result.row}: same" for result in RESULTS]

EXPLANATION = "the explanation differs"

Change = Callable[[Any], None]


def told(folder: Path, lines: list[bytes], names: tuple[str, ...] = ()) -> list[str]:
    """Compare lines with the real ones, and give what is told of each row."""
    (folder / "results.jsonl").write_bytes(b"".join(lines))
    (folder / "again.jsonl").write_bytes(b"".join(LINES))
    found = compare(folder / "results.jsonl", folder / "again.jsonl", names)
    return [said(comparison) for comparison in found]


def said(row: Comparison) -> str:
    ran = f" ({'; '.join(row.versions)})" if row.versions else ""
    return f"{row.row}: {'; '.join(row.differences) or 'same'}{ran}"


def changed(number: int, change: Change) -> list[bytes]:
    """The lines with a change to one of them."""
    row = json.loads(LINES[number])
    change(row)
    lines = [*LINES]
    lines[number] = json.dumps(row, ensure_ascii=False).encode() + b"\n"
    return lines


def put(*path: str, value: object) -> Change:
    """Put a value in its place; `delete` takes it away."""

    def change(row: Any) -> None:  # noqa: ANN401 - JSON
        for name in path[:-1]:
            row = row[int(name) if isinstance(row, list) else name]
        row[path[-1]] = value

    return change


def delete(*path: str) -> Change:
    def change(row: Any) -> None:  # noqa: ANN401 - JSON
        for name in path[:-1]:
            row = row[name]
        del row[path[-1]]

    return change


def test_untouched(tmp_path: Path) -> None:
    assert told(tmp_path, LINES) == SAME


@pytest.mark.parametrize(
    ("number", "change", "difference"),
    [
        (0, put("outcome", value="failed"), 'outcome: "failed" → "passed"'),
        (0, put("reason", value="x"), 'reason: "x" → null'),
        (0, put("value", value=True), "value: true → 1"),
        (0, put("value", value=1.0), "value: 1.0 → 1"),
        (0, put("label", value="no"), 'label: "no" → "yes"'),
        (0, delete("label"), 'label: nothing → "yes"'),
        (1, put("id", value="q-3"), 'id: "q-3" → "q-2"'),
        (1, delete("id"), 'id: nothing → "q-2"'),
        (0, put("id", value=7), "id: 7 → nothing"),
        (0, put("row", value="1"), 'row: "1" → 1'),
        (0, put("file", value="other"), 'file: "other" → nothing'),
        (0, put("note", value=[]), "note: [] → nothing"),
        (1, put("explanation", "checks", "0", "observed", "preview", value="x"), EXPLANATION),
        (1, put("explanation", "checks", value=[]), EXPLANATION),
        (1, put("explanation", "checks", value=7), EXPLANATION),
        (1, put("explanation", "checks", value=[7]), EXPLANATION),
        (1, put("explanation", "omittedChecks", value=False), EXPLANATION),
        (1, put("explanation", value="x"), "explanation: a text → an object"),
        (1, delete("explanation"), "explanation: nothing → an object"),
        (1, put("receipt", "semantics", value="x"), f'receipt.semantics: "x" → "{SEMANTICS}"'),
        (1, put("receipt", "outcome", value="passed"), 'receipt.outcome: "passed" → "failed"'),
        (1, put("receipt", "captureHash", value=""), 'receipt.captureHash: "" → null'),
        (1, put("receipt", "more", value=1), "receipt.more: 1 → nothing"),
        (3, put("error", "code", value="x"), 'error.code: "x" → "not_json"'),
        (3, put("error", "offset", value=401), "error.offset: 401 → 400"),
        (3, delete("error"), 'error.code: nothing → "not_json"'),
        (3, delete("error"), "error.offset: nothing → 400"),
    ],
)  # fmt: skip
def test_a_change_is_told_at_its_row_alone(
    number: int, change: Change, difference: str, tmp_path: Path
) -> None:
    found = told(tmp_path, changed(number, change))
    name = SAME[number].partition(": ")[0]
    if '"file"' in difference or difference.startswith("file"):
        name = f"other {name}"
    assert found[number].startswith(f"{name}: ")
    assert difference in found[number]
    assert [row for row in found if row != found[number]] == [
        row for index, row in enumerate(SAME) if index != number
    ]


HASHES = {
    "configHash": "the configuration",
    "evidenceHash": "the evidence",
    "explanationHash": "the explanation",
}


@pytest.mark.parametrize("name", HASHES)
def test_a_changed_hash_is_told_in_words_and_as_far_as_a_person_compares(
    name: str, tmp_path: Path
) -> None:
    now = json.loads(LINES[1])["receipt"][name]
    for was, shown in (
        ("0" * 64, f"{'0' * 12}… → {now[:12]}…"),
        (now[:-1] + "é", f'"{now[:-1]}é" → {now[:12]}…'),
        (now[:-1] + ("0" if now[-1] == "1" else "1"), None),  # alike as far as one is shown
        ("x", f'"x" → {now[:12]}…'),
        (None, f"null → {now[:12]}…"),
    ):
        found = told(tmp_path, changed(1, put("receipt", name, value=was)))
        whole = f'"{was}" → "{now}"'
        assert found[1] == f"row 2: {HASHES[name]} differs (receipt.{name}: {shown or whole})"


def test_the_explanation_that_differs_with_its_hash_is_told_once(tmp_path: Path) -> None:
    def change(row: Any) -> None:  # noqa: ANN401 - JSON
        row["explanation"]["omittedChecks"] = 7
        row["receipt"]["explanationHash"] = "0" * 64

    found = told(tmp_path, changed(1, change))
    assert found[1].count(EXPLANATION) == 1


@pytest.mark.parametrize("value", [None, 7, "x", []])
def test_without_a_receipt_every_member_of_it_differs(value: object, tmp_path: Path) -> None:
    found = told(tmp_path, changed(1, put("receipt", value=value)))
    assert all(f"receipt.{name}: nothing → " in found[1] for name in HASHES)


@pytest.mark.parametrize("name", ["engineVersion", "re2Version"])
def test_another_version_is_told_and_makes_no_difference(name: str, tmp_path: Path) -> None:
    found = told(tmp_path, changed(0, put("receipt", name, value="9")))
    now = json.loads(LINES[0])["receipt"][name]
    assert found == [f'row 1: same ({name}: "9" → "{now}")', *SAME[1:]]


@pytest.mark.parametrize(
    ("number", "path"),
    [(1, ("explanation", "checks", "0", "message")), (3, ("error", "message"))],
    ids=["of-a-check", "of-an-error"],
)
def test_a_sentence_may_be_reworded(number: int, path: tuple[str, ...], tmp_path: Path) -> None:
    assert told(tmp_path, changed(number, put(*path, value="in other words"))) == SAME


# --------------------------------------------------------------------------------------- whole rows

NO_ROW = "the results have no such row"
NO_ANSWER = "the answers have no such row"
OUT_OF_ORDER = "stands out of order, or twice"


def at(index: int, what: str) -> str:
    return SAME[index].replace("same", what)


def test_a_row_that_was_removed(tmp_path: Path) -> None:
    assert told(tmp_path, LINES[1:]) == [at(0, NO_ROW), *SAME[1:]]
    assert told(tmp_path, [*LINES[:2], *LINES[4:]]) == [
        *SAME[:2],
        at(2, NO_ROW),
        at(3, NO_ROW),
        *SAME[4:],
    ]
    assert told(tmp_path, LINES[:-1]) == [*SAME[:-1], at(-1, NO_ROW)]
    assert told(tmp_path, []) == [at(index, NO_ROW) for index in range(len(SAME))]


def test_a_row_that_was_added(tmp_path: Path) -> None:
    added = LINES[5].replace(b'"row":9', b'"row":7')
    assert told(tmp_path, [*LINES[:5], added, LINES[5]]) == [
        *SAME[:5],
        f"row 7: {NO_ANSWER}",
        SAME[5],
    ]
    last = LINES[5].replace(b'"row":9', b'"row":10')
    assert told(tmp_path, [*LINES, last]) == [*SAME, f"row 10: {NO_ANSWER}"]


def test_a_row_that_stands_twice(tmp_path: Path) -> None:
    assert told(tmp_path, [LINES[0], *LINES]) == [SAME[0], at(0, OUT_OF_ORDER), *SAME[1:]]


def test_rows_in_another_order(tmp_path: Path) -> None:
    swapped = [LINES[0], LINES[2], LINES[1], *LINES[3:]]
    assert told(tmp_path, swapped) == [
        SAME[0],
        at(1, NO_ROW),
        SAME[2],
        at(1, OUT_OF_ORDER),
        *SAME[3:],
    ]


def test_several_files_are_in_the_order_of_their_names(tmp_path: Path) -> None:
    program = assertion({"op": "contains", "path": "/output", "text": "OK"})
    lines = [
        written(graded(program, {"output": "OK"}, number, file=name), info(program))
        for name in ("b", "a")
        for number in (1, 2)
    ]
    (tmp_path / "again.jsonl").write_bytes(b"".join(lines))
    for order, expected in (
        ([0, 1, 2, 3], ["b row 1: same", "b row 2: same", "a row 1: same", "a row 2: same"]),
        (
            [0, 2, 3, 1],
            [
                "b row 1: same",
                f"b row 2: {NO_ROW}",
                "a row 1: same",
                "a row 2: same",
                f"b row 2: {OUT_OF_ORDER}",
            ],
        ),
    ):
        (tmp_path / "results.jsonl").write_bytes(b"".join(lines[index] for index in order))
        found = compare(tmp_path / "results.jsonl", tmp_path / "again.jsonl", ("b", "a"))
        assert [said(row) for row in found] == expected


@pytest.mark.parametrize(
    "line",
    [
        b"",
        LINES[2][:-20],
        b"{}",
        b"[]",
        b"7",
        b'{"row": "x"}',
        b'{"row": [1]}',
        b'{"row": 3, "file": ["a"]}',
        b'{"row": 3, "row": 3}',
        LINES[2].replace(b'"outcome":', b'"outcome":"passed","outcome":', 1).rstrip(b"\n"),
        b"[" * 100_000,
        b"\xff",
    ],
    ids=range(12),
)
def test_a_line_that_is_no_result_ends_the_comparison_with_its_number(
    line: bytes, tmp_path: Path
) -> None:
    """Also one that was cut, and one in which a name stands twice, of which readers see either."""
    with pytest.raises(ResultsFault, match="line 3: this is no result of assertory grade"):
        told(tmp_path, [*LINES[:2], line + b"\n", *LINES[3:]])
