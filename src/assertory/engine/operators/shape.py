"""shape: the direct members of an object, and their types."""

from dataclasses import dataclass
from typing import Final

from assertory.engine import pointer
from assertory.engine.evidence import View
from assertory.engine.fields import Fields, found
from assertory.engine.json_text import Json
from assertory.engine.outcome import PASSED, WRONG_TYPE, Finding, failed

SHAPE_MISMATCH = failed("shape_mismatch")
# The type names of requirements and the Python types that hold them; a boolean is no number.
TYPES: Final[dict[str, tuple[type, ...]]] = {
    "string": (str,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
    "null": (type(None),),
}


@dataclass(frozen=True, slots=True)
class Shape:
    """
    The selected object has the required direct members with their types.

    Takes:    required, member names with one of six type names; allow_additional.
    Passes:   every required member is there with its type, and no other where none is allowed.
    Fails:    `shape_mismatch`; `wrong_type` where a value that is no object was selected.
    Abstains: `pointer_missing`.
    Source:   requirements, operator `shape`.
    """

    required: tuple[tuple[str, str, tuple[type, ...]], ...]
    allow_additional: bool

    @classmethod
    def read(cls, fields: Fields) -> "Shape | None":
        """Read the operator from its object."""
        allow_additional = fields.boolean("allowAdditional")
        required = cls._required(fields)
        if required is None or allow_additional is None:
            return None
        return cls(required, allow_additional)

    @staticmethod
    def _required(fields: Fields) -> tuple[tuple[str, str, tuple[type, ...]], ...] | None:
        if not fields.has("required"):
            return None
        members = fields.members["required"]
        at = fields.place("required")
        if type(members) is not dict:
            fields.problems.add("not_object", at, found=found(members))
            return None
        sound = True
        for name, kind in members.items():
            if type(kind) is not str or kind not in TYPES:
                fields.problems.add(
                    "wrong_type",
                    f"{at}/{pointer.escape(name)}",
                    found=found(kind),
                    allowed=f"one of {', '.join(TYPES)}",
                )
                sound = False
        return tuple((n, k, TYPES[k]) for n, k in members.items()) if sound else None

    def check(self, view: View) -> Finding:
        """Judge the selected value."""
        value = view.value
        if type(value) is not dict:
            return WRONG_TYPE
        for name, _, types in self.required:
            if name not in value or type(value[name]) not in types:
                return SHAPE_MISMATCH
        if not self.allow_additional and len(value) > len(self.required):
            return SHAPE_MISMATCH
        return PASSED

    def expected(self) -> Json:
        """Give required and allowAdditional."""
        required = {name: kind for name, kind, _ in self.required}
        return {"required": required, "allowAdditional": self.allow_additional}
