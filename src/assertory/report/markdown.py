"""Markdown: the summary and the first failures, small enough for a comment on a pull request."""

import re
from collections.abc import Iterable, Iterator
from html import escape
from itertools import accumulate
from typing import Final

from assertory.engine.messages import REASONS
from assertory.measure import GateDecision, Tally
from assertory.records.result import RowResult, RunInfo
from assertory.report import explained, phrases
from assertory.report.form import Form
from assertory.report.visible import visible

# Together they keep the whole under the 64 KiB that hosts allow for a comment, whatever the run
# holds: 20 rows of 2 KB, 5 lists of 4 KB. A test writes the largest there can be.
ROWS_MAX: Final = 20
ROW_BYTES_MAX: Final = 2_000
LIST_BYTES_MAX: Final = 4_000
ENTRIES_MAX: Final = 15  # entries of one list
CHECKS_MAX: Final = 3  # checks of one row
TEXT_BYTES_MAX: Final = 200  # of one text of the author or the evidence, made visible
NAME_BYTES_MAX: Final = 48  # of a file's name or a row's id
BACKTICKS: Final = re.compile("`+")


def row(result: RowResult, _: RunInfo) -> bytes:
    """Write one failure, folded: its checks stand in a code block, where nothing is Markdown."""
    if result.outcome != "failed":
        return b""
    first = f"\n{_folded(result)}\n\n"
    lines = [f"    {line}" for line in _lines(result)]
    shown = _fitting(lines, ROW_BYTES_MAX - len(first.encode()))
    if len(shown) < len(lines):
        shown.append("    …")
    return (first + "\n".join([*shown, "", "</details>", ""])).encode()


def _lines(result: RowResult) -> Iterator[str]:
    checks = explained.checks(result, "failed")[:CHECKS_MAX]
    for check in checks:
        yield f"{_bounded(explained.subject(check))}: {check['reason']}"
        for name, text in explained.details(check):
            yield f"  {name:<8}  {_bounded(text)}"
    more = explained.more_checks(result, len(checks), "failed")
    if more:
        yield more


def _folded(result: RowResult) -> str:
    """Begin a folded block; its first line is HTML, so names stand escaped, and in <code>."""
    names = [name for name in (result.file, explained.name(result)) if name is not None]
    shown = [f"<code>{escape(_bounded(name, NAME_BYTES_MAX))}</code>" for name in names]
    words = " ".join([f"row {result.row}", *shown])
    return f"<details><summary>{words}: {explained.why(result)}</summary>"


def head(run: RunInfo, tally: Tally, gate: GateDecision | None) -> bytes:
    """Write the summary, the gate, and what failed by check and by reason."""
    counts = tally.counts
    numbers = (counts.selected, counts.passed, counts.failed, counts.abstained, counts.error)
    early = phrases.ended_early(tally)
    verdict = "" if gate is None else f": gate {phrases.gate_verdict(gate)}"
    lines = [
        f"## Assertory{verdict}",
        "",
        *([f"**Ended early**: {_code(early)}", ""] if early else []),
        "| rows | passed | failed | abstained | errors |",
        "| ---: | ---: | ---: | ---: | ---: |",
        f"| {' | '.join(f'{n:,}' for n in numbers)} |",
        "",
        f"- **Pass rate** {phrases.pass_rate(counts)}",
        f"- **Coverage** {phrases.coverage(counts)}",
        f"- {_code(phrases.answers(run))} graded by {_code(run.evaluator)}",
        f"- {_code(phrases.origin(run))}",
    ]
    if gate is not None:
        met = [f"{phrases.condition(c, counts)}: **{c.outcome}**" for c in gate.conditions]
        lines += _listed("Gate", met)
    checks = phrases.failed_checks(run, tally)
    said = [(f"{_code(check.sentence)} at {_code(check.at)}", n) for check, n in checks]
    lines += _counted("Failed checks", said)
    lines += _reasons("Failed checks of failed rows, by reason", tally, "failed")
    lines += _reasons("Abstained checks of abstained rows, by reason", tally, "abstained")
    codes = phrases.most_common(tally.errors)
    lines += _counted("Errors", [(_code(code), n) for code, n in codes])
    lines += [f"  - {_error(result)}" for result in tally.first_errors]
    if counts.failed:
        lines += ["", "### First failures"]
    return ("\n".join(lines) + "\n").encode()


def _reasons(heading: str, tally: Tally, outcome: str) -> list[str]:
    counted = phrases.reasons(tally, outcome)
    return _counted(heading, [(f"`{reason}` {REASONS[reason]}", n) for reason, n in counted])


def _counted(heading: str, entries: Iterable[tuple[str, int]]) -> list[str]:
    return _listed(heading, [f"{n:,} × {text}" for text, n in entries])


def _listed(heading: str, entries: list[str]) -> list[str]:
    if not entries:
        return []
    shown = _fitting(entries[:ENTRIES_MAX], LIST_BYTES_MAX)
    if len(shown) < len(entries):
        shown.append(f"and {len(entries) - len(shown)} more")
    return ["", f"### {heading}", "", *(f"- {entry}" for entry in shown)]


def _error(result: RowResult) -> str:
    said = "" if result.error is None else f"{result.error.code}: {result.error.message}"
    return _code(f"{explained.place(result)}: {said}")


def tail(_: RunInfo, __: Tally, ___: GateDecision | None, left_out: int = 0) -> bytes:
    """Say how many failures are not shown."""
    return f"\nand {phrases.many(left_out, 'more failure')}\n".encode() if left_out else b""


def _fitting(lines: list[str], room: int) -> list[str]:
    """Give the lines that fit into so many bytes, from the first on."""
    sizes = accumulate(len(line.encode()) + 1 for line in lines)
    return [line for line, size in zip(lines, sizes, strict=True) if size <= room]


def _bounded(text: str, most: int = TEXT_BYTES_MAX) -> str:
    """Make a text visible, on one line, and cut it to a number of UTF-8 bytes."""
    written = visible(text).encode()
    if len(written) <= most:
        return written.decode()
    return written[:most].decode(errors="ignore") + "…"


def _code(text: str) -> str:
    """Write a text as a code span, in which nothing is Markdown, HTML, a mention or a link."""
    shown = _bounded(text)
    if "`" not in shown and shown.strip():
        return f"`{shown}`"
    longest = max(map(len, BACKTICKS.findall(shown)), default=0)
    ticks = "`" * (longest + 1)
    return f"{ticks} {shown} {ticks}"


MARKDOWN = Form(row, head, tail, outcomes=frozenset(("failed",)), limit=ROWS_MAX)
