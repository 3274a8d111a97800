"""What a trusted runtime captured of tool calls, and its one JSON form."""

from dataclasses import dataclass
from typing import Final

from assertory.engine.json_text import Json
from assertory.engine.json_value import type_name


@dataclass(frozen=True, slots=True)
class ToolCall:
    """
    One captured call: who was called, by the names that trusted evidence gives it.

    Takes:   call_id, the call's identity (two calls may bear one); name, the runtime's name;
             canonical_name and aliases, other names that the registration declares.
    Raises:  TypeError for a value of another type.
    Source:  semantics section 3, "A tool capture is".
    """

    call_id: str
    name: str
    canonical_name: str | None = None
    aliases: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        texts = [self.call_id, self.name]
        if self.canonical_name is not None:
            texts.append(self.canonical_name)
        if type(self.aliases) is not tuple or not all(
            type(text) is str for text in (*texts, *self.aliases)
        ):
            message = "a ToolCall takes texts, and aliases as a tuple of texts"
            raise TypeError(message)

    def bears(self, name: str) -> bool:
        """Tell whether the call bears `name`, as its own, its canonical name or an alias."""
        return name in (self.name, self.canonical_name) or name in self.aliases


@dataclass(frozen=True, slots=True)
class ToolCapture:
    """
    What a trusted runtime captured of the tool calls behind an answer.

    Takes:   complete, whether every call is in it; calls, in their order.
    Raises:  TypeError for a value of another type.
    Source:  requirements, "tool_called uses complete protected gateway capture".

    >>> capture = ToolCapture(complete=True, calls=(ToolCall("c1", "search"),))
    >>> capture.calls[0].bears("search")
    True
    """

    complete: bool
    calls: tuple[ToolCall, ...]

    def __post_init__(self) -> None:
        calls = self.calls
        if type(calls) is not tuple or not all(type(call) is ToolCall for call in calls):
            message = "a ToolCapture takes its calls as a tuple of ToolCall"
            raise TypeError(message)
        if type(self.complete) is not bool:
            message = "complete is True or False"
            raise TypeError(message)


class CaptureFault(ValueError):
    """A recorded capture that does not have the one form; says what was found where."""


def read_capture(value: Json) -> ToolCapture:
    """
    Read a capture from its JSON form.

    Takes:   `{complete, calls: [{callId, name, canonicalName?, aliases?}]}`, exactly.
    Raises:  CaptureFault for any other value.
    Source:  semantics section 3, "A tool capture is".

    >>> read_capture({"complete": True, "calls": [{"callId": "1", "name": "search"}]}).complete
    True
    """
    members = _object(value, "the capture", required=("complete", "calls"), optional=())
    complete, calls = members["complete"], members["calls"]
    if type(complete) is not bool:
        message = f"complete is {type_name(complete)}; true or false is needed"
        raise CaptureFault(message)
    if type(calls) is not list:
        message = f"calls is {type_name(calls)}; an array is needed"
        raise CaptureFault(message)
    return ToolCapture(complete, tuple(_call(call, index) for index, call in enumerate(calls)))


CALL_TEXTS: Final = ("callId", "name", "canonicalName")


def _call(value: Json, index: int) -> ToolCall:
    place = f"call {index}"
    call = _object(value, place, required=("callId", "name"), optional=("canonicalName", "aliases"))
    for name in CALL_TEXTS:
        if name in call and type(call[name]) is not str:
            message = f"{name} of {place} is {type_name(call[name])}; a text is needed"
            raise CaptureFault(message)
    aliases = call.get("aliases", [])
    if type(aliases) is not list or not all(type(alias) is str for alias in aliases):
        message = f"aliases of {place} must be an array of texts"
        raise CaptureFault(message)
    return ToolCall(call["callId"], call["name"], call.get("canonicalName"), tuple(aliases))


def _object(
    value: Json, place: str, *, required: tuple[str, ...], optional: tuple[str, ...]
) -> dict[str, Json]:
    if type(value) is not dict:
        message = f"{place} is {type_name(value)}; an object is needed"
        raise CaptureFault(message)
    missing = [name for name in required if name not in value]
    unknown = [name for name in value if name not in (*required, *optional)]
    if missing or unknown:
        wrong = f"lacks {missing[0]}" if missing else "has a member that no capture has"
        message = f"{place} {wrong}; allowed: {', '.join((*required, *optional))}"
        raise CaptureFault(message)
    return value


def capture_value(capture: ToolCapture) -> dict[str, Json]:
    """Give a capture as JSON: `{complete, calls: [{callId, name, canonicalName?, aliases?}]}`."""
    calls = []
    for call in capture.calls:
        value: dict[str, Json] = {"callId": call.call_id, "name": call.name}
        if call.canonical_name is not None:
            value["canonicalName"] = call.canonical_name
        if call.aliases:
            value["aliases"] = list(call.aliases)
        calls.append(value)
    return {"complete": capture.complete, "calls": calls}
