"""The one file that knows SQLite from PostgreSQL: connections, locks, the clock, bulk inserts."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import sqlalchemy
from sqlalchemy import BigInteger, Connection, Engine, Select, Table, event, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.pool import ConnectionPoolEntry
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement

from assertory.store.tables import FIXED, METADATA, ORGANIZATION_ROWS, TEAM_ROWS

WRITES: Final = "assertory_writes"  # the execution option of a connection that will write
BUSY_MS: Final = 10_000
POOL_SIZE: Final = 10
# NORMAL is 77 times faster and may lose the last commits when the machine loses its power; FULL
# loses none. A process that dies loses nothing either way.
SYNCHRONOUS: Final = ("NORMAL", "FULL")


class now_us(FunctionElement[int]):  # noqa: N801 - written in queries like SQL's own functions
    """The database's own clock in microseconds: all times come from it, and from nowhere else."""

    type = BigInteger()
    inherit_cache = True


@compiles(now_us, "postgresql")
def _(element: object, compiler: SQLCompiler, **_: object) -> str:  # noqa: ARG001
    # now() would be the start of the transaction.
    return "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint"


@compiles(now_us, "sqlite")
def _(element: object, compiler: SQLCompiler, **_: object) -> str:  # noqa: ARG001
    return "CAST((julianday('now') - 2440587.5) * 86400000000.0 AS INTEGER)"


def is_sqlite(bound: Connection | Engine) -> bool:
    """Tell which of the two databases this is."""
    return bound.dialect.name == "sqlite"


def open_engine(address: str, *, synchronous: str = "NORMAL") -> Engine:
    """
    Open a database.

    Takes:   address, `sqlite:///FILE` or `postgresql://…`; synchronous, of SQLite only.
    Raises:  ValueError for any other address.
    """
    url = make_url(address)
    if url.get_backend_name() == "sqlite":
        return _open_sqlite(url, synchronous)
    if url.get_backend_name() == "postgresql":
        url = url.set(drivername="postgresql+psycopg")
        return sqlalchemy.create_engine(url, pool_size=POOL_SIZE, pool_pre_ping=True)
    message = (
        f"the database address begins with {url.drivername}:;"
        " it is sqlite:///FILE or postgresql://USER@HOST/NAME"
    )
    raise ValueError(message)


def _open_sqlite(url: URL, synchronous: str) -> Engine:
    if synchronous not in SYNCHRONOUS:
        message = f"synchronous is {' or '.join(SYNCHRONOUS)}, not {synchronous}"
        raise ValueError(message)
    engine = sqlalchemy.create_engine(url)

    @event.listens_for(engine, "connect")
    def _connected(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
        # The driver must not begin transactions by itself: it would begin them as readers.
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in (
            "journal_mode = WAL",
            f"synchronous = {synchronous}",
            f"busy_timeout = {BUSY_MS}",
            "foreign_keys = ON",
            "secure_delete = ON",  # erased content is overwritten, not only let go
        ):
            cursor.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _begun(connection: Connection) -> None:
        # A reader that turns into a writer fails at once where another has written meanwhile.
        writes = connection.get_execution_options().get(WRITES, False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def set_tenant(connection: Connection, organization: str, team: str) -> None:
    """Tell PostgreSQL whose rows this transaction may see; empty names see none."""
    if not is_sqlite(connection):
        connection.execute(
            text(
                "SELECT set_config('assertory.organization', :organization, true),"
                " set_config('assertory.team', :team, true)"
            ),
            {"organization": organization, "team": team},
        )


def skip_locked(query: Select[Any], table: Table) -> Select[Any]:
    """Lock the rows of `table` that a query finds, passing over those that another holds."""
    return query.with_for_update(of=table, skip_locked=True)  # SQLite has one writer anyhow


def insert_or_nothing(connection: Connection, table: Table) -> "postgresql.Insert | sqlite.Insert":
    """Give an insert that leaves out a row whose key, or other unique value, is there already."""
    if is_sqlite(connection):
        return sqlite.insert(table).on_conflict_do_nothing()
    return postgresql.insert(table).on_conflict_do_nothing()


def insert_new(connection: Connection, table: Table, rows: Sequence[Mapping[str, object]]) -> int:
    """
    Insert the rows whose primary key isn't there yet, in the order of their keys.

    Takes:   rows, all with the same members.
    Gives:   how many were new. The order is the same for every writer, so that two of them never
             wait for each other in a circle.
    """
    if not rows:
        return 0
    if is_sqlite(connection):
        statement = sqlite.insert(table).on_conflict_do_nothing()
        before = connection.exec_driver_sql("SELECT total_changes()").scalar_one()
        connection.execute(statement, list(rows))
        after = connection.exec_driver_sql("SELECT total_changes()").scalar_one()
        return int(after - before)
    names = list(rows[0])
    staged = _staged(connection, table)
    _copy(connection, staged, table, names, rows)
    chosen = sqlalchemy.select(*(staged.c[name] for name in names))
    keys = [staged.c[column.name] for column in table.primary_key]
    new = (
        postgresql.insert(table).from_select(names, chosen.order_by(*keys)).on_conflict_do_nothing()
    )
    found = connection.execute(new, execution_options={"preserve_rowcount": True})
    connection.execute(staged.delete())  # the transaction may insert again
    return found.rowcount


def _staged(connection: Connection, table: Table) -> Table:
    """Give the connection's own empty copy of a table: COPY can't pass row-level security."""
    name = f"new_{table.name}"
    connection.exec_driver_sql(
        f'CREATE TEMPORARY TABLE IF NOT EXISTS "{name}"'
        f' (LIKE "{table.name}" INCLUDING DEFAULTS) ON COMMIT DELETE ROWS'
    )
    columns = (sqlalchemy.Column(column.name, column.type) for column in table.columns)
    return Table(name, sqlalchemy.MetaData(), *columns)


def _copy(
    connection: Connection,
    staged: Table,
    table: Table,
    names: list[str],
    rows: Sequence[Mapping[str, object]],
) -> None:
    dialect = connection.dialect
    turn = [
        table.c[name].type.dialect_impl(dialect).bind_processor(dialect) or _as_it_is
        for name in names
    ]
    listed = ", ".join(f'"{name}"' for name in names)
    statement = f'COPY "{staged.name}" ({listed}) FROM STDIN'
    driver: Any = connection.connection.driver_connection
    with driver.cursor() as cursor, cursor.copy(statement) as to:
        for row in rows:
            to.write_row([step(row[name]) for step, name in zip(turn, names, strict=True)])


def _as_it_is(value: object) -> object:
    return value


# ------------------------------------------------- what the database itself refuses, or hides


def guards(dialect: str) -> Iterator[str]:
    """Give the statements that keep fixed rows fixed, and on PostgreSQL tenants apart."""
    if dialect == "sqlite":
        for name in FIXED:
            for verb in ("UPDATE", "DELETE"):
                yield (
                    f'CREATE TRIGGER fixed_{name}_{verb.lower()} BEFORE {verb} ON "{name}"'
                    f" BEGIN SELECT RAISE(ABORT, 'rows of {name} are never changed'); END"
                )
        return
    yield (
        "CREATE FUNCTION assertory_fixed() RETURNS trigger LANGUAGE plpgsql AS"
        " $$ BEGIN RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME; END $$"
    )
    for name in FIXED:
        yield (
            f'CREATE TRIGGER fixed_{name} BEFORE UPDATE OR DELETE OR TRUNCATE ON "{name}"'
            " FOR EACH STATEMENT EXECUTE FUNCTION assertory_fixed()"
        )
    for tenant, tables in (("team", TEAM_ROWS), ("organization", ORGANIZATION_ROWS)):
        for name in tables:
            yield f'ALTER TABLE "{name}" ENABLE ROW LEVEL SECURITY'
            yield f'ALTER TABLE "{name}" FORCE ROW LEVEL SECURITY'
            # The setting comes back empty, and not null, once a transaction has had it.
            mine = f"\"{tenant}\" = nullif(current_setting('assertory.{tenant}', true), '')::uuid"
            yield f'CREATE POLICY tenant ON "{name}" USING ({mine}) WITH CHECK ({mine})'


@event.listens_for(METADATA, "after_create")
def _guarded(_: sqlalchemy.MetaData, connection: Connection, **__: object) -> None:
    for statement in guards(connection.dialect.name):
        connection.exec_driver_sql(statement.replace("%", "%%"))
