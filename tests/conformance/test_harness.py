"""The harness itself: whatever a case expects wrongly is reported, and nothing passes vacuously."""

from collections.abc import Callable

import pytest

import assertory
from tests.conformance.by_hand import BAD, CONTAINS, assertion_case, written_case
from tests.conformance.case_file import Case, CaseError, Json, Members, read_cases
from tests.conformance.compare import EXPECT, EXPLANATION
from tests.conformance.harness import disagreements

LONG = "/" + "p" * 200
ABSENT: Members = {"op": "contains", "path": LONG, "text": "a"}
GROUP: Members = {"op": "all", "assertions": [CONTAINS, {**CONTAINS, "text": "z"}, ABSENT]}
FAILED: Members = {"path": "/x", "requirement": "type"}
SCHEMA = """[{"type": "json_schema", "schema":
    {"type": "object", "properties": {"x": {"type": "null"}, "y": {"type": "null"}}}},
    {"type": "contains", "text": "x"}]"""
FIRST, SECOND = "/assertion/assertions/0", "/assertion/assertions/1"
EXPLAINED: Members = {
    "at": SECOND,
    "op": "contains",
    "pointer": "/output",
    "outcome": "failed",
    "reason": "not_contained",
    "expected": {"preview": '"z"', "truncated": False},
    "observed": {"preview": '"abc"', "truncated": False},
}
CUT: Members = {
    "at": "/assertion/assertions/2",
    "pointer": LONG[:160],
    "pointerTruncated": True,
    "observed": None,
}

# Member of `expect`, what is right, and what is wrong in every way that must be told.
GROUP_EXPECTS: list[tuple[str, Json, list[Json]]] = [
    ("outcome", "failed", ["passed", "abstained"]),
    ("reason", None, ["not_contained"]),
    (
        "leaves",
        [{"at": SECOND, "op": "contains", "outcome": "failed", "reason": "not_contained"}],
        [
            [{"at": "/assertion/assertions/3", "outcome": "failed"}],
            [{"at": SECOND, "outcome": "passed"}],
            [{"at": SECOND, "outcome": "failed", "reason": None}],
            [{"at": SECOND, "outcome": "failed", "op": "equals"}],
            [{"at": FIRST, "outcome": "passed"}, {"at": SECOND, "outcome": "passed"}],
        ],
    ),
    (
        "outcomes",
        ["passed", "failed", "abstained"],
        [["passed", "failed"], ["failed", "passed", "abstained"]],
    ),
    (
        "reasons",
        [None, "not_contained", "pointer_missing"],
        [[None, "no_match", None], [None, "not_contained"], ["not_contained", None, None]],
    ),
]
GROUP_EXPLANATION: list[tuple[str, Json, list[Json]]] = [
    ("kept", 3, [2, 4]),
    ("keptAtMost", 3, [2]),
    ("keptAtLeast", 3, [4]),
    ("omittedChecks", 0, [1]),
    ("total", 3, [2]),
    ("order", [SECOND, CUT["at"], FIRST], [[FIRST, SECOND, CUT["at"]], [SECOND], []]),
    ("outcomes", ["failed", "abstained", "passed"], [["failed", "passed", "abstained"], []]),
    (
        "groups",
        [{"at": "/assertion", "op": "all", "outcome": "failed"}],
        [[], [{"at": "/assertion", "op": "any", "outcome": "failed"}]],
    ),
    ("charactersAtMost", 16_000, [10]),
    (
        "checks",
        [EXPLAINED, CUT],
        [
            [{"at": "/assertion"}],
            [{**EXPLAINED, "op": "equals"}],
            [{**EXPLAINED, "pointer": "/input"}],
            [{**EXPLAINED, "outcome": "passed"}],
            [{**EXPLAINED, "reason": None}],
            [{**EXPLAINED, "expected": {"preview": '"a"'}}],
            [{**EXPLAINED, "expected": None}],
            [{**EXPLAINED, "observed": {"preview": '"abc"', "truncated": True}}],
            [EXPLAINED, {**CUT, "pointerTruncated": False}],
            [EXPLAINED, {**CUT, "observed": {"preview": "null", "truncated": False}}],
            [{**EXPLAINED, "failures": [FAILED]}],
        ],
    ),
]
FAILURES: tuple[Json, list[Json]] = (
    [FAILED, {"path": "/y"}],
    [
        [],
        [FAILED],
        [{"path": "/y"}, {"path": "/x"}],
        [{"path": "/x", "requirement": "const"}, {"path": "/y"}],
        [{**FAILED, "pathTruncated": True}, {"path": "/y"}],
        [FAILED, {"path": "/y"}, {"path": "/z"}],
    ],
)
_GROUP_ALONE = {name for name, _, _ in GROUP_EXPECTS}
_EXPLAINED_ALONE = {name for name, _, _ in GROUP_EXPLANATION}


def _of_group(expect: Json) -> Case:
    return assertion_case(GROUP, expect, evidence={"output": "abc"})


def _of_schema(expect: Json) -> Case:
    return written_case(dialect="quick", checks=SCHEMA, answer='{"x": 1, "y": 2}', expect=expect)


def test_every_member_of_an_expectation_is_tried_below() -> None:
    """A new comparator needs its wrong expectations here."""
    assert _GROUP_ALONE | {"explanation", "failures"} == set(EXPECT)
    assert set(EXPLANATION) == _EXPLAINED_ALONE


@pytest.mark.parametrize(
    ("name", "right", "wrongs"), GROUP_EXPECTS, ids=lambda part: str(part)[:12]
)
def test_wrong_expectation_is_reported(name: str, right: Json, wrongs: list[Json]) -> None:
    """The right expectation passes, every wrong one is a disagreement."""
    assert disagreements(_of_group({name: right})) == []
    assert [wrong for wrong in wrongs if not disagreements(_of_group({name: wrong}))] == []


@pytest.mark.parametrize(
    ("name", "right", "wrongs"), GROUP_EXPLANATION, ids=lambda part: str(part)[:12]
)
def test_wrong_explanation_is_reported(name: str, right: Json, wrongs: list[Json]) -> None:
    """Likewise for each member of `explanation`."""

    def found(value: Json) -> list[str]:
        return disagreements(_of_group({"outcome": "failed", "explanation": {name: value}}))

    assert found(right) == []
    assert [wrong for wrong in wrongs if not found(wrong)] == []


def test_wrong_failures_are_reported() -> None:
    """Likewise for the failing paths of a json_schema check."""
    right, wrongs = FAILURES
    assert disagreements(_of_schema({"failures": right})) == []
    assert [wrong for wrong in wrongs if not disagreements(_of_schema({"failures": wrong}))] == []


REFUSALS: list[tuple[Members, list[Members]]] = [
    (
        {"at": ["/assertion/path", "/assertion/text"]},
        [{"at": "/assertion"}, {"at": ["/assertion/path", "/assertion/op"]}],
    ),
    (
        {"within": ["/assertion", "/assertion/text"]},
        [{"within": "/semantics"}, {"within": "/assert"}, {"within": ["/assertion", "/x"]}],
    ),
]


@pytest.mark.parametrize(("right", "wrongs"), REFUSALS, ids=["at", "within"])
def test_wrong_place_is_reported(right: Members, wrongs: list[Members]) -> None:
    """A problem told elsewhere than expected is a disagreement, in lists too."""
    assert disagreements(assertion_case(BAD, {"error": True, **right})) == []
    found = [disagreements(assertion_case(BAD, {"error": True, **wrong})) for wrong in wrongs]
    assert all(found)


def test_wrong_line_is_reported() -> None:
    """Line numbers are compared, each of a list."""

    def found(line: Json) -> list[str]:
        checks = "exact:a\nwrong:b\n\nlength:2..1"
        return disagreements(
            written_case(dialect="quick", checks=checks, expect={"error": True, "line": line})
        )

    assert found([2, 4]) == []
    assert found(2) == []
    assert found([2, 3])
    assert found(1)


def test_acceptance_and_refusal_are_told_apart() -> None:
    """What should be refused and isn't, and what should be judged and is refused."""
    assert disagreements(assertion_case(CONTAINS, {"error": True}))
    assert disagreements(assertion_case(BAD, {"outcome": "passed"}, evidence={"output": "a"}))
    assert disagreements(assertion_case(BAD, {"hash": "0" * 64}))
    assert disagreements(assertion_case(CONTAINS, {"hash": "0" * 64}))


MISWRITTEN: dict[str, Callable[[], object]] = {
    "unknown-member": lambda: assertion_case(
        CONTAINS, {"outcome": "passed"}, evidence=1, answer="a"
    ),
    "unknown-expectation": lambda: disagreements(
        assertion_case(CONTAINS, {"outcome": "passed", "value": 1}, evidence=1)
    ),
    "unknown-beside-error": lambda: disagreements(
        assertion_case(BAD, {"error": True, "reason": "wrong_type"})
    ),
    "error-that-is-false": lambda: disagreements(assertion_case(CONTAINS, {"error": False})),
    "nothing-expected": lambda: assertion_case(CONTAINS, {}, evidence=1),
    "no-evidence": lambda: assertion_case(CONTAINS, {"outcome": "passed"}),
    "evidence-beside-error": lambda: assertion_case(BAD, {"error": True}, evidence=1),
    "tools-beside-error": lambda: assertion_case(BAD, {"error": True}, tools=None),
    "empty-leaves": lambda: disagreements(_of_group({"leaves": []})),
    "unknown-in-leaf": lambda: disagreements(
        _of_group({"leaves": [{"at": FIRST, "outcome": "passed", "value": 1}]})
    ),
    "empty-explanation": lambda: disagreements(_of_group({"explanation": {}})),
    "unknown-in-explanation": lambda: disagreements(_of_group({"explanation": {"keep": 3}})),
    "unknown-in-check": lambda: disagreements(
        _of_group({"explanation": {"checks": [{"at": FIRST, "text": "a"}]}})
    ),
    "unknown-in-preview": lambda: disagreements(
        _of_group({"explanation": {"checks": [{"at": FIRST, "expected": {"value": "a"}}]}})
    ),
    "unknown-in-failure": lambda: disagreements(_of_schema({"failures": [{"at": "/x"}]})),
    "reasons-all-null": lambda: disagreements(_of_group({"reasons": [None, None, None]})),
    "empty-places": lambda: disagreements(assertion_case(BAD, {"error": True, "at": []})),
    "outcome-that-is-no-text": lambda: disagreements(_of_group({"outcome": True})),
    "number-as-boolean": lambda: disagreements(_of_group({"explanation": {"kept": True}})),
    "no-such-dialect": lambda: written_case(dialect="quiz", checks="a", expect={"error": True}),
    "two-configurations": lambda: written_case(
        dialect="assertion", config={}, configText="{}", expect={"error": True}
    ),
    "unknown-in-tools": lambda: assertion_case(
        CONTAINS, {"outcome": "passed"}, evidence=1, tools={"complete": True}
    ),
    "unavailable-below-the-root": lambda: assertion_case(
        CONTAINS, {"outcome": "passed"}, evidence={"output": {"$unavailable": True}}
    ),
    "macro-with-too-few-arguments": lambda: assertion_case(
        CONTAINS, {"outcome": "passed"}, evidence={"output": {"$repeat": ["a"]}}
    ),
    "repeated-key": lambda: read_cases('{"about": "", "about": "", "cases": []}'),
    "not-finite": lambda: read_cases('{"about": 1e999, "cases": []}'),
    "no-json-number": lambda: read_cases('{"about": NaN, "cases": []}'),
}


@pytest.mark.parametrize("read", MISWRITTEN.values(), ids=MISWRITTEN.keys())
def test_miswritten_case_is_an_error(read: Callable[[], object]) -> None:
    """A case that could compare nothing, or something unknown, never passes."""
    with pytest.raises(CaseError):
        read()


def test_macros_are_spelled_out() -> None:
    """Nested macros become texts, and inside data the value that the text denotes."""
    answer: Json = {
        "$join": [{"$repeat": [{"$join": ["a", "b"]}, 2]}, {"$nest": ["[", "]", 2, "1"]}]
    }
    quick = written_case(
        dialect="quick", checks="exact:abab[[1]]", answer=answer, expect={"outcomes": []}
    )
    assert quick.judged == "abab[[1]]"
    evidence: Json = {"a": {"$nest": ['{"b":', "}", 2, "1.0"]}, "c": {"$repeat": ["x", 3]}}
    held = assertion_case(CONTAINS, {"outcome": "passed"}, evidence=evidence)
    assert held.judged == {"a": {"b": {"b": 1.0}}, "c": "xxx"}
    gone = assertion_case(CONTAINS, {"outcome": "passed"}, evidence={"$unavailable": True})
    assert gone.judged is assertory.UNAVAILABLE
