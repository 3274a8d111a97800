"""The generator writes the committed table from its pinned sources, and from no others."""

import shutil
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

from tests.shared import missing

ROOT = Path(__file__).resolve().parents[2]
GENERATOR = Path("tools/make_unicode17.py")
TABLE = Path("src/assertory/engine/text/_unicode17.py")
PINNED = {"fonttools": "4.65.0", "unicodedata2": "17.0.1"}


@pytest.fixture
def pinned() -> None:
    """Skip where the sources are not the pinned ones."""
    for name, wanted in PINNED.items():
        try:
            found = version(name)
        except PackageNotFoundError:
            found = "none"
        if found != wanted:
            missing(f"{name} {wanted}")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A tree that holds the generator and the committed table, and may be written to."""
    for path in (GENERATOR, TABLE):
        (tmp_path / path).parent.mkdir(parents=True)
        shutil.copy(ROOT / path, tmp_path / path)
    return tmp_path


def run(
    tree: Path, *arguments: str, first_on_path: Path | None = None, site: bool = True
) -> tuple[int, str]:
    """Run the generator of that tree; gives its exit code and what it said."""
    done = subprocess.run(
        [sys.executable, *([] if site else ["-S"]), str(tree / GENERATOR), *arguments],
        env={"PYTHONPATH": str(first_on_path or "")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == ""
    return done.returncode, done.stderr


def release(folder: Path, name: str, number: str) -> None:
    """Make another release of a package look installed there."""
    metadata = folder / f"{name}-{number}.dist-info" / "METADATA"
    metadata.parent.mkdir(parents=True)
    metadata.write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {number}\n", "utf-8")


@pytest.mark.usefixtures("pinned")
def test_the_committed_table_is_what_the_generator_writes() -> None:
    assert run(ROOT, "--check") == (0, "")


@pytest.mark.usefixtures("pinned")
def test_writing_again_gives_the_same_bytes(copy: Path) -> None:
    (copy / TABLE).unlink()
    assert run(copy) == (0, "")
    assert (copy / TABLE).read_bytes() == (ROOT / TABLE).read_bytes()


@pytest.mark.usefixtures("pinned")
@pytest.mark.parametrize("change", ["one-range", "line-ends", "absent"])
def test_a_difference_is_told_and_left_as_it_is(copy: Path, change: str) -> None:
    table = copy / TABLE
    if change == "one-range":
        table.write_bytes(table.read_bytes().replace(b"(0x0620, ", b"(0x0621, "))
    elif change == "line-ends":
        table.write_bytes(table.read_bytes().replace(b"\n", b"\r\n"))
    else:
        table.unlink()
    before = table.read_bytes() if table.exists() else None
    assert run(copy, "--check") == (1, f"{TABLE} is not what {GENERATOR.name} writes\n")
    assert (table.read_bytes() if table.exists() else None) == before


@pytest.mark.usefixtures("pinned")
@pytest.mark.parametrize("name", PINNED)
def test_another_release_is_refused(copy: Path, tmp_path: Path, name: str) -> None:
    release(tmp_path / "other", name, "99.0")
    said = f"refused: {name} {PINNED[name]} is needed, not 99.0\n"
    assert run(copy, first_on_path=tmp_path / "other") == (2, said)


@pytest.mark.usefixtures("pinned")
def test_another_unicode_version_is_refused(copy: Path, tmp_path: Path) -> None:
    """The pinned number alone is not trusted: the data must say 17.0.0 too."""
    other = tmp_path / "other" / "unicodedata2.py"
    other.parent.mkdir()
    other.write_text('unidata_version = "18.0.0"\n', "utf-8")
    said = "refused: Unicode 17.0.0 is needed, but unicodedata2 holds 18.0.0\n"
    assert run(copy, first_on_path=other.parent) == (2, said)


def test_absent_sources_are_refused(copy: Path) -> None:
    said = "refused: fonttools 4.65.0 is needed and none is installed\n"
    assert run(copy, site=False) == (2, said)
