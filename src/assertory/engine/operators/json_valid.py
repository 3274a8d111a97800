"""json_valid: the whole answer is one JSON text."""

from dataclasses import dataclass
from typing import Final

from assertory.engine.evidence import View
from assertory.engine.fields import Fields
from assertory.engine.outcome import PASSED, WRONG_TYPE, Finding, failed

UNREADABLE: Final = {r: failed(r) for r in ("invalid_json", "json_too_deep")}


@dataclass(frozen=True, slots=True)
class JsonValid:
    """
    The answer is JSON by RFC 8259, of at most 512 levels.

    Takes:    nothing.
    Passes:   the whole answer is one JSON text; repeated keys, lone surrogates and numbers that
              no double can hold are valid.
    Fails:    `invalid_json`, `json_too_deep`; `wrong_type` where the answer is no text.
    Abstains: only where there is no answer.
    Source:   requirements, quick check `json_valid`; semantics section 2.
    """

    @classmethod
    def read_quick(cls, fields: Fields) -> "JsonValid":  # noqa: ARG003 - the table's signature
        """Read the quick check from its object."""
        return cls()

    def check(self, view: View) -> Finding:
        """Judge the answer."""
        if type(view.value) is not str:
            return WRONG_TYPE
        reason, _ = view.parsed()
        return PASSED if reason is None else UNREADABLE[reason]

    def expected(self) -> None:
        """Give nothing: the check has no field."""
