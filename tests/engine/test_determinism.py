"""The same on every machine, Python and run: one digest over a fixed corpus, written down here."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engine.determinism import digest

ROOT = Path(__file__).resolve().parents[2]
# It changes only where the meaning changes, which semantics `.../v1` forbids; the tests run on
# every supported Python, so that an equal digest on each is what makes them agree.
DIGEST = "477c40016a62d402f6cabdbadf95fd51815964c282527855bbd889e3039319ed"


def test_the_digest_is_the_one_written_down() -> None:
    assert digest() == DIGEST


@pytest.mark.parametrize("seed", ["0", "1", "4294967295"])
def test_another_process_with_another_hash_seed_gives_the_same(seed: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.engine.determinism"],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == DIGEST
    assert done.stderr == ""
