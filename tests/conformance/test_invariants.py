"""The invariants: each is broken once by hand in a real verdict's parts, and must be told."""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, cast

import pytest

import assertory
from assertory import LeafVerdict, Verdict
from tests.conformance.invariants import broken_invariants, canonical

CONTAINS = {"op": "contains", "path": "/output", "text": "a"}
SCHEMA = '[{"type": "json_schema", "schema": {"type": "null"}}]'


@dataclass(frozen=True, slots=True)
class Told:
    """The parts of a verdict, each of which can be replaced by a wrong one."""

    outcome: str
    reason: str | None
    value: int | None
    label: str | None
    leaves: tuple[LeafVerdict, ...]
    explanation: dict[str, Any]
    written: bytes

    def explanation_bytes(self) -> bytes:
        """The bytes that it claims."""
        return self.written


def _told(verdict: Verdict) -> Told:
    return Told(
        verdict.outcome,
        verdict.reason,
        verdict.value,
        verdict.label,
        verdict.leaves,
        verdict.explanation,
        verdict.explanation_bytes(),
    )


def _grouped() -> Told:
    """A group that failed: one check passed, one failed, one abstained."""
    children = [CONTAINS, {**CONTAINS, "text": "z"}, {**CONTAINS, "path": "/nothing"}]
    program = assertory.compile_assertion(
        {
            "semantics": "unicode-script-letters/v1",
            "assertion": {
                "op": "all",
                "assertions": [*children, {"op": "any", "assertions": children}],
            },
        }
    )
    return _told(program.evaluate({"output": "abc"}))


def _failed_schema() -> Told:
    return _told(assertory.compile_quick_checks(SCHEMA).evaluate("1"))


def _explained(told: Told, change: Callable[[dict[str, Any]], object]) -> Told:
    """The same with its explanation changed, in its bytes too."""
    explanation = json.loads(told.written)
    change(explanation)
    return replace(told, explanation=explanation, written=canonical(explanation))


def _leaf(told: Told, number: int, **wrong: str | None) -> Told:
    leaves = list(told.leaves)
    leaf = leaves[number]
    parts = {"at": leaf.at, "op": leaf.op, "outcome": leaf.outcome, "reason": leaf.reason, **wrong}
    leaves[number] = LeafVerdict(**cast("Any", parts))
    return replace(told, leaves=tuple(leaves))


BREAK: dict[str, Callable[[Told], Told]] = {
    "value": lambda told: replace(told, value=1),
    "label": lambda told: replace(told, label=None),
    "outcome": lambda told: replace(told, outcome="passed", value=1, label="yes"),
    "reason-of-a-failed-group": lambda told: replace(told, reason="not_contained"),
    "leaf-failed-without-reason": lambda told: _leaf(told, 1, reason=None),
    "leaf-passed-with-reason": lambda told: _leaf(told, 0, reason="no_match"),
    "leaf-with-unknown-reason": lambda told: _leaf(told, 1, reason="unlucky"),
    "leaf-elsewhere": lambda told: _leaf(told, 0, at="/assertion/assertions/9"),
    "bytes-with-spaces": lambda told: replace(told, written=json.dumps(told.explanation).encode()),
    "other-outcome-explained": lambda told: _explained(
        told, lambda whole: whole.update(outcome="passed")
    ),
    "order-of-checks": lambda told: _explained(told, lambda whole: whole["checks"].reverse()),
    "check-lost": lambda told: _explained(told, lambda whole: whole["checks"].pop()),
    "omitted-miscounted": lambda told: _explained(
        told, lambda whole: whole.update(omittedChecks=1)
    ),
    "too-many-characters": lambda told: _explained(
        told, lambda whole: whole["checks"][0].update(message="x" * 16_000)
    ),
    "no-message": lambda told: _explained(
        told, lambda whole: whole["checks"][0].update(message=" ")
    ),
    "long-preview": lambda told: _explained(
        told, lambda whole: whole["checks"][0]["observed"].update(preview="x" * 161)
    ),
    "cut-without-need": lambda told: _explained(
        told, lambda whole: whole["checks"][0]["observed"].update(truncated=True)
    ),
    "long-pointer": lambda told: _explained(
        told, lambda whole: whole["checks"][0].update(pointer="/" * 161)
    ),
    "group-outcome": lambda told: _explained(
        told, lambda whole: whole["groups"][1].update(outcome="failed")
    ),
    "group-operator": lambda told: _explained(
        told, lambda whole: whole["groups"][0].update(op="any")
    ),
}


@pytest.mark.parametrize("spoil", BREAK.values(), ids=BREAK.keys())
def test_broken_invariant_is_told(spoil: Callable[[Told], Told]) -> None:
    """The real verdict breaks nothing, the spoiled one something."""
    told = _grouped()
    assert list(broken_invariants(cast("Verdict", told))) == []
    assert list(broken_invariants(cast("Verdict", spoil(told)))) != []


def test_no_more_than_twenty_checks() -> None:
    """The twenty-first check of a configuration is one too many."""
    node = {"op": "all", "assertions": [CONTAINS] * 21}
    config = {"semantics": "unicode-script-letters/v1", "assertion": node}
    told = _told(assertory.compile_assertion(config).evaluate({"output": "a"}))
    last = told.explanation["checks"][0] | {"at": told.leaves[20].at}

    def keep_all(whole: dict[str, Any]) -> None:
        whole["checks"].append(last)
        whole["omittedChecks"] = 0

    assert list(broken_invariants(cast("Verdict", told))) == []
    assert list(broken_invariants(cast("Verdict", _explained(told, keep_all)))) != []


@pytest.mark.parametrize("number", [0, 4])
def test_failures_are_one_to_three(number: int) -> None:
    """A check that failed with `schema_mismatch` tells one to three failures."""
    told = _failed_schema()
    failure = {"path": "", "requirement": "type"}
    spoiled = _explained(told, lambda whole: whole["checks"][0].update(failures=[failure] * number))
    assert list(broken_invariants(cast("Verdict", told))) == []
    assert list(broken_invariants(cast("Verdict", spoiled))) != []
