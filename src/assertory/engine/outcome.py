"""Passed, failed, abstained: what a check found, and how groups combine it."""

from dataclasses import dataclass
from typing import Final, Literal

Outcome = Literal["passed", "failed", "abstained"]

# With this order the two tables of requirements ("all / any") are min and max: `all` fails if any
# child failed, else abstains if any abstained; `any` passes if any passed, else abstains likewise.
FAILED_RANK: Final = 0
ABSTAINED_RANK: Final = 1
PASSED_RANK: Final = 2
OUTCOMES: Final[tuple[Outcome, ...]] = ("failed", "abstained", "passed")


@dataclass(frozen=True, slots=True, eq=False)
class Finding:
    """What one check found: its outcome, the stable reason beside it, and its rank."""

    outcome: Outcome
    reason: str | None
    rank: int


def failed(reason: str) -> Finding:
    """Give the finding of a check that failed for `reason`."""
    return Finding("failed", reason, FAILED_RANK)


def abstained(reason: str) -> Finding:
    """Give the finding of a check that can't be decided for `reason`."""
    return Finding("abstained", reason, ABSTAINED_RANK)


PASSED: Final = Finding("passed", None, PASSED_RANK)
WRONG_TYPE: Final = failed("wrong_type")
POINTER_MISSING: Final = abstained("pointer_missing")
EVIDENCE_UNAVAILABLE: Final = abstained("assertion_evidence_unavailable")
EVIDENCE_NOT_JSON: Final = abstained("evidence_not_json")
