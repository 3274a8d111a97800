"""What grades: score definitions, evaluators, their immutable versions, and the bytes they hold."""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    Table,
    UniqueConstraint,
    Uuid,
)

from assertory.store.tables.schema import (
    METADATA,
    digest,
    fixed,
    key,
    mine,
    of_team,
    one_of,
    refers,
    time,
    words,
)

SCHEMA_VERSION: Final = 2  # of a version record (requirements, "schema v2")


# Exact bytes once a team: the only place of large values. Erased bytes are null, and stay known.
blob = of_team(
    Table(
        "blob",
        METADATA,
        mine(),
        digest("hash"),
        Column("bytes", LargeBinary(), nullable=True),
        Column("size", BigInteger(), nullable=False),
        PrimaryKeyConstraint("team", "hash"),
    )
)

score_definition = of_team(
    Table(
        "score_definition",
        METADATA,
        mine(),
        key(),
        words("name"),
        words("kind"),
        words("state"),
        time("created_at"),
        PrimaryKeyConstraint("team", "id"),
        UniqueConstraint("team", "name"),
        one_of("kind", ("yes_no",)),
        one_of("state", ("active", "archived")),
    )
)

evaluator = of_team(
    Table(
        "evaluator",
        METADATA,
        mine(),
        key(),
        words("name"),
        words("kind"),
        Column("definition", Uuid(), nullable=False),
        words("state"),
        Column("next_number", Integer(), nullable=False),
        Column("revision", Integer(), nullable=False),
        time("created_at"),
        PrimaryKeyConstraint("team", "id"),
        UniqueConstraint("team", "name"),
        refers(("team", "definition"), "score_definition", ("team", "id")),
        one_of("kind", ("assertion",)),
        one_of("state", ("active", "paused", "archived")),
    )
)

version = fixed(
    of_team(
        Table(
            "version",
            METADATA,
            mine(),
            key(),
            Column("evaluator", Uuid(), nullable=False),
            Column("number", Integer(), nullable=False),
            digest("config_hash"),
            digest("source_hash"),  # of the exact text as written, which runs, exports and imports
            Column("schema_version", Integer(), nullable=False),
            words("semantics"),
            Column("leaf_count", Integer(), nullable=False),
            Column("creator", Uuid(), ForeignKey("user.id"), nullable=False),
            time("created_at"),
            PrimaryKeyConstraint("team", "id"),
            UniqueConstraint("team", "evaluator", "number"),
            refers(("team", "evaluator"), "evaluator", ("team", "id")),
            refers(("team", "source_hash"), "blob", ("team", "hash")),
        )
    )
)

# The lifetime of a version's text, which may end, beside the row, which may not.
version_content = of_team(
    Table(
        "version_content",
        METADATA,
        mine(),
        Column("version", Uuid(), nullable=False),
        time("expires_at", null=True),
        time("deleted_at", null=True),
        PrimaryKeyConstraint("team", "version"),
        refers(("team", "version"), "version", ("team", "id")),
    )
)
