"""The same bytes from any number of processes, and from the library row by row."""

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import assertory
from assertory import ToolCall, ToolCapture
from assertory.engine.pointer import MISSING
from tests.cli.command import Ended
from tests.cli.grading import (
    SEMANTICS,
    capture_hash,
    evidence_hash,
    explanation_hash,
    grade,
    place,
    sha256,
)
from tests.engine import drawn

FORMS = ("jsonl", "json", "csv", "md", "html", "xml")
OUTPUTS = " ".join(f"-o results.{form}" for form in FORMS)
EVALUATOR: dict[str, Any] = {
    "semantics": SEMANTICS,
    "assertion": {
        "op": "any",
        "assertions": [
            {
                "op": "all",
                "assertions": [
                    {"op": "contains", "path": "/output/text", "text": "OK"},
                    {"op": "count", "path": "/output/text", "min": 0, "max": 400},
                    {
                        "op": "script_ratio",
                        "path": "/output/text",
                        "script": "Latin",
                        "min": 0,
                        "max": 1,
                    },
                ],
            },
            {"op": "equals", "path": "/expected_output", "value": [1.5, None]},
            {"op": "tool_called", "name": "orders.get"},
        ],
    },
}
CHECKS = "contains:OK\nlength:0..20\nregex:^[^b]*$\n"


class Built(NamedTuple):
    """A row's line, put together from the exact text of its members; answer is its text's."""

    members: dict[str, str]
    line: bytes
    answer: str | None


def built(answer: str | None = None, more: str = "", **members: str) -> Built:
    """Build a row; where an answer is given, its output is `{"text": answer}` and more."""
    if answer is not None:
        members = {"output": f'{{ "text":\t{answer} {more}}}', **members}
    inside = " ,\t".join(f'"{name}" :{text}' for name, text in members.items())
    return Built(members, f" {{{inside}}} ".encode(), answer)


CALL = '{"callId": "1", "name": "n", "aliases": ["orders.get"]}'
KINDS = [
    built('"OK"', id='"a"'),
    built('"O\\u004b"', id="7.50"),
    built('"no"', more=', "toolCalls": [{"name": "orders.get"}]', metadata="{}"),
    built('"Ø نعم \\ud83d\\ude00 </td>,=1"', id='"ن"'),
    built(expected_output="[1.50, null]", input="1e2"),
    built(f'"{"b" * 300}"', unknown="[[]]"),
    built('""', capture=f'{{"complete": true, "calls": [{CALL}]}}'),
    built('"x"', capture='{"complete": true, "calls": []}'),
    built('"\\ud800 half"'),
    built(output="null", metadata='{"a": 0.1, "a": 2}'),
]
BAD = [b'{"output": ', b"[]", b'{"output": 1e999}', b'{"output": "\xff"}']
ROUNDS = 150  # about 1 MB: several shards of at least 256 KiB
FILLER = built('"OK"', metadata=f'{{"filler": "{"f" * 2000}"}}')


@pytest.fixture(scope="module")
def rows() -> list[Built | bytes]:
    found: list[Built | bytes] = []
    for number in range(ROUNDS):
        found += [*KINDS, *BAD, FILLER, FILLER]
        if number % 7 == 0:
            found.append(b" ")
    return found


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory, rows: list[Built | bytes]) -> Path:
    folder = tmp_path_factory.mktemp("jobs")
    lines = [row.line if isinstance(row, Built) else row for row in rows]
    place(folder, *lines, checks=CHECKS, evaluator=EVALUATOR)
    return folder


def run(folder: Path, options: str) -> tuple[Ended, dict[str, bytes]]:
    """Grade into every form; gives the bytes of each, its record's, and the summary."""
    ended = grade(folder, f"{options} {OUTPUTS} --format json")
    names = [f"results.{form}{end}" for form in FORMS for end in ("", ".run.json")]
    files = {name: (folder / name).read_bytes() for name in names}
    return ended, {**files, "standard output": ended.out.encode()}


@pytest.fixture(scope="module", params=["--evaluator", "--checks"])
def one_job(answers: Path, request: pytest.FixtureRequest) -> tuple[str, dict[str, bytes]]:
    """What one process gives, by either dialect."""
    by = {
        "--evaluator": "--evaluator evaluator.json --tool-capture /capture",
        "--checks": "--checks checks.txt",
    }[request.param]
    ended, files = run(answers, f"{by} --jobs 1")
    assert ended.code == 4
    return by, files


@pytest.mark.parametrize("jobs", [2, 3])
def test_the_same_bytes_in_every_form(
    jobs: int, answers: Path, one_job: tuple[str, dict[str, bytes]]
) -> None:
    by, expected = one_job
    ended, files = run(answers, f"{by} --jobs {jobs}")
    assert "one process" not in ended.err
    assert sorted(files) == sorted(expected)
    for name, content in files.items():
        assert content == expected[name], name


def test_every_form_counts_the_same_rows(
    one_job: tuple[str, dict[str, bytes]], rows: list[Built | bytes]
) -> None:
    _, files = one_job
    summary = json.loads(files["standard output"])
    found = summary["counts"]
    assert found["selected"] == sum(isinstance(row, Built) or bool(row.strip()) for row in rows)
    assert found["error"] == ROUNDS * len(BAD)
    outcomes = ("passed", "failed", "abstained", "error")
    assert found["selected"] == sum(found[outcome] for outcome in outcomes)
    assert all(found[outcome] for outcome in outcomes)
    lines = [json.loads(line) for line in files["results.jsonl"].splitlines()]
    in_jsonl = {outcome: sum(row["outcome"] == outcome for row in lines) for outcome in outcomes}
    assert in_jsonl == {outcome: found[outcome] for outcome in outcomes}
    document = json.loads(files["results.json"])
    assert document == {"rows": lines, "summary": summary}
    assert files["results.csv"].count(b"\r\n") == found["selected"] + 1
    xml = files["results.xml"]
    marks = {"failed": b"<failure ", "abstained": b"<skipped ", "error": b"<error "}
    assert xml.count(b"<testcase ") == found["selected"]
    assert {name: xml.count(mark) for name, mark in marks.items()} == {
        name: found[name] for name in marks
    }
    row = " | ".join(f"{found[name]:,}" for name in ("selected", *outcomes))
    assert f"| {row} |" in files["results.md"].decode()
    said = (
        f"{found['selected']:,} = {found['passed']:,} passed + {found['failed']:,} failed"
        f" + {found['abstained']:,} abstained + {found['error']:,} errors"
    )
    assert said in files["results.html"].decode()


def test_each_row_is_what_the_library_gives(
    one_job: tuple[str, dict[str, bytes]], rows: list[Built | bytes]
) -> None:
    """Outcome, explanation bytes and receipt, made anew from semantics section 7."""
    by, files = one_job
    is_quick = by.startswith("--checks")
    program = (
        assertory.compile_quick_checks(CHECKS)
        if is_quick
        else assertory.compile_assertion(json.dumps(EVALUATOR))
    )
    lines = iter(files["results.jsonl"].splitlines())
    for number, row in enumerate(rows, 1):
        if isinstance(row, bytes):
            if row.strip():
                assert json.loads(next(lines))["row"] == number
            continue
        line = next(lines)
        found = json.loads(line)
        verdict, hashes = library(program, row, is_quick=is_quick)
        explanation = verdict.explanation_bytes()
        assert (
            found["row"],
            found["outcome"],
            found["reason"],
            found["value"],
            found["label"],
        ) == (
            number,
            verdict.outcome,
            verdict.reason,
            verdict.value,
            verdict.label,
        )
        assert b'"explanation":' + explanation + b',"receipt"' in line
        assert found["explanation"] == json.loads(explanation)
        assert found["receipt"] == {
            "semantics": program.semantics,
            "configHash": program.config_hash,
            "engineVersion": assertory.__version__,
            "re2Version": found["receipt"]["re2Version"],
            **hashes,
            "outcome": verdict.outcome,
            "reason": verdict.reason,
            "explanationHash": explanation_hash(found["explanation"]),
            "rowHash": sha256(row.line),
        }
    assert next(lines, None) is None


def library(
    program: assertory.Program, row: Built, *, is_quick: bool
) -> tuple[assertory.Verdict, dict[str, str | None]]:
    """Judge a row by the library, and hash what was judged."""
    if is_quick:
        texts = {} if row.answer is None else {"answer": row.answer.encode()}
        answer = MISSING if row.answer is None else json.loads(row.answer)
        hashes = {"evidenceHash": evidence_hash(texts), "captureHash": None}
        return program.evaluate(answer), hashes
    members = {"expected_output": "null", **row.members}
    names = ("input", "output", "expected_output", "metadata")
    texts = {name: members[name].encode() for name in names if name in members}
    evidence = {name: json.loads(text) for name, text in texts.items()}
    capture = json.loads(row.members.get("capture", "null"))
    return program.evaluate(evidence, tools(capture)), {
        "evidenceHash": evidence_hash(texts),
        "captureHash": None if capture is None else capture_hash(capture),
    }


def tools(capture: Any) -> ToolCapture | None:  # noqa: ANN401 - JSON
    if capture is None:
        return None
    calls = [
        ToolCall(c["callId"], c["name"], aliases=tuple(c["aliases"])) for c in capture["calls"]
    ]
    return ToolCapture(capture["complete"], tuple(calls))


members = drawn.json_values(*drawn.SURROGATES)
drawn_rows = st.lists(
    st.fixed_dictionaries(
        {"output": members},
        optional={"input": members, "expected_output": members, "metadata": members},
    ),
    min_size=1,
    max_size=8,
)


@given(drawn_rows, drawn.configurations)
@settings(max_examples=10)
def test_any_rows_by_any_configuration(
    tmp_path_factory: pytest.TempPathFactory,
    rows: list[dict[str, Any]],
    config: Any,  # noqa: ANN401
) -> None:
    """One process, two processes and the library give the same bytes for each row."""
    folder = tmp_path_factory.mktemp("drawn")
    filler = {"output": "f" * 100_000}  # so that there is something to divide
    rows = [row for each in rows for row in (each, filler)] + [filler] * 6
    place(folder, *(json.dumps(row).encode() for row in rows), evaluator=config)
    for jobs in (1, 2):
        ended = grade(folder, f"--evaluator evaluator.json --jobs {jobs} -o {jobs}.jsonl")
        assert ended.code in (0, 1)
    lines = (folder / "1.jsonl").read_bytes()
    assert lines == (folder / "2.jsonl").read_bytes()
    program = assertory.compile_assertion(config)
    for row, line in zip(rows, lines.splitlines(), strict=True):
        evidence = {"expected_output": None, **json.loads(json.dumps(row))}
        assert b'"explanation":%b,' % program.evaluate(evidence).explanation_bytes() in line
