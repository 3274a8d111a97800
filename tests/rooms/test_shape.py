"""The shape of the source: small files and functions, captions, and a map that is true."""

import ast
import re
from pathlib import Path

import pytest

from tests.rooms import source

FILE_LINES_MAX = 400
FUNCTION_LINES_MAX = 60
GENERATED = {"engine/text/_unicode17.py", "store/migrations/versions/0001_the_first_schema.py"}

own_files = pytest.mark.parametrize(
    "path", [path for path in source.files() if source.name(path) not in GENERATED], ids=source.name
)


@own_files
def test_a_file_is_short(path: Path) -> None:
    lines = len(path.read_text(encoding="utf-8").splitlines())
    assert lines <= FILE_LINES_MAX, f"{lines} lines"


@own_files
def test_a_function_fits_on_a_screen(path: Path) -> None:
    """What is counted is what it does: its signature and docstring say what it is."""
    for node in ast.walk(source.tree(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            documented = ast.get_docstring(node) is not None
            first, last = node.body[1 if documented and len(node.body) > 1 else 0], node.body[-1]
            lines = (last.end_lineno or last.lineno) - first.lineno + 1
            assert lines <= FUNCTION_LINES_MAX, f"{node.name} has {lines} lines"


@own_files
def test_a_module_says_in_one_sentence_what_it_is(path: Path) -> None:
    caption = ast.get_docstring(source.tree(path))
    assert caption is not None, "no docstring"
    assert caption.endswith("."), caption
    assert not re.search(r"\n\n|[.!?]\s+[A-Z]", caption), f"more than one sentence: {caption}"


def test_the_map_in_contributing_lists_the_rooms_that_exist_with_their_captions() -> None:
    """A row of the map is `| name | the docstring of that module |`."""
    text = (source.PROJECT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    listed = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", text, re.MULTILINE))
    assert listed == {room: caption_of(room) for room in source.rooms()}


def caption_of(room: str) -> str:
    """The one sentence with which a room's own file begins."""
    folder = source.PACKAGE / room
    path = folder / "__init__.py" if folder.is_dir() else folder.with_suffix(".py")
    return " ".join((ast.get_docstring(source.tree(path)) or "").split())
