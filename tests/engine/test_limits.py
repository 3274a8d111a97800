"""Every bound of the requirements, at the last value that is allowed and the first that is not."""

import json
from collections.abc import Callable

import pytest

import assertory
from assertory import AuthoringError, Program
from assertory.engine import limits
from assertory.engine.canonical import canonical
from tests.engine.drawn import Json, configuration, nested_groups
from tests.engine.hostile import nested

# Requirements and semantics, written out a second time: a changed number must fail here.
NUMBERS = {
    "CONFIGURATION_BYTES_MAX": 65_536,
    "NODES_MAX": 100,
    "DEPTH_MAX": 10,
    "LITERAL_LEVELS_MAX": 10,
    "INTEGER_MAX": 9_007_199_254_740_991,
    "JSON_LEVELS_MAX": 512,
    "EVIDENCE_BYTES_MAX": 16_777_216,
    "AUTHORING_LEVELS_MAX": 64,
    "PROBLEMS_MAX": 200,
    "PREVIEW_MAX": 160,
    "EXPLAINED_CHECKS_MAX": 20,
    "EXPLAINED_CHARACTERS_MAX": 16_000,
    "QUICK_CHECKS_MAX": 10,
    "QUICK_BYTES_MAX": 65_536,
    "LENGTH_MAX": 8_192,
    "NUMBER_BOUND_MAX": 1_000_000_000_000_000,
    "SCHEMA_BYTES_MAX": 4_096,
    "SCHEMA_LEVELS_MAX": 8,
    "SCHEMA_NODES_MAX": 100,
    "SCHEMA_ENTRIES_MAX": 32,
    "SCHEMA_ITEMS_MAX": 512,
    "CANDIDATE_LEVELS_MAX": 32,
    "CANDIDATE_VALUES_MAX": 512,
    "SCHEMA_FAILURES_MAX": 3,
}


def test_every_limit_is_the_number_of_the_requirements() -> None:
    found = {name: value for name, value in vars(limits).items() if name.isupper()}
    assert found == NUMBERS


TOOL = {"op": "tool_called", "name": "x"}


def sized(size: int, letter: str = "x") -> str:
    """An assertion whose canonical form takes `size` bytes."""
    text = json.dumps(
        configuration({"op": "contains", "path": "", "text": ""}), separators=(",", ":")
    )
    letters, rest = divmod(size - len(text), len(letter.encode()))
    return text.replace('"text":""', f'"text":"{letter * letters + "x" * rest}"')


def group(nodes: int) -> Json:
    return configuration({"op": "any", "assertions": [TOOL] * (nodes - 1)})


def equals(value: Json) -> Json:
    return configuration({"op": "equals", "path": "", "value": value})


def count(low: float, high: float) -> Json:
    return configuration({"op": "count", "path": "", "min": low, "max": high})


def ratio(low: float, high: float) -> Json:
    return configuration(
        {"op": "script_ratio", "path": "", "script": "Latin", "min": low, "max": high}
    )


ASSERTIONS = [
    pytest.param(sized, 65_536, "too_large", "", id="bytes"),
    pytest.param(lambda n: sized(n, "é"), 65_536, "too_large", "", id="bytes-of-é"),
    pytest.param(lambda n: sized(n, "\U0001f600"), 65_536, "too_large", "", id="bytes-of-emoji"),
    pytest.param(group, 100, "too_many_nodes", "/assertion/assertions/99", id="nodes"),
    pytest.param(
        lambda n: configuration(nested_groups(n, TOOL)),
        10,
        "too_deep",
        "/assertion" + "/assertions/0" * 10,
        id="depth",
    ),
    pytest.param(
        lambda n: equals(nested(n - 1, 1)), 10, "literal_too_deep", "/assertion/value", id="literal"
    ),
    pytest.param(
        lambda n: equals(nested(n - 1, {}, "a")),
        10,
        "literal_too_deep",
        "/assertion/value",
        id="literal-of-objects",
    ),
    pytest.param(equals, 2**53 - 1, "integer_unsafe", "/assertion/value", id="integer"),
    pytest.param(lambda n: equals(-n), 2**53 - 1, "integer_unsafe", "/assertion/value", id="minus"),
    pytest.param(
        lambda n: count(0, float(n)), 2**53 - 1, "out_of_range", "/assertion/max", id="count"
    ),
    pytest.param(lambda n: count(-n, 9), 0, "out_of_range", "/assertion/min", id="count-below"),
    pytest.param(lambda n: count(n, 9), 9, "bounds_reversed", "/assertion", id="count-order"),
    pytest.param(lambda n: ratio(0, n), 1, "out_of_range", "/assertion/max", id="ratio"),
    pytest.param(lambda n: ratio(-n, 1), 0, "out_of_range", "/assertion/min", id="ratio-below"),
    pytest.param(lambda n: ratio(n / 4, 0.5), 2, "bounds_reversed", "/assertion", id="ratio-order"),
]


@pytest.mark.parametrize(("make", "limit", "code", "at"), ASSERTIONS)
def test_an_assertion_may_be_as_large_as_the_limit(
    make: Callable[[int], Json], limit: int, code: str, at: str
) -> None:
    assertory.compile_assertion(make(limit))
    assert refusal(assertory.compile_assertion, make(limit + 1)) == [(code, at)]


def refusal(compiler: Callable[[Json], Program], value: Json) -> list[tuple[str, str | None]]:
    with pytest.raises(AuthoringError) as caught:
        compiler(value)
    return [(problem.code, problem.at) for problem in caught.value.problems]


def checks(*some: Json) -> str:
    return json.dumps(some, separators=(",", ":"), ensure_ascii=False)


def schema(some: Json) -> str:
    return checks({"type": "json_schema", "schema": some})


def length(low: float, high: float) -> str:
    return checks({"type": "output_length", "minimum": low, "maximum": high})


def number(low: float, high: float) -> str:
    return checks({"type": "number_range", "path": "", "minimum": low, "maximum": high})


def array(**bounds: float) -> str:
    return schema({"type": "array", **bounds})


def string(**bounds: float) -> str:
    return schema({"type": "string", **bounds})


def numeric(**bounds: float) -> str:
    return schema({"type": "number", **bounds})


def nodes(number: int) -> Json:
    """A schema of that many nodes."""
    inner: Json = {"type": "object", "properties": {}}
    for name in range((number - 1) % 10):
        inner["properties"][str(name)] = {"type": "null"}
    tens = {str(n): {"type": "object", "properties": leaves(9)} for n in range((number - 1) // 10)}
    inner["properties"] |= {f"t{name}": node for name, node in tens.items()}
    return inner


def leaves(number: int) -> Json:
    return {str(name): {"type": "null"} for name in range(number)}


def names(number: int) -> list[str]:
    return [str(name) for name in range(number)]


def json_sized(size: int) -> str:
    text = checks({"type": "exact", "text": ""})
    return text.replace('""', f'"{"x" * (size - len(text))}"')


def schema_sized(size: int) -> str:
    text = '{"const":"","type":"string"}'
    return schema(
        {
            "type": "string",
            "const": "é" * ((size - len(text)) // 2) + "x" * ((size - len(text)) % 2),
        }
    )


S = "/0/schema"
QUICK = [
    pytest.param(json_sized, 65_536, "checks_too_large", "", id="bytes"),
    pytest.param(
        lambda n: f"exact:{'x' * (n - 6)}", 65_536, "checks_too_large", None, id="bytes-of-lines"
    ),
    pytest.param(
        lambda n: checks(*[{"type": "json_valid"}] * n), 10, "too_many_checks", "/10", id="checks"
    ),
    pytest.param(lambda n: "json_valid\n" * n, 10, "too_many_checks", None, id="lines"),
    pytest.param(lambda n: length(0, n), 8192, "out_of_range", "/0/maximum", id="length"),
    pytest.param(lambda n: length(-n, 9), 0, "out_of_range", "/0/minimum", id="length-below"),
    pytest.param(lambda n: length(n, 9), 9, "bounds_reversed", "/0", id="length-order"),
    pytest.param(lambda n: number(0, n), 10**15, "out_of_range", "/0/maximum", id="number"),
    pytest.param(lambda n: number(-n, 0), 10**15, "out_of_range", "/0/minimum", id="number-below"),
    pytest.param(lambda n: number(n, 9), 9, "bounds_reversed", "/0", id="number-order"),
    pytest.param(schema_sized, 4096, "schema_too_large", S, id="schema-bytes"),
    pytest.param(
        lambda n: schema(nested_schema(n)),
        8,
        "schema_too_deep",
        S + "/items" * 8,
        id="schema-levels",
    ),
    pytest.param(
        lambda n: schema(nested_schema(n, "properties")),
        8,
        "schema_too_deep",
        S + "/properties/a" * 8,
        id="schema-levels-of-objects",
    ),
    pytest.param(
        lambda n: schema(nodes(n)),
        100,
        "schema_too_many_nodes",
        f"{S}/properties/t9/properties/8",
        id="schema-nodes",
    ),
    pytest.param(
        lambda n: schema({"type": "object", "properties": leaves(n)}),
        32,
        "schema_too_many_entries",
        f"{S}/properties",
        id="schema-properties",
    ),
    pytest.param(
        lambda n: schema({"type": "object", "required": names(n)}),
        32,
        "schema_too_many_entries",
        f"{S}/required",
        id="schema-required",
    ),
    pytest.param(
        lambda n: schema({"type": "string", "enum": names(n)}),
        32,
        "schema_too_many_entries",
        f"{S}/enum",
        id="schema-enum",
    ),
    pytest.param(lambda n: array(maxItems=n), 512, "out_of_range", f"{S}/maxItems", id="max-items"),
    pytest.param(lambda n: array(minItems=n), 512, "out_of_range", f"{S}/minItems", id="min-items"),
    pytest.param(
        lambda n: array(minItems=n, maxItems=9), 9, "bounds_reversed", S, id="items-order"
    ),
    pytest.param(
        lambda n: string(maxLength=n), 8192, "out_of_range", f"{S}/maxLength", id="max-length"
    ),
    pytest.param(
        lambda n: string(minLength=n), 8192, "out_of_range", f"{S}/minLength", id="min-length"
    ),
    pytest.param(
        lambda n: string(minLength=n, maxLength=9), 9, "bounds_reversed", S, id="lengths-order"
    ),
    pytest.param(
        lambda n: numeric(maximum=n), 10**15, "out_of_range", f"{S}/maximum", id="maximum"
    ),
    pytest.param(
        lambda n: numeric(minimum=-n), 10**15, "out_of_range", f"{S}/minimum", id="minimum"
    ),
    pytest.param(
        lambda n: numeric(minimum=n, maximum=9), 9, "bounds_reversed", S, id="bounds-order"
    ),
    pytest.param(
        lambda n: schema({"type": "number", "const": n}),
        2**53 - 1,
        "integer_unsafe",
        f"{S}/const",
        id="schema-integer",
    ),
]


def nested_schema(levels: int, keyword: str = "items") -> Json:
    node: Json = {"type": "null"}
    for _ in range(levels - 1):
        if keyword == "items":
            node = {"type": "array", "items": node}
        else:
            node = {"type": "object", "properties": {"a": node}}
    return node


@pytest.mark.parametrize(("make", "limit", "code", "at"), QUICK)
def test_quick_checks_may_be_as_large_as_the_limit(
    make: Callable[[int], str], limit: int, code: str, at: str | None
) -> None:
    assertory.compile_quick_checks(make(limit))
    assert refusal(assertory.compile_quick_checks, make(limit + 1)) == [(code, at)]


def test_white_space_and_escapes_count_in_checks_and_not_in_a_configuration() -> None:
    """The text of checks is measured as written, a configuration by its canonical form."""
    assertory.compile_assertion(" " * 100_000 + sized(65_536).replace("xxx", "\\u0078" * 3))
    assert refusal(assertory.compile_quick_checks, json_sized(65_536) + " ") == [
        ("checks_too_large", "")
    ]
    assert refusal(
        assertory.compile_quick_checks, json_sized(65_530).replace("x", "\\u0078", 2)
    ) == [("checks_too_large", "")]


@pytest.mark.parametrize("unit", ["0", '""', "[]", "{}", "null", '{"":0}', '[{"a":[0]}]', '"\\""'])
def test_no_configuration_of_65_536_bytes_is_taken_for_a_larger_one(unit: str) -> None:
    """Reading stops early where a configuration is certain to be too large, and never before."""
    room = 65_536 - len(canonical(equals([])))
    units, rest = divmod(room, len(unit) + 1)
    if rest < 2:  # what is left has to hold a text
        units, rest = units - 1, rest + len(unit) + 1
    literal = [json.loads(unit)] * units + ["x" * (rest - 2)]
    assert len(canonical(equals(literal))) == 65_536
    for config in (equals(literal), json.dumps(equals(literal))):
        assertory.compile_assertion(config)
    literal[-1] += "x"
    for config in (equals(literal), json.dumps(equals(literal))):
        assert refusal(assertory.compile_assertion, config) == [("too_large", "")]


def test_a_configuration_far_too_large_is_refused_for_its_size_alone() -> None:
    assert refusal(assertory.compile_assertion, sized(100_000)) == [("too_large", "")]
    assert refusal(assertory.compile_assertion, json.loads(sized(100_000))) == [("too_large", "")]
    some = [{"op": "nope"}] * 50_000
    assert refusal(assertory.compile_assertion, json.dumps(some)) == [("too_large", "")]


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        pytest.param("[" * 31 + "1" + "]" * 31, None, id="scalar-at-32"),
        pytest.param("[" * 32 + "]" * 32, None, id="empty-array-at-32"),
        pytest.param("[" * 32 + "1" + "]" * 32, "candidate_too_large", id="scalar-at-33"),
        pytest.param("[" * 33 + "]" * 33, "candidate_too_large", id="empty-array-at-33"),
        pytest.param("[" + "1," * 510 + "1]", None, id="512-values"),
        pytest.param("[" + "1," * 511 + "1]", "candidate_too_large", id="513-values"),
        pytest.param("[" + "[1]," * 255 + "1]", None, id="512-values-in-arrays"),
        pytest.param("[" + "[1]," * 256 + "1]", "candidate_too_large", id="514-values-in-arrays"),
        pytest.param(
            '[{"a":' + "[" * 512 + "]" * 512 + "}]", "json_too_deep", id="depth-comes-first"
        ),
    ],
)
def test_a_candidate_has_at_most_32_levels_and_512_values(answer: str, reason: str | None) -> None:
    program = assertory.compile_quick_checks(schema({"type": "array"}))
    assert program.evaluate(answer).leaves[0].reason == reason


@pytest.mark.parametrize("wrong", [1, 2, 3, 4, 9])
def test_at_most_three_failures_are_told(wrong: int) -> None:
    program = assertory.compile_quick_checks(schema({"type": "array", "items": {"type": "null"}}))
    (check,) = program.evaluate(json.dumps([1] * wrong)).explanation["checks"]
    assert [failure["path"] for failure in check["failures"]] == [
        f"/{index}" for index in range(min(wrong, 3))
    ]
