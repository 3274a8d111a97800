"""A second, naive reading of JSON text, that the engine's own is compared with."""

import re
from collections.abc import Iterator
from typing import TypeAlias

TOKEN = re.compile(
    r"""[ \t\n\r]*(?:
        [{}\[\],:] | true | false | null
        | "(?: [^"\\\x00-\x1f] | \\["\\/bfnrt] | \\u[0-9a-fA-F]{4} )*"
        | -?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?
    )""",
    re.VERBOSE,
)
BEGINS_A_VALUE = re.compile(r'[ \t\n\r]*[{\["\-0-9tfn]')
SPACE = re.compile(r"[ \t\n\r]*")

Token: TypeAlias = tuple[str, int]
Tokens: TypeAlias = Iterator[Token]


class NotJson(Exception):
    """The text stops being JSON."""


class TooDeep(Exception):
    """A value begins below the last level."""


def tokens(text: str) -> Tokens:
    """Each token and where it begins, white space before it included; then an empty one."""
    at = 0
    while (match := TOKEN.match(text, at)) is not None:
        yield match[0].strip(" \t\n\r"), at
        at = match.end()
    yield ("", at) if SPACE.fullmatch(text, at) else ("?", at)


def verdict(text: str, levels: int) -> str | None:
    """None for JSON; `invalid_json` or `json_too_deep`, whichever comes first from the left."""
    reading = tokens(text)
    try:
        _value(text, next(reading), reading, levels)
        if next(reading)[0] != "":
            return "invalid_json"
    except (NotJson, StopIteration):
        return "invalid_json"
    except TooDeep:
        return "json_too_deep"
    return None


def _value(text: str, token: Token, reading: Tokens, left: int) -> None:
    written, at = token
    if left == 0 and BEGINS_A_VALUE.match(text, at):
        raise TooDeep
    if written == "[":
        _items(text, reading, left - 1)
    elif written == "{":
        _members(text, reading, left - 1)
    elif written in ("", "?", "]", "}", ",", ":"):
        raise NotJson


def _items(text: str, reading: Tokens, left: int) -> None:
    token = next(reading)
    if token[0] == "]":
        return
    while True:
        _value(text, token, reading, left)
        following = next(reading)[0]
        if following == "]":
            return
        if following != ",":
            raise NotJson
        token = next(reading)


def _members(text: str, reading: Tokens, left: int) -> None:
    token = next(reading)
    if token[0] == "}":
        return
    while True:
        if not token[0].startswith('"') or next(reading)[0] != ":":
            raise NotJson
        _value(text, next(reading), reading, left)
        following = next(reading)[0]
        if following == "}":
            return
        if following != ",":
            raise NotJson
        token = next(reading)
