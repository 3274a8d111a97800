"""The ground: the lock holds what it should, and every list of checks is the same list."""

import re
import tomllib
from itertools import chain

import pytest

import assertory
import dev
from tests.rooms.source import PROJECT

PYPROJECT = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
LOCK = (PROJECT / "requirements.lock").read_text(encoding="utf-8")
PINNED = r"^([a-z0-9-]+)==\S+(?: ;.*?)?((?: \\\n    --hash=sha256:[0-9a-f]{64})+)$"


def test_the_lock_pins_everything_by_hash_and_names_no_address() -> None:
    entries = re.sub(PINNED, "", LOCK, flags=re.MULTILINE)
    assert [line for line in entries.splitlines() if line and not line.startswith("    # ")] == []
    assert "://" not in LOCK
    assert "\n    # from /" not in LOCK


def test_the_lock_holds_every_dependency_that_the_project_names() -> None:
    named = [
        *PYPROJECT["build-system"]["requires"],
        *PYPROJECT["project"]["dependencies"],
        *(
            each
            for extra in PYPROJECT["project"]["optional-dependencies"].values()
            for each in extra
        ),
        *chain.from_iterable(PYPROJECT["dependency-groups"].values()),
    ]
    wanted = {re.split(r"[\[<>=~! ]", each.lower(), maxsplit=1)[0] for each in named}
    pinned = {name for name, _ in re.findall(PINNED, LOCK, re.MULTILINE)}
    assert wanted - pinned == {"assertory"}  # the extra `all` names the project itself


def test_pre_commit_runs_the_same_list_as_lint() -> None:
    hooks = (PROJECT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    entries = re.findall(r"^ +- id: (\w+)\n(?:.*\n)*? +entry: (.*)$", hooks, re.MULTILINE)
    assert entries == [(name, f"python3 dev.py lint {name}") for name in dev.LINT]


def test_python_is_bounded_alike_for_the_package_and_its_tasks() -> None:
    assert PYPROJECT["project"]["requires-python"] == ">=3.11,<3.15"
    classified = [c.rpartition(" ")[2] for c in PYPROJECT["project"]["classifiers"] if "3." in c]
    assert classified == list(dev.PYTHONS)


def test_the_package_has_one_version() -> None:
    assert assertory.__version__ == PYPROJECT["project"]["version"]


@pytest.mark.parametrize(
    ("arguments", "read"),
    [
        (["demo"], {"task": "demo"}),
        (["test"], {"task": "test", "all_pythons": False}),
        (["test", "--all-pythons"], {"task": "test", "all_pythons": True}),
        (["lint"], {"task": "lint", "names": []}),
        (["lint", "mypy", "rooms"], {"task": "lint", "names": ["mypy", "rooms"]}),
    ],
)
def test_the_tasks_are_read_from_the_command_line(arguments: list[str], read: object) -> None:
    assert dev.read(arguments) == read
