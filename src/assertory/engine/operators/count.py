"""count: how many items an array has, or how many code points a text."""

from dataclasses import dataclass

from assertory.engine.evidence import View
from assertory.engine.fields import Fields
from assertory.engine.json_text import Json
from assertory.engine.limits import INTEGER_MAX
from assertory.engine.outcome import PASSED, WRONG_TYPE, Finding, failed

COUNT_OUT_OF_RANGE = failed("count_out_of_range")


@dataclass(frozen=True, slots=True)
class Count:
    """
    The number of items or code points lies within inclusive bounds.

    Takes:    low and high, whole numbers from 0 to 2^53 - 1.
    Passes:   low <= count <= high.
    Fails:    `count_out_of_range`; `wrong_type` for an object, number, boolean or null.
    Abstains: `pointer_missing`.
    Source:   requirements, operator `count`.
    """

    low: int
    high: int

    @classmethod
    def read(cls, fields: Fields) -> "Count | None":
        """Read the operator from its object."""
        low = fields.whole("min", 0, INTEGER_MAX)
        high = fields.whole("max", 0, INTEGER_MAX)
        if low is None or high is None or not fields.ordered(low, high):
            return None
        return cls(low, high)

    def check(self, view: View) -> Finding:
        """Judge the selected value."""
        if type(view.value) is not str and type(view.value) is not list:
            return WRONG_TYPE
        return PASSED if self.low <= view.size() <= self.high else COUNT_OUT_OF_RANGE

    def expected(self) -> Json:
        """Give both bounds."""
        return {"min": self.low, "max": self.high}

    def observed(self, view: View) -> tuple[str, bool]:
        """Show the count, or the value where it can't be counted."""
        return (str(view.size()), False) if view.size() >= 0 else view.preview()
