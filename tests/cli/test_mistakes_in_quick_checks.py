"""Mistakes in quick checks: each is told at the very token, with what is allowed instead."""

from pathlib import Path

import pytest

from tests.cli.mistake import Mistake, assert_told

NAMES = "contains, exact, json_valid, length, number, regex"
CHECKS = "contains, exact, json_valid, output_length, number_range, regex, json_schema"
POINTER = 'a JSON Pointer is "" or begins with "/"'


def line(text: str, code: str, found: str, allowed: str) -> Mistake:
    """A mistake in the line form, which has no pointers."""
    return Mistake(text, code, None, found, allowed)


def check(text: str, code: str, below: str, found: str, allowed: str) -> Mistake:
    """A mistake in the second check of an array; `below` is the rest of its pointer."""
    array = f'[\n  {{"type": "exact", "text": "المادة"}}, {text}\n]\n'
    return Mistake(array, code, f"/1{below}", found, allowed)


def schema(text: str, code: str, below: str, found: str, allowed: str) -> Mistake:
    """A mistake in the schema of a check."""
    around = f'{{"type": "json_schema", "schema": {text}}}'
    return check(around, code, f"/schema{below}", found, allowed)


MISTAKES = {
    "line-name-typo": line("json_valid\n\n  ▶contain:x", "unknown_check", 'found "contain"', NAMES),
    "line-name-case": line("▶Contains:x", "unknown_check", 'found "Contains"', NAMES),
    "line-name-with-space": line("▶contains :x", "unknown_check", 'found "contains "', NAMES),
    "line-name-of-the-json-form": line(
        "▶output_length:1..2", "unknown_check", 'found "output_length"', NAMES
    ),
    "line-in-quotes": line('▶"json_valid"', "unknown_check", 'found "\\"json_valid\\""', NAMES),
    "line-comment": line("▶# our own\njson_valid", "unknown_check", 'found "# our own"', NAMES),
    "line-value-missing": line(
        "▶contains", "value_missing", "contains needs a value", "write contains:Northstar"
    ),
    "line-value-empty": line(
        "contains:▶  ",
        "text_empty",
        "an empty text would pass on anything",
        "write the text to look for",
    ),
    "line-value-unwanted": line(
        "▶json_valid:true", "value_unwanted", "json_valid stands alone", "without a colon or value"
    ),
    "line-length-of-one-number": line(
        "length:▶10", "range_invalid", 'found "10"', "write length:10..500"
    ),
    "line-length-with-dash": line(
        "length:▶1-9", "range_invalid", 'found "1-9"', "write length:10..500"
    ),
    "line-length-with-spaces": line(
        "length:▶1 .. 9", "range_invalid", 'found "1 .. 9"', "write length:10..500"
    ),
    "line-length-reversed": line(
        "▶length:9..1",
        "bounds_reversed",
        "9 is above 1",
        "the lower bound must not exceed the upper one",
    ),
    "line-length-too-large": line(
        "length:0..▶9999", "out_of_range", "found 9999", "a whole number from 0 to 8192"
    ),
    "line-length-in-parts": line(
        "length:▶0.5..9", "out_of_range", "found 0.5", "a whole number from 0 to 8192"
    ),
    "line-number-without-slash": line(
        "number: ▶score:0..10", "pointer_invalid", 'found "score"', POINTER
    ),
    "line-number-without-path": line(
        "number:▶0..10",
        "range_invalid",
        'found "0..10"',
        "write number:/score:0..10 (@ is the root)",
    ),
    "line-number-range": line(
        "number:/a:▶0-10", "range_invalid", 'found "0-10"', "write number:/score:0..10"
    ),
    "line-number-too-large": line(
        "number:/a:0..▶1e16",
        "out_of_range",
        "found 10000000000000000",
        "a number from -1000000000000000 to 1000000000000000",
    ),
    "line-regex-look-ahead": line(
        "regex:▶(?=a)",
        "regex_refused",
        "(?= begins look-ahead",
        "match what follows as a part of the pattern",
    ),
    "line-regex-flags": line(
        "regex:▶(?i)a", "regex_refused", "a group with flags", "both cases of a letter as in [aA]"
    ),
    "line-regex-word-boundary": line(
        "regex:▶\\bfoo", "regex_refused", "\\b is a word boundary", "write (^|[^\\w]) before a word"
    ),
    "line-regex-repetition-nested": line(
        "regex:▶(a+)+",
        "regex_nested_repetition",
        "+ repeats a group that holds a repetition",
        "keep one of the two",
    ),
    "line-regex-empty": line(
        "regex:▶", "regex_refused", "the pattern is empty", "write what it matches"
    ),
    "line-too-many": line(
        "json_valid\n" * 10 + "▶json_valid",
        "too_many_checks",
        "this is check 11",
        "at most 10 are allowed",
    ),
    "line-none": line("▶\n\n", "no_checks", "there is no check here", "write 1 to 10"),
    "type-typo": check(
        '{"type": ▶"contain", "text": "x"}', "unknown_check", "/type", 'found "contain"', CHECKS
    ),
    "type-of-the-line-form": check(
        '{"type": ▶"length", "minimum": 1, "maximum": 2}',
        "unknown_check",
        "/type",
        'found "length"',
        CHECKS,
    ),
    "type-missing": check(
        '▶{"text": "x"}', "missing_member", "", "the member type is missing", CHECKS
    ),
    "member-of-the-assertion": check(
        '{"type": "output_length", "minimum": 0, "maximum": 2, ▶"min": 1}',
        "unknown_member",
        "/min",
        'there is no member "min" here',
        "allowed: type, minimum, maximum",
    ),
    "member-missing": check(
        '▶{"type": "output_length", "minimum": 0}',
        "missing_member",
        "",
        "the member maximum is missing",
        "exactly: type, minimum, maximum",
    ),
    "line-in-array": check(
        '▶"json_valid"', "not_object", "", 'found "json_valid"', "an object is needed"
    ),
    "number-path": check(
        '{"type": "number_range", "path": ▶"score", "minimum": 0, "maximum": 1}',
        "pointer_invalid",
        "/path",
        'found "score"',
        POINTER,
    ),
    "number-bound-as-text": check(
        '{"type": "number_range", "path": "", "minimum": ▶"0", "maximum": 1}',
        "wrong_type",
        "/minimum",
        'found "0"',
        "a number from -1000000000000000",
    ),
    "comma-too-many": Mistake(
        '[{"type": "json_valid"},▶]', "not_json", "", 'found "]"', "a value is needed here"
    ),
    "schema-keyword": schema(
        '{"type": "object", ▶"patternProperties": {}}',
        "schema_keyword",
        "/patternProperties",
        '"patternProperties" is not a keyword of type object',
        "allowed: properties, required, additionalProperties",
    ),
    "schema-keyword-of-another-type": schema(
        '{"type": "string", ▶"minimum": 1}',
        "schema_keyword",
        "/minimum",
        '"minimum" is not a keyword of type string',
        "allowed: minLength, maxLength, const, enum",
    ),
    "schema-two-types": schema(
        '{"type": ▶["string", "null"]}',
        "schema_type",
        "/type",
        "found an array",
        "exactly one type: object, array, string",
    ),
    "schema-reference": schema(
        '▶{"$ref": "#/a"}',
        "missing_member",
        "",
        "the member type is missing",
        "one of object, array, string",
    ),
    "schema-enum-value": schema(
        '{"type": "string", "enum": ["a", ▶1]}',
        "schema_value_type",
        "/enum/1",
        "found 1, which is no string",
        "could never match",
    ),
    "schema-enum-repeated": schema(
        '{"type": "string", "enum": ["a", ▶"a"]}',
        "schema_repeated",
        "/enum/1",
        '"a" stands here twice',
        "keep one of them",
    ),
    "schema-enum-empty": schema(
        '{"type": "string", "enum": ▶[]}',
        "schema_enum_empty",
        "/enum",
        "an empty enum",
        "write at least one value",
    ),
    "schema-required-as-text": schema(
        '{"type": "object", "required": ▶"a"}',
        "not_array",
        "/required",
        'found "a"',
        "an array is needed",
    ),
    "schema-required-as-boolean": schema(
        '{"type": "object", "properties": {"a": {"type": "string", ▶"required": true}}}',
        "schema_keyword",
        "/properties/a/required",
        '"required" is not a keyword of type string',
        "allowed: minLength, maxLength, const, enum",
    ),
    "schema-bounds-reversed": schema(
        '▶{"type": "string", "minLength": 3, "maxLength": 2}',
        "bounds_reversed",
        "",
        "3 is above 2",
        "the lower bound must not exceed the upper one",
    ),
    "schema-const-and-enum": schema(
        '▶{"type": "string", "const": "a", "enum": ["a"]}',
        "schema_both",
        "",
        "const and enum exclude each other",
        "keep one",
    ),
    "schema-list-of-items": schema(
        '{"type": "array", "items": ▶[{"type": "string"}]}',
        "not_object",
        "/items",
        "found an array",
        "an object is needed",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES.values(), ids=MISTAKES.keys())
def test_told_at_the_very_token(mistake: Mistake, tmp_path: Path) -> None:
    assert_told(mistake, tmp_path)
