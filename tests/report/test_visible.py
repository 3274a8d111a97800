"""Nothing in evidence can move a cursor, turn the direction of writing, or hide."""

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assertory.report.visible import HIDDEN, visible

# Format characters with ink of their own, which stand before the digits of a number, and the
# joiners of hieroglyphs, which move what is there: all of them show.
SHOWN_FORMATS = {
    *(0x600, 0x601, 0x602, 0x603, 0x604, 0x605, 0x6DD, 0x70F, 0x890, 0x891, 0x8E2),
    *(0x110BD, 0x110CD),
    *range(0x13430, 0x13456),
}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        pytest.param("plain text: 1 < 2 & 'x'", "plain text: 1 < 2 & 'x'", id="ASCII"),
        pytest.param("مرحبا é 漢字 👍", "مرحبا é 漢字 👍", id="other scripts stay"),
        pytest.param("a\nb\tc\r", "a⟨U+000A⟩b⟨U+0009⟩c⟨U+000D⟩", id="line breaks and tabs"),
        pytest.param("\x1b[31mred", "⟨U+001B⟩[31mred", id="terminal escape"),
        pytest.param("\x7f\x9b31m", "⟨U+007F⟩⟨U+009B⟩31m", id="DEL and C1"),
        pytest.param("a\u202eb\u2066c", "a⟨U+202E⟩b⟨U+2066⟩c", id="direction"),
        pytest.param("in\u200bvisible\u00ad", "in⟨U+200B⟩visible⟨U+00AD⟩", id="no width"),
        pytest.param("Article\u00a039", "Article⟨U+00A0⟩39", id="no-break space"),
        pytest.param("\U000e0041", "⟨U+E0041⟩", id="tag"),
        pytest.param("\ud800", "⟨U+D800⟩", id="lone surrogate"),
        pytest.param("\ufffe\ufffd", "⟨U+FFFE⟩\ufffd", id="no character, and one that shows"),
        pytest.param("⟨U+202E⟩", "⟨U+27E8⟩U+202E⟩", id="evidence can't write a mark"),
    ],
)
def test_what_hides_is_written_out(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_every_control_format_and_blank_character_is_written_out() -> None:
    """Compared with the running Python's own Unicode data, which knows no later ones."""
    hiding = {"Cc", "Cf", "Cs", "Zl", "Zp", "Zs"}
    missed = [
        f"{point:04X}"
        for point in range(sys.maxunicode + 1)
        if unicodedata.category(chr(point)) in hiding
        and point not in SHOWN_FORMATS
        and chr(point) != " "
        and not HIDDEN.match(chr(point))
    ]
    assert missed == []


@given(st.text(st.characters()))
def test_any_text_becomes_one_line_that_can_be_encoded(text: str) -> None:
    shown = visible(text)
    assert len(shown.splitlines()) <= 1
    shown.encode()


@given(st.text(st.characters()))
def test_what_is_left_reads_back_to_the_text(text: str) -> None:
    """Marks are unambiguous."""
    pieces = visible(text).split("⟨U+")
    read = pieces[0] + "".join(
        chr(int(mark, 16)) + rest for mark, _, rest in (p.partition("⟩") for p in pieces[1:])
    )
    assert read == text
