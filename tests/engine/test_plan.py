"""A plan is flat: each pointer once, the leaves, the groups."""

from hypothesis import given

import assertory
from assertory.engine.conclusion import conclude
from assertory.engine.outcome import PASSED
from assertory.engine.plan import TOOLS, Group
from assertory.engine.told import tell
from tests.engine import drawn
from tests.engine.drawn import Json, configuration


def test_a_plan_is_flat() -> None:
    def leaf(path: str) -> Json:
        return {"op": "count", "path": path, "min": 0, "max": 9}

    inner = {"op": "any", "assertions": [leaf("/b"), {"op": "tool_called", "name": "x"}]}
    node = {"op": "all", "assertions": [leaf("/a"), inner, leaf("/a/~1"), leaf("/b")]}
    plan = assertory.compile_assertion(configuration(node)).plan
    assert plan.pointers == (("a",), ("b",), ("a", "/"))
    assert [(each.at, each.slot, each.pointer) for each in plan.leaves] == [
        ("/assertion/assertions/0", 0, "/a"),
        ("/assertion/assertions/1/assertions/0", 1, "/b"),
        ("/assertion/assertions/1/assertions/1", TOOLS, None),
        ("/assertion/assertions/2", 2, "/a/~1"),
        ("/assertion/assertions/3", 1, "/b"),
    ]
    assert plan.groups == (
        Group("/assertion/assertions/1", "any", (1, 2)),
        Group("/assertion", "all", (0, 5, 3, 4)),
    )
    assert plan.groups_in_order == (
        ("/assertion", "all", 6),
        ("/assertion/assertions/1", "any", 5),
    )


@given(drawn.configurations)
def test_groups_stand_in_the_order_of_the_configuration(config: Json) -> None:
    def walk(node: Json, at: str) -> list[tuple[str, str, bool]]:
        children = node.get("assertions", [])
        inner = [e for i, child in enumerate(children) for e in walk(child, f"{at}/assertions/{i}")]
        return [(at, node["op"], bool(children)), *inner]

    program = assertory.compile_assertion(config)
    nodes = walk(config["assertion"], "/assertion")
    leaves = [(at, op) for at, op, is_group in nodes if not is_group]
    assert [(leaf.at, leaf.op) for leaf in program.plan.leaves] == leaves
    groups = [(at, op) for at, op, is_group in nodes if is_group]
    assert [(at, op) for at, op, _ in program.plan.groups_in_order] == groups
    explained = program.evaluate({}).explanation["groups"]
    assert [(group["at"], group["op"]) for group in explained] == groups


def test_leaves_compare_by_what_they_are() -> None:
    """What a leaf keeps for speed is no part of it."""
    first = assertory.compile_quick_checks("contains:a").plan.leaves[0]
    second = assertory.compile_quick_checks("contains:a").plan.leaves[0]
    tell(first, PASSED)
    assert first == second
    assert "told" not in repr(first)


def test_plans_compare_by_what_they_are() -> None:
    first, second = (assertory.compile_quick_checks("contains:a").plan for _ in range(2))
    conclude(first, (PASSED,))
    assert first == second
    assert "conclusions" not in repr(first)
