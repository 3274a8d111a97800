"""What every operator keeps: read once from an author's object, then only asked to check."""

from typing import Protocol

from assertory.engine.evidence import View
from assertory.engine.json_text import Json
from assertory.engine.outcome import Finding


class Operator(Protocol):
    """One check, compiled: immutable, and free of evidence."""

    def check(self, view: View) -> Finding:
        """Judge the selected value; never raises."""
        ...

    def expected(self) -> Json:
        """Give the check's own field or fields, for the explanation."""
        ...

    def observed(self, view: View) -> tuple[str, bool] | None:
        """Give the preview of what was judged, or None where there is nothing to show."""
        ...
