"""The engine is pure: what it may import, and what it may never call."""

import ast
import sys
from pathlib import Path

import pytest

from tests.rooms import source

ALLOWED = {
    "codecs",
    "collections",
    "collections.abc",
    "dataclasses",
    "enum",
    "functools",
    "hashlib",
    "itertools",
    "json",
    "json.decoder",
    "json.encoder",
    "json.scanner",
    "math",
    "typing",
}
FORBIDDEN_CALLS = {"open", "print", "eval", "exec", "compile", "input", "breakpoint", "__import__"}

engine_files = pytest.mark.parametrize("path", source.files("engine"), ids=source.name)


@engine_files
def test_imports_of_the_standard_library_only_what_is_listed(path: Path) -> None:
    """A deny list can't name a module nobody has thought of; this list names what is allowed."""
    used = {module for module, _ in source.imports(path) if is_standard(module)}
    assert used <= ALLOWED


@engine_files
def test_imports_packages_late_except_re2(path: Path) -> None:
    """Which packages, and where, is told in test_doors; here, that `import assertory` is cheap."""
    for module, late in source.imports(path):
        inside = is_standard(module) or module.partition(".")[0] == "assertory"
        assert late or inside or module == "re2", f"{module}: import it where it is needed"


@engine_files
def test_calls_nothing_that_reaches_outside(path: Path) -> None:
    """These need no import, so that no import rule can see them."""
    names = (node for node in ast.walk(source.tree(path)) if isinstance(node, ast.Name))
    reached = {f"{node.id}, line {node.lineno}" for node in names if node.id in FORBIDDEN_CALLS}
    assert not reached


def is_standard(module: str) -> bool:
    """Whether a module belongs to the standard library."""
    return module.partition(".")[0] in sys.stdlib_module_names
