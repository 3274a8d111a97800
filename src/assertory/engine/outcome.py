"""Passed, failed, abstained: what a check found, and how groups combine it."""

from collections.abc import Callable
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

    def __reduce__(self) -> "tuple[Callable[[Outcome, str | None], Finding], tuple[object, ...]]":
        """Copy to itself: what was found is told by which finding it is."""
        return finding, (self.outcome, self.reason)


_FINDINGS: Final[dict[tuple[Outcome, str | None], Finding]] = {}


def finding(outcome: Outcome, reason: str | None) -> Finding:
    """Give the one finding of an outcome and its reason."""
    key = outcome, reason
    if key not in _FINDINGS:
        _FINDINGS[key] = Finding(outcome, reason, OUTCOMES.index(outcome))
    return _FINDINGS[key]


def failed(reason: str) -> Finding:
    """Give the finding of a check that failed for `reason`."""
    return finding("failed", reason)


def abstained(reason: str) -> Finding:
    """Give the finding of a check that can't be decided for `reason`."""
    return finding("abstained", reason)


PASSED: Final = finding("passed", None)
WRONG_TYPE: Final = failed("wrong_type")
POINTER_MISSING: Final = abstained("pointer_missing")
EVIDENCE_UNAVAILABLE: Final = abstained("assertion_evidence_unavailable")
EVIDENCE_NOT_JSON: Final = abstained("evidence_not_json")
