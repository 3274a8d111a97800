"""The assertion dialect: what compiles, what is refused where, and what makes no difference."""

import hashlib
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import assertory
from assertory import AuthoringError, Problem, Program, ToolCapture
from assertory.engine.canonical import canonical
from assertory.engine.limits import PROBLEMS_MAX
from assertory.engine.program import GROUPS, OPERATORS
from tests.engine import drawn
from tests.engine.drawn import Json, configuration

LEAF = {"op": "contains", "path": "/a", "text": "x"}
A = "/assertion"


def refused(config: Json) -> tuple[Problem, ...]:
    with pytest.raises(AuthoringError) as caught:
        assertory.compile_assertion(config)
    return caught.value.problems


def told(config: Json) -> list[tuple[str, str | None]]:
    return [(problem.code, problem.at) for problem in refused(config)]


def group(*nodes: Json) -> Json:
    return {"op": "all", "assertions": list(nodes)}


# Each case: the node, and the code and place (below the node) of every problem.
NODES = [
    pytest.param(None, [("not_object", "")], id="null"),
    pytest.param([LEAF], [("not_object", "")], id="array"),
    pytest.param({}, [("missing_member", "")], id="empty"),
    pytest.param({"path": "/a", "text": "x"}, [("missing_member", "")], id="no-op"),
    pytest.param({**LEAF, "op": "contain"}, [("unknown_operator", "/op")], id="unknown-op"),
    pytest.param({**LEAF, "op": None}, [("unknown_operator", "/op")], id="op-null"),
    pytest.param({**LEAF, "op": ["all"]}, [("unknown_operator", "/op")], id="op-array"),
    pytest.param({**LEAF, "op": "All"}, [("unknown_operator", "/op")], id="op-in-upper-case"),
    pytest.param({**LEAF, "op": "json_valid"}, [("unknown_operator", "/op")], id="a-quick-check"),
    pytest.param({**LEAF, "not": 1}, [("unknown_member", "/not")], id="unknown-member"),
    pytest.param({"op": "contains"}, [("missing_member", "")] * 2, id="two-members-missing"),
    pytest.param(
        {"op": "contains", "path": 1, "text": 2, "x": 3},
        [("wrong_type", "/path"), ("wrong_type", "/text"), ("unknown_member", "/x")],
        id="everything-wrong",
    ),
    pytest.param({**LEAF, "path": "a"}, [("pointer_invalid", "/path")], id="pointer"),
    pytest.param({**LEAF, "path": "/~2"}, [("pointer_invalid", "/path")], id="pointer-escape"),
    pytest.param({**LEAF, "path": None}, [("wrong_type", "/path")], id="pointer-null"),
    pytest.param({"op": "equals", "path": ""}, [("missing_member", "")], id="equals-without-value"),
    pytest.param(
        {"op": "regex", "path": "", "pattern": "("}, [("regex_refused", "/pattern")], id="regex"
    ),
    pytest.param(
        {"op": "regex", "path": "", "pattern": "\\C"},
        [("regex_refused", "/pattern")],
        id="regex-byte",
    ),
    pytest.param(
        {"op": "regex", "path": "", "pattern": 1}, [("wrong_type", "/pattern")], id="regex-type"
    ),
    pytest.param(
        {"op": "regex", "path": "", "pattern": "((a{100}){100}){100}"},
        [("regex_refused", "/pattern")],
        id="regex-of-a-million",
    ),
    pytest.param(
        {"op": "regex", "path": "", "pattern": "(\\pL{900})*" * 9},
        [("regex_too_large", "/pattern")],
        id="regex-too-large",
    ),
    pytest.param(
        {"op": "shape", "path": "", "required": [], "allowAdditional": 0},
        [("not_object", "/required"), ("wrong_type", "/allowAdditional")],
        id="shape-types",
    ),
    pytest.param(
        {
            "op": "shape",
            "path": "",
            "required": {"a~": "text", "b": 1, "c": "null"},
            "allowAdditional": True,
        },
        [("wrong_type", "/required/a~0"), ("wrong_type", "/required/b")],
        id="shape-type-names",
    ),
    pytest.param({"op": "shape", "path": "/a"}, [("missing_member", "")] * 2, id="shape-empty"),
    pytest.param(
        {"op": "count", "path": "", "min": 1.5, "max": "2"},
        [("out_of_range", "/min"), ("wrong_type", "/max")],
        id="count-types",
    ),
    pytest.param(
        {"op": "count", "path": "", "min": 2, "max": 1}, [("bounds_reversed", "")], id="count-order"
    ),
    pytest.param(
        {"op": "count", "path": "", "max": 1}, [("missing_member", "")], id="count-without-min"
    ),
    pytest.param({"op": "tool_called", "name": ""}, [("name_empty", "/name")], id="tool-empty"),
    pytest.param({"op": "tool_called", "name": None}, [("wrong_type", "/name")], id="tool-null"),
    pytest.param(
        {"op": "tool_called", "name": "x", "path": ""},
        [("unknown_member", "/path")],
        id="tool-path",
    ),
    pytest.param(
        {"op": "script_ratio", "path": "", "script": "arabic", "min": -0.1, "max": 1.1},
        [("wrong_type", "/script"), ("out_of_range", "/min"), ("out_of_range", "/max")],
        id="ratio-everything",
    ),
    pytest.param(
        {"op": "script_ratio", "path": "", "script": "Greek", "min": 1, "max": 0},
        [("wrong_type", "/script"), ("bounds_reversed", "")],
        id="ratio-order",
    ),
    pytest.param({"op": "all"}, [("missing_member", "")], id="group-without-assertions"),
    pytest.param(
        {"op": "any", "assertions": []}, [("group_empty", "/assertions")], id="group-empty"
    ),
    pytest.param(
        {"op": "any", "assertions": LEAF}, [("not_array", "/assertions")], id="group-object"
    ),
    pytest.param(
        {"op": "any", "assertions": [LEAF], "path": ""},
        [("unknown_member", "/path")],
        id="group-path",
    ),
    pytest.param(
        group(LEAF, {"op": "x"}, group(), {**LEAF, "text": None}),
        [
            ("unknown_operator", "/assertions/1/op"),
            ("group_empty", "/assertions/2/assertions"),
            ("wrong_type", "/assertions/3/text"),
        ],
        id="each-child",
    ),
]


def in_any_order(problems: list[tuple[str, str | None]]) -> list[tuple[str, str]]:
    return sorted((code, at or "") for code, at in problems)


@pytest.mark.parametrize(("node", "expected"), NODES)
@pytest.mark.parametrize("prefix", ["", "/assertions/1"], ids=["root", "child"])
def test_what_is_wrong_in_a_node_is_told_at_its_place(
    node: Json, expected: list[tuple[str, str]], prefix: str
) -> None:
    config = configuration(group(LEAF, node) if prefix else node)
    places = [(code, f"{A}{prefix}{at}") for code, at in expected]
    assert in_any_order(told(config)) == in_any_order(list(places))
    assert told(json.dumps(config)) == told(json.dumps(config).encode())
    assert in_any_order(told(json.dumps(config))) == in_any_order(list(places))


@pytest.mark.parametrize(
    ("config", "expected"),
    [
        pytest.param({}, [("missing_member", "")] * 2, id="empty"),
        pytest.param([], [("not_object", "")], id="array"),
        pytest.param(None, [("not_json_value", "")], id="none-is-no-text-null"),
        pytest.param("null", [("not_object", "")], id="null-text"),
        pytest.param("", [("not_json", "")], id="no-text"),
        pytest.param(b"\xff", [("not_utf8", "")], id="no-utf-8"),
        pytest.param({"assertion": LEAF}, [("missing_member", "")], id="no-semantics"),
        pytest.param(
            {"semantics": "unicode-script-letters/v1"}, [("missing_member", "")], id="no-node"
        ),
        pytest.param(
            {**configuration(LEAF), "x": 1}, [("unknown_member", "/x")], id="unknown-member"
        ),
        pytest.param(
            {**configuration(LEAF), "semantics": "unicode-script-letters/v2"},
            [("unknown_semantics", "/semantics")],
            id="unknown-semantics",
        ),
        pytest.param(
            {**configuration(LEAF), "semantics": None},
            [("unknown_semantics", "/semantics")],
            id="null",
        ),
        pytest.param(
            {"semantics": 1, "assertion": {"op": "x"}, "y": 0},
            [
                ("unknown_semantics", "/semantics"),
                ("unknown_operator", f"{A}/op"),
                ("unknown_member", "/y"),
            ],
            id="all-of-it",
        ),
    ],
)
def test_what_is_wrong_around_the_node(config: Json, expected: list[tuple[str, str]]) -> None:
    if config is None:
        expected = [("not_object", "")]  # JSON null, as a value
    assert in_any_order(told(config)) == in_any_order(list(expected))


def test_the_hundred_and_first_node_is_told_once_and_the_rest_not_looked_at() -> None:
    config = configuration(group(*[LEAF] * 99, *[{"op": "x"}] * 50))
    assert told(config) == [("too_many_nodes", f"{A}/assertions/99")]


def test_what_lies_too_deep_is_told_where_it_begins() -> None:
    deep = drawn.nested_groups(10, group(LEAF, {"op": "x"}))
    assert told(configuration(deep)) == [
        ("too_deep", A + "/assertions/0" * 10),
        ("too_deep", A + "/assertions/0" * 9 + "/assertions/1"),
    ]


def test_many_problems_are_told_up_to_a_bound() -> None:
    config = configuration({**LEAF, **{f"x{n}": 0 for n in range(1000)}})
    assert len(told(config)) == PROBLEMS_MAX


def test_problems_of_a_text_have_lines_and_columns_and_come_in_its_order() -> None:
    node = '{"op": "contains", "path": "é",\n  "texts": ""}'
    text = f'{{\n "x": 1,\n "assertion": {node},\n "semantics": 2}}'
    assert [(p.code, p.at, p.line, p.column) for p in refused(text)] == [
        ("unknown_member", "/x", 2, 2),
        ("missing_member", "/assertion", 3, 15),
        ("pointer_invalid", "/assertion/path", 3, 42),
        ("unknown_member", "/assertion/texts", 4, 3),
        ("unknown_semantics", "/semantics", 5, 15),
    ]
    assert all(p.line is None and p.column is None for p in refused(json.loads(text)))


# --------------------------------------------------------------------- what makes no difference


@st.composite
def shuffled(draw: st.DrawFn, value: Json) -> Json:
    if isinstance(value, dict):
        return {name: draw(shuffled(value[name])) for name in draw(st.permutations(list(value)))}
    if isinstance(value, list):
        return [draw(shuffled(item)) for item in value]
    return value


def same(first: Program, second: Program, evidence: Json) -> None:
    assert second.config_hash == first.config_hash
    for tools in (None, ToolCapture(complete=True, calls=())):
        expected = first.evaluate(evidence, tools)
        found = second.evaluate(evidence, tools)
        assert (found.outcome, found.reason, found.leaves) == (
            expected.outcome,
            expected.reason,
            expected.leaves,
        )
        assert found.explanation_bytes() == expected.explanation_bytes()


@given(drawn.configurations, drawn.evidences, st.data())
@settings(max_examples=200)
def test_the_order_of_members_changes_nothing(
    config: Json, evidence: Json, data: st.DataObject
) -> None:
    other = data.draw(shuffled(config))
    program = assertory.compile_assertion(config)
    same(program, assertory.compile_assertion(other), evidence)
    same(program, assertory.compile_assertion(json.dumps(other, indent=1)), evidence)
    same(program, program, data.draw(shuffled(evidence)))


@given(drawn.configurations, drawn.evidences)
@settings(max_examples=150)
def test_a_dict_its_text_and_its_bytes_give_the_same_program(config: Json, evidence: Json) -> None:
    program = assertory.compile_assertion(config)
    for indent, ascii_only in ((None, True), (None, False), (2, False)):
        text = json.dumps(config, indent=indent, ensure_ascii=ascii_only)
        for written in (text, text.encode()):
            other = assertory.compile_assertion(written)
            assert other.source == text  # exactly as written
            same(program, other, evidence)
    same(program, assertory.compile_assertion(program.source), evidence)


@given(drawn.configurations)
def test_the_hash_is_that_of_the_canonical_form(config: Json) -> None:
    program = assertory.compile_assertion(config)
    assert program.config_hash == hashlib.sha256(canonical(config).encode()).hexdigest()
    assert program.semantics == "unicode-script-letters/v1"
    assert program.document == config


def test_the_hash_of_one_configuration_by_hand() -> None:
    form = (
        '{"assertion":{"max":10,"min":1,"op":"count","path":"/é"},'
        '"semantics":"unicode-script-letters/v1"}'
    )
    config = configuration({"op": "count", "path": "/é", "min": 1.0, "max": 1e1})
    assert (
        assertory.compile_assertion(config).config_hash == hashlib.sha256(form.encode()).hexdigest()
    )


def test_numbers_that_are_equal_hash_alike_and_the_source_keeps_how_they_were_written() -> None:
    texts = [
        json.dumps(configuration({"op": "equals", "path": "", "value": 0})).replace(
            ": 0}", f": {n}}}"
        )
        for n in ("1", "1.0", "1e0", "10e-1")
    ]
    programs = [assertory.compile_assertion(text) for text in texts]
    assert len({program.config_hash for program in programs}) == 1
    assert [program.source for program in programs] == texts


@pytest.mark.parametrize("number", [1e16, 2.0**60, 1e21, 1.0, -0.0, 5e-324])
def test_a_double_in_a_dict_stays_a_double_in_the_source(number: float) -> None:
    program = assertory.compile_assertion(
        configuration({"op": "equals", "path": "", "value": number})
    )
    again = assertory.compile_assertion(program.source)
    value: Any = again.document["assertion"]["value"]
    assert (value, type(value)) == (number, float)
    assert again.config_hash == program.config_hash


def test_the_operators_are_those_of_the_requirements() -> None:
    assert {name: fields for name, (fields, _) in OPERATORS.items()} == {
        "equals": ("path", "value"),
        "contains": ("path", "text"),
        "regex": ("path", "pattern"),
        "shape": ("path", "required", "allowAdditional"),
        "count": ("path", "min", "max"),
        "tool_called": ("name",),
        "script_ratio": ("path", "script", "min", "max"),
    }
    assert GROUPS == ("all", "any")
