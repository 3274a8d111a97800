"""One error carries every problem, in the order of the text, and can be copied and sent."""

import copy
import pickle

import pytest

import assertory
from assertory import AuthoringError, Problem
from assertory.engine.errors import Problems, Spot, problem
from assertory.engine.limits import PROBLEMS_MAX

AT = {"": Spot((0, 0)), "/b": Spot((9, 0), 2, 3), "/a": Spot((4, 0), 1, 5)}


def problems(*, line_form: bool = False) -> Problems:
    return Problems(lambda at, key: AT["/b" if key else at], line_form=line_form)


def raised(found: Problems) -> tuple[Problem, ...]:
    with pytest.raises(AuthoringError) as caught:
        found.raise_if_any()
    return caught.value.problems


def test_nothing_is_raised_where_nothing_was_found() -> None:
    found = problems()
    found.raise_if_any()
    assert not found


def test_problems_come_in_the_order_of_their_places() -> None:
    found = problems()
    found.add("not_array", "/b", found="first")
    found.add("not_array", "/a", found="second")
    found.add("not_object", "/a", found="third")
    found.add("not_array", "/a", key=True, found="fourth")
    assert found
    assert [(p.code, p.at, p.line, p.column) for p in raised(found)] == [
        ("not_array", "/a", 1, 5),
        ("not_object", "/a", 1, 5),
        ("not_array", "/b", 2, 3),
        ("not_array", "/a", 2, 3),
    ]


@pytest.mark.parametrize("code", ["integer_unsafe", "lone_surrogate", "number_not_finite"])
def test_of_a_value_that_is_refused_as_such_no_more_is_told(code: str) -> None:
    found = problems()
    found.add(code, "/a", found="x")
    found.add("not_array", "/a", found="x")
    found.note("not_array", "/a", AT["/b"], found="x")
    found.add("not_array", "/b", found="x")
    assert [(p.code, p.at) for p in raised(found)] == [(code, "/a"), ("not_array", "/b")]


def test_the_line_form_has_no_pointers() -> None:
    found = problems(line_form=True)
    found.add("not_array", "/b", found="x")
    assert [(p.at, p.line, p.column) for p in raised(found)] == [(None, 2, 3)]


def test_the_200th_problem_is_the_last() -> None:
    found = problems()
    for _ in range(PROBLEMS_MAX - 1):
        found.add("not_array", "/a", found="x")
    with pytest.raises(AuthoringError) as caught:
        found.add("not_array", "/b", found="x")
    assert len(caught.value.problems) == PROBLEMS_MAX == 200


@pytest.mark.parametrize(
    ("at", "spot", "text"),
    [
        ("/a", Spot((0, 0), 2, 3), "line 2, column 3, /a: found x; an array is needed here"),
        ("", Spot((0, 0), 2, 3), "line 2, column 3, the root: found x; an array is needed here"),
        (None, Spot((0, 0), 2, 3), "line 2, column 3: found x; an array is needed here"),
        ("/a", Spot((0, 0)), "/a: found x; an array is needed here"),
        (None, Spot((0, 0)), "found x; an array is needed here"),
    ],
)
def test_a_problem_says_where_it_stands(at: str | None, spot: Spot, text: str) -> None:
    told = problem("not_array", at, spot, found="x")
    assert str(told) == text
    assert str(AuthoringError([told, told])) == f"{text}\n{text}"


def test_braces_in_what_was_found_are_no_placeholders() -> None:
    assert "found {limit}{0}; " in problem("not_array", "", AT[""], found="{limit}{0}").message


def test_an_error_is_copied_and_sent_whole() -> None:
    with pytest.raises(AuthoringError) as caught:
        assertory.compile_quick_checks("length:9..1\nnope")
    error = caught.value
    for other in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):  # noqa: S301
        assert type(other) is AuthoringError
        assert other.problems == error.problems
        assert str(other) == str(error)
    assert len(error.problems) == 2
    assert isinstance(error, ValueError)
