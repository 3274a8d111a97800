"""A compiled program as a flat plan: the values to select, the leaves in order, then the groups."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from assertory.engine.evidence import View
from assertory.engine.operators.contract import Operator
from assertory.engine.outcome import Finding

TOOLS = -1  # the slot of the tool capture; the others are indices into Plan.pointers


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
    # What `tell` keeps of each finding; to name its type here would be an import in a circle.
    told: dict[Finding, Any] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "observed", getattr(self.operator, "observed", None))
        object.__setattr__(self, "failures", getattr(self.operator, "failures", None))
        object.__setattr__(self, "told", {})


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
    # The compiler and text that a copy is made by: RE2's own objects can't be copied.
    origin: tuple[Callable[[str], Any], str] = field(init=False, repr=False, compare=False)
    steps: tuple[tuple[int, Callable[[View], Finding]], ...] = field(
        init=False, repr=False, compare=False
    )
    reads_tools: bool = field(init=False, repr=False, compare=False)
    # What `conclude` keeps of each combination of findings; its type stands there.
    conclusions: dict[tuple[Finding, ...], Any] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        steps = tuple((leaf.slot, leaf.operator.check) for leaf in self.leaves)
        object.__setattr__(self, "steps", steps)
        object.__setattr__(self, "reads_tools", any(slot == TOOLS for slot, _ in steps))
        object.__setattr__(self, "conclusions", {})

    def __reduce__(self) -> "tuple[Callable[..., Plan], tuple[Any, ...]]":
        """Copy by compiling again, without what is kept for speed."""
        return _again, self.origin


def _again(compiler: Callable[[str], Any], source: str) -> Plan:
    plan: Plan = compiler(source).plan
    return plan
