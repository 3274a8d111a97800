"""A tool capture has one form, in Python and in JSON."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assertory import ToolCall, ToolCapture
from assertory.engine.canonical import canonical
from assertory.engine.capture import CaptureFault, capture_value, read_capture
from tests.engine import drawn, hostile
from tests.engine.drawn import Json

CALL = {"callId": "1", "name": "search"}


@pytest.mark.parametrize(
    ("call", "names", "others"),
    [
        pytest.param(ToolCall("1", "a"), ["a"], ["1", "A", "", "a "], id="name"),
        pytest.param(ToolCall("1", "a", "b"), ["a", "b"], ["ab"], id="canonical-name"),
        pytest.param(ToolCall("1", "a", None, ("c", "d")), ["a", "c", "d"], ["b"], id="aliases"),
        pytest.param(ToolCall("1", "é"), ["é"], ["e\u0301"], id="not-normalized"),
        pytest.param(ToolCall("1", "a", ""), ["a", ""], ["b"], id="empty-canonical-name"),
    ],
)
def test_a_call_bears_exactly_the_names_it_has(
    call: ToolCall, names: list[str], others: list[str]
) -> None:
    assert all(call.bears(name) for name in names)
    assert not any(call.bears(name) for name in others)


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param((1, "a"), id="id"),
        pytest.param(("1", None), id="name"),
        pytest.param(("1", "a", 0), id="canonical-name"),
        pytest.param(("1", "a", False), id="canonical-name-is-false"),
        pytest.param(("1", "a", None, ["b"]), id="aliases-in-a-list"),
        pytest.param(("1", "a", None, "b"), id="aliases-in-a-text"),
        pytest.param(("1", "a", None, None), id="aliases-none"),
        pytest.param(("1", "a", None, ("b", 1)), id="alias"),
        pytest.param((hostile.TextChild("1"), "a"), id="text-child"),
    ],
)
def test_a_call_is_made_of_texts(arguments: tuple[Json, ...]) -> None:
    with pytest.raises(TypeError, match="a ToolCall takes texts"):
        ToolCall(*arguments)


@pytest.mark.parametrize("calls", [[ToolCall("1", "a")], ("a",), (CALL,), None, "a"])
def test_a_capture_holds_calls_in_a_tuple(calls: Json) -> None:
    with pytest.raises(TypeError, match="a tuple of ToolCall"):
        ToolCapture(complete=True, calls=calls)


@pytest.mark.parametrize("complete", [1, 0, None, "true"])
def test_a_capture_is_complete_or_not(complete: Json) -> None:
    with pytest.raises(TypeError, match="complete is True or False"):
        ToolCapture(complete=complete, calls=())


texts = drawn.texts(*drawn.SURROGATES, max_size=3)
calls = st.builds(ToolCall, texts, texts, st.none() | texts, st.lists(texts, max_size=2).map(tuple))
captures = st.builds(
    ToolCapture, complete=st.booleans(), calls=st.lists(calls, max_size=3).map(tuple)
)


@given(captures)
def test_a_capture_written_as_json_is_read_back(capture: ToolCapture) -> None:
    value = capture_value(capture)
    assert read_capture(value) == capture
    assert canonical(value)


@pytest.mark.parametrize(
    ("value", "capture"),
    [
        pytest.param(
            {"complete": False, "calls": []}, ToolCapture(complete=False, calls=()), id="empty"
        ),
        pytest.param(
            {"complete": True, "calls": [CALL, CALL]},
            ToolCapture(complete=True, calls=(ToolCall("1", "search"),) * 2),
            id="two-calls-of-one-id",
        ),
        pytest.param(
            {
                "complete": True,
                "calls": [{**CALL, "canonicalName": "c", "aliases": ["d", "e"]}],
            },
            ToolCapture(complete=True, calls=(ToolCall("1", "search", "c", ("d", "e")),)),
            id="every-member",
        ),
    ],
)
def test_reads(value: Json, capture: ToolCapture) -> None:
    assert read_capture(value) == capture
    assert capture_value(capture) == value


@pytest.mark.parametrize(
    ("value", "said"),
    [
        pytest.param(None, "the capture is null; an object is needed", id="null"),
        pytest.param([CALL], "the capture is an array; an object", id="calls-alone"),
        pytest.param(
            {"calls": []}, "the capture lacks complete; allowed: complete, calls", id="no-complete"
        ),
        pytest.param({"complete": True}, "the capture lacks calls", id="no-calls"),
        pytest.param(
            {"complete": True, "calls": [], "x": 1},
            "the capture has a member that no capture has",
            id="unknown-member",
        ),
        pytest.param(
            {"complete": 1, "calls": []}, "complete is a number; true or false", id="complete"
        ),
        pytest.param({"complete": True, "calls": {}}, "calls is an object; an array", id="calls"),
        pytest.param(
            {"complete": True, "calls": [CALL, "search"]}, "call 1 is a text; an object", id="call"
        ),
        pytest.param(
            {"complete": True, "calls": [{"callId": "1"}]}, "call 0 lacks name", id="no-name"
        ),
        pytest.param(
            {"complete": True, "calls": [{"name": "a"}]}, "call 0 lacks callId", id="no-id"
        ),
        pytest.param(
            {"complete": True, "calls": [{**CALL, "args": {}}]},
            "call 0 has a member that no capture has; allowed: callId, name, canonicalName",
            id="unknown-member-of-a-call",
        ),
        pytest.param(
            {"complete": True, "calls": [{**CALL, "name": 1}]},
            "name of call 0 is a number; a text is needed",
            id="name",
        ),
        pytest.param(
            {"complete": True, "calls": [{**CALL, "callId": None}]},
            "callId of call 0 is null",
            id="id",
        ),
        pytest.param(
            {"complete": True, "calls": [{**CALL, "canonicalName": None}]},
            "canonicalName of call 0 is null",
            id="canonical-name",
        ),
        pytest.param(
            {"complete": True, "calls": [{**CALL, "aliases": "a"}]},
            "aliases of call 0 must be an array of texts",
            id="aliases",
        ),
        pytest.param(
            {"complete": True, "calls": [{**CALL, "aliases": ["a", 1]}]},
            "aliases of call 0 must be an array of texts",
            id="alias",
        ),
    ],
)
def test_refuses(value: Json, said: str) -> None:
    with pytest.raises(CaptureFault) as caught:
        read_capture(value)
    assert said in str(caught.value)


@given(drawn.json_values(*drawn.SURROGATES))
def test_any_other_value_is_a_fault(value: Json) -> None:
    with pytest.raises(CaptureFault):
        read_capture(value)
    with pytest.raises(CaptureFault):
        read_capture({"complete": True, "calls": [value]})
