"""What a screen hides or obeys, written out, so that evidence shows as what it is."""

import re
from collections.abc import Callable
from typing import Final

# Control characters; what sets the direction of text; what has no ink or no width (Unicode's
# default-ignorable characters and blank letters); white space that is no plain space, since a
# no-break space is a common reason why a text isn't found; halves of surrogate pairs and other
# code points that are no characters; and the bracket that begins a mark, so that a mark is never
# evidence. U+FFFD is left: it shows.
HIDDEN: Final = re.compile(
    "["
    "\x00-\x1f\x7f-\xa0\xad"
    "\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f"
    "\u2000-\u200f\u2028-\u202f\u205f-\u206f\u27e8\u2800\u3000\u3164"
    "\ud800-\udfff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
    "]"
)


def code_point(char: str) -> str:
    """
    Name one character by its code point.

    >>> code_point("\u202e")
    '⟨U+202E⟩'
    """
    return f"⟨U+{ord(char):04X}⟩"


def visible(text: str, mark: Callable[[str], str] = code_point) -> str:
    r"""
    Write out every character of a text that a terminal, page or editor would hide or obey.

    Takes:   mark, what stands for such a character.
    Gives:   the text on one line, without lone surrogates; what is visible stays as it is.
    Source:  the Trojan Source attacks (CVE-2021-42574) and terminal escape sequences.

    >>> visible("user\u202enimda \x1b[2J")
    'user⟨U+202E⟩nimda ⟨U+001B⟩[2J'
    """
    return HIDDEN.sub(lambda found: mark(found[0]), text)
