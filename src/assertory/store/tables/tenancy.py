"""Who is here and what each may do: organizations, teams, users, roles, tokens, the audit log."""

from typing import Final

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    Table,
    UniqueConstraint,
    Uuid,
    false,
)

from assertory.store.tables.schema import (
    METADATA,
    digest,
    fixed,
    key,
    of_organization,
    of_team,
    one_of,
    refers,
    time,
    words,
)

EMAIL_CHARACTERS_MAX: Final = 320
URL_CHARACTERS_MAX: Final = 2_000

organization = Table(
    "organization",
    METADATA,
    key(),
    words("slug"),
    words("name"),
    words("state"),
    time("created_at"),
    PrimaryKeyConstraint("id"),
    UniqueConstraint("slug"),
    one_of("state", ("active", "suspended")),
)

team = Table(
    "team",
    METADATA,
    Column("organization", Uuid(), ForeignKey("organization.id"), nullable=False),
    key(),
    words("slug"),
    words("name"),
    # Content hashes are shown to those without the content right as tags keyed by this.
    Column("tag_secret", LargeBinary(32), nullable=False),
    # Days that content is kept after it came in; none where it is kept until erased.
    Column("retention_days", Integer(), nullable=True),
    time("created_at"),
    PrimaryKeyConstraint("organization", "id"),
    UniqueConstraint("id"),
    UniqueConstraint("organization", "slug"),
)

user = Table(
    "user",
    METADATA,
    key(),
    words("email", null=True, length=EMAIL_CHARACTERS_MAX),
    words("email_folded", null=True, length=EMAIL_CHARACTERS_MAX),
    words("name"),
    words("password_hash", null=True),
    words("state"),
    time("created_at"),
    PrimaryKeyConstraint("id"),
    UniqueConstraint("email_folded"),
    # Disabled users are made nameless, never deleted: judgments and audit rows name them.
    one_of("state", ("active", "disabled")),
)

identity = Table(
    "identity",
    METADATA,
    words("issuer", length=URL_CHARACTERS_MAX),
    words("subject", length=URL_CHARACTERS_MAX),
    Column("user", Uuid(), ForeignKey("user.id"), nullable=False),
    time("created_at"),
    PrimaryKeyConstraint("issuer", "subject"),
)

session = Table(
    "session",
    METADATA,
    digest("token_hash"),
    Column("user", Uuid(), ForeignKey("user.id"), nullable=False),
    time("created_at"),
    time("expires_at"),
    PrimaryKeyConstraint("token_hash"),
)

api_token = Table(
    "api_token",
    METADATA,
    key(),
    digest("token_hash"),
    Column("organization", Uuid(), nullable=False),
    # None: the token reaches every team of the organization that its user reaches.
    Column("team", Uuid(), nullable=True),
    Column("user", Uuid(), ForeignKey("user.id"), nullable=False),
    words("name"),
    Column("scopes", JSON(), nullable=False),
    time("created_at"),
    time("expires_at"),
    time("revoked_at", null=True),
    PrimaryKeyConstraint("id"),
    UniqueConstraint("token_hash"),
    refers(("organization", "team"), "team", ("organization", "id")),
)

role = of_organization(
    Table(
        "role",
        METADATA,
        Column("organization", Uuid(), ForeignKey("organization.id"), nullable=False),
        key(),
        words("name"),
        Column("permissions", JSON(), nullable=False),
        Column("shipped", Boolean(), nullable=False, server_default=false()),
        PrimaryKeyConstraint("organization", "id"),
        UniqueConstraint("organization", "name"),
    )
)

organization_member = Table(
    "organization_member",
    METADATA,
    Column("organization", Uuid(), nullable=False),
    Column("user", Uuid(), ForeignKey("user.id"), nullable=False),
    Column("role", Uuid(), nullable=False),
    PrimaryKeyConstraint("organization", "user"),
    refers(("organization", "role"), "role", ("organization", "id")),
)

team_member = Table(
    "team_member",
    METADATA,
    Column("organization", Uuid(), nullable=False),
    Column("team", Uuid(), nullable=False),
    Column("user", Uuid(), ForeignKey("user.id"), nullable=False),
    Column("role", Uuid(), nullable=False),
    PrimaryKeyConstraint("team", "user"),
    refers(("organization", "team"), "team", ("organization", "id")),
    refers(("organization", "role"), "role", ("organization", "id")),
)

# What a create was asked for, so that asking again makes nothing twice.
idempotency = of_team(
    Table(
        "idempotency",
        METADATA,
        Column("team", Uuid(), ForeignKey("team.id"), nullable=False),
        Column("actor", Uuid(), ForeignKey("user.id"), nullable=False),
        words("key"),
        digest("request_hash"),
        Column("resource", Uuid(), nullable=False),
        time("expires_at"),
        PrimaryKeyConstraint("team", "actor", "key"),
    )
)

audit_head = Table(
    "audit_head",
    METADATA,
    Column("organization", Uuid(), ForeignKey("organization.id"), nullable=False),
    Column("seq", BigInteger(), nullable=False),
    digest("hash"),
    PrimaryKeyConstraint("organization"),
)

audit = fixed(
    of_organization(
        Table(
            "audit",
            METADATA,
            Column("organization", Uuid(), ForeignKey("organization.id"), nullable=False),
            Column("seq", BigInteger(), nullable=False),
            digest("previous"),
            digest("hash"),
            time("at"),
            Column("actor", Uuid(), nullable=True),  # none: the machine
            words("action"),
            Column("team", Uuid(), nullable=True),
            words("object", null=True),
            Column("details", JSON(), nullable=False),
            PrimaryKeyConstraint("organization", "seq"),
        )
    )
)
