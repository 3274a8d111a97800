"""RFC 6901 JSON Pointers: parse one once, follow it many times."""

from typing import Final

from assertory.engine.json_text import Json

DIGITS: Final = frozenset("0123456789")
INDEX_DIGITS_MAX: Final = 18  # no list is longer; more digits need not become a number


class Missing:
    """The type of MISSING, which a pointer gives where it selects nothing."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "MISSING"


MISSING: Final = Missing()


def is_pointer(text: str) -> bool:
    """
    Tell whether `text` is a JSON Pointer.

    Source: RFC 6901; requirements, "Pointers use RFC 6901 JSON Pointer syntax".

    >>> is_pointer(""), is_pointer("/a~1b"), is_pointer("a"), is_pointer("/a~2")
    (True, True, False, False)
    """
    if text and not text.startswith("/"):
        return False
    return all(part[:1] in ("0", "1") for part in text.split("~")[1:])


def parse(pointer: str) -> tuple[str, ...]:
    """
    Split a valid pointer into its reference tokens, unescaped.

    >>> parse("/a~1b/~01"), parse("")
    (('a/b', '~1'), ())
    """
    if not pointer:
        return ()
    return tuple(t.replace("~1", "/").replace("~0", "~") for t in pointer[1:].split("/"))


def escape(token: str) -> str:
    """Write one member name or index as a reference token."""
    return token.replace("~", "~0").replace("/", "~1")


def select(value: Json, tokens: tuple[str, ...]) -> Json:
    """
    Give what the tokens select in `value`, or MISSING.

    Only an object's own members and canonical array indices count; a text, number, boolean or
    null has nothing below it. Source: semantics section 2.

    >>> select({"items": ["a", "b"]}, ("items", "1")), select(["a"], ("01",))
    ('b', MISSING)
    """
    for token in tokens:
        if type(value) is dict:
            if token not in value:
                return MISSING
            value = value[token]
        elif type(value) is list:
            if not is_index(token) or int(token) >= len(value):
                return MISSING
            value = value[int(token)]
        else:
            return MISSING
    return value


def is_index(token: str) -> bool:
    """Tell whether `token` is a canonical array index: 0, or ASCII digits with no leading zero."""
    if not token or len(token) > INDEX_DIGITS_MAX or not DIGITS.issuperset(token):
        return False
    return token[0] != "0" or token == "0"
