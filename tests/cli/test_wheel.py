"""The wheel carries what the commands read: the example and the published schemas."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from zipfile import ZipFile

import pytest

import assertory
from assertory.cli.evaluator import SCHEMAS
from assertory.cli.init import EXAMPLE
from tests.shared import missing

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The names of the files in a wheel of this tree."""
    if find_spec("hatchling") is None:
        missing("hatchling")
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    (built,) = folder.glob(f"assertory-{assertory.__version__}-*.whl")
    with ZipFile(built) as archive:
        return archive.namelist()


@pytest.mark.parametrize(
    "name",
    [
        *(f"assertory/cli/example/{name}" for name in EXAMPLE),
        *(f"assertory/schemas/{name}" for name in SCHEMAS.values()),
        "assertory/py.typed",
    ],
)
def test_the_wheel_carries(name: str, wheel: list[str]) -> None:
    assert wheel.count(name) == 1
