"""An answer is read strictly: its value, or why there is none, from however deep a stack."""

import json
import math
import re
import sys
from typing import NoReturn

import orjson
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from assertory.engine.json_value import (
    read_answer,
)
from tests.engine import drawn, reading
from tests.engine.drawn import Json
from tests.engine.hostile import nested
from tests.engine.stack import near_the_recursion_limit


def refuse(name: str) -> NoReturn:
    raise ValueError(name)


fragments = st.sampled_from(
    [*'{}[],:"\\ \n01.-eE', "true", "null", "NaN", '"a"', "é", "\ud800", "1e999", "\x00", "\ufeff"]
)
answers = st.lists(fragments, max_size=12).map("".join) | drawn.json_values(*drawn.SURROGATES).map(
    json.dumps
)


@given(answers)
@settings(max_examples=300)
def test_an_answer_is_read_as_json_reads_it(text: str) -> None:
    reason, value = read_answer(text)
    assert reason == reading.verdict(text, 512)
    try:
        expected = json.loads(text, parse_constant=refuse)
    except ValueError:
        assert (reason, value) == ("invalid_json", None)
    else:
        assert json.dumps(value) == json.dumps(expected)


@given(answers)
def test_an_answer_is_read_as_orjson_reads_it_where_that_is_exact(text: str) -> None:
    """Orjson refuses lone surrogates, numbers beyond doubles, and long integers lose digits."""
    assume(not re.search(r"[\ud800-\udfff]|\\u|[0-9]{19}", text))
    try:
        expected = orjson.loads(text)
    except orjson.JSONDecodeError:
        assume("e999" not in text)
        assert read_answer(text)[0] == "invalid_json"
    else:
        reason, value = read_answer(text)
        assert reason is None
        assert json.dumps(value) == json.dumps(expected)


OPENERS = {"arrays": ("[", "]"), "objects": ('{"a":', "}"), "both": ('[{"":', "}]")}


def around(pair: tuple[str, str], levels: int) -> tuple[str, str]:
    """What opens that many containers, and what closes them."""
    opener, closer = pair
    times, odd = divmod(levels, len(closer))
    return "[" * odd + opener * times, closer * times + "]" * odd


@pytest.mark.parametrize("pair", OPENERS.values(), ids=OPENERS.keys())
@pytest.mark.parametrize(
    ("containers", "inner", "reason"),
    [
        pytest.param(511, "1", None, id="scalar-at-512"),
        pytest.param(511, "[]", None, id="empty-array-at-512"),
        pytest.param(511, "{}", None, id="empty-object-at-512"),
        pytest.param(512, "1", "json_too_deep", id="scalar-at-513"),
        pytest.param(512, "[]", "json_too_deep", id="array-at-513"),
        pytest.param(512, "{}", "json_too_deep", id="object-at-513"),
        pytest.param(512, '"', "json_too_deep", id="text-at-513-that-never-ends"),
        pytest.param(512, "nope", "json_too_deep", id="word-at-513-that-begins-like-a-value"),
        pytest.param(512, "1]x", "json_too_deep", id="fault-behind-513"),
        pytest.param(512, "x", "invalid_json", id="fault-in-place-of-513"),
        pytest.param(511, "[x]", "invalid_json", id="fault-just-above-513"),
        pytest.param(600, "1", "json_too_deep", id="600"),
        pytest.param(5000, "1", "json_too_deep", id="beyond-any-recursion"),
    ],
)
def test_an_answer_is_as_deep_as_its_first_513th_level(
    pair: tuple[str, str], containers: int, inner: str, reason: str | None
) -> None:
    opening, closing = around(pair, containers)
    text = opening + inner + closing
    assert read_answer(text)[0] == reason
    assert near_the_recursion_limit(lambda: read_answer(text)[0]) == reason
    if reason == "json_too_deep":  # a reader may stop there, whatever follows
        assert read_answer(opening + inner)[0] == reason
        assert read_answer(text + "]")[0] == reason
        assert read_answer(f"[1,\n{text}, nope")[0] == reason
        assert read_answer(f"[nope,\n{text}]")[0] == "invalid_json"
        assert read_answer(f"x{text}")[0] == "invalid_json"


@given(
    st.sampled_from(list(OPENERS.values())),
    st.integers(508, 514),
    st.sampled_from(["", "1", "[]", "x", '"', "[1,2", "{}", "NaN", "1]"]),
    st.data(),
)
def test_depth_and_faults_are_told_in_the_order_of_the_text(
    pair: tuple[str, str], levels: int, inner: str, data: st.DataObject
) -> None:
    opening, closing = around(pair, levels)
    text, middle = opening + inner + closing, len(opening)
    at = data.draw(st.integers(0, len(text)) | st.integers(middle - 8, middle + len(inner) + 8))
    text = text[:at] + data.draw(st.sampled_from(["", "", "[", "]", ",", "1", "x"])) + text[at:]
    assert read_answer(text)[0] == naive_reason(text)


def naive_reason(text: str) -> str | None:
    """The naive reading, which recurses, with room to."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(limit + 3000)
    try:
        return reading.verdict(text, 512)
    finally:
        sys.setrecursionlimit(limit)


@given(drawn.json_values(*drawn.SURROGATES))
@example({"a": [[], {}]})
def test_a_deep_answer_is_read_whole_from_a_deep_stack(value: Json) -> None:
    """Where the standard library's scanner has no room, the value is still the same."""
    text = json.dumps(nested(400, value))
    expected = read_answer(text)
    assert expected[0] is None
    near = near_the_recursion_limit(lambda: read_answer(text))
    assert json.dumps(near) == json.dumps(expected) == json.dumps([None, nested(400, value)])


@pytest.mark.parametrize(
    "before",
    [
        pytest.param("", id="nothing"),
        pytest.param("[]," * 600, id="arrays"),
        pytest.param('{"a":{}},' * 600, id="objects"),
        pytest.param('"]]]",' * 300, id="brackets-in-texts"),
        pytest.param('"[[[",' * 300, id="opening-brackets-in-texts"),
        pytest.param(r'"\"]",' * 300, id="escaped-quotes"),
        pytest.param(r'"\\",[],"]\\\"]",' * 300, id="escaped-backslashes"),
        pytest.param('"é]\u2028\ud800",' * 300, id="other-characters"),
    ],
)
@pytest.mark.parametrize("fault", ["x", "", "NaN", "NaN\x7f\x80é]", '"', "1 2", "}"])
def test_what_was_closed_before_a_fault_does_not_count(before: str, fault: str) -> None:
    for containers, reason in ((512, "json_too_deep"), (511, "invalid_json")):
        text = f"[{before}{'[' * (containers - 1)}0,{fault}"
        assert read_answer(text)[0] == reason == naive_reason(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        pytest.param("9007199254740993", 9007199254740993, id="every-digit"),
        pytest.param("1" + "0" * 400, math.inf, id="integer-beyond-doubles"),
        pytest.param("-1" + "0" * 5000, -math.inf, id="integer-of-5001-digits"),
        pytest.param("1e400", math.inf, id="double-beyond-doubles"),
        pytest.param("1e-400", 0.0, id="double-too-small"),
        pytest.param('"\\ud800"', "\ud800", id="lone-surrogate"),
        pytest.param('"\ud800"', "\ud800", id="lone-surrogate-as-such"),
        pytest.param('{"a":1,"a":[2]}', {"a": [2]}, id="the-last-of-repeated-names"),
    ],
)
def test_an_answer_may_hold_what_authored_text_may_not(text: str, value: Json) -> None:
    assert read_answer(text) == (None, value)
    inside = "[" * 300 + text + "]" * 300
    deep = near_the_recursion_limit(lambda: read_answer(inside))
    assert deep == (None, nested(300, value))


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "The answer is 1.", "\ufeff1", "\xa01", "\x0b1", "NaN", "-Infinity", "Infinity"),
        *("+1", "'a'", "nul", "truefalse", "1 2", '{"a":1}{"b":2}', "```json\n1\n```", "tru", "f"),
    ],
)
def test_prose_is_no_json(text: str) -> None:
    assert read_answer(text) == ("invalid_json", None)
