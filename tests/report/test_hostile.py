"""The naughty strings, and any text at all, through every operator and every form."""

import csv
import io
import json
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

import assertory
from assertory import Program, ToolCall, ToolCapture
from assertory.measure import GateRules
from assertory.records.result import RowResult, RunInfo
from assertory.report.forms import FORMS
from assertory.report.table import summary_text
from assertory.report.visible import HIDDEN
from tests.report.hostile import error, naughty_strings
from tests.report.page import Page
from tests.report.runs import Check, assertion, graded, info, tally_of, written

RULES = GateRules(min_pass_rate=0.5, min_coverage=0.5, fail_on=("failed",))


def member(text: str) -> str:
    """The pointer to a member that bears this name."""
    return "/output/" + text.replace("~", "~0").replace("/", "~1")


def every_operator(text: str) -> Program:
    """Each assertion operator, with a text wherever it takes one, so that some fail."""
    path = member(text)
    checks: list[Check] = [
        {"op": "contains", "path": "/output/text", "text": text},
        {"op": "contains", "path": "/output/text", "text": text + "!"},
        {"op": "equals", "path": "/output", "value": {text: text}},
        {"op": "count", "path": path, "min": 0, "max": 3},
        {"op": "regex", "path": path, "pattern": f"^{quoted(text)}$"},
        {"op": "regex", "path": path, "pattern": f"{quoted(text)}.+"},
        {"op": "shape", "path": "/output", "required": {text: "null"}, "allowAdditional": False},
        {"op": "script_ratio", "path": path, "script": "Latin", "min": 0.5, "max": 0.75},
        {"op": "tool_called", "name": text or "x"},
        {"op": "equals", "path": path + "/none", "value": None},
    ]
    return assertion(*checks)


def quoted(text: str) -> str:
    """A pattern that matches a text alone: every character by its code point."""
    return "".join(f"\\x{{{ord(char):X}}}" for char in text)


def every_quick_check(text: str) -> Program:
    """Each quick check, likewise."""
    schema = {"type": "object", "required": [text], "properties": {text: {"type": "null"}}}
    checks = [
        {"type": "contains", "text": text or "x"},
        {"type": "exact", "text": text},
        {"type": "json_valid"},
        {"type": "output_length", "minimum": 5, "maximum": 10},
        {"type": "number_range", "path": member(text), "minimum": 0, "maximum": 1},
        {"type": "json_schema", "schema": schema},
    ]
    return assertory.compile_quick_checks(json.dumps(checks))


def judged(text: str) -> list[tuple[RunInfo, list[RowResult]]]:
    """A run of each dialect over evidence that holds a text everywhere."""
    by_assertion, by_quick = every_operator(text), every_quick_check(text)
    capture = ToolCapture(complete=True, calls=(ToolCall("c", text + "!"),))
    evidence = {"output": {"text": text, text: text}}
    assert by_assertion.evaluate(evidence, capture).outcome == "failed"
    answers = [text, json.dumps({text: 1}), json.dumps({"output": {text: text}})]
    return [
        (
            info(by_assertion, (text, text), text),
            [
                graded(by_assertion, evidence, 1, name=text, file=text),
                graded(by_assertion, {"output": {}}, 2, name=text, file=text),
                error(3, text),
            ],
        ),
        (
            info(by_quick, (text,), text),
            [graded(by_quick, answer, n, name=text) for n, answer in enumerate(answers, 1)],
        ),
    ]


def read_everywhere(run: RunInfo, results: list[RowResult]) -> None:
    """Write a run in every form, and read each as its reader does."""
    texts = {name: written(form, results, run, RULES) for name, form in FORMS.items()}
    outcomes = [result.outcome for result in results]
    lines = texts[".jsonl"].split(b"\n")[:-1]
    assert [json.loads(line)["outcome"] for line in lines] == outcomes
    whole = json.loads(texts[".json"])
    assert [row["outcome"] for row in whole["rows"]] == outcomes
    table = csv.DictReader(io.StringIO(texts[".csv"].decode(), newline=""), strict=True)
    assert [row["outcome"] for row in table] == outcomes
    assert len(texts[".md"]) < 64 * 1024
    assert not HIDDEN.search(texts[".md"].decode().replace("\n", "").replace("⟨", ""))
    shown = Page(texts[".html"].decode()).text()
    assert not HIDDEN.search(shown.translate(dict.fromkeys(map(ord, "\n⟨\u00a0"), "")))
    suite = ET.fromstring(texts[".xml"])[0]  # noqa: S314 - our own output
    assert len(suite.findall("testcase")) == len(results)
    text = summary_text(run, tally_of(results), None, 80)
    assert not HIDDEN.search(text.replace("\n", "").replace("⟨", ""))


@pytest.mark.parametrize("part", range(5))
def test_naughty_strings_stay_text_everywhere(part: int) -> None:
    strings = naughty_strings()
    assert len(strings) == 515
    for text in strings[part::5]:
        for run, results in judged(text):
            read_everywhere(run, results)


@given(st.text())
def test_any_text_of_an_author_stays_text_everywhere(text: str) -> None:
    for run, results in judged(text):
        read_everywhere(run, results)


@given(st.text(st.characters()), st.text(st.characters()))
def test_any_text_of_evidence_stays_text_everywhere(text: str, name: str) -> None:
    """Evidence, and names of rows and files, may hold halves of surrogate pairs."""
    program = every_operator("x")
    results = [
        graded(program, {"output": {"text": text, name: text, "x": text}}, 1, name=name, file=name),
        graded(program, {"output": text}, 2, name=text),
        error(3, text),
    ]
    read_everywhere(info(program, (name, name), name), results)
