"""contains: a part of the text, case-sensitive, without normalization."""

from dataclasses import dataclass

from assertory.engine.evidence import View
from assertory.engine.fields import Fields
from assertory.engine.outcome import PASSED, WRONG_TYPE, Finding, failed

NOT_CONTAINED = failed("not_contained")


@dataclass(frozen=True, slots=True)
class Contains:
    """
    The selected text holds a part.

    Takes:    text; in an assertion it may be empty (any text holds it), in a quick check not.
    Passes:   the part stands somewhere in the text, code point for code point.
    Fails:    `not_contained`; `wrong_type` where a value that is no text was selected.
    Abstains: `pointer_missing`.
    Source:   requirements, operator `contains` and the quick check of that name.
    """

    text: str

    @classmethod
    def read(cls, fields: Fields) -> "Contains | None":
        """Read the assertion operator from its object."""
        text = fields.text("text")
        return None if text is None else cls(text)

    @classmethod
    def read_quick(cls, fields: Fields) -> "Contains | None":
        """Read the quick check from its object."""
        text = fields.text("text", empty="text_empty")
        return None if text is None else cls(text)

    def check(self, view: View) -> Finding:
        """Judge the selected value."""
        value = view.value
        if type(value) is not str:
            return WRONG_TYPE
        return PASSED if self.text in value else NOT_CONTAINED

    def expected(self) -> str:
        """Give the part."""
        return self.text
