"""A plan and evidence in, a verdict out; nothing is raised for any evidence."""

import hashlib
from typing import Literal, NamedTuple

from assertory.engine import explain
from assertory.engine.capture import ToolCapture
from assertory.engine.conclusion import Conclusion, conclude
from assertory.engine.evidence import ABSENT, Unavailable, View
from assertory.engine.json_text import Json
from assertory.engine.json_value import is_json
from assertory.engine.outcome import (
    EVIDENCE_NOT_JSON,
    EVIDENCE_UNAVAILABLE,
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

    __slots__ = ("_conclusion", "_views", "outcome", "reason")

    outcome: Outcome
    reason: str | None

    def __init__(self, conclusion: Conclusion, views: list[View]) -> None:
        self._conclusion = conclusion
        self._views = views
        self.outcome = conclusion.outcome
        self.reason = conclusion.reason

    @property
    def value(self) -> Literal[0, 1] | None:
        """1 for passed, 0 for failed, None where nothing was decided."""
        return self._conclusion.value

    @property
    def label(self) -> Literal["yes", "no"] | None:
        """`yes` for passed, `no` for failed, None where nothing was decided."""
        value = self._conclusion.value
        if value is None:
            return None
        return "yes" if value else "no"

    @property
    def leaves(self) -> tuple[LeafVerdict, ...]:
        """Every check's outcome and reason, in configuration order."""
        conclusion = self._conclusion
        return tuple(
            LeafVerdict(leaf.at, leaf.op, finding.outcome, finding.reason)
            for leaf, finding in zip(conclusion.plan.leaves, conclusion.findings, strict=True)
        )

    @property
    def deciding(self) -> tuple[LeafVerdict, ...]:
        """
        The checks that made the verdict what it is, in configuration order.

        Those that ended like it, as did every group they stand in: a check that failed inside an
        `any` that passed decided nothing.
        """
        leaves = self.leaves
        return tuple(leaves[index] for index in self._conclusion.deciding())

    @property
    def explanation(self) -> dict[str, Json]:
        """The bounded explanation of semantics section 5."""
        return explain.explain(self._conclusion, self._views)

    def explanation_bytes(self) -> bytes:
        """
        Write the explanation in its canonical bytes (RFC 8785), faster than building it.

        >>> import assertory
        >>> verdict = assertory.compile_quick_checks("exact:OK").evaluate("OK")
        >>> verdict.explanation_bytes()[-63:]
        b'"groups":[],"omittedChecks":0,"outcome":"passed","reason":null}'
        """
        return explain.write(self._conclusion, self._views)

    def explanation_hash(self) -> str:
        """
        Hash the explanation without its sentences, which may be reworded.

        Source: semantics section 7, explanationHash.
        """
        return hashlib.sha256(
            explain.write(self._conclusion, self._views, messages=False)
        ).hexdigest()

    def __repr__(self) -> str:
        return f"<Verdict {self.outcome}{f' ({self.reason})' if self.reason else ''}>"


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
    views: list[View] = []
    containers: list[View] = []
    for tokens in plan.pointers:  # each distinct pointer is selected once
        value = MISSING if evidence is MISSING else select(evidence, tokens)
        if value is MISSING:
            views.append(ABSENT)
            continue
        view = View(value)
        views.append(view)
        if type(value) is dict or type(value) is list:
            containers.append(view)
    if plan.reads_tools:
        views.append(View(tools))
    findings = tuple(
        [
            POINTER_MISSING if (view := views[slot]) is ABSENT else check(view)
            for slot, check in plan.steps
        ]
    )
    for view in containers:
        view.settle()
    return Verdict(conclude(plan, findings), views)


def _all_abstain(plan: Plan, finding: Finding) -> Verdict:
    findings = (finding,) * len(plan.leaves)
    return Verdict(conclude(plan, findings), [ABSENT] * (len(plan.pointers) + 1))
