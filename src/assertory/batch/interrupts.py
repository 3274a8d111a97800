"""When Ctrl-C, SIGTERM or a closed terminal may end a run, and when that has to wait."""

import signal
from collections.abc import Iterable, Iterator
from types import FrameType
from typing import Any, Final, Self, TypeVar

SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

Item = TypeVar("Item")


class Interrupts:
    """
    Notes these signals at any moment, and raises KeyboardInterrupt only where that is allowed.

    What is done elsewhere is so done as a whole: a row is never half written, and a second Ctrl-C
    can't break what the first one set off. It raises once; a signal that is ignored stays so. A
    context, of the main thread; masking the signals would not do, since another thread, as pyarrow
    starts, would still take them.
    """

    def __init__(self) -> None:
        self._noted = self._allowed = False
        self._before: dict[signal.Signals, Any] = {}

    def __enter__(self) -> Self:
        for number in SIGNALS:
            if signal.getsignal(number) != signal.SIG_IGN:
                self._before[number] = signal.signal(number, self._note)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _note(self, _number: int, _frame: FrameType | None) -> None:
        self._noted = True
        if self._allowed:
            self._allowed = False
            raise KeyboardInterrupt

    def each(self, items: Iterable[Item]) -> Iterator[Item]:
        """Give the items; what comes, or has come before, is raised while one is waited for."""
        waiting = iter(items)
        while True:
            self._allowed = True
            try:
                self._heed()
                item = next(waiting)
            except StopIteration:
                self._heed()  # one that was raised where it got lost, as in a destructor
                return
            finally:
                self._allowed = False
            yield item

    def _heed(self) -> None:
        if self._noted:
            raise KeyboardInterrupt
