"""Running something as deep in the stack as a caller may be."""

import sys
from collections.abc import Callable
from itertools import count
from typing import TypeVar

Result = TypeVar("Result")
LEFT = 100  # frames that are left for what runs


def near_the_recursion_limit(run: Callable[[], Result]) -> Result:
    """What `run` gives when it is called with a hundred frames left to the limit."""
    frame = sys._getframe()  # noqa: SLF001 - the one way to ask how deep we are
    depth = next(n for n in count() if (frame := frame.f_back) is None)  # type: ignore[assignment]

    def descend(frames: int) -> Result:
        return run() if frames == 0 else descend(frames - 1)

    return descend(sys.getrecursionlimit() - LEFT - depth)
