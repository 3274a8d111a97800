"""exact: the whole answer, code point for code point."""

from dataclasses import dataclass

from assertory.engine.evidence import View
from assertory.engine.fields import Fields
from assertory.engine.outcome import PASSED, WRONG_TYPE, Finding, failed

NOT_EXACT = failed("not_exact")


@dataclass(frozen=True, slots=True)
class Exact:
    """
    The answer is exactly the text.

    Takes:    text, perhaps empty.
    Passes:   both are equal, without normalization.
    Fails:    `not_exact`; `wrong_type` where the answer is no text.
    Abstains: only where there is no answer.
    Source:   requirements, quick check `exact`.
    """

    text: str

    @classmethod
    def read_quick(cls, fields: Fields) -> "Exact | None":
        """Read the quick check from its object."""
        text = fields.text("text")
        return None if text is None else cls(text)

    def check(self, view: View) -> Finding:
        """Judge the answer."""
        if type(view.value) is not str:
            return WRONG_TYPE
        return PASSED if view.value == self.text else NOT_EXACT

    def expected(self) -> str:
        """Give the text."""
        return self.text
