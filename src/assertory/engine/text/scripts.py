"""Counts Arabic and Latin letters as Unicode 17.0 froze them, citations aside."""

import codecs
from collections.abc import Callable, Iterable
from functools import cache

from assertory.engine.text._unicode17 import ARABIC_RANGES, LATIN_RANGES

_CITATION_START = "[[CITE:"
_CITATION_END = "]]"

_ARABIC, _LATIN = 1, 2


def remove_citations(text: str) -> str:
    """
    Remove every `[[CITE:` ... `]]` whose contents, which may be empty, hold no `]`.

    Case-sensitive, in one pass from left to right: what a removal joins is not searched again. The
    work is linear in the text, whatever it holds.

    Source: semantics section 3, requirements "Frozen script ratio semantics".

    >>> remove_citations("see [[CITE:A1]] and [[CITE:]], not [[CITE:a]b]] or [[cite:c]]")
    'see  and , not [[CITE:a]b]] or [[cite:c]]'
    >>> remove_citations("[[CI[[CITE:a]]TE:b]]")
    '[[CITE:b]]'
    """
    kept = []
    kept_to = 0
    start = text.find(_CITATION_START)
    while start >= 0:
        # The first `]` decides for every start before it, so the search goes on from there.
        end = text.find("]", start + len(_CITATION_START))
        if end < 0:
            break
        if text.startswith(_CITATION_END, end):
            kept.append(text[kept_to:start])
            kept_to = end + len(_CITATION_END)
        start = text.find(_CITATION_START, end)
    kept.append(text[kept_to:])
    return "".join(kept)


def count_letters(text: str) -> tuple[int, int]:
    r"""
    How many code points outside citations are Arabic letters, and how many are Latin letters.

    A letter is a code point of General_Category L* whose Script (not Script_Extensions) is Arabic
    or Latin, by the frozen tables of Unicode 17.0; a lone surrogate is none. The text need not be
    in NFC, though the semantics name NFC first: normalising can change neither count nor move a
    citation, and a test proves that for every code point.

    Source: semantics section 3, requirements "Frozen script ratio semantics".

    >>> count_letters("\u0639\u00e9 39 [[CITE:ABC]]")
    (1, 1)
    """
    letters = _keep_letters()(remove_citations(text))
    arabic = letters.count(_ARABIC)
    return arabic, len(letters) - arabic


@cache
def _keep_letters() -> Callable[[str], bytes]:
    """Build the tables, once, and give the function from a text to one byte for each letter."""
    script_of = dict.fromkeys(_characters(ARABIC_RANGES), _ARABIC)
    script_of |= dict.fromkeys(_characters(LATIN_RANGES), _LATIN)
    common = _common_characters()
    charmap = codecs.charmap_build(common)
    script_of_byte = bytes(script_of.get(char, 0) for char in common)
    not_letters = bytes(byte for byte, script in enumerate(script_of_byte) if not script)

    def keep_letters(text: str) -> bytes:
        if text.isascii():
            return text.encode().translate(script_of_byte, not_letters)
        try:
            encoded, _ = codecs.charmap_encode(text, "strict", charmap)
        except UnicodeEncodeError:  # a rarer character, or a lone surrogate
            return bytes(filter(None, map(script_of.get, text)))
        return encoded.translate(script_of_byte, not_letters)

    return keep_letters


def _common_characters() -> str:
    """
    List the 256 characters that make up most Arabic and Western European text, a byte each.

    They decide which texts take the fast path and never the counts. ASCII comes first, so that a
    byte of ASCII text is already its place here.
    """
    ranges = (
        (0x0000, 0x007F),  # ASCII
        (0x00DF, 0x00FF),  # small Latin letters of Western Europe
        (0x0621, 0x063A),  # Arabic letters
        (0x0640, 0x0652),  # Arabic letters and vowel marks
        (0x0660, 0x0669),  # Arabic digits
    )
    return _characters(ranges) + (
        "\u00a0\u00ab\u00b0\u00b7\u00bb\u20ac"  # no-break space, signs, guillemets
        "\u00c0\u00c4\u00c7\u00c9\u00d6\u00dc\u0153"  # more Latin letters
        "\u060c\u061b\u061f\u0670"  # Arabic punctuation and superscript alef
        "\u067e\u0686\u0698\u06a9\u06af\u06cc"  # Persian letters
        "\u0679\u0688\u0691\u06ba\u06be\u06c1\u06d2"  # Urdu letters
        "\u200c\u200f\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026"  # joiner, dashes, quotes
    )


def _characters(ranges: Iterable[tuple[int, int]]) -> str:
    return "".join(chr(point) for first, last in ranges for point in range(first, last + 1))
