"""Strict reading of JSON text by RFC 8259, with the place of every value and of every fault."""

from json.decoder import JSONDecodeError, scanstring  # type: ignore[attr-defined]
from typing import Any, Final, NoReturn

from assertory.engine.limits import INTEGER_MAX

# A JSON value as Python holds it; `Any` because mypy has no use for the recursion at run time.
Json = Any

JSON_SPACE: Final = " \t\n\r"
SPACES: Final = frozenset(JSON_SPACE)
NUMBER_CHARACTERS: Final = frozenset("0123456789+-.eE")
DIGITS: Final = frozenset("0123456789")
LITERALS: Final = (("true", True), ("false", False), ("null", None))
INFINITY: Final = float("inf")
# The largest integers that round to a double; anything beyond is "a number no double can hold".
DOUBLE_MAX: Final = 2**1024 - 2**970 - 1
DOUBLE_DIGITS_MAX: Final = 309
FOUND_MAX: Final = 60  # code points of the author's text that a message repeats


class Fault(Exception):
    """The text stops being JSON at `offset`, or goes too deep there; `at` points at the value."""

    def __init__(self, code: str, at: str, offset: int, detail: str) -> None:
        super().__init__(detail)
        self.code = code
        self.at = at
        self.offset = offset
        self.detail = detail


class Lint:
    """Something that JSON allows and that authoring refuses, where it stands."""

    __slots__ = ("at", "code", "found", "of_name")

    def __init__(self, code: str, at: str, found: str, *, of_name: bool) -> None:
        self.code = code
        self.at = at
        self.found = found
        self.of_name = of_name


class JsonText:
    """A text that was read: its value, the lints, and the offset of each value and member name."""

    __slots__ = ("keys", "lints", "value", "values")

    def __init__(self) -> None:
        self.value: Json = None
        self.lints: list[Lint] = []
        self.values: dict[str, int] = {}
        self.keys: dict[str, int] = {}


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


def read(text: str, *, levels: int) -> JsonText:
    """
    Read one JSON text without recursion.

    Takes:   text; levels, how deep a value may lie (a scalar is one level).
    Gives:   its value (the last of repeated keys wins) with places and lints.
    Raises:  Fault at the first place where it isn't JSON, or at the value that lies too deep.
    Source:  RFC 8259; semantics section 2.

    >>> read('{"a": [1, 2]}', levels=9).value
    {'a': [1, 2]}
    """
    return _Reader(text, levels).read()


class _Open:
    """A container that is being read, and the pointer to it."""

    __slots__ = ("at", "container", "key")

    def __init__(self, container: Json, at: str) -> None:
        self.container = container
        self.at = at
        self.key = ""

    @property
    def closer(self) -> str:
        return "}" if type(self.container) is dict else "]"

    def next_at(self) -> str:
        if type(self.container) is dict:
            return f"{self.at}/{self.key.replace('~', '~0').replace('/', '~1')}"
        return f"{self.at}/{len(self.container)}"

    def put(self, value: Json) -> None:
        if type(self.container) is dict:
            self.container[self.key] = value
        else:
            self.container.append(value)


class _Reader:
    def __init__(self, text: str, levels: int) -> None:
        self.text = text
        self.levels = levels
        self.offset = 0
        self.at = ""
        self.open: list[_Open] = []
        self.result = JsonText()

    def read(self) -> JsonText:
        while True:
            self._value()
            while self.open:
                if not self._after_value(self.open[-1]):
                    break
            else:
                break
        if self._peek():
            self._fault("nothing may follow the value")
        return self.result

    def _value(self) -> None:
        """Read a scalar, or open a container up to its first value."""
        while True:
            self.at = self.open[-1].next_at() if self.open else ""
            first = self._peek()
            if len(self.open) >= self.levels:
                raise Fault("json_too_deep", self.at, self.offset, "")
            self.result.values[self.at] = self.offset
            if first not in ("{", "["):
                self._put(self._scalar(first))
                return
            container = _Open({} if first == "{" else [], self.at)
            self._put(container.container)
            self.open.append(container)
            self.offset += 1
            if self._peek() == container.closer:
                return
            if first == "{":
                self._key(container)

    def _after_value(self, container: _Open) -> bool:
        """Close the container (True), or go on to its next value (False)."""
        following = self._peek()
        if following == container.closer:
            self.offset += 1
            self.open.pop()
            return True
        if following != ",":
            self._fault(f'"," or "{container.closer}" is needed here')
        self.offset += 1
        if type(container.container) is dict:
            self._peek()
            self._key(container)
        return False

    def _put(self, value: Json) -> None:
        if self.open:
            self.open[-1].put(value)
        else:
            self.result.value = value

    def _key(self, container: _Open) -> None:
        if self.text[self.offset : self.offset + 1] != '"':
            self._fault('a member name in "quotation marks" is needed here')
        start = self.offset
        container.key = self._string()
        at = container.next_at()
        if container.key in container.container:
            self._lint("repeated_key", at, container.key, of_name=True)
        self._lint_surrogate(container.key, at, of_name=True)
        self.result.keys[at] = start
        if self._peek() != ":":
            self._fault('":" is needed here')
        self.offset += 1

    def _scalar(self, first: str) -> Json:
        start = self.offset
        if first == '"':
            text = self._string()
            self._lint_surrogate(text, self.at)
            return text
        for name, value in LITERALS:
            if self.text.startswith(name, start):
                self.offset += len(name)
                return value
        while self.text[self.offset : self.offset + 1] in NUMBER_CHARACTERS:
            self.offset += 1
        token = self.text[start : self.offset]
        if not is_number_text(token):
            self.offset = start
            self._fault("a value is needed here" if first else "the text ends too early")
        return self._number(token)

    def _number(self, token: str) -> float:
        number = read_number(token)
        if not -INFINITY < number < INFINITY:
            self._lint("number_not_finite", self.at, token)
        elif type(number) is int and abs(number) > INTEGER_MAX:
            self._lint("integer_unsafe", self.at, token)
        return number

    def _string(self) -> str:
        try:
            text, self.offset = scanstring(self.text, self.offset + 1, True)  # noqa: FBT003 - C
        except JSONDecodeError as error:
            raise Fault("not_json", self.at, error.pos, error.msg) from None
        return str(text)

    def _peek(self) -> str:
        """Skip white space and give the character after it, "" at the end."""
        text, offset = self.text, self.offset
        while text[offset : offset + 1] in SPACES:
            offset += 1
        self.offset = offset
        return text[offset : offset + 1]

    def _lint(self, code: str, at: str, found: str, *, of_name: bool = False) -> None:
        self.result.lints.append(Lint(code, at, found[:FOUND_MAX], of_name=of_name))

    def _lint_surrogate(self, text: str, at: str, *, of_name: bool = False) -> None:
        if has_surrogate(text):
            self._lint("lone_surrogate", at, "", of_name=of_name)

    def _fault(self, detail: str) -> NoReturn:
        raise Fault("not_json", self.at, self.offset, detail)


def has_surrogate(text: str) -> bool:
    """Tell whether a text holds a lone surrogate, which no UTF-8 can carry."""
    if text.isascii():
        return False
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False
