"""Reading the members of one authored object, noting every problem at its place."""

from collections.abc import Sequence

from assertory.engine import pointer
from assertory.engine.canonical import compact, number
from assertory.engine.errors import Problems
from assertory.engine.json_text import FOUND_MAX, Json
from assertory.engine.json_value import is_finite, is_number, is_whole, type_name


def found(value: Json) -> str:
    """Show what an author wrote, in one short piece."""
    if type(value) in (dict, list):
        return type_name(value)
    text = compact(value)
    return text if len(text) <= FOUND_MAX else f"{text[:FOUND_MAX]}…"


def listed(names: Sequence[str]) -> str:
    """Join names for a sentence."""
    return ", ".join(names)


class Fields:
    """
    The members of one object of a configuration, which has exactly the `allowed` ones.

    Each getter gives the checked value, or None after it noted a problem; so an operator can be
    made only where none of its getters gave None.
    """

    def __init__(
        self, members: dict[str, Json], at: str, problems: Problems, allowed: Sequence[str]
    ) -> None:
        self.members = members
        self.at = at
        self.problems = problems
        self.allowed = allowed
        for name in members:
            if name not in allowed:
                problems.add(
                    "unknown_member",
                    self.place(name),
                    key=True,
                    found=found(name),
                    allowed=listed(allowed),
                )

    def place(self, name: str) -> str:
        """Give the pointer to a member."""
        return f"{self.at}/{pointer.escape(name)}"

    def has(self, name: str) -> bool:
        """Tell whether a member stands there, noting a problem where it doesn't."""
        if name in self.members:
            return True
        self.problems.add("missing_member", self.at, name=name, allowed=listed(self.allowed))
        return False

    def text(self, name: str, *, empty: str | None = None) -> str | None:
        """Give a text; `empty` is the problem of an empty one, None where it may be empty."""
        if not self.has(name):
            return None
        value = self.members[name]
        if type(value) is not str:
            self._wrong_type(name, "a text")
            return None
        if not value and empty is not None:
            self.problems.add(empty, self.place(name))
            return None
        return value

    def pointer(self, name: str) -> str | None:
        """Give a JSON Pointer, as written."""
        value = self.text(name)
        if value is not None and not pointer.is_pointer(value):
            self.problems.add("pointer_invalid", self.place(name), found=found(value))
            return None
        return value

    def boolean(self, name: str) -> bool | None:
        """Give true or false."""
        if not self.has(name):
            return None
        value = self.members[name]
        if type(value) is not bool:
            self._wrong_type(name, "true or false")
            return None
        return value

    def whole(self, name: str, low: int, high: int) -> int | None:
        """Give a whole number by value within [low, high]."""
        if not self.has(name):
            return None
        value = self.members[name]
        allowed = f"a whole number from {low} to {high}"
        if not is_number(value):
            self._wrong_type(name, allowed)
            return None
        if not is_whole(value) or not low <= value <= high:
            self._out_of_range(name, allowed)
            return None
        return int(value)

    def number(self, name: str, low: float, high: float) -> float | None:
        """Give a finite number within [low, high]."""
        if not self.has(name):
            return None
        value = self.members[name]
        allowed = f"a number from {number(low)} to {number(high)}"
        if not is_number(value):
            self._wrong_type(name, allowed)
            return None
        if not is_finite(value) or not low <= value <= high:
            self._out_of_range(name, allowed)
            return None
        return value  # type: ignore[no-any-return]  # a number, by the two tests above

    def choice(self, name: str, allowed: Sequence[str]) -> str | None:
        """Give one of the allowed texts."""
        if not self.has(name):
            return None
        value = self.members[name]
        if type(value) is not str or value not in allowed:
            self.problems.add(
                "wrong_type", self.place(name), found=found(value), allowed=" or ".join(allowed)
            )
            return None
        return value

    def ordered(self, low: float | None, high: float | None) -> bool:
        """Tell whether both bounds are there and in order, noting a problem where they aren't."""
        if low is None or high is None:
            return False
        if low > high:
            self.problems.add("bounds_reversed", self.at, low=number(low), high=number(high))
            return False
        return True

    def _wrong_type(self, name: str, allowed: str) -> None:
        value = self.members[name]
        self.problems.add("wrong_type", self.place(name), found=found(value), allowed=allowed)

    def _out_of_range(self, name: str, allowed: str) -> None:
        value = self.members[name]
        self.problems.add("out_of_range", self.place(name), found=found(value), allowed=allowed)
