"""What an author wrote, as text or as a value: read strictly, with every problem at its place."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from assertory.engine.errors import AuthoringError, Problems, Spot, problem
from assertory.engine.json_text import (
    FOUND_MAX,
    Fault,
    Json,
    Open,
    Reader,
    has_surrogate,
    line_and_column,
)
from assertory.engine.json_value import (
    is_container,
    is_finite,
    is_number,
    is_scalar,
    type_name,
)
from assertory.engine.limits import (
    AUTHORING_LEVELS_MAX,
    CONFIGURATION_BYTES_MAX,
    INTEGER_MAX,
    PROBLEMS_MAX,
)
from assertory.engine.pointer import escape, parse

LARGER: Final = f"more than {CONFIGURATION_BYTES_MAX}"


@dataclass(frozen=True, slots=True)
class Document:
    """An authored JSON value with its text, and the list that takes its problems."""

    value: Json
    source: str
    problems: Problems


def decode(text: Json) -> str | None:
    """
    Give authored text as such, None where it is no text.

    Raises:  AuthoringError with the place of the first byte that is not UTF-8.
    """
    # By its type: an object may say anything of its class, and a text of its methods.
    if issubclass(type(text), str):
        return str.__str__(text)
    if not issubclass(type(text), bytes):
        return None
    try:
        return bytes.decode(text)
    except UnicodeDecodeError as error:
        sound = error.object[: error.start].decode()
        spot = _spot(sound, len(sound), lines=True)
        raise AuthoringError([problem("not_utf8", "", spot)]) from None


def read(source: str, *, lines: bool = True) -> Document:
    """
    Read authored JSON text; `lines` says whether problems tell a line and column.

    Gives:   its document; what JSON allows and authoring doesn't (a repeated key, a lone
             surrogate, a number that can't be kept) is already noted in its problems.
    Raises:  AuthoringError where the text isn't JSON, or is certain to outgrow a configuration in
             canonical form.
    Source:  semantics section 2.
    """
    reader = _AuthoredReader(source)
    try:
        value = reader.read()
    except Fault as fault:
        spot = _spot(source, fault.offset, lines=lines)
        limit = CONFIGURATION_BYTES_MAX if fault.code == "too_large" else AUTHORING_LEVELS_MAX
        found = {"detail": fault.detail, "found": LARGER, "limit": limit}
        raise AuthoringError([problem(fault.code, fault.at, spot, **found)]) from None
    problems = Problems(
        lambda at, key: _spot(source, reader.place(parse(at)).offset(of_name=key), lines=lines)
    )
    for lint in reader.lints:
        spot = _spot(source, lint.offset, lines=lines)
        problems.note(lint.code, lint.at, spot, found=lint.found)
    return Document(value, source, problems)


def _spot(source: str, offset: int, *, lines: bool) -> Spot:
    return Spot((offset, 0), *line_and_column(source, offset)) if lines else Spot((offset, 0))


class Lint(NamedTuple):
    """Something that JSON allows and that authoring refuses, and where it stands."""

    code: str
    at: str
    offset: int
    found: str


class Place(NamedTuple):
    """Where a value and the name of its member stand; and the places inside, by their tokens."""

    value: int
    name: int | None
    inside: dict[str, "Place"]

    def offset(self, *, of_name: bool) -> int:
        """Give the offset of the value, or of its member's name where it has one."""
        return self.name if of_name and self.name is not None else self.value


class _AuthoredReader(Reader):
    """
    Notes the place of every value and name, and what authoring refuses.

    Stops where the canonical form is certain to outgrow a configuration, so that places and
    problems stay as few as a configuration can have.
    """

    def __init__(self, text: str) -> None:
        super().__init__(text, AUTHORING_LEVELS_MAX)
        self.lints: list[Lint] = []
        self.size = 0  # code points that the canonical form has at least
        self.name_start = 0
        self.root = Place(0, None, {})
        self.places = [self.root]  # of the containers that are open

    def place(self, tokens: Sequence[str]) -> Place:
        """Find the place of what a pointer's tokens select; of repeated names the last."""
        place = self.root
        for token in tokens:
            place = place.inside[token]
        return place

    def put(self, value: Json, start: int) -> None:
        if type(value) is str:
            self._lint_surrogate(value, start)
        elif type(value) is float and not is_finite(value):
            self._lint("number_not_finite", start, "")
            value = None  # stands in, so that whatever else is wrong is told as well
        elif type(value) is int and abs(value) > INTEGER_MAX:
            self._lint("integer_unsafe", start, str(value))
        self._note(start)
        super().put(value, start)
        self._count(1 + (len(value) if type(value) is str else 0))

    def _note(self, start: int) -> None:
        """Keep the place of a value that is about to be put."""
        del self.places[len(self.open) :]
        if not self.open:
            place = self.root = Place(start, None, {})
        else:
            opened = self.open[-1]
            place = Place(start, self.name_start if opened.closer == "}" else None, {})
            self.places[-1].inside[opened.token(after=1)] = place
        self.places.append(place)  # for a scalar too: the next one drops it

    def named(self, opened: Open, start: int) -> None:
        self.name_start = start
        if opened.name in opened.container:
            self._lint("repeated_key", start, opened.name)
        self._lint_surrogate(opened.name, start)
        self._count(len(opened.name))

    def _count(self, characters: int) -> None:
        self.size += characters
        if self.size > CONFIGURATION_BYTES_MAX:
            raise Fault("too_large", "", self.root.value, "")

    def _lint(self, code: str, offset: int, found: str) -> None:
        if len(self.lints) < PROBLEMS_MAX:
            self.lints.append(Lint(code, self.at(), offset, found[:FOUND_MAX]))

    def _lint_surrogate(self, text: str, offset: int) -> None:
        if has_surrogate(text):
            self._lint("lone_surrogate", offset, "")


def adopt(value: Json) -> Document:
    """
    Take an authored value that is no text, such as a dict: like `read`, without lines.

    Raises:  AuthoringError where it holds something that is no JSON value, or outgrows a
             configuration, as a value does that holds itself.
    """
    problems = Problems(lambda _at, _key: Spot((0, 0)))  # told in the order they are found
    size = 0  # code points that the canonical form has at least
    pending: list[tuple[tuple[str, ...], Json]] = [((), value)]
    while pending and size <= CONFIGURATION_BYTES_MAX:
        tokens, member = pending.pop()
        fault = _fault(member, len(tokens) + 1)
        if fault is not None:
            code, found = fault
            at = "".join(f"/{escape(token)}" for token in tokens)
            problems.add(code, at, found=found, limit=AUTHORING_LEVELS_MAX)
            continue
        sized = is_container(member) or type(member) is str
        size += 1 + (len(member) if sized else 0)
        if type(member) is dict:
            size += sum(map(len, member))
        if size <= CONFIGURATION_BYTES_MAX:
            inner = reversed(_members(member))
            pending.extend(((*tokens, name), each) for name, each in inner)
    if size > CONFIGURATION_BYTES_MAX:
        problems.add("too_large", "", found=LARGER, limit=CONFIGURATION_BYTES_MAX)
    problems.raise_if_any()
    # The standard library writes a double as one (1e+16, 1.0), so that it is read back as one.
    return read(json.dumps(value, ensure_ascii=False, separators=(",", ":")), lines=False)


def _fault(value: Json, level: int) -> tuple[str, str] | None:
    """Tell why an authored value is none: the code, and what was found."""
    if level > AUTHORING_LEVELS_MAX:
        return "json_too_deep", ""
    if type(value) is dict and not all(type(name) is str for name in value):
        return "not_json_value", "a member name that is no text"
    if is_number(value) and not is_finite(value):
        return "number_not_finite", ""
    return None if is_container(value) or is_scalar(value) else ("not_json_value", type_name(value))


def _members(value: Json) -> list[tuple[str, Json]]:
    """Give the members of an object, or the items of an array, by their tokens."""
    if type(value) is dict:
        return list(value.items())
    return [(str(index), item) for index, item in enumerate(value)] if type(value) is list else []
