"""When a signal ends a run: only where that is allowed, once, and not where it is ignored."""

import contextlib
import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from assertory.batch.interrupts import SIGNALS, Interrupts
from assertory.batch.read.chunks import read_stream

each_signal = pytest.mark.parametrize("number", SIGNALS, ids=lambda number: number.name)


def send(number: signal.Signals = signal.SIGINT) -> None:
    """Signal this process; what it sets off is done when this returns."""
    os.kill(os.getpid(), number)
    Path().exists()


def sending(number: signal.Signals) -> Iterator[int]:
    """Items of which a signal comes in the middle."""
    yield 1
    send(number)
    yield 2


@each_signal
def test_it_is_raised_while_an_item_is_waited_for(number: signal.Signals) -> None:
    with Interrupts() as interrupts:
        items = interrupts.each(sending(number))
        assert next(items) == 1
        with pytest.raises(KeyboardInterrupt):
            next(items)


@each_signal
def test_elsewhere_it_waits_for_the_next_item(number: signal.Signals) -> None:
    done = []
    with Interrupts() as interrupts:
        items = interrupts.each([1, 2, 3])
        for item in (next(items), next(items)):
            done.append(f"{item} begun")
            send(number) if item == 2 else None
            done.append(f"{item} done")
        with pytest.raises(KeyboardInterrupt):
            next(items)
    assert done == ["1 begun", "1 done", "2 begun", "2 done"]


def test_what_came_before_the_first_item_is_raised_there() -> None:
    with Interrupts() as interrupts:
        send()
        with pytest.raises(KeyboardInterrupt):
            next(interrupts.each([1]))


def test_one_that_got_lost_is_raised_at_the_end() -> None:
    """As in a destructor, whose exceptions Python only tells."""

    def losing() -> Iterator[int]:
        with contextlib.suppress(KeyboardInterrupt):
            send()
        yield from ()

    with Interrupts() as interrupts, pytest.raises(KeyboardInterrupt):
        list(interrupts.each(losing()))


@each_signal
def test_it_ends_a_read_that_it_does_not_break_off(number: signal.Signals) -> None:
    """
    As one that comes just before the read, when Python has looked for signals the last time.

    Here it comes to another thread, which leaves the read to wait in the same way.
    """
    ours, theirs = os.pipe()
    os.write(theirs, b"first")
    reading, ended, given_up = (threading.Event() for _ in range(3))

    def send_and_wait() -> None:
        reading.wait()
        time.sleep(0.1)  # until the read waits; where it doesn't yet, this test only sees less
        signal.pthread_kill(threading.get_ident(), number)
        if not ended.wait(20):
            given_up.set()
        os.close(theirs)

    other = threading.Thread(target=send_and_wait)
    other.start()
    with os.fdopen(ours, "rb") as file, Interrupts() as interrupts:
        chunks = interrupts.each(read_stream(file))
        assert next(chunks) == b"first"
        reading.set()
        with pytest.raises(KeyboardInterrupt):
            next(chunks)
        ended.set()
    other.join()
    assert not given_up.is_set()


def test_it_is_raised_once() -> None:
    """What the first one set off, the second can't break."""
    with Interrupts() as interrupts:
        with pytest.raises(KeyboardInterrupt):
            list(interrupts.each(sending(signal.SIGINT)))
        send()
        send(signal.SIGTERM)


def test_a_signal_that_is_ignored_stays_ignored() -> None:
    """As those of a command that nohup runs."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with Interrupts() as interrupts:
            assert list(interrupts.each(sending(signal.SIGHUP))) == [1, 2]
    finally:
        signal.signal(signal.SIGHUP, before)


def test_handlers_are_put_back() -> None:
    before = [signal.getsignal(number) for number in SIGNALS]
    with Interrupts():
        assert [signal.getsignal(number) for number in SIGNALS] != before
    assert [signal.getsignal(number) for number in SIGNALS] == before


def test_without_a_signal_every_item_is_given() -> None:
    with Interrupts() as interrupts:
        assert list(interrupts.each(iter([1, 2]))) == [1, 2]
