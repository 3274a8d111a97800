"""output_length: how many code points the answer has."""

from dataclasses import dataclass

from assertory.engine.evidence import View
from assertory.engine.fields import Fields
from assertory.engine.json_text import Json
from assertory.engine.limits import LENGTH_MAX
from assertory.engine.outcome import PASSED, WRONG_TYPE, Finding, failed

LENGTH_OUT_OF_RANGE = failed("length_out_of_range")


@dataclass(frozen=True, slots=True)
class OutputLength:
    """
    The answer's length lies within inclusive bounds.

    Takes:    low and high, whole numbers from 0 to 8192, in code points.
    Passes:   low <= length <= high; spaces and line breaks count.
    Fails:    `length_out_of_range`; `wrong_type` where the answer is no text.
    Abstains: only where there is no answer.
    Source:   requirements, quick check `length`.
    """

    low: int
    high: int

    @classmethod
    def read_quick(cls, fields: Fields) -> "OutputLength | None":
        """Read the quick check from its object."""
        low = fields.whole("minimum", 0, LENGTH_MAX)
        high = fields.whole("maximum", 0, LENGTH_MAX)
        if low is None or high is None or not fields.ordered(low, high):
            return None
        return cls(low, high)

    def check(self, view: View) -> Finding:
        """Judge the answer."""
        if type(view.value) is not str:
            return WRONG_TYPE
        return PASSED if self.low <= view.size() <= self.high else LENGTH_OUT_OF_RANGE

    def expected(self) -> Json:
        """Give both bounds."""
        return {"minimum": self.low, "maximum": self.high}

    def observed(self, view: View) -> tuple[str, bool]:
        """Show the length, or the answer where it is no text."""
        return (str(view.size()), False) if type(view.value) is str else view.preview()
