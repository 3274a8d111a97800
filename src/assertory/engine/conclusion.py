"""What follows from the findings of all checks, whatever was observed: outcome, reason, order."""

from collections.abc import Callable
from typing import Any, Final, Literal

from assertory.engine.limits import EXPLAINED_CHECKS_MAX
from assertory.engine.outcome import ABSTAINED_RANK, OUTCOMES, PASSED_RANK, Finding, Outcome
from assertory.engine.plan import Plan

# Real answers end in a few combinations of findings; hostile ones must not fill the memory.
CONCLUSIONS_KEPT: Final = 256


class Conclusion:
    """
    What one combination of findings means.

    Gives:   findings, one a leaf; ranks, one a leaf and then one a group; outcome and reason, the
             root's; order, the leaves that an explanation may keep: failed first, then abstained,
             then passed, in configuration order within each.
    """

    __slots__ = ("findings", "form", "order", "outcome", "plan", "ranks", "reason")

    def __init__(self, plan: Plan, findings: tuple[Finding, ...]) -> None:
        self.plan = plan
        self.findings = findings
        self.ranks = [finding.rank for finding in findings]
        for group in plan.groups:
            # `all` is min and `any` is max over the ranks of outcomes: see outcome.py
            combine = min if group.op == "all" else max
            self.ranks.append(combine([self.ranks[child] for child in group.children]))
        self.outcome: Outcome = OUTCOMES[self.ranks[-1]]
        self.reason = self._reason()
        self.order = sorted(range(len(findings)), key=self.ranks.__getitem__)[:EXPLAINED_CHECKS_MAX]
        self.form: Any = None  # kept here by `explain`, which makes it when it is needed

    def __reduce__(self) -> "tuple[Callable[..., Conclusion], tuple[Any, ...]]":
        """Copy without the form, which is made anew."""
        return conclude, (self.plan, self.findings)

    @property
    def value(self) -> Literal[0, 1] | None:
        """1 for passed, 0 for failed, None where nothing was decided."""
        if self.ranks[-1] == ABSTAINED_RANK:
            return None
        return 1 if self.ranks[-1] == PASSED_RANK else 0

    def _reason(self) -> str | None:
        """
        Give a leaf's own reason, or that of an abstaining group: its first abstaining child's.

        Source: semantics section 3, "A group's reason".
        """
        groups, first_group, node = self.plan.groups, len(self.findings), len(self.ranks) - 1
        if groups and self.ranks[node] != ABSTAINED_RANK:
            return None
        while node >= first_group:
            children = groups[node - first_group].children
            node = next(child for child in children if self.ranks[child] == ABSTAINED_RANK)
        return self.findings[node].reason

    def deciding(self) -> list[int]:
        """Give the leaves that ended like the root, as did every group that they stand in."""
        first_group, rank = len(self.findings), self.ranks[-1]
        found: list[int] = []
        pending = [len(self.ranks) - 1]
        while pending:
            node = pending.pop()
            if self.ranks[node] != rank:
                continue
            if node < first_group:
                found.append(node)
            else:
                pending.extend(self.plan.groups[node - first_group].children)
        return sorted(found)


def conclude(plan: Plan, findings: tuple[Finding, ...]) -> Conclusion:
    """Give what the findings mean; made only where the plan hasn't kept this combination."""
    found: Conclusion | None = plan.conclusions.get(findings)
    if found is None:
        if len(plan.conclusions) >= CONCLUSIONS_KEPT:
            plan.conclusions.clear()
        found = plan.conclusions[findings] = Conclusion(plan, findings)
    return found
