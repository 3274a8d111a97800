"""The schema: one for both databases, made by migrations, and guarded by the database itself."""

from pathlib import Path
from uuid import UUID, uuid4

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import ForeignKeyConstraint, Table, exc, insert, inspect, select, text, update

from assertory.store import dialect, migrate
from assertory.store.database import Database, Tenant
from assertory.store.tables import FIXED, METADATA, ORGANIZATION_ROWS, TEAM_ROWS, tenancy
from tests.store import rows

every_table = pytest.mark.parametrize("table", METADATA.sorted_tables, ids=lambda t: t.name)
CATALOG = {
    "sqlite": [("SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT LIKE 'alembic%'"
               " AND tbl_name NOT LIKE 'alembic%' AND type <> 'table'")],
    "postgresql": [
        ("SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'"
        " AND tablename <> 'alembic_version'"),
        ("SELECT tgrelid::regclass::text, pg_get_triggerdef(oid) FROM pg_trigger"
        " WHERE NOT tgisinternal"),
        "SELECT tablename, policyname, cmd, qual, with_check FROM pg_policies",
        ("SELECT relname, relrowsecurity, relforcerowsecurity FROM pg_class"
        " WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
        " AND relname <> 'alembic_version'"),
        ("SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint"
        " WHERE connamespace = 'public'::regnamespace AND conrelid <> 0"
        " AND conrelid::regclass::text <> 'alembic_version'"),
        "SELECT proname, prosrc FROM pg_proc WHERE proname LIKE 'assertory%'",
    ],
}  # fmt: skip


def catalog(database: Database) -> list[list[tuple[object, ...]]]:
    with database.read() as connection:
        return [
            sorted(map(tuple, connection.exec_driver_sql(query.replace("%", "%%")).all()), key=repr)
            if not dialect.is_sqlite(connection)
            else sorted(map(tuple, connection.exec_driver_sql(query).all()), key=repr)
            for query in CATALOG[connection.dialect.name]
        ]


def test_migrations_make_the_schema_that_the_tables_describe(
    database: Database, empty: Database
) -> None:
    """Columns by Alembic's own comparison; triggers, policies, indexes by the catalog."""
    with database.read() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    with empty.write() as connection:
        METADATA.create_all(connection)
    assert catalog(database) == catalog(empty)
    assert all(catalog(database))


@every_table
def test_a_row_can_name_no_row_of_another_tenant(table: Table) -> None:
    """The tenant is the first column of the key, and of each reference but those to the tenant."""
    for name, tenant in ((TEAM_ROWS, "team"), (ORGANIZATION_ROWS, "organization")):
        if table.name not in name:
            continue
        assert next(iter(table.primary_key)).name == tenant
        for constraint in table.constraints:
            if not isinstance(constraint, ForeignKeyConstraint):
                continue
            to = constraint.referred_table.name
            assert constraint.column_keys[0] == tenant or to == "user", constraint


@every_table
def test_every_table_says_whose_its_rows_are(table: Table) -> None:
    """A table of a team without row-level security holds ids only: see service.md, Access."""
    owned = table.name in (*TEAM_ROWS, *ORGANIZATION_ROWS)
    ids_only = {
        *("organization", "team", "user", "identity", "session", "api_token", "job"),
        *("organization_member", "team_member", "audit_head"),
    }
    assert owned or table.name in ids_only


@pytest.mark.parametrize("name", FIXED)
def test_a_fixed_row_is_never_changed(database: Database, name: str) -> None:
    tenant = rows.make(database)
    table = METADATA.tables[name]
    column = list(table.columns)[-1]
    for change in (update(table).values({column.name: None}), table.delete()):
        with (
            pytest.raises(exc.DBAPIError, match=f"rows of {name} are never changed"),
            database.write(tenant) as connection,
        ):
            connection.execute(change)
    with database.read(tenant) as connection:
        assert connection.execute(select(table)).all()


def test_rows_of_a_tenant_are_seen_by_it_alone(database: Database) -> None:
    """On PostgreSQL; on SQLite only the use cases keep tenants apart."""
    mine, other = rows.make(database), rows.make(database)
    if dialect.is_sqlite(database.engine):
        return
    for name in (*TEAM_ROWS, *ORGANIZATION_ROWS):
        table = METADATA.tables[name]
        column = "team" if name in TEAM_ROWS else "organization"
        seen = {}
        for tenant in (None, mine, other, Tenant(mine.organization, other.team)):
            with database.read(tenant) as connection:
                seen[tenant] = set(connection.execute(select(table.c[column])).scalars())
        assert seen[None] == set(), name
        assert seen[mine] == {getattr(mine, column)}, name
        assert seen[other] == {getattr(other, column)}, name


def test_rows_of_another_tenant_cannot_be_written(database: Database) -> None:
    mine, other = rows.make(database), rows.make(database)
    if dialect.is_sqlite(database.engine):
        return
    row = {"organization": other.organization, "id": uuid4(), "name": "x", "permissions": []}
    with (
        pytest.raises(exc.DBAPIError, match="row-level security"),
        database.write(mine) as connection,
    ):
        connection.execute(insert(tenancy.role).values(row))
    with database.write(mine) as connection:
        named = tenancy.role.c.organization == other.organization
        changed = connection.execute(update(tenancy.role).where(named).values(name="taken"))
        assert changed.rowcount == 0


def test_a_tenant_does_not_outlive_its_transaction(database: Database) -> None:
    mine = rows.make(database)
    with database.read(mine) as connection:
        assert connection.execute(select(tenancy.role)).all()
    if dialect.is_sqlite(database.engine):
        return
    with database.read() as connection:
        assert not connection.execute(select(tenancy.role)).all()


def test_the_state_of_the_schema(empty: Database) -> None:
    assert empty.schema() == "empty"
    empty.migrate()
    assert empty.schema() == "current"
    empty.migrate()  # again changes nothing
    with empty.write() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = 'of tomorrow'"))
    assert empty.schema() == "unknown"


def test_a_database_of_somebody_else_is_unknown(empty: Database) -> None:
    with empty.write() as connection:
        connection.execute(text("CREATE TABLE theirs (id integer)"))
    assert empty.schema() == "unknown"


def test_a_migration_that_fails_leaves_nothing(
    empty: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: object) -> None:
        raise migrate.BrokenReference

    monkeypatch.setattr(migrate, "_check_references", broken)
    with pytest.raises(migrate.BrokenReference):
        empty.migrate()
    assert empty.schema() == "empty"
    assert inspect(empty.engine).get_table_names() == []


def test_a_migration_that_breaks_a_reference_is_undone(tmp_path: Path) -> None:
    """PostgreSQL refuses the statement itself; SQLite is asked at the end."""
    database = Database(f"sqlite:///{tmp_path / 'test.db'}")
    database.migrate()
    with database.engine.connect() as connection:
        connection.exec_driver_sql("COMMIT")
        connection.exec_driver_sql("PRAGMA foreign_keys = OFF")
        connection.exec_driver_sql("BEGIN")
        row = {"organization": uuid4(), "seq": 0, "hash": "00" * 32}
        connection.execute(insert(tenancy.audit_head).values(row))
        connection.commit()
    database.close()
    with pytest.raises(migrate.BrokenReference, match="audit_head row 1 -> organization"):
        database.migrate()
    database.close()


@pytest.mark.parametrize("address", ["mysql://x/y", "postgres", "oracle:///x"])
def test_another_database_is_refused(address: str) -> None:
    with pytest.raises((ValueError, exc.ArgumentError)):
        Database(address)


def test_a_full_sync_can_be_asked_for(tmp_path: Path) -> None:
    for wanted, number in (("NORMAL", 1), ("FULL", 2)):
        database = Database(f"sqlite:///{tmp_path / 'test.db'}", synchronous=wanted)
        with database.read() as connection:
            assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == number
            assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
            assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        database.close()
    with pytest.raises(ValueError, match="NORMAL or FULL, not OFF"):
        Database("sqlite://", synchronous="OFF")


def test_ids_are_kept_as_they_are(database: Database) -> None:
    tenant = rows.make(database)
    with database.read(tenant) as connection:
        found = connection.execute(select(tenancy.role.c.organization)).scalars().first()
    assert isinstance(found, UUID)
    assert found == tenant.organization
