"""Every check of both dialects is said in one plain, bounded line; a program as an outline."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import assertory
from assertory.engine.program import OPERATORS
from assertory.engine.quick import CHECKS
from assertory.engine.sentences import SENTENCES, outline, sentence

SEMANTICS = "unicode-script-letters/v1"
MOST = 2**53 - 1
LETTERS = "of the Arabic and Latin letters in /text"

FIVE = '"a" (null), "b" (null), "c" (null), "d" (null), "e" (null)'

Check = dict[str, object]


def of_assertion(check: Check) -> str:
    config = {"semantics": SEMANTICS, "assertion": check}
    return sentence(assertory.compile_assertion(config).plan.leaves[0])


def of_quick(check: Check) -> str:
    return sentence(assertory.compile_quick_checks(json.dumps([check])).plan.leaves[0])


@pytest.mark.parametrize(
    ("path", "text", "said"),
    [
        ("/output/text", "Article 39", '/output/text contains "Article 39"'),
        ("", "a", 'the whole evidence contains "a"'),
        ("/t", "", "/t is a text, of whatever content"),
        ("/t", 'say "a"\n', '/t contains "say \\"a\\"\\n"'),
        ("/t", "x" * 60, f'/t contains "{"x" * 60}"'),
        ("/t", "x" * 61, f'/t contains "{"x" * 60}"…'),
        ("/" + "p" * 60, "a", f'/{"p" * 59}… contains "a"'),
        ("/a\nb", "a", '"/a\\nb" contains "a"'),
        ("/a ", "a", '"/a " contains "a"'),
    ],
    ids=repr,
)
def test_contains(path: str, text: str, said: str) -> None:
    assert of_assertion({"op": "contains", "path": path, "text": text}) == said


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({"b": 1, "a": [None, True]}, '/v equals {"a":[null,true],"b":1}'),
        ("", '/v equals ""'),
        ("x" * 200, f'/v equals "{"x" * 59}…'),
    ],
    ids=["object", "empty text", "cut"],
)
def test_equals(value: object, said: str) -> None:
    assert of_assertion({"op": "equals", "path": "/v", "value": value}) == said


@pytest.mark.parametrize(
    ("pattern", "shown"),
    [("^OK$", "^OK$"), (" a", '" a"'), ("a\tb", '"a\\tb"'), ("", '""'), ("a" * 61, "a" * 60 + "…")],
    ids=["plain", "white space at an end", "control", "empty", "cut"],
)
def test_regex(pattern: str, shown: str) -> None:
    check: Check = {"op": "regex", "path": "/t", "pattern": pattern}
    assert of_assertion(check) == f"/t has a match for the regular expression {shown}"


@pytest.mark.parametrize(
    ("required", "additional", "said"),
    [
        ({}, True, "an object"),
        ({}, False, "an object without members"),
        ({"id": "string"}, True, 'an object with the member "id" (string)'),
        ({"id": "string"}, False, 'an object with the member "id" (string), and no other'),
        (
            {"a": "null", "b": "array"},
            True,
            'an object with the members "a" (null) and "b" (array)',
        ),
        (
            dict.fromkeys("abcde", "null"),
            True,
            f"an object with the members {' and '.join(FIVE.rsplit(', ', 1))}",
        ),
        (
            dict.fromkeys("abcdefg", "null"),
            False,
            f"an object with the members {FIVE} and 2 more, and no other",
        ),
    ],
    ids=["any", "empty", "one", "only one", "two", "five", "seven"],
)
def test_shape(required: dict[str, str], additional: bool, said: str) -> None:  # noqa: FBT001
    check = {"op": "shape", "path": "/o", "required": required, "allowAdditional": additional}
    assert of_assertion(check) == f"/o is {said}"


def test_a_schema_of_many_members() -> None:
    schema = {"type": "object", "properties": {n: {"type": "null"} for n in "abcdefg"}}
    said = of_quick({"type": "json_schema", "schema": schema})
    assert said.endswith(f"an object with {FIVE} and 2 more")


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (1, 10000, "/x has 1 to 10000 characters or items"),
        (0, 5, "/x has at most 5 characters or items"),
        (0, 1, "/x has at most 1 character or item"),
        (5, 5, "/x has exactly 5 characters or items"),
        (1, 1, "/x has exactly 1 character or item"),
        (0, 0, "/x is an empty text or array"),
        (1, MOST, "/x has at least 1 character or item"),
        (2, MOST, "/x has at least 2 characters or items"),
        (0, MOST, "/x is a text or an array, of whatever size"),
        (MOST, MOST, f"/x has exactly {MOST} characters or items"),
    ],
)
def test_count(low: int, high: int, said: str) -> None:
    assert of_assertion({"op": "count", "path": "/x", "min": low, "max": high}) == said


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("search", "search"),
        ("mcp:files/read-1.0_x", "mcp:files/read-1.0_x"),
        ("my tool", '"my tool"'),
        ("büro", '"büro"'),
        ("t" * 61, "t" * 60 + "…"),
    ],
)
def test_tool_called(name: str, shown: str) -> None:
    assert of_assertion({"op": "tool_called", "name": name}) == f"the tool {shown} was called"


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (0.7, 1, f"at least 70 % {LETTERS} are Arabic"),
        (0.07, 1, f"at least 7 % {LETTERS} are Arabic"),
        (0, 0.125, f"at most 12.5 % {LETTERS} are Arabic"),
        (0.25, 0.5, f"25 % to 50 % {LETTERS} are Arabic"),
        (0.5, 0.5, f"exactly 50 % {LETTERS} are Arabic"),
        (1, 1, f"all {LETTERS} are Arabic"),
        (1.0, 1.0, f"all {LETTERS} are Arabic"),
        (0, 0, f"none {LETTERS} are Arabic"),
        (0, 1, "/text has Arabic or Latin letters, in whatever proportion"),
        (0.9999999999999999, 1, f"at least 0.9999999999999999 {LETTERS} are Arabic"),
        (1e-7, 1, f"at least 1e-7 {LETTERS} are Arabic"),
    ],
)
def test_script_ratio(low: float, high: float, said: str) -> None:
    check = {"op": "script_ratio", "path": "/text", "script": "Arabic", "min": low, "max": high}
    assert of_assertion(check) == said


@given(st.floats(0, 1))
def test_a_share_in_percent_denotes_the_ratio_that_was_written(ratio: float) -> None:
    check = {"op": "script_ratio", "path": "/t", "script": "Latin", "min": ratio, "max": ratio}
    said = of_assertion(check).removeprefix("exactly ").split(" of the ")[0]
    if said in ("all", "none"):
        assert ratio == (said == "all")
    elif said.endswith(" %"):
        assert float(said.removesuffix(" %")) / 100 == ratio
    else:
        assert float(said) == ratio


@pytest.mark.parametrize(
    ("check", "said"),
    [
        ({"type": "contains", "text": "Northstar"}, 'the answer contains "Northstar"'),
        ({"type": "exact", "text": "OK"}, 'the answer is exactly "OK"'),
        ({"type": "exact", "text": ""}, "the answer is empty"),
        ({"type": "json_valid"}, "the answer is valid JSON"),
        (
            {"type": "output_length", "minimum": 10, "maximum": 500},
            "the answer has 10 to 500 characters",
        ),
        (
            {"type": "output_length", "minimum": 1, "maximum": 1},
            "the answer has exactly 1 character",
        ),
        (
            {"type": "output_length", "minimum": 0, "maximum": 8},
            "the answer has at most 8 characters",
        ),
        ({"type": "output_length", "minimum": 0, "maximum": 0}, "the answer is empty"),
        (
            {"type": "output_length", "minimum": 5, "maximum": 8192},
            "the answer has 5 to 8192 characters",
        ),
        (
            {"type": "number_range", "path": "/score", "minimum": 0, "maximum": 10},
            "the answer is JSON with a number at /score, from 0 to 10",
        ),
        (
            {"type": "number_range", "path": "@", "minimum": -1.5, "maximum": -1.5},
            "the answer is a JSON number, exactly -1.5",
        ),
        (
            {"type": "regex", "pattern": "^OK: [0-9]{1,3}$"},
            "the answer has a match for the regular expression ^OK: [0-9]{1,3}$",
        ),
        (
            {"type": "json_schema", "schema": {"type": "null"}},
            "the answer is JSON that fits a schema: null",
        ),
        (
            {
                "type": "json_schema",
                "schema": {
                    "type": "object",
                    "properties": {"score": {"type": "number"}, "tags": {"type": "array"}},
                    "required": ["score", "id"],
                    "additionalProperties": False,
                },
            },
            (
                'the answer is JSON that fits a schema: an object with "score" (number, required),'
                ' "tags" (array) and "id" (required), and no other member'
            ),
        ),
        (
            {
                "type": "json_schema",
                "schema": {"type": "array", "items": {"type": "integer"}, "minItems": 1},
            },
            "the answer is JSON that fits a schema: an array, of integer items, minItems 1",
        ),
        (
            {"type": "json_schema", "schema": {"type": "object"}},
            "the answer is JSON that fits a schema: an object",
        ),
    ],
    ids=lambda value: "" if isinstance(value, str) else json.dumps(value),
)
def test_quick_checks(check: Check, said: str) -> None:
    assert of_quick(check) == said


def test_every_operator_of_both_dialects_has_its_words() -> None:
    readers = [read for _, read in (*OPERATORS.values(), *CHECKS.values())]
    assert set(SENTENCES) == {read.__self__ for read in readers}  # type: ignore[attr-defined]


@given(st.text(min_size=1), st.text())
def test_a_sentence_is_one_bounded_line(text: str, pattern: str) -> None:
    path = "/" + text.replace("~", "~0").replace("/", "~1")
    shape = {f"{text}{n}": "array" for n in range(9)}
    checks: list[Check] = [
        {"op": "contains", "path": path, "text": text * 9},
        {"op": "equals", "path": path, "value": {text: pattern}},
        {"op": "shape", "path": path, "required": shape, "allowAdditional": False},
        {"op": "tool_called", "name": text * 9},
    ]
    for check in checks:
        said = of_assertion(check)
        assert not any(char < " " for char in said)
        assert len(said) <= 6 * 6 * 61 + 120


def test_the_outline_of_an_assertion() -> None:
    named: Check = {"op": "contains", "path": "/t", "text": "a"}
    called: Check = {"op": "tool_called", "name": "search"}
    inner: Check = {"op": "all", "assertions": [called]}
    either: Check = {"op": "any", "assertions": [inner, named]}
    config = {"semantics": SEMANTICS, "assertion": {"op": "all", "assertions": [either, called]}}
    assert outline(assertory.compile_assertion(config)) == (
        """\
all of these:
  - at least one of these:
    - all of these:
      - the tool search was called
    - /t contains "a"
  - the tool search was called"""
    )


def test_the_outline_of_a_single_check_is_its_sentence() -> None:
    config = {"semantics": SEMANTICS, "assertion": {"op": "tool_called", "name": "search"}}
    assert outline(assertory.compile_assertion(config)) == "the tool search was called"


def test_the_outline_of_quick_checks_is_a_numbered_list() -> None:
    program = assertory.compile_quick_checks("json_valid\ncontains:a")
    assert outline(program) == '1. the answer is valid JSON\n2. the answer contains "a"'
