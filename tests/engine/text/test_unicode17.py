"""The frozen table is Unicode 17.0, and leaving out NFC changes nothing that is counted by it.

Why the tests below prove the second, for every text. NFC decomposes each code point, reorders
marks, and composes pairs. Decomposing and composing keep both counts (tested for every code point
and every pair); reordering keeps any count. That leaves the citations. A bracket or a colon never
changes, never comes out of another code point, joins no pair and is no mark, so that it stays where
it is and NFC works on each stretch between two of them by itself. Contents may be anything without
`]`, so all that matters is which stretch reads `CITE`: only `CITE` itself does after NFC, since no
other code point decomposes into those letters alone. So NFC keeps every citation, makes none, and
keeps the counts of the stretches outside.
"""

import bz2
import hashlib
import json
import re
import sys
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from itertools import pairwise
from typing import Protocol, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assertory.engine.text import _unicode17
from assertory.engine.text._unicode17 import ARABIC_RANGES, LATIN_RANGES
from assertory.engine.text.scripts import count_letters
from tests.shared import missing, shared_dir

CODE_POINTS = tuple(map(chr, range(sys.maxunicode + 1)))
MARKER_PUNCTUATION = "[:]"
MARKER_NAME = "CITE"

# Pieces that compose, reorder, or hold citations when joined at random.
NFC_PIECES = st.one_of(
    st.sampled_from(
        ["[[CITE:", "[[CITE", ":", "[", "]]", "]", "C", "E", "e", "A", "\u212a", "\u212b"]
    ),
    st.characters(min_codepoint=0x300, max_codepoint=0x36F),  # combining marks
    st.characters(min_codepoint=0xC0, max_codepoint=0x24F),  # Latin, composed
    st.characters(min_codepoint=0x1E00, max_codepoint=0x1EFF),  # Latin, composed more than once
    st.characters(min_codepoint=0x620, max_codepoint=0x6D5),  # Arabic letters and marks
    st.characters(min_codepoint=0x1100, max_codepoint=0x11FF),  # Hangul jamo
    st.characters(min_codepoint=0xAC00, max_codepoint=0xD7A3),  # Hangul syllables
    st.characters(categories=["Mn", "Mc", "Me"]),
    st.characters(exclude_categories=["Cs"]),
)


class UnicodeData(Protocol):
    """What is read here of the Unicode character database."""

    def normalize(self, form: str, text: str, /) -> str: ...
    def decomposition(self, char: str, /) -> str: ...
    def combining(self, char: str, /) -> int: ...


@pytest.fixture(scope="module")
def unicode_data() -> UnicodeData:
    """Unicode 17.0, from the one pinned package: no Python carries that version itself."""
    try:
        found = version("unicodedata2")
    except PackageNotFoundError:
        found = "none"
    if found != "17.0.1":
        missing("unicodedata2 17.0.1")
    return cast("UnicodeData", import_module("unicodedata2"))


@pytest.fixture(scope="module")
def decompositions(unicode_data: UnicodeData) -> dict[str, str]:
    """Every code point that its full canonical decomposition changes, with that decomposition."""
    found = {char: unicode_data.normalize("NFD", char) for char in CODE_POINTS}
    return {char: decomposed for char, decomposed in found.items() if decomposed != char}


@pytest.fixture(scope="module")
def pairs(unicode_data: UnicodeData) -> dict[str, str]:
    """Every code point that is canonically a pair, with that pair: all that NFC may compose.

    Hangul syllables, which Unicode composes by rule, are `decompositions` alone.
    """
    found = {}
    for char in CODE_POINTS:
        fields = unicode_data.decomposition(char).split()
        if len(fields) == 2 and not fields[0].startswith("<"):
            found[char] = "".join(chr(int(field, 16)) for field in fields)
    return found


def test_the_table_equals_an_independent_derivation() -> None:
    path = shared_dir("suites") / "unicode" / "unicode17-script-letters.json"
    expected = json.loads(path.read_text(encoding="utf-8"))
    assert expected["unicode"] == _unicode17.UNICODE_VERSION
    for ranges, count, script in (
        (ARABIC_RANGES, _unicode17.ARABIC_COUNT, "arabic_letters"),
        (LATIN_RANGES, _unicode17.LATIN_COUNT, "latin_letters"),
    ):
        assert [list(pair) for pair in ranges] == expected[script]["ranges"]
        assert count == expected[script]["count"]


def test_the_counts_are_those_of_unicode_17() -> None:
    assert (_unicode17.ARABIC_COUNT, _unicode17.LATIN_COUNT) == (1151, 1453)


@pytest.mark.parametrize(
    ("ranges", "count"),
    [
        pytest.param(ARABIC_RANGES, _unicode17.ARABIC_COUNT, id="arabic"),
        pytest.param(LATIN_RANGES, _unicode17.LATIN_COUNT, id="latin"),
    ],
)
def test_ranges_are_ascending_apart_and_as_many_as_counted(
    ranges: tuple[tuple[int, int], ...], count: int
) -> None:
    assert all(first <= last for first, last in ranges)
    assert all(last + 1 < first for (_, last), (first, _) in pairwise(ranges))
    assert sum(last - first + 1 for first, last in ranges) == count


def test_the_hash_is_of_the_ranges() -> None:
    """Whoever edits a range by hand must change the hash too, and then the generator objects."""
    lines = [f"Arabic {first:04X}..{last:04X}\n" for first, last in ARABIC_RANGES]
    lines += [f"Latin {first:04X}..{last:04X}\n" for first, last in LATIN_RANGES]
    assert hashlib.sha256("".join(lines).encode()).hexdigest() == _unicode17.RANGES_SHA256


def test_no_decomposition_changes_the_counts(decompositions: dict[str, str]) -> None:
    assert {"\u00e9", "\u0622", "\uac00", "\u212b"} < decompositions.keys()
    changed = [
        char
        for char, decomposed in decompositions.items()
        if count_letters(char) != count_letters(decomposed)
    ]
    assert changed == []


def test_no_code_point_changes_the_counts_in_nfc(unicode_data: UnicodeData) -> None:
    changed = [
        char
        for char in CODE_POINTS
        if (nfc := unicode_data.normalize("NFC", char)) != char
        and count_letters(char) != count_letters(nfc)
    ]
    assert changed == []


def test_no_composition_changes_the_counts(pairs: dict[str, str]) -> None:
    assert pairs["\u00e9"] == "e\u0301"
    changed = [char for char, pair in pairs.items() if count_letters(char) != count_letters(pair)]
    assert changed == []


def test_brackets_and_colons_stay_as_and_where_they_are(
    unicode_data: UnicodeData, decompositions: dict[str, str], pairs: dict[str, str]
) -> None:
    for char in MARKER_PUNCTUATION:
        assert unicode_data.combining(char) == 0
        assert char not in decompositions
        assert [other for other, parts in decompositions.items() if char in parts] == []
        assert [other for other, pair in pairs.items() if char in pair] == []


def test_nothing_else_decomposes_into_the_letters_of_a_marker(
    decompositions: dict[str, str],
) -> None:
    assert not decompositions.keys() & set(MARKER_NAME)
    assert [char for char, parts in decompositions.items() if set(parts) <= set(MARKER_NAME)] == []


@given(st.lists(NFC_PIECES, max_size=30).map("".join))
def test_counts_equal_those_of_the_semantics_step_by_step(
    unicode_data: UnicodeData, text: str
) -> None:
    """NFC, then the removal, then the count, each as plainly as it can be written."""
    rest = re.sub(r"\[\[CITE:[^\]]*\]\]", "", unicode_data.normalize("NFC", text))
    assert count_letters(text) == (
        sum(any(first <= ord(char) <= last for first, last in ARABIC_RANGES) for char in rest),
        sum(any(first <= ord(char) <= last for first, last in LATIN_RANGES) for char in rest),
    )


def test_counts_are_equal_in_every_row_of_the_normalization_test() -> None:
    path = shared_dir("suites") / "unicode" / "NormalizationTest-15.0.0.txt.bz2"
    lines = bz2.decompress(path.read_bytes()).decode().split("\n")
    rows = [line.split(";")[:3] for line in lines if line[:1] not in {"", "#", "@"}]
    assert len(rows) == 19_074
    changed = []
    for row in rows:
        source, nfc, nfd = ("".join(chr(int(x, 16)) for x in field.split()) for field in row)
        if not count_letters(source) == count_letters(nfc) == count_letters(nfd):
            changed.append(row)
    assert changed == []
