"""What holds for every test: how Hypothesis draws, and that CI leaves nothing out."""

import os
from collections.abc import Generator

import pytest
from hypothesis import settings

IN_CI = os.environ.get("CI") == "true"

# No deadline: no test of this project asserts on a clock. In CI the same examples every time, so
# that a red run is the change's doing; elsewhere new ones every time, so that somebody finds more.
settings.register_profile("assertory", deadline=None, derandomize=IN_CI, print_blob=True)
settings.load_profile("assertory")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Refuse, in CI, a test that skips itself: whatever it needs has to be there."""
    report = yield
    refuse_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Refuse, in CI, a file that skips itself while it is collected."""
    report = yield
    refuse_skip(report)
    return report


def refuse_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Turn a report of a skip into one of a failure, where CI=true; an expected failure is none."""
    if IN_CI and report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"left out, and CI=true demands it: {reason}"
