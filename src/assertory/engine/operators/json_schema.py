"""json_schema: the answer's JSON fits a schema of the subset."""

from dataclasses import dataclass
from itertools import islice

from assertory.engine import schema
from assertory.engine.evidence import View
from assertory.engine.fields import Fields
from assertory.engine.json_text import Json
from assertory.engine.json_value import exceeds
from assertory.engine.limits import (
    CANDIDATE_LEVELS_MAX,
    CANDIDATE_VALUES_MAX,
    SCHEMA_FAILURES_MAX,
)
from assertory.engine.outcome import PASSED, WRONG_TYPE, Finding, failed

SCHEMA_MISMATCH = failed("schema_mismatch")
CANDIDATE_TOO_LARGE = failed("candidate_too_large")
UNREADABLE = {r: failed(r) for r in ("invalid_json", "json_too_deep")}


@dataclass(frozen=True, slots=True)
class JsonSchema:
    """
    The answer is JSON that fits a schema of the subset v1.

    Takes:    schema, at most 4 KiB, 8 levels, 100 nodes.
    Passes:   nothing fails in it.
    Fails:    `schema_mismatch`, with the first three failing paths; `candidate_too_large` over 32
              levels or 512 values; `invalid_json`, `json_too_deep`; `wrong_type` where the answer
              is no text.
    Abstains: only where there is no answer.
    Source:   requirements, "JSON Schema: RunLog subset v1"; semantics section 4.
    """

    schema: Json
    node: schema.Node

    @classmethod
    def read_quick(cls, fields: Fields) -> "JsonSchema | None":
        """Read the quick check from its object."""
        if not fields.has("schema"):
            return None
        written = fields.members["schema"]
        node = schema.read(written, fields.place("schema"), fields.problems)
        return None if node is None else cls(written, node)

    def check(self, view: View) -> Finding:
        """Judge the answer."""
        if type(view.value) is not str:
            return WRONG_TYPE
        reason, value = view.parsed()
        if reason is not None:
            return UNREADABLE[reason]
        if exceeds(value, levels=CANDIDATE_LEVELS_MAX, values=CANDIDATE_VALUES_MAX):
            return CANDIDATE_TOO_LARGE
        return PASSED if next(self.node.failures(value), None) is None else SCHEMA_MISMATCH

    def failures(self, view: View) -> list[schema.Failure]:
        """Give the first three failing paths with their requirements, after SCHEMA_MISMATCH."""
        return list(islice(self.node.failures(view.parsed()[1]), SCHEMA_FAILURES_MAX))

    def expected(self) -> Json:
        """Give the schema."""
        return self.schema
