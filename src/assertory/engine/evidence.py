"""The one input of every check: the value selected for it, and what derives from that."""

from typing import Final

from assertory.engine import canonical
from assertory.engine.json_text import Json
from assertory.engine.json_value import read_answer
from assertory.engine.text.re2 import utf8
from assertory.engine.text.scripts import count_letters


class Unavailable:
    """The type of UNAVAILABLE."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "UNAVAILABLE"


UNAVAILABLE: Final = Unavailable()


class View:
    """
    One selected value, and what checks derive from it: each at most once an answer.

    For a leaf of `tool_called` the value is the capture, or None where there is none.
    """

    # Class attributes are the defaults: setting six slots an answer costs more than reading these.
    size = -1  # code points of a text, items of an array; -1 for what can't be counted
    _utf8: bytes | None = None
    _parsed: tuple[str | None, Json] | None = None
    _letters: tuple[int, int] | None = None
    shown: tuple[str, bool] | None = None  # the preview, once it was made
    shown_text = ""  # the same as written in an explanation

    def __init__(self, value: Json) -> None:
        self.value = value
        if type(value) is str or type(value) is list:
            self.size = len(value)

    def utf8(self) -> bytes:
        """Give the text's UTF-8, each lone surrogate read as U+FFFD."""
        if self._utf8 is None:
            self._utf8 = utf8(self.value)
        return self._utf8

    def parsed(self) -> tuple[str | None, Json]:
        """Read the text as JSON: (reason, None) where it can't be, else (None, value)."""
        if self._parsed is None:
            self._parsed = read_answer(self.value)
        return self._parsed

    def letters(self) -> tuple[int, int]:
        """Count the text's Arabic and Latin letters."""
        if self._letters is None:
            self._letters = count_letters(self.value)
        return self._letters

    def preview(self) -> tuple[str, bool]:
        """Give the value's bounded preview, and whether more was cut."""
        if self.shown is None:
            self.shown = canonical.preview(self.value)
        return self.shown

    def show(self) -> str:
        """Give the preview as written in an explanation."""
        self.shown_text = canonical.preview_text(self.preview())
        return self.shown_text

    def settle(self) -> None:
        """Keep what an explanation needs of a container, which its owner may still change."""
        self.preview()
        self.value = None
