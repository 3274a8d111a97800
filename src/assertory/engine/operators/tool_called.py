"""tool_called: a trusted, complete capture holds a call of the tool."""

from dataclasses import dataclass

from assertory.engine.capture import ToolCapture
from assertory.engine.evidence import View
from assertory.engine.fields import Fields
from assertory.engine.outcome import PASSED, Finding, abstained, failed

TOOL_NOT_CALLED = failed("tool_not_called")
TOOL_EVIDENCE_UNAVAILABLE = abstained("tool_evidence_unavailable")


@dataclass(frozen=True, slots=True)
class ToolCalled:
    """
    A captured call bears the name; what an answer claims proves nothing.

    Takes:    name, not empty; matches a call's name, canonical name or alias exactly.
    Passes:   a complete capture holds such a call.
    Fails:    `tool_not_called` where a complete capture holds none.
    Abstains: `tool_evidence_unavailable` without a capture or with an incomplete one, even where
              that one holds the call.
    Source:   requirements, operator `tool_called`; semantics section 3.
    """

    name: str

    @classmethod
    def read(cls, fields: Fields) -> "ToolCalled | None":
        """Read the operator from its object."""
        name = fields.text("name", empty="name_empty")
        return None if name is None else cls(name)

    def check(self, view: View) -> Finding:
        """Judge the capture."""
        capture: ToolCapture | None = view.value
        if capture is None or not capture.complete:
            return TOOL_EVIDENCE_UNAVAILABLE
        called = any(call.bears(self.name) for call in capture.calls)
        return PASSED if called else TOOL_NOT_CALLED

    def expected(self) -> str:
        """Give the name."""
        return self.name

    def observed(self, view: View) -> None:
        """Show nothing: the calls are protected by their own rights."""
