"""A row's members come with their exact text, and a row that is unsound says why."""

import json
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assertory.batch.members import RowFault, read_members, read_row, slice_at
from assertory.engine.json_value import DECODER, is_json
from assertory.engine.pointer import MISSING, parse, select
from assertory.records.row import Row

# Texts that try to pass for structure.
tricky = st.lists(
    st.sampled_from(['"', "\\", "[", "]", "{", "}", ",", ":", " ", "é", "\U0001f600", "0", "x"])
).map("".join)
names = st.sampled_from(["", "a", "b", "0", "1", "é", '"', "~/"])
numbers = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
scalars = st.none() | st.booleans() | numbers | tricky
spaces = st.text(" \t\r\n", max_size=2)
bracket_soup = st.lists(
    st.sampled_from(
        ["{", "}", "[", "]", '"a"', '"', ":", ",", "1", "1e999", "-", "NaN", " ", "tru"]
    ),
    max_size=25,
).map("".join)


@st.composite
def json_texts(draw: st.DrawFn, depth: int = 3) -> str:
    """JSON with white space wherever it may stand, and names that are repeated."""
    kind = draw(st.sampled_from("so[{" if depth else "so"))
    if kind == "{":
        inner = draw(st.lists(st.tuples(names, json_texts(depth - 1)), max_size=4))
        members = [
            f"{draw(spaces)}{written(name, draw)}{draw(spaces)}:{draw(spaces)}{text}{draw(spaces)}"
            for name, text in inner
        ]
        return f"{{{','.join(members) or draw(spaces)}}}"
    if kind == "[":
        items = draw(st.lists(json_texts(depth - 1), max_size=4))
        spaced = [f"{draw(spaces)}{text}{draw(spaces)}" for text in items]
        return f"[{','.join(spaced) or draw(spaces)}]"
    return written(draw(scalars), draw)


def written(value: Any, draw: st.DrawFn) -> str:  # noqa: ANN401 - any JSON scalar
    return json.dumps(value, ensure_ascii=draw(st.booleans()))


def fault_of(read: Callable[[], object]) -> RowFault:
    with pytest.raises(RowFault) as caught:
        read()
    return caught.value


def of_levels(levels: int, innermost: str = "{}") -> str:
    """An object of so many levels, down to `innermost`, which is one."""
    return '{"a":' * (levels - 1) + innermost + "}" * (levels - 1)


@pytest.mark.parametrize(
    ("text", "members"),
    [
        pytest.param("{}", {}, id="none"),
        pytest.param(" \t\r\n{ \n} ", {}, id="none-and-space"),
        pytest.param('{"a":1}', {"a": (1, "1")}, id="one"),
        pytest.param(
            ' { "a" : [ 1 , 2.50 ] ,\n"b":\t"x" } ',
            {"a": ([1, 2.5], "[ 1 , 2.50 ]"), "b": ("x", '"x"')},
            id="space-belongs-to-no-member",
        ),
        pytest.param(
            '{"a":1,"b":2,"a":{"c":3}}', {"a": ({"c": 3}, '{"c":3}'), "b": (2, "2")}, id="last"
        ),
        pytest.param('{"\\u0061":"\\u00e9\\/"}', {"a": ("é/", '"\\u00e9\\/"')}, id="escapes-stay"),
        pytest.param('{"a":"\\ud800"}', {"a": ("\ud800", '"\\ud800"')}, id="lone-surrogate"),
        pytest.param(
            '{"a":1.0,"b":-0,"c":1E2}',
            {"a": (1.0, "1.0"), "b": (0, "-0"), "c": (100.0, "1E2")},
            id="numbers-as-written",
        ),
        pytest.param(
            '{"a":12345678901234567890}',
            {"a": (12345678901234567890, "12345678901234567890")},
            id="every-digit",
        ),
        pytest.param('{"":null}', {"": (None, "null")}, id="empty-name"),
    ],
)
def test_a_member_is_its_value_and_its_exact_text(
    text: str, members: dict[str, tuple[Any, str]]
) -> None:
    assert read_members(text) == members


@given(st.lists(st.tuples(names, json_texts()), max_size=5), spaces)
def test_the_values_are_those_of_a_parser_and_the_texts_are_theirs(
    pairs: list[tuple[str, str]], space: str
) -> None:
    text = f"{space}{{{','.join(f'{space}{json.dumps(n)}:{t}{space}' for n, t in pairs)}}}{space}"
    members = read_members(text)
    assert {name: value for name, (value, _) in members.items()} == json.loads(text)
    assert {name: exact for name, (_, exact) in members.items()} == dict(pairs)


def outcome(data: bytes) -> str | dict[str, Any]:
    """What reading a row gives: its values, or the code of its fault."""
    try:
        members = read_row(Row(0, 1, 0, data))
    except RowFault as fault:
        return fault.code
    return {name: value for name, (value, _) in members.items()}


@given(bracket_soup.map(str.encode) | json_texts().map(str.encode) | st.binary(max_size=30))
def test_any_bytes_give_members_or_a_fault(data: bytes) -> None:
    found = outcome(data)
    try:
        value = DECODER.decode(data.decode())
    except UnicodeDecodeError:
        assert found == "row_not_utf8"
    except ValueError:
        assert found == "row_not_json"
    else:
        if type(value) is not dict:
            assert found == "row_not_object"
        else:
            assert found == (value if is_json(value) else "number_not_finite")


@pytest.mark.parametrize(
    ("data", "code", "message"),
    [
        pytest.param(b'{"a":"\xff"}', "row_not_utf8", "byte at offset 6 of the row", id="utf-8"),
        pytest.param(b"\xed\xa0\x80", "row_not_utf8", "byte at offset 0 of", id="surrogate"),
        pytest.param(b'\xef\xbb\xbf{"a":1}', "row_not_json", "a byte order mark", id="bom"),
        pytest.param(b"", "row_not_json", "JSON: it ends too early; a value is needed", id="empty"),
        pytest.param(b"x", "row_not_json", "JSON: a value is needed here", id="word"),
        pytest.param('{"é":x}'.encode(), "row_not_json", "null, [ or { (column 6)", id="value"),
        pytest.param(b'{"a" 1}', "row_not_json", 'JSON: ":" is needed here (column 6)', id="colon"),
        pytest.param(
            b'{"a":1 "b":2}', "row_not_json", '"," or "}" is needed here (column 8)', id="comma"
        ),
        pytest.param(
            b'{"a":1,}', "row_not_json", 'found "}"; a member name in', id="trailing-comma"
        ),
        pytest.param(b"{'a':1}", "row_not_json", "(column 2)", id="quotes"),
        pytest.param(
            b'{"a":1} x',
            "row_not_json",
            "nothing may follow the value (column 9)",
            id="text-after-it",
        ),
        pytest.param(
            b'{"a":1}{"a":1}',
            "row_not_json",
            "nothing may follow the value (column 8)",
            id="two-rows",
        ),
        pytest.param(b'{"a":1', "row_not_json", "(column 7)", id="ends-early"),
        pytest.param(
            b'{"a":"x',
            "row_not_json",
            "a text; its closing quotation mark is missing (column 6)",
            id="text-ends-early",
        ),
        pytest.param(
            b'{"a":"\n"}', "row_not_json", 'found "\\n"; in a text it is', id="control-character"
        ),
        pytest.param(b'{"a":1,\n "b":}', "row_not_json", "line 2 of the row, column 6", id="line"),
        pytest.param(b'{"a":NaN}', "row_not_json", "a value is needed here", id="nan"),
        pytest.param(b'{"a":-Infinity}', "row_not_json", "a value is needed here", id="infinity"),
        pytest.param(b'{"a":01}', "row_not_json", "(column 6)", id="leading-zero"),
        pytest.param(b'{"a":1}\x0c', "row_not_json", "nothing may follow", id="form-feed"),
        pytest.param(b"[1]", "row_not_object", "an array", id="array"),
        pytest.param(b' "x" ', "row_not_object", "a text", id="text"),
        pytest.param(b"null", "row_not_object", "null", id="null"),
        pytest.param(b'{"a":0,"b":[1e999]}', "number_not_finite", '"b"', id="infinite"),
        pytest.param(b'{"a":-1' + b"0" * 400 + b"}", "number_not_finite", '"a"', id="long-integer"),
        pytest.param(b'{"a":1e999,"b":1e999}', "number_not_finite", '"a"', id="first-is-named"),
    ],
)
def test_an_unsound_row_says_why(data: bytes, code: str, message: str) -> None:
    fault = fault_of(lambda: read_row(Row(0, 1, 0, data)))
    assert fault.code == code
    assert message in fault.message


@pytest.mark.parametrize("row", ['{"a":secret}', "{secret:1}", '{"a":"secret', '{"a":1} secret'])
def test_why_a_row_is_unsound_repeats_nothing_of_it(row: str) -> None:
    assert "secret" not in fault_of(lambda: read_members(row)).message


def test_a_number_that_a_later_member_replaces_does_not_count() -> None:
    assert read_members('{"a":1e999,"a":1}') == {"a": (1, "1")}


def test_the_largest_double_is_finite_and_the_next_is_not() -> None:
    largest = 2**1024 - 2**970 - 1
    assert read_members(f'{{"a":{largest}}}')["a"] == (largest, str(largest))
    assert fault_of(lambda: read_members(f'{{"a":{largest + 1}}}')).code == "number_not_finite"


@pytest.mark.parametrize("innermost", ["{}", "[]", "1", '"x"', "null"])
def test_a_row_has_at_most_512_levels(innermost: str) -> None:
    assert list(read_members(of_levels(512, innermost))) == ["a"]
    assert fault_of(lambda: read_members(of_levels(513, innermost))).code == "json_too_deep"
    assert fault_of(lambda: read_members(of_levels(514, innermost))).code == "json_too_deep"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        pytest.param(of_levels(100_000), "json_too_deep", id="far-too-deep"),
        pytest.param('{"a":' * 100_000, "json_too_deep", id="far-too-deep-and-broken"),
        pytest.param('{"a":' * 600 + "x", "json_too_deep", id="broken-at-level-601"),
        pytest.param('{"a":' * 512 + "x", "row_not_json", id="broken-at-level-513"),
        pytest.param('{"a":' * 512 + "1", "json_too_deep", id="ends-after-level-513"),
        pytest.param('{"a":' * 511 + "x", "row_not_json", id="broken-at-level-512"),
        pytest.param("[" * 512, "row_not_json", id="ends-inside-level-512"),
        pytest.param("[" * 512 + "]" * 511 + " x", "row_not_json", id="broken-after-level-512"),
        pytest.param("[" * 511 + "]" * 511, "row_not_object", id="deep-array"),
        pytest.param('{"a" 1, "b":' + "[" * 600, "row_not_json", id="broken-before-it-is-deep"),
        pytest.param('{"a":"' + "[" * 600, "row_not_json", id="brackets-in-a-text"),
        pytest.param('{"a":"' + "[" * 600 + '","b":x', "row_not_json", id="text-before-the-fault"),
        pytest.param('{"a":[' + "[]," * 600 + "x", "row_not_json", id="wide-but-not-deep"),
    ],
)
def test_level_513_is_told_where_it_is_reached_before_any_fault(text: str, code: str) -> None:
    assert fault_of(lambda: read_members(text)).code == code


def at_stack_depth(depth: int, read: Callable[[], Any]) -> Any:  # noqa: ANN401 - what `read` gives
    return read() if depth == 0 else at_stack_depth(depth - 1, read)


@pytest.mark.parametrize("depth", [0, 600, 800])
def test_how_deep_the_caller_is_changes_nothing(depth: int) -> None:
    """The standard library's scanner recurses, so that a deep caller leaves it less room."""
    free = sys.getrecursionlimit() - stack_depth() - 60
    depth = min(depth, free)
    deep = f'{{"a":{of_levels(511)},"b" : 1.0,"a": {of_levels(511)} }}'
    assert at_stack_depth(depth, lambda: read_members(deep)) == {
        "a": (json.loads(of_levels(511)), of_levels(511)),
        "b": (1.0, "1.0"),
    }
    for text, code in [
        (of_levels(513), "json_too_deep"),
        (of_levels(500, "x"), "row_not_json"),
        ("[" * 500 + "]" * 500, "row_not_object"),
    ]:
        assert at_stack_depth(depth, partial(outcome, text.encode())) == code
    assert at_stack_depth(depth, lambda: slice_at(deep, ("a", "a"))) == of_levels(510)


def stack_depth() -> int:
    depth, frame = 0, sys._getframe()  # noqa: SLF001 - the only way to count
    while frame.f_back is not None:
        depth, frame = depth + 1, frame.f_back
    return depth


@pytest.mark.parametrize(
    ("text", "pointer", "selected"),
    [
        pytest.param(' {"a" : 1} ', "", '{"a" : 1}', id="root"),
        pytest.param(" 1.0\n", "", "1.0", id="root-scalar"),
        pytest.param('{"a": [1, {"b":2.50 }]}', "/a/1/b", "2.50", id="deep"),
        pytest.param('{"a": [1, {"b":2.50 }]}', "/a/1", '{"b":2.50 }', id="container"),
        pytest.param('{"a":1,"b":2,"a":3}', "/a", "3", id="last-of-repeated"),
        pytest.param('{"a":{"x":1},"a":{"y":2}}', "/a/x", None, id="not-in-the-one-before"),
        pytest.param('{"\\u0061\\"":"\\u00e9"}', '/a"', '"\\u00e9"', id="escaped-name"),
        pytest.param('{"a/b":1,"~":2}', "/a~1b", "1", id="slash"),
        pytest.param('{"":{"":1}}', "//", "1", id="empty-names"),
        pytest.param('["[", "]\\"", 3]', "/2", "3", id="structure-in-texts"),
        pytest.param("[1,2]", "/2", None, id="past-the-end"),
        pytest.param("[1,2]", "/-", None, id="dash"),
        pytest.param("[1,2]", "/01", None, id="leading-zero"),
        pytest.param("[[],[ ]]", "/1", "[ ]", id="empty-containers"),
        pytest.param("[]", "/0", None, id="nothing-in-an-empty-one"),
        pytest.param('{"a":1}', "/b", None, id="no-such-member"),
        pytest.param('{"a":"x"}', "/a/0", None, id="below-a-text"),
        pytest.param('{"a":null}', "/a/b", None, id="below-null"),
        pytest.param("12", "/0", None, id="below-a-number"),
    ],
)
def test_a_slice_is_the_exact_text_of_what_is_selected(
    text: str, pointer: str, selected: str | None
) -> None:
    assert slice_at(text, parse(pointer)) == selected


@given(json_texts(), spaces, st.lists(names | st.sampled_from(["2", "-", "01"]), max_size=3))
def test_a_slice_is_read_as_what_the_pointer_selects(
    text: str, space: str, tokens: list[str]
) -> None:
    selected = select(DECODER.decode(text), tuple(tokens))
    exact = slice_at(f"{space}{text}{space}", tuple(tokens))
    if selected is MISSING:
        assert exact is None
        return
    assert exact is not None
    assert DECODER.decode(exact) == selected
    assert exact == exact.strip(" \t\r\n")
    assert exact in text
