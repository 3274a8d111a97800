"""JSON-Schema-Test-Suite (draft 2020-12) against the JSON Schema subset v1 of `json_schema`.

`subset-index.json` says which groups lie inside the subset (the same verdict is expected) and which
outside (refused when compiled). The subset demands exactly one `type` at every node and only the
keywords of that type, while most of the suite's schemas name none. A schema without `type` means:
"whatever the instance is, and each keyword counts for the instances that it is made for". So it is
read for one instance at a time, at every node, in a way that leaves JSON Schema's verdict alone:

- `$schema` says what the file is written in, and is dropped.
- A node without `type` gets the instance's own type, which every instance has by itself. Keywords
  made for another type don't count for this instance, and are dropped.
- `const`, and each value of `enum`, decides alone. If none of them has the instance's type, the
  instance is invalid whatever else is said: the node gets the type of the first value and keeps
  the values of that type. Otherwise it keeps the values of the instance's type.
- `properties` keeps the members that the instance has, each read for its own value: what is said
  of a member that isn't there never counts. Members that name a type are left as they are.
- `items` is read for the first item: inside the subset it names its type throughout.

Outside groups are read without an instance: each node without `type` gets the type of the first
keyword that has one, `object` otherwise. So nothing is dropped, and what refuses the schema is what
lies outside, never the missing type.
"""

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import assertory
from tests.shared import SHARED, missing
from tests.suites.front_door import checked

SUITE = "suites/json-schema-test-suite"
INDEX = SHARED / SUITE / "subset-index.json"

KEYWORDS = {
    "object": ("properties", "required", "additionalProperties"),
    "array": ("items", "minItems", "maxItems"),
    "string": ("minLength", "maxLength"),
    "number": ("minimum", "maximum"),
}
TYPE_OF_KEYWORD = {keyword: kind for kind, named in KEYWORDS.items() for keyword in named}

# Inside by the index, which knows only keywords, but refused by what semantics decides: where.
REFUSED_INSIDE = {
    ("enum.json", 14): "/0/schema/enum",  # an enum isn't empty
    ("const.json", 13): "/0/schema/const",  # 2^53 is an integer that RFC 8785 can't carry
    ("optional/bignum.json", 3): "/0/schema/maximum",  # a bound beyond 10^15
    ("optional/bignum.json", 5): "/0/schema/minimum",  # the same
}


def _load(part: str) -> list[tuple[str, int, dict[str, Any]]]:
    """The groups of one part of the index: file, number, and the group itself."""
    if not INDEX.is_file():
        return []
    index = json.loads(INDEX.read_text(encoding="utf-8"))[part]
    folder = INDEX.parent / "tests" / "draft2020-12"
    texts = {entry["file"]: (folder / entry["file"]).read_text(encoding="utf-8") for entry in index}
    return [
        (entry["file"], entry["group"], json.loads(texts[entry["file"]])[entry["group"]])
        for entry in index
    ]


INSIDE, OUTSIDE = _load("inside"), _load("outside")
TESTS = [
    pytest.param(group["schema"], test["data"], test["valid"], id=f"{file}-{number}-{place}")
    for file, number, group in INSIDE
    if (file, number) not in REFUSED_INSIDE
    for place, test in enumerate(group["tests"])
]


def _type(value: object) -> str:
    """The type that an instance has by itself; one type for all numbers."""
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "number"
    names = {str: "string", list: "array", dict: "object", type(None): "null"}
    return names[type(value)]


def _for_instance(schema: dict[str, Any], instance: object) -> dict[str, Any]:
    """The schema as the subset writes it for this one instance."""
    node = {keyword: value for keyword, value in schema.items() if keyword != "$schema"}
    if "type" not in node:
        values = [node["const"]] if "const" in node else node.get("enum", [instance])
        types = [_type(value) for value in values] or [_type(instance)]
        node["type"] = _type(instance) if _type(instance) in types else types[0]
        if "enum" in node:
            node["enum"] = [value for value in values if _type(value) == node["type"]]
        node = {
            keyword: value
            for keyword, value in node.items()
            if TYPE_OF_KEYWORD.get(keyword, node["type"]) == node["type"]
        }
    if "properties" in node:
        held = instance if isinstance(instance, dict) else {}
        node["properties"] = {
            name: _for_instance(member, held[name])
            for name, member in node["properties"].items()
            if name in held
        }
    if "items" in node and isinstance(instance, list) and instance:
        node["items"] = _for_instance(node["items"], instance[0])
    return node


def _for_any(schema: object) -> object:
    """The schema with a type at every node and nothing dropped."""
    if not isinstance(schema, dict):
        return schema
    node = {keyword: value for keyword, value in schema.items() if keyword != "$schema"}
    if isinstance(node.get("properties"), dict):
        node["properties"] = {name: _for_any(member) for name, member in node["properties"].items()}
    if "items" in node:
        node["items"] = _for_any(node["items"])
    kinds = [TYPE_OF_KEYWORD[keyword] for keyword in node if keyword in TYPE_OF_KEYWORD]
    return {"type": kinds[0] if kinds else "object"} | node


def _problems(schema: object) -> list[tuple[str, str | None]]:
    """What refuses the schema; empty where it compiles."""
    try:
        assertory.compile_quick_checks(json.dumps([{"type": "json_schema", "schema": schema}]))
    except assertory.AuthoringError as error:
        return [(problem.code, problem.at) for problem in error.problems]
    return []


def test_the_suite_is_whole() -> None:
    """57 groups inside with 223 tests, 130 outside."""
    if not INDEX.is_file():
        missing(f"../shared/{SUITE}")
    assert (len(INSIDE), len(OUTSIDE)) == (57, 130)
    assert sum(len(group["tests"]) for _, _, group in INSIDE) == 223
    kept = sum(len(group["tests"]) for f, n, group in INSIDE if (f, n) in REFUSED_INSIDE)
    assert len(TESTS) == 223 - kept


@pytest.mark.parametrize(("schema", "instance", "valid"), TESTS)
def test_inside(schema: dict[str, Any], instance: object, valid: bool) -> None:  # noqa: FBT001
    """Inside the subset the verdict is that of JSON Schema."""
    check = {"type": "json_schema", "schema": _for_instance(schema, instance)}
    verdict = checked(json.dumps(instance), check)
    assert (verdict.outcome, verdict.leaves[0].reason) == (
        ("passed", None) if valid else ("failed", "schema_mismatch")
    )


@pytest.mark.parametrize(("schema", "instance", "valid"), TESTS)
def test_reading_leaves_the_verdict_alone(
    schema: dict[str, Any],
    instance: object,
    valid: bool,  # noqa: FBT001
) -> None:
    """Another implementation finds the schema, as read for the instance, to say the same."""
    reading = Draft202012Validator(_for_instance(schema, instance))
    assert reading.is_valid(instance) == valid


@pytest.mark.parametrize(("group", "at"), REFUSED_INSIDE.items())
def test_inside_by_keyword_but_refused(group: tuple[str, int], at: str) -> None:
    """Refused at the keyword that semantics limits, for every instance of the group."""
    if not INSIDE:
        missing(f"../shared/{SUITE}")
    (found,) = [whole for file, number, whole in INSIDE if (file, number) == group]
    for test in found["tests"]:
        places = [place for _, place in _problems(_for_instance(found["schema"], test["data"]))]
        assert at in places


@pytest.mark.parametrize(
    "schema",
    [pytest.param(group["schema"], id=f"{file}-{number}") for file, number, group in OUTSIDE],
)
def test_outside(schema: object) -> None:
    """Outside the subset the schema is refused, and not because a type is missing."""
    problems = _problems(_for_any(schema))
    assert problems
    assert [problem for problem in problems if problem[0] == "missing_member"] == []
