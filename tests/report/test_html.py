"""HTML: one page without network or script, the same for every reader, and evidence only text."""

import re
from dataclasses import replace

import pytest

from assertory.measure import Counts, GateRules, Tally, decide
from assertory.records.result import RowResult, RunInfo
from assertory.report.html_report import CHECKS_MAX, HTML, POLICY, SIGNS
from assertory.report.html_style import STYLE
from tests.report.hostile import TEXTS, hostile_run, naughty_strings
from tests.report.page import Page
from tests.report.runs import (
    Check,
    assertion,
    broken,
    four,
    graded,
    info,
    policy,
    tally_of,
    written,
)


def page(results: list[RowResult], run: RunInfo, rules: GateRules | None = None) -> Page:
    return Page(written(HTML, results, run, rules).decode())


@pytest.mark.parametrize("text", TEXTS, ids=ascii)
def test_evidence_changes_nothing_but_text(text: str) -> None:
    ordinary = page(*hostile_run("ordinary")).elements
    assert page(*hostile_run(text)).elements == ordinary


def test_naughty_strings_change_nothing_but_text() -> None:
    ordinary = page(*hostile_run("ordinary")).elements
    for text in naughty_strings():
        assert page(*hostile_run(text)).elements == ordinary, ascii(text)


def test_evidence_reads_back_as_it_was() -> None:
    shown = page(*hostile_run("<b>&amp;'\"`")).text()
    assert "<b>&amp;'\\\"`" in shown  # in a preview, which is JSON
    assert "row 1 <b>&amp;'\"` <b>&amp;'\"`:" in shown


def test_what_hides_is_shown_as_a_chip_and_nothing_is_left_raw() -> None:
    raw = written(HTML, *hostile_run("a\u202eb\u200b\ud800")).decode()
    assert '<span class="chip">⟨U+202E⟩</span>' in raw
    assert '<span class="chip">⟨U+D800⟩</span>' in raw
    assert not re.search("[\u202e\u200b]", raw)


def test_the_policy_forbids_everything_but_the_style_inside() -> None:
    raw = written(HTML, four(policy()), info(policy())).decode()
    escaped = POLICY.replace("'", "&#x27;")
    assert f'<meta http-equiv="Content-Security-Policy" content="{escaped}">' in raw
    assert POLICY.startswith("default-src 'none'; style-src 'unsafe-inline'")
    assert raw.index("Content-Security-Policy") < raw.index("<style>")
    assert not re.search(r"<script|https?:|@import|url\(", raw)


def test_a_run() -> None:
    program = policy()
    shown = page(four(program), info(program), GateRules(min_coverage=0.9)).text()
    for piece in (
        "answers.jsonl, graded by policy.json",
        "Gate fails, decided by min_coverage",
        "coverage 50.0 %, at least 90.0 % asked: ✕ fails",
        "Pass rate50.0 %50.0\u00a0% of 2 graded (95\u00a0% interval 9.5\u00a0% to 90.5\u00a0%)",
        "4 = 1 passed + 1 failed + 1 abstained + 1 error",
        '/output/text contains "Article 39"/assertion/assertions/0111',
        "✕ failednot_contained The text does not hold the expected part.1",
        "! errornot_json The row could not be graded.1",
        "all 3 ✕ failed 1 ○ abstained 1 ! error 1",
        "✕ failed row 2 q-2: 1 of 2 checks failed: not_contained",
        'expected"Article 39"observed"See Article 40."',
        "○ abstained row 3: 2 of 2 checks abstained: pointer_missing",
        "! error row 4: not_json\nAt byte 400: a comma is missing",
        program.config_hash,
    ):
        assert piece in shown, piece


@pytest.mark.parametrize(
    ("results", "said"),
    [
        pytest.param([], "none, as nothing was graded", id="no rows"),
        pytest.param(four(policy())[:1], "Rows that did not pass\nThere is none.", id="all passed"),
        pytest.param([broken(n) for n in range(9)], "9 = 0 passed + 0 failed", id="all errors"),
    ],
)
def test_runs_of_one_kind(results: list[RowResult], said: str) -> None:
    assert said in page(results, info(policy())).text()


def test_outcomes_differ_by_word_and_sign_wherever_they_differ_by_colour() -> None:
    raw = written(HTML, four(policy()), info(policy())).decode()
    badges = re.findall(
        r'<span class="badge (\w+)"><span aria-hidden="true">(.)</span> (\w+)<', raw
    )
    assert badges
    assert all(name == word and SIGNS[name] == shown for name, shown, word in badges)
    for row in re.findall(r'<details class="row (\w+)"><summary><span class="badge (\w+)">', raw):
        assert row[0] == row[1]


def test_the_bar_shows_every_outcome_that_occurred() -> None:
    tally = Tally()
    tally.outcomes.update(passed=999_999, failed=1)
    head = HTML.head(info(policy()), tally, None).decode()
    bar = re.findall(r'<span class="(\w+)" style="flex-grow:(\d+)">', head)
    assert bar == [("passed", "999999"), ("failed", "1")]
    assert 'role="img" aria-label="1,000,000 = 999,999 passed + 1 failed + 0 abst' in head
    assert ".bar span { flex: 1 1 0; min-width: 4px;" in STYLE  # so that one of a million shows


def test_many_failed_checks_of_a_row_are_counted() -> None:
    checks: list[Check] = [
        {"op": "contains", "path": "/output/text", "text": f"no {n}"} for n in range(30)
    ]
    program = assertion(*checks)
    raw = page([graded(program, {"output": {"text": "x"}})], info(program)).text()
    assert (
        raw.count("not_contained The text does not") == CHECKS_MAX + 1
    )  # and the table of reasons
    assert "and 20 more checks that failed or abstained" in raw


def test_a_gate_is_told_with_its_sign() -> None:
    tally = tally_of(four(policy())[:1])
    for rules, said in [
        (GateRules(min_samples=1), "✓ Gate passes: every condition is met"),
        (GateRules(min_samples=2), "○ Gate is incomplete, decided by min_samples"),
        (GateRules(min_coverage=0.5, fail_on=("failed",)), "✓ Gate passes"),
    ]:
        head = HTML.head(info(policy()), tally, decide(rules, tally.counts)).decode()
        assert said in re.sub("<[^>]*>", "", head)


def test_many_files_are_counted() -> None:
    names = tuple(f"answers-{n}.jsonl" for n in range(30))
    assert "answers-19.jsonl, 10 more files" in page([], info(policy(), answers=names)).text()


def luminance(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_every_colour_of_text_has_the_contrast_of_wcag_aa(theme: int) -> None:
    block = re.findall(r":root \{(.*?)\}", STYLE, re.DOTALL)[theme]
    colours = dict(re.findall(r"--(\w+): (#\w{6});", block))
    grounds = [colours.pop(name) for name in ("ground", "paper", "code")]
    del colours["line"]
    assert set(colours) == {"ink", "soft", *SIGNS}
    for name, colour in colours.items():
        for ground in grounds:
            low, high = sorted((luminance(colour), luminance(ground)))
            assert (high + 0.05) / (low + 0.05) >= 4.5, f"{name} on {ground}"


def test_the_filter_hides_by_the_choice_alone() -> None:
    """Each choice but `all` hides the rows of every other outcome."""
    raw = written(HTML, four(policy()), info(policy())).decode()
    values = re.findall(r'<input type="radio" name="show" value="(\w+)"( checked)?>', raw)
    assert values == [("all", " checked"), ("failed", ""), ("abstained", ""), ("error", "")]
    hidden = re.findall(r'main:has\(\[value="(\w+)"\]:checked\) \.row:not\(\.(\w+)\)', STYLE)
    assert hidden == [(name, name) for name in ("failed", "abstained", "error")]


def test_counts_of_the_legend_are_the_run_s() -> None:
    result = replace(four(policy())[1], row=5)
    tally = tally_of([result] * 1_500)
    assert tally.counts == Counts(failed=1_500)
    assert "failed</span> 1,500" in HTML.head(info(policy()), tally, None).decode()
