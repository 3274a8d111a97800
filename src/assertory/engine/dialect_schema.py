"""The JSON Schema of each dialect's JSON form, built from the same tables that authoring reads."""

from collections.abc import Iterable, Mapping
from typing import Final

from assertory.engine.json_text import Json
from assertory.engine.limits import (
    INTEGER_MAX,
    LENGTH_MAX,
    NODES_MAX,
    NUMBER_BOUND_MAX,
    QUICK_CHECKS_MAX,
    SCHEMA_ENTRIES_MAX,
    SCHEMA_ITEMS_MAX,
)
from assertory.engine.operators.number_range import ROOT
from assertory.engine.operators.script_ratio import SCRIPTS
from assertory.engine.operators.shape import TYPES
from assertory.engine.program import ASSERTION_SEMANTICS, GROUPS, OPERATORS, Reader
from assertory.engine.quick import CHECKS, QUICK_SEMANTICS
from assertory.engine.schema import KEYWORDS, SCALAR_KEYWORDS
from assertory.engine.text.safe_regex import LENGTH_MAX as PATTERN_MAX

DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"
POINTER: Final = {
    "description": "A JSON Pointer (RFC 6901)",
    "type": "string",
    "pattern": "^(/([^~]|~[01])*)?$",
}


def _whole(low: int, high: int) -> Json:
    return {"type": "integer", "minimum": low, "maximum": high}


def _number(low: float, high: float) -> Json:
    return {"type": "number", "minimum": low, "maximum": high}


TEXT: Final = {"type": "string"}
SOME_TEXT: Final = {"type": "string", "minLength": 1}
RATIO: Final = _number(0, 1)
COUNT: Final = _whole(0, INTEGER_MAX)
LENGTH: Final = _whole(0, LENGTH_MAX)
BOUND: Final = _number(-NUMBER_BOUND_MAX, NUMBER_BOUND_MAX)

# What each field of an operator, each member of a quick check and (further down) each keyword of
# the schema subset may be, so far as a schema can say it.
FIELDS: Final[Mapping[str, Mapping[str, Json]]] = {
    "equals": {"path": POINTER, "value": {}},
    "contains": {"path": POINTER, "text": TEXT},
    "regex": {"path": POINTER, "pattern": TEXT},
    "shape": {
        "path": POINTER,
        "required": {"type": "object", "additionalProperties": {"enum": list(TYPES)}},
        "allowAdditional": {"type": "boolean"},
    },
    "count": {"path": POINTER, "min": COUNT, "max": COUNT},
    "tool_called": {"name": SOME_TEXT},
    "script_ratio": {
        "path": POINTER,
        "script": {"enum": list(SCRIPTS)},
        "min": RATIO,
        "max": RATIO,
    },
}
MEMBERS: Final[Mapping[str, Mapping[str, Json]]] = {
    "contains": {"text": SOME_TEXT},
    "exact": {"text": TEXT},
    "json_valid": {},
    "output_length": {"minimum": LENGTH, "maximum": LENGTH},
    "number_range": {
        "path": {"anyOf": [POINTER, {"const": ROOT}]},
        "minimum": BOUND,
        "maximum": BOUND,
    },
    "regex": {"pattern": {**SOME_TEXT, "maxLength": PATTERN_MAX}},
    "json_schema": {"schema": {"$ref": "#/$defs/schema"}},
}


NODE: Final = {"$ref": "#/$defs/node"}
CHILDREN: Final = {"type": "array", "items": NODE, "minItems": 1, "maxItems": NODES_MAX - 1}
SUBSET: Final = {"$ref": "#/$defs/schema"}
DISTINCT: Final = {"type": "array", "uniqueItems": True, "maxItems": SCHEMA_ENTRIES_MAX}
SIZE: Final = _whole(0, SCHEMA_ITEMS_MAX)
KEYWORD_VALUES: Final[Mapping[str, Json]] = {
    "properties": {
        "type": "object",
        "additionalProperties": SUBSET,
        "maxProperties": SCHEMA_ENTRIES_MAX,
    },
    "required": {**DISTINCT, "items": TEXT},
    "additionalProperties": {"type": "boolean"},
    "items": SUBSET,
    "minItems": SIZE,
    "maxItems": SIZE,
    "minLength": LENGTH,
    "maxLength": LENGTH,
    "minimum": BOUND,
    "maximum": BOUND,
}


def assertion_schema() -> dict[str, Json]:
    """
    Build the JSON Schema (draft 2020-12) of an assertion configuration.

    Gives:   a schema that accepts every sound configuration and refuses what a schema can; it has
             no words for depth, sizes in bytes, patterns, or one bound above another.
    Source:  requirements, "Supported checks and exact bounds"; semantics section 3.

    >>> assertion_schema()["properties"]["semantics"]
    {'const': 'unicode-script-letters/v1'}
    """
    leaves = {
        name: _described(_exact("op", name, _picked(FIELDS[name], fields)), read)
        for name, (fields, read) in OPERATORS.items()
    }
    groups = {name: _exact("op", name, {"assertions": CHILDREN}) for name in GROUPS}
    nodes = leaves | groups
    return {
        "$schema": DRAFT,
        "title": f"Assertion configuration ({ASSERTION_SEMANTICS})",
        **_closed({"semantics": {"const": ASSERTION_SEMANTICS}, "assertion": NODE}),
        "$defs": {"node": _one_of("op", nodes), **nodes},
    }


def quick_checks_schema() -> dict[str, Json]:
    """
    Build the JSON Schema (draft 2020-12) of the quick checks' JSON array.

    Gives:   a schema, with the same limits as `assertion_schema`.
    Source:  requirements, quick-checks.txt; semantics section 4.

    >>> quick_checks_schema()["maxItems"]
    10
    """
    checks = {
        name: _described(_exact("type", name, _picked(MEMBERS[name], members)), read)
        for name, (members, read) in CHECKS.items()
    }
    kinds = {f"{kind}_schema": _subset_node(kind) for kind in KEYWORDS}
    return {
        "$schema": DRAFT,
        "title": f"Quick checks ({QUICK_SEMANTICS})",
        "type": "array",
        "items": {"$ref": "#/$defs/check"},
        "minItems": 1,
        "maxItems": QUICK_CHECKS_MAX,
        "$defs": {
            "check": _one_of("type", checks),
            **checks,
            "schema": _one_of("type", kinds),
            **kinds,
        },
    }


def _subset_node(kind: str) -> dict[str, Json]:
    """Describe a node of the schema subset: its type, and keywords that may all be absent."""
    node = _exact("type", kind, {name: _keyword(name, kind) for name in KEYWORDS[kind]})
    node["required"] = ["type"]
    if set(SCALAR_KEYWORDS) <= set(KEYWORDS[kind]):
        node["not"] = {"required": list(SCALAR_KEYWORDS)}
    return node


def _keyword(name: str, kind: str) -> Json:
    match name:
        case "const":
            return {"type": kind}
        case "enum":
            return {**DISTINCT, "items": {"type": kind}, "minItems": 1}
        case _:
            return KEYWORD_VALUES[name]


def _one_of(member: str, kinds: Mapping[str, Json]) -> dict[str, Json]:
    """Describe an object that one member decides; said first, it makes for a clear message."""
    names = [kind["properties"][member]["const"] for kind in kinds.values()]
    return {
        "type": "object",
        "properties": {member: {"enum": names}},
        "required": [member],
        "oneOf": [{"$ref": f"#/$defs/{name}"} for name in kinds],
    }


def _exact(member: str, name: str, others: Mapping[str, Json]) -> dict[str, Json]:
    return _closed({member: {"const": name}, **others})


def _closed(members: Mapping[str, Json]) -> dict[str, Json]:
    """Describe an object with exactly these members."""
    return {
        "type": "object",
        "properties": dict(members),
        "required": list(members),
        "additionalProperties": False,
    }


def _picked(described: Mapping[str, Json], names: Iterable[str]) -> dict[str, Json]:
    """Take the members that authoring's own table names, in its order."""
    return {name: described[name] for name in names}


def _described(schema: dict[str, Json], read: Reader) -> dict[str, Json]:
    """Put the first line of an operator's own docstring before its schema."""
    operator = read.__self__  # type: ignore[attr-defined]  # a class method of the operator
    return {"description": operator.__doc__.strip().partition("\n")[0], **schema}
