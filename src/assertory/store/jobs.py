"""The queue of what is to be done: claimed by one worker at a time, and lost by none that dies."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final
from uuid import UUID

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    and_,
    bindparam,
    delete,
    func,
    or_,
    select,
    update,
)

from assertory.store import dialect
from assertory.store.dialect import now_us
from assertory.store.tables.work import job

INTERACTIVE: Final = 0
BULK: Final = 1
LEASE_US: Final = 30_000_000


class LeaseLost(RuntimeError):
    """Another worker has the job by now: what was done for it must be undone."""


@dataclass(frozen=True, slots=True)
class NewJob:
    """
    A job to be put into the queue.

    Takes:   kind, which names what does it; ref, what it is about, as JSON; team, whose it is, and
             evaluator, whose pausing holds it; held, whether that is so now; lane, INTERACTIVE or
             BULK; delay_us, how long it waits; singleton, a name that only one job may bear.
    """

    kind: str
    ref: dict[str, Any]
    team: UUID | None = None
    evaluator: UUID | None = None
    lane: int = BULK
    held: bool = False
    delay_us: int = 0
    singleton: str | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """A job in the hands of one worker, for as long as its lease runs and nobody else takes it."""

    id: int
    token: int
    kind: str
    ref: dict[str, Any] = field(hash=False)
    team: UUID | None
    attempt: int


def enqueue(connection: Connection, jobs: Sequence[NewJob]) -> int:
    """
    Put jobs into the queue, in the transaction of the rows that ask for them.

    Gives:   how many are new: one whose `singleton` is there already is left out.
    A job's turn is how many its team already had waiting, so that teams take turns.
    """
    if not jobs:
        return 0
    turns = _waiting(connection, {new.team for new in jobs})
    rows = []
    for new in jobs:
        rows.append({**asdict(new), "turn": turns[new.team], "state": "queued"})
        turns[new.team] += 1
    statement = dialect.insert_or_nothing(connection, job).values(
        run_at=now_us() + bindparam("delay_us", type_=BigInteger())
    )
    options = {"preserve_rowcount": True}
    return connection.execute(statement, rows, execution_options=options).rowcount


def _waiting(connection: Connection, teams: set[UUID | None]) -> dict[UUID | None, int]:
    """Count the jobs that each of the teams has waiting."""
    query = (
        select(job.c.team, func.count().label("waiting"))
        .where(job.c.state == "queued", job.c.team.in_([team for team in teams if team]))
        .group_by(job.c.team)
    )
    return dict.fromkeys(teams, 0) | {row.team: row.waiting for row in connection.execute(query)}


def claim(connection: Connection, *, limit: int = 1, lease_us: int = LEASE_US) -> list[Claim]:
    """
    Take the next jobs: by lane, then by turn, then by age.

    Jobs that another worker is just taking are passed over. One whose lease ran out is taken like
    one that never was; its former worker finds that out as it finishes.
    """
    now = connection.execute(select(now_us())).scalar_one()
    lost = and_(job.c.state == "running", job.c.lease_until < now)
    connection.execute(update(job).where(lost).values(state="queued", lease_until=None))
    free = and_(job.c.state == "queued", ~job.c.held, job.c.run_at <= now)
    query = select(job.c.id).where(free).order_by(job.c.lane, job.c.turn, job.c.id).limit(limit)
    ids = connection.execute(dialect.skip_locked(query, job)).scalars().all()
    if not ids:
        return []
    taken = (
        update(job)
        .where(job.c.id.in_(ids))
        .values(
            state="running",
            token=job.c.token + 1,
            attempt=job.c.attempt + 1,
            lease_until=now + lease_us,
        )
        .returning(job.c.id, job.c.token, job.c.kind, job.c.ref, job.c.team, job.c.attempt)
    )
    found = {row.id: Claim(*row) for row in connection.execute(taken)}
    return [found[each] for each in ids]


def extend(connection: Connection, claims: Sequence[Claim], *, lease_us: int = LEASE_US) -> None:
    """
    Say that the worker is alive.

    Raises:  LeaseLost where one of the jobs is another worker's by now.
    """
    if not claims:
        return
    until = now_us() + lease_us
    mine = or_(*(_mine(each) for each in claims))
    _own(
        connection.execute(update(job).where(mine).values(lease_until=until)).rowcount, len(claims)
    )


def finish(connection: Connection, claimed: Claim) -> None:
    """
    End a job, as the last statement of the transaction that holds what was done.

    Raises:  LeaseLost where it is another worker's by now: then nothing of this may be kept.
    """
    _own(connection.execute(delete(job).where(_mine(claimed))).rowcount)


def give_back(connection: Connection, claimed: Claim, *, delay_us: int = 0) -> None:
    """
    Put a job back undone, as a worker that stops in good order does; it counts as no attempt.

    Raises:  LeaseLost where it is another worker's by now.
    """
    back = (
        update(job)
        .where(_mine(claimed))
        .values(
            state="queued", lease_until=None, attempt=job.c.attempt - 1, run_at=now_us() + delay_us
        )
    )
    _own(connection.execute(back).rowcount)


def hold(connection: Connection, team: UUID, evaluator: UUID, *, held: bool) -> None:
    """Hold the jobs of a paused evaluator, or let them go on; one that runs isn't stopped."""
    mine = and_(job.c.team == team, job.c.evaluator == evaluator)
    connection.execute(update(job).where(mine).values(held=held))


def _mine(claimed: Claim) -> ColumnElement[bool]:
    return and_(job.c.id == claimed.id, job.c.token == claimed.token, job.c.state == "running")


def _own(changed: int, wanted: int = 1) -> None:
    if changed != wanted:
        raise LeaseLost
