"""One row in every table, as a small team would have them."""

from uuid import uuid4

from sqlalchemy import Table, insert

from assertory.store.database import Database, Tenant
from assertory.store.tables import evaluators as e
from assertory.store.tables import samples as s
from assertory.store.tables import tenancy as t
from assertory.store.tables import work as w

HASH = "ab" * 32


def make(database: Database) -> Tenant:
    """Insert one row into every table; gives whose they are."""
    organization, team, user, role = uuid4(), uuid4(), uuid4(), uuid4()
    definition, evaluator, version = uuid4(), uuid4(), uuid4()
    dataset, dataset_version, experiment, grading_pass = uuid4(), uuid4(), uuid4(), uuid4()
    tenant = Tenant(organization, team)
    at = {"created_at": 1}
    named = {"slug": str(team), "name": "Northstar", **at}
    mine = {"team": team}
    judged = {**mine, "pass": grading_pass, "n": 0}
    rows: list[tuple[Table, dict[str, object]]] = [
        (t.organization, {"id": organization, "state": "active", **named}),
        (t.team, {"organization": organization, "id": team, "tag_secret": b"s" * 32, **named}),
        (t.user, {"id": user, "name": "Ada", "state": "active", **at}),
        (t.identity, {"issuer": "https://id", "subject": str(user), "user": user, **at}),
        (t.session, {"token_hash": uuid4().hex * 2, "user": user, "expires_at": 2, **at}),
        (
            t.api_token,
            {
                "id": uuid4(),
                "token_hash": uuid4().hex * 2,
                "organization": organization,
                "team": team,
                "user": user,
                "name": "ci",
                "scopes": [],
                "expires_at": 2,
                **at,
            },
        ),
        (t.role, {"organization": organization, "id": role, "name": "owner", "permissions": []}),
        (t.organization_member, {"organization": organization, "user": user, "role": role}),
        (t.team_member, {"organization": organization, **mine, "user": user, "role": role}),
        (
            t.idempotency,
            {
                **mine,
                "actor": user,
                "key": "k",
                "request_hash": HASH,
                "resource": uuid4(),
                "expires_at": 2,
            },
        ),
        (t.audit_head, {"organization": organization, "seq": 1, "hash": HASH}),
        (
            t.audit,
            {
                "organization": organization,
                "seq": 1,
                "previous": HASH,
                "hash": HASH,
                "at": 1,
                "action": "team.create",
                "details": {},
            },
        ),
        (e.blob, {**mine, "hash": HASH, "bytes": b"{}", "size": 2}),
        (
            e.score_definition,
            {**mine, "id": definition, "name": "d", "kind": "yes_no", "state": "active", **at},
        ),
        (
            e.evaluator,
            {
                **mine,
                "id": evaluator,
                "name": "e",
                "kind": "assertion",
                "state": "active",
                "definition": definition,
                "next_number": 2,
                "revision": 1,
                **at,
            },
        ),
        (
            e.version,
            {
                **mine,
                "id": version,
                "evaluator": evaluator,
                "number": 1,
                "leaf_count": 1,
                "config_hash": HASH,
                "source_hash": HASH,
                "schema_version": 2,
                "semantics": "unicode-script-letters/v1",
                "creator": user,
                **at,
            },
        ),
        (e.version_content, {**mine, "version": version}),
        (s.dataset, {**mine, "id": dataset, "name": "ds", "next_number": 2, **at}),
        (
            s.dataset_version,
            {
                **mine,
                "id": dataset_version,
                "dataset": dataset,
                "number": 1,
                "items": 1,
                "state": "complete",
                "creator": user,
                **at,
            },
        ),
        (
            s.item,
            {
                **mine,
                "dataset_version": dataset_version,
                "n": 0,
                "item_key": "a",
                "input_hash": HASH,
                "size": 2,
            },
        ),
        (
            s.experiment,
            {
                **mine,
                "id": experiment,
                "name": "x",
                "dataset_version": dataset_version,
                "source": "imported",
                "state": "ready",
                "samples": 1,
                "creator": user,
                **at,
            },
        ),
        (
            s.attachment,
            {**mine, "experiment": experiment, "evaluator": evaluator, "version": version},
        ),
        (
            s.sample,
            {
                **mine,
                "experiment": experiment,
                "n": 0,
                "dataset_version": dataset_version,
                "item_n": 0,
                "output_hash": HASH,
                "evidence_hash": HASH,
                "evidence_bytes": 4,
            },
        ),
        (s.sample_facet, {**mine, "experiment": experiment, "key": "k", "value": "v", "n": 0}),
        (
            w.grading_pass,
            {
                **mine,
                "id": grading_pass,
                "purpose": "initial",
                "version": version,
                "experiment": experiment,
                "creator": user,
                "selected": 1,
                "state": "running",
                **at,
            },
        ),
        (
            w.chunk,
            {
                **mine,
                "pass": grading_pass,
                "k": 0,
                "first_n": 0,
                "last_n": 0,
                "selected": 1,
                "state": "waiting",
            },
        ),
        (
            w.job,
            {
                **mine,
                "kind": "chunk",
                "ref": {},
                "lane": 1,
                "turn": 0,
                "state": "queued",
                "run_at": 1,
            },
        ),
        (
            w.judgment,
            {
                **judged,
                "outcome": "passed",
                "leaves": "p",
                "engine_version": "0",
                "re2_version": "0",
                "duration_us": 1,
                "at": 1,
            },
        ),
        (w.explanation, {**judged, "bytes": b"x"}),
    ]
    with database.write(tenant) as connection:
        for table, row in rows:
            connection.execute(insert(table).values(row))
    return tenant
