"""Where the tests find the shared material, and what its absence means."""

import os
from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[2] / "shared"


def missing(what: str) -> None:
    """Skip the running test because `what` is not on this machine; fail where CI=true."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"{what} is absent, and CI=true demands it")
    pytest.skip(f"{what} is absent")


def shared_dir(name: str) -> Path:
    """The folder `../shared/NAME` beside the project; skips (or fails in CI) where it is absent."""
    folder = SHARED / name
    if not folder.is_dir():
        missing(f"../shared/{name}")
    return folder
