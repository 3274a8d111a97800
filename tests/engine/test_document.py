"""Authored text and values are read strictly, and each problem is told at its place."""

import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assertory import AuthoringError, Problem
from assertory.engine import document
from assertory.engine.limits import AUTHORING_LEVELS_MAX, CONFIGURATION_BYTES_MAX, PROBLEMS_MAX
from assertory.engine.pointer import escape
from tests.engine import drawn, hostile
from tests.engine.drawn import Json
from tests.engine.hostile import nested

Told = tuple[str, str | None, int | None, int | None]


def told(make: Callable[[], document.Document]) -> list[Told]:
    """The code and place of every problem that reading tells or notes."""
    return [(p.code, p.at, p.line, p.column) for p in problems(make)]


def problems(make: Callable[[], document.Document]) -> tuple[Problem, ...]:
    with pytest.raises(AuthoringError) as caught:
        make().problems.raise_if_any()
    return caught.value.problems


# ------------------------------------------------------------------------------------ text


@pytest.mark.parametrize(
    ("text", "decoded"),
    [
        pytest.param("é", "é", id="text"),
        pytest.param("é".encode(), "é", id="bytes"),
        pytest.param(b"\xef\xbb\xbf1", "\ufeff1", id="a-byte-order-mark-stays"),
        pytest.param("\ud800", "\ud800", id="a-lone-surrogate-stays"),
        pytest.param(hostile.TextChild("a"), "a", id="a-child-of-text"),
        pytest.param(hostile.BytesChild(b"a"), "a", id="a-child-of-bytes"),
        pytest.param(hostile.Colour.RED, "red", id="a-text-enum"),
        pytest.param(None, None, id="none"),
        pytest.param(bytearray(b"a"), None, id="bytearray"),
        pytest.param(["a"], None, id="list"),
        pytest.param(hostile.Pretender(), None, id="says-it-is-a-text"),
    ],
)
def test_text_is_text_or_its_utf_8(text: Json, decoded: str | None) -> None:
    found = document.decode(text)
    assert found == decoded
    assert type(found) is type(decoded)  # never a child, whose methods may be anything


@pytest.mark.parametrize(
    ("data", "line", "column"),
    [
        pytest.param(b"\xff", 1, 1, id="first-byte"),
        pytest.param("é\na".encode() + b"\xff\xfe", 2, 2, id="second-line"),
        pytest.param(b"a\xe2\x82", 1, 2, id="cut-short"),
        pytest.param(b"ab\xed\xa0\x80", 1, 3, id="surrogate"),
        pytest.param(b"\xc0\x80", 1, 1, id="overlong"),
        pytest.param(hostile.BytesChild(b"ab\xff"), 1, 3, id="a-child-of-bytes"),
    ],
)
def test_bytes_that_are_no_utf_8_are_told_at_the_first(data: bytes, line: int, column: int) -> None:
    with pytest.raises(AuthoringError) as caught:
        document.decode(data)
    (problem,) = caught.value.problems
    assert (problem.code, problem.at, problem.line, problem.column) == (
        "not_utf8",
        "",
        line,
        column,
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param('{"a":1,\n "a":2}', [("repeated_key", "/a", 2, 2)], id="repeated-key"),
        pytest.param(
            '{"a":1,"a":2,"a":3}',
            [("repeated_key", "/a", 1, 8), ("repeated_key", "/a", 1, 14)],
            id="repeated-twice",
        ),
        pytest.param(
            '[{"b":{"~/":1,"~/":2}}]', [("repeated_key", "/0/b/~0~1", 1, 15)], id="repeated-deep"
        ),
        pytest.param(r'["\ud800"]', [("lone_surrogate", "/0", 1, 2)], id="lone-surrogate"),
        pytest.param(
            r'{"a":1,"\udfff":2}', [("lone_surrogate", "/\udfff", 1, 8)], id="surrogate-in-a-name"
        ),
        pytest.param(
            r'{"a":["\ud800"],"a":1}',
            [("lone_surrogate", "/a/0", 1, 7), ("repeated_key", "/a", 1, 17)],
            id="in-a-value-that-is-replaced",
        ),
        pytest.param("\n[1e999]", [("number_not_finite", "/0", 2, 2)], id="double-beyond-doubles"),
        pytest.param("9" * 400, [("number_not_finite", "", 1, 1)], id="integer-beyond-doubles"),
        pytest.param("[9007199254740992]", [("integer_unsafe", "/0", 1, 2)], id="unsafe-integer"),
        pytest.param("[-9007199254740992]", [("integer_unsafe", "/0", 1, 2)], id="unsafe-negative"),
        pytest.param("[1,]", [("not_json", "", 1, 4)], id="no-json"),
        pytest.param(
            '{"a":1e999,"b":9007199254740992,"a":1,"c":"\ud800"}',
            [
                ("number_not_finite", "/a", 1, 6),
                ("integer_unsafe", "/b", 1, 16),
                ("lone_surrogate", "/c", 1, 43),
            ],
            id="each-value-once-in-the-order-of-the-text",
        ),
    ],
)
def test_what_authoring_refuses_in_json(text: str, expected: list[Told]) -> None:
    assert told(lambda: document.read(text)) == expected
    without_places = [(code, at, None, None) for code, at, _, _ in expected]
    assert told(lambda: document.read(text, lines=False)) == without_places


@pytest.mark.parametrize(
    "text", ["9007199254740991", "-9007199254740991", "1e16", "9007199254740992.0", "1e308", "-0"]
)
def test_these_numbers_may_be_written(text: str) -> None:
    found = document.read(text)
    assert not found.problems
    assert found.value == json.loads(text)
    assert type(found.value) is type(json.loads(text))
    assert found.source == text


def test_a_message_repeats_sixty_code_points_of_what_was_found() -> None:
    name = "x" * 99
    (problem,) = problems(lambda: document.read(f'{{"{name}":1,"{name}":2}}'))
    assert f"the member {'x' * 60} stands" in problem.message
    (problem,) = problems(lambda: document.read(f"[{'1' * 300}]"))
    assert f"the integer {'1' * 60} is" in problem.message


@pytest.mark.parametrize("inner", ["1", "[]", "x"])
def test_authored_text_has_at_most_64_levels(inner: str) -> None:
    def arrays(levels: int) -> str:
        return "[" * levels + inner + "]" * levels

    if inner == "x":
        code: Told = ("not_json", "", 1, 65)
        assert told(lambda: document.read(arrays(AUTHORING_LEVELS_MAX))) == [code]
    else:
        assert not document.read(arrays(AUTHORING_LEVELS_MAX - 1)).problems
        expected: Told = ("json_too_deep", "/0" * AUTHORING_LEVELS_MAX, 1, AUTHORING_LEVELS_MAX + 1)
        assert told(lambda: document.read(arrays(AUTHORING_LEVELS_MAX))) == [expected]
        value = json.loads(arrays(AUTHORING_LEVELS_MAX))
        assert told(lambda: document.adopt(value)) == [("json_too_deep", expected[1], None, None)]
        assert not document.adopt(value[0]).problems


# ------------------------------------------------------------------------ places in the text

LOCATED = ' {"a" : [ 1, {"~/" :"x"}],\n "": {}, "é":null}'


@pytest.mark.parametrize(
    ("at", "key", "line", "column"),
    [
        pytest.param("", False, 1, 2, id="root"),
        pytest.param("", True, 1, 2, id="root-has-no-name"),
        pytest.param("/a", False, 1, 9, id="array"),
        pytest.param("/a", True, 1, 3, id="name-of-the-array"),
        pytest.param("/a/0", False, 1, 11, id="item"),
        pytest.param("/a/0", True, 1, 11, id="an-item-has-no-name"),
        pytest.param("/a/1", True, 1, 14, id="an-object-as-item-has-none"),
        pytest.param("/a/1/~0~1", False, 1, 21, id="member"),
        pytest.param("/a/1/~0~1", True, 1, 15, id="its-name"),
        pytest.param("/", False, 2, 6, id="empty-name"),
        pytest.param("/", True, 2, 2, id="where-it-stands"),
        pytest.param("/é", False, 2, 14, id="null"),
    ],
)
def test_every_value_and_name_has_its_place(at: str, *, key: bool, line: int, column: int) -> None:
    found = document.read(LOCATED)
    found.problems.add("not_array", at, key=key, found="x")
    assert told(lambda: found) == [("not_array", at, line, column)]


def pointers(value: Json, at: str = "") -> list[tuple[str, Json]]:
    inner: list[tuple[str, Json]] = []
    if isinstance(value, dict):
        inner = [(f"{at}/{escape(name)}", member) for name, member in value.items()]
    elif isinstance(value, list):
        inner = [(f"{at}/{index}", item) for index, item in enumerate(value)]
    return [(at, value), *(entry for place, member in inner for entry in pointers(member, place))]


@given(drawn.literals, st.sampled_from([None, 0, 2]))
def test_the_place_of_any_value_is_where_its_text_begins(value: Json, indent: int | None) -> None:
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    found = document.read(text)
    lines = text.split("\n")
    for at, member in pointers(value)[: PROBLEMS_MAX - 1]:
        found.problems.add("not_array", at, found="x")
        if isinstance(member, (dict, list)):
            continue
        problem = next(p for p in problems(lambda: found) if p.at == at)
        assert problem.line is not None
        assert problem.column is not None
        rest = "\n".join([lines[problem.line - 1][problem.column - 1 :], *lines[problem.line :]])
        assert json.JSONDecoder().raw_decode(rest)[0] == member


# ---------------------------------------------------------------------------------- values


@given(drawn.literals)
def test_an_adopted_value_is_the_one_that_its_text_denotes(value: Json) -> None:
    found = document.adopt(value)
    assert not found.problems
    assert json.dumps(found.value) == json.dumps(value)
    assert json.dumps(document.read(found.source).value) == json.dumps(value)


def test_an_adopted_value_is_a_copy() -> None:
    value = {"a": [1]}
    found = document.adopt(value)
    value["a"].append(2)
    assert found.value == {"a": [1]}


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param({"a": (1, 2)}, [("not_json_value", "/a")], id="tuple"),
        pytest.param({1: 2}, [("not_json_value", "")], id="name-that-is-no-text"),
        pytest.param({"a": {None: 1}}, [("not_json_value", "/a")], id="name-none"),
        pytest.param([float("nan")], [("number_not_finite", "/0")], id="nan"),
        pytest.param([float("-inf")], [("number_not_finite", "/0")], id="infinity"),
        pytest.param([10**400], [("number_not_finite", "/0")], id="integer-beyond-doubles"),
        pytest.param([2**53], [("integer_unsafe", "/0")], id="unsafe-integer"),
        pytest.param({"~": "\ud800"}, [("lone_surrogate", "/~0")], id="lone-surrogate"),
        pytest.param(
            {"b": {1}, "a": [b"", 1, {"c": float("inf")}]},
            [("not_json_value", "/b"), ("not_json_value", "/a/0"), ("number_not_finite", "/a/2/c")],
            id="each-in-the-order-of-the-value",
        ),
        pytest.param(hostile.cycle(), [("json_too_deep", "/0/a" * 32)], id="cycle"),
    ],
)
def test_what_authoring_refuses_in_a_value(value: Json, expected: list[tuple[str, str]]) -> None:
    assert [(code, at) for code, at, _, _ in told(lambda: document.adopt(value))] == expected


def test_a_value_of_another_type_is_named() -> None:
    (problem,) = problems(lambda: document.adopt({"a": hostile.of_hostile_class()}))
    assert "a value of type HostileClass is not a JSON value" in problem.message


# ---------------------------------------------------------------------------------- bounds


@pytest.mark.parametrize(
    ("make", "code"),
    [
        pytest.param(lambda: hostile.doubled(60), "too_large", id="shared-60-levels"),
        pytest.param(lambda: {"a": hostile.doubled(30)}, "too_large", id="shared-30-levels"),
        pytest.param(hostile.wide_cycle, "too_large", id="wide-cycle"),
        pytest.param(lambda: [0] * 10_000_000, "too_large", id="ten-million-items"),
        pytest.param(lambda: "x" * 10_000_000, "too_large", id="ten-million-code-points"),
        pytest.param(lambda: {"x" * 70_000: 1}, "too_large", id="long-name"),
        pytest.param(lambda: [float("nan")] * 1000, "number_not_finite", id="1000-problems"),
    ],
)
def test_a_value_that_no_configuration_can_hold_costs_little(
    make: Callable[[], Json], code: str
) -> None:
    found = problems(lambda: document.adopt(make()))
    assert found[-1].code == code
    assert len(found) <= PROBLEMS_MAX


@pytest.mark.parametrize("make", [lambda n: "x" * n, lambda n: [0] * n, lambda n: {"x" * n: 0}])
def test_reading_stops_where_the_canonical_form_is_too_large(make: Callable[[int], Json]) -> None:
    text = " " + json.dumps(make(CONFIGURATION_BYTES_MAX + 1))
    (problem,) = problems(lambda: document.read(text))
    assert (problem.code, problem.at, problem.line, problem.column) == ("too_large", "", 1, 2)
    assert "takes more than 65536 bytes in canonical form; 65536 are allowed" in problem.message
    document.read(json.dumps(make(CONFIGURATION_BYTES_MAX // 3)))


def test_a_long_name_over_many_values_costs_little() -> None:
    """Were each of their pointers kept, this would take half a gigabyte."""
    value = {"x" * 30_000: [0] * 15_000}
    assert document.read(json.dumps(value)).value == value
    assert document.adopt(value).value == value


def test_at_most_200_problems_are_told() -> None:
    text = json.dumps(["\ud800"] * 1000)
    assert [p.at for p in problems(lambda: document.read(text))] == [f"/{n}" for n in range(200)]
    value = [b""] * 1000
    assert [p.at for p in problems(lambda: document.adopt(value))] == [f"/{n}" for n in range(200)]


@pytest.mark.parametrize("make", [document.read, lambda text: document.adopt(nested(99, text))])
def test_a_message_tells_how_deep_authored_text_may_be(
    make: Callable[[str], document.Document],
) -> None:
    (problem,) = problems(lambda: make("[" * 99))
    assert problem.message == "the text is nested more than 64 levels deep; nothing valid is"


def test_depth_is_found_before_size() -> None:
    assert told(lambda: document.read("[" * 1_000_000)) == [("json_too_deep", "/0" * 64, 1, 65)]
    assert told(lambda: document.adopt(nested(100_000, 1)))[0][0] == "json_too_deep"
