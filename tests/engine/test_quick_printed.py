"""The hash of quick checks, and that either form is printed and read back as the same."""

import hashlib
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assertory import AuthoringError, Problem
from assertory.engine.canonical import compact
from assertory.engine.quick import (
    NoLine,
    compile_quick_checks,
    print_json,
    print_line,
    print_lines,
)
from tests.engine import drawn
from tests.engine.drawn import Json


def refused(text: Json) -> tuple[Problem, ...]:
    with pytest.raises(AuthoringError) as caught:
        compile_quick_checks(text)
    return caught.value.problems


@pytest.mark.parametrize(
    ("text", "form"),
    [
        pytest.param("exact:é", '[{"type":"exact","text":"é"}]', id="line"),
        pytest.param(
            '[{"text":"a","type":"exact"}]',
            '[{"text":"a","type":"exact"}]',
            id="members-as-written",
        ),
        pytest.param(
            "number:@:0..1.0",
            '[{"type":"number_range","path":"","minimum":0,"maximum":1}]',
            id="root",
        ),
        pytest.param(
            '[{"maximum":1e0,"path":"@","type":"number_range","minimum":-0.0}]',
            '[{"maximum":1,"path":"","type":"number_range","minimum":0}]',
            id="root-in-its-place",
        ),
        pytest.param(
            '[ {"type":"json_schema", "schema":{"required":["b","a"],"type":"object"}} ]',
            '[{"type":"json_schema","schema":{"required":["b","a"],"type":"object"}}]',
            id="schema-as-written",
        ),
    ],
)
def test_the_hash_is_that_of_the_compact_json_form(text: str, form: str) -> None:
    assert compile_quick_checks(text).config_hash == hashlib.sha256(form.encode()).hexdigest()


# ---------------------------------------------------------------------------- printed back

some_checks = st.lists(drawn.checks, min_size=1, max_size=10)


@given(some_checks)
@settings(max_examples=200)
def test_what_is_printed_as_json_is_read_back_as_the_same(checks: list[Json]) -> None:
    program = compile_quick_checks(json.dumps(checks))
    printed = print_json(program)
    again = compile_quick_checks(printed)
    assert again.config_hash == program.config_hash
    assert json.dumps(again.document) == json.dumps(program.document)
    assert print_json(again) == printed
    assert program.config_hash == hashlib.sha256(compact(program.document).encode()).hexdigest()


@given(st.lists(drawn.line_checks, min_size=1, max_size=10))
@settings(max_examples=200)
def test_what_is_printed_as_lines_is_read_back_as_the_same(checks: list[Json]) -> None:
    program = compile_quick_checks(json.dumps(checks))
    try:
        printed = print_lines(program)
    except NoLine:
        values = [
            str(check.get("text", check.get("pattern", check.get("path")))) for check in checks
        ]
        assert any("\n" in value or value != value.strip(" \t\r") for value in values)
        return
    again = compile_quick_checks(printed)
    assert again.config_hash == program.config_hash
    assert again.document == program.document
    assert print_lines(again) == printed
    assert printed.count("\n") == len(checks)


@given(some_checks, drawn.texts() | drawn.json_values().map(json.dumps))
def test_both_forms_judge_alike(checks: list[Json], answer: str) -> None:
    program = compile_quick_checks(json.dumps(checks))
    try:
        printed = print_lines(program)
    except NoLine:
        printed = print_json(program)
    expected = program.evaluate(answer).explanation_bytes()
    assert compile_quick_checks(printed).evaluate(answer).explanation_bytes() == expected


@pytest.mark.parametrize("number", [1e16, 2.0**60, -1e300, 0.1, 3.0])
def test_a_double_that_reads_like_an_unsafe_integer_is_printed_as_a_double(number: float) -> None:
    schema = {"type": "number", "const": number}
    program = compile_quick_checks(json.dumps([{"type": "json_schema", "schema": schema}]))
    again = compile_quick_checks(print_json(program))
    assert again.config_hash == program.config_hash
    assert again.document[0]["schema"]["const"] == number


@pytest.mark.parametrize(
    "check",
    [
        pytest.param({"type": "exact", "text": " a"}, id="space-before"),
        pytest.param({"type": "contains", "text": "a\t"}, id="tab-behind"),
        pytest.param({"type": "exact", "text": "\r"}, id="return"),
        pytest.param({"type": "exact", "text": "a\nb"}, id="line-feed"),
        pytest.param({"type": "regex", "pattern": "a "}, id="pattern"),
        pytest.param({"type": "regex", "pattern": "a\nb"}, id="line-feed-in-a-pattern"),
        pytest.param(
            {"type": "number_range", "path": "/\n", "minimum": 0, "maximum": 1}, id="path"
        ),
        pytest.param({"type": "json_schema", "schema": {"type": "null"}}, id="schema"),
    ],
)
def test_what_a_line_would_lose_has_none(check: Json) -> None:
    compile_quick_checks(json.dumps([check]))
    with pytest.raises(NoLine):
        print_line(check)


@pytest.mark.parametrize(
    ("check", "line"),
    [
        ({"type": "exact", "text": ""}, "exact:"),
        ({"type": "contains", "text": "\xa0"}, "contains:\xa0"),
        ({"type": "contains", "text": "a\rb"}, "contains:a\rb"),
        ({"type": "json_valid"}, "json_valid"),
        ({"type": "output_length", "minimum": 1.0, "maximum": 2}, "length:1..2"),
        (
            {"type": "number_range", "path": "", "minimum": -0.5, "maximum": 1e15},
            "number:@:-0.5..1000000000000000",
        ),
        (
            {"type": "number_range", "path": "/a:b", "minimum": 1e-7, "maximum": 1},
            "number:/a:b:1e-7..1",
        ),
        ({"type": "regex", "pattern": "^a$"}, "regex:^a$"),
    ],
)
def test_prints_a_line(check: Json, line: str) -> None:
    assert print_line(check) == line
    assert compile_quick_checks(line).document == [check]
