"""Strict reading: what json reads is read alike, what is no JSON is told at its place."""

import json
import math
from typing import NoReturn

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from assertory.engine.json_text import (
    DOUBLE_MAX,
    FOUND_MAX,
    Fault,
    found_at,
    has_surrogate,
    is_number_text,
    line_and_column,
    read,
    read_integer,
    read_number,
)
from assertory.engine.json_value import is_finite, is_number
from tests.engine import drawn, reading
from tests.engine.drawn import Json

LEVELS = 20


def fault_of(text: str, levels: int = LEVELS) -> Fault:
    with pytest.raises(Fault) as caught:
        read(text, levels=levels)
    return caught.value


@st.composite
def written(draw: st.DrawFn, values: st.SearchStrategy[Json]) -> str:
    """A JSON text of a value, in any of the ways the standard library writes it."""
    value = draw(values)
    spaced = draw(st.sampled_from([None, 0, 1]))
    separators = draw(st.sampled_from([(",", ":"), (" , ", " : "), ("\n,\t", ":\r\n")]))
    text = json.dumps(value, ensure_ascii=draw(st.booleans()), indent=spaced, separators=separators)
    return draw(st.text(" \t\r\n", max_size=2)) + text + draw(st.text(" \t\r\n", max_size=2))


texts = written(drawn.json_values(*drawn.SURROGATES))


@given(texts)
def test_what_json_reads_is_read_alike(text: str) -> None:
    value = read(text, levels=LEVELS)
    assert json.dumps(value) == json.dumps(json.loads(text))  # unlike ==, tells 1, 1.0 and True


@st.composite
def damaged(draw: st.DrawFn) -> str:
    text = draw(texts)
    for _ in range(draw(st.integers(1, 2))):
        at = draw(st.integers(0, len(text)))
        piece = draw(st.text('{}[],:"\\ \t\n0123456789.-+eEtrufalsn\x00u', max_size=3))
        text = text[:at] + piece + text[at + draw(st.integers(0, 2)) :]
    return text


def refuse(name: str) -> NoReturn:
    raise ValueError(name)


@given(damaged() | st.text('{}[],:"\\ \n01.-eEtrue', max_size=12))
def test_what_json_refuses_is_refused_and_nothing_else(text: str) -> None:
    """Two other readings agree: the standard library's and a naive one by regular expressions."""
    try:
        expected = json.loads(text, parse_constant=refuse)
    except ValueError:
        fault = fault_of(text)
        assert fault.code == "not_json"
        assert fault.at == ""
        assert 0 <= fault.offset <= len(text)
        assert fault.detail.startswith("found ")
        assert reading.verdict(text, LEVELS) == "invalid_json"
    else:
        assume(all(map(is_finite, numbers(expected))))
        assert json.dumps(read(text, levels=LEVELS)) == json.dumps(expected)
        assert reading.verdict(text, LEVELS) is None


def numbers(value: Json) -> list[float]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [number for item in value for number in numbers(item)]
    return [value] if is_number(value) else []


@given(damaged() | texts, st.integers(1, 4))
def test_depth_is_told_before_any_later_fault_and_after_any_earlier_one(
    text: str, levels: int
) -> None:
    expected = reading.verdict(text, levels)
    if expected is None:
        read(text, levels=levels)
    else:
        code = {"invalid_json": "not_json"}.get(expected, expected)
        assert fault_of(text, levels).code == code


@pytest.mark.parametrize(
    ("text", "value"),
    [
        pytest.param(" \t\r\n1 \t\r\n", 1, id="white-space-around"),
        pytest.param("-0", 0, id="minus-zero-is-an-integer"),
        pytest.param("1e2", 100.0, id="exponent"),
        pytest.param("[]", [], id="empty-array"),
        pytest.param("[ \n]", [], id="empty-array-with-space"),
        pytest.param("{ }", {}, id="empty-object"),
        pytest.param('{"a":1,"a":2,"b":3}', {"a": 2, "b": 3}, id="the-last-of-repeated-names"),
        pytest.param('{"":{"~/":[0]}}', {"": {"~/": [0]}}, id="odd-names"),
        pytest.param(r'"\ud83d\ude00"', "\U0001f600", id="surrogate-pair"),
        pytest.param(r'"\ud800"', "\ud800", id="lone-surrogate"),
        pytest.param(r'"\"\\\/\b\f\n\r\t\u0041"', '"\\/\b\f\n\r\tA', id="every-escape"),
        pytest.param("9" * 309, float("inf"), id="integer-beyond-doubles"),
        pytest.param("-1e999", float("-inf"), id="double-beyond-doubles"),
        pytest.param("12345678901234567890", 12345678901234567890, id="every-digit"),
    ],
)
def test_reads(text: str, value: Json) -> None:
    found = read(text, levels=LEVELS)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("text", "line", "column", "found", "needed"),
    [
        pytest.param("", 1, 1, "the end of the text", "a value is needed", id="nothing"),
        pytest.param(" \n ", 2, 2, "the end of the text", "a value is needed", id="space"),
        pytest.param("\ufeff1", 1, 1, "a byte order mark", "a value is needed", id="bom"),
        pytest.param("\xa01", 1, 1, "\xa01", "a value is needed", id="other-space"),
        pytest.param("nul", 1, 1, "nul", "a value is needed", id="half-a-literal"),
        pytest.param("True", 1, 1, "True", "a value is needed", id="literal-of-python"),
        pytest.param("[NaN]", 1, 2, "NaN", "a value is needed", id="nan"),
        pytest.param("[-Infinity]", 1, 2, "-Infinity", "a value is needed", id="infinity"),
        pytest.param("[01]", 1, 2, "01", "a value is needed", id="leading-zero"),
        pytest.param("[1.]", 1, 2, "1.", "a value is needed", id="point-without-digits"),
        pytest.param("[.5]", 1, 2, ".5", "a value is needed", id="point-without-zero"),
        pytest.param("[+1]", 1, 2, "+1", "a value is needed", id="plus"),
        pytest.param("[1e]", 1, 2, "1e", "a value is needed", id="exponent-without-digits"),
        pytest.param(
            "[1e+]", 1, 2, "1e+", "a value is needed", id="signed-exponent-without-digits"
        ),
        pytest.param("[-]", 1, 2, "-", "a value is needed", id="minus-alone"),
        pytest.param("[--1]", 1, 2, "--1", "a value is needed", id="two-minuses"),
        pytest.param("[0x1]", 1, 3, "x1", '"," or "]"', id="hexadecimal"),
        pytest.param("[1 2]", 1, 4, "2", '"," or "]"', id="comma-missing"),
        pytest.param("[1,]", 1, 4, '"]"', "a value is needed", id="comma-too-many"),
        pytest.param("[,1]", 1, 2, '","', "a value is needed", id="comma-first"),
        pytest.param("[1", 1, 3, "the end of the text", '"," or "]"', id="array-not-closed"),
        pytest.param("[1}", 1, 3, '"}"', '"," or "]"', id="closed-otherwise"),
        pytest.param("1 1", 1, 3, "1", "nothing may follow", id="two-values"),
        pytest.param("{} ]", 1, 4, '"]"', "nothing may follow", id="bracket-behind"),
        pytest.param("{a:1}", 1, 2, "a", "a member name", id="name-without-quotes"),
        pytest.param("{1:1}", 1, 2, "1", "a member name", id="number-as-name"),
        pytest.param('{"a"}', 1, 5, '"}"', '":" is needed', id="value-missing"),
        pytest.param('{"a" 1}', 1, 6, "1", '":" is needed', id="colon-missing"),
        pytest.param('{"a":}', 1, 6, '"}"', "a value is needed", id="nothing-behind-the-colon"),
        pytest.param('{"a":1,}', 1, 8, '"}"', "a member name", id="comma-too-many-in-object"),
        pytest.param('{"a":1 "b":2}', 1, 8, '"b"', '"," or "}"', id="comma-missing-in-object"),
        pytest.param('{"a":1', 1, 7, "the end of the text", '"," or "}"', id="object-not-closed"),
        pytest.param('{"é', 1, 2, '"é', "closing quotation mark", id="name-not-closed"),
        pytest.param('["é', 1, 2, '"é', "closing quotation mark", id="text-not-closed"),
        pytest.param('["a\\', 1, 2, '"a\\', "closing quotation mark", id="escape-not-closed"),
        pytest.param('["a\tb"]', 1, 4, '"\\t"', "written as an escape", id="tab-in-text"),
        pytest.param('{"\n":1}', 1, 3, '"\\n"', "written as an escape", id="line-break-in-name"),
        pytest.param('["\\x"]', 1, 3, '\\x"', "a backslash stands", id="no-escape"),
        pytest.param('["a\\u12"]', 1, 4, '\\u12"', "four hexadecimal digits", id="short-escape"),
        pytest.param('["\\u00g0"]', 1, 3, '\\u00g0"', "four hexadecimal", id="no-hex-digit"),
        pytest.param('["\\ud800\\u12"]', 1, 9, '\\u12"', "four hex", id="short-second-half"),
        pytest.param('[\n"a",\r\n  é\n]', 3, 3, "é", "a value is needed", id="third-line"),
    ],
)
def test_tells_the_first_fault_at_its_place(
    text: str, line: int, column: int, found: str, needed: str
) -> None:
    fault = fault_of(text)
    assert (fault.code, fault.at) == ("not_json", "")
    assert line_and_column(text, fault.offset) == (line, column)
    assert fault.detail.startswith(f"found {found}; ")
    assert needed in fault.detail


@pytest.mark.parametrize(
    ("text", "at", "offset"),
    [
        pytest.param("[[[1]]]", "/0/0/0", 3, id="scalar"),
        pytest.param("[[[[]]]]", "/0/0/0", 3, id="empty-container"),
        pytest.param('{"a":[0,{"~/":  "x"}]}', "/a/1/~0~1", 16, id="names-and-indices"),
        pytest.param("[[[1x", "/0/0/0", 3, id="whatever-follows"),
        pytest.param('[[["', "/0/0/0", 3, id="a-text-that-never-ends"),
    ],
)
def test_tells_the_value_that_lies_too_deep(text: str, at: str, offset: int) -> None:
    fault = fault_of(text, levels=3)
    assert (fault.code, fault.at, fault.offset) == ("json_too_deep", at, offset)


@pytest.mark.parametrize("text", ["[[[", "[[[x", "[[[]x", "[[[}", '[x[["', "[[x[1"])
def test_what_begins_no_value_is_at_no_level(text: str) -> None:
    assert fault_of(text, levels=3).code == "not_json"


@pytest.mark.parametrize("text", ["[[1]]", "[[[]]]", '{"a":{"b":{}}}', "[[],[[]]]"])
def test_the_last_level_is_read(text: str) -> None:
    assert read(text, levels=3) == json.loads(text)
    assert fault_of(text, levels=2).code == "json_too_deep"


@pytest.mark.parametrize(
    ("token", "is_number"),
    [
        *((t, True) for t in ("0", "-0", "10", "0.5", "-1.25", "1e5", "1E+5", "1e-05", "0e0")),
        *((t, False) for t in ("", "-", "00", "01", "-01", "1.", ".1", "1.e1", "e1", "1e", "1e+")),
        *((t, False) for t in ("+1", "1e1.5", "0x1", "1_0", " 1", "1 ", "١", "²", "1e١", "1.5.5")),
        *((t, False) for t in ("--1", "1-", "1ee1", "Infinity", "nan", "1e+-1", "1,5")),
    ],
)
def test_tells_a_number_from_other_texts(token: str, *, is_number: bool) -> None:
    assert is_number_text(token) is is_number


@given(st.text("0123456789.-+eE", max_size=8))
def test_a_text_is_a_number_where_json_reads_it_as_one(token: str) -> None:
    try:
        expected = json.loads(token)
    except ValueError:
        assert not is_number_text(token)
    else:
        assert is_number_text(token)
        assert read_number(token) == expected
        assert type(read_number(token)) is type(expected)


@given(st.integers(-(10**320), 10**320) | st.integers(-5, 5).map(lambda n: DOUBLE_MAX + n))
def test_an_integer_keeps_every_digit_or_is_an_infinity(number: int) -> None:
    try:
        float(number)
    except OverflowError:
        expected: float = math.inf if number > 0 else -math.inf
    else:
        expected = number
    assert read_integer(str(number)) == expected
    assert read_number(str(number)) == expected


def test_the_digits_of_an_integer_have_no_limit() -> None:
    """Python's own `int` refuses more than 4,300 digits."""
    assert read_integer("1" + "0" * 5000) == math.inf
    assert read_integer("-1" + "0" * 5000) == -math.inf


@pytest.mark.parametrize(
    ("text", "offset", "place"),
    [
        ("", 0, (1, 1)),
        ("ab", 2, (1, 3)),
        ("a\nb", 1, (1, 2)),
        ("a\nb", 2, (2, 1)),
        ("\n\n", 2, (3, 1)),
        ("a\r\u2028b", 3, (1, 4)),
        ("\U0001f600x", 1, (1, 2)),
    ],
)
def test_lines_end_at_line_feeds_and_columns_are_code_points(
    text: str, offset: int, place: tuple[int, int]
) -> None:
    assert line_and_column(text, offset) == place


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param("x" * FOUND_MAX, "x" * FOUND_MAX, id="as-long-as-shown"),
        pytest.param("x" * (FOUND_MAX + 1), "x" * FOUND_MAX + "…", id="longer"),
        pytest.param("x:y", "x", id="up-to-punctuation"),
        pytest.param("x y", "x", id="up-to-space"),
        pytest.param(":", '":"', id="punctuation"),
        pytest.param("\x01", '"\\u0001"', id="control-character"),
        pytest.param("", "the end of the text", id="end"),
    ],
)
def test_a_message_repeats_one_word_of_the_text(text: str, found: str) -> None:
    assert found_at(text, 0) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [("", False), ("é\U0001f600", False), ("a\ud800", True), ("\udfff", True), ("\ue000", False)],
)
def test_finds_lone_surrogates(text: str, *, found: bool) -> None:
    assert has_surrogate(text) is found
