"""What authoring refuses: one error that carries every problem, each with a stable code."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

from assertory.engine.limits import PROBLEMS_MAX
from assertory.engine.messages import PROBLEMS

# A value refused for one of these is told once, whatever else it breaks.
UNUSABLE: Final = frozenset(("integer_unsafe", "lone_surrogate", "number_not_finite"))


@dataclass(frozen=True, slots=True)
class Problem:
    """
    One thing that is wrong with what an author wrote.

    Takes:   code, one of `messages.PROBLEMS`; at, a JSON Pointer into the text (None in the line
             form); line and column, counted from 1 in code points (None where a value was given
             and no text); message, one sentence that says what was found and what to change.
    Source:  semantics section 1.
    """

    code: str
    at: str | None
    line: int | None
    column: int | None
    message: str

    def __str__(self) -> str:
        place = [] if self.line is None else [f"line {self.line}, column {self.column}"]
        if self.at is not None:
            place.append(self.at or "the root")
        return f"{', '.join(place)}: {self.message}" if place else self.message


class AuthoringError(ValueError):
    """
    A configuration, checks text or schema that was refused, with every problem found in it.

    Takes:   problems, at least one and at most 200, in the order of their places.
    Source:  semantics section 1: nothing is saved or run before authoring succeeds.

    >>> import assertory
    >>> try:
    ...     assertory.compile_quick_checks("length:9..1")
    ... except assertory.AuthoringError as error:
    ...     print(error.problems[0].code, error.problems[0].line)
    bounds_reversed 1
    """

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems)  # its arguments are what a copy is made from

    def __str__(self) -> str:
        return "\n".join(map(str, self.problems))


class Spot(NamedTuple):
    """Where something stands: its place in the order of the text, and the line to tell, if any."""

    order: tuple[int, int]
    line: int | None = None
    column: int | None = None


def problem(code: str, at: str | None, spot: Spot, **found: object) -> Problem:
    """Put a problem together, with its sentence."""
    return Problem(code, at, spot.line, spot.column, PROBLEMS[code].format(**found))


class Problems:
    """
    The list that authoring fills; it raises AuthoringError when it is full.

    `locate` turns a pointer into its spot, of the value or (the flag) of the member's name; the
    line form has lines and no pointers.
    """

    def __init__(self, locate: Callable[[str, bool], Spot], *, line_form: bool = False) -> None:
        self._locate = locate
        self._line_form = line_form
        self._found: list[tuple[tuple[int, int], Problem]] = []
        self._unusable: set[str] = set()

    def add(self, code: str, at: str, *, key: bool = False, **found: object) -> None:
        """Note the problem `code` at pointer `at`; `key` points at the member's name."""
        self.note(code, at, self._locate(at, key), **found)

    def note(self, code: str, at: str, spot: Spot, **found: object) -> None:
        """Note a problem whose spot is known."""
        if at in self._unusable:
            return  # the value was refused as such: what it would mean is noise
        if code in UNUSABLE:
            self._unusable.add(at)
        told = problem(code, None if self._line_form else at, spot, **found)
        self._found.append((spot.order, told))
        if len(self._found) == PROBLEMS_MAX:
            self.raise_if_any()

    def __bool__(self) -> bool:
        return bool(self._found)

    def raise_if_any(self) -> None:
        """Raise AuthoringError with all that was found, in the order of the text."""
        if self._found:
            found = sorted(self._found, key=lambda entry: entry[0])
            raise AuthoringError(told for _, told in found)
