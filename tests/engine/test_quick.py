"""The quick-check dialect: lines and JSON, what is refused where, and printing back."""

import json

import pytest

import assertory
from assertory import AuthoringError, Problem
from assertory.engine.quick import (
    CHECKS,
    LINES,
    compile_quick_checks,
)
from tests.engine.drawn import Json


def refused(text: Json) -> tuple[Problem, ...]:
    with pytest.raises(AuthoringError) as caught:
        compile_quick_checks(text)
    return caught.value.problems


# ---------------------------------------------------------------------------------- lines


@pytest.mark.parametrize(
    ("line", "check"),
    [
        pytest.param("contains:a", {"type": "contains", "text": "a"}, id="contains"),
        pytest.param("contains: a b ", {"type": "contains", "text": "a b"}, id="space-around"),
        pytest.param("\t contains:\ta\r", {"type": "contains", "text": "a"}, id="tabs-and-return"),
        pytest.param("contains:a:b", {"type": "contains", "text": "a:b"}, id="first-colon-counts"),
        pytest.param(
            "contains:\xa0a\u2028", {"type": "contains", "text": "\xa0a\u2028"}, id="other-space"
        ),
        pytest.param(
            "contains:\x0ba\x0c", {"type": "contains", "text": "\x0ba\x0c"}, id="vertical-tab"
        ),
        pytest.param("exact:", {"type": "exact", "text": ""}, id="exact-nothing"),
        pytest.param("exact:[", {"type": "exact", "text": "["}, id="bracket"),
        pytest.param("json_valid", {"type": "json_valid"}, id="json-valid"),
        pytest.param(" json_valid\r", {"type": "json_valid"}, id="json-valid-in-space"),
        pytest.param(
            "length:0..8192", {"type": "output_length", "minimum": 0, "maximum": 8192}, id="length"
        ),
        pytest.param(
            "length: 1.0..2e1",
            {"type": "output_length", "minimum": 1, "maximum": 20},
            id="by-value",
        ),
        pytest.param(
            "number:/a:-1.5..2e3",
            {"type": "number_range", "path": "/a", "minimum": -1.5, "maximum": 2000.0},
            id="number",
        ),
        pytest.param(
            "number:@:0..1",
            {"type": "number_range", "path": "", "minimum": 0, "maximum": 1},
            id="root",
        ),
        pytest.param(
            "number:/a:b:0..1",
            {"type": "number_range", "path": "/a:b", "minimum": 0, "maximum": 1},
            id="the-last-colon-ends-the-path",
        ),
        pytest.param(
            "number:/a :0..1",
            {"type": "number_range", "path": "/a ", "minimum": 0, "maximum": 1},
            id="space-inside-the-path",
        ),
        pytest.param(
            "number:/@:0..1",
            {"type": "number_range", "path": "/@", "minimum": 0, "maximum": 1},
            id="a-name",
        ),
        pytest.param("regex: ^a:[b c]$ ", {"type": "regex", "pattern": "^a:[b c]$"}, id="regex"),
    ],
)
def test_a_line_denotes_a_check(line: str, check: Json) -> None:
    program = compile_quick_checks(f"\n{line}\n \t\r\n")
    assert program.document == [check]
    assert program.source == f"\n{line}\n \t\r\n"
    assert program.semantics == "quick-checks/v1"
    as_json = compile_quick_checks(json.dumps([check]))
    assert as_json.config_hash == program.config_hash


@pytest.mark.parametrize(
    ("line", "code", "column", "said"),
    [
        pytest.param(
            "contain:a", "unknown_check", 1, 'found "contain"; a check is one of', id="typo"
        ),
        pytest.param(
            "contains :a", "unknown_check", 1, 'found "contains "', id="space-before-colon"
        ),
        pytest.param("Contains:a", "unknown_check", 1, 'found "Contains"', id="upper-case"),
        pytest.param("output_length:1..2", "unknown_check", 1, "found", id="name-of-the-json-form"),
        pytest.param("json_schema:{}", "unknown_check", 1, "found", id="schema-has-no-line"),
        pytest.param("\ufeffjson_valid", "unknown_check", 1, "found", id="byte-order-mark"),
        pytest.param("# comment", "unknown_check", 1, 'found "# comment"', id="comment"),
        pytest.param(":a", "unknown_check", 1, 'found ""', id="no-name"),
        pytest.param(" contains", "value_missing", 2, "write contains:Northstar", id="no-colon"),
        pytest.param("length", "value_missing", 1, "write length:10..500", id="length-alone"),
        pytest.param("json_valid:", "value_unwanted", 1, "stands alone", id="json-valid-colon"),
        pytest.param("json_valid:x", "value_unwanted", 1, "stands alone", id="json-valid-value"),
        pytest.param("contains:", "text_empty", 10, "write the text", id="contains-nothing"),
        pytest.param("contains: \t", "text_empty", 10, "write the text", id="contains-space"),
        pytest.param("length:10", "range_invalid", 8, "write length:10..500", id="one-bound"),
        pytest.param("length:1 .. 2", "range_invalid", 8, 'found "1 .. 2"', id="spaces"),
        pytest.param("length:1...2", "range_invalid", 8, 'found "1...2"', id="three-dots"),
        pytest.param("length:01..2", "range_invalid", 8, 'found "01..2"', id="leading-zero"),
        pytest.param("length:+1..2", "range_invalid", 8, "found", id="plus"),
        pytest.param("length:1..", "range_invalid", 8, "found", id="no-upper-bound"),
        pytest.param("length:..1", "range_invalid", 8, "found", id="no-lower-bound"),
        pytest.param("length:١..٢", "range_invalid", 8, "found", id="arabic-digits"),
        pytest.param("length:9..1", "bounds_reversed", 1, "9 is above 1", id="reversed"),
        pytest.param("length:-1..1", "out_of_range", 8, "found -1", id="below"),
        pytest.param("length:0..8193", "out_of_range", 11, "found 8193", id="above"),
        pytest.param("length:0..1.5", "out_of_range", 11, "found 1.5", id="fraction"),
        pytest.param("number:0..1", "range_invalid", 8, "@ is the root", id="no-path"),
        pytest.param("number::0..1", "range_invalid", 8, "@ is the root", id="empty-path"),
        pytest.param("number:a:0..1", "pointer_invalid", 8, 'found "a"', id="no-pointer"),
        pytest.param("number:/~:0..1", "pointer_invalid", 8, 'found "/~"', id="tilde"),
        pytest.param("number:/a:0-1", "range_invalid", 11, 'found "0-1"', id="dash"),
        pytest.param("number:/a:0..1e16", "out_of_range", 14, "found", id="number-above"),
        pytest.param("number:/a:-1e16..0", "out_of_range", 11, "found", id="number-below"),
        pytest.param("number:/a:0..1e999", "out_of_range", 14, "found", id="number-infinite"),
        pytest.param(f"number:/a:0..{'9' * 999}", "out_of_range", 14, "found", id="999-digits"),
        pytest.param("number:/a:1..0", "bounds_reversed", 1, "1 is above 0", id="number-reversed"),
        pytest.param("regex:", "regex_refused", 7, "the pattern is empty", id="regex-empty"),
        pytest.param("regex:(a", "regex_refused", 7, "never closed", id="regex-open"),
        pytest.param("regex:(a+)+", "regex_nested_repetition", 7, "repeats", id="regex-nested"),
        pytest.param("exact:\ud800", "lone_surrogate", 1, "half of a surrogate", id="surrogate"),
        pytest.param(
            "regex:\ud800", "lone_surrogate", 1, "half of a surrogate", id="regex-surrogate"
        ),
    ],
)
def test_a_line_is_refused_at_its_place(line: str, code: str, column: int, said: str) -> None:
    (problem,) = refused(f"json_valid\n\n  {line}\nexact:OK")
    assert (problem.code, problem.at, problem.line) == (code, None, 3)
    assert problem.column == column + 2
    assert said in problem.message


def test_every_line_is_told_in_order() -> None:
    found = refused("a\njson_valid\nb:c\nlength:9..1\n\nregex:(")
    assert [(p.line, p.code) for p in found] == [
        (1, "unknown_check"),
        (3, "unknown_check"),
        (4, "bounds_reversed"),
        (6, "regex_refused"),
    ]


@pytest.mark.parametrize("text", ["", "\n\n", " \t\r\n", "\r", b""])
def test_there_has_to_be_a_check(text: str | bytes) -> None:
    (problem,) = refused(text)
    assert (problem.code, problem.at, problem.line, problem.column) == ("no_checks", None, 1, 1)


def test_lines_end_at_line_feeds_only() -> None:
    program = compile_quick_checks("exact:a\rjson_valid\x0bx\u2028\x85y\r\njson_valid")
    assert [check["type"] for check in program.document] == ["exact", "json_valid"]
    assert program.document[0]["text"] == "a\rjson_valid\x0bx\u2028\x85y"


def test_a_surrogate_in_the_line_form_is_refused_as_in_the_json_form() -> None:
    assert refused('["\ud800"]')[0].code == "lone_surrogate"
    assert [p.code for p in refused("contains:\ud800")] == ["lone_surrogate"]


# ------------------------------------------------------------------------------------ JSON


@pytest.mark.parametrize(
    ("checks", "expected"),
    [
        pytest.param([], [("no_checks", "")], id="none"),
        pytest.param([None], [("not_object", "/0")], id="null"),
        pytest.param([["json_valid"]], [("not_object", "/0")], id="array"),
        pytest.param([{}], [("missing_member", "/0")], id="empty"),
        pytest.param([{"type": "length"}], [("unknown_check", "/0/type")], id="name-of-the-line"),
        pytest.param([{"type": None}], [("unknown_check", "/0/type")], id="type-null"),
        pytest.param([{"type": ["exact"]}], [("unknown_check", "/0/type")], id="type-array"),
        pytest.param([{"type": "equals"}], [("unknown_check", "/0/type")], id="an-operator"),
        pytest.param(
            [{"type": "json_valid", "x": 1}], [("unknown_member", "/0/x")], id="unknown-member"
        ),
        pytest.param([{"type": "exact"}], [("missing_member", "/0")], id="missing"),
        pytest.param([{"type": "exact", "text": 1}], [("wrong_type", "/0/text")], id="text-type"),
        pytest.param(
            [{"type": "contains", "text": ""}], [("text_empty", "/0/text")], id="contains-nothing"
        ),
        pytest.param(
            [{"type": "output_length", "minimum": True, "maximum": 0.5}],
            [("wrong_type", "/0/minimum"), ("out_of_range", "/0/maximum")],
            id="length",
        ),
        pytest.param(
            [{"type": "number_range", "path": "a", "minimum": "0", "maximum": 1e15 + 1}],
            [
                ("pointer_invalid", "/0/path"),
                ("wrong_type", "/0/minimum"),
                ("out_of_range", "/0/maximum"),
            ],
            id="number",
        ),
        pytest.param([{"type": "number_range"}], [("missing_member", "/0")] * 3, id="number-empty"),
        pytest.param(
            [{"type": "number_range", "path": "@@", "minimum": 0, "maximum": 1}],
            [("pointer_invalid", "/0/path")],
            id="two-ats",
        ),
        pytest.param(
            [{"type": "number_range", "path": 1, "minimum": 0, "maximum": 1}],
            [("wrong_type", "/0/path")],
            id="path-type",
        ),
        pytest.param(
            [{"type": "regex", "pattern": "a{33}"}],
            [("regex_count_too_large", "/0/pattern")],
            id="count",
        ),
        pytest.param(
            [{"type": "regex", "pattern": "a" * 257}], [("regex_too_long", "/0/pattern")], id="long"
        ),
        pytest.param(
            [{"type": "regex", "pattern": []}], [("wrong_type", "/0/pattern")], id="regex-type"
        ),
        pytest.param([{"type": "json_schema"}], [("missing_member", "/0")], id="schema-missing"),
        pytest.param(
            [{"type": "json_schema", "schema": True}],
            [("not_object", "/0/schema")],
            id="schema-true",
        ),
        pytest.param(
            [{"type": "json_valid"}, {"type": "x"}, 7],
            [("unknown_check", "/1/type"), ("not_object", "/2")],
            id="each-check",
        ),
        pytest.param(
            [{"type": "json_valid"}] * 12, [("too_many_checks", "/10")], id="the-eleventh-once"
        ),
    ],
)
def test_what_is_wrong_in_the_json_form(checks: Json, expected: list[tuple[str, str]]) -> None:
    text = json.dumps(checks)
    assert [(p.code, p.at) for p in refused(text)] == expected
    assert [(p.code, p.at) for p in refused(f" \n{text}".encode())] == expected


@pytest.mark.parametrize("value", [None, 7, ["json_valid"], [{"type": "json_valid"}], {}, ("a",)])
def test_checks_are_a_text(value: Json) -> None:
    (problem,) = refused(value)
    assert (problem.code, problem.at, problem.line) == ("wrong_type", "", None)
    assert "a text is needed here" in problem.message


@pytest.mark.parametrize(
    ("text", "at"), [("[]" + " " * 65_536, ""), ("exact:" + "é" * 33_000, None)]
)
def test_checks_of_too_many_bytes_are_refused_for_that_alone(text: str, at: str | None) -> None:
    (problem,) = refused(text)
    assert (problem.code, problem.at, problem.line, problem.column) == (
        "checks_too_large",
        at,
        1,
        1,
    )


def test_the_json_form_keeps_every_character() -> None:
    text = " \ta\r\nb \u2028"
    program = compile_quick_checks(json.dumps([{"type": "exact", "text": text}]))
    assert program.evaluate(text).outcome == "passed"
    assert program.evaluate(text.strip()).outcome == "failed"


def test_the_checks_are_those_of_the_requirements() -> None:
    assert {name: members for name, (members, _) in CHECKS.items()} == {
        "contains": ("text",),
        "exact": ("text",),
        "json_valid": (),
        "output_length": ("minimum", "maximum"),
        "number_range": ("path", "minimum", "maximum"),
        "regex": ("pattern",),
        "json_schema": ("schema",),
    }
    assert {name: check for name, (check, _) in LINES.items()} == {
        "contains": "contains",
        "exact": "exact",
        "json_valid": "json_valid",
        "length": "output_length",
        "number": "number_range",
        "regex": "regex",
    }
    assert all(assertory.compile_quick_checks(example) for _, example in LINES.values())
