"""The queue: each job by one worker at a time, none lost, none done twice."""

import threading
from collections import Counter
from uuid import UUID, uuid4

import pytest
from sqlalchemy import select, update

from assertory.store import jobs
from assertory.store.database import Database
from assertory.store.jobs import BULK, INTERACTIVE, Claim, LeaseLost, NewJob
from assertory.store.tables.work import job

TEAM, OTHER = uuid4(), uuid4()


def put(database: Database, *new: NewJob) -> int:
    with database.write() as connection:
        return jobs.enqueue(connection, new)


def numbered(team: UUID, *numbers: int, lane: int = BULK) -> list[NewJob]:
    return [NewJob("test", {"n": n}, team=team, lane=lane) for n in numbers]


def take(database: Database, limit: int = 1) -> list[Claim]:
    with database.write() as connection:
        return jobs.claim(connection, limit=limit)


def taken(database: Database, limit: int = 100) -> list[int]:
    return [claim.ref["n"] for claim in take(database, limit)]


def expire(database: Database) -> None:
    """As if all workers had died a while ago."""
    with database.write() as connection:
        connection.execute(update(job).where(job.c.state == "running").values(lease_until=1))


def end(database: Database, claim: Claim) -> None:
    with database.write() as connection:
        jobs.finish(connection, claim)


def test_a_job_is_taken_once_and_then_gone(database: Database) -> None:
    put(database, NewJob("test", {"a": [1, None]}, team=TEAM))
    (claim,) = take(database)
    assert (claim.kind, claim.ref, claim.team, claim.attempt) == ("test", {"a": [1, None]}, TEAM, 1)
    assert take(database) == []
    end(database, claim)
    expire(database)
    assert take(database) == []
    with database.read() as connection:
        assert connection.execute(select(job)).all() == []


def test_teams_take_turns_and_interactive_work_goes_first(database: Database) -> None:
    put(database, *numbered(TEAM, 0, 1, 2))
    put(database, *numbered(OTHER, 10, 11))
    put(database, *numbered(TEAM, 3), *numbered(OTHER, 12))
    put(database, *numbered(OTHER, 20, lane=INTERACTIVE))
    assert taken(database) == [20, 0, 10, 1, 11, 2, 12, 3]


def test_a_lost_job_is_taken_again_and_its_former_worker_ends_nothing(database: Database) -> None:
    put(database, NewJob("test", {}))
    (first,) = take(database)
    expire(database)
    (second,) = take(database)
    assert (second.id, second.attempt) == (first.id, 2)
    with pytest.raises(LeaseLost), database.write() as connection:
        jobs.finish(connection, first)
    with pytest.raises(LeaseLost), database.write() as connection:
        jobs.extend(connection, [first, second])
    with pytest.raises(LeaseLost), database.write() as connection:
        jobs.give_back(connection, first)
    end(database, second)
    with pytest.raises(LeaseLost):
        end(database, second)


def test_what_a_late_worker_wrote_is_undone(database: Database) -> None:
    put(database, NewJob("test", {}))
    (first,) = take(database)
    expire(database)
    take(database)

    def too_late() -> None:
        with database.write() as connection:
            jobs.enqueue(connection, [NewJob("its result", {})])
            jobs.finish(connection, first)

    with pytest.raises(LeaseLost):
        too_late()
    with database.read() as connection:
        assert connection.execute(select(job.c.kind)).scalars().all() == ["test"]


def test_a_worker_that_lives_keeps_its_job(database: Database) -> None:
    put(database, NewJob("test", {}))
    (claim,) = take(database)
    expire(database)
    with database.write() as connection:
        jobs.extend(connection, [])
        jobs.extend(connection, [claim])
    assert take(database) == []
    end(database, claim)


def test_a_job_that_is_given_back_counts_no_attempt(database: Database) -> None:
    put(database, NewJob("test", {}))
    for _ in range(3):
        (claim,) = take(database)
        assert claim.attempt == 1
        with database.write() as connection:
            jobs.give_back(connection, claim)
    (claim,) = take(database)
    with database.write() as connection:
        jobs.give_back(connection, claim, delay_us=60_000_000)
    assert take(database) == []


def test_a_held_job_waits(database: Database) -> None:
    paused, other = uuid4(), uuid4()
    for number, evaluator in enumerate((paused, other)):
        put(database, NewJob("test", {"n": number}, team=TEAM, evaluator=evaluator))
    with database.write() as connection:
        jobs.hold(connection, TEAM, paused, held=True)
    put(database, NewJob("test", {"n": 2}, team=TEAM, evaluator=paused, held=True))
    assert taken(database) == [1]
    with database.write() as connection:
        jobs.hold(connection, OTHER, paused, held=False)
    assert taken(database) == []
    with database.write() as connection:
        jobs.hold(connection, TEAM, paused, held=False)
    assert taken(database) == [0, 2]


def test_a_delayed_job_waits(database: Database) -> None:
    assert put(database, NewJob("test", {"n": 1}, delay_us=60_000_000), NewJob("b", {"n": 2})) == 2
    assert taken(database) == [2]


def test_a_singleton_is_there_once(database: Database) -> None:
    assert put(database, NewJob("sweep", {"n": 1}, singleton="sweep")) == 1
    assert put(database, NewJob("sweep", {"n": 2}, singleton="sweep"), NewJob("c", {"n": 3})) == 1
    claims = take(database, 9)
    assert [claim.ref["n"] for claim in claims] == [1, 3]
    end(database, claims[0])
    assert put(database, NewJob("sweep", {"n": 4}, singleton="sweep")) == 1


def test_nothing_is_put_where_the_transaction_fails(database: Database) -> None:
    def fail() -> None:
        with database.write() as connection:
            jobs.enqueue(connection, numbered(TEAM, 1))
            raise LookupError

    with pytest.raises(LookupError):
        fail()
    assert take(database) == []


def test_many_workers_do_each_job_once(database: Database) -> None:
    """Some of them die with a job in hand; those who took their time can't end it."""
    put(database, *numbered(TEAM, *range(60)))
    done: Counter[int] = Counter()
    together = threading.Barrier(4)

    def work(number: int) -> None:
        together.wait()
        while claims := take(database, 2):
            for claim in claims:
                if number == 0 and claim.attempt == 1 and claim.ref["n"] % 3 == 0:
                    continue  # it dies
                end(database, claim)
                done[claim.ref["n"]] += 1

    for _ in range(2):
        threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        expire(database)
    assert done == Counter(range(60))
