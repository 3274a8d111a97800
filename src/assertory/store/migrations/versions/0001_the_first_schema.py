"""The first schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Take the step."""
    op.create_table(
        "job",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("team", sa.Uuid(), nullable=True),
        sa.Column("evaluator", sa.Uuid(), nullable=True),
        sa.Column("kind", sa.String(length=200), nullable=False),
        sa.Column("ref", sa.JSON(), nullable=False),
        sa.Column("lane", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=200), nullable=False),
        sa.Column("held", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("run_at", sa.BigInteger(), nullable=False),
        sa.Column("attempt", sa.Integer(), server_default="0", nullable=False),
        sa.Column("token", sa.Integer(), server_default="0", nullable=False),
        sa.Column("lease_until", sa.BigInteger(), nullable=True),
        sa.Column("singleton", sa.String(length=200), nullable=True),
        sa.CheckConstraint("state IN ('queued', 'running')", name=op.f("ck_job_state")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_job")),
        sa.UniqueConstraint("singleton", name=op.f("uq_job_singleton")),
    )
    with op.batch_alter_table("job", schema=None) as batch_op:
        batch_op.create_index(
            "ix_job_claim",
            ["lane", "turn", "id"],
            unique=False,
            sqlite_where=sa.text("state = 'queued' AND NOT held"),
            postgresql_where=sa.text("state = 'queued' AND NOT held"),
        )
        batch_op.create_index(
            "ix_job_lease",
            ["lease_until"],
            unique=False,
            sqlite_where=sa.text("state = 'running'"),
            postgresql_where=sa.text("state = 'running'"),
        )
        batch_op.create_index(
            batch_op.f("ix_job_team_evaluator"), ["team", "evaluator"], unique=False
        )

    op.create_table(
        "organization",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("slug", sa.String(length=200), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("state", sa.String(length=200), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("state IN ('active', 'suspended')", name=op.f("ck_organization_state")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_organization")),
        sa.UniqueConstraint("slug", name=op.f("uq_organization_slug")),
    )
    op.create_table(
        "user",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("email", sa.String(length=320), nullable=True),
        sa.Column("email_folded", sa.String(length=320), nullable=True),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("password_hash", sa.String(length=200), nullable=True),
        sa.Column("state", sa.String(length=200), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("state IN ('active', 'disabled')", name=op.f("ck_user_state")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_user")),
        sa.UniqueConstraint("email_folded", name=op.f("uq_user_email_folded")),
    )
    op.create_table(
        "audit",
        sa.Column("organization", sa.Uuid(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("previous", sa.LargeBinary(32), nullable=False),
        sa.Column("hash", sa.LargeBinary(32), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("actor", sa.Uuid(), nullable=True),
        sa.Column("action", sa.String(length=200), nullable=False),
        sa.Column("team", sa.Uuid(), nullable=True),
        sa.Column("object", sa.String(length=200), nullable=True),
        sa.Column("details", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["organization"], ["organization.id"], name=op.f("fk_audit_organization")
        ),
        sa.PrimaryKeyConstraint("organization", "seq", name=op.f("pk_audit")),
    )
    op.create_table(
        "audit_head",
        sa.Column("organization", sa.Uuid(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("hash", sa.LargeBinary(32), nullable=False),
        sa.ForeignKeyConstraint(
            ["organization"], ["organization.id"], name=op.f("fk_audit_head_organization")
        ),
        sa.PrimaryKeyConstraint("organization", name=op.f("pk_audit_head")),
    )
    op.create_table(
        "identity",
        sa.Column("issuer", sa.String(length=2000), nullable=False),
        sa.Column("subject", sa.String(length=2000), nullable=False),
        sa.Column("user", sa.Uuid(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["user"], ["user.id"], name=op.f("fk_identity_user")),
        sa.PrimaryKeyConstraint("issuer", "subject", name=op.f("pk_identity")),
    )
    op.create_table(
        "role",
        sa.Column("organization", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("permissions", sa.JSON(), nullable=False),
        sa.Column("shipped", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.ForeignKeyConstraint(
            ["organization"], ["organization.id"], name=op.f("fk_role_organization")
        ),
        sa.PrimaryKeyConstraint("organization", "id", name=op.f("pk_role")),
        sa.UniqueConstraint("organization", "name", name=op.f("uq_role_organization_name")),
    )
    op.create_table(
        "session",
        sa.Column("token_hash", sa.LargeBinary(32), nullable=False),
        sa.Column("user", sa.Uuid(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["user"], ["user.id"], name=op.f("fk_session_user")),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_session")),
    )
    op.create_table(
        "team",
        sa.Column("organization", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("slug", sa.String(length=200), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("tag_secret", sa.LargeBinary(length=32), nullable=False),
        sa.Column("retention_days", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["organization"], ["organization.id"], name=op.f("fk_team_organization")
        ),
        sa.PrimaryKeyConstraint("organization", "id", name=op.f("pk_team")),
        sa.UniqueConstraint("id", name=op.f("uq_team_id")),
        sa.UniqueConstraint("organization", "slug", name=op.f("uq_team_organization_slug")),
    )
    op.create_table(
        "api_token",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("token_hash", sa.LargeBinary(32), nullable=False),
        sa.Column("organization", sa.Uuid(), nullable=False),
        sa.Column("team", sa.Uuid(), nullable=True),
        sa.Column("user", sa.Uuid(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("scopes", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.Column("revoked_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["organization", "team"],
            ["team.organization", "team.id"],
            name=op.f("fk_api_token_organization_team"),
        ),
        sa.ForeignKeyConstraint(["user"], ["user.id"], name=op.f("fk_api_token_user")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_api_token")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_api_token_token_hash")),
    )
    op.create_table(
        "blob",
        sa.Column("team", sa.Uuid(), nullable=False),
        sa.Column("hash", sa.LargeBinary(32), nullable=False),
        sa.Column("bytes", sa.LargeBinary(), nullable=True),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["team"], ["team.id"], name=op.f("fk_blob_team")),
        sa.PrimaryKeyConstraint("team", "hash", name=op.f("pk_blob")),
    )
    op.create_table(
        "dataset",
        sa.Column("team", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("next_number", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["team"], ["team.id"], name=op.f("fk_dataset_team")),
        sa.PrimaryKeyConstraint("team", "id", name=op.f("pk_dataset")),
        sa.UniqueConstraint("team", "name", name=op.f("uq_dataset_team_name")),
    )
    op.create_table(
        "idempotency",
        sa.Column("team", sa.Uuid(), nullable=False),
        sa.Column("actor", sa.Uuid(), nullable=False),
        sa.Column("key", sa.String(length=200), nullable=False),
        sa.Column("request_hash", sa.LargeBinary(32), nullable=False),
        sa.Column("resource", sa.Uuid(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["actor"], ["user.id"], name=op.f("fk_idempotency_actor")),
        sa.ForeignKeyConstraint(["team"], ["team.id"], name=op.f("fk_idempotency_team")),
        sa.PrimaryKeyConstraint("team", "actor", "key", name=op.f("pk_idempotency")),
    )
    op.create_table(
        "organization_member",
        sa.Column("organization", sa.Uuid(), nullable=False),
        sa.Column("user", sa.Uuid(), nullable=False),
        sa.Column("role", sa.Uuid(), nullable=False),
        sa.ForeignKeyConstraint(
            ["organization", "role"],
            ["role.organization", "role.id"],
            name=op.f("fk_organization_member_organization_role"),
        ),
        sa.ForeignKeyConstraint(["user"], ["user.id"], name=op.f("fk_organization_member_user")),
        sa.PrimaryKeyConstraint("organization", "user", name=op.f("pk_organization_member")),
    )
    op.create_table(
        "score_definition",
        sa.Column("team", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("kind", sa.String(length=200), nullable=False),
        sa.Column("state", sa.String(length=200), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("kind IN ('yes_no')", name=op.f("ck_score_definition_kind")),
        sa.CheckConstraint(
            "state IN ('active', 'archived')", name=op.f("ck_score_definition_state")
        ),
        sa.ForeignKeyConstraint(["team"], ["team.id"], name=op.f("fk_score_definition_team")),
        sa.PrimaryKeyConstraint("team", "id", name=op.f("pk_score_definition")),
        sa.UniqueConstraint("team", "name", name=op.f("uq_score_definition_team_name")),
    )
    op.create_table(
        "team_member",
        sa.Column("organization", sa.Uuid(), nullable=False),
        sa.Column("team", sa.Uuid(), nullable=False),
        sa.Column("user", sa.Uuid(), nullable=False),
        sa.Column("role", sa.Uuid(), nullable=False),
        sa.ForeignKeyConstraint(
            ["organization", "role"],
            ["role.organization", "role.id"],
            name=op.f("fk_team_member_organization_role"),
        ),
        sa.ForeignKeyConstraint(
            ["organization", "team"],
            ["team.organization", "team.id"],
            name=op.f("fk_team_member_organization_team"),
        ),
        sa.ForeignKeyConstraint(["user"], ["user.id"], name=op.f("fk_team_member_user")),
        sa.PrimaryKeyConstraint("team", "user", name=op.f("pk_team_member")),
    )
    op.create_table(
        "dataset_version",
        sa.Column("team", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("dataset", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("manifest_hash", sa.LargeBinary(32), nullable=True),
        sa.Column("items", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=200), nullable=False),
        sa.Column("creator", sa.Uuid(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.CheckConstraint(
            "state IN ('importing', 'complete', 'refused')", name=op.f("ck_dataset_version_state")
        ),
        sa.ForeignKeyConstraint(["creator"], ["user.id"], name=op.f("fk_dataset_version_creator")),
        sa.ForeignKeyConstraint(
            ["team", "dataset"],
            ["dataset.team", "dataset.id"],
            name=op.f("fk_dataset_version_team_dataset"),
        ),
        sa.ForeignKeyConstraint(["team"], ["team.id"], name=op.f("fk_dataset_version_team")),
        sa.PrimaryKeyConstraint("team", "id", name=op.f("pk_dataset_version")),
        sa.UniqueConstraint(
            "team", "dataset", "number", name=op.f("uq_dataset_version_team_dataset_number")
        ),
    )
    op.create_table(
        "evaluator",
        sa.Column("team", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("kind", sa.String(length=200), nullable=False),
        sa.Column("definition", sa.Uuid(), nullable=False),
        sa.Column("state", sa.String(length=200), nullable=False),
        sa.Column("next_number", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("kind IN ('assertion')", name=op.f("ck_evaluator_kind")),
        sa.CheckConstraint(
            "state IN ('active', 'paused', 'archived')", name=op.f("ck_evaluator_state")
        ),
        sa.ForeignKeyConstraint(
            ["team", "definition"],
            ["score_definition.team", "score_definition.id"],
            name=op.f("fk_evaluator_team_definition"),
        ),
        sa.ForeignKeyConstraint(["team"], ["team.id"], name=op.f("fk_evaluator_team")),
        sa.PrimaryKeyConstraint("team", "id", name=op.f("pk_evaluator")),
        sa.UniqueConstraint("team", "name", name=op.f("uq_evaluator_team_name")),
    )
    op.create_table(
        "experiment",
        sa.Column("team", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("dataset_version", sa.Uuid(), nullable=False),
        sa.Column("source", sa.String(length=200), nullable=False),
        sa.Column("state", sa.String(length=200), nullable=False),
        sa.Column("samples", sa.Integer(), nullable=False),
        sa.Column("creator", sa.Uuid(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("source IN ('imported')", name=op.f("ck_experiment_source")),
        sa.CheckConstraint(
            "state IN ('importing', 'ready', 'running', 'completed', 'refused')",
            name=op.f("ck_experiment_state"),
        ),
        sa.ForeignKeyConstraint(["creator"], ["user.id"], name=op.f("fk_experiment_creator")),
        sa.ForeignKeyConstraint(
            ["team", "dataset_version"],
            ["dataset_version.team", "dataset_version.id"],
            name=op.f("fk_experiment_team_dataset_version"),
        ),
        sa.ForeignKeyConstraint(["team"], ["team.id"], name=op.f("fk_experiment_team")),
        sa.PrimaryKeyConstraint("team", "id", name=op.f("pk_experiment")),
        sa.UniqueConstraint("team", "name", name=op.f("uq_experiment_team_name")),
    )
    op.create_table(
        "item",
        sa.Column("team", sa.Uuid(), nullable=False),
        sa.Column("dataset_version", sa.Uuid(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("item_key", sa.String(length=512), nullable=False),
        sa.Column("input_hash", sa.LargeBinary(32), nullable=True),
        sa.Column("expected_hash", sa.LargeBinary(32), nullable=True),
        sa.Column("metadata_hash", sa.LargeBinary(32), nullable=True),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=True),
        sa.Column("deleted_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["team", "dataset_version"],
            ["dataset_version.team", "dataset_version.id"],
            name=op.f("fk_item_team_dataset_version"),
        ),
        sa.ForeignKeyConstraint(
            ["team", "expected_hash"],
            ["blob.team", "blob.hash"],
            name=op.f("fk_item_team_expected_hash"),
        ),
        sa.ForeignKeyConstraint(
            ["team", "input_hash"], ["blob.team", "blob.hash"], name=op.f("fk_item_team_input_hash")
        ),
        sa.ForeignKeyConstraint(
            ["team", "metadata_hash"],
            ["blob.team", "blob.hash"],
            name=op.f("fk_item_team_metadata_hash"),
        ),
        sa.ForeignKeyConstraint(["team"], ["team.id"], name=op.f("fk_item_team")),
        sa.PrimaryKeyConstraint("team", "dataset_version", "n", name=op.f("pk_item")),
        sa.UniqueConstraint(
            "team",
            "dataset_version",
            "item_key",
            name=op.f("uq_item_team_dataset_version_item_key"),
        ),
    )
    op.create_table(
        "version",
        sa.Column("team", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("evaluator", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("config_hash", sa.LargeBinary(32), nullable=False),
        sa.Column("source_hash", sa.LargeBinary(32), nullable=False),
        sa.Column("schema_version", sa.Integer(), nullable=False),
        sa.Column("semantics", sa.String(length=200), nullable=False),
        sa.Column("leaf_count", sa.Integer(), nullable=False),
        sa.Column("creator", sa.Uuid(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["creator"], ["user.id"], name=op.f("fk_version_creator")),
        sa.ForeignKeyConstraint(
            ["team", "evaluator"],
            ["evaluator.team", "evaluator.id"],
            name=op.f("fk_version_team_evaluator"),
        ),
        sa.ForeignKeyConstraint(
            ["team", "source_hash"],
            ["blob.team", "blob.hash"],
            name=op.f("fk_version_team_source_hash"),
        ),
        sa.ForeignKeyConstraint(["team"], ["team.id"], name=op.f("fk_version_team")),
        sa.PrimaryKeyConstraint("team", "id", name=op.f("pk_version")),
        sa.UniqueConstraint(
            "team", "evaluator", "number", name=op.f("uq_version_team_evaluator_number")
        ),
    )
    op.create_table(
        "attachment",
        sa.Column("team", sa.Uuid(), nullable=False),
        sa.Column("experiment", sa.Uuid(), nullable=False),
        sa.Column("evaluator", sa.Uuid(), nullable=False),
        sa.Column("version", sa.Uuid(), nullable=False),
        sa.ForeignKeyConstraint(
            ["team", "evaluator"],
            ["evaluator.team", "evaluator.id"],
            name=op.f("fk_attachment_team_evaluator"),
        ),
        sa.ForeignKeyConstraint(
            ["team", "experiment"],
            ["experiment.team", "experiment.id"],
            name=op.f("fk_attachment_team_experiment"),
        ),
        sa.ForeignKeyConstraint(
            ["team", "version"],
            ["version.team", "version.id"],
            name=op.f("fk_attachment_team_version"),
        ),
        sa.ForeignKeyConstraint(["team"], ["team.id"], name=op.f("fk_attachment_team")),
        sa.PrimaryKeyConstraint("team", "experiment", "evaluator", name=op.f("pk_attachment")),
    )
    op.create_table(
        "grading_pass",
        sa.Column("team", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("purpose", sa.String(length=200), nullable=False),
        sa.Column("version", sa.Uuid(), nullable=False),
        sa.Column("experiment", sa.Uuid(), nullable=False),
        sa.Column("creator", sa.Uuid(), nullable=False),
        sa.Column("selected", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=200), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.CheckConstraint(
            "purpose IN ('initial', 'sample_test', 'preview', 'regrade', 'sampled_trace')",
            name=op.f("ck_grading_pass_purpose"),
        ),
        sa.CheckConstraint(
            "state IN ('running', 'completed', 'cancelled')", name=op.f("ck_grading_pass_state")
        ),
        sa.ForeignKeyConstraint(["creator"], ["user.id"], name=op.f("fk_grading_pass_creator")),
        sa.ForeignKeyConstraint(
            ["team", "experiment"],
            ["experiment.team", "experiment.id"],
            name=op.f("fk_grading_pass_team_experiment"),
        ),
        sa.ForeignKeyConstraint(
            ["team", "version"],
            ["version.team", "version.id"],
            name=op.f("fk_grading_pass_team_version"),
        ),
        sa.ForeignKeyConstraint(["team"], ["team.id"], name=op.f("fk_grading_pass_team")),
        sa.PrimaryKeyConstraint("team", "id", name=op.f("pk_grading_pass")),
    )
    with op.batch_alter_table("grading_pass", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_grading_pass_team_experiment_version"),
            ["team", "experiment", "version"],
            unique=False,
        )
        batch_op.create_index(
            "uq_grading_pass_initial",
            ["team", "experiment", "version"],
            unique=True,
            sqlite_where=sa.text("purpose = 'initial'"),
            postgresql_where=sa.text("purpose = 'initial'"),
        )

    op.create_table(
        "sample",
        sa.Column("team", sa.Uuid(), nullable=False),
        sa.Column("experiment", sa.Uuid(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("dataset_version", sa.Uuid(), nullable=False),
        sa.Column("item_n", sa.Integer(), nullable=False),
        sa.Column("output_hash", sa.LargeBinary(32), nullable=True),
        sa.Column("evidence_hash", sa.LargeBinary(32), nullable=False),
        sa.Column("evidence_bytes", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=True),
        sa.Column("deleted_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["team", "dataset_version", "item_n"],
            ["item.team", "item.dataset_version", "item.n"],
            name=op.f("fk_sample_team_dataset_version_item_n"),
        ),
        sa.ForeignKeyConstraint(
            ["team", "experiment"],
            ["experiment.team", "experiment.id"],
            name=op.f("fk_sample_team_experiment"),
        ),
        sa.ForeignKeyConstraint(
            ["team", "output_hash"],
            ["blob.team", "blob.hash"],
            name=op.f("fk_sample_team_output_hash"),
        ),
        sa.ForeignKeyConstraint(["team"], ["team.id"], name=op.f("fk_sample_team")),
        sa.PrimaryKeyConstraint("team", "experiment", "n", name=op.f("pk_sample")),
    )
    op.create_table(
        "version_content",
        sa.Column("team", sa.Uuid(), nullable=False),
        sa.Column("version", sa.Uuid(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=True),
        sa.Column("deleted_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["team", "version"],
            ["version.team", "version.id"],
            name=op.f("fk_version_content_team_version"),
        ),
        sa.ForeignKeyConstraint(["team"], ["team.id"], name=op.f("fk_version_content_team")),
        sa.PrimaryKeyConstraint("team", "version", name=op.f("pk_version_content")),
    )
    op.create_table(
        "chunk",
        sa.Column("team", sa.Uuid(), nullable=False),
        sa.Column("pass", sa.Uuid(), nullable=False),
        sa.Column("k", sa.Integer(), nullable=False),
        sa.Column("first_n", sa.Integer(), nullable=False),
        sa.Column("last_n", sa.Integer(), nullable=False),
        sa.Column("selected", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=200), nullable=False),
        sa.Column("reason", sa.String(length=200), nullable=True),
        sa.Column("passed", sa.Integer(), server_default="0", nullable=False),
        sa.Column("failed", sa.Integer(), server_default="0", nullable=False),
        sa.Column("abstained", sa.Integer(), server_default="0", nullable=False),
        sa.Column("errored", sa.Integer(), server_default="0", nullable=False),
        sa.Column("cancelled", sa.Integer(), server_default="0", nullable=False),
        sa.CheckConstraint(
            "state IN ('waiting', 'running', 'done', 'cancelled')", name=op.f("ck_chunk_state")
        ),
        sa.CheckConstraint(
            "state NOT IN ('done', 'cancelled') OR selected = passed + failed + abstained + errored + cancelled",
            name=op.f("ck_chunk_adds_up"),
        ),
        sa.ForeignKeyConstraint(
            ["team", "pass"],
            ["grading_pass.team", "grading_pass.id"],
            name=op.f("fk_chunk_team_pass"),
        ),
        sa.ForeignKeyConstraint(["team"], ["team.id"], name=op.f("fk_chunk_team")),
        sa.PrimaryKeyConstraint("team", "pass", "k", name=op.f("pk_chunk")),
    )
    op.create_table(
        "judgment",
        sa.Column("team", sa.Uuid(), nullable=False),
        sa.Column("pass", sa.Uuid(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("outcome", sa.String(length=200), nullable=True),
        sa.Column("error_code", sa.String(length=200), nullable=True),
        sa.Column("reason", sa.String(length=200), nullable=True),
        sa.Column("leaves", sa.String(length=100), nullable=False),
        sa.Column("evidence_hash", sa.LargeBinary(32), nullable=True),
        sa.Column("capture_hash", sa.LargeBinary(32), nullable=True),
        sa.Column("config_hash", sa.LargeBinary(32), nullable=True),
        sa.Column("explanation_hash", sa.LargeBinary(32), nullable=True),
        sa.Column("engine_version", sa.String(length=200), nullable=False),
        sa.Column("re2_version", sa.String(length=200), nullable=False),
        sa.Column("duration_us", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.CheckConstraint(
            "outcome IN ('passed', 'failed', 'abstained') OR outcome IS NULL",
            name=op.f("ck_judgment_outcome"),
        ),
        sa.CheckConstraint(
            "(outcome IS NULL) <> (error_code IS NULL)", name=op.f("ck_judgment_outcome_or_error")
        ),
        sa.ForeignKeyConstraint(
            ["team", "pass"],
            ["grading_pass.team", "grading_pass.id"],
            name=op.f("fk_judgment_team_pass"),
        ),
        sa.ForeignKeyConstraint(["team"], ["team.id"], name=op.f("fk_judgment_team")),
        sa.PrimaryKeyConstraint("team", "pass", "n", name=op.f("pk_judgment")),
    )
    op.create_table(
        "sample_facet",
        sa.Column("team", sa.Uuid(), nullable=False),
        sa.Column("experiment", sa.Uuid(), nullable=False),
        sa.Column("key", sa.String(length=256), nullable=False),
        sa.Column("value", sa.String(length=256), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["team", "experiment", "n"],
            ["sample.team", "sample.experiment", "sample.n"],
            name=op.f("fk_sample_facet_team_experiment_n"),
        ),
        sa.ForeignKeyConstraint(["team"], ["team.id"], name=op.f("fk_sample_facet_team")),
        sa.PrimaryKeyConstraint(
            "team", "experiment", "key", "value", "n", name=op.f("pk_sample_facet")
        ),
    )
    with op.batch_alter_table("sample_facet", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_sample_facet_team_experiment_n"),
            ["team", "experiment", "n"],
            unique=False,
        )

    op.create_table(
        "explanation",
        sa.Column("team", sa.Uuid(), nullable=False),
        sa.Column("pass", sa.Uuid(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("bytes", sa.LargeBinary(), nullable=True),
        sa.Column("deleted_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["team", "pass", "n"],
            ["judgment.team", "judgment.pass", "judgment.n"],
            name=op.f("fk_explanation_team_pass_n"),
        ),
        sa.ForeignKeyConstraint(["team"], ["team.id"], name=op.f("fk_explanation_team")),
        sa.PrimaryKeyConstraint("team", "pass", "n", name=op.f("pk_explanation")),
    )
    _guard(op.get_bind().dialect.name)


def _guard(dialect: str) -> None:
    """Keep fixed rows fixed, and on PostgreSQL tenants apart."""
    fixed = ("version", "audit", "judgment")
    if dialect == "sqlite":
        for table in fixed:
            for verb in ("UPDATE", "DELETE"):
                op.execute(
                    f'CREATE TRIGGER fixed_{table}_{verb.lower()} BEFORE {verb} ON "{table}"'
                    f" BEGIN SELECT RAISE(ABORT, 'rows of {table} are never changed'); END"
                )
        return
    op.execute(
        "CREATE FUNCTION assertory_fixed() RETURNS trigger LANGUAGE plpgsql AS"
        " $$ BEGIN RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME; END $$"
    )
    for table in fixed:
        op.execute(
            f'CREATE TRIGGER fixed_{table} BEFORE UPDATE OR DELETE OR TRUNCATE ON "{table}"'
            " FOR EACH STATEMENT EXECUTE FUNCTION assertory_fixed()"
        )
    for tenant, tables in (
        ("team", _TEAM_ROWS),
        ("organization", ("role", "audit")),
    ):
        for table in tables:
            op.execute(f'ALTER TABLE "{table}" ENABLE ROW LEVEL SECURITY')
            op.execute(f'ALTER TABLE "{table}" FORCE ROW LEVEL SECURITY')
            mine = f"\"{tenant}\" = nullif(current_setting('assertory.{tenant}', true), '')::uuid"
            op.execute(f'CREATE POLICY tenant ON "{table}" USING ({mine}) WITH CHECK ({mine})')


_TEAM_ROWS = (
    "blob",
    "score_definition",
    "evaluator",
    "version",
    "version_content",
    "dataset",
    "dataset_version",
    "item",
    "experiment",
    "attachment",
    "sample",
    "sample_facet",
    "idempotency",
    "grading_pass",
    "chunk",
    "judgment",
    "explanation",
)
