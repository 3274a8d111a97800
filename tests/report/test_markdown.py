"""Markdown: small enough for a comment, and evidence is never more than text in it."""

import json
import re
from html.parser import HTMLParser

import pytest
from markdown_it import MarkdownIt

import assertory
from assertory.measure import GateRules
from assertory.report.markdown import MARKDOWN, ROW_BYTES_MAX, ROWS_MAX
from tests.report.hostile import TEXTS, hostile_run, naughty_strings
from tests.report.runs import (
    SEMANTICS,
    Check,
    assertion,
    broken,
    four,
    graded,
    info,
    policy,
    written,
)

BYTES_MAX = 64 * 1024  # what hosts take for a comment


def test_a_run() -> None:
    program = policy()
    text = written(MARKDOWN, four(program), info(program), GateRules(min_coverage=0.9)).decode()
    assert text == (
        f"""\
## Assertory: gate fails, decided by min_coverage

| rows | passed | failed | abstained | errors |
| ---: | ---: | ---: | ---: | ---: |
| 4 | 1 | 1 | 1 | 1 |

- **Pass rate** 50.0 % of 2 graded (95 % interval 9.5 % to 90.5 %)
- **Coverage** 50.0 %, 2 of 4 graded
- `answers.jsonl` graded by `policy.json`
- `{SEMANTICS}, configuration {program.config_hash[:12]}, assertory 0.1.0, RE2 1.1`

### Gate

- coverage 50.0 %, at least 90.0 % asked: **fails**

### Failed checks

- 1 × `/output/text contains "Article 39"` at `/assertion/assertions/0`

### Failed checks of failed rows, by reason

- 1 × `not_contained` The text does not hold the expected part.

### Abstained checks of abstained rows, by reason

- 2 × `pointer_missing` The pointer selects nothing in the evidence.

### Errors

- 1 × `not_json`
  - `row 4: not_json: a comma is missing`

### First failures

<details><summary>row 2 <code>q-2</code>: 1 of 2 checks failed: not_contained</summary>

    contains at /output/text: not_contained
      expected  "Article 39"
      observed  "See Article 40."

</details>
"""
    )


def test_no_rows() -> None:
    text = written(MARKDOWN, [], info(policy())).decode()
    assert text.startswith("## Assertory\n\n| rows |")
    assert "- **Pass rate** none, as nothing was graded\n" in text
    assert "### " not in text


class Tags(HTMLParser):
    """The elements of a page, with their attributes, and no text."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append(f"<{tag} {attrs}>")

    def handle_endtag(self, tag: str) -> None:
        self.found.append(f"</{tag}>")

    def handle_comment(self, data: str) -> None:
        self.found.append(f"<!-- {data} -->")


def structure(text: bytes) -> list[str]:
    """The elements that a Markdown page renders to."""
    tags = Tags()
    tags.feed(MarkdownIt("commonmark").enable("table").render(text.decode()))
    tags.close()
    return tags.found


@pytest.mark.parametrize("text", TEXTS, ids=ascii)
def test_evidence_changes_nothing_but_text(text: str) -> None:
    ordinary = structure(written(MARKDOWN, *hostile_run("ordinary")))
    assert structure(written(MARKDOWN, *hostile_run(text))) == ordinary


def test_naughty_strings_change_nothing_but_text() -> None:
    ordinary = structure(written(MARKDOWN, *hostile_run("ordinary")))
    for text in naughty_strings():
        assert structure(written(MARKDOWN, *hostile_run(text))) == ordinary, ascii(text)


def test_a_mention_or_link_stands_only_in_code() -> None:
    """Hosts notify people and fetch pictures for what stands outside code."""
    text = written(MARKDOWN, *hostile_run("@somebody https://x.example")).decode()
    for line in text.split("\n"):
        if "somebody" in line and not line.startswith("    "):
            before, _, _ = line.partition("@somebody")
            assert before.count("`") % 2 == 1 or before.endswith("<code>"), line


@pytest.mark.parametrize("written_by_author", ["`", '"', "\u202e", "x"], ids=ascii)
@pytest.mark.parametrize("written_by_others", ["`", '"', "&", "\u202e", "𝒳"], ids=ascii)
def test_the_largest_there_can_be_fits_a_comment(
    written_by_author: str, written_by_others: str
) -> None:
    text, name = written_by_others * 4_000, written_by_author * 70
    checks: list[Check] = [
        {"op": "contains", "path": f"/output/{name}", "text": f"{name[:60]}{n}"} for n in range(99)
    ]
    program = assertion(*checks)
    failed = graded(program, {"output": {name: text}}, 10**9, name='"' * 99, file='"' * 99)
    results = [failed] * 30 + [broken(10**9, "`" * 999, code=f"code_{n}") for n in range(30)]
    rules = GateRules(0.123456789, 0.987654321, 10**9, ("failed", "abstained"), confident=True)
    run = info(program, ("`" * 999,) * 2, "`" * 999)
    page = written(MARKDOWN, results, run, rules)
    assert 16_000 < len(page) < BYTES_MAX
    assert page.count(b"</details>") == ROWS_MAX


def test_a_row_that_has_too_much_to_tell_ends_in_an_ellipsis() -> None:
    names = [f"{n}{'k' * 150}" for n in range(3)]
    schema = {"type": "object", "required": names}
    check = {"type": "json_schema", "schema": schema}
    program = assertory.compile_quick_checks(json.dumps([check] * 3))
    result = graded(program, json.dumps({"x" * 300: 1}), name="n" * 300, file="f" * 300)
    piece = MARKDOWN.row(result, info(program))
    assert 1_700 < len(piece) < ROW_BYTES_MAX + 40
    assert piece.endswith(b"\n    \xe2\x80\xa6\n\n</details>\n")
    tags = ["<details []>", "<summary []>", "<code []>", "</code>", "<code []>", "</code>"]
    assert structure(piece) == [
        *tags, "</summary>", "<pre []>", "<code []>", "</code>", "</pre>", "</details>"
    ]  # fmt: skip
    assert len(written(MARKDOWN, [result] * 50, info(program))) < BYTES_MAX


def test_a_list_that_has_too_much_to_tell_counts_the_rest() -> None:
    checks: list[Check] = [
        {"op": "shape", "path": "/output", "required": {f"{'`' * 60}{n}": "null", "`" * 59: "null"},
         "allowAdditional": True}
        for n in range(40)
    ]  # fmt: skip
    program = assertion(*checks)
    page = written(MARKDOWN, [graded(program, {"output": {}})], info(program)).decode()
    entries = re.findall(
        r"^- 1 × `", page.split("### Failed checks\n")[1].split("###")[0], re.MULTILINE
    )
    assert 4 < len(entries) < 15
    assert f"\n- and {40 - len(entries)} more\n" in page


def test_what_is_cut_is_marked() -> None:
    text = written(MARKDOWN, *hostile_run("é" * 300)).decode()
    assert f"<code>{'é' * 24}…</code>" in text
    assert f'observed  "{"é" * 99}…\n' in text
