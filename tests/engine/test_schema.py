"""The JSON Schema subset: what each keyword demands, what is refused, and what is told."""

import json
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import assertory
from assertory import AuthoringError, Program
from assertory.engine.canonical import canonical
from tests.engine import drawn
from tests.engine.drawn import Json

S = "/0/schema"


def program(schema: Json) -> Program:
    return assertory.compile_quick_checks(json.dumps([{"type": "json_schema", "schema": schema}]))


def failures(schema: Json, answer: Json) -> list[tuple[str, str]]:
    """The failing paths and requirements; of a text, the answer itself, else its JSON."""
    text = answer if isinstance(answer, str) else json.dumps(answer)
    verdict = program(schema).evaluate(text)
    (check,) = verdict.explanation["checks"]
    assert (check["reason"] == "schema_mismatch") is ("failures" in check)
    assert verdict.outcome == ("failed" if check["reason"] else "passed")
    return [(failure["path"], failure["requirement"]) for failure in check.get("failures", [])]


OBJECT = {
    "type": "object",
    "properties": {"b": {"type": "integer"}, "a": {"type": "string", "maxLength": 2}},
    "required": ["c", "a"],
    "additionalProperties": False,
}
NUMBERS = {"type": "array", "items": {"type": "number", "maximum": 3}, "minItems": 2, "maxItems": 3}


@pytest.mark.parametrize(
    ("schema", "answer", "expected"),
    [
        pytest.param({"type": "object"}, {"a": 1}, [], id="object"),
        pytest.param({"type": "object"}, [], [("", "type")], id="array-for-object"),
        pytest.param({"type": "array"}, [1, "a"], [], id="array"),
        pytest.param({"type": "array"}, {}, [("", "type")], id="object-for-array"),
        pytest.param({"type": "string"}, '"a"', [], id="string"),
        pytest.param({"type": "string"}, "1", [("", "type")], id="number-for-string"),
        pytest.param({"type": "number"}, "1.5", [], id="number"),
        pytest.param({"type": "number"}, "true", [("", "type")], id="boolean-for-number"),
        pytest.param({"type": "number"}, '"1"', [("", "type")], id="string-for-number"),
        pytest.param({"type": "number"}, "1e999", [("", "finite")], id="number-beyond-doubles"),
        pytest.param(
            {"type": "integer"}, "-" + "9" * 400, [("", "finite")], id="integer-beyond-doubles"
        ),
        pytest.param({"type": "string"}, "1e999", [("", "type")], id="infinite-is-no-string"),
        pytest.param({"type": "array"}, "[1e999]", [], id="infinite-where-nothing-is-asked"),
        pytest.param({"type": "integer"}, "1.0", [], id="integer-by-value"),
        pytest.param({"type": "integer"}, "1e300", [], id="large-double"),
        pytest.param({"type": "integer"}, "12345678901234567890", [], id="large-integer"),
        pytest.param({"type": "integer"}, "1.5", [("", "type")], id="fraction"),
        pytest.param({"type": "integer"}, "true", [("", "type")], id="boolean-for-integer"),
        pytest.param({"type": "boolean"}, "false", [], id="boolean"),
        pytest.param({"type": "boolean"}, "0", [("", "type")], id="number-for-boolean"),
        pytest.param({"type": "null"}, "null", [], id="null"),
        pytest.param({"type": "null"}, "false", [("", "type")], id="boolean-for-null"),
        pytest.param(
            {"type": "string", "minLength": 2}, '"é"', [("", "minLength")], id="too-short"
        ),
        pytest.param({"type": "string", "minLength": 2}, '"e\\u0301"', [], id="code-points-count"),
        pytest.param(
            {"type": "string", "maxLength": 1}, '"\\ud83d\\ude00"', [], id="an-emoji-is-one"
        ),
        pytest.param(
            {"type": "string", "maxLength": 1}, '"ab"', [("", "maxLength")], id="too-long"
        ),
        pytest.param(
            {"type": "string", "maxLength": 1.0}, '"ab"', [("", "maxLength")], id="whole-bound"
        ),
        pytest.param({"type": "number", "minimum": 0}, "-0.0", [], id="minus-zero"),
        pytest.param({"type": "number", "minimum": 1}, "0.99", [("", "minimum")], id="below"),
        pytest.param({"type": "number", "maximum": 0.1}, "0.1", [], id="at-the-maximum"),
        pytest.param({"type": "integer", "maximum": 1}, "2", [("", "maximum")], id="above"),
        pytest.param({"type": "number", "const": 1}, "1.0", [], id="const-by-value"),
        pytest.param({"type": "boolean", "const": True}, "false", [("", "const")], id="const"),
        pytest.param({"type": "null", "const": None}, "null", [], id="const-null"),
        pytest.param(
            {"type": "string", "const": "é"}, '"e\\u0301"', [("", "const")], id="not-normalized"
        ),
        pytest.param({"type": "integer", "enum": [1, 2.0]}, "2", [], id="enum-by-value"),
        pytest.param({"type": "string", "enum": ["a", "b"]}, '"c"', [("", "enum")], id="enum"),
        pytest.param(
            {"type": "boolean", "enum": [True]}, "1", [("", "type")], id="enum-after-type"
        ),
        pytest.param(NUMBERS, [1], [("", "minItems")], id="too-few-items"),
        pytest.param(NUMBERS, [1, 2, 3, 3], [("", "maxItems")], id="too-many-items"),
        pytest.param(NUMBERS, [1, 4, "5"], [("/1", "maximum"), ("/2", "type")], id="items"),
        pytest.param(
            NUMBERS, [9], [("/0", "maximum"), ("", "minItems")], id="as-the-keywords-are-written"
        ),
        pytest.param(
            OBJECT,
            {"a": "x", "b": 1, "c": 2},
            [("/c", "additionalProperties")],
            id="required-is-not-described",
        ),
        pytest.param(
            OBJECT, {"a": "xyz"}, [("/a", "maxLength"), ("/c", "required")], id="missing-member"
        ),
        pytest.param(
            OBJECT,
            {"z": 1, "a": 2, "b": "3"},
            [("/b", "type"), ("/a", "type"), ("/c", "required")],
            id="the-first-three",
        ),
        pytest.param(
            {"type": "object", "required": ["~/"]}, {}, [("/~0~1", "required")], id="escaped"
        ),
        pytest.param({"type": "object", "required": ["a"]}, {"a": None}, [], id="null-is-there"),
        pytest.param(
            {"type": "object", "properties": {"a": {"type": "null"}}}, {"b": 1}, [], id="optional"
        ),
        pytest.param(
            {"type": "object", "additionalProperties": False},
            {"": 1},
            [("/", "additionalProperties")],
            id="empty-name",
        ),
        pytest.param(
            {"type": "object", "additionalProperties": True}, {"a": 1}, [], id="others-allowed"
        ),
        pytest.param(
            {"type": "array", "items": {"type": "null", "const": None}},
            [None, 1],
            [("/1", "type")],
            id="null-items",
        ),
        pytest.param(
            {"type": "array", "items": {"type": "array", "items": {"type": "string"}}},
            [["a"], ["b", 1], 2],
            [("/1/1", "type"), ("/2", "type")],
            id="depth-first",
        ),
        pytest.param(
            {"type": "number", "minimum": 3, "maximum": 4, "const": 5},
            "1",
            [("", "minimum"), ("", "const")],
            id="each-keyword",
        ),
    ],
)
def test_what_a_schema_demands(schema: Json, answer: Json, expected: list[tuple[str, str]]) -> None:
    assert failures(schema, answer) == expected


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        pytest.param(None, [("not_object", "")], id="null"),
        pytest.param(True, [("not_object", "")], id="true"),
        pytest.param([], [("not_object", "")], id="array"),
        pytest.param({}, [("missing_member", "")], id="no-type"),
        pytest.param({"type": "any"}, [("schema_type", "/type")], id="unknown-type"),
        pytest.param({"type": ["string"]}, [("schema_type", "/type")], id="two-types"),
        pytest.param({"type": None}, [("schema_type", "/type")], id="type-null"),
        *(
            pytest.param(
                {"type": kind, keyword: 1},
                [("schema_keyword", f"/{keyword}")],
                id=f"{keyword}-of-{kind}",
            )
            for kind, keyword in [
                ("string", "minimum"),
                ("number", "maxLength"),
                ("integer", "items"),
                ("object", "minItems"),
                ("object", "const"),
                ("array", "enum"),
                ("array", "properties"),
                ("boolean", "minimum"),
                ("null", "required"),
                ("string", "pattern"),
                ("string", "format"),
                ("object", "$ref"),
                ("object", "allOf"),
                ("object", "patternProperties"),
                ("number", "multipleOf"),
                ("number", "exclusiveMinimum"),
                ("array", "uniqueItems"),
                ("string", "title"),
            ]
        ),
        pytest.param(
            {"type": "object", "properties": []}, [("not_object", "/properties")], id="properties"
        ),
        pytest.param(
            {"type": "object", "properties": {"a/": {}, "b": {"type": "x"}}},
            [("missing_member", "/properties/a~1"), ("schema_type", "/properties/b/type")],
            id="each-property",
        ),
        pytest.param(
            {"type": "object", "required": "a"}, [("not_array", "/required")], id="required"
        ),
        pytest.param(
            {"type": "object", "required": ["a", 1, None]},
            [("wrong_type", "/required/1"), ("wrong_type", "/required/2")],
            id="required-names",
        ),
        pytest.param(
            {"type": "object", "required": ["a", "b", "a", "a"]},
            [("schema_repeated", "/required/2"), ("schema_repeated", "/required/3")],
            id="required-repeated",
        ),
        pytest.param(
            {"type": "object", "additionalProperties": {"type": "null"}},
            [("wrong_type", "/additionalProperties")],
            id="additional-schema",
        ),
        pytest.param({"type": "array", "items": []}, [("not_object", "/items")], id="items"),
        pytest.param(
            {"type": "array", "items": {"type": 1}},
            [("schema_type", "/items/type")],
            id="items-type",
        ),
        pytest.param(
            {"type": "array", "minItems": -1, "maxItems": 1.5},
            [("out_of_range", "/minItems"), ("out_of_range", "/maxItems")],
            id="item-bounds",
        ),
        pytest.param(
            {"type": "array", "minItems": 2, "maxItems": 1},
            [("bounds_reversed", "")],
            id="items-order",
        ),
        pytest.param(
            {"type": "string", "minLength": "1", "maxLength": True},
            [("wrong_type", "/minLength"), ("wrong_type", "/maxLength")],
            id="length-types",
        ),
        pytest.param(
            {"type": "string", "maxLength": 1, "minLength": 2},
            [("bounds_reversed", "")],
            id="length-order",
        ),
        pytest.param(
            {"type": "integer", "minimum": None, "maximum": 2e15},
            [("wrong_type", "/minimum"), ("out_of_range", "/maximum")],
            id="number-bounds",
        ),
        pytest.param(
            {"type": "number", "minimum": 1.5, "maximum": 1},
            [("bounds_reversed", "")],
            id="number-order",
        ),
        pytest.param(
            {"type": "string", "const": 1}, [("schema_value_type", "/const")], id="const-type"
        ),
        pytest.param(
            {"type": "integer", "const": 1.5},
            [("schema_value_type", "/const")],
            id="const-fraction",
        ),
        pytest.param(
            {"type": "number", "const": True}, [("schema_value_type", "/const")], id="const-boolean"
        ),
        pytest.param(
            {"type": "boolean", "const": 1}, [("schema_value_type", "/const")], id="const-one"
        ),
        pytest.param(
            {"type": "null", "const": 0}, [("schema_value_type", "/const")], id="const-zero"
        ),
        pytest.param({"type": "string", "enum": "a"}, [("not_array", "/enum")], id="enum"),
        pytest.param(
            {"type": "string", "enum": []}, [("schema_enum_empty", "/enum")], id="enum-empty"
        ),
        pytest.param(
            {"type": "string", "enum": ["a", 1, None]},
            [("schema_value_type", "/enum/1"), ("schema_value_type", "/enum/2")],
            id="enum-types",
        ),
        pytest.param(
            {"type": "number", "enum": [1, 2, 1.0]},
            [("schema_repeated", "/enum/2")],
            id="enum-repeated",
        ),
        pytest.param(
            {"type": "string", "const": "a", "enum": ["a"]},
            [("schema_both", "")],
            id="const-and-enum",
        ),
        pytest.param(
            {"type": "string", "x": 1, "minLength": -1, "const": 2, "enum": []},
            [
                ("schema_both", ""),
                ("schema_enum_empty", "/enum"),
                ("schema_keyword", "/x"),
                ("schema_value_type", "/const"),
                ("out_of_range", "/minLength"),
            ],
            id="everything-wrong",
        ),
    ],
)
def test_what_is_refused(schema: Json, expected: list[tuple[str, str]]) -> None:
    with pytest.raises(AuthoringError) as caught:
        program(schema)
    told = sorted((p.code, p.at or "") for p in caught.value.problems)
    assert told == sorted((code, S + at) for code, at in expected)


def test_many_names_are_not_compared_with_one_another() -> None:
    with pytest.raises(AuthoringError) as caught:
        program({"type": "object", "required": ["a"] * 40})
    assert [(p.code, p.at) for p in caught.value.problems] == [
        ("schema_too_many_entries", f"{S}/required")
    ]
    with pytest.raises(AuthoringError) as caught:
        program({"type": "number", "enum": [1] * 40})
    assert [p.code for p in caught.value.problems] == ["schema_too_many_entries"]


def test_of_too_many_nodes_the_first_is_told() -> None:
    leaves = {str(n): {"type": "null"} for n in range(30)}
    wide = {str(n): {"type": "object", "properties": leaves} for n in range(5)}
    with pytest.raises(AuthoringError) as caught:
        program({"type": "object", "properties": wide})
    assert [(p.code, p.at) for p in caught.value.problems] == [
        ("schema_too_many_nodes", f"{S}/properties/3/properties/5")
    ]


# A candidate that no check of size or depth stands in the way of.
candidates = drawn.json_values(max_leaves=8)


def reference(schema: Json) -> Any:  # noqa: ANN401 - an untyped package's validator
    """The subset is part of draft 2020-12, whose validator tells the same of every candidate."""
    return jsonschema.Draft202012Validator(schema)


@given(drawn.schemas, candidates)
@settings(max_examples=300)
def test_a_candidate_fits_where_a_full_validator_says_so(schema: Json, candidate: Json) -> None:
    text = json.dumps(candidate)
    fits = reference(schema).is_valid(json.loads(text))
    assert program(schema).evaluate(text).outcome == ("passed" if fits else "failed")


@given(drawn.schemas, st.data())
def test_so_does_one_that_is_made_to_fit_or_nearly(schema: Json, data: st.DataObject) -> None:
    candidate = data.draw(fitting(schema))
    fits = reference(schema).is_valid(candidate)
    verdict = program(schema).evaluate(json.dumps(candidate))
    assert verdict.outcome == ("passed" if fits else "failed")


def fitting(schema: Json) -> st.SearchStrategy[Json]:
    """Mostly what fits a schema, so that its deeper keywords are reached."""
    if "const" in schema or "enum" in schema:
        return st.sampled_from(schema.get("enum", [schema.get("const")]))
    if schema["type"] == "object":
        described = schema.get("properties", {})
        others = [name for name in schema.get("required", []) if name not in described]
        return st.fixed_dictionaries(
            dict.fromkeys(others, st.none()),
            optional={name: fitting(node) for name, node in described.items()},
        )
    if schema["type"] == "array":
        least, most = schema.get("minItems", 0), schema.get("maxItems", 5)
        return st.lists(fitting(schema["items"]), min_size=least, max_size=most)
    return scalars_near(schema)


def scalars_near(schema: Json) -> st.SearchStrategy[Json]:
    least = min(int(schema.get("minLength", 0)), 99)
    by_type: dict[str, st.SearchStrategy[Json]] = {
        "string": st.text("aé", max_size=9).map(lambda text: text + "x" * least),
        "number": st.sampled_from([schema.get("minimum", 0), schema.get("maximum", 1.5), 0, 7]),
        "integer": st.sampled_from([0, 1.0, 1.5, 7]),
        "boolean": st.booleans(),
    }
    return by_type.get(schema["type"], st.none())


def test_the_size_counts_the_canonical_form() -> None:
    """A schema of 4,096 bytes may be written with any amount of white space."""
    schema = {"type": "string", "enum": ["x" * 120 + str(n) for n in range(32)]}
    written = json.dumps([{"type": "json_schema", "schema": schema}], indent=100)
    assert len(canonical(schema)) < 4096 < len(written)
    assertory.compile_quick_checks(written)
