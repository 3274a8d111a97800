"""Strict reading of JSON text by RFC 8259, with the place of every value and of every fault."""

import json
from json.decoder import JSONDecodeError, scanstring  # type: ignore[attr-defined]
from json.encoder import encode_basestring
from typing import Any, Final, NoReturn

# A JSON value as Python holds it; `Any` because mypy has no use for the recursion at run time.
Json = Any

JSON_SPACE: Final = " \t\n\r"
SPACES: Final = frozenset(JSON_SPACE)
FIRST_CHARACTERS: Final = frozenset('{["-0123456789tfn')  # one of these begins any JSON value
NUMBER_CHARACTERS: Final = frozenset("0123456789+-.eE")
DIGITS: Final = frozenset("0123456789")
INFINITY: Final = float("inf")
# The largest integers that round to a double; anything beyond is "a number no double can hold".
DOUBLE_MAX: Final = 2**1024 - 2**970 - 1
DOUBLE_DIGITS_MAX: Final = 309
FOUND_MAX: Final = 60  # code points of the author's text that a message repeats
BYTE_ORDER_MARK: Final = "\ufeff"
PUNCTUATION: Final = frozenset("{}[],:")
VALUE_NEEDED: Final = (
    'a value is needed here: a text in "quotation marks", a number such as -0.5, true, false,'
    " null, [ or {"
)
NAME_NEEDED: Final = 'a member name in "quotation marks" is needed here'


class Fault(Exception):
    """
    What ends the reading, at `offset`: the text stops being JSON there, or goes too deep.

    `at` is the root for a text that isn't JSON, else the pointer to the value.
    """

    def __init__(self, code: str, at: str, offset: int, detail: str) -> None:
        super().__init__(detail)
        self.code = code
        self.at = at
        self.offset = offset
        self.detail = detail


def line_and_column(text: str, offset: int) -> tuple[int, int]:
    """Give the place of an offset, both counted from 1, columns in code points."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def is_number_text(token: str) -> bool:
    """
    Tell whether a text is a JSON number.

    >>> [is_number_text(t) for t in ("-0.5e+3", "01", ".5", "1.", "+1", "١")]
    [True, False, False, False, False, False]
    """
    mantissa, mark, exponent = token.removeprefix("-").replace("E", "e").partition("e")
    whole, point, fraction = mantissa.partition(".")
    if not _digits(whole) or (whole[0] == "0" and whole != "0"):
        return False
    if point and not _digits(fraction):
        return False
    return not mark or _digits(exponent[1:] if exponent[:1] in ("+", "-") else exponent)


def _digits(text: str) -> bool:
    return bool(text) and DIGITS.issuperset(text)


def read_number(token: str) -> float:
    """Read a JSON number: an integer keeps every digit, others are doubles, perhaps infinite."""
    if _digits(token.removeprefix("-")):
        return read_integer(token)
    return float(token)


def read_integer(token: str) -> float:
    """Read an integer exactly, or as an infinity where no double can hold it."""
    if len(token) <= DOUBLE_DIGITS_MAX + 1:
        number = int(token)
        if -DOUBLE_MAX <= number <= DOUBLE_MAX:
            return number
    return -INFINITY if token.startswith("-") else INFINITY


def _refuse_constant(name: str) -> NoReturn:
    message = f"{name} is not JSON"
    raise ValueError(message)


# One decoder for answers and evidence, and for the scalars of authored text. The standard library's
# scanner is exact where the faster ones are not: it keeps every digit and every surrogate.
DECODER: Final = json.JSONDecoder(parse_constant=_refuse_constant, parse_int=read_integer)
scan_once: Final = DECODER.scan_once  # type: ignore[attr-defined]


def read(text: str, *, levels: int) -> Json:
    """
    Read one JSON text without recursion.

    Takes:   text; levels, how deep a value may lie (a scalar is one level).
    Gives:   its value; the last of repeated keys wins, a number no double can hold is an infinity.
    Raises:  Fault at the first place where it isn't JSON, or at the value that lies too deep.
    Source:  RFC 8259; semantics section 2.

    >>> read('{"a": [1, 2]}', levels=9)
    {'a': [1, 2]}
    """
    return Reader(text, levels).read()


class Open:
    """A container that is being read: how it closes, and the name being read in it."""

    __slots__ = ("closer", "container", "name")

    def __init__(self, container: Json) -> None:
        self.container = container
        self.closer = "}" if type(container) is dict else "]"
        self.name = ""

    def token(self, *, after: int = 0) -> str:
        """Give the token of the last value in it, or of one `after` that."""
        return self.name if self.closer == "}" else str(len(self.container) - 1 + after)


class Reader:
    """
    A JSON text while it is read.

    `put` and `named` are where `document` takes note of what an author wrote.
    """

    def __init__(self, text: str, levels: int) -> None:
        self.text = text
        self.levels = levels
        self.offset = 0
        self.open: list[Open] = []
        self.value: Json = None

    def read(self) -> Json:
        """Read the whole text."""
        self._value()
        while self.open:
            self._go_on(self.open[-1])
        if self._peek():
            self._fault("nothing may follow the value")
        return self.value

    def _go_on(self, opened: Open) -> None:
        """Close the innermost container, or read one more value in it."""
        following = self._peek()
        if following == opened.closer:
            self.offset += 1
            self.open.pop()
            return
        if opened.container:
            if following != ",":
                self._fault(f'"," or "{opened.closer}" is needed here')
            self.offset += 1
        if opened.closer == "}":
            self._name(opened)
        self._value()

    def _name(self, opened: Open) -> None:
        if self._peek() != '"':
            self._fault(NAME_NEEDED)
        start = self.offset
        try:
            opened.name, self.offset = scanstring(self.text, start + 1, True)  # noqa: FBT003 - C
        except JSONDecodeError as error:
            self._string_fault(error.pos)
        self.named(opened, start)
        if self._peek() != ":":
            self._fault('":" is needed here')
        self.offset += 1

    def _value(self) -> None:
        """Read a scalar, or open a container."""
        first = self._peek()
        start = self.offset
        if len(self.open) >= self.levels and first in FIRST_CHARACTERS:
            raise Fault("json_too_deep", self.at(), start, "")
        if first == "{" or first == "[":  # noqa: PLR1714 - a set would be slower
            self.offset += 1
            self.put({} if first == "{" else [], start)
        else:
            self.put(self._scalar(start), start)

    def _scalar(self, start: int) -> Json:
        try:
            value, self.offset = scan_once(self.text, start)
        except JSONDecodeError as error:
            self._string_fault(error.pos)
        except (StopIteration, ValueError):  # ValueError: a constant that JSON doesn't have
            self._fault(VALUE_NEEDED)
        if type(value) is not str and self.text[self.offset : self.offset + 1] in NUMBER_CHARACTERS:
            self.offset = start  # 007, 1. and their like
            self._fault(VALUE_NEEDED)
        return value

    def put(self, value: Json, start: int) -> None:  # noqa: ARG002 - for those who note places
        """Put a value, which begins at `start`, where it belongs; a container is open then."""
        if not self.open:
            self.value = value
        elif self.open[-1].closer == "]":
            self.open[-1].container.append(value)
        else:
            self.open[-1].container[self.open[-1].name] = value
        if type(value) is dict or type(value) is list:
            self.open.append(Open(value))

    def named(self, opened: Open, start: int) -> None:
        """Take note of a member's name."""

    def _peek(self) -> str:
        """Skip white space and give the character after it, "" at the end."""
        text, offset = self.text, self.offset
        while text[offset : offset + 1] in SPACES:
            offset += 1
        self.offset = offset
        return text[offset : offset + 1]

    def at(self) -> str:
        """Give the pointer to the value that is being read."""
        tokens = [opened.token() for opened in self.open[:-1]]
        tokens += [opened.token(after=1) for opened in self.open[-1:]]
        return "".join("/" + token.replace("~", "~0").replace("/", "~1") for token in tokens)

    def _string_fault(self, offset: int) -> NoReturn:
        """Tell what is wrong with the string that begins here, at the character that is wrong."""
        wrong = self.text[offset : offset + 1]
        if offset == self.offset:
            needed = "its closing quotation mark is missing"
        elif wrong == "\\" and self.text[offset + 1 : offset + 2] != "u":
            self.offset = offset
            needed = (
                'a backslash stands before one of " \\ / b f n r t u; itself it is written \\\\'
            )
        elif wrong < " ":
            self.offset = offset
            needed = "in a text it is written as an escape, a line break as \\n"
        else:
            self.offset = self.text.rindex("\\u", 0, offset + 2)
            needed = "\\u stands before four hexadecimal digits"
        self._fault(needed)

    def _fault(self, needed: str) -> NoReturn:
        found = found_at(self.text, self.offset)
        raise Fault("not_json", "", self.offset, f"found {found}; {needed}")


def found_at(text: str, offset: int) -> str:
    """
    Show the piece of a text that begins at an offset, as far as a message repeats it.

    >>> [found_at(t, 0) for t in ("", "True, 1", "],", "\ufeff{", "'op': 1")]
    ['the end of the text', 'True', '"]"', 'a byte order mark', "'op'"]
    """
    if offset >= len(text):
        return "the end of the text"
    first = text[offset]
    if first == BYTE_ORDER_MARK:
        return "a byte order mark"
    if first in PUNCTUATION or first < " ":
        return encode_basestring(first)
    end = offset + 1
    enough = min(len(text), offset + FOUND_MAX + 1)
    while end < enough and text[end] not in PUNCTUATION and text[end] > " ":
        end += 1
    word = text[offset:end]
    return word if len(word) <= FOUND_MAX else f"{word[:FOUND_MAX]}…"


def has_surrogate(text: str) -> bool:
    """Tell whether a text holds a lone surrogate, which no UTF-8 can carry."""
    if text.isascii():
        return False
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False
