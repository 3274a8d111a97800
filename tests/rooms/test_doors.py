"""Each thing from outside comes in by its own door: packages, the environment, asynchrony."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.rooms import source

DOORS = {  # a package from outside, and the rooms or files that may import it
    "re2": ["engine/text/re2.py"],
    "orjson": ["batch", "report", "cli"],
    "rich": ["report", "cli"],
    "typer": ["cli"],
    "click": ["cli"],
    "pyarrow": ["batch"],
    "zstandard": ["batch"],
    "sqlalchemy": ["store"],
    "alembic": ["store"],
    "psycopg": ["store"],
}
ENVIRONMENT = ["settings.py", "batch/daft.py"]  # Daft and Ray are told by variables alone

every_file = pytest.mark.parametrize("path", source.files(), ids=source.name)


def inside(path: Path, places: list[str]) -> bool:
    """Whether a file is one of the named files, or lies in one of the named rooms."""
    return any(
        path in (source.PACKAGE / place, source.PACKAGE / f"{place}.py")
        or path.is_relative_to(source.PACKAGE / place)
        for place in places
    )


@every_file
def test_a_package_is_imported_only_at_its_door(path: Path) -> None:
    for module, _ in source.imports(path):
        package = module.partition(".")[0]
        if package != "assertory" and package not in sys.stdlib_module_names:
            assert package in DOORS, f"{package} has no door yet: give it one in this table"
            assert inside(path, DOORS[package]), f"{package} is imported only in {DOORS[package]}"


@every_file
def test_only_settings_reads_the_environment(path: Path) -> None:
    names = {"environ", "environb", "getenv", "getenvb", "putenv", "unsetenv"}
    for node in ast.walk(source.tree(path)):
        if isinstance(node, ast.Attribute):
            reads = (
                isinstance(node.value, ast.Name) and node.value.id == "os" and node.attr in names
            )
        elif isinstance(node, ast.ImportFrom):
            reads = node.module == "os" and any(alias.name in names for alias in node.names)
        else:
            continue
        assert not reads or inside(path, ENVIRONMENT), f"line {node.lineno}: ask settings"


@every_file
def test_only_the_gateway_is_asynchronous(path: Path) -> None:
    kinds = ast.AsyncFunctionDef | ast.AsyncFor | ast.AsyncWith
    lines = [node.lineno for node in ast.walk(source.tree(path)) if isinstance(node, kinds)]
    assert not lines or inside(path, ["gateway"]), f"asynchronous at lines {lines}"


def test_importing_the_library_loads_nothing_heavy() -> None:
    """Whoever needs verdicts alone pays for the engine alone."""
    heavy = ["sqlalchemy", "fastapi", "typer", "rich", "orjson", "pyarrow", "asyncio", "logging"]
    program = f"import sys, assertory; print(*set({heavy}) & set(sys.modules))"
    loaded = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert loaded.stdout.split() == []
