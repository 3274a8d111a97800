"""A compiled program as a flat plan: the values to select, the leaves in order, then the groups."""

from collections.abc import Callable
from dataclasses import dataclass, field

from assertory.engine import canonical
from assertory.engine.canonical import preview
from assertory.engine.evidence import View
from assertory.engine.json_text import Json
from assertory.engine.limits import (
    EXPLAINED_CHARACTERS_MAX,
    EXPLAINED_CHECKS_MAX,
    PREVIEW_MAX,
    SCHEMA_FAILURES_MAX,
)
from assertory.engine.messages import REASONS
from assertory.engine.operators.contract import Operator
from assertory.engine.outcome import EVIDENCE_UNAVAILABLE, Finding

TOOLS = -1  # the slot of the tool capture; the others are indices into Plan.pointers
# A preview is JSON text, so writing it once more escapes quotes and backslashes: twice the size.
OBSERVED_CHARACTERS_MAX = len('{"preview":"","truncated":false}') + 2 * PREVIEW_MAX
FAILURE_CHARACTERS_MAX = (
    len('{"path":"","pathTruncated":true,"requirement":"additionalProperties"},') + 6 * PREVIEW_MAX
)
REASON_CHARACTERS_MAX = max(
    len(sentence) + len(reason or "null") for reason, sentence in REASONS.items()
)


Written = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Leaf:
    """One check of a program: where it stands, what it reads, and what it tells of itself."""

    at: str
    op: str
    slot: int
    pointer: str | None
    operator: Operator
    # what the operator shows as observed; None where that is the selected value
    observed: Callable[[View], tuple[str, bool] | None] | None = field(init=False, repr=False)
    failures: Callable[[View], list[tuple[str, str]]] | None = field(init=False, repr=False)
    # what an explanation says of the check after each finding, as an object and as written
    told: dict[Finding, dict[str, Json]] = field(init=False, repr=False, compare=False)
    written: dict[Finding, Written] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "observed", getattr(self.operator, "observed", None))
        object.__setattr__(self, "failures", getattr(self.operator, "failures", None))
        object.__setattr__(self, "told", {})
        object.__setattr__(self, "written", {})

    def tell(self, finding: Finding) -> dict[str, Json]:
        """
        Give what an explanation says of this check after `finding`, all but what was observed.

        Kept in `told` and copied from there: made anew each time, it would cost as much as the
        check.
        """
        return self.told.setdefault(finding, self._tell(finding))

    def write(self, finding: Finding) -> Written:
        """Give the same as written: what stands before the sentence, it, and what stands behind."""
        told = self.tell(finding)
        parts = [
            canonical.canonical({name: told[name] for name in told if first <= name < last})
            for first, last in (("at", "message"), ("message", "observed"), ("op", "~"))
        ]
        head, message, tail = (part[1:-1] for part in parts)
        return self.written.setdefault(finding, (f"{{{head},", f"{message},", f",{tail}}}"))

    def _tell(self, finding: Finding) -> dict[str, Json]:
        # json_valid is the one check without a field; equals may well expect null.
        text, truncated = ("", False) if self.op == "json_valid" else preview(self.expected())
        told: dict[str, Json] = {
            "at": self.at,
            "op": self.op,
            "pointer": self.pointer,
            "outcome": finding.outcome,
            "reason": finding.reason,
            "expected": None
            if self.op == "json_valid"
            else {"preview": text, "truncated": truncated},
            "observed": None,
            "message": REASONS[finding.reason],
        }
        if self.pointer is not None and len(self.pointer) > PREVIEW_MAX:
            told |= {"pointer": self.pointer[:PREVIEW_MAX], "pointerTruncated": True}
        return told

    def expected(self) -> Json:
        """Give the check's own field or fields."""
        return self.operator.expected()

    def characters_max(self) -> int:
        """Give a bound for the leaf's size in an explanation, in code points."""
        size = len(canonical.canonical(self._tell(EVIDENCE_UNAVAILABLE)))
        size += OBSERVED_CHARACTERS_MAX + REASON_CHARACTERS_MAX
        if self.failures is not None:
            size += len(',"failures":[]') + SCHEMA_FAILURES_MAX * FAILURE_CHARACTERS_MAX
        return size


@dataclass(frozen=True, slots=True)
class Group:
    """One `all` or `any`; its children are numbered with the leaves first, then the groups."""

    at: str
    op: str
    children: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """
    What evaluation runs, with nothing left to look up.

    `groups` stand in post-order, so one pass combines them, and the root is the last group or the
    only leaf; `groups_in_order` gives (at, op, node number) as the configuration has them.
    """

    pointers: tuple[tuple[str, ...], ...]
    leaves: tuple[Leaf, ...]
    groups: tuple[Group, ...]
    groups_in_order: tuple[tuple[str, str, int], ...]
    steps: tuple[tuple[int, Callable[[View], Finding]], ...] = field(init=False, repr=False)
    # `all` is min and `any` is max over the ranks of outcomes: see outcome.py
    combinations: tuple[tuple[Callable[[list[int]], int], tuple[int, ...]], ...] = field(
        init=False, repr=False
    )
    always_fits: bool = field(init=False, repr=False)

    def __post_init__(self) -> None:
        steps = tuple((leaf.slot, leaf.operator.check) for leaf in self.leaves)
        object.__setattr__(self, "steps", steps)
        combinations = tuple((min if g.op == "all" else max, g.children) for g in self.groups)
        object.__setattr__(self, "combinations", combinations)
        largest = sorted((leaf.characters_max() for leaf in self.leaves), reverse=True)
        most = sum(largest[:EXPLAINED_CHECKS_MAX]) + EXPLAINED_CHECKS_MAX + 1  # commas and brackets
        object.__setattr__(self, "always_fits", most <= EXPLAINED_CHARACTERS_MAX)
