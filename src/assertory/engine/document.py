"""What an author wrote, as text or as a value: read strictly, with every problem at its place."""

import json
from collections.abc import Callable
from dataclasses import dataclass

from assertory.engine import json_text
from assertory.engine.errors import Problems, Spot
from assertory.engine.json_text import Json, JsonText, line_and_column
from assertory.engine.json_value import is_finite, is_number
from assertory.engine.limits import AUTHORING_LEVELS_MAX
from assertory.engine.pointer import escape


@dataclass(frozen=True, slots=True)
class Document:
    """An authored JSON value with its text, and the list that takes its problems."""

    value: Json
    source: str
    problems: Problems


def decode(text: str | bytes) -> str:
    """Decode authored text; raises AuthoringError with the place of the first bad byte."""
    if isinstance(text, str):
        return text
    try:
        return text.decode()
    except UnicodeDecodeError as error:
        sound = text[: error.start].decode()
        problems = Problems(lambda _at, _key: _spot(sound, len(sound), lines=True))
        problems.add("not_utf8", "")
        problems.raise_if_any()
        raise  # not reached: the problem above was raised


def read(text: str | bytes, *, lines: bool = True) -> Document:
    """
    Read authored JSON text; `lines` says whether problems tell a line and column.

    Gives:   its document; what JSON allows and authoring doesn't (a repeated key, a lone
             surrogate, an unsafe integer) is already noted in its problems.
    Raises:  AuthoringError where the text isn't JSON, or holds a number no double can hold.
    Source:  semantics section 2.
    """
    source = decode(text)
    try:
        read_text = json_text.read(source, levels=AUTHORING_LEVELS_MAX)
    except json_text.Fault as fault:
        offset = fault.offset
        at = fault.at if fault.code == "json_too_deep" else ""
        problems = Problems(lambda _at, _key: _spot(source, offset, lines=lines))
        problems.add(fault.code, at, detail=fault.detail, limit=AUTHORING_LEVELS_MAX)
        problems.raise_if_any()
        raise  # not reached: the problem above was raised
    problems = Problems(_locator(source, read_text, lines=lines))
    for lint in read_text.lints:
        problems.add(lint.code, lint.at, key=lint.of_name, found=lint.found)
    if any(lint.code == "number_not_finite" for lint in read_text.lints):
        problems.raise_if_any()  # an infinity is no value to go on with
    return Document(read_text.value, source, problems)


def _spot(source: str, offset: int, *, lines: bool) -> Spot:
    return Spot((offset, 0), *line_and_column(source, offset)) if lines else Spot((offset, 0))


def _locator(source: str, read_text: JsonText, *, lines: bool) -> Callable[[str, bool], Spot]:
    """Give the function that finds a pointer's value, or its member's name, in the text."""

    def locate(at: str, name: bool) -> Spot:  # noqa: FBT001 - the signature that Problems calls
        offset = read_text.keys.get(at) if name else None
        return _spot(source, read_text.values[at] if offset is None else offset, lines=lines)

    return locate


def adopt(value: Json) -> Document:
    """
    Take an authored value that is no text, such as a dict: like `read`, without lines.

    Raises:  AuthoringError where it holds something that is no JSON value.
    """
    order: dict[str, Spot] = {}
    problems = Problems(lambda at, _key: order[at])
    pending: list[tuple[str, Json, int]] = [("", value, 1)]
    while pending:
        at, member, level = pending.pop()
        order[at] = Spot((len(order), 0))
        if level > AUTHORING_LEVELS_MAX:
            problems.add("json_too_deep", at, limit=AUTHORING_LEVELS_MAX)
        elif type(member) is dict:
            members = list(member.items())
            if all(type(name) is str for name, _ in members):
                inner = [(f"{at}/{escape(name)}", m, level + 1) for name, m in members]
                pending.extend(reversed(inner))
            else:
                problems.add("not_json_value", at, found="a member name that is no text")
        elif type(member) is list:
            inner = [(f"{at}/{index}", m, level + 1) for index, m in enumerate(member)]
            pending.extend(reversed(inner))
        elif is_number(member) and not is_finite(member):
            problems.add("number_not_finite", at)
        elif type(member) not in (str, int, float, bool, type(None)):
            kind = f"a value of type {type(member).__name__}"
            problems.add("not_json_value", at, found=kind)
    problems.raise_if_any()
    # The standard library writes a double as one (1e+16, 1.0), so that it is read back as one.
    return read(json.dumps(value, ensure_ascii=False, separators=(",", ":")), lines=False)
