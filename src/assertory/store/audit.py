"""The audit log: one chain of rows an organization, each holding the hash of the one before."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import UUID

from sqlalchemy import Connection, Select, insert, select, update

from assertory.engine.canonical import canonical
from assertory.store.dialect import now_us
from assertory.store.tables.tenancy import audit, audit_head

READ_AT_ONCE: Final = 1_000


@dataclass(frozen=True, slots=True)
class Entry:
    """
    What was done.

    Takes:   action, such as `version.save`; object, what it was done to; actor, the user, None for
             the machine; team, where it was done in one; details, names and numbers, never content.
    """

    action: str
    object: str | None = None
    actor: UUID | None = None
    team: UUID | None = None
    details: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Verified:
    """What `verify` found: how many rows hold, the hash of the last, and what is wrong, if so."""

    rows: int
    head: str
    problem: str | None


def begin(connection: Connection, organization: UUID) -> None:
    """Begin the log of a new organization."""
    row = {"organization": organization, "seq": 0, "hash": _first(organization)}
    connection.execute(insert(audit_head).values(row))


def append(connection: Connection, organization: UUID, entries: Sequence[Entry]) -> str:
    """
    Write entries behind the last, as the last statements of the transaction that they tell of.

    Gives:   the hash of the new head. Its row is locked until the transaction ends: one writer an
             organization at a time, and none holds it while it works.
    """
    head = connection.execute(
        select(audit_head.c.seq, audit_head.c.hash, now_us().label("at"))
        .where(audit_head.c.organization == organization)
        .with_for_update(of=audit_head)
    ).one()
    rows = []
    previous: str = head.hash
    for seq, entry in enumerate(entries, head.seq + 1):
        row = {
            "organization": organization,
            "seq": seq,
            "previous": previous,
            "at": head.at,
            "actor": entry.actor,
            "action": entry.action,
            "team": entry.team,
            "object": entry.object,
            "details": entry.details,
        }
        previous = _hash(row)
        rows.append({**row, "hash": previous})
    if rows:
        connection.execute(insert(audit), rows)
        mine = audit_head.c.organization == organization
        moved = update(audit_head).where(mine).values(seq=head.seq + len(rows), hash=previous)
        connection.execute(moved)
    return previous


def verify(connection: Connection, organization: UUID, head: str | None = None) -> Verified:
    """
    Compute a log's chain again.

    Takes:   head, a hash that was noted elsewhere; only with it is a cut tail seen, since whoever
             cuts rows can write the last hash anew.
    Gives:   how far it holds, and the first thing that is wrong.
    """
    previous, seq, wanted = _first(organization), 0, {head} if head else set()
    wanted.discard(previous)
    with connection.execute(_in_order(organization)) as rows:
        for row in rows:
            found = row._asdict()
            stored = found.pop("hash")
            if row.seq != seq + 1:
                return Verified(seq, previous, f"row {seq + 1} is missing")
            if row.previous != previous:
                return Verified(seq, previous, f"row {row.seq} does not follow row {seq}")
            if _hash(found) != stored:
                return Verified(seq, previous, f"row {row.seq} was changed")
            seq, previous = row.seq, stored
            wanted.discard(stored)
    last = connection.execute(
        select(audit_head.c.seq, audit_head.c.hash).where(audit_head.c.organization == organization)
    ).one()
    if (last.seq, last.hash) != (seq, previous):
        return Verified(seq, previous, f"rows after {seq} are missing: the log had {last.seq}")
    if wanted:
        return Verified(seq, previous, f"no row has the hash {head}: the log was cut or rewritten")
    return Verified(seq, previous, None)


def _in_order(organization: UUID) -> Select[Any]:
    """Read a log in pieces: it may be larger than the memory."""
    query = select(audit).where(audit.c.organization == organization).order_by(audit.c.seq)
    return query.execution_options(yield_per=READ_AT_ONCE)


def _first(organization: UUID) -> str:
    """Give the hash that a log begins with: no log can be taken for another's."""
    return hashlib.sha256(f"assertory-audit/1\n{organization}\n".encode()).hexdigest()


def _hash(row: dict[str, Any]) -> str:
    plain = {name: str(value) if type(value) is UUID else value for name, value in row.items()}
    return hashlib.sha256(canonical(plain).encode()).hexdigest()
