"""The canonical form is RFC 8785 with two exceptions; a preview is its beginning."""

import hashlib
import json
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal

import pytest
import rfc8785
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from assertory.engine.canonical import canonical, compact, number, preview, sha256, string
from assertory.engine.limits import PREVIEW_MAX
from tests.engine import drawn, hostile
from tests.engine.drawn import Json
from tests.engine.hostile import nested

with_surrogates = drawn.json_values(*drawn.SURROGATES)


@given(drawn.json_values("\ue000", "\U0001f600", "\u2028", "\x1f"))
def test_agrees_with_another_implementation_of_rfc_8785(value: Json) -> None:
    try:
        expected = rfc8785.dumps(value)
    except rfc8785.IntegerDomainError:
        assume(False)  # noqa: FBT003 - an integer beyond 2^53, which keeps its digits here
    assert canonical(value).encode() == expected


@given(drawn.json_values("\ud800"))  # and no second half, with which it would be read as one
def test_what_is_written_is_json_that_is_written_alike(value: Json) -> None:
    for write in (canonical, compact):
        written = write(value)
        written.encode()  # a lone surrogate is escaped, so that there are bytes
        assert write(json.loads(written)) == written


def naive(value: Json, *, sort: bool) -> str:
    if isinstance(value, dict):
        order = sorted(value, key=lambda n: n.encode("utf-16-be", "surrogatepass"))
        members = (
            f"{naive(n, sort=sort)}:{naive(value[n], sort=sort)}"
            for n in (order if sort else value)
        )
        return "{" + ",".join(members) + "}"
    if isinstance(value, list):
        return "[" + ",".join(naive(item, sort=sort) for item in value) + "]"
    if isinstance(value, str):
        return "".join(
            f"\\u{ord(c):04x}" if "\ud800" <= c <= "\udfff" else c
            for c in json.dumps(value, ensure_ascii=False)
        )
    return json.dumps(value) if isinstance(value, (bool, int, type(None))) else number(value)


@given(with_surrogates)
def test_is_written_as_a_naive_writer_would(value: Json) -> None:
    assert canonical(value) == naive(value, sort=True)
    assert compact(value) == naive(value, sort=False)


@given(with_surrogates, st.integers(0, 3))
@settings(max_examples=300)
def test_a_preview_is_the_beginning_of_the_canonical_form(value: Json, times: int) -> None:
    for _ in range(times):  # so that many are longer than a preview
        value = [value, {"é": value, "b": "x" * 40}]
    whole = canonical(value)
    assert preview(value) == (whole[:PREVIEW_MAX], len(whole) > PREVIEW_MAX)


flat_members = st.dictionaries(
    drawn.texts("\ue000", "\U0001f600", *drawn.SURROGATES, max_size=3),
    drawn.texts("xxxxxxxxxxxxxxxxxxxxxxx", *drawn.SURROGATES) | st.just(1),
    max_size=10,
)


@given(flat_members)
def test_a_preview_of_a_flat_object_is_no_other(value: Json) -> None:
    whole = canonical(value)
    assert preview(value) == (whole[:PREVIEW_MAX], len(whole) > PREVIEW_MAX)


@pytest.mark.parametrize("piece", ["x", "é", '"', "\n", "\x00", "\ud800", "\U0001f600"])
@pytest.mark.parametrize("make", [lambda t: t, lambda t: [t], lambda t: {t: ""}, lambda t: {"": t}])
def test_a_preview_is_cut_at_160_code_points(piece: str, make: type[Json]) -> None:
    for length in (0, 1, 25, 26, 27, *range(150, 165), 1000):
        whole = canonical(make(piece * length))
        assert preview(make(piece * length)) == (whole[:160], len(whole) > 160)


def test_a_preview_of_exactly_160_code_points_is_whole() -> None:
    assert preview("x" * 158) == (f'"{"x" * 158}"', False)
    assert preview("x" * 159) == (f'"{"x" * 159}', True)
    assert preview([1] * 79 + [10]) == ("[" + "1," * 79 + "1", True)
    assert preview([1] * 79) == ("[" + "1," * 78 + "1]", False)


def test_depth_needs_no_recursion() -> None:
    deep = nested(100_000, 1)
    assert canonical(deep) == "[" * 100_000 + "1" + "]" * 100_000
    assert preview(deep) == ("[" * 160, True)
    assert preview(hostile.doubled(200)) == ("[" * 160, True)


@pytest.mark.parametrize(
    ("value", "written"),
    [
        pytest.param({}, "{}", id="empty-object"),
        pytest.param([], "[]", id="empty-array"),
        pytest.param([[], {}], "[[],{}]", id="empty-inside"),
        pytest.param({"b": 1, "a": [True, None]}, '{"a":[true,null],"b":1}', id="sorted"),
        pytest.param({"\U0001f600": 1, "\uffff": 2}, '{"\U0001f600":1,"\uffff":2}', id="utf-16"),
        pytest.param({"€": 1, "\r": 2, "1": 3}, '{"\\r":2,"1":3,"€":1}', id="rfc-8785-order"),
        pytest.param(
            '\b\t\n\f\r"\\/\x1f\x7f', '"\\b\\t\\n\\f\\r\\"\\\\/\\u001f\x7f"', id="escapes"
        ),
        pytest.param("\u2028é", '"\u2028é"', id="nothing-else-is-escaped"),
        pytest.param("\ud83d\ude00", '"\\ud83d\\ude00"', id="surrogates-are-never-joined"),
        pytest.param(2**70, "1180591620717411303424", id="integers-keep-every-digit"),
        pytest.param(2.0**70, "1.1805916207174113e+21", id="a-double-is-shortest"),
        pytest.param(10**25, "1" + "0" * 25, id="no-exponent-for-integers"),
        pytest.param([1.0, -0.0, 1e21], "[1,0,1e+21]", id="doubles"),
        pytest.param({"\ud800": 1, "a": 2}, '{"a":2,"\\ud800":1}', id="lone-surrogate-as-name"),
    ],
)
def test_writes(value: Json, written: str) -> None:
    assert canonical(value) == written


def test_compact_keeps_the_order_of_members() -> None:
    assert compact({"b": {"d": 1, "c": 2}, "a": 3}) == '{"b":{"d":1,"c":2},"a":3}'


@given(st.text(st.characters(categories=["L", "P", "Cc", "Cs"])))
def test_a_string_is_escaped_only_where_json_demands_it(text: str) -> None:
    assert string(text) == naive(text, sort=True)


# -------------------------------------------------------------------------------- numbers


def shortest_digits(value: float) -> tuple[str, int]:
    """The fewest digits that read back as the double, nearest to it, and where the point stands."""
    exact = Decimal(value)
    for count in range(1, 18):
        rounded = [
            Context(prec=count, rounding=way, Emin=-999, Emax=999).plus(exact)
            for way in (ROUND_FLOOR, ROUND_CEILING)
        ]
        fit = [decimal for decimal in rounded if float(decimal) == value]
        if fit:
            nearest = min(fit, key=lambda d: (abs(d - exact), d.as_tuple().digits[-1] % 2))
            _, digits, exponent = nearest.as_tuple()
            assert isinstance(exponent, int)
            written = "".join(map(str, digits))
            return written.rstrip("0"), len(written) + exponent
    raise AssertionError(value)


def number_to_string(value: float) -> str:
    """ECMAScript's Number::toString, step by step as the standard has it."""
    if value == 0:
        return "0"
    if value < 0:
        return "-" + number_to_string(-value)
    digits, n = shortest_digits(value)
    k = len(digits)
    if k <= n <= 21:
        return digits + "0" * (n - k)
    if 0 < n <= 21:
        return digits[:n] + "." + digits[n:]
    if -6 < n <= 0:
        return "0." + "0" * -n + digits
    e = n - 1
    sign = "+" if e > 0 else "-"
    mantissa = digits if k == 1 else digits[0] + "." + digits[1:]
    return f"{mantissa}e{sign}{abs(e)}"


doubles = st.floats(allow_nan=False, allow_infinity=False)
EDGES = [
    *(float(f"{m}e{e}") for e in range(-9, 25) for m in ("1", "1.5", "9.999999999999999")),
    *(2.0**e for e in range(-1074, 1024, 37)),
    *(5e-324, 1e-323, 2.2250738585072009e-308, 2.2250738585072014e-308, 1.7976931348623157e308),
    *(9007199254740991.0, 9007199254740992.0, 9007199254740994.0, 4.35, 0.1 + 0.2, 5e-7, 2.0**-44),
    562949953421312.75,  # as near to .7 as to .8: the even digit is written
]


@given(doubles)
@settings(max_examples=300)
def test_a_number_is_written_as_ecmascript_writes_it(value: float) -> None:
    assert number(value) == number_to_string(value)


@given(st.integers(0, 2000) | st.integers(0, 2**52))
def test_a_subnormal_number_is_written_as_ecmascript_writes_it(bits: int) -> None:
    value = bits * 5e-324
    assert number(value) == number_to_string(value)


@pytest.mark.parametrize("value", EDGES)
def test_numbers_at_the_edges(value: float) -> None:
    for each in (value, -value):
        assert number(each) == number_to_string(each)
        assert float(number(each)) == each


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (100000000000000000000.0, "100000000000000000000"),
        (1e21, "1e+21"),
        (123456789012345680000.0, "123456789012345680000"),
        (0.000001, "0.000001"),
        (1e-7, "1e-7"),
        (-1.25e-9, "-1.25e-9"),
        (333333333.33333329, "333333333.3333333"),
        (1e30, "1e+30"),
        (4.5, "4.5"),
        (2e-3, "0.002"),
        (5e-324, "5e-324"),
        (-0.0, "0"),
        (-7, "-7"),
        (10**30, "1" + "0" * 30),
    ],
)
def test_numbers_of_the_rfc(value: float, written: str) -> None:
    assert number(value) == written


def test_the_hash_is_that_of_the_utf_8() -> None:
    assert sha256("é") == hashlib.sha256("é".encode()).hexdigest()


def test_a_preview_reads_no_more_than_it_shows() -> None:
    many: list[object] = [0] * 100
    assert preview([*many, object()]) == ("[" + "0," * 79 + "0", True)
    with pytest.raises(TypeError, match="object"):
        canonical([*many, object()])
