"""Conformance case files: read strictly, macros spelled out, every member known or refused."""

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn, TypeAlias

from assertory import UNAVAILABLE, ToolCall, ToolCapture

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"
Members: TypeAlias = dict[str, Json]

MACROS = ("$repeat", "$join", "$nest", "$unavailable")


class CaseError(Exception):
    """A case is written wrongly, so that no implementation could pass or fail it."""


@dataclass(frozen=True, slots=True)
class Case:
    """One case with its macros spelled out."""

    id: str
    dialect: str
    configuration: Json
    judged: object
    tools: ToolCapture | None
    expect: Members


# How each dialect names its configuration, what is judged, and what may stand beside that.
_CONFIGURATION = {"assertion": ("config", "configText"), "quick": ("checks",)}
_JUDGED = {"assertion": "evidence", "quick": "answer"}
_BESIDE = {"assertion": ("tools",), "quick": ()}


def read_case_file(path: Path) -> list[Case]:
    """The cases of one file, in order; `CaseError` tells what is wrong with the file."""
    return read_cases(path.read_text(encoding="ascii"))  # every other character is escaped


def read_cases(written: str) -> list[Case]:
    """The cases in the text of a case file."""
    whole = members(strict_json(written), required=("about", "cases"))
    return [_case(case) for case in items(whole["cases"])]


def strict_json(text: str) -> Json:
    """The value of a JSON text: digits and lone surrogates kept, nothing lost in silence."""

    def once(pairs: list[tuple[str, Json]]) -> Members:
        found = dict(pairs)
        if len(found) != len(pairs):
            _wrong(f"a repeated key among {[name for name, _ in pairs]}")
        return found

    def finite(digits: str) -> float:
        number = float(digits)
        return number if math.isfinite(number) else _wrong(f"{digits} is not finite")

    def no_constant(name: str) -> NoReturn:
        _wrong(f"{name} is not JSON")

    value: Json = json.loads(
        text, object_pairs_hook=once, parse_float=finite, parse_constant=no_constant
    )
    return value


def members(
    value: Json, *, required: tuple[str, ...] = (), optional: tuple[str, ...] = ()
) -> Members:
    """`value` as an object with exactly these members: an unknown one would not be checked."""
    found = any_object(value)
    unknown = [name for name in found if name not in (*required, *optional)]
    missing = [name for name in required if name not in found]
    if unknown or missing:
        _wrong(f"unknown members {unknown}, missing members {missing}")
    return found


def any_object(value: Json) -> Members:
    """`value` as an object, whatever its members."""
    return value if isinstance(value, dict) else _wrong(f"an object is wanted, not {value!r}")


def items(value: Json) -> list[Json]:
    """`value` as an array."""
    return value if isinstance(value, list) else _wrong(f"an array is wanted, not {value!r}")


def filled(value: Json) -> list[Json]:
    """`value` as an array that isn't empty: an empty one would compare nothing."""
    return items(value) or _wrong("an empty array compares nothing")


def text(value: Json) -> str:
    """`value` as a string."""
    return value if isinstance(value, str) else _wrong(f"a text is wanted, not {value!r}")


def text_or_null(value: Json) -> str | None:
    """`value` as a string or null."""
    return None if value is None else text(value)


def whole_number(value: Json) -> int:
    """`value` as an integer."""
    if isinstance(value, bool) or not isinstance(value, int):
        _wrong(f"an integer is wanted, not {value!r}")
    return value


def truth(value: Json) -> bool:
    """`value` as true or false."""
    return value if isinstance(value, bool) else _wrong(f"a boolean is wanted, not {value!r}")


def spell_text(value: Json) -> str:
    """A text, or a macro (and macros within it) as the text it stands for."""
    name = _macro(value)
    if name is None:
        return text(value)
    if name == "$unavailable":
        _wrong("only the whole of what is judged can be unavailable")
    arguments = items(members(value, required=(name,))[name])
    if name == "$join":
        return "".join(spell_text(part) for part in arguments)
    if name == "$repeat":
        repeated, times = _arguments(arguments, 2)
        return spell_text(repeated) * whole_number(times)
    opening, closing, levels, inner = _arguments(arguments, 4)
    depth = whole_number(levels)
    return spell_text(opening) * depth + spell_text(inner) + spell_text(closing) * depth


def spell_value(value: Json) -> Json:
    """A configuration or evidence with each macro as the string, or for `$nest` the value."""
    name = _macro(value)
    if name is not None:
        spelled = spell_text(value)
        return strict_json(spelled) if name == "$nest" else spelled
    if isinstance(value, dict):
        return {key: spell_value(member) for key, member in value.items()}
    if isinstance(value, list):
        return [spell_value(item) for item in value]
    return value


def tool_capture(value: Json) -> ToolCapture | None:
    """The trusted capture that `tools` describes; null is no capture."""
    if value is None:
        return None
    capture = members(value, required=("complete", "calls"))
    calls = tuple(_tool_call(call) for call in items(capture["calls"]))
    return ToolCapture(complete=truth(capture["complete"]), calls=calls)


def _tool_call(value: Json) -> ToolCall:
    call = members(value, required=("callId", "name"), optional=("canonicalName", "aliases"))
    return ToolCall(
        call_id=text(call["callId"]),
        name=text(call["name"]),
        canonical_name=text_or_null(call.get("canonicalName")),
        aliases=tuple(text(alias) for alias in items(call.get("aliases", []))),
    )


def _case(written: Json) -> Case:
    case = any_object(written)
    identifier, dialect = text(case.get("id")), text(case.get("dialect"))
    try:
        return _checked_case(case, identifier, dialect)
    except (CaseError, ValueError, RecursionError) as error:
        message = f"{identifier}: {error}"
        raise CaseError(message) from error


def _checked_case(written: Members, identifier: str, dialect: str) -> Case:
    if identifier.count("/") != 1:
        _wrong("an id is topic/name")
    if dialect not in _JUDGED:
        _wrong(f"no dialect {dialect!r}")
    judged = _JUDGED[dialect]
    configurations = [name for name in _CONFIGURATION[dialect] if name in written]
    if len(configurations) != 1:
        _wrong(f"exactly one of {_CONFIGURATION[dialect]} is wanted")
    (configuration,) = configurations
    members(
        written,
        required=("id", "dialect", "expect", configuration),
        optional=("note", judged, *_BESIDE[dialect]),
    )
    expect = written["expect"]
    if not isinstance(expect, dict) or not expect:
        _wrong("`expect` must name something")
    evaluated = not ("error" in expect or "hash" in expect)
    if evaluated != (judged in written) or ("tools" in written and not evaluated):
        _wrong(f"{judged!r} is given exactly where the case is evaluated")
    spell = spell_value if configuration == "config" else spell_text
    return Case(
        id=identifier,
        dialect=dialect,
        configuration=spell(written[configuration]),
        judged=_spell_judged(written.get(judged), dialect),
        tools=tool_capture(written.get("tools")),
        expect=expect,
    )


def _spell_judged(value: Json, dialect: str) -> object:
    if _macro(value) == "$unavailable":
        return UNAVAILABLE if value == {"$unavailable": True} else _wrong("$unavailable is true")
    if dialect == "quick" and _macro(value):
        return spell_text(value)
    return spell_value(value)


def _macro(value: Json) -> str | None:
    """The name of the macro that `value` is, if it is one."""
    if isinstance(value, dict) and len(value) == 1:
        (name,) = value
        return name if name in MACROS else None
    return None


def _arguments(found: list[Json], wanted: int) -> list[Json]:
    return found if len(found) == wanted else _wrong(f"{wanted} arguments are wanted: {found!r}")


def _wrong(message: str) -> NoReturn:
    raise CaseError(message)
