"""Groups combine outcomes by Kleene's tables, every node is executed, and reasons come up."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import assertory
from assertory.engine.outcome import (
    ABSTAINED_RANK,
    EVIDENCE_NOT_JSON,
    EVIDENCE_UNAVAILABLE,
    FAILED_RANK,
    OUTCOMES,
    PASSED,
    PASSED_RANK,
    POINTER_MISSING,
    WRONG_TYPE,
    abstained,
    failed,
)
from tests.engine.drawn import Json, configuration

# One leaf for each outcome, on the evidence {"a": 1}; two that abstain, for different reasons.
LEAVES: dict[str, Json] = {
    "P": {"op": "equals", "path": "/a", "value": 1},
    "F": {"op": "equals", "path": "/a", "value": 2},
    "A": {"op": "equals", "path": "/b", "value": 1},
    "T": {"op": "tool_called", "name": "x"},
}
TOLD = {
    "P": ("passed", None),
    "F": ("failed", "not_equal"),
    "A": ("abstained", "pointer_missing"),
    "T": ("abstained", "tool_evidence_unavailable"),
}
# Kleene's strong logic of three values: U is neither yes nor no.
AND = {
    "PP": "P",
    "PF": "F",
    "PU": "U",
    "FP": "F",
    "FF": "F",
    "FU": "F",
    "UP": "U",
    "UF": "F",
    "UU": "U",
}
OR = {
    "PP": "P",
    "PF": "P",
    "PU": "P",
    "FP": "P",
    "FF": "F",
    "FU": "U",
    "UP": "P",
    "UF": "U",
    "UU": "U",
}


def configured(tree: Json) -> Json:
    """A tree of ("all" | "any", children) and letters as a node."""
    if isinstance(tree, str):
        return LEAVES[tree]
    return {"op": tree[0], "assertions": [configured(child) for child in tree[1]]}


def kleene(tree: Json) -> str:
    if isinstance(tree, str):
        return tree.replace("A", "U").replace("T", "U")
    table, result = (AND, "P") if tree[0] == "all" else (OR, "F")
    for child in tree[1]:
        result = table[result + kleene(child)]
    return result


def reason(tree: Json) -> str | None:
    """The reason of an abstaining tree: its first abstaining child's, and so on down."""
    if isinstance(tree, str):
        return TOLD[tree][1]
    return reason(next(child for child in tree[1] if kleene(child) == "U"))


def letters(tree: Json) -> list[str]:
    return (
        [tree] if isinstance(tree, str) else [leaf for child in tree[1] for leaf in letters(child)]
    )


def groups(tree: Json) -> list[str]:
    """The outcome of every group, in configuration order."""
    if isinstance(tree, str):
        return []
    inner = [outcome for child in tree[1] for outcome in groups(child)]
    return [{"P": "passed", "F": "failed", "U": "abstained"}[kleene(tree)], *inner]


def deciding(tree: Json, outcome: str, first: int = 0) -> list[int]:
    """The leaves that ended like the whole, as did every group they stand in."""
    if kleene(tree) != outcome:
        return []
    if isinstance(tree, str):
        return [first]
    found = []
    for child in tree[1]:
        found += deciding(child, outcome, first)
        first += len(letters(child))
    return found


def check(tree: Json) -> None:
    verdict = assertory.compile_assertion(configuration(configured(tree))).evaluate({"a": 1})
    outcome = {"P": "passed", "F": "failed", "U": "abstained"}[kleene(tree)]
    assert verdict.outcome == outcome
    grouped = not isinstance(tree, str)
    assert verdict.reason == (reason(tree) if outcome == "abstained" or not grouped else None)
    assert [(leaf.outcome, leaf.reason) for leaf in verdict.leaves] == [
        TOLD[letter] for letter in letters(tree)
    ]
    assert [group["outcome"] for group in verdict.explanation["groups"]] == groups(tree)
    decided = [verdict.leaves[index] for index in deciding(tree, kleene(tree))]
    assert verdict.deciding == tuple(decided)
    assert decided


@pytest.mark.parametrize("op", ["all", "any"])
@pytest.mark.parametrize(
    "children", ["".join(p) for n in (1, 2, 3) for p in product("PFAT", repeat=n)]
)
def test_a_group_of_up_to_three(op: str, children: str) -> None:
    check((op, list(children)))


trees = st.recursive(
    st.sampled_from("PFAT"),
    lambda inner: st.tuples(
        st.sampled_from(["all", "any"]), st.lists(inner, min_size=1, max_size=4)
    ),
    max_leaves=12,
)


@given(trees)
def test_a_tree_of_groups(tree: Json) -> None:
    check(tree)


@pytest.mark.parametrize(
    ("finding", "outcome", "reason", "rank"),
    [
        (PASSED, "passed", None, PASSED_RANK),
        (failed("x"), "failed", "x", FAILED_RANK),
        (abstained("x"), "abstained", "x", ABSTAINED_RANK),
        (WRONG_TYPE, "failed", "wrong_type", FAILED_RANK),
        (POINTER_MISSING, "abstained", "pointer_missing", ABSTAINED_RANK),
        (EVIDENCE_UNAVAILABLE, "abstained", "assertion_evidence_unavailable", ABSTAINED_RANK),
        (EVIDENCE_NOT_JSON, "abstained", "evidence_not_json", ABSTAINED_RANK),
    ],
)
def test_findings(finding: Json, outcome: str, reason: str | None, rank: int) -> None:
    assert (finding.outcome, finding.reason, finding.rank) == (outcome, reason, rank)
    assert OUTCOMES[rank] == outcome
