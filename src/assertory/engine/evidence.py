"""The one input of every check: the value selected for it, and what derives from that."""

from typing import Final

from assertory.engine import canonical
from assertory.engine.json_text import Json
from assertory.engine.json_value import holds_containers, read_answer
from assertory.engine.text.re2 import utf8
from assertory.engine.text.scripts import count_letters

COPIED_MEMBERS_MAX: Final = 16


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

    # Class attributes are the defaults: setting them all for an answer costs more than reading one.
    _size = -1
    _utf8: bytes | None = None
    _parsed: tuple[str | None, Json] | None = None
    _letters: tuple[int, int] | None = None
    _shown: tuple[str, bool] | None = None
    _written: bytes | None = None

    def __init__(self, value: Json) -> None:
        self.value = value

    def size(self) -> int:
        """Count a text's code points or an array's items; -1 for what can't be counted."""
        if type(self.value) is str or type(self.value) is list:
            return len(self.value)
        return self._size

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
        if self._shown is None:
            self._shown = canonical.preview(self.value)
        return self._shown

    def written(self) -> bytes:
        """Give the preview as written in an explanation."""
        if self._written is None:
            self._written = canonical.preview_bytes(self.preview())
        return self._written

    def settle(self) -> None:
        """Keep what an explanation needs of a container, which its owner may still change."""
        if len(self.value) <= COPIED_MEMBERS_MAX and not holds_containers(self.value):
            self.value = self.value.copy()  # cheaper than the preview, which may not be asked for
            return
        self._size = self.size()
        self.preview()
        self.value = None


ABSENT: Final = View(None)  # where a pointer selected nothing
