"""What counts as JSON, when two values are equal, how deep they go, how an answer is read."""

import math

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from assertory.engine.json_text import DOUBLE_MAX
from assertory.engine.json_value import (
    equal,
    exceeds,
    is_container,
    is_finite,
    is_json,
    is_number,
    is_scalar,
    is_whole,
    type_name,
)
from tests.engine import drawn, hostile
from tests.engine.drawn import Json
from tests.engine.hostile import nested

# ------------------------------------------------------------------------------- equality


def naive_equal(a: Json, b: Json) -> bool:
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        return a == b
    if type(a) is not type(b):
        return False
    if isinstance(a, dict):
        return sorted(a) == sorted(b) and all(naive_equal(a[name], b[name]) for name in a)
    if isinstance(a, list):
        same = [naive_equal(x, y) for x, y in zip(a, b, strict=False)]
        return len(a) == len(b) and all(same)
    return bool(a == b)


small = st.recursive(
    st.sampled_from([None, True, False, 0, 1, 1.0, -0.0, "", "0", "1", "é", "e\u0301"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(drawn.names(), inner, max_size=3),
    max_leaves=6,
)


@given(small, small)
@settings(max_examples=300)
def test_equality_is_the_naive_one(a: Json, b: Json) -> None:
    assert equal(a, b) is naive_equal(a, b)


@st.composite
def rewritten(draw: st.DrawFn, value: Json) -> Json:
    """The same value: members in another order, whole numbers in the other form."""
    if isinstance(value, dict):
        order = draw(st.permutations(sorted(value)))
        return {name: draw(rewritten(value[name])) for name in order}
    if isinstance(value, list):
        return [draw(rewritten(item)) for item in value]
    if isinstance(value, float) and value.is_integer() and draw(st.booleans()):
        return int(value)
    return value


@given(st.data(), drawn.json_values(*drawn.SURROGATES))
def test_a_value_rewritten_is_equal_both_ways(data: st.DataObject, value: Json) -> None:
    other = data.draw(rewritten(value))
    assert equal(value, other)
    assert equal(other, value)


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        pytest.param(1, 1.0, True, id="integer-and-double"),
        pytest.param(0, -0.0, True, id="minus-zero"),
        pytest.param(2**53 + 1, float(2**53), False, id="exact-beyond-2^53"),
        pytest.param(2**60, float(2**60), True, id="equal-beyond-2^53"),
        pytest.param(10**16, 1e16, True, id="1e16"),
        pytest.param(1, True, False, id="true-is-no-number"),
        pytest.param(False, 0, False, id="false-is-no-number"),
        pytest.param(True, True, True, id="booleans"),
        pytest.param(None, False, False, id="null-and-false"),
        pytest.param(None, "", False, id="null-and-empty-text"),
        pytest.param([], {}, False, id="empty-containers"),
        pytest.param("", [], False, id="empty-text-and-array"),
        pytest.param("é", "e\u0301", False, id="not-normalized"),
        pytest.param("1", 1, False, id="text-and-number"),
        pytest.param([1, 2], [2, 1], False, id="order-of-items"),
        pytest.param([1], [1, 1], False, id="more-items"),
        pytest.param([1, 1], [1], False, id="fewer-items"),
        pytest.param({"a": 1, "b": 2}, {"b": 2, "a": 1}, True, id="order-of-members"),
        pytest.param({"a": None}, {}, False, id="null-member-and-none"),
        pytest.param({"a": 1}, {"b": 1}, False, id="other-name"),
        pytest.param({"a": 1}, {"a": 1, "b": 1}, False, id="more-members"),
        pytest.param({"a": [{"b": 1}]}, {"a": [{"b": True}]}, False, id="deep"),
        pytest.param("\ud800", "\ud800", True, id="lone-surrogates"),
    ],
)
def test_equality(a: Json, b: Json, *, same: bool) -> None:
    assert equal(a, b) is same
    assert equal(b, a) is same


# -------------------------------------------------------------------------------- numbers


NO_NUMBERS: list[Json] = [True, False, None, "1", [1], {}, hostile.IntChild(1)]


@pytest.mark.parametrize(
    ("value", "number", "whole"),
    [
        *((n, True, True) for n in (0, -1, 10**20, 1.0, -0.0, 1e300)),
        *((n, True, False) for n in (1.5, math.nan, math.inf, -math.inf, 5e-324)),
        *((n, False, False) for n in NO_NUMBERS),
    ],
)
def test_numbers_and_whole_numbers(value: Json, *, number: bool, whole: bool) -> None:
    assert is_number(value) is number
    assert is_whole(value) is whole


@pytest.mark.parametrize(
    ("number", "finite"),
    [
        *((n, True) for n in (0, 1.5, 1.7976931348623157e308, DOUBLE_MAX, -DOUBLE_MAX)),
        *((n, False) for n in (math.inf, -math.inf, math.nan, DOUBLE_MAX + 1, -DOUBLE_MAX - 1)),
    ],
)
def test_a_number_is_finite_where_a_double_can_hold_it(number: float, *, finite: bool) -> None:
    assert is_finite(number) is finite


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ({}, "an object"),
        ([], "an array"),
        ("", "a text"),
        (True, "a boolean"),
        (1, "a number"),
        (1.5, "a number"),
        (None, "null"),
        ((), "a value of type tuple"),
        (hostile.of_hostile_class(), "a value of type HostileClass"),
    ],
)
def test_types_have_names_that_people_use(value: Json, name: str) -> None:
    assert type_name(value) == name


CONTAINERS: list[Json] = [{}, [], [1]]


@pytest.mark.parametrize(
    ("value", "container", "scalar"),
    [
        *((v, True, False) for v in CONTAINERS),
        *((v, False, True) for v in (None, True, 0, 1.5, "", 10**308)),
        *((v, False, False) for v in ((), math.nan, 10**400, hostile.TextChild("a"), b"")),
    ],
)
def test_containers_and_scalars(value: Json, *, container: bool, scalar: bool) -> None:
    assert is_container(value) is container
    assert is_scalar(value) is scalar


# ---------------------------------------------------------------------------- what is JSON


def naive_levels(value: Json, path: tuple[int, ...] = ()) -> float:
    """The levels of a value; infinite for what is no JSON or holds itself."""
    if type(value) not in (dict, list):
        scalar = value is None or type(value) in (str, bool)
        number = type(value) in (int, float) and abs(value) <= 1.7976931348623157e308
        return 1 if scalar or number else math.inf
    if id(value) in path or (type(value) is dict and any(type(k) is not str for k in value)):
        return math.inf
    inner = value.values() if type(value) is dict else value
    return 1 + max((naive_levels(item, (*path, id(value))) for item in inner), default=0)


@st.composite
def shared_values(draw: st.DrawFn) -> Json:
    """Containers that hold one another, perhaps many times and perhaps in a circle."""
    containers: list[Json] = [
        [] if draw(st.booleans()) else {} for _ in range(draw(st.integers(1, 7)))
    ]
    scalars: list[Json] = [1, "a", None, 1.5, math.nan, (), True]
    for place, container in enumerate(containers):
        for key in range(draw(st.integers(0, 3))):
            forward = containers[place + 1 :] if draw(st.integers(0, 9)) else containers
            inner = draw(
                st.sampled_from([*forward, *scalars[: 4 + draw(st.integers(0, 30)) // 10]])
            )
            if isinstance(container, list):
                container.append(inner)
            else:
                container[str(key)] = inner
    return nested(draw(st.sampled_from([0, 0, 30])), containers[0])


@given(shared_values())
@settings(max_examples=300)
def test_a_value_is_json_where_it_is_by_a_walk_of_every_path(value: Json) -> None:
    assert is_json(value) is (naive_levels(value) <= 512)


@given(shared_values(), st.integers(480, 514))
def test_the_longest_way_down_counts(value: Json, levels: int) -> None:
    """Many are held at several levels at once; watched and unwatched, the result is the same."""
    whole = [[[]] * 20, value, nested(levels - 2, value)]
    assume(naive_levels(value) < math.inf)
    assert is_json(whole) is (naive_levels(value) + levels - 1 <= 512)


@pytest.mark.parametrize("make", hostile.OTHERS.values(), ids=hostile.OTHERS.keys())
def test_other_values_are_no_json(make: object) -> None:
    assert callable(make)
    assert not is_json(make())
    assert not is_json([[make()], {"a": make()}])
    many: Json = [[] for _ in range(99)]
    for containers in (many, [many] * 99):
        assert is_json([containers, [[0]]])
        assert not is_json([containers, [[make()]]])


@pytest.mark.parametrize(
    ("value", "levels", "values"),
    [
        pytest.param(1, 1, 1, id="scalar"),
        pytest.param([], 1, 1, id="empty-array"),
        pytest.param({}, 1, 1, id="empty-object"),
        pytest.param([1], 2, 2, id="array"),
        pytest.param([[], {}], 2, 3, id="empty-containers-inside"),
        pytest.param({"a": [1, {"b": None}], "c": "[[["}, 4, 6, id="object"),
        pytest.param(nested(40, 1), 41, 41, id="deep"),
    ],
)
def test_levels_and_values_are_counted(value: Json, levels: int, values: int) -> None:
    assert not exceeds(value, levels=levels)
    assert exceeds(value, levels=levels - 1)
    assert not exceeds(value, levels=levels, values=values)
    assert exceeds(value, levels=levels, values=values - 1)
