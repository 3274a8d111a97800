"""What one run grades by: the evaluator's text, and where in a row its evidence lies."""

from dataclasses import dataclass
from typing import Final, Literal

from assertory.engine import pointer
from assertory.engine.program import Program, compile_assertion
from assertory.engine.quick import compile_quick_checks
from assertory.engine.receipt import Versions

EVIDENCE_MEMBERS: Final = ("input", "output", "expected_output", "metadata")
Dialect = Literal["assertion", "quick"]


class SpecError(ValueError):
    """An option that can't be used; says what was found and what to write."""


@dataclass(frozen=True, slots=True)
class MapRule:
    """One `--map`: the place below an evidence member, and the pointer into the row."""

    target: tuple[str, ...]
    source: str


@dataclass(frozen=True, slots=True)
class WhereRule:
    """One `--where`: a place below an evidence member, and the text that must stand there."""

    target: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class GradeSpec:
    """
    Everything that decides a row's result besides the row; it travels to every process.

    evaluator is the text as written; names are the answer files as given, empty where there is
    one; answer and capture are pointers into the row as read, or None.
    """

    evaluator: str
    dialect: Dialect
    versions: Versions
    names: tuple[str, ...] = ()
    mapping: tuple[MapRule, ...] = ()
    where: tuple[WhereRule, ...] = ()
    answer: str | None = None
    capture: str | None = None

    def program(self) -> Program:
        """Compile the evaluator."""
        compiler = compile_assertion if self.dialect == "assertion" else compile_quick_checks
        return compiler(self.evaluator)


def read_map(text: str) -> MapRule:
    """
    Read one `--map TARGET=POINTER`.

    >>> read_map("output.text=/completion")
    MapRule(target=('output', 'text'), source='/completion')
    """
    target, equals, source = text.partition("=")
    path = tuple(target.split("."))
    if not equals or path[0] not in EVIDENCE_MEMBERS or not all(path):
        members = ", ".join(EVIDENCE_MEMBERS)
        message = (
            f"--map {text}: write TARGET=POINTER, for example output.text=/completion;"
            f" a target begins with one of {members}"
        )
        raise SpecError(message)
    return MapRule(path, read_pointer("--map", source))


def check_map(rules: tuple[MapRule, ...]) -> None:
    """Refuse rules of which one would overwrite another."""
    targets = [rule.target for rule in rules]
    for index, target in enumerate(targets):
        for other in targets[:index]:
            shorter = min(len(target), len(other))
            if target[:shorter] == other[:shorter]:
                message = f"--map: {'.'.join(other)} and {'.'.join(target)} fill the same place"
                raise SpecError(message)


def read_pointer(option: str, text: str) -> str:
    """Give a JSON Pointer, or say how one is written."""
    if not pointer.is_pointer(text):
        message = f'{option}: {text} is no JSON Pointer; write "" for the whole row or /name/0'
        raise SpecError(message)
    return text


def read_where(text: str) -> WhereRule:
    """
    Read one `--where metadata.KEY=VALUE`.

    >>> read_where("metadata.model=m-1")
    WhereRule(target=('metadata', 'model'), text='m-1')
    """
    target, equals, value = text.partition("=")
    path = tuple(target.split("."))
    if not equals or path[0] != "metadata" or len(path) == 1 or not all(path):
        message = f"--where {text}: write metadata.KEY=VALUE, for example metadata.model=m-1"
        raise SpecError(message)
    return WhereRule(path, value)
