"""The JSON Schema subset v1 of quick checks: read once, then tells every failing path."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from assertory.engine import pointer
from assertory.engine.canonical import canonical
from assertory.engine.errors import Problems
from assertory.engine.fields import Fields, found, listed
from assertory.engine.json_text import Json
from assertory.engine.json_value import equal, is_finite, is_number, is_whole
from assertory.engine.limits import (
    LENGTH_MAX,
    NUMBER_BOUND_MAX,
    SCHEMA_BYTES_MAX,
    SCHEMA_ENTRIES_MAX,
    SCHEMA_ITEMS_MAX,
    SCHEMA_LEVELS_MAX,
    SCHEMA_NODES_MAX,
)

SCALAR_KEYWORDS: Final = ("const", "enum")
KEYWORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "object": ("properties", "required", "additionalProperties"),
    "array": ("items", "minItems", "maxItems"),
    "string": ("minLength", "maxLength", *SCALAR_KEYWORDS),
    "number": ("minimum", "maximum", *SCALAR_KEYWORDS),
    "integer": ("minimum", "maximum", *SCALAR_KEYWORDS),
    "boolean": SCALAR_KEYWORDS,
    "null": SCALAR_KEYWORDS,
}
BOUND_PAIRS: Final = (
    ("minItems", "maxItems"),
    ("minLength", "maxLength"),
    ("minimum", "maximum"),
)
FITS: Final[Mapping[str, Callable[[Json], bool]]] = {
    "object": lambda value: type(value) is dict,
    "array": lambda value: type(value) is list,
    "string": lambda value: type(value) is str,
    "number": is_number,
    "integer": is_whole,
    "boolean": lambda value: type(value) is bool,
    "null": lambda value: value is None,
}

BARE: Final = frozenset(KEYWORDS) - {"number", "integer"}

Failure = tuple[str, str]  # the pointer into the candidate, and the keyword that failed there


@dataclass(frozen=True, slots=True)
class Node:
    """One schema node: its type, and its keywords in the order written."""

    type: str
    keywords: tuple[tuple[str, Json], ...]

    def failures(self, value: Json, path: str = "") -> Iterator[Failure]:
        """
        Tell each failing path and requirement, depth first in the order the schema is written.

        A wrong type ends its node; otherwise each failing keyword is one failure. A missing
        member is told at the pointer it would have. Source: semantics section 4.
        """
        if is_number(value) and not is_finite(value) and self.type in ("number", "integer"):
            yield path, "finite"
        elif not FITS[self.type](value):
            yield path, "type"
        else:
            for keyword, bound in self.keywords:
                yield from JUDGES[keyword](self, keyword, bound, value, path)

    def names(self) -> Mapping[str, "Node"]:
        """Give the properties that are described."""
        return next((bound for keyword, bound in self.keywords if keyword == "properties"), {})


def _properties(
    _: Node, __: str, bound: Mapping[str, Node], value: Json, path: str
) -> Iterator[Failure]:
    for name, node in bound.items():
        if name in value:
            yield from node.failures(value[name], f"{path}/{pointer.escape(name)}")


def _required(_: Node, __: str, bound: list[str], value: Json, path: str) -> Iterator[Failure]:
    for name in bound:
        if name not in value:
            yield f"{path}/{pointer.escape(name)}", "required"


def _additional(node: Node, _: str, bound: Json, value: Json, path: str) -> Iterator[Failure]:
    if not bound:
        described = node.names()
        for name in value:
            if name not in described:
                yield f"{path}/{pointer.escape(name)}", "additionalProperties"


def _items(_: Node, __: str, bound: Node, value: Json, path: str) -> Iterator[Failure]:
    # A bare node fails by its type alone; asking that first spares long arrays a generator each.
    fits = FITS[bound.type] if bound.type in BARE and not bound.keywords else None
    for index, item in enumerate(value):
        if fits is None or not fits(item):
            yield from bound.failures(item, f"{path}/{index}")


def _size(_: Node, keyword: str, bound: int, value: Json, path: str) -> Iterator[Failure]:
    if len(value) < bound if keyword.startswith("min") else len(value) > bound:
        yield path, keyword


def _limit(_: Node, keyword: str, bound: float, value: Json, path: str) -> Iterator[Failure]:
    if value < bound if keyword == "minimum" else value > bound:
        yield path, keyword


def _const(_: Node, __: str, bound: Json, value: Json, path: str) -> Iterator[Failure]:
    if not equal(bound, value):
        yield path, "const"


def _enum(_: Node, __: str, bound: list[Json], value: Json, path: str) -> Iterator[Failure]:
    if not any(equal(each, value) for each in bound):
        yield path, "enum"


JUDGES: Final[Mapping[str, Callable[[Node, str, Json, Json, str], Iterator[Failure]]]] = {
    "properties": _properties,
    "required": _required,
    "additionalProperties": _additional,
    "items": _items,
    "minItems": _size,
    "maxItems": _size,
    "minLength": _size,
    "maxLength": _size,
    "minimum": _limit,
    "maximum": _limit,
    "const": _const,
    "enum": _enum,
}


def read(schema: Json, at: str, problems: Problems) -> Node | None:
    """
    Read a schema of the subset, noting every problem below `at`; None where there was one.

    Source: requirements, "JSON Schema: RunLog subset v1"; semantics section 4.
    """
    size = len(canonical(schema).encode("utf-8", "surrogatepass"))
    if size > SCHEMA_BYTES_MAX:
        problems.add("schema_too_large", at, found=size, limit=SCHEMA_BYTES_MAX)
        return None
    return _Reader(problems).node(schema, at, 1)


class _Reader:
    def __init__(self, problems: Problems) -> None:
        self.problems = problems
        self.nodes = 0

    def node(self, schema: Json, at: str, level: int) -> Node | None:
        """Read one node; its problems, and those below it, are all noted."""
        self.nodes += 1
        if self.nodes == SCHEMA_NODES_MAX + 1:
            self.problems.add("schema_too_many_nodes", at, found=self.nodes, limit=SCHEMA_NODES_MAX)
        if self.nodes > SCHEMA_NODES_MAX:
            return None
        if level > SCHEMA_LEVELS_MAX:
            self.problems.add("schema_too_deep", at, found=level, limit=SCHEMA_LEVELS_MAX)
            return None
        if type(schema) is not dict:
            self.problems.add("not_object", at, found=found(schema))
            return None
        kind = self._type(schema, at)
        return None if kind is None else self._keywords(schema, at, kind, level)

    def _type(self, schema: dict[str, Json], at: str) -> str | None:
        allowed = listed(tuple(KEYWORDS))
        if "type" not in schema:
            self.problems.add("missing_member", at, name="type", allowed=f"type: one of {allowed}")
            return None
        kind = schema["type"]
        if type(kind) is not str or kind not in KEYWORDS:
            self.problems.add("schema_type", f"{at}/type", found=found(kind), allowed=allowed)
            return None
        return kind

    def _keywords(self, schema: dict[str, Json], at: str, kind: str, level: int) -> Node | None:
        # Fields would list "type" and the keywords alike; a keyword of another type deserves
        # a sentence of its own, so the unknown ones are told here.
        allowed = KEYWORDS[kind]
        fields = Fields(schema, at, self.problems, tuple(schema))
        keywords: list[tuple[str, Json]] = []
        sound = True
        for name in schema:
            if name == "type":
                continue
            if name not in allowed:
                self.problems.add(
                    "schema_keyword",
                    fields.place(name),
                    key=True,
                    found=found(name),
                    type=kind,
                    allowed=listed(allowed),
                )
                sound = False
                continue
            bound = self._bound(fields, name, kind, level)
            sound = sound and bound is not None
            keywords.append((name, bound[0] if bound else None))
        return Node(kind, tuple(keywords)) if self._agree(fields, keywords) and sound else None

    def _agree(self, fields: Fields, keywords: list[tuple[str, Json]]) -> bool:
        """Tell whether the keywords of one node go together."""
        bounds = {name: bound for name, bound in keywords if bound is not None}
        sound = True
        for low, high in BOUND_PAIRS:
            if low in bounds and high in bounds:
                sound = fields.ordered(bounds[low], bounds[high]) and sound
        if "const" in fields.members and "enum" in fields.members:
            self.problems.add("schema_both", fields.at)
            sound = False
        return sound

    def _bound(self, fields: Fields, name: str, kind: str, level: int) -> tuple[Json] | None:
        """Read one keyword's value; a one-tuple, since null is a value of const."""
        value: Json
        match name:
            case "properties":
                value = self._properties(fields, level)
            case "required":
                value = self._names(fields)
            case "additionalProperties":
                value = fields.boolean(name)
            case "items":
                value = self.node(fields.members[name], fields.place(name), level + 1)
            case "minItems" | "maxItems":
                value = fields.whole(name, 0, SCHEMA_ITEMS_MAX)
            case "minLength" | "maxLength":
                value = fields.whole(name, 0, LENGTH_MAX)
            case "minimum" | "maximum":
                value = fields.number(name, -NUMBER_BOUND_MAX, NUMBER_BOUND_MAX)
            case "const":
                value = fields.members[name]
                return (value,) if self._fits(value, fields.place(name), kind) else None
            case _:
                value = self._values(fields, kind)
        return None if value is None else (value,)

    def _properties(self, fields: Fields, level: int) -> dict[str, Node] | None:
        members, at = fields.members["properties"], fields.place("properties")
        if type(members) is not dict:
            self.problems.add("not_object", at, found=found(members))
            return None
        if not self._few(members, at):
            return None
        nodes = {
            name: self.node(schema, f"{at}/{pointer.escape(name)}", level + 1)
            for name, schema in members.items()
        }
        sound = {name: node for name, node in nodes.items() if node is not None}
        return sound if len(sound) == len(nodes) else None

    def _names(self, fields: Fields) -> list[str] | None:
        names, at = fields.members["required"], fields.place("required")
        if type(names) is not list:
            self.problems.add("not_array", at, found=found(names))
            return None
        sound = self._few(names, at)
        for index, name in enumerate(names):
            if type(name) is not str:
                self.problems.add(
                    "wrong_type", f"{at}/{index}", found=found(name), allowed="a member's name"
                )
                sound = False
        return names if sound and self._distinct(names, at) else None

    def _values(self, fields: Fields, kind: str) -> list[Json] | None:
        values, at = fields.members["enum"], fields.place("enum")
        if type(values) is not list:
            self.problems.add("not_array", at, found=found(values))
            return None
        if not values:
            self.problems.add("schema_enum_empty", at)
            return None
        sound = self._few(values, at)
        for index, value in enumerate(values):
            sound = self._fits(value, f"{at}/{index}", kind) and sound
        return values if sound and self._distinct(values, at) else None

    def _fits(self, value: Json, at: str, kind: str) -> bool:
        if FITS[kind](value):
            return True
        self.problems.add("schema_value_type", at, found=found(value), type=kind)
        return False

    def _few(self, entries: Json, at: str) -> bool:
        if len(entries) <= SCHEMA_ENTRIES_MAX:
            return True
        self.problems.add(
            "schema_too_many_entries", at, found=len(entries), limit=SCHEMA_ENTRIES_MAX
        )
        return False

    def _distinct(self, values: list[Json], at: str) -> bool:
        sound = True
        for index, value in enumerate(values):
            if any(equal(value, earlier) for earlier in values[:index]):
                self.problems.add("schema_repeated", f"{at}/{index}", found=found(value))
                sound = False
        return sound
