"""How Alembic runs the steps: on the connection that `migrate` hands in, and no other."""

from typing import Literal

from alembic import context
from alembic.autogenerate.api import AutogenContext

from assertory.store.tables import METADATA
from assertory.store.tables.schema import HASH_BYTES, Hash


def _render(kind: str, value: object, _: AutogenContext) -> str | Literal[False]:
    """Write our own type as what it is in the database: a step must not change with the code."""
    if kind == "type" and isinstance(value, Hash):
        return f"sa.LargeBinary({HASH_BYTES})"
    return False


context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,  # SQLite changes a table by making it anew
    compare_server_default=True,
    render_item=_render,
)
context.run_migrations()
