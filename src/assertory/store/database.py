"""A database: transactions that know whose rows they may see, and the state of the schema."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal, NamedTuple
from uuid import UUID

from sqlalchemy import Connection, inspect

from assertory.store import dialect, migrate


class Tenant(NamedTuple):
    """Whose rows a transaction sees: those of an organization, and of one team in it."""

    organization: UUID
    team: UUID | None = None


class Database:
    """
    An open database.

    Takes:   address, `sqlite:///FILE` or `postgresql://…`.
    Every transaction is begun here, and ends with its block: well at its end, or undone where it
    raises. Without a tenant, on PostgreSQL, no team's and no organization's row is seen at all.
    """

    def __init__(self, address: str, *, synchronous: str = "NORMAL") -> None:
        self.engine = dialect.open_engine(address, synchronous=synchronous)

    @contextmanager
    def read(self, tenant: Tenant | None = None) -> Iterator[Connection]:
        """Begin a transaction that only reads, and sees one state throughout."""
        with self._begin(tenant, writes=False) as connection:
            yield connection

    @contextmanager
    def write(self, tenant: Tenant | None = None) -> Iterator[Connection]:
        """Begin a transaction that writes; keep grading, parsing, hashing and network out of it."""
        with self._begin(tenant, writes=True) as connection:
            yield connection

    @contextmanager
    def _begin(self, tenant: Tenant | None, *, writes: bool) -> Iterator[Connection]:
        options: dict[str, object] = {dialect.WRITES: writes}
        if not writes and not dialect.is_sqlite(self.engine):
            options |= {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        with self.engine.connect() as plain:
            connection = plain.execution_options(**options)
            with connection.begin():
                if tenant is not None:
                    team = "" if tenant.team is None else str(tenant.team)
                    dialect.set_tenant(connection, str(tenant.organization), team)
                yield connection

    def schema(self) -> Literal["empty", "older", "current", "unknown"]:
        """Tell how the schema stands to this release; `unknown` is newer or no schema of ours."""
        with self.engine.connect() as connection:
            revision = migrate.revision(connection)
            if revision is None:
                return "unknown" if inspect(connection).get_table_names() else "empty"
        if revision == migrate.head():
            return "current"
        return "older" if revision in migrate.known() else "unknown"

    def migrate(self) -> None:
        """Bring the schema to this release, in one transaction."""
        migrate.upgrade(self.engine)

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()
