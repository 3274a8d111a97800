"""The assertion dialect: a configuration in, a Program out."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from assertory.engine import canonical, document
from assertory.engine.capture import ToolCapture
from assertory.engine.errors import Problems
from assertory.engine.evaluate import Verdict, evaluate
from assertory.engine.evidence import Unavailable
from assertory.engine.fields import Fields, found, listed
from assertory.engine.json_text import Json
from assertory.engine.limits import CONFIGURATION_BYTES_MAX, DEPTH_MAX, NODES_MAX
from assertory.engine.operators.contains import Contains
from assertory.engine.operators.contract import Operator
from assertory.engine.operators.count import Count
from assertory.engine.operators.equals import Equals
from assertory.engine.operators.regex import Regex
from assertory.engine.operators.script_ratio import ScriptRatio
from assertory.engine.operators.shape import Shape
from assertory.engine.operators.tool_called import ToolCalled
from assertory.engine.plan import TOOLS, Group, Leaf, Plan
from assertory.engine.pointer import Missing, parse

ASSERTION_SEMANTICS: Final = "unicode-script-letters/v1"

Reader = Callable[[Fields], Operator | None]
# The whole language of `unicode-script-letters/v1`, which is frozen: each operator with its
# fields and the file that means it. All but tool_called read the value at a `path`.
OPERATORS: Final[Mapping[str, tuple[tuple[str, ...], Reader]]] = {
    "equals": (("path", "value"), Equals.read),
    "contains": (("path", "text"), Contains.read),
    "regex": (("path", "pattern"), Regex.read),
    "shape": (("path", "required", "allowAdditional"), Shape.read),
    "count": (("path", "min", "max"), Count.read),
    "tool_called": (("name",), ToolCalled.read),
    "script_ratio": (("path", "script", "min", "max"), ScriptRatio.read),
}
GROUPS: Final = ("all", "any")


@dataclass(frozen=True, slots=True)
class Program:
    """
    A configuration or checks text, checked and compiled; immutable, and shared freely.

    Gives:   source, the text exactly as written (the compact JSON of a dict); semantics, the id
             of what it means; config_hash, SHA-256 in lower-case hex.
    Source:  semantics sections 1, 3 and 4.
    """

    source: str
    semantics: str
    config_hash: str
    document: Json
    plan: Plan
    _compiler: "Callable[[str], Program]" = field(repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self.plan, "origin", (self._compiler, self.source))

    def __reduce__(self) -> "tuple[Callable[[str], Program], tuple[str]]":
        """Copy by compiling again, as another process does with a pickled one."""
        return self._compiler, (self.source,)

    def evaluate(
        self, evidence: Json | Unavailable | Missing, tools: ToolCapture | None = None
    ) -> Verdict:
        """
        Judge one evidence (an assertion) or one answer text (quick checks).

        Takes:   evidence, JSON as Python holds it, or UNAVAILABLE; tools, the trusted capture.
        Gives:   a Verdict; abstains where the evidence can't be had or is not JSON.
        Raises:  nothing for any evidence; TypeError where `tools` is no ToolCapture.

        >>> import assertory
        >>> check = {"op": "contains", "path": "/output/text", "text": "Article 39"}
        >>> config = {"semantics": "unicode-script-letters/v1", "assertion": check}
        >>> program = assertory.compile_assertion(config)
        >>> program.evaluate({"output": {"text": "See Article 39."}}).outcome
        'passed'
        >>> program.evaluate({"output": {}}).reason
        'pointer_missing'
        """
        return evaluate(self.plan, evidence, tools)


def compile_assertion(config: Json) -> Program:
    """
    Read, check and compile an assertion configuration.

    Takes:   config, JSON text (str or bytes) or the value it denotes (dict).
    Gives:   a Program with semantics `unicode-script-letters/v1`.
    Raises:  AuthoringError with every problem found; nothing else, for any text or value.
    Source:  requirements, "Supported checks and exact bounds"; semantics section 3.

    >>> import assertory
    >>> try:
    ...     assertory.compile_assertion('{"semantics": "unicode-script-letters/v1"}')
    ... except assertory.AuthoringError as error:
    ...     print(error.problems[0].code)
    missing_member
    """
    text = document.decode(config)
    authored = document.adopt(config) if text is None else document.read(text)
    plan = _compile(authored.value, authored.problems)
    authored.problems.raise_if_any()
    written = canonical.canonical(authored.value)
    size = len(written.encode())
    if size > CONFIGURATION_BYTES_MAX:
        authored.problems.add("too_large", "", found=size, limit=CONFIGURATION_BYTES_MAX)
        authored.problems.raise_if_any()
    return Program(
        authored.source,
        ASSERTION_SEMANTICS,
        canonical.sha256(written),
        authored.value,
        plan,
        compile_assertion,
    )


def _compile(config: Json, problems: Problems) -> Plan:
    if type(config) is not dict:
        problems.add("not_object", "", found=found(config))
        problems.raise_if_any()
    fields = Fields(config, "", problems, ("semantics", "assertion"))
    if fields.has("semantics") and config["semantics"] != ASSERTION_SEMANTICS:
        problems.add(
            "unknown_semantics",
            "/semantics",
            found=found(config["semantics"]),
            allowed=ASSERTION_SEMANTICS,
        )
    planner = _Planner(problems)
    if fields.has("assertion"):
        planner.node(config["assertion"], "/assertion", 1)
    return planner.plan() if not problems else Plan((), (), (), ())


class _Planner:
    """Walks the nodes once, depth first, and lays them out flat."""

    def __init__(self, problems: Problems) -> None:
        self.problems = problems
        self.nodes = 0
        self.slots: dict[str, int] = {}
        self.leaves: list[Leaf] = []
        # (group, its children as ("leaf" | "group", index)), and the order of configuration
        self.groups: list[tuple[str, str, list[tuple[bool, int]]]] = []
        self.order: list[str] = []

    def node(self, node: Json, at: str, depth: int) -> tuple[bool, int] | None:
        """Lay out one node; gives (is it a group, its index)."""
        self.nodes += 1
        if self.nodes > NODES_MAX:
            if self.nodes == NODES_MAX + 1:
                self.problems.add("too_many_nodes", at, found=self.nodes, limit=NODES_MAX)
            return None
        if depth > DEPTH_MAX:
            self.problems.add("too_deep", at, found=depth, limit=DEPTH_MAX)
            return None
        if type(node) is not dict:
            self.problems.add("not_object", at, found=found(node))
            return None
        op = self._operator(node, at)
        if op is None:
            return None
        return self._group(node, op, at, depth) if op in GROUPS else self._leaf(node, op, at)

    def _operator(self, node: dict[str, Json], at: str) -> str | None:
        allowed = listed((*OPERATORS, *GROUPS))
        if "op" not in node:
            self.problems.add("missing_member", at, name="op", allowed=f"op: one of {allowed}")
            return None
        op = node["op"]
        if type(op) is not str or (op not in OPERATORS and op not in GROUPS):
            self.problems.add("unknown_operator", f"{at}/op", found=found(op), allowed=allowed)
            return None
        return op

    def _group(
        self, node: dict[str, Json], op: str, at: str, depth: int
    ) -> tuple[bool, int] | None:
        fields = Fields(node, at, self.problems, ("op", "assertions"))
        if not fields.has("assertions"):
            return None
        members, place = node["assertions"], fields.place("assertions")
        if type(members) is not list:
            self.problems.add("not_array", place, found=found(members))
            return None
        if not members:
            self.problems.add("group_empty", place)
            return None
        self.order.append(at)
        children = [self.node(m, f"{place}/{i}", depth + 1) for i, m in enumerate(members)]
        self.groups.append((at, op, [child for child in children if child is not None]))
        return True, len(self.groups) - 1

    def _leaf(self, node: dict[str, Json], op: str, at: str) -> tuple[bool, int] | None:
        names, read = OPERATORS[op]
        fields = Fields(node, at, self.problems, ("op", *names))
        path = fields.pointer("path") if "path" in names else None
        operator = read(fields)
        if operator is None or (path is None and "path" in names):
            return None
        slot = TOOLS if path is None else self.slots.setdefault(path, len(self.slots))
        self.leaves.append(Leaf(at, op, slot, path, operator))
        return False, len(self.leaves) - 1

    def plan(self) -> Plan:
        """Give each node its number, leaves first and then groups in post-order."""
        first = len(self.leaves)
        groups = tuple(
            Group(at, op, tuple(first + i if is_group else i for is_group, i in children))
            for at, op, children in self.groups
        )
        numbers = {group.at: first + index for index, group in enumerate(groups)}
        ops = {group.at: group.op for group in groups}
        return Plan(
            tuple(parse(path) for path in self.slots),
            tuple(self.leaves),
            groups,
            tuple((at, ops[at], numbers[at]) for at in self.order),
        )
