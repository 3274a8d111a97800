"""equals: deep JSON equality with a literal."""

from dataclasses import dataclass

from assertory.engine.evidence import View
from assertory.engine.fields import Fields
from assertory.engine.json_text import Json
from assertory.engine.json_value import equal, exceeds, holds_numbers
from assertory.engine.limits import LITERAL_LEVELS_MAX
from assertory.engine.outcome import PASSED, Finding, failed

NOT_EQUAL = failed("not_equal")


@dataclass(frozen=True, slots=True)
class Equals:
    """
    The selected value equals a literal.

    Takes:    value, any JSON value of at most 10 levels.
    Passes:   deep equality; the order of members is irrelevant, numbers compare by value.
    Fails:    `not_equal` otherwise.
    Abstains: `pointer_missing`.
    Source:   requirements, operator `equals`; semantics section 2.
    """

    value: Json
    # Python's own comparison is fifty times faster, and takes 1 for true.
    is_plain: bool

    @classmethod
    def read(cls, fields: Fields) -> "Equals | None":
        """Read the operator from its object."""
        if not fields.has("value"):
            return None
        value = fields.members["value"]
        if exceeds(value, levels=LITERAL_LEVELS_MAX):
            fields.problems.add(
                "literal_too_deep",
                fields.place("value"),
                found=f"more than {LITERAL_LEVELS_MAX}",
                limit=LITERAL_LEVELS_MAX,
            )
            return None
        return cls(value, is_plain=not holds_numbers(value))

    def check(self, view: View) -> Finding:
        """Judge the selected value."""
        if self.is_plain:
            return PASSED if self.value == view.value else NOT_EQUAL
        return PASSED if equal(self.value, view.value) else NOT_EQUAL

    def expected(self) -> Json:
        """Give the literal."""
        return self.value
