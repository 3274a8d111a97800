"""The tables; a row's tenant comes first in its key and its references, so none crosses tenants."""

from assertory.store.tables import evaluators, samples, tenancy, work
from assertory.store.tables.schema import FIXED, METADATA, ORGANIZATION_ROWS, TEAM_ROWS

__all__ = [
    "FIXED",
    "METADATA",
    "ORGANIZATION_ROWS",
    "TEAM_ROWS",
    "evaluators",
    "samples",
    "tenancy",
    "work",
]
