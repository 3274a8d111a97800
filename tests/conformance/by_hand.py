"""Single cases written in a test, read as a case file would be."""

import json

from tests.conformance.case_file import Case, Json, Members, read_cases

SEMANTICS = "unicode-script-letters/v1"
CONTAINS: Members = {"op": "contains", "path": "/output", "text": "a"}
BAD: Members = {"op": "contains", "path": "x", "text": 1}


def written_case(**written: Json) -> Case:
    """The case with these members, read as from a file."""
    case = {"id": "self/test", **written}
    (read,) = read_cases(json.dumps({"about": "", "cases": [case]}))
    return read


def assertion_case(node: Json, expect: Json, **beside: Json) -> Case:
    """The case of a configuration with this one node."""
    config: Json = {"semantics": SEMANTICS, "assertion": node}
    return written_case(dialect="assertion", config=config, expect=expect, **beside)
