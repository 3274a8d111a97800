"""HTML: one page that needs no network and no script, and that evidence can't change."""

from collections.abc import Iterable
from html import escape
from typing import Final

from assertory.engine.json_text import Json
from assertory.engine.messages import REASONS
from assertory.measure import Counts, GateDecision, Tally
from assertory.records.result import CheckInfo, RowResult, RunInfo
from assertory.report import explained, phrases
from assertory.report.form import Form
from assertory.report.html_style import STYLE
from assertory.report.visible import code_point, visible

PAGE: Final = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Assertory: {title}</title>
<style>{style}</style>
</head>
<body>
<a class="skip" href="#rows">Skip to the rows</a>
"""
ROWS_MAX: Final = 1_000
CHECKS_MAX: Final = 10  # checks of one row
FILES_MAX: Final = 20
POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
SIGNS: Final = {"passed": "✓", "failed": "✕", "abstained": "○", "error": "!"}
GATE_SIGNS: Final = {"passes": "passed", "fails": "failed", "incomplete": "abstained"}


def row(result: RowResult, run: RunInfo) -> bytes:
    """Write one row that didn't pass: its checks that failed or abstained, or its error."""
    if result.outcome == "passed":
        return b""
    names = [name for name in (result.file, explained.name(result)) if name is not None]
    said = " ".join([f"row {result.row}", *map(_isolated, names)])
    inside = _error(result) if result.error is not None else _checks(result, run)
    return (
        f'<details class="row {result.outcome}"><summary>{_badge(result.outcome)} {said}:'
        f' <span class="soft">{escape(explained.why(result))}</span></summary>\n'
        f"<div>{inside}</div></details>\n"
    ).encode()


def _error(result: RowResult) -> str:
    at = f"At byte {result.offset:,}: " if result.offset >= 0 else ""
    message = "" if result.error is None else result.error.message
    return f"<p>{at}{_isolated(message)}</p>"


def _checks(result: RowResult, run: RunInfo) -> str:
    sentences = {check.at: check.sentence for check in run.checks}
    checks = explained.checks(result, "failed", "abstained")[:CHECKS_MAX]
    parts = [_check(check, sentences.get(check["at"], "")) for check in checks]
    more = explained.more_checks(result, len(checks), "failed", "abstained")
    parts.append(f"<p>{more}</p>" if more else "")
    if result.receipt is not None and result.receipt["evidenceHash"] is not None:
        digest = escape(str(result.receipt["evidenceHash"]))
        parts.append(f'<p class="soft check">evidence <code>{digest}</code></p>')
    return "".join(parts)


def _check(check: dict[str, Json], sentence: str) -> str:
    details = "".join(
        f'<dt>{name}</dt><dd dir="auto"><code>{_text(text)}</code></dd>'
        for name, text in explained.details(check)
    )
    return (
        f'<div class="check {check["outcome"]}">'
        f"<p>{_badge(check['outcome'])} {_isolated(sentence)}</p>"
        f'<p class="soft"><code>{check["reason"]}</code> {escape(check["message"])}</p>'
        f'<p class="soft">{_isolated(explained.subject(check))}, {_isolated(check["at"])}</p>'
        f"<dl>{details}</dl></div>"
    )


def head(run: RunInfo, tally: Tally, gate: GateDecision | None) -> bytes:
    """Write the page up to its first row: the summary, the gate, checks and reasons."""
    counts, early = tally.counts, phrases.ended_early(tally)
    parts = [
        PAGE.format(
            policy=escape(POLICY), title=visible(escape(phrases.answers(run))), style=STYLE
        ),
        f"<header><h1>Assertory report</h1>\n<p>{_isolated(phrases.answers(run))}, graded by",
        f" {_isolated(run.evaluator)}</p>\n",
        f'<p class="badge failed">{_isolated(early)}</p>\n' if early else "",
        "" if gate is None else _gate(gate, counts),
        "</header>\n<main>\n",
        _figures(counts),
        _check_table(run.checks, tally),
        _reason_table(tally),
        _row_heading(counts),
    ]
    return "".join(parts).encode()


def _gate(gate: GateDecision, counts: Counts) -> str:
    outcome = GATE_SIGNS[gate.outcome]
    items = "".join(
        f'<li class="{GATE_SIGNS[part.outcome]}">{escape(phrases.condition(part, counts))}:'
        f' <span class="badge">{_sign(GATE_SIGNS[part.outcome])} {part.outcome}</span></li>'
        for part in gate.conditions
    )
    return (
        f'<section class="gate {outcome}" aria-label="Gate"><p class="badge">{_sign(outcome)}'
        f" Gate {phrases.gate_verdict(gate)}</p><ul>{items}</ul></section>\n"
    )


def _figures(counts: Counts) -> str:
    outcomes = _outcomes(counts)
    bars = "".join(
        f'<span class="{name}" style="flex-grow:{n}"></span>' for name, n in outcomes if n
    )
    legend = "".join(f'<li class="{name}">{_badge(name)} {n:,}</li>' for name, n in outcomes)
    return (
        '<section aria-labelledby="summary"><h2 id="summary">Summary</h2>\n<dl class="figures">'
        f"{_figure('Pass rate', counts.pass_rate, phrases.pass_rate(counts))}"
        f"{_figure('Coverage', counts.coverage, phrases.coverage(counts))}"
        f'<div><dt>Rows</dt><dd class="large">{counts.selected:,}</dd>'
        f"<dd>{phrases.sum_of_rows(counts)}</dd></div></dl>\n"
        f'<div class="bar" role="img" aria-label="{phrases.sum_of_rows(counts)}">{bars}</div>\n'
        f'<ul class="legend">{legend}</ul></section>\n'
    )


def _outcomes(counts: Counts) -> tuple[tuple[str, int], ...]:
    return (
        ("passed", counts.passed),
        ("failed", counts.failed),
        ("abstained", counts.abstained),
        ("error", counts.error),
    )


def _figure(name: str, rate: float | None, said: str) -> str:
    large = "none" if rate is None else phrases.percent(rate)
    said = said.replace(" %", "\u00a0%")
    return f'<div><dt>{name}</dt><dd class="large">{large}</dd><dd>{said}</dd></div>'


def _check_table(checks: Iterable[CheckInfo], tally: Tally) -> str:
    outcomes = ("passed", "failed", "abstained")
    headings = _heading("check") + "".join(_heading(outcome, "number") for outcome in outcomes)
    rows = [
        f'<th scope="row">{_isolated(check.sentence)}<br>'
        f'<span class="soft">{_isolated(check.at)}</span></th>'
        + "".join(_number(tally.checks[check.at, outcome]) for outcome in outcomes)
        for check in checks
    ]
    return _table("checks", "Checks", headings, rows)


def _reason_table(tally: Tally) -> str:
    found = [
        (outcome, reason, REASONS[reason], n)
        for outcome in ("failed", "abstained")
        for reason, n in phrases.reasons(tally, outcome)
    ]
    codes = phrases.most_common(tally.errors)
    found += [("error", code, "The row could not be graded.", n) for code, n in codes]
    headings = _heading("outcome") + _heading("reason") + _heading("checks or rows", "number")
    rows = [
        f'<th scope="row">{_badge(outcome)}</th>'
        f"<td><code>{_text(reason)}</code> {escape(sentence)}</td>{_number(n)}"
        for outcome, reason, sentence, n in found
    ]
    return _table("reasons", "Reasons", headings, rows) if rows else ""


def _table(anchor: str, title: str, headings: str, rows: Iterable[str]) -> str:
    body = "\n".join(f"<tr>{row}</tr>" for row in rows)
    return (
        f'<section aria-labelledby="{anchor}"><h2 id="{anchor}">{title}</h2>\n'
        f'<div class="scroll"><table><thead><tr>{headings}</tr></thead>\n'
        f"<tbody>{body}</tbody></table></div></section>\n"
    )


def _heading(name: str, kind: str = "text") -> str:
    return f'<th scope="col" class="{kind}">{name}</th>'


def _number(number: int) -> str:
    return f'<td class="number">{number:,}</td>'


def _row_heading(counts: Counts) -> str:
    begin = '<section aria-labelledby="rows"><h2 id="rows">Rows that did not pass</h2>\n'
    kinds = [(name, n) for name, n in _outcomes(counts) if n and name != "passed"]
    if not kinds:
        return f"{begin}<p>There is none.</p>\n"
    choices = [("all", "all", sum(n for _, n in kinds))]
    choices += [(name, f"{SIGNS[name]} {name}", n) for name, n in kinds]
    radios = "".join(
        f'<label><input type="radio" name="show" value="{value}"'
        f"{' checked' if value == 'all' else ''}> {words} {n:,}</label>"
        for value, words, n in choices
    )
    return f"{begin}<fieldset><legend>Show</legend>{radios}</fieldset>\n"


def tail(run: RunInfo, _: Tally, __: GateDecision | None, left_out: int = 0) -> bytes:
    """End the page: how many rows it leaves out, and what graded."""
    more = f"and {phrases.many(left_out, 'more row')} that did not pass; .jsonl shows every row"
    files = [_isolated(name) for name in run.answers[:FILES_MAX]]
    if len(run.answers) > FILES_MAX:
        files.append(phrases.many(len(run.answers) - FILES_MAX, "more file"))
    facts = {
        "answers": ", ".join(files),
        "evaluator": _isolated(run.evaluator),
        "semantics": _isolated(run.semantics),
        "configuration": f"<code>{_text(run.config_hash)}</code>",
        "versions": _isolated(f"assertory {run.engine_version}, RE2 {run.re2_version}"),
    }
    items = "".join(f"<div>{name}: {value}</div>" for name, value in facts.items())
    return (
        f"{f'<p>{more}</p>' if left_out else ''}</section>\n</main>\n"
        f"<footer>{items}</footer>\n</body>\n</html>\n"
    ).encode()


def _badge(outcome: str) -> str:
    return f'<span class="badge {outcome}">{_sign(outcome)} {outcome}</span>'


def _sign(outcome: str) -> str:
    return f'<span aria-hidden="true">{SIGNS[outcome]}</span>'


def _isolated(text: str) -> str:
    """Write a text so that its direction stays its own."""
    return f"<bdi>{_text(text)}</bdi>"


def _text(text: str) -> str:
    return visible(escape(text), _chip)


def _chip(char: str) -> str:
    return f'<span class="chip">{code_point(char)}</span>'


HTML = Form(row, head, tail, outcomes=frozenset(("failed", "abstained", "error")), limit=ROWS_MAX)
