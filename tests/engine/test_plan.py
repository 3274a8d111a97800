"""A plan is flat: each pointer once, the leaves, the groups; and it knows what always fits."""

import dataclasses
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import assertory
from assertory import Program
from assertory.engine.canonical import canonical
from assertory.engine.limits import EXPLAINED_CHARACTERS_MAX, EXPLAINED_CHECKS_MAX
from assertory.engine.messages import REASONS
from assertory.engine.outcome import PASSED, failed
from assertory.engine.plan import TOOLS, Group, Leaf
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


def measured(program: Program) -> Program:
    """The same program, whose explanations are measured in any case."""
    plan = dataclasses.replace(program.plan)
    object.__setattr__(plan, "always_fits", False)
    return dataclasses.replace(program, plan=plan)


# Texts that grow most in an explanation: quotes and backslashes double, controls take six.
growing = st.lists(
    st.sampled_from(['"' * 40, "\\" * 40, "\x00" * 40, "é", "x" * 50, "\ud800" * 30]), max_size=6
).map("".join)
growing_authored = growing.map(lambda text: text.replace("\ud800", ""))
large_leaves = st.builds(
    lambda path, text: {"op": "contains", "path": "/" + path.replace("~", ""), "text": text},
    growing_authored,
    growing_authored,
)
large = st.lists(large_leaves | drawn.leaves, min_size=1, max_size=40).map(
    lambda nodes: configuration({"op": "any", "assertions": nodes})
)


@given(large, drawn.evidences, growing)
@settings(max_examples=200)
def test_what_always_fits_is_explained_as_if_it_were_measured(
    config: Json, evidence: Json, text: str
) -> None:
    program = assertory.compile_assertion(config)
    for judged in (evidence, {"output": {"text": text}, "a": text}):
        explanation = program.evaluate(judged).explanation
        assert measured(program).evaluate(judged).explanation == explanation
        if program.plan.always_fits:
            assert len(explanation["checks"]) == min(len(program.plan.leaves), EXPLAINED_CHECKS_MAX)


schema = {"type": "object", "properties": {}, "additionalProperties": False}
QUICK = json.dumps(
    [
        {"type": "json_schema", "schema": {**schema, "required": ["\x00" * 200, "a", "b"]}},
        {"type": "number_range", "path": "/" + '"' * 300, "minimum": -1e15, "maximum": 1e15},
        {"type": "exact", "text": "\\" * 200},
        {"type": "regex", "pattern": '"' * 120},
        {"type": "json_valid"},
        {"type": "output_length", "minimum": 0, "maximum": 8192},
        {"type": "contains", "text": "\x7f" * 200},
    ]
)
ASSERTION = json.dumps(
    configuration(
        {
            "op": "all",
            "assertions": [
                {"op": "equals", "path": "/" + "\x00" * 200, "value": ["\x00" * 200]},
                {"op": "equals", "path": "/a", "value": '"' * 200},
                {"op": "regex", "path": "/a", "pattern": "\\\\" * 100},
                {
                    "op": "shape",
                    "path": "/a",
                    "required": {'"' * 99: "null"},
                    "allowAdditional": True,
                },
                {"op": "count", "path": "", "min": 0, "max": 2**53 - 1},
                {"op": "tool_called", "name": '"' * 200},
                {"op": "script_ratio", "path": "/a", "script": "Arabic", "min": 0.1, "max": 0.7},
            ],
        }
    )
)
OBSERVED = [
    '"' * 200,
    "\\" * 200,
    "\x00" * 200,
    "\ud800" * 200,
    "عx",
    "",
    '{"%s":1}' % ("\\u0000" * 99),
]


def size_of(check: Json) -> int:
    return len(canonical(check))


@pytest.mark.parametrize("observed", OBSERVED)
@pytest.mark.parametrize(
    "program",
    [assertory.compile_quick_checks(QUICK), assertory.compile_assertion(ASSERTION)],
    ids=["quick", "assertion"],
)
def test_no_check_is_larger_than_its_bound(program: Program, observed: str) -> None:
    failures = json.dumps({chr(n) * 160: 1 for n in range(3)})
    for evidence in (observed, failures, {"a": observed}, {"a": [observed]}, [observed]):
        for leaf, check in zip(
            program.plan.leaves,
            sorted(
                program.evaluate(evidence).explanation["checks"], key=lambda c: order(program, c)
            ),
            strict=True,
        ):
            assert size_of(check) <= leaf.characters_max()


def order(program: Program, check: Json) -> int:
    return [leaf.at for leaf in program.plan.leaves].index(check["at"])


def test_the_bound_is_sharp_enough_for_common_programs() -> None:
    """Of the shipped size, ten checks with short fields need not be measured."""
    leaf = {"op": "contains", "path": "/output/text", "text": "Article 39"}
    program = assertory.compile_assertion(configuration({"op": "all", "assertions": [leaf] * 10}))
    assert program.plan.always_fits
    long = {**leaf, "text": '"' * 160, "path": "/" + '"' * 160}
    assert not assertory.compile_assertion(
        configuration({"op": "all", "assertions": [long] * 20})
    ).plan.always_fits


def test_what_a_check_tells_is_written_once_for_each_finding() -> None:
    program = assertory.compile_quick_checks("contains:a")
    (leaf,) = program.plan.leaves
    assert leaf.tell(PASSED) is leaf.tell(PASSED)
    missed = failed("not_contained")
    assert leaf.tell(missed)["message"] == REASONS["not_contained"]
    assert leaf.tell(PASSED)["message"] == REASONS[None]
    assert leaf.write(missed) is leaf.write(missed)
    assert set(leaf.told) == {PASSED, missed}


def test_leaves_compare_by_what_they_are() -> None:
    """What a leaf keeps for speed is no part of it."""
    first = assertory.compile_quick_checks("contains:a").plan.leaves[0]
    second = assertory.compile_quick_checks("contains:a").plan.leaves[0]
    first.tell(PASSED)
    assert first == second
    assert isinstance(first, Leaf)
    assert "told" not in repr(first)
    assert "written" not in repr(first)
    assert EXPLAINED_CHARACTERS_MAX == 16_000
