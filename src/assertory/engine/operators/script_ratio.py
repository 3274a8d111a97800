"""script_ratio: the share of one script among a text's Arabic and Latin letters."""

from dataclasses import dataclass
from typing import Final

from assertory.engine import canonical
from assertory.engine.evidence import View
from assertory.engine.fields import Fields
from assertory.engine.json_text import Json
from assertory.engine.outcome import PASSED, WRONG_TYPE, Finding, abstained, failed

RATIO_OUT_OF_RANGE = failed("ratio_out_of_range")
NO_SCRIPT_LETTERS = abstained("no_script_letters")
SCRIPTS: Final = ("Arabic", "Latin")


@dataclass(frozen=True, slots=True)
class ScriptRatio:
    """
    The share of the script's letters lies within inclusive bounds.

    Takes:    script, Arabic or Latin; low and high, 0 <= low <= high <= 1.
    Passes:   low <= letters of the script / letters of both <= high, as doubles.
    Fails:    `ratio_out_of_range`; `wrong_type` where a value that is no text was selected.
    Abstains: `no_script_letters` where the text has neither script; `pointer_missing`.
    Source:   requirements, "Frozen script ratio semantics"; Unicode 17.0.
    """

    script: str
    low: float
    high: float

    @classmethod
    def read(cls, fields: Fields) -> "ScriptRatio | None":
        """Read the operator from its object."""
        script = fields.choice("script", SCRIPTS)
        low, high = fields.number("min", 0, 1), fields.number("max", 0, 1)
        if low is None or high is None or not fields.ordered(low, high) or script is None:
            return None
        return cls(script, low, high)

    def _ratio(self, view: View) -> float | None:
        arabic, latin = view.letters()
        if arabic + latin == 0:
            return None
        # Python divides integers to the nearest double, which is what semantics section 3 asks.
        return (arabic if self.script == "Arabic" else latin) / (arabic + latin)

    def check(self, view: View) -> Finding:
        """Judge the selected value."""
        if type(view.value) is not str:
            return WRONG_TYPE
        ratio = self._ratio(view)
        if ratio is None:
            return NO_SCRIPT_LETTERS
        return PASSED if self.low <= ratio <= self.high else RATIO_OUT_OF_RANGE

    def expected(self) -> Json:
        """Give the script and both bounds."""
        return {"script": self.script, "min": self.low, "max": self.high}

    def observed(self, view: View) -> tuple[str, bool]:
        """Show the ratio, or the value where there is none."""
        ratio = self._ratio(view) if type(view.value) is str else None
        return view.preview() if ratio is None else (canonical.number(ratio), False)
