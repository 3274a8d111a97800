"""The audit log: nothing in it can be changed, left out, put in or cut off without being seen."""

import threading
from uuid import UUID, uuid4

import pytest
from sqlalchemy import delete, insert, select, update

from assertory.store import audit, dialect
from assertory.store.audit import Entry, Verified
from assertory.store.database import Database, Tenant
from assertory.store.tables import tenancy


def organization(database: Database) -> Tenant:
    tenant = Tenant(uuid4())
    with database.write(tenant) as connection:
        named = {"slug": str(tenant.organization), "name": "x", "state": "active", "created_at": 1}
        connection.execute(insert(tenancy.organization).values(id=tenant.organization, **named))
        audit.begin(connection, tenant.organization)
    return tenant


def write(database: Database, tenant: Tenant, *actions: str) -> str:
    entries = [
        Entry(
            action, f"evaluator {uuid4()}", uuid4(), uuid4(), {"number": n, "name": "é\U0001f600"}
        )
        for n, action in enumerate(actions)
    ]
    with database.write(tenant) as connection:
        return audit.append(connection, tenant.organization, entries)


def verified(database: Database, tenant: Tenant, head: str | None = None) -> Verified:
    with database.read(tenant) as connection:
        return audit.verify(connection, tenant.organization, head)


def tampered(database: Database, tenant: Tenant, *statements: object) -> None:
    """As somebody who may change the schema would."""
    with database.write(tenant) as connection:
        if dialect.is_sqlite(connection):
            for verb in ("update", "delete"):
                connection.exec_driver_sql(f"DROP TRIGGER IF EXISTS fixed_audit_{verb}")
        else:
            connection.exec_driver_sql("ALTER TABLE audit DISABLE TRIGGER fixed_audit")
        for statement in statements:
            connection.execute(statement)  # type: ignore[call-overload]


def test_a_log_that_nobody_touched_holds(database: Database) -> None:
    tenant = organization(database)
    empty = verified(database, tenant)
    assert (empty.rows, empty.problem) == (0, None)
    assert verified(database, tenant, empty.head).problem is None
    first = write(database, tenant, "a", "b")
    second = write(database, tenant, "c")
    assert write(database, tenant) == second
    for head in (None, empty.head, first, second):
        assert verified(database, tenant, head) == Verified(3, second, None)


def test_logs_are_apart(database: Database) -> None:
    first, second = organization(database), organization(database)
    write(database, first, "a")
    write(database, second, "a", "b")
    assert verified(database, first).rows == 1
    assert verified(database, second).rows == 2
    assert verified(database, first).head != verified(database, second).head


ROW = tenancy.audit


@pytest.mark.parametrize(
    ("change", "rows", "problem"),
    [
        (lambda: [update(ROW).where(ROW.c.seq == 2).values(action="x")], 1, "row 2 was changed"),
        (lambda: [update(ROW).where(ROW.c.seq == 2).values(actor=None)], 1, "row 2 was changed"),
        (lambda: [update(ROW).where(ROW.c.seq == 2).values(at=5)], 1, "row 2 was changed"),
        (lambda: [update(ROW).where(ROW.c.seq == 2).values(details={})], 1, "row 2 was changed"),
        (lambda: [delete(ROW).where(ROW.c.seq == 2)], 1, "row 2 is missing"),
        (lambda: [delete(ROW).where(ROW.c.seq == 1)], 0, "row 1 is missing"),
        (lambda: [delete(ROW).where(ROW.c.seq == 3)], 2, "rows after 2 are missing"),
        (lambda: [delete(ROW)], 0, "rows after 0 are missing"),
        (
            lambda: [update(ROW).where(ROW.c.seq == 3).values(previous="00" * 32)],
            2,
            "row 3 does not follow row 2",
        ),
    ],
    ids=["action", "actor", "time", "details", "middle", "first", "last", "all", "link"],
)
def test_a_change_is_seen(database: Database, change: object, rows: int, problem: str) -> None:
    tenant = organization(database)
    write(database, tenant, "a", "b", "c")
    assert callable(change)
    tampered(database, tenant, *change())
    found = verified(database, tenant)
    assert found.rows == rows
    assert found.problem is not None
    assert found.problem.startswith(problem)


def test_a_tail_that_was_cut_cleanly_is_seen_by_a_head_noted_elsewhere(database: Database) -> None:
    tenant = organization(database)
    kept = write(database, tenant, "a", "b")
    noted = write(database, tenant, "c")
    head = tenancy.audit_head
    tampered(
        database, tenant, delete(ROW).where(ROW.c.seq == 3), update(head).values(seq=2, hash=kept)
    )
    assert verified(database, tenant).problem is None
    assert verified(database, tenant, kept).problem is None
    problem = verified(database, tenant, noted).problem
    assert problem == f"no row has the hash {noted}: the log was cut or rewritten"


def test_many_writers_make_one_chain(database: Database) -> None:
    tenant = organization(database)
    together = threading.Barrier(4)

    def write_some(name: int) -> None:
        together.wait()
        for number in range(10):
            write(database, tenant, f"{name}.{number}", "b")

    threads = [threading.Thread(target=write_some, args=(name,)) for name in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (verified(database, tenant).rows, verified(database, tenant).problem) == (80, None)


def test_an_entry_is_undone_with_what_it_tells_of(database: Database) -> None:
    tenant = organization(database)

    def fail() -> None:
        with database.write(tenant) as connection:
            audit.append(connection, tenant.organization, [Entry("a")])
            raise LookupError

    with pytest.raises(LookupError):
        fail()
    assert verified(database, tenant).rows == 0


def test_what_is_written_can_be_read(database: Database) -> None:
    tenant = organization(database)
    actor: UUID = uuid4()
    with database.write(tenant) as connection:
        entry = Entry("team.create", "team x", actor, None, {"n": 1})
        audit.append(connection, tenant.organization, [entry])
    with database.read(tenant) as connection:
        (row,) = connection.execute(select(ROW)).all()
    assert (row.action, row.object, row.actor, row.team, row.details) == (
        *("team.create", "team x", actor, None, {"n": 1}),
    )
