"""JSON written out: the canonical form of RFC 8785, its bytes and hash, and bounded previews."""

import hashlib
from collections.abc import Iterator
from json.encoder import encode_basestring
from typing import Final

from assertory.engine.json_text import Json, has_surrogate
from assertory.engine.limits import PREVIEW_MAX

FIRST_SURROGATE: Final = "\ud800"
LAST_SURROGATE: Final = "\udfff"
# ECMAScript's Number::toString, which RFC 8785 prescribes, writes plain digits in this range.
PLAIN_POINT_MAX: Final = 21
PLAIN_POINT_MIN: Final = -6
FLAT_MEMBERS_MAX: Final = 8
TEXTS: Final = frozenset({str})


def canonical(value: Json) -> str:
    r"""
    Write a JSON value in the form of RFC 8785, with two exceptions.

    Integers keep every digit, and a lone surrogate is written `\udXXX`. Takes finite numbers only.
    Source: semantics sections 3 and 5.

    >>> canonical({"b": 1.0, "a": [1e21, -0.0, "é"]})
    '{"a":[1e+21,0,"é"],"b":1}'
    """
    return "".join(_pieces(value, sort=True))


def compact(value: Json) -> str:
    """
    Write a JSON value like `canonical`, but with the members in the order they have.

    >>> compact({"b": 1.0, "a": 2})
    '{"b":1,"a":2}'
    """
    return "".join(_pieces(value, sort=False))


def sha256(text: str) -> str:
    """Give the SHA-256 of a text's UTF-8 bytes in lower-case hex."""
    return hashlib.sha256(text.encode()).hexdigest()


def preview(value: Json) -> tuple[str, bool]:
    """
    Give the first 160 code points of a value's canonical form, and whether more was cut.

    Stops writing as soon as enough stands there. Source: semantics section 5.

    >>> preview({"b": 2, "a": "x"}), preview("y" * 200)[1]
    (('{"a":"x","b":2}', False), True)
    """
    if type(value) is str:
        return _preview_text(value)
    if type(value) is dict:
        flat = _flat(value)
        if flat is not None:
            return flat[:PREVIEW_MAX], len(flat) > PREVIEW_MAX
    text = ""
    for piece in _pieces(value, sort=True):
        text += piece if len(piece) <= PREVIEW_MAX + 1 else piece[: PREVIEW_MAX + 1]
        if len(text) > PREVIEW_MAX:
            return text[:PREVIEW_MAX], True
    return text, False


def preview_bytes(shown: tuple[str, bool] | None) -> bytes:
    """
    Write a preview as the JSON object that an explanation holds, null where there is none.

    >>> print(preview_bytes(("[1", True)).decode())
    {"preview":"[1","truncated":true}
    """
    if shown is None:
        return b"null"
    # It is JSON text, so of what a string escapes only these two can stand in it.
    text = shown[0].replace("\\", "\\\\").replace('"', '\\"')
    return f'{{"preview":"{text}","truncated":{"true" if shown[1] else "false"}}}'.encode()


def _flat(value: dict[str, Json]) -> str | None:
    """Write a small object of texts, the commonest container by far, without ceremony."""
    if not 0 < len(value) <= FLAT_MEMBERS_MAX:
        return None
    if not TEXTS.issuperset(map(type, value.values())):
        return None
    if not "".join(value).isascii():  # whose order is that of UTF-16 code units too
        return None
    members = [f"{encode_basestring(name)}:{string(value[name])}" for name in sorted(value)]
    return f"{{{','.join(members)}}}"


def _preview_text(value: str) -> tuple[str, bool]:
    written = string(value[:PREVIEW_MAX])
    return written[:PREVIEW_MAX], len(written) > PREVIEW_MAX


def string(text: str) -> str:
    """Write one JSON string; only what JSON demands is escaped, and lone surrogates."""
    written = encode_basestring(text)
    if written.isascii() or not has_surrogate(written):
        return written
    return "".join(
        f"\\u{ord(c):04x}" if FIRST_SURROGATE <= c <= LAST_SURROGATE else c for c in written
    )


def number(value: float) -> str:
    """
    Write a finite number as ECMAScript does; an integer keeps every digit.

    >>> [number(n) for n in (1.0, 100, 1e21, 1.5e-7, 2.0**60, -0.0, 0.000001)]
    ['1', '100', '1e+21', '1.5e-7', '1152921504606847000', '0', '0.000001']
    """
    if type(value) is int:
        return str(value)
    if value == 0:
        return "0"
    # repr gives the shortest digits that read back to the same double, as ECMAScript does.
    mantissa, _, exponent = repr(abs(value)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    padded = whole + fraction
    digits = padded.lstrip("0")
    point = len(whole) + int(exponent or "0") - (len(padded) - len(digits))
    return ("-" if value < 0 else "") + _place_point(digits.rstrip("0"), point)


def _place_point(digits: str, point: int) -> str:
    """Write digits whose decimal point stands after the first `point` of them."""
    if len(digits) <= point <= PLAIN_POINT_MAX:
        return digits + "0" * (point - len(digits))
    if 0 < point <= PLAIN_POINT_MAX:
        return f"{digits[:point]}.{digits[point:]}"
    if PLAIN_POINT_MIN < point <= 0:
        return f"0.{'0' * -point}{digits}"
    fraction = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{digits[0]}{fraction}e{point - 1:+d}"


def _scalar(value: Json) -> str:
    if type(value) is str:
        return string(value)
    if value is None:
        return "null"
    if type(value) is bool:
        return "true" if value else "false"
    return number(value)


def _in_order(names: dict[str, Json]) -> list[str]:
    """Order member names by UTF-16 code units, as RFC 8785 does."""
    if "".join(names).isascii():
        return sorted(names)
    return sorted(names, key=lambda name: name.encode("utf-16-be", "surrogatepass"))


def _members(value: dict[str, Json], *, sort: bool) -> Iterator[tuple[str, Json]]:
    lead = ""
    for name in _in_order(value) if sort else value:
        yield f"{lead}{string(name)}:", value[name]
        lead = ","


def _items(value: list[Json]) -> Iterator[tuple[str, Json]]:
    lead = ""
    for item in value:
        yield lead, item
        lead = ","


def _pieces(value: Json, *, sort: bool) -> Iterator[str]:
    """Write a value piece by piece, without recursion, so that a preview can stop early."""
    open_containers: list[tuple[Iterator[tuple[str, Json]], str]] = [(iter((("", value),)), "")]
    while open_containers:
        entries, closer = open_containers[-1]
        for lead, entry in entries:
            if type(entry) is dict:
                yield lead + "{"
                open_containers.append((_members(entry, sort=sort), "}"))
                break
            if type(entry) is list:
                yield lead + "["
                open_containers.append((_items(entry), "]"))
                break
            yield lead + _scalar(entry)
        else:
            open_containers.pop()
            yield closer
