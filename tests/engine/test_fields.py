"""The members of an authored object: each getter gives the value, or None and a problem."""

from collections.abc import Callable

import pytest

from assertory import AuthoringError
from assertory.engine.errors import Problems, Spot
from assertory.engine.fields import Fields, found, listed
from tests.engine.drawn import Json

Getter = Callable[[Fields], Json]


def fields(members: dict[str, Json], *allowed: str) -> Fields:
    problems = Problems(lambda _at, _key: Spot((0, 0)))
    return Fields(members, "/x", problems, allowed or ("a", "b"))


def told(found: Fields) -> list[tuple[str, str | None, str]]:
    if not found.problems:
        return []
    with pytest.raises(AuthoringError) as caught:
        found.problems.raise_if_any()
    return [(p.code, p.at, p.message) for p in caught.value.problems]


def text(some: Fields) -> Json:
    return some.text("a")


def some_text(some: Fields) -> Json:
    return some.text("a", empty="text_empty")


def pointer(some: Fields) -> Json:
    return some.pointer("a")


def boolean(some: Fields) -> Json:
    return some.boolean("a")


def whole(some: Fields) -> Json:
    return some.whole("a", 0, 8192)


def number(some: Fields) -> Json:
    return some.number("a", -1.5, 10**15)


def choice(some: Fields) -> Json:
    return some.choice("a", ("Arabic", "Latin"))


GETTERS: list[Getter] = [text, some_text, pointer, boolean, whole, number, choice]


@pytest.mark.parametrize("get", GETTERS)
def test_a_missing_member_is_told_at_its_object(get: Getter) -> None:
    some = fields({})
    assert get(some) is None
    message = "the member a is missing; this object has exactly: a, b"
    assert told(some) == [("missing_member", "/x", message)]


@pytest.mark.parametrize(
    ("get", "value", "given"),
    [
        pytest.param(text, "x", "x", id="text"),
        pytest.param(text, "", "", id="empty-text"),
        pytest.param(some_text, " ", " ", id="a-space-is-some-text"),
        pytest.param(pointer, "", "", id="root-pointer"),
        pytest.param(pointer, "/~0", "/~0", id="pointer-as-written"),
        pytest.param(boolean, False, False, id="false"),
        pytest.param(boolean, True, True, id="true"),
        pytest.param(whole, 0, 0, id="lowest"),
        pytest.param(whole, 8192, 8192, id="highest"),
        pytest.param(whole, 1.0, 1, id="whole-by-value"),
        pytest.param(whole, -0.0, 0, id="minus-zero"),
        pytest.param(number, -1.5, -1.5, id="lowest-number"),
        pytest.param(number, 1e15, 1e15, id="highest-number"),
        pytest.param(number, 10**15, 10**15, id="highest-integer"),
        pytest.param(choice, "Latin", "Latin", id="choice"),
    ],
)
def test_a_sound_value_is_given(get: Getter, value: Json, given: Json) -> None:
    some = fields({"a": value, "b": 0})
    assert get(some) == given
    assert type(get(some)) is type(given)
    assert told(some) == []


@pytest.mark.parametrize(
    ("get", "value", "code", "message"),
    [
        pytest.param(text, 1, "wrong_type", "found 1; a text is needed here", id="text"),
        pytest.param(text, None, "wrong_type", "found null; a text is needed", id="null"),
        pytest.param(some_text, "", "text_empty", "an empty text would pass", id="empty-text"),
        pytest.param(pointer, "a", "pointer_invalid", 'found "a"; a JSON Pointer', id="pointer"),
        pytest.param(pointer, "/~", "pointer_invalid", 'found "/~"; a JSON', id="tilde-alone"),
        pytest.param(pointer, [], "wrong_type", "found an array; a text is", id="array"),
        pytest.param(boolean, 1, "wrong_type", "found 1; true or false is", id="one"),
        pytest.param(boolean, "true", "wrong_type", 'found "true"; true or false', id="true-text"),
        pytest.param(
            whole, True, "wrong_type", "found true; a whole number from 0 to 8192", id="true"
        ),
        pytest.param(whole, "1", "wrong_type", 'found "1"; a whole number', id="number-in-text"),
        pytest.param(whole, -1, "out_of_range", "found -1; allowed is a whole number", id="below"),
        pytest.param(whole, 8193, "out_of_range", "found 8193; allowed is", id="above"),
        pytest.param(whole, 1.5, "out_of_range", "found 1.5; allowed is a whole", id="fraction"),
        pytest.param(whole, 1e300, "out_of_range", "found 1e+300; allowed is", id="far-above"),
        pytest.param(
            number, {}, "wrong_type", "found an object; a number from -1.5 to", id="object"
        ),
        pytest.param(number, False, "wrong_type", "found false; a number", id="false"),
        pytest.param(
            number, -1.6, "out_of_range", "found -1.6; allowed is a number", id="below-it"
        ),
        pytest.param(number, 10**15 + 1, "out_of_range", "to 1000000000000000", id="integer-above"),
        pytest.param(number, float("inf"), "out_of_range", "allowed is a number", id="infinity"),
        pytest.param(choice, "latin", "wrong_type", 'found "latin"; Arabic or Latin is', id="case"),
        pytest.param(choice, None, "wrong_type", "found null; Arabic or Latin", id="no-choice"),
        pytest.param(choice, ["Latin"], "wrong_type", "found an array; Arabic", id="in-an-array"),
    ],
)
def test_an_unsound_value_is_told_at_its_place(
    get: Getter, value: Json, code: str, message: str
) -> None:
    some = fields({"a": value})
    assert get(some) is None
    ((found_code, at, said),) = told(some)
    assert (found_code, at) == (code, "/x/a")
    assert message in said


def test_unknown_members_are_told_at_once_each_at_its_own_name() -> None:
    some = fields({"a": 1, "é~/": 2, "": 3})
    assert told(some) == [
        ("unknown_member", "/x/é~0~1", 'there is no member "é~/" here; allowed: a, b'),
        ("unknown_member", "/x/", 'there is no member "" here; allowed: a, b'),
    ]


@pytest.mark.parametrize(
    ("low", "high", "ordered"),
    [(1, 2, True), (1, 1, True), (1, 1.0, True), (0.5, 0.25, False), (2, 1, False)],
)
def test_bounds_are_in_order(low: float, high: float, *, ordered: bool) -> None:
    some = fields({})
    assert some.ordered(low, high) is ordered
    assert [(code, at) for code, at, _ in told(some)] == (
        [] if ordered else [("bounds_reversed", "/x")]
    )


@pytest.mark.parametrize(("low", "high"), [(None, 1), (1, None), (None, None)])
def test_a_bound_that_is_not_there_was_told_before(low: float | None, high: float | None) -> None:
    some = fields({})
    assert some.ordered(low, high) is False
    assert told(some) == []


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ({}, "an object"),
        ([1], "an array"),
        (None, "null"),
        (1.0, "1"),
        ("é\n", '"é\\n"'),
        ("x" * 58, '"' + "x" * 58 + '"'),
        ("x" * 59, '"' + "x" * 59 + "…"),
    ],
)
def test_what_was_found_is_shown_in_one_short_piece(value: Json, shown: str) -> None:
    assert found(value) == shown


def test_names_are_listed() -> None:
    assert listed(("a", "b", "c")) == "a, b, c"
