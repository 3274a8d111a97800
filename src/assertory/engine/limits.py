"""Every bound of the requirements: its name, number, unit and the clause it comes from."""

from typing import Final

# Assertion dialect: requirements, "Supported checks and exact bounds"; semantics section 3.
CONFIGURATION_BYTES_MAX: Final = 65_536  # bytes of the RFC 8785 form
NODES_MAX: Final = 100  # assertion nodes, groups and leaves together
DEPTH_MAX: Final = 10  # assertion nodes on the way down, the root is 1
LITERAL_LEVELS_MAX: Final = 10  # levels of the value in `equals`
INTEGER_MAX: Final = 2**53 - 1  # the largest integer that RFC 8785 carries exactly

# JSON: semantics section 2.
JSON_LEVELS_MAX: Final = 512  # levels of an answer or of evidence
EVIDENCE_BYTES_MAX: Final = 16 * 1024 * 1024  # bytes of a row, counted at import only
AUTHORING_LEVELS_MAX: Final = 64  # levels of authored text; a valid one never needs more than 31
PROBLEMS_MAX: Final = 200  # problems told of one authored text; the rest shows once they are mended

# Explanation: requirements, "Expected result"; semantics section 5.
PREVIEW_MAX: Final = 160  # code points of a preview, a pointer or a failing path
EXPLAINED_CHECKS_MAX: Final = 20  # checks kept in an explanation
EXPLAINED_CHARACTERS_MAX: Final = 16_000  # code points of `checks` as compact JSON

# Quick checks: requirements, quick-checks.txt; semantics section 4.
QUICK_CHECKS_MAX: Final = 10  # checks in one text
QUICK_BYTES_MAX: Final = 65_536  # bytes of the text as written
LENGTH_MAX: Final = 8_192  # code points, in length checks and schema lengths
NUMBER_BOUND_MAX: Final = 10**15  # magnitude of a numeric bound

# JSON Schema subset v1: the same two places.
SCHEMA_BYTES_MAX: Final = 4_096  # bytes of the schema's RFC 8785 form
SCHEMA_LEVELS_MAX: Final = 8  # schema nodes on the way down, the root is 1
SCHEMA_NODES_MAX: Final = 100  # schema nodes
SCHEMA_ENTRIES_MAX: Final = 32  # properties, required names or enum values of one node
SCHEMA_ITEMS_MAX: Final = 512  # bound of minItems and maxItems
CANDIDATE_LEVELS_MAX: Final = 32  # levels of a judged value
CANDIDATE_VALUES_MAX: Final = 512  # values in a judged value, the root included
SCHEMA_FAILURES_MAX: Final = 3  # failing paths that are told

# Regular expressions: semantics sections 3 and 4. The safe dialect's own bounds are its grammar's
# and stand in text/safe_regex.py, RE2's memory budget in text/re2.py.
