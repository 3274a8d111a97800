"""What holds for every verdict, whatever was judged: each case checks it besides its own result."""

import json
import re
from collections.abc import Iterator

from assertory import Verdict
from tests.conformance import case_file as read
from tests.conformance.case_file import Json, Members

_SURROGATE = re.compile("[\ud800-\udfff]")
_NORMALIZED = {"passed": (1, "yes"), "failed": (0, "no"), "abstained": (None, None)}
_ORDER = ("failed", "abstained", "passed")
_REASONS = frozenset(
    [
        "pointer_missing",
        "wrong_type",
        "not_equal",
        "not_contained",
        "no_match",
        "shape_mismatch",
        "count_out_of_range",
        "tool_not_called",
        "tool_evidence_unavailable",
        "ratio_out_of_range",
        "no_script_letters",
        "assertion_evidence_unavailable",
        "evidence_not_json",
        "not_exact",
        "length_out_of_range",
        "invalid_json",
        "json_too_deep",
        "not_a_number",
        "not_finite",
        "number_out_of_range",
        "schema_mismatch",
        "candidate_too_large",
    ]
)
_CHECK = ("at", "op", "pointer", "outcome", "reason", "expected", "observed", "message")


def has_lone_surrogate(text: str) -> bool:
    """Whether the text can't be written as UTF-8."""
    return _SURROGATE.search(text) is not None


def compact(value: object) -> str:
    """Compact JSON in the order given, nothing escaped that JSON lets stand."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def canonical(value: object) -> bytes:
    r"""Members sorted, lone surrogates as `\udXXX`; tells 1 from 1.0 and from true."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return _SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text).encode()


def explanation_of(verdict: Verdict) -> Members:
    """The explanation, as its bytes tell it."""
    return read.members(
        read.strict_json(verdict.explanation_bytes().decode()),
        required=("outcome", "reason", "checks", "groups", "omittedChecks"),
    )


def broken_invariants(verdict: Verdict) -> Iterator[str]:
    """What is not as it must be for every verdict.

    Source: semantics sections 1 (value and label), 3 (reasons, groups) and 5 (explanation).
    """
    if (verdict.value, verdict.label) != _NORMALIZED[verdict.outcome]:
        yield f"{verdict.outcome} has value {verdict.value!r} and label {verdict.label!r}"
    for leaf in verdict.leaves:
        if (leaf.reason is None) != (leaf.outcome == "passed"):
            yield f"the leaf {leaf.at} {leaf.outcome} with reason {leaf.reason!r}"
        if leaf.reason is not None and leaf.reason not in _REASONS:
            yield f"the reason {leaf.reason!r} of {leaf.at} is not in the closed list"
    explanation = explanation_of(verdict)
    if verdict.explanation_bytes() != canonical(verdict.explanation):
        yield "the explanation's bytes aren't the canonical form of the explanation"
    if (explanation["outcome"], explanation["reason"]) != (verdict.outcome, verdict.reason):
        yield "the explanation tells another outcome or reason than the verdict"
    yield from _broken_checks(verdict, explanation)
    yield from _broken_logic(verdict, explanation)


def _broken_checks(verdict: Verdict, explanation: Members) -> Iterator[str]:
    """The kept checks are a bounded prefix of the leaves: failed, then abstained, then passed."""
    checks = [read.any_object(check) for check in read.items(explanation["checks"])]
    ordered = sorted(verdict.leaves, key=lambda leaf: _ORDER.index(leaf.outcome))
    for check, leaf in zip(checks, ordered, strict=False):
        told = (check["at"], check["op"], check["outcome"], check["reason"])
        if told != (leaf.at, leaf.op, leaf.outcome, leaf.reason):
            yield f"the check {told} stands where the leaf {leaf.at} belongs"
        yield from _broken_check(check)
    if len(checks) > 20 or len(compact(checks)) > 16_000:
        yield f"{len(checks)} checks of {len(compact(checks))} characters are over the budget"
    if explanation["omittedChecks"] != len(ordered) - len(checks):
        yield f"{explanation['omittedChecks']} omitted, {len(ordered)} leaves, {len(checks)} kept"


def _broken_check(check: Members) -> Iterator[str]:
    at = read.text(check["at"])
    read.members(check, required=_CHECK, optional=("pointerTruncated", "failures"))
    if not read.text(check["message"]).strip():
        yield f"{at} has no message"
    pointer = read.text_or_null(check["pointer"])
    if pointer is not None:
        yield from _badly_cut(at, "pointer", pointer, check.get("pointerTruncated", False))
    for name in ("expected", "observed"):
        if check[name] is not None:
            shown = read.members(check[name], required=("preview", "truncated"))
            yield from _badly_cut(at, name, read.text(shown["preview"]), shown["truncated"])
    failures = read.items(check.get("failures", []))
    if len(failures) > 3 or bool(failures) != (check["reason"] == "schema_mismatch"):
        yield f"{at} tells {len(failures)} failures with the reason {check['reason']!r}"
    for item in failures:
        failure = read.members(item, required=("path", "requirement"), optional=("pathTruncated",))
        yield from _badly_cut(
            at, "path", read.text(failure["path"]), failure.get("pathTruncated", False)
        )


def _badly_cut(at: str, what: str, shown: str, truncated: Json) -> Iterator[str]:
    if len(shown) > 160 or (read.truth(truncated) and len(shown) != 160):
        yield f"{what} of {at} shows {len(shown)} code points, truncated: {truncated}"


def _broken_logic(verdict: Verdict, explanation: Members) -> Iterator[str]:
    """The groups follow from the leaves by three-valued logic, and the result is the root's."""
    groups = [
        read.members(group, required=("at", "op", "outcome"))
        for group in read.items(explanation["groups"])
    ]
    told: dict[str, tuple[str, str | None]] = {
        leaf.at: (leaf.outcome, leaf.reason) for leaf in verdict.leaves
    }
    for group in reversed(groups):  # configuration order: a group stands before those within it
        at, op = read.text(group["at"]), read.text(group["op"])
        told[at] = _combined(op, _children(at, told))
        if told[at][0] != group["outcome"]:
            yield f"the group {at} {group['outcome']}, its children make it {told[at][0]}"
    roots = [node for at, node in told.items() if at == "/assertion"]
    root = roots[0] if roots else (_combined("all", list(told.values())))
    if (verdict.outcome, verdict.reason) != root:
        yield f"the result is {verdict.outcome}, {verdict.reason}, its root's is {root}"


def _children(at: str, told: dict[str, tuple[str, str | None]]) -> list[tuple[str, str | None]]:
    """The direct children of the group at `at`, in configuration order."""
    child = re.compile(re.escape(at) + "/assertions/([0-9]+)")
    found = [(int(match[1]), told[name]) for name in told if (match := child.fullmatch(name))]
    return [node for _, node in sorted(found, key=lambda numbered: numbered[0])]


def _combined(op: str, children: list[tuple[str, str | None]]) -> tuple[str, str | None]:
    decisive, otherwise = ("failed", "passed") if op == "all" else ("passed", "failed")
    if any(outcome == decisive for outcome, _ in children):
        return decisive, None
    for outcome, reason in children:
        if outcome == "abstained":
            return outcome, reason
    return otherwise, None
