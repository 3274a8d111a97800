"""The words of which every table is made: keys, hashes, times, states, and who may see a row."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Dialect,
    ForeignKey,
    ForeignKeyConstraint,
    LargeBinary,
    MetaData,
    String,
    Table,
    Uuid,
)
from sqlalchemy.types import TypeDecorator

# Named constraints: an error can say which key it met, and a migration can name what it changes.
METADATA: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)
HASH_BYTES: Final = 32
NAME_CHARACTERS_MAX: Final = 200

# Tables whose rows are never changed or deleted, which the database itself refuses.
FIXED: Final[list[str]] = []
# Tables whose rows only their own team (or organization) sees, also where a query forgets to ask.
TEAM_ROWS: Final[list[str]] = []
ORGANIZATION_ROWS: Final[list[str]] = []


class Hash(TypeDecorator[str]):
    """A SHA-256: lower-case hex in Python, 32 bytes in the database."""

    impl = LargeBinary(HASH_BYTES)
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> bytes | None:  # noqa: ARG002
        """Turn hex into bytes."""
        return None if value is None else bytes.fromhex(value)

    def process_result_value(self, value: bytes | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        """Turn bytes into hex."""
        return None if value is None else bytes(value).hex()


def key(name: str = "id") -> Column[object]:
    """Give a column that holds a random id of 128 bits."""
    return Column(name, Uuid(), nullable=False)


def mine() -> Column[object]:
    """Give the column that says which team a row is of."""
    return Column("team", Uuid(), ForeignKey("team.id"), nullable=False)


def time(name: str, *, null: bool = False) -> Column[int]:
    """Give a column that holds microseconds since 1970, UTC, by the database's clock."""
    return Column(name, BigInteger(), nullable=null)


def digest(name: str, *, null: bool = False) -> Column[str]:
    """Give a column that holds a SHA-256."""
    return Column(name, Hash(), nullable=null)


def words(name: str, *, null: bool = False, length: int = NAME_CHARACTERS_MAX) -> Column[str]:
    """Give a column that holds a short text."""
    return Column(name, String(length), nullable=null)


def one_of(name: str, allowed: Sequence[str]) -> CheckConstraint:
    """Close the list of values of a column of states or kinds."""
    listed = ", ".join(f"'{value}'" for value in allowed)
    return CheckConstraint(f"{name} IN ({listed})", name=name)


def refers(columns: Sequence[str], to: str, names: Sequence[str]) -> ForeignKeyConstraint:
    """Refer to a row of the same tenant: its tenant's column comes first in both lists."""
    return ForeignKeyConstraint(columns, [f"{to}.{name}" for name in names])


def fixed(table: Table) -> Table:
    """Mark a table whose rows are never changed or deleted."""
    FIXED.append(table.name)
    return table


def of_team(table: Table) -> Table:
    """Mark a table whose rows belong to a team."""
    TEAM_ROWS.append(table.name)
    return table


def of_organization(table: Table) -> Table:
    """Mark a table whose rows belong to an organization."""
    ORGANIZATION_ROWS.append(table.name)
    return table
