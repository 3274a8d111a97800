"""Each operator of the assertion dialect: when it passes, fails and abstains."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import assertory
from assertory import ToolCall, ToolCapture
from assertory.engine.text.scripts import count_letters
from tests.engine import drawn
from tests.engine.drawn import Json, configuration

P = "passed"
KINDS: dict[str, Json] = {
    "object": {},
    "array": [],
    "string": "",
    "number": 0,
    "boolean": False,
    "null": None,
}


def judged(node: Json, evidence: Json, tools: ToolCapture | None = None) -> str:
    """`passed`, or the reason of what else happened, at `/a`."""
    program = assertory.compile_assertion(configuration(node))
    verdict = program.evaluate(evidence, tools)
    assert verdict.outcome in (P, "failed", "abstained")
    return verdict.reason or verdict.outcome


def at_a(op: str, value: Json, /, **fields: Json) -> str:
    return judged({"op": op, "path": "/a", **fields}, {"a": value})


ON_PATHS: dict[str, Json] = {
    "equals": {"value": 1},
    "contains": {"text": ""},
    "regex": {"pattern": ""},
    "shape": {"required": {}, "allowAdditional": True},
    "count": {"min": 0, "max": 2**53 - 1},
    "script_ratio": {"script": "Latin", "min": 0, "max": 1},
}


@pytest.mark.parametrize("op", ON_PATHS)
@pytest.mark.parametrize("evidence", [{}, [], None, "a", {"b": 1}, {"A": 1}])
def test_a_pointer_that_selects_nothing_makes_a_check_abstain(op: str, evidence: Json) -> None:
    node = {"op": op, "path": "/a", **ON_PATHS[op]}
    program = assertory.compile_assertion(configuration(node))
    verdict = program.evaluate(evidence)
    assert (verdict.outcome, verdict.reason) == ("abstained", "pointer_missing")


@pytest.mark.parametrize(
    ("op", "kinds"),
    [
        ("contains", {"string"}),
        ("regex", {"string"}),
        ("shape", {"object"}),
        ("count", {"string", "array"}),
        ("script_ratio", {"string"}),
        ("equals", set(KINDS)),
    ],
)
@pytest.mark.parametrize("kind", KINDS)
def test_a_value_of_another_type_fails(op: str, kinds: set[str], kind: str) -> None:
    reason = at_a(op, KINDS[kind], **ON_PATHS[op])
    assert (reason == "wrong_type") is (kind not in kinds)


@pytest.mark.parametrize(
    ("text", "value", "reason"),
    [
        pytest.param("b", "abc", P, id="inside"),
        pytest.param("", "", P, id="empty-in-empty"),
        pytest.param("", "abc", P, id="empty-in-any"),
        pytest.param("B", "abc", "not_contained", id="case"),
        pytest.param("abcd", "abc", "not_contained", id="longer"),
        pytest.param("é", "e\u0301", "not_contained", id="not-normalized"),
        pytest.param("e", "e\u0301", P, id="code-points"),
        pytest.param("a\nb", "xa\nb", P, id="line-feed"),
        pytest.param("\U0001f600", "\ud83d\ude00", "not_contained", id="surrogates-are-not-joined"),
    ],
)
def test_contains(text: str, value: str, reason: str) -> None:
    assert at_a("contains", value, text=text) == reason


@given(drawn.texts(), drawn.texts())
def test_contains_as_a_text_does(text: str, value: str) -> None:
    assert (at_a("contains", value, text=text) == P) is (text in value)


@pytest.mark.parametrize(
    ("value", "found", "reason"),
    [
        pytest.param({"a": 1, "b": 2}, {"b": 2, "a": 1.0}, P, id="order-of-members"),
        pytest.param([1, 2], [2, 1], "not_equal", id="order-of-items"),
        pytest.param(None, None, P, id="null"),
        pytest.param(None, "", "not_equal", id="null-and-empty"),
        pytest.param(True, 1, "not_equal", id="true-and-one"),
        pytest.param("1", 1, "not_equal", id="text-and-number"),
        pytest.param({}, {"a": None}, "not_equal", id="null-member"),
    ],
)
def test_equals(value: Json, found: Json, reason: str) -> None:
    assert at_a("equals", found, value=value) == reason


@pytest.mark.parametrize(
    ("pattern", "value", "reason"),
    [
        pytest.param("b", "abc", P, id="anywhere"),
        pytest.param("^b", "abc", "no_match", id="anchored"),
        pytest.param("^abc$", "abc\n", "no_match", id="end-is-the-end"),
        pytest.param("(?m)^b$", "a\nb\nc", P, id="multi-line"),
        pytest.param("B", "abc", "no_match", id="case"),
        pytest.param("(?i)B", "abc", P, id="ignoring-case"),
        pytest.param("(?i)É", "é", P, id="ignoring-case-of-é"),
        pytest.param(".", "\U0001f600", P, id="a-code-point"),
        pytest.param("^.$", "\U0001f600", P, id="one-code-point"),
        pytest.param("^..$", "e\u0301", P, id="two-code-points"),
        pytest.param(r"\p{Arabic}", "ع", P, id="script"),
        pytest.param("\ufffd", "\ud800", P, id="surrogate-read-as-fffd"),
        pytest.param("", "", P, id="empty"),
        pytest.param("a{3}", "aa", "no_match", id="count"),
    ],
)
def test_regex(pattern: str, value: str, reason: str) -> None:
    assert at_a("regex", value, pattern=pattern) == reason


@given(
    st.lists(st.sampled_from("ab"), max_size=8).map("".join),
    st.sampled_from(["a+b", "^b*$", "aa|bb"]),
)
def test_regex_as_python_does(value: str, pattern: str) -> None:
    assert (at_a("regex", value, pattern=pattern) == P) is bool(re.search(pattern, value))


SHAPE = {"s": "string", "n": "number", "b": "boolean", "a": "array", "o": "object", "z": "null"}
WHOLE: Json = {"s": "", "n": 1, "b": True, "a": [], "o": {}, "z": None}


@pytest.mark.parametrize(
    ("value", "additional", "reason"),
    [
        pytest.param(WHOLE, False, P, id="all-types"),
        pytest.param({**WHOLE, "n": 1.5}, False, P, id="a-double"),
        pytest.param({**WHOLE, "x": 1}, True, P, id="another-member-allowed"),
        pytest.param({**WHOLE, "x": 1}, False, "shape_mismatch", id="another-member"),
        pytest.param({**WHOLE, "n": True}, False, "shape_mismatch", id="a-boolean-is-no-number"),
        pytest.param({**WHOLE, "b": 1}, False, "shape_mismatch", id="a-number-is-no-boolean"),
        pytest.param({**WHOLE, "z": False}, False, "shape_mismatch", id="false-is-not-null"),
        pytest.param({**WHOLE, "a": {}}, False, "shape_mismatch", id="an-object-is-no-array"),
        pytest.param({**WHOLE, "o": None}, True, "shape_mismatch", id="null-is-no-object"),
        pytest.param(
            {k: v for k, v in WHOLE.items() if k != "z"}, True, "shape_mismatch", id="missing"
        ),
        pytest.param(
            {"x" if k == "z" else k: v for k, v in WHOLE.items()},
            False,
            "shape_mismatch",
            id="renamed",
        ),
    ],
)
def test_shape(value: Json, *, additional: bool, reason: str) -> None:
    assert at_a("shape", value, required=SHAPE, allowAdditional=additional) == reason


@pytest.mark.parametrize(("value", "reason"), [({}, P), ({"x": 1}, "shape_mismatch")])
def test_the_shape_of_an_empty_object(value: Json, reason: str) -> None:
    assert at_a("shape", value, required={}, allowAdditional=False) == reason


@given(
    st.dictionaries(st.sampled_from("abc"), st.sampled_from(list(KINDS))),
    st.dictionaries(st.sampled_from("abcd"), st.sampled_from(list(KINDS))),
    st.booleans(),
)
def test_shape_as_its_words_say(required: Json, kinds: Json, additional: bool) -> None:  # noqa: FBT001
    value = {name: KINDS[kind] for name, kind in kinds.items()}
    fits = all(kinds.get(name) == kind for name, kind in required.items())
    fits = fits and (additional or set(kinds) <= set(required))
    assert (at_a("shape", value, required=required, allowAdditional=additional) == P) is fits


@pytest.mark.parametrize(
    ("value", "low", "high", "reason"),
    [
        pytest.param("", 0, 0, P, id="empty-text"),
        pytest.param([], 0, 0, P, id="empty-array"),
        pytest.param("ab", 2, 2, P, id="both-bounds"),
        pytest.param("ab", 3, 9, "count_out_of_range", id="below"),
        pytest.param("ab", 0, 1, "count_out_of_range", id="above"),
        pytest.param("e\u0301", 2, 2, P, id="code-points"),
        pytest.param("\U0001f600", 1, 1, P, id="one-code-point"),
        pytest.param("\ud83d\ude00", 2, 2, P, id="two-surrogates"),
        pytest.param([[1, 2], 3], 2, 2, P, id="direct-items"),
        pytest.param([None], 1.0, 1e0, P, id="bounds-by-value"),
    ],
)
def test_count(value: Json, low: float, high: float, reason: str) -> None:
    assert at_a("count", value, min=low, max=high) == reason


def called(*calls: ToolCall, complete: bool = True) -> ToolCapture:
    return ToolCapture(complete=complete, calls=calls)


@pytest.mark.parametrize(
    ("tools", "reason"),
    [
        pytest.param(None, "tool_evidence_unavailable", id="no-capture"),
        pytest.param(called(), "tool_not_called", id="none-called"),
        pytest.param(called(ToolCall("1", "search")), P, id="by-name"),
        pytest.param(called(ToolCall("1", "x"), ToolCall("1", "search")), P, id="second-call"),
        pytest.param(called(ToolCall("1", "x", "search")), P, id="by-canonical-name"),
        pytest.param(called(ToolCall("1", "x", None, ("y", "search"))), P, id="by-alias"),
        pytest.param(called(ToolCall("search", "x")), "tool_not_called", id="an-id-is-no-name"),
        pytest.param(called(ToolCall("1", "Search")), "tool_not_called", id="case"),
        pytest.param(called(ToolCall("1", "web.search")), "tool_not_called", id="part-of-a-name"),
        pytest.param(called(complete=False), "tool_evidence_unavailable", id="incomplete"),
        pytest.param(
            called(ToolCall("1", "search"), complete=False),
            "tool_evidence_unavailable",
            id="incomplete-though-it-holds-the-call",
        ),
    ],
)
def test_tool_called(tools: ToolCapture | None, reason: str) -> None:
    claimed = {"output": {"toolCalls": [{"name": "search"}]}}  # an answer's claim proves nothing
    for evidence in ({}, None, claimed):
        assert judged({"op": "tool_called", "name": "search"}, evidence, tools) == reason


@pytest.mark.parametrize(
    ("value", "script", "low", "high", "reason"),
    [
        # the examples of the requirements
        pytest.param("عé", "Arabic", 0.5, 0.5, P, id="half"),
        pytest.param("٣\u064b \t", "Arabic", 0, 1, "no_script_letters", id="digits-and-marks-only"),
        pytest.param(" \u2028\u3000", "Arabic", 0, 1, "no_script_letters", id="white-space-only"),
        pytest.param("", "Latin", 0, 1, "no_script_letters", id="nothing"),
        pytest.param("ࢠA", "Arabic", 0.5, 0.5, P, id="arabic-extended-a"),
        pytest.param("ع [[CITE:ABC]]", "Arabic", 1, 1, P, id="a-citation-does-not-count"),
        # and more
        pytest.param(
            "ع [[cite:ABC]]", "Arabic", 1, 1, "ratio_out_of_range", id="case-of-a-citation"
        ),
        pytest.param("عé", "Latin", 0.51, 1, "ratio_out_of_range", id="below"),
        pytest.param("abع", "Latin", 0, 0.6, "ratio_out_of_range", id="above"),
        pytest.param("aaع", "Latin", 2 / 3, 2 / 3, P, id="nearest-double"),
        pytest.param("Ж漢a", "Latin", 1, 1, P, id="other-scripts-do-not-count"),
        pytest.param("Ж漢", "Latin", 0, 1, "no_script_letters", id="other-scripts-only"),
        pytest.param("ع", "Latin", 0, 0, P, id="none-of-the-script"),
        pytest.param("e\u0301", "Latin", 1, 1, P, id="decomposed"),
    ],
)
def test_script_ratio(value: str, script: str, *, low: float, high: float, reason: str) -> None:
    assert at_a("script_ratio", value, script=script, min=low, max=high) == reason


@given(drawn.texts("ع", "ب", "x"))
def test_the_two_ratios_of_a_text_add_up_to_one(value: str) -> None:
    arabic, latin = count_letters(value)
    reasons = set()
    for script, letters in (("Arabic", arabic), ("Latin", latin)):
        ratio = letters / (arabic + latin) if arabic + latin else 0
        reasons.add(at_a("script_ratio", value, script=script, min=ratio, max=ratio))
    assert reasons == ({P} if arabic + latin else {"no_script_letters"})
