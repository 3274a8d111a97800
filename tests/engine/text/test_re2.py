"""RE2 behind one door: what it finds, what it refuses, and that it says nothing on the side."""

import json
import pickle
import random
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

import pytest
import re2
from hypothesis import example, given, settings
from hypothesis import strategies as st

from assertory.engine.text.re2 import (
    MEMORY_BUDGET,
    VERSION,
    PatternRefused,
    compile_pattern,
    refuse_lone_surrogate,
    utf8,
)
from tests.shared import shared_dir

# Pieces that make valid and broken patterns when joined at random.
PATTERN_PIECES = [*"abC()[]{}|^$?*+.\\-,:=!<>Q0123é\n", r"\C", r"\Q", r"\E", "(?", "(?P<n>", r"\p"]

# The search states of this pattern on this text outgrow the budget: RE2 goes on without its DFA.
HOSTILE_PATTERN = "a[ab]{1000}c"
HOSTILE_TEXT = bytes(random.Random(7).choices(b"ab", k=20_000))  # noqa: S311 - not a secret


def refusal(pattern: str) -> PatternRefused:
    with pytest.raises(PatternRefused) as refused:
        compile_pattern(pattern)
    return refused.value


@pytest.mark.parametrize(
    ("pattern", "text", "found"),
    [
        pytest.param("b+", "abbbc", True, id="anywhere"),
        pytest.param("d", "abc", False, id="nowhere"),
        pytest.param("", "", True, id="empty-pattern-in-empty-text"),
        pytest.param("", "abc", True, id="empty-pattern"),
        pytest.param("c$", "abc", True, id="at-the-end"),
        pytest.param("ok", "OK", False, id="case-sensitive"),
        pytest.param("(?i)ok", "OK", True, id="case-insensitive"),
        pytest.param("(?i)été", "ÉTÉ", True, id="case-insensitive-beyond-ascii"),
        pytest.param("OK$", "OK\n", False, id="dollar-is-the-very-end"),
        pytest.param("^b", "a\nb", False, id="caret-is-the-very-start"),
        pytest.param("(?m)^b", "a\nb", True, id="caret-by-lines"),
        pytest.param("(?m)a$", "a\nb", True, id="dollar-by-lines"),
        pytest.param("a.b", "a\nb", False, id="dot-no-newline"),
        pytest.param("(?s)a.b", "a\nb", True, id="dot-with-newline"),
        pytest.param("^.$", "\U0001f600", True, id="dot-is-a-code-point"),
        pytest.param("^..$", "e\u0301", True, id="no-normalization"),
        pytest.param(r"\w|\d|\s", "é\u0661\u00a0\v", False, id="ascii-sets"),
        pytest.param(r"^\p{Arabic}+$", "\u0639\u0644\u0645", True, id="unicode-script"),
        pytest.param("^[^a]$", "\u0639", True, id="negated-class"),
        pytest.param("(?P<year>[0-9]{4})", "in 1999", True, id="named-group"),
        pytest.param("(a)(b)?(c)", "ac", True, id="groups"),
        pytest.param("a\0b", "a\0b", True, id="nul"),
    ],
)
def test_search(pattern: str, text: str, found: bool) -> None:  # noqa: FBT001 - a table's column
    answer = compile_pattern(pattern)(utf8(text))
    assert answer is found


@pytest.mark.parametrize(
    ("pattern", "said"),
    [
        pytest.param("a(?=b)", "invalid perl operator: (?=", id="look-ahead"),
        pytest.param("(?<=a)b", "invalid perl operator: (?<=", id="look-behind"),
        pytest.param(r"(a)\1", r"invalid escape sequence: \1", id="back-reference"),
        pytest.param("(?x)a", "invalid perl operator: (?x", id="unknown-flag"),
        pytest.param(r"a\Z", r"invalid escape sequence: \Z", id="unknown-escape"),
        pytest.param(r"[\C]", r"invalid escape sequence: \C", id="single-byte-in-class"),
        pytest.param(r"[\Q]", r"invalid escape sequence: \Q", id="quotation-in-class"),
        pytest.param(r"\p{Foo}", r"invalid character class range: \p{Foo}", id="unknown-property"),
        pytest.param("[z-a]", "invalid character class range: z-a", id="reversed-range"),
        pytest.param("[é", "missing ]: [é", id="open-class"),
        pytest.param("(a", "missing ): (a", id="open-group"),
        pytest.param("a)", "unexpected ): a)", id="stray-parenthesis"),
        pytest.param("*a", "no argument for repetition operator: *", id="nothing-to-repeat"),
        pytest.param("a**", "bad repetition operator: **", id="repeated-star"),
        pytest.param("a{1001}", "invalid repetition size: {1001}", id="count-over-1000"),
        pytest.param("a\\", "trailing \\", id="trailing-backslash"),
    ],
)
def test_syntax_is_refused_with_re2s_own_message(pattern: str, said: str) -> None:
    refused = refusal(pattern)
    assert refused.code == "regex_refused"
    assert f'"{said}"' in refused.detail
    assert str(refused) == refused.detail


@pytest.mark.parametrize(
    "pattern",
    [r"\C", r"a\C+", r"(\C)", r"\\\C", r"\Qa\E\C", r"\Q\\E\C", r"[\\]\C", r"\Q\E\Q\E\C", r"é\C"],
)
def test_a_single_byte_is_refused(pattern: str) -> None:
    refused = refusal(pattern)
    assert refused.code == "regex_refused"
    assert refused.detail.startswith(r"\C matches a single byte")


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        pytest.param(r"^\\C$", r"\C", id="escaped-backslash"),
        pytest.param(r"^\\\\C$", r"\\C", id="two-escaped-backslashes"),
        pytest.param(r"^\Q\C\E$", r"\C", id="quoted"),
        pytest.param(r"^\Q\C", r"\C", id="quoted-to-the-end"),
        pytest.param(r"^\Qa\E\\\Q\C\E$", r"a\\C", id="quoted-twice"),
        pytest.param(r"^\pC$", "\u0001", id="property-C"),
        pytest.param(r"^[\\C]$", "C", id="in-class-behind-a-backslash"),
        pytest.param("^C$", "C", id="letter"),
    ],
)
def test_what_only_looks_like_a_single_byte_is_allowed(pattern: str, text: str) -> None:
    assert compile_pattern(pattern)(text.encode())


def test_memory_budget_is_8_mib() -> None:
    """With the pinned version 446 copies of all letters fit 8 MiB, and one more does not."""
    assert MEMORY_BUDGET == 8_388_608
    assert compile_pattern(r"^\p{L}{446}$")(b"x" * 446)
    refused = refusal(r"^\p{L}{447}$")
    assert refused.code == "regex_too_large"
    assert '"pattern too large - compile failed"' in refused.detail
    assert "8388608 bytes" in refused.detail


@pytest.mark.parametrize(
    ("pattern", "told"),
    [
        pytest.param("ab\ud800", "U+D800 at character 3", id="high"),
        pytest.param("\udfffa(", "U+DFFF at character 1", id="low-before-a-syntax-error"),
        pytest.param("\ud83d\ude00", "U+D83D at character 1", id="pair-of-lone-ones"),
    ],
)
def test_lone_surrogate_in_a_pattern_is_refused(pattern: str, told: str) -> None:
    refused = refusal(pattern)
    assert refused.code == "lone_surrogate"
    assert told in refused.detail
    with pytest.raises(PatternRefused):
        refuse_lone_surrogate(pattern)


def test_a_long_pattern_is_not_repeated_whole() -> None:
    refused = refusal("(" + "a" * 60_000)
    assert refused.code == "regex_refused"
    assert "missing ): (aaa" in refused.detail
    assert len(refused.detail) < 300


def test_refusal_survives_pickling() -> None:
    """A pool of processes hands it back whole."""
    refused = refusal("a(")
    again = pickle.loads(pickle.dumps(refused))  # noqa: S301 - our own bytes
    assert (again.code, again.detail) == (refused.code, refused.detail)


def logging_program(pattern: bytes) -> Any:  # noqa: ANN401 - google-re2 has no types
    """The same C++ object with the default options, which let it log."""
    return re2._re2.RE2(pattern, re2.Options())  # noqa: SLF001


@pytest.mark.parametrize(
    ("loud", "quiet"),
    [
        pytest.param(
            lambda: logging_program(b"a("), lambda: refusal("a("), id="pattern-out-of-syntax"
        ),
        pytest.param(
            lambda: logging_program(rb"\p{L}{1000}"),
            lambda: refusal(r"\p{L}{1000}"),
            id="pattern-too-large",
        ),
        pytest.param(
            lambda: logging_program(HOSTILE_PATTERN.encode()).Match(
                re2._re2.RE2.Anchor.UNANCHORED,  # noqa: SLF001
                HOSTILE_TEXT,
                0,
                len(HOSTILE_TEXT),
            ),
            lambda: compile_pattern(HOSTILE_PATTERN)(HOSTILE_TEXT),
            id="search-out-of-memory",
        ),
    ],
)
def test_nothing_is_written_to_standard_error(
    capfd: pytest.CaptureFixture[str], loud: Callable[[], object], quiet: Callable[[], object]
) -> None:
    """Each case is one where RE2, left to its defaults, does write to the file descriptor."""
    loud()
    assert capfd.readouterr().err
    quiet()
    assert capfd.readouterr() == ("", "")


def test_a_search_out_of_memory_is_still_decided() -> None:
    found = compile_pattern(HOSTILE_PATTERN)
    assert not found(HOSTILE_TEXT)
    assert found(HOSTILE_TEXT + b"a" * 1001 + b"c")


def test_the_installed_re2_is_the_pinned_one() -> None:
    """Its Unicode tables decide verdicts: another version needs a new look at every case."""
    assert version("google-re2") == VERSION


def test_the_private_object_has_the_shape_we_rely_on() -> None:
    """Spans of the whole match and of the groups, -1 where there is none; bytes as messages."""
    kind = re2._re2.RE2  # noqa: SLF001
    program = kind(b"b(c)", re2.Options())
    assert program.ok() is True
    assert program.Match(kind.Anchor.UNANCHORED, b"abcd", 0, 4) == [(1, 3), (2, 3)]
    assert program.Match(kind.Anchor.UNANCHORED, b"abd", 0, 3) == [(-1, -1), (-1, -1)]
    options = re2.Options()
    options.log_errors = False
    broken = kind(b"a(", options)
    assert broken.ok() is False
    assert broken.error() == b"missing ): a("


@given(st.lists(st.sampled_from(PATTERN_PIECES), max_size=8).map("".join), st.text(max_size=8))
@settings(deadline=None, max_examples=300)
def test_agrees_with_the_public_wrapper(pattern: str, text: str) -> None:
    """What the wrapper of google-re2 compiles is found or not found alike, `\\C` aside."""
    options = re2.Options()
    options.log_errors = False
    try:
        wrapped = re2.compile(pattern, options)
    except re2.error:
        assert refusal(pattern).code == "regex_refused"
        return
    try:
        found = compile_pattern(pattern)
    except PatternRefused as refused:
        assert r"\C" in pattern
        assert refused.detail.startswith(r"\C")  # noqa: PT017 - either way is right
        return
    assert found(text.encode()) == (wrapped.search(text.encode()) is not None)


@given(
    st.text(st.characters(), max_size=20)
    | st.lists(st.sampled_from(PATTERN_PIECES), max_size=12).map("".join),
    st.text(st.characters(), max_size=20),
)
@settings(deadline=None, max_examples=300)
@example("\\", "")
@example("a\\Q\\", "")
def test_any_text_compiles_or_is_refused(pattern: str, text: str) -> None:
    """Nothing but `PatternRefused` comes out, and what compiles decides any text."""
    try:
        found = compile_pattern(pattern)
    except PatternRefused as refused:
        assert refused.code in {"regex_refused", "regex_too_large", "lone_surrogate"}  # noqa: PT017
        assert refused.detail.endswith(".")  # noqa: PT017
    else:
        assert found(utf8(text)) in (True, False)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        pytest.param("", "", id="empty"),
        pytest.param("aé\u0639\U0001f600", "aé\u0639\U0001f600", id="no-surrogate"),
        pytest.param("a\ud800b", "a\ufffdb", id="one"),
        pytest.param("\ud83d\ude00", "\ufffd\ufffd", id="pair-is-not-joined"),
        pytest.param("\ude00\ud83d", "\ufffd\ufffd", id="reversed-pair"),
        pytest.param("\U0001f600\ud83d\U0001f600\ude00", "\U0001f600\ufffd" * 2, id="among-pairs"),
    ],
)
def test_utf8_reads_each_lone_surrogate_as_one_replacement(text: str, read: str) -> None:
    assert utf8(text) == read.encode()


@given(st.text(st.characters() | st.characters(categories=["Cs"])))
def test_utf8_keeps_every_other_code_point(text: str) -> None:
    replaced = ["\ufffd" if "\ud800" <= char <= "\udfff" else char for char in text]
    assert utf8(text).decode() == "".join(replaced)


def spelled(written: dict[str, Any]) -> Any:  # noqa: ANN401 - JSON
    """Spell out the macros of the conformance cases, the innermost first."""
    if written.keys() == {"$repeat"}:
        text, times = written["$repeat"]
        return text * times
    return "".join(written["$join"]) if written.keys() == {"$join"} else written


def test_conformance_of_patterns_and_searches() -> None:
    """The shared regex cases, as far as they are one pattern over one text, or patterns refused."""
    file = shared_dir("conformance") / "regex.json"
    searches = refusals = 0
    for case in json.loads(file.read_text(), object_hook=spelled)["cases"]:
        root, expect = case["config"]["assertion"], case["expect"]
        if "error" in expect:
            for each in root.get("assertions", [root]):
                refusal(each["pattern"])
                refusals += 1
        elif root["op"] == "regex" and isinstance(case["evidence"]["output"]["text"], str):
            found = compile_pattern(root["pattern"])(utf8(case["evidence"]["output"]["text"]))
            assert found == (expect["outcome"] == "passed"), case["id"]
            searches += 1
    assert (searches, refusals) == (38, 23)
