"""JSON Pointers by RFC 6901: which texts are some, and what each selects."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assertory.engine.pointer import MISSING, Missing, escape, is_index, is_pointer, parse, select
from tests.engine import drawn
from tests.engine.drawn import Json

# The document and the pointers that RFC 6901 gives as its examples.
RFC = {
    "foo": ["bar", "baz"],
    "": 0,
    "a/b": 1,
    "c%d": 2,
    "e^f": 3,
    "g|h": 4,
    "i\\j": 5,
    'k"l': 6,
    " ": 7,
    "m~n": 8,
}


@pytest.mark.parametrize(
    ("pointer", "value"),
    [
        ("", RFC),
        ("/foo", ["bar", "baz"]),
        ("/foo/0", "bar"),
        ("/", 0),
        ("/a~1b", 1),
        ("/c%d", 2),
        ("/e^f", 3),
        ("/g|h", 4),
        ("/i\\j", 5),
        ('/k"l', 6),
        ("/ ", 7),
        ("/m~0n", 8),
    ],
)
def test_the_examples_of_the_rfc(pointer: str, value: Json) -> None:
    assert is_pointer(pointer)
    assert select(RFC, parse(pointer)) == value


@pytest.mark.parametrize(
    ("value", "pointer", "selected"),
    [
        pytest.param([1], "/0", 1, id="first"),
        pytest.param([1] * 11, "/10", 1, id="two-digits"),
        pytest.param([1], "/1", MISSING, id="past-the-end"),
        pytest.param([1], "/-", MISSING, id="dash"),
        pytest.param([1], "/00", MISSING, id="leading-zero"),
        pytest.param([1, 2], "/01", MISSING, id="leading-zero-of-one"),
        pytest.param([1, 2], "/+1", MISSING, id="plus"),
        pytest.param([1, 2], "/-1", MISSING, id="minus"),
        pytest.param([1, 2], "/ 1", MISSING, id="space"),
        pytest.param([1, 2], "/1 ", MISSING, id="space-behind"),
        pytest.param([1, 2], "/1.0", MISSING, id="double"),
        pytest.param([1, 2], "/1e0", MISSING, id="exponent"),
        pytest.param([1, 2], "/١", MISSING, id="arabic-digit"),
        pytest.param([1, 2], "/²", MISSING, id="superscript"),
        pytest.param([1, 2], "/1_0", MISSING, id="underscore"),
        pytest.param([1, 2], "/", MISSING, id="empty-token"),
        pytest.param([1, 2], "/length", MISSING, id="length"),
        pytest.param([1], "/" + "9" * 5000, MISSING, id="5000-digits"),
        pytest.param({"0": 1, "01": 2, "-": 3}, "/01", 2, id="any-name-in-an-object"),
        pytest.param({"a": None}, "/a", None, id="null-is-a-value"),
        pytest.param({"a": None}, "/a/b", MISSING, id="below-null"),
        pytest.param({"a": "text"}, "/a/0", MISSING, id="below-a-text"),
        pytest.param({"a": 12}, "/a/0", MISSING, id="below-a-number"),
        pytest.param({"a": True}, "/a/0", MISSING, id="below-a-boolean"),
        pytest.param({"a": {}}, "/a/keys", MISSING, id="no-attribute-of-a-dict"),
        pytest.param({}, "/__class__", MISSING, id="no-attribute-of-an-object"),
        pytest.param({}, "/__proto__", MISSING, id="no-prototype"),
        pytest.param({"__proto__": 1}, "/__proto__", 1, id="an-own-member-of-that-name"),
        pytest.param({"a": {"": {"": 1}}}, "/a//", 1, id="empty-names"),
        pytest.param({"~1": 1, "/": 2}, "/~01", 1, id="tilde-before-one"),
        pytest.param({"é": 1, "e\u0301": 2}, "/é", 1, id="not-normalized"),
        pytest.param("text", "", "text", id="root-of-a-scalar"),
    ],
)
def test_selects(value: Json, pointer: str, selected: Json) -> None:
    assert select(value, parse(pointer)) == selected


@pytest.mark.parametrize(
    ("text", "valid"),
    [
        *(
            (t, True)
            for t in ("", "/", "//", "/a", "/~0", "/~1", "/~01", "/ ", "/a/0/-", "/é\n\ud800")
        ),
        *(
            (t, False)
            for t in ("a", "a/b", " /a", "#/a", "/~", "/~2", "/a~", "/~~0", "~0", "/a/~x")
        ),
    ],
)
def test_tells_a_pointer_from_other_texts(text: str, *, valid: bool) -> None:
    assert is_pointer(text) is valid


names = drawn.names() | st.sampled_from(["00", "01", "-", "2", "10", "1" * 19])
values = st.recursive(
    st.integers(0, 9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=4),
    max_leaves=10,
)


def naive_select(value: Json, pointer: str) -> Json:
    """RFC 6901, section 4, from the pointer's text, a token at a time."""
    while pointer:
        assert pointer[0] == "/"
        token, slash, rest = pointer[1:].partition("/")
        pointer = slash + rest
        token = token.replace("~1", "/").replace("~0", "~")
        if isinstance(value, dict):
            found = [member for name, member in value.items() if name == token]
        elif isinstance(value, list):
            found = [item for index, item in enumerate(value) if str(index) == token]
        else:
            found = []
        if not found:
            return MISSING
        value = found[0]
    return value


@given(values, st.lists(names, max_size=4))
def test_selects_what_the_rfc_says(value: Json, tokens: list[str]) -> None:
    pointer = "".join(f"/{escape(token)}" for token in tokens)
    assert is_pointer(pointer)
    assert parse(pointer) == tuple(tokens)
    assert select(value, tuple(tokens)) is naive_select(value, pointer)


@given(st.text("/~01a", max_size=6))
def test_a_text_is_a_pointer_where_it_can_be_read_and_written_back(text: str) -> None:
    rewritten = "".join(f"/{escape(token)}" for token in parse(text)) if text[:1] == "/" else text
    assert is_pointer(text) is ((text == "" or text[0] == "/") and rewritten == text)


@pytest.mark.parametrize("token", ["0", "1", "9", "10", "123456789012345678"])
def test_canonical_indices(token: str) -> None:
    assert is_index(token)


@pytest.mark.parametrize("token", ["", "00", "01", "-1", "+1", "1.", "a", "1" * 19, "٣"])
def test_no_canonical_indices(token: str) -> None:
    assert not is_index(token)


def test_what_is_missing_says_so() -> None:
    assert repr(MISSING) == "MISSING"
    assert isinstance(MISSING, Missing)
