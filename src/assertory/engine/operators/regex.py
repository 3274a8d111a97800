"""regex: a search over the text, in linear time, by RE2 or by the safe subset of quick checks."""

from collections.abc import Callable
from dataclasses import dataclass

from assertory.engine.evidence import View
from assertory.engine.fields import Fields
from assertory.engine.outcome import PASSED, WRONG_TYPE, Finding, failed
from assertory.engine.text.re2 import PatternRefused, Searcher, compile_pattern
from assertory.engine.text.safe_regex import compile_safe

NO_MATCH = failed("no_match")


@dataclass(frozen=True, slots=True)
class Regex:
    """
    The pattern matches somewhere in the selected text.

    Takes:    pattern; RE2's syntax in an assertion, the safe subset in a quick check.
    Passes:   a match exists; anchors make it a check of the whole text.
    Fails:    `no_match`; `wrong_type` where a value that is no text was selected.
    Abstains: `pointer_missing`.
    Source:   requirements, operator `regex` and "Safe regular expressions"; semantics 3 and 4.
    """

    pattern: str
    search: Searcher

    @classmethod
    def read(cls, fields: Fields) -> "Regex | None":
        """Read the assertion operator from its object."""
        return cls._compile(fields, compile_pattern)

    @classmethod
    def read_quick(cls, fields: Fields) -> "Regex | None":
        """Read the quick check from its object."""
        return cls._compile(fields, compile_safe)

    @classmethod
    def _compile(cls, fields: Fields, compiler: Callable[[str], Searcher]) -> "Regex | None":
        pattern = fields.text("pattern")
        if pattern is None:
            return None
        try:
            return cls(pattern, compiler(pattern))
        except PatternRefused as refused:
            fields.problems.add(refused.code, fields.place("pattern"), detail=refused.detail)
            return None

    def check(self, view: View) -> Finding:
        """Judge the selected value."""
        if type(view.value) is not str:
            return WRONG_TYPE
        return PASSED if self.search(view.utf8()) else NO_MATCH

    def expected(self) -> str:
        """Give the pattern."""
        return self.pattern
