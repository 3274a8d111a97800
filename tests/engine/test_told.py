"""What is constant in explanations is made once, is bounded, and is never handed out."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import assertory
from assertory import Program, Verdict
from assertory.engine.canonical import canonical
from assertory.engine.conclusion import CONCLUSIONS_KEPT, Conclusion
from assertory.engine.explain import Form
from assertory.engine.limits import EXPLAINED_CHARACTERS_MAX, EXPLAINED_CHECKS_MAX
from assertory.engine.messages import REASONS
from assertory.engine.outcome import PASSED, failed
from assertory.engine.told import tell
from tests.engine import drawn
from tests.engine.drawn import Json, configuration


def conclusion_of(verdict: Verdict) -> Conclusion:
    return verdict._conclusion  # noqa: SLF001 - what is kept for speed is asked for here only


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
        verdict = program.evaluate(judged)
        conclusion = conclusion_of(verdict)
        form = conclusion.form = Form(conclusion)
        explanation, written = verdict.explanation, verdict.explanation_bytes()
        if form.always_fits:
            assert len(explanation["checks"]) == min(len(program.plan.leaves), EXPLAINED_CHECKS_MAX)
        form.always_fits = False
        assert verdict.explanation == explanation
        assert verdict.explanation_bytes() == written == canonical(explanation).encode()


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


@pytest.mark.parametrize("observed", OBSERVED)
@pytest.mark.parametrize(
    "program",
    [assertory.compile_quick_checks(QUICK), assertory.compile_assertion(ASSERTION)],
    ids=["quick", "assertion"],
)
def test_no_check_is_larger_than_its_bound(program: Program, observed: str) -> None:
    failures = json.dumps({chr(n) * 160: 1 for n in range(3)})
    for evidence in (observed, failures, {"a": observed}, {"a": [observed]}, [observed]):
        verdict = program.evaluate(evidence)
        checks = {check["at"]: check for check in verdict.explanation["checks"]}
        for leaf, finding in zip(program.plan.leaves, conclusion_of(verdict).findings, strict=True):
            assert len(canonical(checks[leaf.at])) + 1 <= tell(leaf, finding).characters_max


def form_of(program: Program, evidence: Json) -> Form:
    return Form(conclusion_of(program.evaluate(evidence)))


def test_the_bound_is_sharp_enough_for_common_programs() -> None:
    """Of the shipped size, ten checks with short fields need not be measured."""
    leaf = {"op": "contains", "path": "/output/text", "text": "Article 39"}
    program = assertory.compile_assertion(configuration({"op": "all", "assertions": [leaf] * 10}))
    assert form_of(program, {}).always_fits
    long = {**leaf, "text": '"' * 160, "path": "/" + '"' * 160}
    twenty = configuration({"op": "all", "assertions": [long] * 20})
    assert not form_of(assertory.compile_assertion(twenty), {}).always_fits
    assert EXPLAINED_CHARACTERS_MAX == 16_000


def test_what_a_check_tells_is_made_once_for_each_finding() -> None:
    (leaf,) = assertory.compile_quick_checks("contains:a").plan.leaves
    missed = failed("not_contained")
    assert tell(leaf, PASSED) is tell(leaf, PASSED)
    assert tell(leaf, missed).members["message"] == REASONS["not_contained"]
    assert tell(leaf, PASSED).members["message"] == REASONS[None]
    assert set(leaf.told) == {PASSED, missed}


def test_what_an_explanation_says_may_be_changed() -> None:
    """It is made anew each time: nothing that a caller does to one is seen in the next."""
    program = assertory.compile_assertion(ASSERTION)
    verdict = program.evaluate({"a": [1]})
    before = verdict.explanation_bytes()
    explanation = verdict.explanation
    for part in (explanation, *explanation["checks"], *explanation["groups"]):
        for name, value in part.items():
            if type(value) in (dict, list):
                value.clear()
            part[name] = "changed"
    assert canonical(verdict.explanation).encode() == before == verdict.explanation_bytes()
    assert program.evaluate({"a": [1]}).explanation_bytes() == before


def test_a_combination_of_findings_is_concluded_once() -> None:
    program = assertory.compile_quick_checks("contains:a\ncontains:b")
    assert conclusion_of(program.evaluate("a")) is conclusion_of(program.evaluate("ca"))
    assert conclusion_of(program.evaluate("a")) is not conclusion_of(program.evaluate("b"))


def test_only_so_many_combinations_are_kept() -> None:
    letters = "abcdefghij"
    program = assertory.compile_quick_checks("\n".join(f"contains:{c}" for c in letters))
    for number in range(2 ** len(letters)):
        text = "".join(c for i, c in enumerate(letters) if number >> i & 1)
        verdict = program.evaluate(text)
        assert [leaf.outcome == "passed" for leaf in verdict.leaves] == [c in text for c in letters]
        assert len(program.plan.conclusions) <= CONCLUSIONS_KEPT
