"""An explanation is bounded, in a fixed order, and its bytes are its canonical form."""

import dataclasses
import hashlib
import json

import pytest
import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st

import assertory
from assertory import Program, Verdict
from assertory.engine.canonical import canonical
from tests.engine import drawn
from tests.engine.drawn import Json, configuration

RANKS = {"failed": 0, "abstained": 1, "passed": 2}


def compact(value: Json) -> str:
    """The compact JSON of what an explanation holds: texts, booleans and nulls."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def one_by_one(program: Program, evidence: Json) -> list[Json]:
    """What is told of each leaf where it is the whole program, in configuration order."""
    checks = []
    for leaf in program.plan.leaves:
        plan = dataclasses.replace(program.plan, leaves=(leaf,), groups=(), groups_in_order=())
        alone = dataclasses.replace(program, plan=plan)
        checks += alone.evaluate(evidence).explanation["checks"]
    return checks


def bounded(checks: list[Json]) -> list[Json]:
    """The longest prefix, failed first, of at most 20 checks and 16,000 code points."""
    ordered = sorted(checks, key=lambda check: RANKS[check["outcome"]])[:20]
    while len(compact(ordered)) > 16_000:
        ordered.pop()
    return ordered


def check_bounds(verdict: Verdict) -> None:
    explanation = verdict.explanation
    for check in explanation["checks"]:
        for shown in (check["expected"], check["observed"]):
            assert shown is None or len(shown["preview"]) <= 160
        assert check["pointer"] is None or len(check["pointer"]) <= 160
        assert all(len(failure["path"]) <= 160 for failure in check.get("failures", []))
    written = canonical(explanation)
    assert verdict.explanation_bytes() == written.encode()
    for check in explanation["checks"]:
        del check["message"]
    hashed = hashlib.sha256(canonical(explanation).encode()).hexdigest()
    assert verdict.explanation_hash() == hashed


long_texts = st.builds(
    lambda piece, times: piece * times, drawn.texts(max_size=3), st.integers(0, 90)
)
long_leaves = st.builds(
    lambda name, text: {"op": "contains", "path": "/a/" + name.replace("~", "~0"), "text": text},
    long_texts,
    long_texts,
)
long_configurations = st.lists(
    drawn.leaves
    | long_leaves
    | st.lists(long_leaves, min_size=1, max_size=9).map(
        lambda nodes: {"op": "all", "assertions": nodes}
    ),
    min_size=1,
    max_size=40,
).map(lambda nodes: configuration({"op": "any", "assertions": nodes}))
long_evidences = st.fixed_dictionaries(
    {"a": long_texts | drawn.json_values(*drawn.SURROGATES), "output": drawn.json_values()}
)


@given(drawn.configurations | long_configurations, drawn.evidences | long_evidences)
@settings(max_examples=200)
def test_an_explanation_is_the_longest_prefix_within_the_bounds(
    config: Json, evidence: Json
) -> None:
    program = assertory.compile_assertion(config)
    verdict = program.evaluate(evidence)
    expected = bounded(one_by_one(program, evidence))
    explanation = verdict.explanation
    assert explanation["checks"] == expected
    assert explanation["omittedChecks"] == len(verdict.leaves) - len(expected)
    check_bounds(verdict)


answers = (
    drawn.texts(*drawn.SURROGATES)
    | drawn.json_values(*drawn.SURROGATES).map(json.dumps)
    | long_texts.map(lambda text: json.dumps({text: {text: 1}, "a": text}))
)


@given(st.lists(drawn.checks, min_size=1, max_size=10), answers)
@settings(max_examples=200)
def test_so_is_that_of_quick_checks(checks: list[Json], answer: str) -> None:
    program = assertory.compile_quick_checks(json.dumps(checks))
    verdict = program.evaluate(answer)
    assert verdict.explanation["checks"] == bounded(one_by_one(program, answer))
    assert verdict.explanation["groups"] == []
    check_bounds(verdict)


@given(drawn.configurations, drawn.json_values())
def test_without_lone_surrogates_the_bytes_are_rfc_8785(config: Json, evidence: Json) -> None:
    verdict = assertory.compile_assertion(config).evaluate(evidence)
    assert verdict.explanation_bytes() == rfc8785.dumps(verdict.explanation)


@pytest.mark.parametrize("extra", range(-3, 3))
def test_the_budget_is_16_000_code_points_of_compact_json(extra: int) -> None:
    """Nineteen checks of full size, and one whose pointer makes the sum as large as wanted."""

    def sized(path: str) -> Program:
        leaf = {"op": "equals", "path": "", "value": '"' * 99}
        paths = ["/" + '"' * 40] * 19 + [path]
        nodes = [{**leaf, "path": p} for p in paths]
        return assertory.compile_assertion(configuration({"op": "all", "assertions": nodes}))

    evidence = {'"' * 40: "é" * 200}
    length = len(compact(one_by_one(sized("/a"), evidence)))
    path = "/" + "a" * (16_000 + extra - length + 1)
    assert len(path) < 160
    checks = one_by_one(sized(path), evidence)
    assert len(compact(checks)) == 16_000 + extra
    explanation = sized(path).evaluate(evidence).explanation
    assert explanation["omittedChecks"] == (1 if extra > 0 else 0)
    assert explanation["checks"] == bounded(checks)


@pytest.mark.parametrize(("leaves", "omitted"), [(19, 0), (20, 0), (21, 1), (99, 79)])
def test_at_most_twenty_checks_are_kept(leaves: int, omitted: int) -> None:
    node = {"op": "any", "assertions": [{"op": "tool_called", "name": "x"}] * leaves}
    verdict = assertory.compile_assertion(configuration(node)).evaluate({})
    assert verdict.explanation["omittedChecks"] == omitted
    assert len(verdict.explanation["checks"]) == leaves - omitted
    assert len(verdict.leaves) == leaves


def test_failed_come_first_then_abstained_then_passed_in_configuration_order() -> None:
    def leaf(path: str, value: int) -> Json:
        return {"op": "equals", "path": path, "value": value}

    kinds = [leaf("/a", 1), leaf("/b", 1), leaf("/a", 2)]  # passes, abstains, fails
    node = {"op": "any", "assertions": kinds * 3}
    explanation = assertory.compile_assertion(configuration(node)).evaluate({"a": 1}).explanation
    told = [(check["outcome"], check["at"].rpartition("/")[2]) for check in explanation["checks"]]
    assert told == [
        *(("failed", n) for n in "258"),
        *(("abstained", n) for n in "147"),
        *(("passed", n) for n in "036"),
    ]
