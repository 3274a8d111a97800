"""What is graded: datasets and their items, experiments and their samples."""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    PrimaryKeyConstraint,
    Table,
    UniqueConstraint,
    Uuid,
)

from assertory.store.tables.schema import (
    METADATA,
    digest,
    key,
    mine,
    of_team,
    one_of,
    refers,
    time,
    words,
)

ITEM_KEY_CHARACTERS_MAX: Final = 512
FACET_CHARACTERS_MAX: Final = 256


dataset = of_team(
    Table(
        "dataset",
        METADATA,
        mine(),
        key(),
        words("name"),
        Column("next_number", Integer(), nullable=False),
        time("created_at"),
        PrimaryKeyConstraint("team", "id"),
        UniqueConstraint("team", "name"),
    )
)

dataset_version = of_team(
    Table(
        "dataset_version",
        METADATA,
        mine(),
        key(),
        Column("dataset", Uuid(), nullable=False),
        Column("number", Integer(), nullable=False),
        digest("manifest_hash", null=True),  # none until it is complete
        Column("items", Integer(), nullable=False),
        words("state"),
        Column("creator", Uuid(), ForeignKey("user.id"), nullable=False),
        time("created_at"),
        PrimaryKeyConstraint("team", "id"),
        UniqueConstraint("team", "dataset", "number"),
        refers(("team", "dataset"), "dataset", ("team", "id")),
        one_of("state", ("importing", "complete", "refused")),
    )
)

item = of_team(
    Table(
        "item",
        METADATA,
        mine(),
        Column("dataset_version", Uuid(), nullable=False),
        Column("n", Integer(), nullable=False),
        words("item_key", length=ITEM_KEY_CHARACTERS_MAX),
        digest("input_hash", null=True),  # none where the row had no such member
        digest("expected_hash", null=True),
        digest("metadata_hash", null=True),
        Column("size", BigInteger(), nullable=False),
        time("expires_at", null=True),
        time("deleted_at", null=True),
        PrimaryKeyConstraint("team", "dataset_version", "n"),
        UniqueConstraint("team", "dataset_version", "item_key"),
        refers(("team", "dataset_version"), "dataset_version", ("team", "id")),
        refers(("team", "input_hash"), "blob", ("team", "hash")),
        refers(("team", "expected_hash"), "blob", ("team", "hash")),
        refers(("team", "metadata_hash"), "blob", ("team", "hash")),
    )
)

experiment = of_team(
    Table(
        "experiment",
        METADATA,
        mine(),
        key(),
        words("name"),
        Column("dataset_version", Uuid(), nullable=False),
        words("source"),
        words("state"),
        Column("samples", Integer(), nullable=False),
        Column("creator", Uuid(), ForeignKey("user.id"), nullable=False),
        time("created_at"),
        PrimaryKeyConstraint("team", "id"),
        UniqueConstraint("team", "name"),
        refers(("team", "dataset_version"), "dataset_version", ("team", "id")),
        one_of("source", ("imported",)),
        one_of("state", ("importing", "ready", "running", "completed", "refused")),
    )
)

# The version that passes to come will use; a pass that was begun keeps its own.
attachment = of_team(
    Table(
        "attachment",
        METADATA,
        mine(),
        Column("experiment", Uuid(), nullable=False),
        Column("evaluator", Uuid(), nullable=False),
        Column("version", Uuid(), nullable=False),
        PrimaryKeyConstraint("team", "experiment", "evaluator"),
        refers(("team", "experiment"), "experiment", ("team", "id")),
        refers(("team", "evaluator"), "evaluator", ("team", "id")),
        refers(("team", "version"), "version", ("team", "id")),
    )
)

sample = of_team(
    Table(
        "sample",
        METADATA,
        mine(),
        Column("experiment", Uuid(), nullable=False),
        Column("n", Integer(), nullable=False),
        Column("dataset_version", Uuid(), nullable=False),
        Column("item_n", Integer(), nullable=False),
        digest("output_hash", null=True),
        digest("evidence_hash"),
        Column("evidence_bytes", BigInteger(), nullable=False),
        time("expires_at", null=True),
        time("deleted_at", null=True),
        PrimaryKeyConstraint("team", "experiment", "n"),
        refers(("team", "experiment"), "experiment", ("team", "id")),
        refers(("team", "output_hash"), "blob", ("team", "hash")),
        refers(("team", "dataset_version", "item_n"), "item", ("team", "dataset_version", "n")),
    )
)

# Scalar metadata to filter by: content, and erased with its sample.
sample_facet = of_team(
    Table(
        "sample_facet",
        METADATA,
        mine(),
        Column("experiment", Uuid(), nullable=False),
        words("key", length=FACET_CHARACTERS_MAX),
        words("value", length=FACET_CHARACTERS_MAX),
        Column("n", Integer(), nullable=False),
        PrimaryKeyConstraint("team", "experiment", "key", "value", "n"),
        refers(("team", "experiment", "n"), "sample", ("team", "experiment", "n")),
        Index(None, "team", "experiment", "n"),
    )
)
