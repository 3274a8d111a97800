"""Texts that break what is careless with them, wherever a text can stand in a run."""

import json
from functools import cache

from assertory.records.result import RowError, RowResult, RunInfo
from tests.report.runs import assertion, graded, info
from tests.shared import shared_dir

# Whatever begins or ends something in HTML or Markdown, hides, or is no character at all.
TEXTS = [
    "<script>alert(1)</script>", "</code></dd></dl><script>", "<!-- ", "-->", "<![CDATA[", "<?php",
    '"><img src=x onerror=alert(1)>', "' onmouseover='alert(1)", "&lt;script&gt;", "&#60;", "&",
    "</title><script>", "</style><script>", "</details>", "<svg/onload=alert(1)>", "javascript:x",
    "{policy}", "{{7*7}}", "<\x00script>", "</code></summary>", "<b", "\n\n</details>\n\n",
    "`", "```", "`````", "~~~", "|", "||", "![x](http://x/y)", "[a](javascript:alert(1))", "[x]",
    "@somebody", "#12", "*a*", "__b__", "- item", "1. item", "# heading", "> quote", "\n\n# title",
    "\\", "\\`", "\\|", "$x$", "http://x.y", "` `", "``", "a" * 999, "`" * 999, "é" * 99,
    "", " ", "  ", "\t", "\u202e\u2066", "\u0085", "\u2028", "\x00", "\ud800", "\ufffe",
]  # fmt: skip


@cache
def naughty_strings() -> list[str]:
    """The 515 naughty strings of the shared suite."""
    path = shared_dir("suites/naughty-strings") / "blns.json"
    strings: list[str] = json.loads(path.read_text(encoding="utf-8"))
    return strings


def hostile_run(text: str) -> tuple[list[RowResult], RunInfo]:
    """Failures and an error that hold a text everywhere, and differ by nothing but that text."""
    author = text.replace("\ud800", "?")  # a configuration can't hold half of a surrogate pair
    program = assertion(
        {"op": "contains", "path": "/output/text", "text": f"{author}!"},
        {"op": "equals", "path": "/output", "value": {author: author}},
        {"op": "tool_called", "name": author or "x"},
    )
    results = [
        graded(program, {"output": {"text": text}}, 1, name=text, file=text),
        graded(program, {"output": {}}, 2, name=text, file=text),
        error(3, text),
    ]
    return results, info(program, (text, text), text)


def error(number: int, text: str) -> RowResult:
    """A row whose error, file and id hold a text, and which has no place in bytes."""
    told = RowError("not_json", text)
    return RowResult(text, number, -1, text, "error", None, None, None, (), (), None, None, told)
