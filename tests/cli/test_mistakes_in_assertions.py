"""Mistakes in assertions: each is told at the very token, with what is allowed instead."""

from pathlib import Path

import pytest

from tests.cli.mistake import Mistake, assert_told

SEMANTICS = '"semantics": "unicode-script-letters/v1"'
CALLED = '{"op": "tool_called", "name": "x"}'
OPERATORS = "equals, contains, regex, shape, count, tool_called, script_ratio, all, any"
POINTER = 'a JSON Pointer is "" or begins with "/"'


def around(node: str) -> str:
    """A configuration with the node as the second of a group, after a text that is not ASCII."""
    first = '{"op": "contains", "path": "/a", "text": "المادة"}'
    group = f'{{"op": "all", "assertions": [\n    {first}, {node}\n  ]}}'
    return f'{{\n  {SEMANTICS},\n  "assertion": {group}\n}}\n'


def of(node: str, code: str, below: str, found: str, allowed: str) -> Mistake:
    """A mistake in a node; `below` is the rest of its pointer."""
    return Mistake(around(node), code, f"/assertion/assertions/1{below}", found, allowed)


def no_json(node: str, found: str, allowed: str) -> Mistake:
    """A text that stops being JSON, which is told at the root."""
    return Mistake(around(node), "not_json", "", f"this is not JSON: found {found}; ", allowed)


MISTAKES = {
    "operator-typo": of(
        '{"op": ▶"contain", "path": "/a", "text": "x"}',
        "unknown_operator",
        "/op",
        'found "contain"',
        OPERATORS,
    ),
    "operator-case": of(
        '{"op": ▶"Contains", "path": "/a", "text": "x"}',
        "unknown_operator",
        "/op",
        'found "Contains"',
        OPERATORS,
    ),
    "operator-of-the-other-dialect": of(
        '{"op": ▶"json_valid", "path": "/a"}',
        "unknown_operator",
        "/op",
        'found "json_valid"',
        OPERATORS,
    ),
    "operator-missing": of(
        '▶{"path": "/a", "text": "x"}', "missing_member", "", "the member op is missing", OPERATORS
    ),
    "field-typo": of(
        '{"op": "contains", "path": "/a", "text": "x", ▶"txt": "x"}',
        "unknown_member",
        "/txt",
        'there is no member "txt" here',
        "allowed: op, path, text",
    ),
    "field-missing": of(
        '▶{"op": "contains", "path": "/a"}',
        "missing_member",
        "",
        "the member text is missing",
        "exactly: op, path, text",
    ),
    "field-of-another-operator": of(
        '{"op": "tool_called", "name": "x", ▶"path": "/a"}',
        "unknown_member",
        "/path",
        'there is no member "path" here',
        "allowed: op, name",
    ),
    "field-repeated": of(
        '{"op": "contains", "path": "/a", "text": "x", ▶"text": "y"}',
        "repeated_key",
        "/text",
        "the member text stands here twice",
        "keep one of them",
    ),
    "text-is-null": of(
        '{"op": "contains", "path": "/a", "text": ▶null}',
        "wrong_type",
        "/text",
        "found null",
        "a text is needed",
    ),
    "text-is-a-number": of(
        '{"op": "contains", "path": "/a", "text": ▶39}',
        "wrong_type",
        "/text",
        "found 39",
        "a text is needed",
    ),
    "text-is-half-a-pair": of(
        '{"op": "contains", "path": "/a", "text": ▶"\\ud83d"}',
        "lone_surrogate",
        "/text",
        "half of a surrogate pair",
        "write the whole character",
    ),
    "pointer-without-slash": of(
        '{"op": "contains", "path": ▶"output/text", "text": "x"}',
        "pointer_invalid",
        "/path",
        'found "output/text"',
        POINTER,
    ),
    "pointer-of-another-language": of(
        '{"op": "contains", "path": ▶"$.output.text", "text": "x"}',
        "pointer_invalid",
        "/path",
        'found "$.output.text"',
        POINTER,
    ),
    "pointer-escape": of(
        '{"op": "contains", "path": ▶"/a~2b", "text": "x"}',
        "pointer_invalid",
        "/path",
        'found "/a~2b"',
        '"~0" (for ~) and "~1" (for /)',
    ),
    "pointer-is-a-number": of(
        '{"op": "contains", "path": ▶0, "text": "x"}',
        "wrong_type",
        "/path",
        "found 0",
        "a text is needed",
    ),
    "bounds-reversed": of(
        '▶{"op": "count", "path": "/a", "min": 5, "max": 1}',
        "bounds_reversed",
        "",
        "5 is above 1",
        "the lower bound must not exceed the upper one",
    ),
    "count-below-zero": of(
        '{"op": "count", "path": "/a", "min": ▶-1, "max": 1}',
        "out_of_range",
        "/min",
        "found -1",
        "a whole number from 0 to 9007199254740991",
    ),
    "count-in-parts": of(
        '{"op": "count", "path": "/a", "min": ▶1.5, "max": 2}',
        "out_of_range",
        "/min",
        "found 1.5",
        "a whole number from 0 to 9007199254740991",
    ),
    "count-is-a-text": of(
        '{"op": "count", "path": "/a", "min": ▶"1", "max": 2}',
        "wrong_type",
        "/min",
        'found "1"',
        "a whole number from 0 to 9007199254740991",
    ),
    "ratio-in-percent": of(
        '{"op": "script_ratio", "path": "/a", "script": "Arabic", "min": 0, "max": ▶80}',
        "out_of_range",
        "/max",
        "found 80",
        "a number from 0 to 1",
    ),
    "script-case": of(
        '{"op": "script_ratio", "path": "/a", "script": ▶"arabic", "min": 0, "max": 1}',
        "wrong_type",
        "/script",
        'found "arabic"',
        "Arabic or Latin",
    ),
    "shape-type": of(
        '{"op": "shape", "path": "/a", "required": {"n": ▶"integer"}, "allowAdditional": true}',
        "wrong_type",
        "/required/n",
        'found "integer"',
        "one of string, number, boolean, array, object, null",
    ),
    "shape-required-as-list": of(
        '{"op": "shape", "path": "/a", "required": ▶["n"], "allowAdditional": true}',
        "not_object",
        "/required",
        "found an array",
        "an object is needed",
    ),
    "shape-boolean-as-text": of(
        '{"op": "shape", "path": "/a", "required": {}, "allowAdditional": ▶"false"}',
        "wrong_type",
        "/allowAdditional",
        'found "false"',
        "true or false is needed",
    ),
    "tool-name-empty": of(
        '{"op": "tool_called", "name": ▶""}',
        "name_empty",
        "/name",
        "a tool name can't be empty",
        "write the name of the tool",
    ),
    "group-empty": of(
        '{"op": "all", "assertions": ▶[]}',
        "group_empty",
        "/assertions",
        "a group without checks",
        "write at least one assertion",
    ),
    "group-without-list": of(
        '{"op": "any", "assertions": ▶{"op": "tool_called", "name": "x"}}',
        "not_array",
        "/assertions",
        "found an object",
        "an array is needed",
    ),
    "group-of-texts": of(
        '{"op": "any", "assertions": [▶"contains:x"]}',
        "not_object",
        "/assertions/0",
        'found "contains:x"',
        "an object is needed",
    ),
    "regex-parenthesis": of(
        '{"op": "regex", "path": "/a", "pattern": ▶"(ab"}',
        "regex_refused",
        "/pattern",
        "missing ): (ab",
        "allowed is RE2's own syntax",
    ),
    "regex-look-ahead": of(
        '{"op": "regex", "path": "/a", "pattern": ▶"(?=ab)"}',
        "regex_refused",
        "/pattern",
        "invalid perl operator: (?=",
        "no look-around",
    ),
    "integer-too-large": of(
        '{"op": "equals", "path": "/a", "value": ▶9007199254740993}',
        "integer_unsafe",
        "/value",
        "the integer 9007199254740993",
        "write a smaller one, or a text",
    ),
    "number-too-large": of(
        '{"op": "equals", "path": "/a", "value": ▶1e999}',
        "number_not_finite",
        "/value",
        "no double can hold this number",
        "write a smaller one",
    ),
    "literal-too-deep": of(
        '{"op": "equals", "path": "/a", "value": ▶[[[[[[[[[[[0]]]]]]]]]]]}',
        "literal_too_deep",
        "/value",
        "more than 10 levels deep",
        "10 are allowed",
    ),
    "comma-missing": no_json(
        '{"op": "contains" ▶"path": "/a", "text": "x"}', '"path"', '"," or "}" is needed here'
    ),
    "colon-missing": no_json(
        '{"op" ▶"contains", "path": "/a", "text": "x"}', '"contains"', '":" is needed here'
    ),
    "comma-too-many-in-object": no_json(
        '{"op": "tool_called", "name": "x",▶}',
        '"}"',
        'a member name in "quotation marks" is needed here',
    ),
    "comma-too-many-in-array": no_json(
        '{"op": "all", "assertions": [{"op": "tool_called", "name": "x"},▶]}',
        '"]"',
        "a value is needed here",
    ),
    "text-without-end": Mistake(
        f'{{{SEMANTICS}, "assertion": ▶"x}}}}',
        "not_json",
        "",
        'found "x',
        "its closing quotation mark is missing",
    ),
    "code-point-too-short": no_json(
        '{"op": "tool_called", "name": "▶\\u12"}',
        '\\u12"',
        "\\u stands before four hexadecimal digits",
    ),
    "quotes-single": no_json(
        "{▶'op': 'contains'}", "'op'", 'a member name in "quotation marks" is needed here'
    ),
    "quotes-none": no_json(
        '{▶op: "contains"}', "op", 'a member name in "quotation marks" is needed here'
    ),
    "comment": no_json(
        '{"op": "tool_called", ▶// our own\n "name": "x"}',
        "//",
        'a member name in "quotation marks" is needed here',
    ),
    "boolean-of-python": no_json(
        '{"op": "equals", "path": "/a", "value": ▶True}', "True", "a value is needed here"
    ),
    "not-a-number": no_json(
        '{"op": "equals", "path": "/a", "value": ▶NaN}', "NaN", "a value is needed here"
    ),
    "number-with-zeros": no_json(
        '{"op": "equals", "path": "/a", "value": ▶007}', "007", "a value is needed here"
    ),
    "number-without-zero": no_json(
        '{"op": "equals", "path": "/a", "value": ▶.5}', ".5", "a value is needed here"
    ),
    "bracket-too-many": no_json(
        '{"op": "tool_called", "name": "x"}▶}', '"}"', '"," or "]" is needed here'
    ),
    "text-over-two-lines": no_json(
        '{"op": "tool_called", "name": "a▶\nb"}', '"\\n"', "a line break as \\n"
    ),
    "backslash-alone": no_json(
        '{"op": "regex", "path": "/a", "pattern": "▶\\d+"}', '\\d+"', 'one of " \\ / b f n r t u'
    ),
    "semantics-of-tomorrow": Mistake(
        f'{{"semantics": ▶"unicode-script-letters/v2", "assertion": {CALLED}}}',
        "unknown_semantics",
        "/semantics",
        'found "unicode-script-letters/v2"',
        "unicode-script-letters/v1",
    ),
    "semantics-missing": Mistake(
        f'▶{{"assertion": {CALLED}}}',
        "missing_member",
        "",
        "the member semantics is missing",
        "exactly: semantics, assertion",
    ),
    "assertion-missing": Mistake(
        f"▶{{{SEMANTICS}}}",
        "missing_member",
        "",
        "the member assertion is missing",
        "exactly: semantics, assertion",
    ),
    "member-too-many": Mistake(
        f'{{{SEMANTICS}, ▶"name": "mine", "assertion": {CALLED}}}',
        "unknown_member",
        "/name",
        'there is no member "name" here',
        "allowed: semantics, assertion",
    ),
    "member-repeated": Mistake(
        f'{{{SEMANTICS}, ▶{SEMANTICS}, "assertion": {CALLED}}}',
        "repeated_key",
        "/semantics",
        "the member semantics stands here twice",
        "keep one of them",
    ),
    "text-that-ends-too-early": Mistake(
        f'{{{SEMANTICS},\n "assertion": {CALLED}\n▶',
        "not_json",
        "",
        "found the end of the text",
        '"," or "}" is needed here',
    ),
    "text-that-goes-on": Mistake(
        f'{{{SEMANTICS}, "assertion": {CALLED}}}\n▶{{}}',
        "not_json",
        "",
        'found "{"',
        "nothing may follow the value",
    ),
    "no-object": Mistake(
        '▶"contains:x"', "not_object", "", 'found "contains:x"', "an object is needed"
    ),
    "nothing": Mistake("▶", "not_json", "", "found the end of the text", "a value is needed here"),
    "byte-order-mark": Mistake(
        "▶\ufeff" + around(CALLED),
        "not_json",
        "",
        "found a byte order mark",
        "a value is needed here",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES.values(), ids=MISTAKES.keys())
def test_told_at_the_very_token(mistake: Mistake, tmp_path: Path) -> None:
    assert_told(mistake, tmp_path)
