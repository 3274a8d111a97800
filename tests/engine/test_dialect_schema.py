"""The published JSON Schemas: they accept what authoring accepts, and refuse what a schema can."""

import copy
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import assertory
from assertory import AuthoringError
from assertory.engine import dialect_schema
from assertory.engine.pointer import parse, select
from assertory.engine.program import GROUPS, OPERATORS
from assertory.engine.quick import CHECKS
from assertory.engine.schema import KEYWORDS, SCALAR_KEYWORDS
from tests.conformance.case_file import (
    Case,
    CaseError,
    Json,
    read_case_file,
    strict_json,
)
from tests.shared import SHARED, shared_dir

ROOT = Path(__file__).resolve().parents[2]
TOOL = Path("tools/make_schemas.py")
PUBLISHED = Path("src/assertory/schemas")
NAMES = ["assertion.schema.json", "quick-checks.schema.json"]

SCHEMAS = {
    "assertion": dialect_schema.assertion_schema(),
    "quick": dialect_schema.quick_checks_schema(),
}
VALIDATORS = {dialect: Draft202012Validator(schema) for dialect, schema in SCHEMAS.items()}

# What authoring refuses and a schema can't, by the code of the problem, and why it can't.
BEYOND_A_SCHEMA = {
    "bounds_reversed": "a schema compares a value with a constant, never with its neighbour",
    "integer_unsafe": "1e300 is an integer to a schema, and allowed; 2^53 written out is not",
    "literal_too_deep": "a schema bounds the width of a value, and its depth only if repeated",
    "lone_surrogate": "a schema's text is already decoded, and patterns differ on surrogates",
    "regex_count_too_large": "the grammar of regular expressions is beyond a pattern",
    "regex_nested_repetition": "the same",
    "regex_refused": "the same",
    "regex_too_deep": "the same",
    "regex_too_large": "what RE2 makes of a pattern is RE2's to say",
    "regex_too_many_alternatives": "the same as the grammar: branches are counted, not matched",
    "regex_too_many_states": "states are counted on the expanded pattern",
    "schema_too_deep": "as with the literal's depth",
    "schema_too_large": "a schema has no measure of bytes, least of all of the canonical form",
    "schema_too_many_nodes": "a schema counts the members of one object, not of a tree",
    "too_deep": "as with the literal's depth",
    "too_large": "as with the size of a schema",
    "too_many_nodes": "as with the nodes of a schema",
}


@dataclass(frozen=True, slots=True)
class Authored:
    """A configuration as JSON, and the codes of what authoring refuses in it."""

    id: str
    dialect: str
    value: Json
    codes: frozenset[str]

    def schema_accepts(self) -> bool:
        """Whether the dialect's schema finds nothing wrong."""
        return VALIDATORS[self.dialect].is_valid(self.value)


def refusals(dialect: str, configuration: Json) -> frozenset[str]:
    """The codes of the problems that authoring tells; none where it accepts."""
    text = configuration if isinstance(configuration, str) else json.dumps(configuration)
    compiler = (
        assertory.compile_assertion if dialect == "assertion" else assertory.compile_quick_checks
    )
    try:
        compiler(text)
    except AuthoringError as error:
        return frozenset(problem.code for problem in error.problems)
    return frozenset()


def from_case(case: Case) -> Authored | None:
    """A case's configuration; None where it is no JSON, or holds a repeated key."""
    value = case.configuration
    if isinstance(value, str):
        if case.dialect == "quick" and not value.lstrip(" \t\r\n").startswith("["):
            return None  # lines
        try:
            value = strict_json(value)
        except (CaseError, ValueError):
            return None
    return Authored(case.id, case.dialect, value, refusals(case.dialect, case.configuration))


def from_folder(folder: Path) -> Iterator[Authored]:
    """Every configuration of a folder's cases that is JSON."""
    for file in sorted(folder.glob("*.json")):
        yield from filter(None, map(from_case, read_case_file(file)))


def example(name: str, configuration: Json) -> Authored:
    """An example of our own, where no case shows what is meant."""
    return Authored(
        f"here/{name}", "assertion", configuration, refusals("assertion", configuration)
    )


def of_nodes(groups: int, each: int) -> Json:
    """A configuration of groups with so many checks each."""
    check: Json = {"op": "tool_called", "name": "x"}
    group: Json = {"op": "all", "assertions": [check] * each}
    root: Json = {"op": "all", "assertions": [group] * groups}
    return {"semantics": "unicode-script-letters/v1", "assertion": root}


AUTHORED = [
    *from_folder(ROOT / "conformance"),
    *from_folder(SHARED / "conformance"),
    example("100-nodes", of_nodes(9, 10)),
    example("101-nodes-in-groups", of_nodes(10, 9)),
]
ACCEPTED = [each for each in AUTHORED if not each.codes]
REFUSED = [each for each in AUTHORED if each.codes]


def test_the_shared_cases_are_among_them() -> None:
    shared_dir("conformance")  # skips where it is absent, fails with CI=true
    assert (len(ACCEPTED) > 600, len(REFUSED) > 150) == (True, True)


@pytest.mark.parametrize("authored", ACCEPTED, ids=lambda authored: authored.id)
def test_what_authoring_accepts_the_schema_accepts(authored: Authored) -> None:
    assert list(VALIDATORS[authored.dialect].iter_errors(authored.value)) == []


@pytest.mark.parametrize("authored", REFUSED, ids=lambda authored: authored.id)
def test_what_authoring_refuses_the_schema_refuses_unless_it_cannot(authored: Authored) -> None:
    if authored.schema_accepts():
        assert authored.codes <= set(BEYOND_A_SCHEMA)


@pytest.mark.parametrize("code", BEYOND_A_SCHEMA)
def test_each_excuse_is_needed(code: str) -> None:
    """Some configuration is refused for this alone, and the schema lets it pass."""
    shared_dir("conformance")
    assert any(each.codes == {code} and each.schema_accepts() for each in REFUSED)


# ----------------------------------------------------------------------- mistakes of any kind

scalars: st.SearchStrategy[Json] = st.one_of(
    st.none(),
    st.booleans(),
    st.sampled_from([-1, 0, 1, 1.0, 1.5, 513, 8193, 10**15 + 1, 2**53 - 1]),
    st.sampled_from(["", "/a", "a", "@", "/~2", "op", "equals", "string", "integer", "x" * 257]),
)
values = st.one_of(
    scalars, st.lists(scalars, max_size=3), st.dictionaries(st.just("type"), scalars)
)
SMALL = [each for each in ACCEPTED if len(json.dumps(each.value)) < 1000]


def containers(value: Json) -> Iterator[Json]:
    """Every array and object in a value."""
    if isinstance(value, dict | list):
        yield value
        for member in value.values() if isinstance(value, dict) else value:
            yield from containers(member)


@st.composite
def spoiled(draw: st.DrawFn) -> Authored:
    """A sound configuration with one to three members replaced, left out or added."""
    sound = draw(st.sampled_from(SMALL))
    value = copy.deepcopy(sound.value)
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.sampled_from(list(containers(value)) or [[]]))
        how = draw(st.sampled_from(["replace", "remove", "add"]))
        if isinstance(place, dict):
            names = st.sampled_from(list(place) or ["x"])
            name = draw(names if how != "add" else st.sampled_from(["x", "type", "enum", "min"]))
            place.pop(name, None)
            if how != "remove":
                place[name] = draw(values)
        elif isinstance(place, list) and place:
            index = draw(st.integers(0, len(place) - 1))
            removed = place.pop(index)
            if how != "remove":
                place.insert(index, draw(values) if how == "replace" else removed)
            if how == "add":
                place.append(copy.deepcopy(removed))
    return Authored("spoiled", sound.dialect, value, refusals(sound.dialect, value))


@given(spoiled())
def test_authoring_and_schema_agree_on_spoiled_configurations(authored: Authored) -> None:
    if not authored.codes:
        assert authored.schema_accepts()
    elif authored.schema_accepts():
        assert authored.codes <= set(BEYOND_A_SCHEMA)


# -------------------------------------------------------------------- tables and files in step


def test_the_schemas_are_sound_schemas() -> None:
    for schema in SCHEMAS.values():
        Draft202012Validator.check_schema(schema)


def test_every_operator_check_and_keyword_is_described_and_no_other() -> None:
    described = {name: tuple(fields) for name, fields in dialect_schema.FIELDS.items()}
    assert described == {name: names for name, (names, _) in OPERATORS.items()}
    described = {name: tuple(members) for name, members in dialect_schema.MEMBERS.items()}
    assert described == {name: names for name, (names, _) in CHECKS.items()}
    keywords = {keyword for of_type in KEYWORDS.values() for keyword in of_type}
    assert {*dialect_schema.KEYWORD_VALUES, *SCALAR_KEYWORDS} == keywords


def part(dialect: str, pointer: str) -> object:
    """What stands at a pointer into a dialect's schema."""
    return select(SCHEMAS[dialect], parse(pointer))


def test_an_editor_can_offer_every_name_with_what_it_does() -> None:
    """Each dialect's schema lists its names in one place, and says of each what it checks."""
    assert part("assertion", "/$defs/node/properties/op") == {"enum": [*OPERATORS, *GROUPS]}
    assert part("quick", "/$defs/check/properties/type") == {"enum": [*CHECKS]}
    equals = part("assertion", "/$defs/equals/description")
    assert equals == "The selected value equals a literal."
    for dialect, names in (("assertion", OPERATORS), ("quick", CHECKS)):
        for name in names:
            assert isinstance(part(dialect, f"/$defs/{name}/description"), str)


@pytest.mark.parametrize(
    ("dialect", "pointer", "wanted"),
    [
        ("assertion", "/$defs/all/properties/assertions/minItems", 1),
        ("assertion", "/$defs/all/properties/assertions/maxItems", 99),
        ("assertion", "/$defs/count/properties/max/maximum", 9007199254740991),
        ("assertion", "/$defs/script_ratio/properties/max/maximum", 1),
        ("quick", "/maxItems", 10),
        ("quick", "/$defs/output_length/properties/maximum/maximum", 8192),
        ("quick", "/$defs/number_range/properties/minimum/minimum", -(10**15)),
        ("quick", "/$defs/regex/properties/pattern/maxLength", 256),
        ("quick", "/$defs/string_schema/properties/enum/maxItems", 32),
        ("quick", "/$defs/object_schema/properties/properties/maxProperties", 32),
        ("quick", "/$defs/array_schema/properties/maxItems/maximum", 512),
    ],
)
def test_bounds_are_those_of_the_requirements(dialect: str, pointer: str, wanted: int) -> None:
    """The numbers come from the engine's one table; here, once, that they are the right ones."""
    assert part(dialect, pointer) == wanted


def run_tool(tree: Path, *arguments: str) -> tuple[int, str]:
    """Run the generator of a tree; gives its exit code and what it said."""
    done = subprocess.run(
        [sys.executable, str(tree / TOOL), *arguments],
        env={**os.environ, "PYTHONPATH": str(Path(assertory.__file__).parents[1])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == ""
    return done.returncode, done.stderr


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the generator and of the published schemas."""
    (tmp_path / TOOL).parent.mkdir()
    shutil.copy(ROOT / TOOL, tmp_path / TOOL)
    shutil.copytree(ROOT / PUBLISHED, tmp_path / PUBLISHED)
    return tmp_path


def test_the_published_schemas_are_what_the_generator_writes() -> None:
    assert run_tool(ROOT, "--check") == (0, "")
    assert sorted(file.name for file in (ROOT / PUBLISHED).iterdir()) == NAMES


def test_writing_again_gives_the_same_bytes(tree: Path) -> None:
    shutil.rmtree(tree / PUBLISHED)
    assert run_tool(tree) == (0, "")
    for name in NAMES:
        assert (tree / PUBLISHED / name).read_bytes() == (ROOT / PUBLISHED / name).read_bytes()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("change", ["number", "absent"])
def test_a_difference_is_told_and_left_as_it_is(name: str, change: str, tree: Path) -> None:
    file = tree / PUBLISHED / name
    before = b"{}\n" if change == "number" else None
    file.write_bytes(before) if before else file.unlink()
    assert run_tool(tree, "--check") == (
        1,
        f"{PUBLISHED / name} is not what make_schemas.py writes\n",
    )
    assert (file.read_bytes() if file.exists() else None) == before
