"""What every operator keeps: read once from an author's object, then only asked to check."""

from typing import Protocol

from assertory.engine.evidence import View
from assertory.engine.json_text import Json
from assertory.engine.outcome import Finding


class Operator(Protocol):
    """
    One check, compiled: immutable, and free of evidence.

    An explanation shows the selected value as what was observed; an operator that judges something
    else, such as a count, has a method `observed(view)` that gives the preview of that, or None
    for nothing. One that can tell where it failed has `failures(view)`. See plan.Leaf.
    """

    def check(self, view: View) -> Finding:
        """Judge the selected value; never raises."""
        ...

    def expected(self) -> Json:
        """Give the check's own field or fields, for the explanation."""
        ...
