"""Citations go, and the Arabic and Latin letters that remain are counted exactly."""

import ast
import inspect
import re
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assertory.engine.text import scripts
from assertory.engine.text._unicode17 import ARABIC_RANGES, LATIN_RANGES
from assertory.engine.text.scripts import count_letters, remove_citations

FORBIDDEN_MODULES = {"re", "re2", "regex", "unicodedata", "unicodedata2"}

# Pieces that make and break citations when joined at random.
CITATION_PIECES = ["[[CITE:", "[[", "[", "CITE:", "C", "]]", "]", "x", "\u0639", "\u0301", "\ud800"]
COMMON = scripts._common_characters()  # noqa: SLF001 - the fast path has no other name


def naive_removal(text: str) -> str:
    return re.sub(r"\[\[CITE:[^\]]*\]\]", "", text)


def naive_counts(text: str) -> tuple[int, int]:
    return (
        sum(any(first <= ord(char) <= last for first, last in ARABIC_RANGES) for char in text),
        sum(any(first <= ord(char) <= last for first, last in LATIN_RANGES) for char in text),
    )


@pytest.mark.parametrize(
    ("text", "left"),
    [
        pytest.param("", "", id="empty"),
        pytest.param("no marker", "no marker", id="none"),
        pytest.param("a [[CITE:ABC]] b", "a  b", id="one"),
        pytest.param("[[CITE:a]]x[[CITE:b]]", "x", id="two"),
        pytest.param("[[CITE:a]][[CITE:b]]", "", id="two-side-by-side"),
        pytest.param("a[[CITE:]]b", "ab", id="empty-contents"),
        pytest.param("[[CITE:a\nb\r\u2028c]]", "", id="contents-over-lines"),
        pytest.param("[[CITE:\ud800\U0001f600]]", "", id="contents-of-any-code-point"),
        pytest.param("[[CITE:a[b[[c]]", "", id="contents-with-opening-brackets"),
        pytest.param("[[CITE:a[[CITE:b]]c", "c", id="first-start-takes-all"),
        pytest.param("[[CITE:a]b]]", "[[CITE:a]b]]", id="closing-bracket-in-contents"),
        pytest.param("[[CITE:a]b[[CITE:c]]d", "[[CITE:a]bd", id="whole-one-behind-a-broken-one"),
        pytest.param("[[CITE:a[[CITE:b]c]]", "[[CITE:a[[CITE:b]c]]", id="broken-for-both-starts"),
        pytest.param("[[CITE:a]]]", "]", id="three-closing-brackets"),
        pytest.param("[[[CITE:a]]", "[", id="three-opening-brackets"),
        pytest.param("[[CITE:a", "[[CITE:a", id="no-end"),
        pytest.param("[[CITE:a]", "[[CITE:a]", id="half-an-end"),
        pytest.param("x[[CITE:a]]y[[CITE:b", "xy[[CITE:b", id="last-one-has-no-end"),
        pytest.param("[[CITE]]", "[[CITE]]", id="no-colon"),
        pytest.param("[[cite:a]]", "[[cite:a]]", id="lower-case"),
        pytest.param("[[ CITE:a]]", "[[ CITE:a]]", id="space-before-the-name"),
        pytest.param("[[CI[[CITE:a]]TE:b]]", "[[CITE:b]]", id="what-is-joined-is-not-searched"),
        pytest.param("[[CITE:a]][[CITE:b]x]]", "[[CITE:b]x]]", id="broken-one-behind-a-whole-one"),
    ],
)
def test_citations_are_removed(text: str, left: str) -> None:
    assert remove_citations(text) == left


@given(st.lists(st.sampled_from(CITATION_PIECES)).map("".join))
def test_citations_are_removed_as_a_pattern_would(text: str) -> None:
    assert remove_citations(text) == naive_removal(text)


@pytest.mark.parametrize(
    ("piece", "tail", "left"),
    [
        pytest.param("[[CITE:", "", "[[CITE:", id="never-ended"),
        pytest.param("[[CITE:", "]", "[[CITE:", id="all-broken-by-one-bracket"),
        pytest.param("[[CITE:]", "", "[[CITE:]", id="each-half-ended"),
        pytest.param("[[CITE:]]", "", "", id="each-ended"),
        pytest.param("]", "", "]", id="ends-only"),
        pytest.param("[", "", "[", id="brackets-only"),
    ],
)
def test_a_million_markers_take_linear_work(piece: str, tail: str, left: str) -> None:
    """Work that is quadratic in these would not come back while anyone waits."""
    million = 1_000_000
    assert remove_citations(piece * million + tail) == left * million + tail


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        pytest.param("\u0639\u00e9", (1, 1), id="requirements-half"),
        pytest.param(
            "\u0660\u0669\u06f2\u064e\u0651\u0670", (0, 0), id="requirements-digits-marks"
        ),
        pytest.param(" \t\n\u00a0\u2003\u3000\u2028\u0085", (0, 0), id="requirements-white-space"),
        pytest.param("\u08a0A", (1, 1), id="requirements-extended-a"),
        pytest.param("\u0639 [[CITE:ABC]]", (1, 0), id="requirements-citation"),
        pytest.param("", (0, 0), id="empty"),
        pytest.param("Az09[]:_-", (0, 2), id="ascii"),
        pytest.param("[[CITE:\u0639]]", (0, 0), id="citation-only"),
        pytest.param("[[cite:\u0639]]", (1, 4), id="no-citation"),
        pytest.param("e\u0301", (0, 1), id="decomposed"),
        pytest.param("\u0622 \u0627\u0653", (2, 0), id="composed-and-decomposed-alef-madda"),
        pytest.param("\u212b\u212a", (0, 2), id="signs-that-are-letters"),
        pytest.param("\u00aa\u00ba", (0, 2), id="ordinal-indicators"),
        pytest.param("\u2160\u24b6", (0, 0), id="latin-script-that-is-no-letter"),
        pytest.param("\u0640\u060c\u061f", (0, 0), id="arabic-block-of-script-common"),
        pytest.param("\ufb01\uff21", (0, 2), id="ligature-and-fullwidth"),
        pytest.param("\U0001ee00\U0001df00", (1, 1), id="beyond-the-basic-plane"),
        pytest.param("\u03b1\u0416\u4e2d\uac00\u05d0\u0915", (0, 0), id="other-scripts"),
        pytest.param("\u088f\ua7d2", (1, 1), id="new-in-unicode-17"),
        pytest.param("a\ud800\u0639\udfff", (1, 1), id="lone-surrogates"),
        pytest.param("\ud83d\ude00", (0, 0), id="surrogates-apart"),
    ],
)
def test_letters_are_counted(text: str, counts: tuple[int, int]) -> None:
    assert count_letters(text) == counts


def test_every_code_point_counts_as_the_table_says() -> None:
    counted = {
        char: counts
        for char in map(chr, range(sys.maxunicode + 1))
        if (counts := count_letters(char)) != (0, 0)
    }
    expected = {
        chr(point): counts
        for ranges, counts in ((ARABIC_RANGES, (1, 0)), (LATIN_RANGES, (0, 1)))
        for first, last in ranges
        for point in range(first, last + 1)
    }
    assert counted == expected


@given(
    st.one_of(
        st.text(st.characters(max_codepoint=0x7F)),
        st.text(st.sampled_from(COMMON)),
        st.text(st.characters(categories=["L", "M", "N", "P", "S", "Z", "C", "Cs"])),
        st.text(st.one_of(st.sampled_from(COMMON), st.characters(categories=["L", "Cs"]))),
    )
)
def test_every_path_counts_as_the_naive_loop(text: str) -> None:
    assert count_letters(text) == naive_counts(naive_removal(text))


def test_the_fast_path_has_a_byte_for_each_of_256_characters() -> None:
    assert len(COMMON) == len(set(COMMON)) == 256
    assert COMMON.isascii() is False
    assert COMMON[:128].encode() == bytes(range(128))
    assert count_letters(COMMON) == naive_counts(COMMON)


def test_a_megabyte_of_alternating_marks_holds_no_letter() -> None:
    """Normalising such a run is quadratic in CPython, one reason to leave it out."""
    assert count_letters("\u0301\u0323" * 250_000) == (0, 0)


def test_the_module_imports_neither_patterns_nor_the_unicode_of_this_python() -> None:
    imported = set()
    for node in ast.walk(ast.parse(inspect.getsource(scripts))):
        if isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add(str(node.module))
    assert "codecs" in imported
    assert not imported & FORBIDDEN_MODULES
