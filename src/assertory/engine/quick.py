"""The quick-check dialect: lines or a JSON array in, the same Program out; and printed back."""

import json
from collections.abc import Callable, Mapping
from typing import Final

from assertory.engine import canonical, document
from assertory.engine.errors import AuthoringError, Problems, Spot, problem
from assertory.engine.fields import Fields, found, listed
from assertory.engine.json_text import (
    JSON_SPACE,
    Json,
    has_surrogate,
    is_number_text,
    read_number,
)
from assertory.engine.json_value import type_name
from assertory.engine.limits import QUICK_BYTES_MAX, QUICK_CHECKS_MAX
from assertory.engine.operators.contains import Contains
from assertory.engine.operators.exact import Exact
from assertory.engine.operators.json_schema import JsonSchema
from assertory.engine.operators.json_valid import JsonValid
from assertory.engine.operators.number_range import ROOT, NumberRange
from assertory.engine.operators.output_length import OutputLength
from assertory.engine.operators.regex import Regex
from assertory.engine.plan import Group, Leaf, Plan
from assertory.engine.program import Program, Reader

QUICK_SEMANTICS: Final = "quick-checks/v1"

# The whole language of `quick-checks/v1`: each check with its members and the file that means it.
CHECKS: Final[Mapping[str, tuple[tuple[str, ...], Reader]]] = {
    "contains": (("text",), Contains.read_quick),
    "exact": (("text",), Exact.read_quick),
    "json_valid": ((), JsonValid.read_quick),
    "output_length": (("minimum", "maximum"), OutputLength.read_quick),
    "number_range": (("path", "minimum", "maximum"), NumberRange.read_quick),
    "regex": (("pattern",), Regex.read_quick),
    "json_schema": (("schema",), JsonSchema.read_quick),
}
LINE_SPACE: Final = " \t\r"
# The name in a line, the check it is, and an example for people.
LINES: Final[Mapping[str, tuple[str, str]]] = {
    "contains": ("contains", "contains:Northstar"),
    "exact": ("exact", "exact:OK"),
    "json_valid": ("json_valid", "json_valid"),
    "length": ("output_length", "length:10..500"),
    "number": ("number_range", "number:/score:0..10"),
    "regex": ("regex", "regex:^OK$"),
}
NAMES: Final[Mapping[str, str]] = {check: name for name, (check, _) in LINES.items()}


class NoLine(ValueError):
    """A check that lines can't express: a schema, or a text that a line would trim or break."""


def compile_quick_checks(text: str | bytes) -> Program:
    r"""
    Read, check and compile quick checks.

    Takes:   text, one check a line, or a JSON array of objects; 1 to 10 checks, 64 KiB.
    Gives:   a Program with semantics `quick-checks/v1`; its `evaluate` takes the answer text.
    Raises:  AuthoringError with every problem found; nothing else, for any text or value.
    Source:  requirements, quick-checks.txt; semantics section 4.

    >>> import assertory
    >>> program = assertory.compile_quick_checks("json_valid\nnumber:/score:0..10")
    >>> [leaf.outcome for leaf in program.evaluate('{"score": 11}').leaves]
    ['passed', 'failed']
    """
    source = document.decode(text)
    if source is None:
        given, spot = type_name(text), Spot((0, 0))
        raise AuthoringError([problem("wrong_type", "", spot, found=given, allowed="a text")])
    is_json = source.lstrip(JSON_SPACE).startswith("[")
    size = len(source.encode("utf-8", "surrogatepass"))
    if size > QUICK_BYTES_MAX:  # asked first, so that all that follows is bounded
        at, spot = "" if is_json else None, Spot((0, 0), 1, 1)
        raise AuthoringError(
            [problem("checks_too_large", at, spot, found=size, limit=QUICK_BYTES_MAX)]
        )
    authored = document.read(source) if is_json else _read_lines(source)
    problems = authored.problems
    leaves = _leaves(authored.value, problems)
    problems.raise_if_any()
    checks = [_rooted(check) for check in authored.value]
    return Program(
        authored.source,
        QUICK_SEMANTICS,
        canonical.sha256(canonical.compact(checks)),
        checks,
        Plan(((),), leaves, (Group("", "all", tuple(range(len(leaves)))),), ()),
        compile_quick_checks,
    )


def _rooted(check: dict[str, Json]) -> dict[str, Json]:
    """Write the root path in its one hashed form."""
    return {**check, "path": ""} if check.get("path") == ROOT else check


def _leaves(checks: list[Json], problems: Problems) -> tuple[Leaf, ...]:
    if not checks:
        problems.add("no_checks", "", limit=QUICK_CHECKS_MAX)
    leaves = []
    for index, check in enumerate(checks):
        if index == QUICK_CHECKS_MAX:
            at = f"/{index}"
            problems.add("too_many_checks", at, found=index + 1, limit=QUICK_CHECKS_MAX)
            break
        # In the line form a line with a problem of its own gives no check.
        leaf = None if check is None and problems else _leaf(check, f"/{index}", problems)
        if leaf is not None:
            leaves.append(leaf)
    return tuple(leaves)


def _leaf(check: Json, at: str, problems: Problems) -> Leaf | None:
    if type(check) is not dict:
        problems.add("not_object", at, found=found(check))
        return None
    allowed = listed(tuple(CHECKS))
    if "type" not in check:
        problems.add("missing_member", at, name="type", allowed=f"type: one of {allowed}")
        return None
    name = check["type"]
    if type(name) is not str or name not in CHECKS:
        problems.add("unknown_check", f"{at}/type", found=found(name), allowed=allowed)
        return None
    members, read = CHECKS[name]
    operator = read(Fields(check, at, problems, ("type", *members)))
    if operator is None:
        return None
    pointer = operator.path if isinstance(operator, NumberRange) else None
    return Leaf(at, name, 0, pointer, operator)


def _read_lines(source: str) -> document.Document:
    """Read the line form into the checks it denotes, None for a line that denotes none."""
    reader = _Lines(source)
    return document.Document(reader.checks, source, reader.problems)


class _Lines:
    def __init__(self, source: str) -> None:
        self.checks: list[Json] = []
        self.number = 0
        self.places: dict[str, tuple[int, int]] = {}  # of a check, or of a member that is written
        self.problems = Problems(self._locate, line_form=True)
        for self.number, raw in enumerate(source.split("\n"), 1):
            line = raw.strip(LINE_SPACE)
            if line:
                at = f"/{len(self.checks)}"
                column = self._place(at, len(raw) - len(raw.lstrip(LINE_SPACE)) + 1)
                self.checks.append(self._check(line, at, column))

    def _place(self, at: str, column: int) -> int:
        self.places[at] = (self.number, column)
        return column

    def _locate(self, at: str, _name: bool) -> Spot:  # noqa: FBT001 - as Problems calls it
        check = f"/{at[1:].partition('/')[0]}"
        place = self.places.get(at) or self.places.get(check, (1, 1))
        return Spot(place, *place)

    def _check(self, line: str, at: str, column: int) -> Json:
        if has_surrogate(line):
            self.problems.add("lone_surrogate", at)
            return None
        name, colon, raw = line.partition(":")
        if name not in LINES:
            self.problems.add("unknown_check", at, found=found(name), allowed=listed([*LINES]))
            return None
        check, example = LINES[name]
        if check == "json_valid":
            if colon:
                self.problems.add("value_unwanted", at)
                return None
            return {"type": check}
        if not colon:
            self.problems.add("value_missing", at, name=name, example=example)
            return None
        value = raw.lstrip(LINE_SPACE)  # nothing to strip at the end: the line was stripped
        return self._members(check, value, at, column + len(line) - len(value))

    def _members(self, check: str, value: str, at: str, column: int) -> Json:
        match check:
            case "output_length":
                bounds = self._range(value, at, column, "length:10..500")
                return bounds and {"type": check, **bounds}
            case "number_range":
                self._place(f"{at}/path", column)
                path, colon, written = value.rpartition(":")
                if not colon or not path:
                    example = "number:/score:0..10 (@ is the root)"
                    place = f"{at}/path"
                    self.problems.add("range_invalid", place, found=found(value), example=example)
                    return None
                column += len(path) + 1
                bounds = self._range(written, at, column, "number:/score:0..10")
                return bounds and {"type": check, "path": path, **bounds}
            case "regex":
                self._place(f"{at}/pattern", column)
                return {"type": check, "pattern": value}
            case _:
                self._place(f"{at}/text", column)
                return {"type": check, "text": value}

    def _range(self, written: str, at: str, column: int, example: str) -> dict[str, Json] | None:
        low, dots, high = written.partition("..")
        self._place(f"{at}/minimum", column)
        self._place(f"{at}/maximum", column + len(low) + len(dots))
        if not dots or not is_number_text(low) or not is_number_text(high):
            place = f"{at}/minimum"
            self.problems.add("range_invalid", place, found=found(written), example=example)
            return None
        return {"minimum": read_number(low), "maximum": read_number(high)}


def print_json(program: Program) -> str:
    """
    Print quick checks as their JSON array, which compiles to the same hash.

    >>> print_json(compile_quick_checks("number: @:0..1"))
    '[{"type":"number_range","path":"","minimum":0,"maximum":1}]'
    """
    # Not the hashed form, which writes 1e16 as an integer that authoring would refuse.
    return json.dumps(program.document, ensure_ascii=False, separators=(",", ":"))


def print_lines(program: Program) -> str:
    """
    Print quick checks one a line.

    Raises:  NoLine where a check can't be expressed there.

    >>> print(print_lines(compile_quick_checks('[{"type":"exact","text":"OK"}]')), end="")
    exact:OK
    """
    return "".join(f"{print_line(check)}\n" for check in program.document)


def print_line(check: dict[str, Json]) -> str:
    """Print one check as a line; raises NoLine where it can't be expressed there."""
    kind = check["type"]
    if kind not in NAMES:
        message = f"{kind} has no line form"
        raise NoLine(message)
    name, value = NAMES[kind], _value(check)
    if value is None:
        return name
    if value != value.strip(LINE_SPACE) or "\n" in value:
        message = f"a line would lose white space of this {kind} check"
        raise NoLine(message)
    return f"{name}:{value}"


def _value(check: dict[str, Json]) -> str | None:
    writers: dict[str, Callable[[], str | None]] = {
        "json_valid": lambda: None,
        "output_length": lambda: _bounds(check),
        "number_range": lambda: f"{check['path'] or ROOT}:{_bounds(check)}",
        "regex": lambda: str(check["pattern"]),
    }
    return writers.get(check["type"], lambda: str(check["text"]))()


def _bounds(check: dict[str, Json]) -> str:
    return f"{canonical.number(check['minimum'])}..{canonical.number(check['maximum'])}"
