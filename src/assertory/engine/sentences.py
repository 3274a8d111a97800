"""Each check of a program in one plain sentence, and the whole program as an outline."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from assertory.engine import canonical
from assertory.engine.json_text import Json
from assertory.engine.limits import INTEGER_MAX
from assertory.engine.operators.contains import Contains
from assertory.engine.operators.count import Count
from assertory.engine.operators.equals import Equals
from assertory.engine.operators.exact import Exact
from assertory.engine.operators.json_schema import JsonSchema
from assertory.engine.operators.json_valid import JsonValid
from assertory.engine.operators.number_range import NumberRange
from assertory.engine.operators.output_length import OutputLength
from assertory.engine.operators.regex import Regex
from assertory.engine.operators.script_ratio import ScriptRatio
from assertory.engine.operators.shape import Shape
from assertory.engine.operators.tool_called import ToolCalled
from assertory.engine.plan import Leaf, Plan
from assertory.engine.program import Program
from assertory.engine.quick import QUICK_SEMANTICS

SHOWN_MAX: Final = 60  # code points of an author's text that a sentence shows
MEMBERS_MAX: Final = 5  # members of a shape that a sentence names
UNSAID: Final = ("type", "items")  # keywords of a schema that are said otherwise
NAME_CHARACTERS: Final = frozenset(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.:/"
)
GROUP_HEADINGS: Final[Mapping[str, str]] = {
    "all": "all of these:",
    "any": "at least one of these:",
}


def sentence(leaf: Leaf) -> str:
    """
    Say what a check demands, in one line of plain words.

    Gives:   a sentence without a full stop; each text of the author's is cut at 60 code points
             with `…`, and its control characters are escaped as JSON does.

    >>> import assertory
    >>> program = assertory.compile_quick_checks("length:0..500")
    >>> sentence(program.plan.leaves[0])
    'the answer has at most 500 characters'
    """
    return SENTENCES[type(leaf.operator)](leaf.operator, _subject(leaf.pointer))


def outline(program: Program) -> str:
    r"""
    Say a whole program: its groups and checks as indented lines, in configuration order.

    Gives:   one line a node, without a line break at the end; quick checks as a numbered list.

    >>> import assertory
    >>> print(outline(assertory.compile_quick_checks("json_valid\ncontains:Northstar")))
    1. the answer is valid JSON
    2. the answer contains "Northstar"
    """
    leaves = program.plan.leaves
    if program.semantics == QUICK_SEMANTICS:
        return "\n".join(f"{place}. {sentence(leaf)}" for place, leaf in enumerate(leaves, 1))
    root = len(leaves) + len(program.plan.groups) - 1
    return "\n".join(_outlined(program.plan, root, 0))


def _outlined(plan: Plan, node: int, depth: int) -> list[str]:
    lead = f"{'  ' * depth}- " if depth else ""
    if node < len(plan.leaves):
        return [lead + sentence(plan.leaves[node])]
    group = plan.groups[node - len(plan.leaves)]
    lines = [lead + GROUP_HEADINGS[group.op]]
    for child in group.children:
        lines += _outlined(plan, child, depth + 1)
    return lines


def _subject(pointer: str | None) -> str:
    if pointer is None:
        return "the answer"
    return _raw(pointer) if pointer else "the whole evidence"


def _cut(text: str) -> str:
    return text if len(text) <= SHOWN_MAX else f"{text[:SHOWN_MAX]}…"


def _raw(text: str) -> str:
    """Show a text as it stands, in quotes only where it would break or blur the line."""
    shown = text[: SHOWN_MAX + 1]
    unclear = not shown or shown != shown.strip() or any(char < " " for char in shown)
    return _quoted(text) if unclear else _cut(text)


def _quoted(text: str) -> str:
    return canonical.string(text[:SHOWN_MAX]) + ("…" if len(text) > SHOWN_MAX else "")


def _name(text: str) -> str:
    return _cut(text) if text and NAME_CHARACTERS.issuperset(text) else _quoted(text)


def _value(value: Json) -> str:
    return _cut(canonical.preview(value)[0])


def _whole_range(low: int, high: int, one: str, many: str, most: int | None = None) -> str:
    """Say an inclusive range of a quantity; `most` is the bound that means no bound."""
    if low == high:
        return f"exactly {low} {one if low == 1 else many}"
    if high == most:
        return f"at least {low} {one if low == 1 else many}"
    if low == 0:
        return f"at most {high} {one if high == 1 else many}"
    return f"{low} to {high} {many}"


def _equals(check: Equals, subject: str) -> str:
    return f"{subject} equals {_value(check.value)}"


def _contains(check: Contains, subject: str) -> str:
    if not check.text:
        return f"{subject} is a text, of whatever content"
    return f"{subject} contains {_quoted(check.text)}"


def _exact(check: Exact, subject: str) -> str:
    return f"{subject} is exactly {_quoted(check.text)}" if check.text else f"{subject} is empty"


def _regex(check: Regex, subject: str) -> str:
    return f"{subject} has a match for the regular expression {_raw(check.pattern)}"


def _shape(check: Shape, subject: str) -> str:
    members = [f"{_quoted(name)} ({kind})" for name, kind, _ in check.required]
    if not members:
        return f"{subject} is an object{'' if check.allow_additional else ' without members'}"
    more = len(members) - MEMBERS_MAX
    if more > 0:
        members[MEMBERS_MAX:] = [f"{more} more"]
    word = "member" if len(check.required) == 1 else "members"
    only = "" if check.allow_additional else ", and no other"
    return f"{subject} is an object with the {word} {_listed(members)}{only}"


def _listed(parts: list[str]) -> str:
    return " and ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else parts[0]


def _count(check: Count, subject: str) -> str:
    if check.high == 0:
        return f"{subject} is an empty text or array"
    if (check.low, check.high) == (0, INTEGER_MAX):
        return f"{subject} is a text or an array, of whatever size"
    one, many = "character or item", "characters or items"
    return f"{subject} has {_whole_range(check.low, check.high, one, many, INTEGER_MAX)}"


def _tool_called(check: ToolCalled, _: str) -> str:
    return f"the tool {_name(check.name)} was called"


def _script_ratio(check: ScriptRatio, subject: str) -> str:
    letters = f"of the Arabic and Latin letters in {subject}"
    low, high = check.low, check.high
    if (low, high) == (0, 1):
        return f"{subject} has Arabic or Latin letters, in whatever proportion"
    if low == high:
        share = {0.0: "none", 1.0: "all"}.get(low, f"exactly {_share(low)}")
    elif high == 1:
        share = f"at least {_share(low)}"
    elif low == 0:
        share = f"at most {_share(high)}"
    else:
        share = f"{_share(low)} to {_share(high)}"
    return f"{share} {letters} are {check.script}"


def _share(ratio: float) -> str:
    """Say a ratio in percent where that is exact, else as the number that was written."""
    percent = f"{ratio * 100:.13g}"
    exact = "e" not in percent and float(percent) / 100 == ratio
    return f"{percent} %" if exact else canonical.number(ratio)


def _json_valid(_: JsonValid, subject: str) -> str:
    return f"{subject} is valid JSON"


def _output_length(check: OutputLength, subject: str) -> str:
    if check.high == 0:
        return f"{subject} is empty"
    return f"{subject} has {_whole_range(check.low, check.high, 'character', 'characters')}"


def _number_range(check: NumberRange, _: str) -> str:
    low, high = canonical.number(check.low), canonical.number(check.high)
    bounds = f"exactly {low}" if low == high else f"from {low} to {high}"
    if not check.path:
        return f"the answer is a JSON number, {bounds}"
    return f"the answer is JSON with a number at {_raw(check.path)}, {bounds}"


def _json_schema(check: JsonSchema, subject: str) -> str:
    return f"{subject} is JSON that fits a schema: {_schema(check.schema)}"


def _schema(node: dict[str, Json]) -> str:
    """Outline a schema node: its type, and one level of what it says of it."""
    kind = node["type"]
    if kind == "object":
        return _schema_object(node)
    said = [f"{name} {_value(value)}" for name, value in node.items() if name not in UNSAID]
    if "items" in node:
        said.insert(0, f"of {node['items']['type']} items")
    named = "null" if kind == "null" else f"{'an' if kind[0] in 'ai' else 'a'} {kind}"
    return f"{named}, {', '.join(said)}" if said else named


def _schema_object(node: dict[str, Json]) -> str:
    properties, required = node.get("properties", {}), node.get("required", [])
    members = [
        f"{_quoted(name)} ({each['type']}{', required' if name in required else ''})"
        for name, each in properties.items()
    ]
    members += [f"{_quoted(name)} (required)" for name in required if name not in properties]
    more = len(members) - MEMBERS_MAX
    if more > 0:
        members[MEMBERS_MAX:] = [f"{more} more"]
    only = "" if node.get("additionalProperties", True) else ", and no other member"
    return f"an object{' with ' if members else ''}{_listed(members or [''])}{only}"


# Both dialects: each operator, and the words that say it.
SENTENCES: Final[Mapping[type, Callable[[Any, str], str]]] = {
    Contains: _contains,
    Count: _count,
    Equals: _equals,
    Exact: _exact,
    JsonSchema: _json_schema,
    JsonValid: _json_valid,
    NumberRange: _number_range,
    OutputLength: _output_length,
    Regex: _regex,
    ScriptRatio: _script_ratio,
    Shape: _shape,
    ToolCalled: _tool_called,
}
