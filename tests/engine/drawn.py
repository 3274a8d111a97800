"""What the engine's property tests draw: JSON values, configurations, checks, and other values."""

from collections.abc import Callable
from typing import Any, NamedTuple

from hypothesis import strategies as st

from tests.engine.hostile import OTHERS, doubled

Json = Any

# Few names, so that pointers and members meet; the odd ones try escaping and order.
NAMES = ("output", "text", "a", "b", "0", "1", "", "~", "/", "~1", "é", "\uffff", "\U0001f600")
POINTERS = (
    *("", "/output", "/output/text", "/a", "/a/b", "/a/0", "/a/1", "/b/a", "/0", "/", "/~0", "/~1"),
    *("/~01", "/é", "/output/text/0", "/a/01", "/a/-", "/\U0001f600", "/a/b/a/b"),
)
# Pieces that text operators, escapes and numbers meet in.
PIECES = (
    *("a", "B", "é", "ع", "\u0301", " ", "\n", '"', "\\", "7", "-", "[[CITE:x]]", "\x00", "\x7f"),
)
SURROGATES = ("\ud800", "\udfff")


def texts(*more: str, max_size: int = 12) -> st.SearchStrategy[str]:
    return st.lists(st.sampled_from(PIECES + more), max_size=max_size).map("".join)


def names() -> st.SearchStrategy[str]:
    return st.sampled_from(NAMES)


numbers = (
    st.integers(-3, 3)
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from([0.0, -0.0, 1.0, 5e-324, 1.7976931348623157e308, 1e16, 10**308, -(10**308)])
)


def json_values(*more: str, max_leaves: int = 12) -> st.SearchStrategy[Json]:
    """JSON as Python holds it; `more` are further pieces of texts and names."""
    scalars = st.none() | st.booleans() | numbers | texts(*more)
    keys = names() | texts(*more, max_size=3)
    return st.recursive(
        scalars,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4),
        max_leaves=max_leaves,
    )


evidences = st.dictionaries(names(), json_values(*SURROGATES), max_size=4) | json_values(
    *SURROGATES
)

# ------------------------------------------------------------------------- assertion dialect

SAFE_INTEGER = 2**53 - 1
authored_numbers = st.integers(-SAFE_INTEGER, SAFE_INTEGER) | st.floats(
    allow_nan=False, allow_infinity=False
)
pointers = st.sampled_from(POINTERS) | texts(max_size=4).map(
    lambda text: "/" + text.replace("~", "~0")
)
short = texts(max_size=2)
literals = st.recursive(
    st.none() | st.booleans() | authored_numbers | texts(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(short, inner, max_size=3),
    max_leaves=5,
)
PATTERNS = ("a", "^$", "[aé]+", "(?i)b", r"\d", r"\p{Arabic}", "a|b", "", ".", "(?s)^.*$")
TOOLS = ("search", "lookup", "é")


def _ordered(numbers: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[Any, Any]]:
    return st.tuples(numbers, numbers).map(lambda pair: (min(pair), max(pair)))


def _leaf(op: str, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Json]:
    return st.fixed_dictionaries({"op": st.just(op), "path": pointers, **fields})


def _count(bounds: tuple[int, int]) -> Json:
    return {"min": bounds[0], "max": bounds[1]}


sizes = _ordered(st.integers(0, 12) | st.integers(0, SAFE_INTEGER))
ratios = _ordered(st.floats(0, 1) | st.sampled_from([0, 1, 0.5]))
kinds = st.sampled_from(["string", "number", "boolean", "array", "object", "null"])
leaves = st.one_of(
    _leaf("equals", value=literals),
    _leaf("contains", text=texts()),
    _leaf("regex", pattern=st.sampled_from(PATTERNS)),
    _leaf(
        "shape",
        required=st.dictionaries(names(), kinds, max_size=3),
        allowAdditional=st.booleans(),
    ),
    st.builds(lambda path, size: {"op": "count", "path": path, **_count(size)}, pointers, sizes),
    st.builds(lambda name: {"op": "tool_called", "name": name}, st.sampled_from(TOOLS)),
    st.builds(
        lambda path, script, size: {
            "op": "script_ratio",
            "path": path,
            "script": script,
            **_count(size),
        },
        pointers,
        st.sampled_from(["Arabic", "Latin"]),
        ratios,
    ),
)
nodes = st.recursive(
    leaves,
    lambda inner: st.builds(
        lambda op, children: {"op": op, "assertions": children},
        st.sampled_from(["all", "any"]),
        st.lists(inner, min_size=1, max_size=5),
    ),
    max_leaves=8,
)


def configuration(node: Json) -> dict[str, Json]:
    """The node as a whole configuration."""
    return {"semantics": "unicode-script-letters/v1", "assertion": node}


configurations = nodes.map(configuration)

# ------------------------------------------------------------------------------ quick checks

lengths = _ordered(st.integers(0, 30) | st.integers(0, 8192) | st.sampled_from([1.0, 20.0]))
bounds = _ordered(st.integers(-(10**15), 10**15) | st.floats(-1e15, 1e15) | st.integers(-2, 2))
SAFE_PATTERNS = ("a", "^a", "[^x]+$", r"\d{1,3}", "(a|é)+", r"\\", ".", r"^\s*$", " a ")


def _between(kind: str, pair: tuple[Any, Any], **more: Json) -> Json:
    return {"type": kind, **more, "minimum": pair[0], "maximum": pair[1]}


def _keywords(kind: str, **optional: st.SearchStrategy[Any]) -> st.SearchStrategy[Json]:
    return st.fixed_dictionaries({"type": st.just(kind)}, optional=optional)


def _bounded(low: str, high: str, pair: tuple[Any, Any]) -> Json:
    return {low: pair[0], high: pair[1]}


def _scalar_schema(kind: str, values: st.SearchStrategy[Any]) -> st.SearchStrategy[Json]:
    several = st.lists(values, min_size=1, max_size=3, unique_by=lambda v: (type(v) is str, v))
    return _keywords(kind, const=values) | _keywords(kind, enum=several)


scalar_schemas = st.one_of(
    _scalar_schema("string", texts()),
    _scalar_schema("number", authored_numbers),
    _scalar_schema("integer", st.integers(-5, 5) | st.sampled_from([1.5e300, 6.0])),
    _scalar_schema("boolean", st.booleans()),
    _scalar_schema("null", st.none()),
    st.builds(lambda pair: {"type": "string", **_bounded("minLength", "maxLength", pair)}, lengths),
    st.builds(lambda pair: {"type": "number", **_bounded("minimum", "maximum", pair)}, bounds),
)
items = _ordered(st.integers(0, 5))
schemas = st.recursive(
    scalar_schemas,
    lambda inner: (
        _keywords(
            "object",
            properties=st.dictionaries(texts(max_size=2), inner, max_size=3),
            required=st.lists(names(), max_size=3, unique=True),
            additionalProperties=st.booleans(),
        )
        | st.builds(
            lambda node, pair: {
                "type": "array",
                "items": node,
                **_bounded("minItems", "maxItems", pair),
            },
            inner,
            items,
        )
    ),
    max_leaves=5,
)
line_checks = st.one_of(
    texts().filter(bool).map(lambda text: {"type": "contains", "text": text}),
    texts().map(lambda text: {"type": "exact", "text": text}),
    st.just({"type": "json_valid"}),
    lengths.map(lambda pair: _between("output_length", pair)),
    st.builds(lambda path, pair: _between("number_range", pair, path=path), pointers, bounds),
    st.sampled_from(SAFE_PATTERNS).map(lambda pattern: {"type": "regex", "pattern": pattern}),
)
checks = line_checks | schemas.map(lambda schema: {"type": "json_schema", "schema": schema})

# ------------------------------------------------------------------------- any Python value


class Maker(NamedTuple):
    """Stands for what `make` gives: Hypothesis asks questions that a hostile value can't bear."""

    make: Callable[[], Any]


others = st.sampled_from([*OTHERS.values(), lambda: doubled(60)]).map(Maker)
python_values = st.recursive(
    json_values(*SURROGATES, max_leaves=4) | others,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names(), inner, max_size=3),
    max_leaves=4,
)


def built(value: Json) -> Json:
    """A drawn value with what its makers make."""
    if isinstance(value, Maker):
        return value.make()
    if isinstance(value, dict):
        return {name: built(member) for name, member in value.items()}
    return [built(item) for item in value] if isinstance(value, list) else value


def nested_groups(depth: int, leaf: Json) -> Json:
    """A leaf at the depth, in groups that alternate."""
    for level in range(depth - 1):
        leaf = {"op": ("all", "any")[level % 2], "assertions": [leaf]}
    return leaf
