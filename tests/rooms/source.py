"""The source as the architecture tests read it: its files, their trees and what they import."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
PACKAGE = PROJECT / "src" / "assertory"


def files(room: str = "") -> list[Path]:
    """Every Python file of a room, or of the whole package."""
    chosen = PACKAGE / room
    return sorted(chosen.rglob("*.py") if chosen.is_dir() else [chosen.with_suffix(".py")])


def name(path: Path) -> str:
    """A file's name inside the package, as a test's id and message show it."""
    return path.relative_to(PACKAGE).as_posix()


@cache
def tree(path: Path) -> ast.Module:
    """The syntax tree of a file."""
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def imports(path: Path) -> Iterator[tuple[str, bool]]:
    """Each module that a file imports, by its full name, and whether a function does it late."""
    late = {
        id(node)
        for function in ast.walk(tree(path))
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
    }
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, id(node) in late
        elif isinstance(node, ast.ImportFrom):
            # Relative imports are refused by ruff (TID252), so `module` is always a full name.
            yield node.module or "", id(node) in late


def rooms() -> set[str]:
    """The top-level names of the package that exist."""
    found = {path.relative_to(PACKAGE).parts[0].removesuffix(".py") for path in files()}
    return found - {"__init__"}
