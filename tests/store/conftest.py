"""Every test of the store runs on both databases, each test on a database of its own."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from assertory.store.database import Database
from tests import postgres
from tests.shared import missing

NUMBERS = count(1)
TEMPLATE = "template_assertory"


@pytest.fixture(scope="session")
def server() -> Iterator[postgres.Server | None]:
    with postgres.server() as started:
        if started is not None:
            started.statement(f"CREATE DATABASE {TEMPLATE} OWNER {postgres.ROLE}")
            made = Database(started.address(TEMPLATE))
            made.migrate()
            made.close()
        yield started


@pytest.fixture(params=["sqlite", "postgresql"])
def kind(request: pytest.FixtureRequest) -> str:
    """Which of the two databases; all databases of one test are of one kind."""
    return str(request.param)


@pytest.fixture
def empty(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    """A database without a schema."""
    made = Database(address(kind, request, tmp_path, "template1"))
    yield made
    made.close()


@pytest.fixture
def database(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    """A database with the schema."""
    made = Database(address(kind, request, tmp_path, TEMPLATE))
    if kind == "sqlite":
        made.migrate()
    yield made
    made.close()


def address(kind: str, request: pytest.FixtureRequest, folder: Path, template: str) -> str:
    number = next(NUMBERS)
    if kind == "sqlite":
        return f"sqlite:///{folder / f'{number}.db'}"
    started: postgres.Server | None = request.getfixturevalue("server")
    if started is None:
        missing("PostgreSQL (Debian: apt install postgresql)")
        raise AssertionError  # `missing` has ended the test
    name = f"test_{number}"
    started.statement(f"CREATE DATABASE {name} OWNER {postgres.ROLE} TEMPLATE {template}")
    return started.address(name)
