"""Transactions, the clock and bulk inserts mean the same on both databases."""

import threading
import time
from collections.abc import Mapping
from uuid import UUID, uuid4

import pytest
from sqlalchemy import Connection, exc, func, insert, select, update

from assertory.store import dialect
from assertory.store.database import Database, Tenant
from assertory.store.tables import evaluators, tenancy
from tests.store import rows

BLOB = evaluators.blob


def blobs(team: UUID | None, numbers: range, content: bytes = b"x") -> list[Mapping[str, object]]:
    return [
        {"team": team, "hash": f"{n:064x}", "bytes": content, "size": len(content)} for n in numbers
    ]


def count(connection: Connection) -> int:
    return connection.execute(select(func.count()).select_from(BLOB)).scalar_one()


def test_the_clock_goes_on_inside_a_transaction(database: Database) -> None:
    with database.read() as connection:
        first = connection.execute(select(dialect.now_us())).scalar_one()
        time.sleep(0.02)
        second = connection.execute(select(dialect.now_us())).scalar_one()
    assert type(first) is int
    assert 10_000 < second - first < 60_000_000
    assert abs(first / 1e6 - time.time()) < 60


def test_what_raises_is_undone(database: Database) -> None:
    tenant = rows.make(database)

    def fail() -> None:
        with database.write(tenant) as connection:
            connection.execute(insert(BLOB), blobs(tenant.team, range(3)))
            raise LookupError

    with pytest.raises(LookupError):
        fail()
    with database.read(tenant) as connection:
        assert count(connection) == 1


def test_a_reader_sees_one_state(database: Database) -> None:
    tenant = rows.make(database)
    with database.read(tenant) as reader:
        assert count(reader) == 1
        with database.write(tenant) as writer:
            writer.execute(insert(BLOB), blobs(tenant.team, range(3)))
        assert count(reader) == 1
    with database.read(tenant) as reader:
        assert count(reader) == 4


def test_a_reader_of_postgresql_cannot_write(database: Database) -> None:
    if dialect.is_sqlite(database.engine):
        return  # SQLite's reader would have to ask for the lock, which is what `write` is for
    with (
        pytest.raises(exc.DBAPIError, match="read-only transaction"),
        database.read() as connection,
    ):
        connection.execute(
            insert(tenancy.user).values(id=uuid4(), name="x", state="active", created_at=1)
        )


def test_writers_wait_for_each_other_and_lose_nothing(database: Database) -> None:
    tenant = rows.make(database)
    evaluator = evaluators.evaluator
    together = threading.Barrier(4)

    def count_up() -> None:
        together.wait()
        for _ in range(25):
            with database.write(tenant) as connection:
                number = evaluator.c.next_number + 1
                connection.execute(update(evaluator).values(next_number=number))

    threads = [threading.Thread(target=count_up) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with database.read(tenant) as connection:
        assert connection.execute(select(evaluator.c.next_number)).scalar_one() == 102


def test_only_what_is_new_is_inserted(database: Database) -> None:
    tenant = rows.make(database)
    with database.write(tenant) as connection:
        assert dialect.insert_new(connection, BLOB, []) == 0
        assert dialect.insert_new(connection, BLOB, blobs(tenant.team, range(10))) == 10
        assert dialect.insert_new(connection, BLOB, blobs(tenant.team, range(5, 12), b"y")) == 2
    with database.write(tenant) as connection:
        assert dialect.insert_new(connection, BLOB, blobs(tenant.team, range(12))) == 0
    with database.read(tenant) as connection:
        found = connection.execute(select(BLOB).order_by(BLOB.c.hash)).mappings().all()
    assert [(row["hash"], row["bytes"]) for row in found[:12]] == [
        (f"{n:064x}", b"y" if n > 9 else b"x") for n in range(12)
    ]


def test_every_kind_of_value_comes_back(database: Database) -> None:
    """Texts with what COPY itself would read, bytes, nothing, JSON, numbers, ids."""
    tenant = rows.make(database)
    awkward = ["\\N", "a\tb\nc\\.", "\\", "", "\r\n", "'\"", "é\U0001f600", "a" * 200]
    new = [
        {
            "organization": tenant.organization,
            "seq": 2**40 + n,
            "previous": "00" * 32,
            "hash": "ff" * 32,
            "at": n,
            "actor": None if n % 2 else uuid4(),
            "action": text,
            "team": tenant.team,
            "object": None,
            "details": {"text": text, "n": [n, None]},
        }
        for n, text in enumerate(awkward)
    ]
    with database.write(tenant) as connection:
        assert dialect.insert_new(connection, tenancy.audit, new) == len(new)
    with database.read(tenant) as connection:
        query = select(tenancy.audit).where(tenancy.audit.c.seq > 1).order_by(tenancy.audit.c.seq)
        assert [dict(row) for row in connection.execute(query).mappings()] == new


def test_bulk_rows_of_another_tenant_are_refused(database: Database) -> None:
    mine, other = rows.make(database), rows.make(database)
    if dialect.is_sqlite(database.engine):
        return
    with (
        pytest.raises(exc.DBAPIError, match="row-level security"),
        database.write(mine) as connection,
    ):
        dialect.insert_new(connection, BLOB, blobs(other.team, range(3)))


def test_writers_of_the_same_rows_never_deadlock(database: Database) -> None:
    """Each hands the rows over in an order of its own; the database gets them in one."""
    tenant = rows.make(database)
    together = threading.Barrier(4)
    new: list[int] = []

    def insert_all(turn: int) -> None:
        mixed = sorted(blobs(tenant.team, range(500)), key=lambda row: hash((turn, row["hash"])))
        together.wait()
        with database.write(tenant) as connection:
            new.append(dialect.insert_new(connection, BLOB, mixed))

    threads = [threading.Thread(target=insert_all, args=(turn,)) for turn in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(new) == [0, 0, 0, 500]


def test_a_tenant_without_a_team_sees_what_is_its_organizations(database: Database) -> None:
    mine = rows.make(database)
    with database.read(Tenant(mine.organization)) as connection:
        assert connection.execute(select(tenancy.role)).all()
        if not dialect.is_sqlite(connection):
            assert not connection.execute(select(BLOB)).all()
