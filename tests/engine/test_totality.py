"""Authoring raises AuthoringError and nothing else, evaluation nothing at all."""

import json
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import assertory
from assertory import UNAVAILABLE, AuthoringError, Program, ToolCall, ToolCapture, Verdict
from assertory.engine.limits import PROBLEMS_MAX
from assertory.engine.messages import PROBLEMS
from assertory.engine.pointer import is_pointer
from tests.engine import drawn, hostile
from tests.engine.drawn import Json, configuration
from tests.engine.hostile import nested
from tests.engine.stack import near_the_recursion_limit

ONE_OF_EACH = [
    {"op": "equals", "path": "/a", "value": {"b": [1, None, "x"]}},
    {"op": "contains", "path": "/a", "text": "a"},
    {"op": "regex", "path": "/a", "pattern": "a+"},
    {"op": "shape", "path": "/a", "required": {"b": "array"}, "allowAdditional": False},
    {"op": "count", "path": "/a", "min": 1, "max": 3},
    {"op": "tool_called", "name": "search"},
    {"op": "script_ratio", "path": "/a", "script": "Latin", "min": 0, "max": 1},
    {"op": "count", "path": "", "min": 1, "max": 3},
]
ASSERTION = assertory.compile_assertion(
    configuration({"op": "all", "assertions": [{"op": "any", "assertions": ONE_OF_EACH}]})
)
SCHEMA = {
    "type": "object",
    "properties": {"a": {"type": "array", "items": {"type": "integer", "maximum": 3}}},
    "required": ["a", "b"],
    "additionalProperties": False,
}
QUICK = assertory.compile_quick_checks(
    json.dumps(
        [
            {"type": "contains", "text": "a"},
            {"type": "exact", "text": "a"},
            {"type": "json_valid"},
            {"type": "output_length", "minimum": 1, "maximum": 3},
            {"type": "number_range", "path": "/a/0", "minimum": 0, "maximum": 1},
            {"type": "regex", "pattern": "a+"},
            {"type": "json_schema", "schema": SCHEMA},
        ]
    )
)
PROGRAMS = pytest.mark.parametrize("program", [ASSERTION, QUICK], ids=["assertion", "quick"])
CAPTURES = (None, ToolCapture(complete=True, calls=(ToolCall("1", "search"),)))


def read_all_of(verdict: Verdict) -> str:
    """Use everything that a verdict gives, and check what holds for every one."""
    explanation = verdict.explanation
    assert json.loads(verdict.explanation_bytes()) == explanation
    assert explanation["outcome"] == verdict.outcome
    assert explanation["reason"] == verdict.reason
    assert (verdict.value, verdict.label) == {
        "passed": (1, "yes"),
        "failed": (0, "no"),
        "abstained": (None, None),
    }[verdict.outcome]
    assert repr(verdict)
    assert all((leaf.outcome == "passed") == (leaf.reason is None) for leaf in verdict.leaves)
    return verdict.outcome


@PROGRAMS
@given(evidence=drawn.python_values, tools=st.sampled_from(CAPTURES))
def test_any_python_value_gets_a_verdict(
    program: Program, evidence: Json, tools: ToolCapture | None
) -> None:
    read_all_of(program.evaluate(drawn.built(evidence), tools))


@PROGRAMS
@given(evidence=drawn.evidences)
def test_any_json_value_is_judged(program: Program, evidence: Json) -> None:
    verdict = program.evaluate(evidence)
    read_all_of(verdict)
    assert "evidence_not_json" not in {leaf.reason for leaf in verdict.leaves}


@pytest.mark.parametrize("make", hostile.OTHERS.values(), ids=hostile.OTHERS.keys())
@pytest.mark.parametrize(
    "wrap",
    [
        pytest.param(lambda value: value, id="itself"),
        pytest.param(lambda value: [value], id="in-an-array"),
        pytest.param(lambda value: {"a": {"b": value}}, id="in-objects"),
    ],
)
@PROGRAMS
def test_whatever_is_no_json_makes_every_check_abstain(
    program: Program, wrap: Callable[[Json], Json], make: Callable[[], Json]
) -> None:
    verdict = program.evaluate(wrap(make()))
    assert read_all_of(verdict) == "abstained"
    assert verdict.reason == "evidence_not_json"
    assert {(leaf.outcome, leaf.reason) for leaf in verdict.leaves} == {
        ("abstained", "evidence_not_json")
    }
    assert all(check["observed"] is None for check in verdict.explanation["checks"])


@PROGRAMS
def test_a_container_held_many_times_is_json(program: Program) -> None:
    """As a tree it would have 2^60 items; it is judged like any other value of 61 levels."""
    verdict = program.evaluate({"a": hostile.doubled(60)})
    assert "evidence_not_json" not in {leaf.reason for leaf in verdict.leaves}
    read_all_of(verdict)


@PROGRAMS
def test_unavailable_evidence_makes_every_check_abstain_whatever_the_capture(
    program: Program,
) -> None:
    for tools in CAPTURES:
        verdict = program.evaluate(UNAVAILABLE, tools)
        assert read_all_of(verdict) == "abstained"
        assert {leaf.reason for leaf in verdict.leaves} == {"assertion_evidence_unavailable"}
        assert verdict.reason == "assertion_evidence_unavailable"


@pytest.mark.parametrize("tools", ["search", {"complete": True, "calls": []}, [], 0, False])
@pytest.mark.parametrize("evidence", [{"a": 1}, UNAVAILABLE, float("nan")])
def test_tools_that_are_no_capture_are_the_callers_mistake(evidence: Json, tools: Json) -> None:
    with pytest.raises(TypeError, match="tools is a ToolCapture"):
        ASSERTION.evaluate(evidence, tools)


@pytest.mark.parametrize(
    ("levels", "inner", "reason"),
    [
        pytest.param(509, 1, None, id="scalar-at-level-511"),
        pytest.param(510, 1, None, id="scalar-at-level-512"),
        pytest.param(511, 1, "evidence_not_json", id="scalar-at-level-513"),
        pytest.param(510, [], None, id="empty-array-at-level-512"),
        pytest.param(510, {}, None, id="empty-object-at-level-512"),
        pytest.param(511, [], "evidence_not_json", id="empty-array-at-level-513"),
        pytest.param(510, [[]], "evidence_not_json", id="full-array-at-level-512"),
    ],
)
@pytest.mark.parametrize("name", [None, "a"], ids=["arrays", "objects"])
@pytest.mark.parametrize("beside", [False, True], ids=["a-tree", "held-twice"])
def test_evidence_has_at_most_512_levels(
    levels: int, inner: Json, reason: str | None, name: str | None, *, beside: bool
) -> None:
    """The object around it is the first level; how the value is built makes no difference."""
    program = assertory.compile_assertion(configuration({"op": "equals", "path": "/b", "value": 1}))
    deep = nested(levels, inner, name)
    shared: Json = [[]] * 20 if beside else []
    verdict = program.evaluate({"a": deep, "b": 1, "c": shared, "d": deep if beside else 0})
    assert verdict.reason == reason


@pytest.mark.parametrize("number", [10**308, -(10**308), 1.7976931348623157e308, 5e-324])
def test_any_number_that_a_double_can_hold_is_evidence(number: float) -> None:
    program = assertory.compile_assertion(configuration({"op": "equals", "path": "/a", "value": 1}))
    assert program.evaluate({"a": number}).reason == "not_equal"


def test_the_largest_integers_are_those_that_round_to_a_double() -> None:
    program = assertory.compile_assertion(configuration({"op": "equals", "path": "/a", "value": 1}))
    largest = 2**1024 - 2**970 - 1
    assert float(largest) == 1.7976931348623157e308
    for sign in (1, -1):
        assert program.evaluate({"a": sign * largest}).reason == "not_equal"
        assert program.evaluate({"a": sign * (largest + 1)}).reason == "evidence_not_json"
    with pytest.raises(OverflowError):
        float(largest + 1)


@PROGRAMS
@pytest.mark.parametrize(
    "evidence",
    [
        pytest.param({"a": nested(510, 1)}, id="deep-evidence"),
        pytest.param({"a": nested(600, 1)}, id="too-deep-evidence"),
        pytest.param(f"{'[' * 511}1{']' * 511}", id="deep-answer"),
        pytest.param(f"{'[' * 512}1{']' * 512}", id="too-deep-answer"),
        pytest.param("[" * 100_000, id="unclosed-answer"),
        pytest.param('{"a":' * 511 + "0" + "}" * 511, id="deep-object"),
    ],
)
def test_the_callers_own_depth_changes_nothing(program: Program, evidence: Json) -> None:
    shallow = program.evaluate(evidence).explanation_bytes()
    assert near_the_recursion_limit(lambda: program.evaluate(evidence).explanation_bytes()) == (
        shallow
    )


# --------------------------------------------------------------------------------- authoring

TOKENS = (
    *("{", "}", "[", "]", ",", ":", " ", "\n", "\t", "\ufeff", "\x00", '"', "\\", "\\u", "\\ud800"),
    *('"semantics"', '"unicode-script-letters/v1"', '"assertion"', '"op"', '"all"', '"equals"'),
    *('"path"', '"value"', '""', "0", "-", "1e999", "1e-400", "9" * 320, "NaN", "-Infinity", "tru"),
    *(
        "true",
        "null",
        "contains:",
        "exact:",
        "length:",
        "number:",
        "regex:",
        "json_valid",
        "..",
        "@",
    ),
    *(
        "\ud800",
        "é",
        "1",
        ".",
        '"type"',
        '"json_schema"',
        '"schema"',
        '"regex"',
        '"pattern"',
        "(",
        "+",
    ),
)
token_texts = st.lists(st.sampled_from(TOKENS), max_size=14).map("".join)


@st.composite
def damaged(draw: st.DrawFn, whole: st.SearchStrategy[str]) -> str:
    """A text with a few of its characters taken out or replaced."""
    text = draw(whole)
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text)))
        text = (
            text[:at] + draw(st.sampled_from(["", *TOKENS])) + text[at + draw(st.integers(0, 2)) :]
        )
    return text


written_configurations = drawn.configurations.map(json.dumps)
written_checks = st.lists(drawn.checks, min_size=1, max_size=3).map(json.dumps)
any_text = (
    st.text(max_size=20) | token_texts | damaged(written_configurations) | damaged(written_checks)
)


def compiles(compiler: Callable[[Json], Program], value: Json) -> bool:
    """Compile; AuthoringError is the one way out, and what it tells is sound and in order."""
    try:
        program = compiler(value)
    except AuthoringError as error:
        check_problems(error)
        return False
    assert compiler(program.source).config_hash == program.config_hash
    read_all_of(program.evaluate({"a": "b"}))
    read_all_of(program.evaluate('{"a": "b"}'))
    return True


def check_problems(error: AuthoringError) -> None:
    assert 1 <= len(error.problems) <= PROBLEMS_MAX
    for problem in error.problems:
        assert problem.code in PROBLEMS
        assert problem.message
        assert str(problem) in str(error)
        assert problem.at is None or is_pointer(problem.at)
    places = [(p.line, p.column) for p in error.problems if p.line and p.column]
    assert len(places) in (0, len(error.problems))
    assert places == sorted(places)


@given(any_text)
@settings(max_examples=300)
def test_any_text_compiles_or_is_refused(text: str) -> None:
    compiles(assertory.compile_assertion, text)
    compiles(assertory.compile_quick_checks, text)


@given(
    st.binary(max_size=20)
    | any_text.map(lambda text: text.encode("utf-8", "surrogatepass"))
    | st.builds(
        lambda text, tail: text.encode("utf-8", "replace") + tail, any_text, st.binary(max_size=2)
    )
)
@settings(max_examples=200)
def test_any_bytes_compile_or_are_refused(data: bytes) -> None:
    compiles(assertory.compile_assertion, data)
    compiles(assertory.compile_quick_checks, data)


@given(drawn.python_values)
@settings(max_examples=200)
def test_any_python_value_compiles_or_is_refused(value: Json) -> None:
    compiles(assertory.compile_assertion, drawn.built(value))
    compiles(assertory.compile_quick_checks, drawn.built(value))


@pytest.mark.parametrize("make", hostile.OTHERS.values(), ids=hostile.OTHERS.keys())
@pytest.mark.parametrize(
    "wrap",
    [
        pytest.param(lambda value: value, id="itself"),
        pytest.param(lambda value: [value], id="in-an-array"),
        pytest.param(lambda value: {"semantics": value}, id="in-an-object"),
    ],
)
@pytest.mark.parametrize("compiler", [assertory.compile_assertion, assertory.compile_quick_checks])
def test_whatever_is_no_json_is_refused(
    compiler: Callable[[Json], Program], wrap: Callable[[Json], Json], make: Callable[[], Json]
) -> None:
    assert not compiles(compiler, wrap(make()))


@st.composite
def spoiled(
    draw: st.DrawFn, whole: st.SearchStrategy[Json], others: st.SearchStrategy[Json]
) -> Json:
    """A value with one of its parts replaced, left out, or joined by another."""
    value = json.loads(json.dumps(draw(whole)))
    holder, key = {"": value}, ""
    place: Json = holder
    while draw(st.booleans()) and place[key]:
        inner = place[key]
        if isinstance(inner, dict):
            place, key = inner, draw(st.sampled_from(sorted(inner)))
        elif isinstance(inner, list):
            place, key = inner, draw(st.integers(0, len(inner) - 1))  # type: ignore[assignment]
        else:
            break
    match draw(st.integers(0, 2)):
        case 0:
            place[key] = draw(others)
        case 1 if place is not holder:
            del place[key]
        case _ if isinstance(place, dict):
            place[draw(drawn.names())] = draw(others)
        case _:
            place.append(draw(others))
    return holder[""]


@given(spoiled(drawn.configurations, drawn.python_values))
@settings(max_examples=300)
def test_a_configuration_with_any_part_spoiled_compiles_or_is_refused(config: Json) -> None:
    compiles(assertory.compile_assertion, drawn.built(config))


wrong_values = drawn.json_values(*drawn.SURROGATES, max_leaves=3) | st.just(9e99)


@given(spoiled(drawn.configurations, wrong_values).map(json.dumps))
@settings(max_examples=300)
def test_a_configuration_text_with_any_part_spoiled_compiles_or_is_refused(text: str) -> None:
    compiles(assertory.compile_assertion, text)


@given(spoiled(st.lists(drawn.checks, min_size=1, max_size=3), wrong_values).map(json.dumps))
@settings(max_examples=300)
def test_checks_with_any_part_spoiled_compile_or_are_refused(text: str) -> None:
    compiles(assertory.compile_quick_checks, text)


def test_authoring_near_the_recursion_limit_gives_the_same() -> None:
    config = configuration(
        drawn.nested_groups(10, {"op": "equals", "path": "", "value": nested(9, 1)})
    )
    program = assertory.compile_assertion(config)
    again = near_the_recursion_limit(lambda: assertory.compile_assertion(config))
    assert again.config_hash == program.config_hash
