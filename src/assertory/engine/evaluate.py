"""A plan and evidence in, a verdict out; nothing is raised for any evidence."""

import hashlib
from typing import Literal, NamedTuple

from assertory.engine import explain
from assertory.engine.capture import ToolCapture
from assertory.engine.evidence import Unavailable, View
from assertory.engine.json_text import Json
from assertory.engine.json_value import is_json
from assertory.engine.outcome import (
    ABSTAINED_RANK,
    EVIDENCE_NOT_JSON,
    EVIDENCE_UNAVAILABLE,
    OUTCOMES,
    PASSED_RANK,
    POINTER_MISSING,
    Finding,
    Outcome,
)
from assertory.engine.plan import Plan
from assertory.engine.pointer import MISSING, Missing, select


class LeafVerdict(NamedTuple):
    """What one check of a verdict found; an explanation may omit it, `leaves` never does."""

    at: str
    op: str
    outcome: Outcome
    reason: str | None


class Verdict:
    """
    What a program found in one evidence: an outcome, its reason, and every check's own.

    Gives:   outcome, `passed`, `failed` or `abstained`; reason, a stable name or None; value, 1,
             0 or None; label, `yes`, `no` or None; leaves, one a check in configuration order;
             explanation, the bounded JSON form, made anew at each access.
    A verdict holds no time and no chance: the same inputs give the same bytes everywhere, also
    where the evidence is changed afterwards.
    Source:  semantics sections 1, 3 and 5.

    >>> import assertory
    >>> verdict = assertory.compile_quick_checks("contains:Northstar").evaluate("Southstar")
    >>> verdict.outcome, verdict.label, verdict.leaves[0].reason
    ('failed', 'no', 'not_contained')
    """

    __slots__ = ("_findings", "_plan", "_ranks", "_views", "outcome", "reason")

    outcome: Outcome
    reason: str | None

    def __init__(
        self,
        plan: Plan,
        findings: list[Finding],
        ranks: list[int],
        views: list[View | None],
    ) -> None:
        self._plan = plan
        self._findings = findings
        self._ranks = ranks
        self._views = views
        rank = ranks[-1]
        self.outcome = OUTCOMES[rank]
        # Only an abstaining group has a reason, or a leaf that is the root.
        decided_by_group = plan.groups and rank != ABSTAINED_RANK
        self.reason = None if decided_by_group else _reason(plan, findings, ranks)

    @property
    def value(self) -> Literal[0, 1] | None:
        """1 for passed, 0 for failed, None where nothing was decided."""
        if self._ranks[-1] == ABSTAINED_RANK:
            return None
        return 1 if self._ranks[-1] == PASSED_RANK else 0

    @property
    def label(self) -> Literal["yes", "no"] | None:
        """`yes` for passed, `no` for failed, None where nothing was decided."""
        if self._ranks[-1] == ABSTAINED_RANK:
            return None
        return "yes" if self._ranks[-1] == PASSED_RANK else "no"

    @property
    def leaves(self) -> tuple[LeafVerdict, ...]:
        """Every check's outcome and reason, in configuration order."""
        return tuple(
            LeafVerdict(leaf.at, leaf.op, finding.outcome, finding.reason)
            for leaf, finding in zip(self._plan.leaves, self._findings, strict=True)
        )

    @property
    def deciding(self) -> tuple[LeafVerdict, ...]:
        """
        The checks that made the verdict what it is, in configuration order.

        Those that ended like it, as did every group they stand in: a check that failed inside an
        `any` that passed decided nothing.
        """
        first_group, rank = len(self._plan.leaves), self._ranks[-1]
        found: list[int] = []
        pending = [len(self._ranks) - 1]
        while pending:
            node = pending.pop()
            if self._ranks[node] != rank:
                continue
            if node < first_group:
                found.append(node)
            else:
                pending.extend(self._plan.groups[node - first_group].children)
        leaves = self.leaves
        return tuple(leaves[index] for index in sorted(found))

    @property
    def explanation(self) -> dict[str, Json]:
        """The bounded explanation of semantics section 5."""
        return explain.explain(self._plan, self.reason, self._findings, self._ranks, self._views)

    def explanation_bytes(self) -> bytes:
        """
        Write the explanation in its canonical bytes (RFC 8785), faster than building it.

        >>> import assertory
        >>> verdict = assertory.compile_quick_checks("exact:OK").evaluate("OK")
        >>> verdict.explanation_bytes()[-63:]
        b'"groups":[],"omittedChecks":0,"outcome":"passed","reason":null}'
        """
        return self._write(messages=True)

    def explanation_hash(self) -> str:
        """
        Hash the explanation without its sentences, which may be reworded.

        Source: semantics section 7, explanationHash.
        """
        return hashlib.sha256(self._write(messages=False)).hexdigest()

    def _write(self, *, messages: bool) -> bytes:
        text = explain.write(
            self._plan, self.reason, self._findings, self._ranks, self._views, messages=messages
        )
        return text.encode()

    def __repr__(self) -> str:
        return f"<Verdict {self.outcome}{f' ({self.reason})' if self.reason else ''}>"


def _reason(plan: Plan, findings: list[Finding], ranks: list[int]) -> str | None:
    """
    Give a leaf's own reason, or that of an abstaining group: its first abstaining child's.

    Source: semantics section 3, "A group's reason".
    """
    node = len(ranks) - 1
    first_group = len(plan.leaves)
    while node >= first_group:
        children = plan.groups[node - first_group].children
        node = next(child for child in children if ranks[child] == ABSTAINED_RANK)
    return findings[node].reason


def evaluate(
    plan: Plan,
    evidence: Json | Unavailable | Missing,
    tools: ToolCapture | None,
    *,
    known_json: bool = False,
) -> Verdict:
    """
    Run every check of a plan on one evidence.

    Takes:   evidence, any Python value; UNAVAILABLE where it can't be had; MISSING where the
             answer's pointer selected nothing; tools, the trusted capture or None; known_json,
             whether the caller has proved that the evidence is JSON within the bounds.
    Gives:   a verdict; every node is executed, also where the result is already known.
    """
    if tools is not None and type(tools) is not ToolCapture:
        message = "tools is a ToolCapture, or None where nothing was captured"
        raise TypeError(message)
    if type(evidence) is Unavailable:  # not `isinstance`, which asks the evidence
        return _all_abstain(plan, EVIDENCE_UNAVAILABLE)
    if not known_json and evidence is not MISSING and not is_json(evidence):
        return _all_abstain(plan, EVIDENCE_NOT_JSON)
    views: list[View | None] = []
    containers: list[View] = []
    for tokens in plan.pointers:  # each distinct pointer is selected once
        value = MISSING if evidence is MISSING else select(evidence, tokens)
        if value is MISSING:
            views.append(None)
            continue
        view = View(value)
        views.append(view)
        if type(value) is dict or type(value) is list:
            containers.append(view)
    views.append(View(tools))
    findings = []
    for slot, check in plan.steps:
        selected = views[slot]
        findings.append(POINTER_MISSING if selected is None else check(selected))
    for view in containers:
        view.settle()
    return _verdict(plan, findings, views)


def _all_abstain(plan: Plan, finding: Finding) -> Verdict:
    views: list[View | None] = [None] * (len(plan.pointers) + 1)
    return _verdict(plan, [finding] * len(plan.leaves), views)


def _verdict(plan: Plan, findings: list[Finding], views: list[View | None]) -> Verdict:
    ranks = [finding.rank for finding in findings]
    for combine, children in plan.combinations:
        ranks.append(combine([ranks[child] for child in children]))
    return Verdict(plan, findings, ranks, views)
