"""The 620 shared conformance cases, each a test of its own, read where they lie."""

import pytest

from tests.conformance.case_file import Case, read_case_file
from tests.conformance.harness import disagreements
from tests.shared import SHARED, shared_dir

CASES = [
    case
    for path in sorted((SHARED / "conformance").glob("*.json"))
    for case in read_case_file(path)
]


def test_all_620_cases_are_here() -> None:
    """No case of the shared folder is lost on the way, and none counts twice."""
    shared_dir("conformance")  # skips where it is absent, fails with CI=true
    assert len(CASES) == 620
    assert len({case.id for case in CASES}) == 620


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_shared_case(case: Case) -> None:
    """The engine does everything that the case expects."""
    assert disagreements(case) == []
