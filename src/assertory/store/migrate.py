"""Migrations of the schema: one history for both databases, each step in one transaction."""

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine

from assertory.store import dialect

STEPS: Final = Path(__file__).with_name("migrations")


class BrokenReference(RuntimeError):
    """Rows that a migration left referring to nothing; all of it was undone."""


def _configuration() -> Config:
    configuration = Config()
    configuration.set_main_option("script_location", str(STEPS).replace("%", "%%"))
    return configuration


def head() -> str | None:
    """Give the newest revision of this release."""
    return ScriptDirectory.from_config(_configuration()).get_current_head()


def known() -> set[str]:
    """Give every revision that this release can upgrade."""
    script = ScriptDirectory.from_config(_configuration())
    return {step.revision for step in script.walk_revisions()}


def revision(connection: Connection) -> str | None:
    """Give the revision a database is at, None where it has none."""
    return MigrationContext.configure(connection).get_current_revision()


def upgrade(engine: Engine) -> None:
    """
    Upgrade a database to the newest revision, all or nothing.

    Raises:  BrokenReference where SQLite finds a row that refers to nothing afterwards.
    """
    with engine.connect() as plain:
        connection = plain.execution_options(**{dialect.WRITES: True})
        if dialect.is_sqlite(engine):
            # SQLite changes a table by making it anew: with foreign keys on, what refers to the
            # old one would be deleted with it. It can't be switched inside a transaction.
            connection.connection.driver_connection.execute("PRAGMA foreign_keys = OFF")  # type: ignore[union-attr]
        try:
            with connection.begin():
                configuration = _configuration()
                configuration.attributes["connection"] = connection
                command.upgrade(configuration, "head")
                _check_references(connection)
        finally:
            if dialect.is_sqlite(engine):
                connection.connection.driver_connection.execute("PRAGMA foreign_keys = ON")  # type: ignore[union-attr]


def _check_references(connection: Connection) -> None:
    if not dialect.is_sqlite(connection):
        return  # PostgreSQL checks each statement
    broken = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchmany(5)
    if broken:
        rows = ", ".join(f"{table} row {row} -> {parent}" for table, row, parent, _ in broken)
        message = f"the migration was undone: it left rows that refer to nothing: {rows}"
        raise BrokenReference(message)
