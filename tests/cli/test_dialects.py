"""A file in the dialect that wasn't asked for is told in one line, with the option for it."""

import json
from pathlib import Path

import pytest

from tests.cli.command import command_here
from tests.cli.grading import EVALUATOR, PASSED, place

UNSOUND = json.dumps({**EVALUATOR, "semantics": "v0"}, indent=1)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return place(tmp_path, PASSED)


@pytest.mark.parametrize("text", [json.dumps(EVALUATOR), f"\n {UNSOUND}", UNSOUND[:-9]])
def test_an_assertion_given_as_checks(text: str, folder: Path) -> None:
    (folder / "a.json").write_text(text, encoding="utf-8")
    ended = command_here("grade", "answers.jsonl", "--checks", "a.json", folder=folder)
    told = "assertory: a.json is an assertion; use --evaluator\n"
    assert (ended.code, ended.out, ended.err) == (3, "", told)
    ended = command_here("check", "--checks", "a.json", stdin="OK", folder=folder)
    told = "assertory: a.json is an assertion; assertory grade takes it, with --evaluator\n"
    assert (ended.code, ended.out, ended.err) == (3, "", told)


@pytest.mark.parametrize(
    "text",
    [
        "contains:OK\n",
        "\n  json_valid\r\nlength:1..20\n",
        "number:",
        '[{"type": "exact", "text": "OK"}]',
        ' [{"type": "contain"}]',
    ],
)
def test_checks_given_as_an_evaluator(text: str, folder: Path) -> None:
    (folder / "c.txt").write_text(text, encoding="utf-8")
    ended = command_here("grade", "answers.jsonl", "--evaluator", "c.txt", folder=folder)
    told = "assertory: c.txt holds quick checks; use --checks\n"
    assert (ended.code, ended.out, ended.err) == (3, "", told)


@pytest.mark.parametrize(
    ("option", "text", "code"),
    [
        ("--checks", '{"type": "exact", "text": "OK"}', "unknown_check"),
        ("--checks", '{"op": "all"}', "unknown_check"),
        ("--checks", 'contain:{"assertion": 1}', "unknown_check"),
        ("--evaluator", "op: contains\n", "not_json"),
        ("--evaluator", "containsOK\n", "not_json"),
        ("--evaluator", '"contains"', "not_object"),
        ("--evaluator", "", "not_json"),
    ],
)
def test_what_is_neither_is_told_by_its_own_problems(
    option: str, text: str, code: str, folder: Path
) -> None:
    (folder / "x.txt").write_text(text, encoding="utf-8")
    ended = command_here("grade", "answers.jsonl", option, "x.txt", folder=folder)
    assert (ended.code, ended.out) == (3, "")
    assert f"[{code}]" in ended.err
