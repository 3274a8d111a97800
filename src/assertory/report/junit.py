"""JUnit XML: one test case a row, as continuous-integration servers show them."""

from html import escape

from assertory.measure import GateDecision, Tally
from assertory.records.result import RowResult, RunInfo
from assertory.report import explained, phrases
from assertory.report.form import Form
from assertory.report.visible import visible


def row(result: RowResult, run: RunInfo) -> bytes:
    """Write one test case: failed is a failure, abstained is skipped with its reason."""
    name = explained.name(result) or f"row {result.row}"
    case = f"<testcase{_attributes(classname=result.file or run.evaluator, name=name)}"
    inside = _inside(result)
    written = f"{case}>{inside}</testcase>\n" if inside else f"{case}/>\n"
    return written.encode()


def _inside(result: RowResult) -> str:
    if result.error is not None:
        error = result.error
        return f"<error{_attributes(message=error.message, type=error.code)}/>"
    if result.outcome == "passed":
        return ""
    if result.outcome == "abstained":
        return f"<skipped{_attributes(message=result.reason or 'abstained')}/>"
    reasons = (reason for _, _, _, reason in result.deciding)
    attributes = _attributes(message=explained.why(result), type=next(reasons, None) or "failed")
    return f"<failure{attributes}>{_text(_checks(result))}</failure>"


def _checks(result: RowResult) -> list[str]:
    checks = explained.checks(result, "failed")
    lines = []
    for check in checks:
        lines.append(f"{explained.subject(check)}: {check['reason']}")
        lines += [f"  {name:<8}  {text}" for name, text in explained.details(check)]
    more = explained.more_checks(result, len(checks), "failed")
    return [*lines, more] if more else lines


def head(run: RunInfo, tally: Tally, _: GateDecision | None) -> bytes:
    """Begin the one suite, with its counts and what it was graded by."""
    counts = tally.counts
    numbers = {
        "tests": str(counts.selected),
        "failures": str(counts.failed),
        "errors": str(counts.error),
    }
    properties = {
        "semantics": run.semantics,
        "configHash": run.config_hash,
        "engineVersion": run.engine_version,
        "re2Version": run.re2_version,
    }
    if tally.ended_early is not None:
        properties["endedEarly"] = tally.ended_early
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f"<testsuites{_attributes(name='assertory', **numbers)}>",
        # The schemas that servers hold to know `skipped` for a suite alone.
        f"<testsuite{_attributes(name=run.evaluator, **numbers, skipped=str(counts.abstained))}>",
        "<properties>",
        *(f"<property{_attributes(name=n, value=v)}/>" for n, v in properties.items()),
        "</properties>",
    ]
    return ("\n".join(lines) + "\n").encode()


def tail(_: RunInfo, tally: Tally, __: GateDecision | None, ___: int = 0) -> bytes:
    """End the suite; of a run that ended early it says so where servers show what went wrong."""
    early = ""
    if tally.ended_early is not None:
        early = f"<system-err>{escape(visible(phrases.ended_early(tally)))}</system-err>\n"
    return f"{early}</testsuite>\n</testsuites>\n".encode()


def _attributes(**values: str) -> str:
    return "".join(f' {name}="{escape(visible(value))}"' for name, value in values.items())


def _text(lines: list[str]) -> str:
    # Line by line, since a line break inside evidence is made visible. What XML 1.0 can't hold
    # (controls, halves of surrogate pairs, U+FFFE and U+FFFF) is among what is made visible.
    return "\n".join(escape(visible(line)) for line in lines)


JUNIT = Form(row, head, tail)
