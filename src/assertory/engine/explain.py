"""A verdict in JSON: bounded, with everything that was expected or observed in its own field."""

from assertory.engine.canonical import canonical, preview_text, string
from assertory.engine.evidence import View
from assertory.engine.json_text import Json
from assertory.engine.limits import EXPLAINED_CHARACTERS_MAX, EXPLAINED_CHECKS_MAX, PREVIEW_MAX
from assertory.engine.outcome import OUTCOMES, Finding
from assertory.engine.plan import Leaf, Plan


def explain(
    plan: Plan,
    reason: str | None,
    findings: list[Finding],
    ranks: list[int],
    views: list[View | None],
) -> dict[str, Json]:
    """
    Build the explanation of a verdict.

    Takes:   reason, the root's; findings, one a leaf; ranks, one a leaf and then one a group;
             views, one a slot.
    Gives:   the form of semantics section 5, with the longest prefix of leaves (failed first, then
             abstained, then passed, in configuration order within each) within 20 checks and
             16,000 code points.
    Source:  requirements, "Structured explanations"; semantics section 5.
    """
    kept = _kept(plan, findings, ranks, views)
    return {
        "outcome": OUTCOMES[ranks[-1]],
        "reason": reason,
        "checks": [_check(plan.leaves[index], findings[index], views) for index in kept],
        "groups": [
            {"at": at, "op": op, "outcome": OUTCOMES[ranks[node]]}
            for at, op, node in plan.groups_in_order
        ],
        "omittedChecks": len(findings) - len(kept),
    }


def write(  # noqa: PLR0913 - the parts of a verdict, as `explain` takes them
    plan: Plan,
    reason: str | None,
    findings: list[Finding],
    ranks: list[int],
    views: list[View | None],
    *,
    messages: bool = True,
) -> str:
    """
    Write the same explanation in its canonical form, without building it first.

    Takes:   as `explain`; messages, whether the sentences stand in it. Receipts hash it without
             them, so that a sentence may be reworded.
    Source:  semantics section 5, "The bytes of an explanation"; section 7, explanationHash.
    """
    kept = _kept(plan, findings, ranks, views)
    checks = ",".join(
        [_written(plan.leaves[i], findings[i], views, messages=messages) for i in kept]
    )
    groups = ",".join(
        [
            f'{{"at":{string(at)},"op":"{op}","outcome":"{OUTCOMES[ranks[node]]}"}}'
            for at, op, node in plan.groups_in_order
        ]
    )
    return (
        f'{{"checks":[{checks}],"groups":[{groups}],"omittedChecks":{len(findings) - len(kept)},'
        f'"outcome":"{OUTCOMES[ranks[-1]]}","reason":{_name(reason)}}}'
    )


def _kept(
    plan: Plan, findings: list[Finding], ranks: list[int], views: list[View | None]
) -> list[int]:
    """Choose the leaves that an explanation keeps, in its order."""
    order = sorted(range(len(findings)), key=ranks.__getitem__)[:EXPLAINED_CHECKS_MAX]
    if plan.always_fits:
        return order
    size = len("[]") - 1  # before the first there is no comma
    for place, index in enumerate(order):
        written = _written(plan.leaves[index], findings[index], views, messages=True)
        size += len(written) + 1
        if size > EXPLAINED_CHARACTERS_MAX:
            return order[:place]
    return order


def _check(leaf: Leaf, finding: Finding, views: list[View | None]) -> dict[str, Json]:
    check = (leaf.told.get(finding) or leaf.tell(finding)).copy()
    expected = check["expected"]
    if expected is not None:
        check["expected"] = expected.copy()
    view = views[leaf.slot]
    if view is None:
        return check
    if leaf.observed is None:
        preview, truncated = view.shown or view.preview()
        check["observed"] = {"preview": preview, "truncated": truncated}
        if leaf.failures is not None and finding.reason == "schema_mismatch":
            check["failures"] = [_failure(path, name) for path, name in leaf.failures(view)]
        return check
    observed = leaf.observed(view)
    if observed is not None:
        check["observed"] = {"preview": observed[0], "truncated": observed[1]}
    return check


def _failure(path: str, requirement: str) -> dict[str, Json]:
    if len(path) <= PREVIEW_MAX:
        return {"path": path, "requirement": requirement}
    return {"path": path[:PREVIEW_MAX], "pathTruncated": True, "requirement": requirement}


def _written(leaf: Leaf, finding: Finding, views: list[View | None], *, messages: bool) -> str:
    head, message, tail = leaf.written.get(finding) or leaf.write(finding)
    view = views[leaf.slot]
    observed = failures = ""
    if view is None:
        observed = "null"
    elif leaf.observed is None:
        observed = view.shown_text or view.show()
        if leaf.failures is not None and finding.reason == "schema_mismatch":
            failing = [_failure(path, name) for path, name in leaf.failures(view)]
            failures = f'"failures":{canonical(failing)},'
    else:
        observed = preview_text(leaf.observed(view))
    return f'{head}{failures}{message if messages else ""}"observed":{observed}{tail}'


def _name(reason: str | None) -> str:
    return "null" if reason is None else f'"{reason}"'
