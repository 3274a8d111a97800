"""A verdict in JSON: bounded, with everything that was expected or observed in its own field."""

from assertory.engine import canonical
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
    leaves = plan.leaves
    kept: list[dict[str, Json]] = []
    size = len("[]")
    for index in sorted(range(len(leaves)), key=ranks.__getitem__)[:EXPLAINED_CHECKS_MAX]:
        check = _check(leaves[index], findings[index], views)
        if not plan.always_fits:
            size += len(canonical.canonical(check)) + (1 if kept else 0)
            if size > EXPLAINED_CHARACTERS_MAX:
                break
        kept.append(check)
    groups = [
        {"at": at, "op": op, "outcome": OUTCOMES[ranks[node]]}
        for at, op, node in plan.groups_in_order
    ]
    return {
        "outcome": OUTCOMES[ranks[-1]],
        "reason": reason,
        "checks": kept,
        "groups": groups,
        "omittedChecks": len(leaves) - len(kept),
    }


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


def to_bytes(explanation: dict[str, Json]) -> bytes:
    """
    Write an explanation in its canonical bytes.

    Source: semantics section 5, "The bytes of an explanation are its RFC 8785 form".
    """
    # Imported here: it costs 20 ms that `import assertory` need not pay. For an explanation
    # (texts, booleans, small integers, ASCII member names) its sorted form is RFC 8785.
    import orjson  # noqa: PLC0415

    try:
        return orjson.dumps(explanation, option=orjson.OPT_SORT_KEYS)
    except orjson.JSONEncodeError:  # a failing path with a lone surrogate
        return canonical.canonical(explanation).encode()


def without_messages(explanation: dict[str, Json]) -> dict[str, Json]:
    """Leave out the sentences, which may be reworded; receipts hash what remains."""
    checks = [
        {name: value for name, value in check.items() if name != "message"}
        for check in explanation["checks"]
    ]
    return {**explanation, "checks": checks}
