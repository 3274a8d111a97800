"""JSON values: what counts as one, when two are equal, how deep they go, how an answer is read."""

from collections.abc import Iterable
from itertools import accumulate
from typing import Final

from assertory.engine import json_text
from assertory.engine.json_text import (
    DOUBLE_MAX,
    FIRST_CHARACTERS,
    INFINITY,
    JSON_SPACE,
    Json,
)
from assertory.engine.limits import JSON_LEVELS_MAX

TYPE_NAMES: Final = (
    (dict, "an object"),
    (list, "an array"),
    (str, "a text"),
    (bool, "a boolean"),
    (int, "a number"),
    (float, "a number"),
    (type(None), "null"),
)
# Read past the class itself, which may answer anything; as below, a type is only asked with `is`.
python_name: Final = type.__dict__["__name__"].__get__
DECODER: Final = json_text.DECODER
# How each bracket changes the number of open containers, by its ASCII code.
STEPS: Final = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}
NO_BRACKETS: Final = bytes(code for code in range(128) if code not in STEPS)
FEW_CONTAINERS: Final = 64  # fewer than levels are allowed
CONTAINERS: Final = frozenset({dict, list})
NEITHER_NUMBER_NOR_BOOLEAN: Final = frozenset({str, type(None)})
# Compared with first: a comparison with DOUBLE_MAX costs as much as all the rest.
SAFE_MAX: Final = 2**53
SAFE_MIN: Final = -SAFE_MAX


def type_name(value: Json) -> str:
    """Name the JSON type of a value in words that people use."""
    kind = type(value)
    for known, name in TYPE_NAMES:
        if kind is known:
            return name
    return f"a value of type {python_name(kind)}"


def is_number(value: Json) -> bool:
    """Tell whether a value is a JSON number; a boolean is none."""
    return type(value) is int or type(value) is float


def is_finite(number: float) -> bool:
    """Tell whether a double can hold the number (semantics section 2)."""
    if type(number) is float:
        return -INFINITY < number < INFINITY
    return -DOUBLE_MAX <= number <= DOUBLE_MAX


def is_whole(value: Json) -> bool:
    """Tell whether a value is a whole number by value: 1 and 1.0 are, 1.5 and true are not."""
    return type(value) is int or (type(value) is float and value.is_integer())


def equal(expected: Json, found: Json) -> bool:
    """
    Compare two JSON values deeply, numbers by value and texts without normalization.

    The order of members is irrelevant, that of items is not; a boolean never equals a number.
    Recursion goes as deep as `expected`, which authoring bounds. Source: semantics section 2.

    >>> equal({"a": 1, "b": [0]}, {"b": [-0.0], "a": 1.0}), equal(1, True), equal("é", "e\u0301")
    (True, False, False)
    """
    kind = type(expected)
    if kind is int or kind is float:
        return is_number(found) and bool(expected == found)
    if type(found) is not kind:
        return False
    if kind is dict:
        return len(expected) == len(found) and _members_equal(expected, found)
    if kind is list:
        return len(expected) == len(found) and all(map(equal, expected, found))
    return bool(expected == found)


def _members_equal(expected: dict[str, Json], found: dict[str, Json]) -> bool:
    for name, value in expected.items():
        if name not in found or not equal(value, found[name]):
            return False
    return True


def is_json(value: Json) -> bool:
    """
    Tell whether a Python value is JSON within the bounds: types, finite numbers, 512 levels.

    Never raises and never recurses; the work is linear in the containers' own sizes, whatever
    holds itself or is held many times. Source: semantics section 2, "Evidence handed to evaluate".

    >>> is_json({"a": [1, None]}), is_json({"a": float("nan")}), is_json((1, 2)), is_json({1: 2})
    (True, False, False, False)
    """
    if not is_container(value):
        return is_scalar(value)
    pending = [value]
    for container in pending:  # which grows meanwhile
        if not _is_sound(container, pending):
            return False
        if len(pending) > FEW_CONTAINERS:
            return _is_large_json(value)
    return True  # so few can't go too deep, and none holds itself


def _is_large_json(root: Json) -> bool:
    """Tell the same of many containers: level by level, as long as they are a tree."""
    seen: set[int] = set()
    level: list[Json] = [root]
    for _ in range(1, JSON_LEVELS_MAX):
        below: list[Json] = []
        for container in level:
            if not _is_sound(container, below):
                return False
        if not below:
            return True
        known = len(seen)
        seen.update(map(id, below))
        if len(seen) < known + len(below):  # no tree: some container is held more than once
            return _is_shared_json(root)
        level = below
    return not any(level)  # what stands at the last level has to be empty


def _is_shared_json(root: Json) -> bool:
    """
    Tell the same of a container that may hold another many times, or itself.

    Each container is judged once and then, one level after the other, taken off when the last
    of those that hold it was; one in a cycle never is.
    """
    inside: dict[int, list[Json]] = {}
    holders = {id(root): 0}
    pending: list[Json] = [root]
    while pending:
        container = pending.pop()
        below: list[Json] = []
        inside[id(container)] = below
        if not _is_sound(container, below):
            return False
        for member in below:
            if id(member) not in holders:
                holders[id(member)] = 0
                pending.append(member)
            holders[id(member)] += 1
    level = [] if holders[id(root)] else [root]
    for _ in range(1, JSON_LEVELS_MAX):
        below = []
        for container in level:
            for member in inside.pop(id(container)):
                holders[id(member)] -= 1
                if not holders[id(member)]:
                    below.append(member)
        level = below
    return len(inside) == len(level) and not any(level)


def _is_sound(container: Json, below: list[Json]) -> bool:
    """Tell whether a container's own members are JSON, adding the containers to `below`."""
    if type(container) is dict:
        for key in container:
            if type(key) is not str:
                return False
        container = container.values()
    for member in container:
        kind = type(member)
        if kind is str:  # asked first: most members are texts
            continue
        if kind is dict or kind is list:
            below.append(member)
        elif kind is int or kind is float:
            if not SAFE_MIN <= member <= SAFE_MAX and not is_finite(member):
                return False
        elif kind is not bool and member is not None:
            return False
    return True


def is_container(value: Json) -> bool:
    """Tell whether a value is an object or an array."""
    return type(value) is dict or type(value) is list


def members(container: Json) -> Iterable[Json]:
    """Give the values of an object, or the items of an array."""
    return container.values() if type(container) is dict else container


def holds_containers(container: Json) -> bool:
    """Tell whether an object or array has a member that is one itself."""
    return not CONTAINERS.isdisjoint(map(type, members(container)))


def holds_numbers(value: Json) -> bool:
    """Tell whether a number or a boolean stands anywhere in a value."""
    if is_container(value):
        return any(map(holds_numbers, members(value)))
    return type(value) not in NEITHER_NUMBER_NOR_BOOLEAN


def is_scalar(value: Json) -> bool:
    """Tell whether a value is a text, a boolean, null or a finite number."""
    if is_number(value):
        return is_finite(value)
    return type(value) is str or type(value) is bool or value is None


def exceeds(value: Json, *, levels: int, values: int | None = None) -> bool:
    """
    Tell whether a JSON tree has more than `levels` levels or more than `values` values.

    A scalar or an empty container is one level; every value counts, the root too.

    >>> exceeds([[1]], levels=2), exceeds([[]], levels=2), exceeds([1, 2], levels=9, values=2)
    (True, False, True)
    """
    level = [value]
    depth = count = 0
    while level:
        depth += 1
        count += len(level)
        if depth > levels or (values is not None and count > values):
            return True
        below: list[Json] = []
        for member in level:
            if type(member) is dict:
                below.extend(member.values())
            elif type(member) is list:
                below.extend(member)
        level = below
    return False


def read_answer(text: str) -> tuple[str | None, Json]:
    """
    Read a whole text as one JSON value; gives (reason, None) where it isn't, else (None, value).

    Reasons: `invalid_json`, `json_too_deep` (level 513 is reached before any fault). The last of
    repeated keys wins, a lone surrogate is kept, an integer keeps every digit, and a number no
    double can hold is read as an infinity. Source: semantics section 2.

    >>> read_answer(' {"a": 1, "a": 2} '), read_answer("NaN"), read_answer("1e400")
    ((None, {'a': 2}), ('invalid_json', None), (None, inf))
    """
    if text.lstrip(JSON_SPACE)[:1] not in FIRST_CHARACTERS:  # spares prose a parse that fails
        return "invalid_json", None
    # As many brackets as levels are needed to go deep, and counting them costs next to nothing.
    may_be_deep = text.count("[") + text.count("{") >= JSON_LEVELS_MAX
    try:
        value = DECODER.decode(text)
    except RecursionError:
        return _read_slowly(text)
    except ValueError as error:
        # Up to its fault the text is sound, so its brackets tell how deep it went.
        if may_be_deep and _opens(text[: getattr(error, "pos", None)], JSON_LEVELS_MAX):
            return _read_slowly(text)
        return "invalid_json", None
    if may_be_deep and exceeds(value, levels=JSON_LEVELS_MAX):
        return "json_too_deep", None
    return None, value


def _opens(text: str, containers: int) -> bool:
    """Tell whether a text has so many containers open at once, going by brackets outside texts."""
    outside = "".join(text.replace("\\\\", "").replace('\\"', "").split('"')[::2])
    brackets = outside.encode("ascii", "ignore").translate(None, NO_BRACKETS)
    return max(accumulate(map(STEPS.__getitem__, brackets)), default=0) >= containers


def _read_slowly(text: str) -> tuple[str | None, Json]:
    """
    Read a text that may be deep: stops at its first fault or at level 513, whichever is first.

    The standard library's scanner recurses, so how deep it gets hangs on the caller's own depth.
    """
    try:
        return None, json_text.read(text, levels=JSON_LEVELS_MAX)
    except json_text.Fault as fault:
        return ("json_too_deep" if fault.code == "json_too_deep" else "invalid_json"), None
