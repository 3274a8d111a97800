"""What an explanation says of one check after one finding, all but what was observed."""

from collections.abc import Callable
from typing import Final, NamedTuple

from assertory.engine.canonical import canonical, preview, preview_bytes
from assertory.engine.evidence import View
from assertory.engine.json_text import Json
from assertory.engine.limits import PREVIEW_MAX, SCHEMA_FAILURES_MAX
from assertory.engine.messages import REASONS
from assertory.engine.outcome import (
    EVIDENCE_NOT_JSON,
    EVIDENCE_UNAVAILABLE,
    POINTER_MISSING,
    Finding,
)
from assertory.engine.plan import Leaf

UNSEEN: Final = (POINTER_MISSING, EVIDENCE_UNAVAILABLE, EVIDENCE_NOT_JSON)
# A preview is JSON text, so writing it once more escapes quotes and backslashes: twice the size.
OBSERVED_CHARACTERS_MAX: Final = len('{"preview":"","truncated":false}') + 2 * PREVIEW_MAX
FAILURE_CHARACTERS_MAX: Final = (
    len('{"path":"","pathTruncated":true,"requirement":"additionalProperties"},') + 6 * PREVIEW_MAX
)
FAILURES_CHARACTERS_MAX: Final = (
    len('"failures":[],') + SCHEMA_FAILURES_MAX * FAILURE_CHARACTERS_MAX
)


class Line(NamedTuple):
    """A check as text: what stands before and behind what was observed."""

    opening: bytes
    write: Callable[[View], bytes]
    closing: bytes


class Told:
    """
    The constant part of one check in an explanation; made anew it would cost as much as the check.

    Gives:   members, as an object; line, as text, and wordless, without its sentence;
             characters_max, a bound for its size with what was observed and a comma.
    """

    __slots__ = ("_expected", "_failures", "_show", "characters_max", "line", "members", "slot",
                 "wordless")  # fmt: skip

    def __init__(self, leaf: Leaf, finding: Finding) -> None:
        # json_valid is the one check without a field; equals may well expect null.
        shown = None if leaf.op == "json_valid" else preview(leaf.operator.expected())
        self._expected = shown and _previewed(shown)
        self._show = _show_nothing if finding in UNSEEN else leaf.observed or View.preview
        # An unseen finding has another reason, so there is a view wherever there are failures.
        self._failures = leaf.failures if finding.reason == "schema_mismatch" else None
        self.slot = leaf.slot
        self.members = _members(leaf, finding, self._expected)
        self.line = self._line(messages=True)
        self.wordless = self._line(messages=False)
        self.characters_max = len(canonical(self.members)) + 1 + OBSERVED_CHARACTERS_MAX
        if self._failures is not None:
            self.characters_max += FAILURES_CHARACTERS_MAX

    def check(self, view: View) -> dict[str, Json]:
        """Give the check as an object that holds what was observed, and nothing shared."""
        check = self.members.copy()
        if self._expected is not None:
            check["expected"] = self._expected.copy()
        shown = self._show(view)
        if shown is not None:
            check["observed"] = {"preview": shown[0], "truncated": shown[1]}
        if self._failures is not None:
            check["failures"] = [_failure(*found) for found in self._failures(view)]
        return check

    def _line(self, *, messages: bool) -> Line:
        """Write the constant members, in the order of RFC 8785, around what was observed."""
        opening = f"{{{self._written('at', 'message')},"
        sentence = f"{self._written('message', 'observed')}," if messages else ""
        closing = f",{self._written('op', '~')}}}".encode()
        if self._failures is not None:
            write = _with_failures(self._failures, sentence)
            return Line(opening.encode(), write, closing)
        opening += f'{sentence}"observed":'
        show = self._show
        if show is View.preview:
            return Line(opening.encode(), View.written, closing)
        return Line(opening.encode(), lambda view: preview_bytes(show(view)), closing)

    def _written(self, first: str, last: str) -> str:
        """Write the members whose names lie from `first` to before `last`."""
        return canonical({n: v for n, v in self.members.items() if first <= n < last})[1:-1]


def tell(leaf: Leaf, finding: Finding) -> Told:
    """Give what an explanation says of a check after `finding`; made once and kept by the leaf."""
    found: Told | None = leaf.told.get(finding)
    if found is None:
        found = leaf.told[finding] = Told(leaf, finding)
    return found


def _members(leaf: Leaf, finding: Finding, expected: dict[str, Json] | None) -> dict[str, Json]:
    members: dict[str, Json] = {
        "at": leaf.at,
        "op": leaf.op,
        "pointer": leaf.pointer,
        "outcome": finding.outcome,
        "reason": finding.reason,
        "expected": expected,
        "observed": None,
        "message": REASONS[finding.reason],
    }
    if leaf.pointer is not None and len(leaf.pointer) > PREVIEW_MAX:
        members |= {"pointer": leaf.pointer[:PREVIEW_MAX], "pointerTruncated": True}
    return members


def _previewed(shown: tuple[str, bool]) -> dict[str, Json]:
    return {"preview": shown[0], "truncated": shown[1]}


def _show_nothing(view: View) -> None:
    """Show nothing of a view that nothing was selected for."""


def _with_failures(
    failures: Callable[[View], list[tuple[str, str]]], sentence: str
) -> Callable[[View], bytes]:
    """Write a schema's failures, which stand before the sentence, and what was observed."""

    def write(view: View) -> bytes:
        found = canonical([_failure(*failure) for failure in failures(view)])
        return f'"failures":{found},{sentence}"observed":'.encode() + view.written()

    return write


def _failure(path: str, requirement: str) -> dict[str, Json]:
    if len(path) <= PREVIEW_MAX:
        return {"path": path, "requirement": requirement}
    return {"path": path[:PREVIEW_MAX], "pathTruncated": True, "requirement": requirement}
