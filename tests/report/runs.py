"""Runs for the tests of the forms: graded by the real engine, small, and hostile where asked."""

from collections.abc import Iterable, Sequence

import assertory
from assertory import Program
from assertory.engine.receipt import Versions, members_hash, receipt
from assertory.engine.sentences import sentence
from assertory.measure import GateDecision, GateRules, Tally, decide
from assertory.records.result import CheckInfo, RowError, RowResult, RunInfo
from assertory.report.form import Form, document

SEMANTICS = "unicode-script-letters/v1"
VERSIONS = Versions("0.1.0", "1.1")

Check = dict[str, object]


def assertion(*checks: Check) -> Program:
    """A program that asks for all of these checks."""
    root = {"op": "all", "assertions": list(checks)}
    return assertory.compile_assertion({"semantics": SEMANTICS, "assertion": root})


def policy() -> Program:
    """Two checks: an article is named, and the text is short."""
    return assertion(
        {"op": "contains", "path": "/output/text", "text": "Article 39"},
        {"op": "count", "path": "/output/text", "min": 1, "max": 40},
    )


def info(
    program: Program, answers: tuple[str, ...] = ("answers.jsonl",), evaluator: str = "policy.json"
) -> RunInfo:
    """What the command line tells of a run."""
    checks = tuple(CheckInfo(leaf.at, leaf.op, sentence(leaf)) for leaf in program.plan.leaves)
    return RunInfo(answers, evaluator, program.semantics, program.config_hash, *VERSIONS, checks)


def graded(
    program: Program,
    evidence: object,
    number: int = 1,
    *,
    name: str | float | None = None,
    file: str | None = None,
) -> RowResult:
    """Grade one row; `name` is its id."""
    verdict = program.evaluate(evidence)
    return RowResult(
        file=file,
        row=number,
        offset=100 * number,
        id=name,
        outcome=verdict.outcome,
        reason=verdict.reason,
        value=verdict.value,
        label=verdict.label,
        leaves=verdict.leaves,
        deciding=verdict.deciding,
        explanation=verdict.explanation_bytes(),
        receipt=receipt(
            program,
            verdict,
            evidence_hash=members_hash({"output": b"{}"}),
            capture=None,
            versions=VERSIONS,
        ),
        error=None,
    )


def broken(number: int, message: str = "a comma is missing", code: str = "not_json") -> RowResult:
    """A row that can't be graded."""
    error = RowError(code, message)
    return RowResult(
        None, number, 100 * number, None, "error", None, None, None, (), (), None, None, error
    )


def four(program: Program) -> list[RowResult]:
    """One row of each outcome."""
    return [
        graded(program, {"output": {"text": "See Article 39."}}, 1),
        graded(program, {"output": {"text": "See Article 40."}}, 2, name="q-2"),
        graded(program, {"output": {}}, 3),
        broken(4),
    ]


def tally_of(results: Iterable[RowResult]) -> Tally:
    """Count rows."""
    tally = Tally()
    for result in results:
        tally.add(result)
    return tally


def written(
    form: Form, results: Sequence[RowResult], run: RunInfo, rules: GateRules | None = None
) -> bytes:
    """A whole output in one form."""
    tally = tally_of(results)
    gate: GateDecision | None = None if rules is None else decide(rules, tally.counts)
    rows = (form.row(result, run) for result in results)
    return b"".join(document(form, rows, run, tally, gate))
