"""The summary of a run: as plain text for a terminal, and as JSON."""

import textwrap
from collections.abc import Iterator
from typing import Final

from assertory.engine.json_text import Json
from assertory.engine.messages import REASONS
from assertory.measure import FIRST_SHOWN, GateDecision, Tally
from assertory.records.result import RowResult, RunInfo
from assertory.report import explained, phrases
from assertory.report.visible import visible

VERSION: Final = 1  # of the JSON summary: raised where a member changes its meaning or goes
WIDTH_MIN: Final = 40  # columns
ENTRIES_MAX: Final = 20  # entries of one list; the rest is counted
CHECKS_MAX: Final = 3  # checks of one row; the rest is counted
LINES_MAX: Final = 4  # lines of one text; the rest is cut

Line = tuple[str, str]  # what stands before a text, and the text, which is wrapped beside it
Part = list[Line]
BLANK: Final[Line] = ("", "")


def summary_text(run: RunInfo, tally: Tally, gate: GateDecision | None, width: int) -> str:
    """
    Write the summary that a person reads after a run.

    Takes:   width, columns of the terminal; at least 40 are used.
    Gives:   plain text of bounded length, without colours, ending in a line break; evidence in
             it can't move the cursor, change the direction of writing, or hide.
    Source:  semantics section 6.
    """
    parts = [
        _figures(run, tally),
        _reasons("Failed checks of failed rows, by reason", tally, "failed"),
        _checks(run, tally),
        _reasons("Abstained checks of abstained rows, by reason", tally, "abstained"),
        _errors(tally),
        _first_failed(tally),
        _first_abstained(tally),
        _first_errors(tally),
        [] if gate is None else _gate(gate, tally),
    ]
    wide = max(width, WIDTH_MIN)
    texts = ["\n".join(_wrapped(line, wide) for line in part) for part in parts if part]
    return "\n\n".join(texts) + "\n"


def _wrapped(line: Line, width: int) -> str:
    lead, text = line
    lines = textwrap.wrap(
        visible(text),
        width,
        initial_indent=lead,
        subsequent_indent=" " * len(lead),
        drop_whitespace=False,  # the white space that begins a line is part of evidence
        break_on_hyphens=False,
        max_lines=LINES_MAX,
        placeholder="…",
    )
    return "\n".join(line.rstrip() for line in lines or [lead])


def _figures(run: RunInfo, tally: Tally) -> Part:
    counts = tally.counts
    early = phrases.ended_early(tally)
    return [
        *([("", early), BLANK] if early else []),
        ("Answers    ", phrases.answers(run)),
        ("Evaluator  ", run.evaluator),
        ("           ", phrases.origin(run)),
        BLANK,
        ("Rows       ", phrases.sum_of_rows(counts)),
        ("Pass rate  ", phrases.pass_rate(counts)),
        ("Coverage   ", phrases.coverage(counts)),
    ]


def _listed(heading: str, entries: list[tuple[int, str]]) -> Part:
    """List counts, each before its text, under a heading; nothing where there are none."""
    if not entries:
        return []
    lines = [("", heading), *((f"{n:>9,}  ", text) for n, text in entries[:ENTRIES_MAX])]
    more = len(entries) - ENTRIES_MAX
    return lines if more <= 0 else [*lines, (" " * 11, f"and {more} more")]


def _reasons(heading: str, tally: Tally, outcome: str) -> Part:
    counted = phrases.reasons(tally, outcome)
    return _listed(heading, [(n, f"{reason}: {REASONS[reason]}") for reason, n in counted])


def _checks(run: RunInfo, tally: Tally) -> Part:
    counted = phrases.failed_checks(run, tally)
    said = [(n, f"{check.sentence} ({check.at})") for check, n in counted]
    return _listed("Failed checks of failed rows, by check", said)


def _errors(tally: Tally) -> Part:
    return _listed("Errors by code", [(n, code) for code, n in phrases.most_common(tally.errors)])


def _first_failed(tally: Tally) -> Part:
    shown, failed = tally.first_failed, tally.counts.failed
    lines = [line for result in shown for line in _failure(result)]
    return [("", _heading("failure", len(shown), failed)), *lines] if lines else []


def _first_abstained(tally: Tally) -> Part:
    """Name abstained rows, in the room that failures leave: of the two they tell less."""
    shown = tally.first_abstained[: FIRST_SHOWN - len(tally.first_failed)]
    lines = [("  ", _abstention(result)) for result in shown]
    heading = _heading("abstained row", len(shown), tally.counts.abstained)
    return [("", heading), *lines] if lines else []


def _first_errors(tally: Tally) -> Part:
    shown, errors = tally.first_errors, tally.counts.error
    lines = [("  ", _error(result)) for result in shown]
    return [("", _heading("error", len(shown), errors)), *lines] if lines else []


def _heading(noun: str, shown: int, of: int) -> str:
    return f"First {phrases.many(shown, noun)} of {of:,}" if shown < of else f"{noun.capitalize()}s"


def _failure(result: RowResult) -> Iterator[Line]:
    yield "  ", _named(result)
    checks = explained.checks(result, "failed")[:CHECKS_MAX]
    for check in checks:
        yield "    ", f"{explained.subject(check)}: {check['reason']}"
        for label, text in explained.details(check):
            yield f"      {label:<8}  ", text
    more = explained.more_checks(result, len(checks), "failed")
    if more:
        yield "    ", more


def _abstention(result: RowResult) -> str:
    """Name a row with why it abstained, and the first check of it that looks somewhere."""
    checks = explained.checks(result, "abstained")
    looking = (explained.subject(check) for check in checks if check["pointer"] is not None)
    first = next(looking, None)
    return _named(result) + ("" if first is None else f" ({first})")


def _named(result: RowResult) -> str:
    name = explained.name(result)
    named = f" ({name})" if name else ""
    return f"{explained.place(result)}{named}: {explained.why(result)}"


def _error(result: RowResult) -> str:
    at = f" at byte {result.offset:,}" if result.offset >= 0 else ""
    said = "" if result.error is None else f": {result.error.code}: {result.error.message}"
    return f"{explained.place(result)}{at}{said}"


def _gate(gate: GateDecision, tally: Tally) -> Part:
    conditions = [
        (f"  {part.outcome:<12}", phrases.condition(part, tally.counts)) for part in gate.conditions
    ]
    return [("", f"Gate {phrases.gate_verdict(gate)}"), *conditions]


def summary_json(run: RunInfo, tally: Tally, gate: GateDecision | None) -> dict[str, Json]:
    """
    Give the summary as JSON.

    Gives:   counts of rows, passRate, interval and coverage (null where there is none); reasons
             and checks, which count checks and not rows; errors by code; the gate (null where
             none was asked); and the run.
    Source:  semantics section 6.
    """
    counts = tally.counts
    interval = counts.interval
    return {
        "version": VERSION,
        "endedEarly": tally.ended_early,
        "counts": {
            "selected": counts.selected,
            "passed": counts.passed,
            "failed": counts.failed,
            "abstained": counts.abstained,
            "error": counts.error,
        },
        "passRate": counts.pass_rate,
        "interval": interval and {"level": 0.95, "low": interval[0], "high": interval[1]},
        "coverage": counts.coverage,
        "reasons": [
            {"outcome": outcome, "reason": reason, "count": n}
            for outcome in ("failed", "abstained")
            for reason, n in phrases.reasons(tally, outcome)
        ],
        "errors": [{"code": c, "count": n} for c, n in phrases.most_common(tally.errors)],
        "checks": [
            {
                "at": check.at,
                "op": check.op,
                "sentence": check.sentence,
                "passed": tally.checks[check.at, "passed"],
                "failed": tally.checks[check.at, "failed"],
                "abstained": tally.checks[check.at, "abstained"],
            }
            for check in run.checks
        ],
        "gate": None if gate is None else _gate_json(gate),
        "run": {
            "answers": list(run.answers),
            "evaluator": run.evaluator,
            "semantics": run.semantics,
            "configHash": run.config_hash,
            "engineVersion": run.engine_version,
            "re2Version": run.re2_version,
        },
    }


def _gate_json(gate: GateDecision) -> dict[str, Json]:
    return {
        "outcome": gate.outcome,
        "decidedBy": gate.decided_by,
        "conditions": [
            {"name": p.name, "found": p.found, "asked": p.asked, "outcome": p.outcome}
            for p in gate.conditions
        ],
    }
