"""The exit codes of every command: one table, and the order in which they win."""

from collections.abc import Iterable
from enum import IntEnum
from typing import Final


class Exit(IntEnum):
    """What the number that a command ends with means."""

    MET = 0
    FAILED = 1
    USAGE = 2
    REFUSED = 3
    UNREADABLE = 4
    NOTHING_SELECTED = 5
    COVERAGE = 6
    INCOMPLETE = 7
    FAULT = 70
    INTERRUPTED = 130


MEANINGS: Final[dict[Exit, str]] = {
    Exit.MET: "all met",
    Exit.FAILED: "a check failed, a gate was not met, or `verify` found a difference",
    Exit.USAGE: "the command was used wrongly",
    Exit.REFUSED: "the configuration or checks were refused",
    Exit.UNREADABLE: "the input could not be read, or rows are in error",
    Exit.NOTHING_SELECTED: "nothing was selected",
    Exit.COVERAGE: "coverage is below what was asked",
    Exit.INCOMPLETE: "the gate is incomplete: too few samples, or no pass rate",
    Exit.FAULT: "an internal fault",
    Exit.INTERRUPTED: "interrupted; what is done stays written and is whole",
}
ORDER: Final = (
    Exit.INTERRUPTED,
    Exit.FAULT,
    Exit.USAGE,
    Exit.REFUSED,
    Exit.UNREADABLE,
    Exit.NOTHING_SELECTED,
    Exit.COVERAGE,
    Exit.INCOMPLETE,
    Exit.FAILED,
)


def first(found: Iterable[Exit]) -> Exit:
    """
    Give the code that wins where several apply.

    >>> first([Exit.FAILED, Exit.UNREADABLE]).name, first([]).name
    ('UNREADABLE', 'MET')
    """
    applying = set(found)
    return next((code for code in ORDER if code in applying), Exit.MET)
