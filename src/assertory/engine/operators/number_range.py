"""number_range: a number inside the answer's JSON lies within bounds."""

from dataclasses import dataclass

from assertory.engine import canonical, pointer
from assertory.engine.evidence import View
from assertory.engine.fields import Fields
from assertory.engine.json_text import Json
from assertory.engine.json_value import is_container, is_finite, is_number
from assertory.engine.limits import NUMBER_BOUND_MAX
from assertory.engine.outcome import PASSED, WRONG_TYPE, Finding, failed

NUMBER_OUT_OF_RANGE = failed("number_out_of_range")
NOT_A_NUMBER = failed("not_a_number")
NOT_FINITE = failed("not_finite")
UNREADABLE = {r: failed(r) for r in ("invalid_json", "json_too_deep")}
# Within an answer that is there, a path that selects nothing fails (semantics section 4), unlike
# an evidence pointer, where nothing is known.
PATH_MISSING = failed("pointer_missing")
ROOT = "@"


@dataclass(frozen=True, slots=True)
class NumberRange:
    """
    The path selects an actual JSON number within inclusive bounds.

    Takes:    path, a JSON Pointer ("@" is the root too); low and high, finite, within ±10^15.
    Passes:   low <= number <= high, by exact value.
    Fails:    `invalid_json`, `json_too_deep`, `pointer_missing`, `not_a_number`, `not_finite`,
              `number_out_of_range`; `wrong_type` where the answer is no text.
    Abstains: only where there is no answer.
    Source:   requirements, quick check `number`; semantics section 4.
    """

    path: str
    tokens: tuple[str, ...]
    low: float
    high: float

    @classmethod
    def read_quick(cls, fields: Fields) -> "NumberRange | None":
        """Read the quick check from its object."""
        path = "" if fields.members.get("path") == ROOT else fields.pointer("path")
        low = fields.number("minimum", -NUMBER_BOUND_MAX, NUMBER_BOUND_MAX)
        high = fields.number("maximum", -NUMBER_BOUND_MAX, NUMBER_BOUND_MAX)
        if low is None or high is None or not fields.ordered(low, high) or path is None:
            return None
        return cls(path, pointer.parse(path), low, high)

    def check(self, view: View) -> Finding:
        """Judge the answer."""
        if type(view.value) is not str:
            return WRONG_TYPE
        reason, value = view.parsed()
        if reason is not None:
            return UNREADABLE[reason]
        number = pointer.select(value, self.tokens)
        if number is pointer.MISSING:
            return PATH_MISSING
        if not is_number(number):
            return NOT_A_NUMBER
        if not is_finite(number):
            return NOT_FINITE
        return PASSED if self.low <= number <= self.high else NUMBER_OUT_OF_RANGE

    def expected(self) -> Json:
        """Give both bounds."""
        return {"minimum": self.low, "maximum": self.high}

    def observed(self, view: View) -> tuple[str, bool] | None:
        """Show the selected scalar; nothing for a container or a number no double can hold."""
        if type(view.value) is not str:
            return view.preview()
        reason, value = view.parsed()
        if reason is not None:
            return None
        selected = pointer.select(value, self.tokens)
        if selected is pointer.MISSING or is_container(selected):
            return None
        unfit = is_number(selected) and not is_finite(selected)
        return None if unfit else canonical.preview(selected)
