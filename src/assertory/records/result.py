"""What grading one row gave, and what all the rows of a run gave."""

from dataclasses import dataclass
from typing import Any, Literal

LeafResult = tuple[str, str, str, str | None]  # at, op, outcome, reason
RowOutcome = Literal["passed", "failed", "abstained", "error"]


@dataclass(frozen=True, slots=True)
class RowError:
    """Why a row has no outcome: a stable code, and a sentence for people."""

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class RowResult:
    """
    One graded row, or the error that stands in its place.

    leaves holds (at, op, outcome, reason) of every check, in configuration order, and deciding
    those that made the outcome what it is; explanation, in its canonical bytes, and receipt are
    None for an error.
    """

    file: str | None  # the name as given, where several files were; else None
    row: int
    offset: int
    id: str | int | float | None  # the row's own `id`, where it is a text or a number
    outcome: RowOutcome
    reason: str | None
    value: Literal[0, 1] | None
    label: Literal["yes", "no"] | None
    leaves: tuple[LeafResult, ...]
    deciding: tuple[LeafResult, ...]
    explanation: bytes | None
    receipt: dict[str, Any] | None
    error: RowError | None


@dataclass(frozen=True, slots=True)
class CheckInfo:
    """One check of the evaluator, for summaries: its pointer, and a sentence that says it."""

    at: str
    op: str
    sentence: str


@dataclass(frozen=True, slots=True)
class RunInfo:
    """What a run was asked to do, known before its first row."""

    answers: tuple[str, ...]
    evaluator: str
    semantics: str
    config_hash: str
    engine_version: str
    re2_version: str
    checks: tuple[CheckInfo, ...]
