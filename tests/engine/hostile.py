"""Values that no JSON text denotes, and some that try to break whoever looks at them."""

import enum
from collections.abc import Callable
from decimal import Decimal
from typing import Any, NoReturn

Json = Any


class Hostile:
    """Every question that code could ask of it raises."""

    def __getattribute__(self, name: str) -> NoReturn:
        raise RuntimeError(name)

    def __eq__(self, other: object) -> NoReturn:
        raise RuntimeError("==")

    def __hash__(self) -> NoReturn:
        raise RuntimeError("hash")

    def __len__(self) -> NoReturn:
        raise RuntimeError("len")

    def __iter__(self) -> NoReturn:
        raise RuntimeError("iter")

    def __bool__(self) -> NoReturn:
        raise RuntimeError("bool")


class HostileMeta(type):
    """Every question of the class itself raises too."""

    def __eq__(cls, other: object) -> NoReturn:
        raise RuntimeError("==")

    def __hash__(cls) -> NoReturn:
        raise RuntimeError("hash")

    @property
    def __name__(cls) -> NoReturn:  # type: ignore[override]
        raise RuntimeError("name")


class HostileClass(metaclass=HostileMeta):
    pass


def of_hostile_class() -> object:
    return HostileClass()


class Pretender:
    """Says that it is a text."""

    @property
    def __class__(self) -> type:
        return str

    @__class__.setter
    def __class__(self, _value: type) -> None: ...


class DictChild(dict[Any, Any]):
    pass


class ListChild(list[Any]):
    pass


class TextChild(str):
    __slots__ = ()

    def __getitem__(self, key: object) -> NoReturn:
        raise RuntimeError("item")

    def startswith(self, *_: object) -> NoReturn:
        raise RuntimeError("startswith")


class BytesChild(bytes):
    def decode(self, *_: object) -> NoReturn:
        raise RuntimeError("decode")


class IntChild(int):
    pass


class FloatChild(float):
    pass


class Colour(enum.StrEnum):
    RED = "red"


class Level(enum.IntEnum):
    ONE = 1


def nested(levels: int, inner: Json, name: str | None = None) -> Json:
    """`inner` in that many arrays, or objects where a name is given."""
    for _ in range(levels):
        inner = [inner] if name is None else {name: inner}
    return inner


def cycle() -> Json:
    round_list: list[Any] = []
    round_list.append({"a": round_list})
    return round_list


def wide_cycle() -> Json:
    inner: list[Any] = []
    inner.extend([[inner] * 100_000] * 16)
    return inner


def doubled(times: int, inner: Json = 1) -> Json:
    """A value of few containers, which as a tree would have two to the power of `times`."""
    for _ in range(times):
        inner = [inner, inner]
    return inner


# What is no JSON value within the bounds, by name; made anew for each use.
OTHERS: dict[str, Callable[[], Json]] = {
    "raises-on-everything": Hostile,
    "of-a-class-that-raises-on-everything": of_hostile_class,
    "a-class": lambda: Hostile,
    "a-class-that-raises": lambda: HostileClass,
    "says-it-is-a-text": Pretender,
    "object": object,
    "set": set,
    "empty-tuple": tuple,
    "tuple": lambda: (1, 2),
    "bytearray": bytearray,
    "bytes": lambda: b"a",
    "complex": lambda: 1j,
    "decimal": lambda: Decimal("1.5"),
    "ellipsis": lambda: ...,
    "range": lambda: range(3),
    "iterator": lambda: iter(()),
    "not-implemented": lambda: NotImplemented,
    "nan": lambda: float("nan"),
    "infinity": lambda: float("inf"),
    "minus-infinity": lambda: -float("inf"),
    "integer-beyond-doubles": lambda: 10**400,
    "integer-of-5001-digits": lambda: -(10**5000),
    "dict-child": lambda: DictChild(a=1),
    "list-child": lambda: ListChild("a"),
    "text-child": lambda: TextChild("a"),
    "bytes-child": lambda: BytesChild(b"{}"),
    "int-child": lambda: IntChild(1),
    "float-child": lambda: FloatChild(1.0),
    "text-enum": lambda: Colour.RED,
    "int-enum": lambda: Level.ONE,
    "name-is-a-number": lambda: {1: 2},
    "name-is-none": lambda: {None: 1},
    "name-is-a-text-child": lambda: {TextChild("a"): 1},
    "cycle": cycle,
    "wide-cycle": wide_cycle,
    "600-arrays": lambda: nested(600, 1),
    "600-objects": lambda: nested(600, 1, "a"),
    "held-20-times-beside-nan": lambda: [[[]] * 20, [[float("nan")]]],
    "held-600-levels-deep-and-at-the-top": lambda: [doubled(30), nested(600, doubled(3))],
}
