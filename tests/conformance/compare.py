"""Compare a verdict with what a case expects: one comparator for each member of `expect`."""

from collections.abc import Callable, Iterator
from typing import TypeAlias

from assertory import Verdict
from tests.conformance import case_file as read
from tests.conformance.case_file import Case, CaseError, Json, Members
from tests.conformance.invariants import canonical, compact, explanation_of

Comparator: TypeAlias = Callable[[Json, Verdict], Iterator[str]]


def compared(case: Case, verdict: Verdict) -> Iterator[str]:
    """Where the verdict differs from what the case expects; nothing unnamed is compared."""
    yield from _each(case.expect, EXPECT, verdict)


def _each(expect: Json, comparators: dict[str, Comparator], verdict: Verdict) -> Iterator[str]:
    named = read.members(expect, optional=tuple(comparators))
    if not named:
        message = "an empty object compares nothing"
        raise CaseError(message)
    for name, wanted in named.items():
        yield from comparators[name](wanted, verdict)


def _differs(what: str, found: object, wanted: object) -> Iterator[str]:
    if canonical(found) != canonical(wanted):
        yield f"{what}: {found!r}, expected {wanted!r}"


def _members_differ(what: str, found: Members, wanted: Members) -> Iterator[str]:
    """Where a member that `wanted` names differs; an object within it is read likewise."""
    for name, value in wanted.items():
        there = found.get(name, False if name.endswith("Truncated") else None)
        if isinstance(value, dict) and isinstance(there, dict):
            yield from _members_differ(f"{what}, {name}", there, value)
        else:
            yield from _differs(f"{what}, {name}", there, value)


def _outcome(wanted: Json, verdict: Verdict) -> Iterator[str]:
    yield from _differs("outcome", verdict.outcome, read.text(wanted))


def _reason(wanted: Json, verdict: Verdict) -> Iterator[str]:
    yield from _differs("reason", verdict.reason, read.text_or_null(wanted))


def _leaves(wanted: Json, verdict: Verdict) -> Iterator[str]:
    leaves: dict[str, Members] = {
        leaf.at: {"at": leaf.at, "op": leaf.op, "outcome": leaf.outcome, "reason": leaf.reason}
        for leaf in verdict.leaves
    }
    for item in read.filled(wanted):
        named = read.members(item, required=("at", "outcome"), optional=("op", "reason"))
        at = read.text(named["at"])
        if at in leaves:
            yield from _members_differ(f"leaf {at}", leaves[at], named)
        else:
            yield f"no leaf at {at!r}, only at {list(leaves)}"


def _outcomes(wanted: Json, verdict: Verdict) -> Iterator[str]:
    yield from _differs("outcomes", [leaf.outcome for leaf in verdict.leaves], read.filled(wanted))


def _reasons(wanted: Json, verdict: Verdict) -> Iterator[str]:
    """One reason a check, in order; a null is not compared."""
    reasons = [read.text_or_null(reason) for reason in read.filled(wanted)]
    if not any(reasons):
        message = "reasons that are all null compare nothing"
        raise CaseError(message)
    if len(reasons) != len(verdict.leaves):
        yield f"{len(reasons)} reasons expected for {len(verdict.leaves)} checks"
    for leaf, reason in zip(verdict.leaves, reasons, strict=False):
        if reason is not None:
            yield from _differs(f"reason of {leaf.at}", leaf.reason, reason)


def _failures(wanted: Json, verdict: Verdict) -> Iterator[str]:
    """What the json_schema checks report, in the order in which the checks are written."""
    checks = {check["at"]: check for check in _checks(verdict)}
    found = [
        read.any_object(failure)
        for leaf in verdict.leaves
        for failure in read.items(checks.get(leaf.at, {}).get("failures", []))
    ]
    expected = [
        read.members(failure, required=("path",), optional=("requirement", "pathTruncated"))
        for failure in read.items(wanted)
    ]
    paths = [failure["path"] for failure in found]
    yield from _differs("failing paths", paths, [failure["path"] for failure in expected])
    for told, named in zip(found, expected, strict=False):
        yield from _members_differ(f"failure {told}", told, named)


def _explanation(wanted: Json, verdict: Verdict) -> Iterator[str]:
    yield from _each(wanted, EXPLANATION, verdict)


EXPECT: dict[str, Comparator] = {
    "outcome": _outcome,
    "reason": _reason,
    "leaves": _leaves,
    "outcomes": _outcomes,
    "reasons": _reasons,
    "failures": _failures,
    "explanation": _explanation,
}


def _checks(verdict: Verdict) -> list[Members]:
    return [read.any_object(check) for check in read.items(explanation_of(verdict)["checks"])]


def _omitted(verdict: Verdict) -> int:
    return read.whole_number(explanation_of(verdict)["omittedChecks"])


def _kept(wanted: Json, verdict: Verdict) -> Iterator[str]:
    yield from _differs("kept", len(_checks(verdict)), read.whole_number(wanted))


def _kept_at_most(wanted: Json, verdict: Verdict) -> Iterator[str]:
    if len(_checks(verdict)) > read.whole_number(wanted):
        yield f"kept: {len(_checks(verdict))}, at most {wanted} expected"


def _kept_at_least(wanted: Json, verdict: Verdict) -> Iterator[str]:
    if len(_checks(verdict)) < read.whole_number(wanted):
        yield f"kept: {len(_checks(verdict))}, at least {wanted} expected"


def _omitted_checks(wanted: Json, verdict: Verdict) -> Iterator[str]:
    yield from _differs("omittedChecks", _omitted(verdict), read.whole_number(wanted))


def _total(wanted: Json, verdict: Verdict) -> Iterator[str]:
    total = len(_checks(verdict)) + _omitted(verdict)
    yield from _differs("total", total, read.whole_number(wanted))


def _order(wanted: Json, verdict: Verdict) -> Iterator[str]:
    yield from _differs("order", [check["at"] for check in _checks(verdict)], read.items(wanted))


def _kept_outcomes(wanted: Json, verdict: Verdict) -> Iterator[str]:
    outcomes = [check["outcome"] for check in _checks(verdict)]
    yield from _differs("outcomes of the kept checks", outcomes, read.items(wanted))


def _groups(wanted: Json, verdict: Verdict) -> Iterator[str]:
    """Every group, compared without order."""
    expected = [
        read.members(group, required=("at", "op", "outcome")) for group in read.items(wanted)
    ]
    found = read.items(explanation_of(verdict)["groups"])
    yield from _differs("groups", sorted(found, key=compact), sorted(expected, key=compact))


def _characters_at_most(wanted: Json, verdict: Verdict) -> Iterator[str]:
    characters = len(compact(_checks(verdict)))
    if characters > read.whole_number(wanted):
        yield f"the checks have {characters} characters, at most {wanted} expected"


_CHECK_MEMBERS = (
    *("op", "pointer", "pointerTruncated", "outcome", "reason"),
    *("expected", "observed", "failures"),
)


def _explained_checks(wanted: Json, verdict: Verdict) -> Iterator[str]:
    found = {read.text(check["at"]): check for check in _checks(verdict)}
    for item in read.filled(wanted):
        named = read.members(item, required=("at",), optional=_CHECK_MEMBERS)
        for name in ("expected", "observed"):
            if named.get(name) is not None:
                read.members(named[name], optional=("preview", "truncated"))
        at = read.text(named["at"])
        if at in found:
            yield from _members_differ(f"check {at}", found[at], named)
        else:
            yield f"no check at {at!r} is kept, only at {list(found)}"


EXPLANATION: dict[str, Comparator] = {
    "kept": _kept,
    "keptAtMost": _kept_at_most,
    "keptAtLeast": _kept_at_least,
    "omittedChecks": _omitted_checks,
    "total": _total,
    "order": _order,
    "outcomes": _kept_outcomes,
    "groups": _groups,
    "charactersAtMost": _characters_at_most,
    "checks": _explained_checks,
}
