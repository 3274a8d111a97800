"""A view derives each thing from its value at most once, and outlives changes of the value."""

import copy

import pytest
from hypothesis import given

from assertory.engine.canonical import preview
from assertory.engine.evidence import UNAVAILABLE, Unavailable, View
from assertory.engine.json_value import read_answer
from assertory.engine.text.scripts import count_letters
from tests.engine import drawn
from tests.engine.drawn import Json


@given(drawn.texts(*drawn.SURROGATES))
def test_what_a_text_gives(text: str) -> None:
    view = View(text)
    assert view.size() == len(text)
    assert view.utf8().decode() == "".join(
        "\ufffd" if "\ud800" <= c <= "\udfff" else c for c in text
    )
    assert view.parsed() == read_answer(text)
    assert view.letters() == count_letters(text)
    assert view.preview() == preview(text)


@pytest.mark.parametrize(
    "derive", [View.utf8, View.parsed, View.letters, View.preview, View.written]
)
@pytest.mark.parametrize("text", ['{"a": ["عabc"]}', "", "0", "[["])
def test_each_is_derived_once(derive: Json, text: str) -> None:
    view = View(text)
    assert derive(view) is derive(view)


@pytest.mark.parametrize(
    ("value", "size"),
    [
        ("", 0),
        ("e\u0301", 2),
        ("\U0001f600", 1),
        ([], 0),
        ([1, [2, 3]], 2),
        ({}, -1),
        ({"a": 1}, -1),
        (7, -1),
        (None, -1),
        (True, -1),
    ],
)
def test_only_texts_and_arrays_have_a_size(value: Json, size: int) -> None:
    assert View(value).size() == size


@pytest.mark.parametrize(
    "value", [{"a": [1]}, {"a": "b"}, [[1], 2], ["a", 2], list(range(99)), {"a": {}}, {}, []]
)
@pytest.mark.parametrize("change", ["clear", "copy"])
def test_a_settled_view_shows_what_its_value_was(value: Json, change: str) -> None:
    value = copy.deepcopy(value)
    shown, size = preview(value), View(value).size()
    view = View(value)
    view.settle()
    for member in value.values() if type(value) is dict else value:
        if type(member) in (dict, list):
            member.clear()
    getattr(value, change)()
    assert view.preview() == shown
    assert view.size() == size


def test_unavailable_says_so() -> None:
    assert repr(UNAVAILABLE) == "UNAVAILABLE"
    assert type(UNAVAILABLE) is Unavailable
