"""What is to be graded and what was: passes, chunks, jobs, judgments and their explanations."""

from typing import Final

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    String,
    Table,
    UniqueConstraint,
    Uuid,
    false,
    text,
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

PURPOSES: Final = ("initial", "sample_test", "preview", "regrade", "sampled_trace")
SCORED: Final = ("initial", "regrade", "sampled_trace")  # purposes whose judgments leave a grade
LEAVES_MAX: Final = 100


grading_pass = of_team(
    Table(
        "grading_pass",
        METADATA,
        mine(),
        key(),
        words("purpose"),
        Column("version", Uuid(), nullable=False),
        Column("experiment", Uuid(), nullable=False),
        Column("creator", Uuid(), ForeignKey("user.id"), nullable=False),
        Column("selected", Integer(), nullable=False),
        words("state"),
        time("created_at"),
        time("ended_at", null=True),
        PrimaryKeyConstraint("team", "id"),
        refers(("team", "version"), "version", ("team", "id")),
        refers(("team", "experiment"), "experiment", ("team", "id")),
        one_of("purpose", PURPOSES),
        one_of("state", ("running", "completed", "cancelled")),
        Index(None, "team", "experiment", "version"),
    )
)

# One experiment has one initial pass of a version: what makes asking twice the same as once.
Index(
    "uq_grading_pass_initial",
    grading_pass.c.team,
    grading_pass.c.experiment,
    grading_pass.c.version,
    unique=True,
    sqlite_where=text("purpose = 'initial'"),
    postgresql_where=text("purpose = 'initial'"),
)

# Waiting, running and cancelled are states of a chunk; its tallies are written as it closes.
chunk = of_team(
    Table(
        "chunk",
        METADATA,
        mine(),
        Column("pass", Uuid(), nullable=False),
        Column("k", Integer(), nullable=False),
        Column("first_n", Integer(), nullable=False),
        Column("last_n", Integer(), nullable=False),
        Column("selected", Integer(), nullable=False),
        words("state"),
        words("reason", null=True),
        *(
            Column(name, Integer(), nullable=False, server_default="0")
            for name in ("passed", "failed", "abstained", "errored", "cancelled")
        ),
        PrimaryKeyConstraint("team", "pass", "k"),
        refers(("team", "pass"), "grading_pass", ("team", "id")),
        one_of("state", ("waiting", "running", "done", "cancelled")),
        CheckConstraint(
            "state NOT IN ('done', 'cancelled')"
            " OR selected = passed + failed + abstained + errored + cancelled",
            name="adds_up",
        ),
    )
)

# What is to be done, and nothing else: a job that ends is deleted. Without row-level security: a
# worker claims across teams, then sets the team that it works for.
job = Table(
    "job",
    METADATA,
    Column("id", BigInteger().with_variant(Integer(), "sqlite"), nullable=False),
    Column("team", Uuid(), nullable=True),
    # Whose pausing holds it, where that is an evaluator's.
    Column("evaluator", Uuid(), nullable=True),
    words("kind"),
    Column("ref", JSON(), nullable=False),
    Column("lane", Integer(), nullable=False),
    Column("turn", Integer(), nullable=False),
    words("state"),
    Column("held", Boolean(), nullable=False, server_default=false()),
    time("run_at"),
    Column("attempt", Integer(), nullable=False, server_default="0"),
    Column("token", Integer(), nullable=False, server_default="0"),
    time("lease_until", null=True),
    words("singleton", null=True),
    PrimaryKeyConstraint("id"),
    UniqueConstraint("singleton"),
    one_of("state", ("queued", "running")),
    Index(None, "team", "evaluator"),
    Index(
        "ix_job_claim",
        "lane",
        "turn",
        "id",
        sqlite_where=text("state = 'queued' AND NOT held"),
        postgresql_where=text("state = 'queued' AND NOT held"),
    ),
    Index(
        "ix_job_lease",
        "lease_until",
        sqlite_where=text("state = 'running'"),
        postgresql_where=text("state = 'running'"),
    ),
)

judgment = fixed(
    of_team(
        Table(
            "judgment",
            METADATA,
            mine(),
            Column("pass", Uuid(), nullable=False),
            Column("n", Integer(), nullable=False),
            words("outcome", null=True),  # none where there is an error
            words("error_code", null=True),
            words("reason", null=True),
            Column("leaves", String(LEAVES_MAX), nullable=False),  # one letter a leaf: p, f or a
            digest("evidence_hash", null=True),
            digest("capture_hash", null=True),
            digest("config_hash", null=True),
            digest("explanation_hash", null=True),
            words("engine_version"),
            words("re2_version"),
            Column("duration_us", BigInteger(), nullable=False),
            time("at"),
            PrimaryKeyConstraint("team", "pass", "n"),
            refers(("team", "pass"), "grading_pass", ("team", "id")),
            CheckConstraint(
                "outcome IN ('passed', 'failed', 'abstained') OR outcome IS NULL", name="outcome"
            ),
            CheckConstraint("(outcome IS NULL) <> (error_code IS NULL)", name="outcome_or_error"),
        )
    )
)

explanation = of_team(
    Table(
        "explanation",
        METADATA,
        mine(),
        Column("pass", Uuid(), nullable=False),
        Column("n", Integer(), nullable=False),
        Column("bytes", LargeBinary(), nullable=True),  # compressed; none once erased
        time("deleted_at", null=True),
        PrimaryKeyConstraint("team", "pass", "n"),
        refers(("team", "pass", "n"), "judgment", ("team", "pass", "n")),
    )
)
