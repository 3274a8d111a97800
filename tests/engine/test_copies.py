"""Programs and verdicts can be copied and sent to another process, and say the same there."""

import copy
import pickle
from collections.abc import Callable

import pytest

import assertory
from assertory import UNAVAILABLE, Program, Verdict
from tests.engine.drawn import Json, configuration

LEAVES: list[Json] = [
    {"op": "contains", "path": "/a", "text": "x"},
    {"op": "regex", "path": "/a", "pattern": "x+"},
    {"op": "equals", "path": "/b", "value": [1, "x"]},
    {"op": "count", "path": "/b", "min": 1, "max": 2},
    {"op": "tool_called", "name": "search"},
    {"op": "script_ratio", "path": "/a", "script": "Latin", "min": 1, "max": 1},
]
PROGRAMS = {
    "assertion": assertory.compile_assertion(configuration({"op": "any", "assertions": LEAVES})),
    "quick": assertory.compile_quick_checks("regex:^x$\nnumber:/a:0..1\njson_valid\nlength:0..3"),
    "schema": assertory.compile_quick_checks(
        '[{"type":"json_schema","schema":{"type":"object","required":["z"]}}]'
    ),
}
EVIDENCE = ["x", '{"a": 1}', {"a": "xx", "b": [1, "x"]}, {"b": {}}, {}, UNAVAILABLE, object()]


def through_pickle(value: Json) -> Json:
    return pickle.loads(pickle.dumps(value))  # noqa: S301 - our own bytes


copies = pytest.mark.parametrize("again", [through_pickle, copy.copy, copy.deepcopy])
programs = pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)


def said(verdict: Verdict) -> tuple[object, ...]:
    return (
        *(verdict.outcome, verdict.reason, verdict.value, verdict.label, verdict.leaves),
        *(verdict.deciding, verdict.explanation),
        *(verdict.explanation_bytes(), verdict.explanation_hash()),
    )


@copies
@programs
@pytest.mark.parametrize("evidence", EVIDENCE, ids=range(len(EVIDENCE)))
@pytest.mark.parametrize("explained", [False, True])
def test_a_copied_verdict_says_the_same(
    again: Callable[[Json], Json],
    program: Program,
    evidence: object,
    explained: bool,  # noqa: FBT001
) -> None:
    """Whether it was copied before it was explained, or after."""
    verdict = again(program).evaluate(evidence)
    if explained:
        said(verdict)
    copied = again(verdict)
    assert said(copied) == said(verdict) == said(program.evaluate(evidence))


@copies
@programs
def test_a_copied_program_is_the_same(again: Callable[[Json], Json], program: Program) -> None:
    said(program.evaluate({}))
    copied = again(program)
    assert (copied.source, copied.semantics) == (program.source, program.semantics)
    assert (copied.config_hash, copied.document) == (program.config_hash, program.document)
