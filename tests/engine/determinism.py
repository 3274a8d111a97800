"""A fixed corpus of programs and evidence, and one digest of all that they give."""

import hashlib
import json

import assertory
from assertory import UNAVAILABLE, ToolCall, ToolCapture
from assertory.engine.canonical import canonical

LEAVES = [
    {"op": "equals", "path": "/a", "value": {"b": [1.0, None, "é"], "a": 1e21}},
    {"op": "equals", "path": "/n", "value": 0.1},
    {"op": "contains", "path": "/output/text", "text": "Article 39"},
    {"op": "regex", "path": "/output/text", "pattern": "(?i)\\barticle\\b|\\p{Arabic}+"},
    {
        "op": "shape",
        "path": "",
        "required": {"a": "object", "n": "number"},
        "allowAdditional": False,
    },
    {"op": "count", "path": "/output/text", "min": 1, "max": 10},
    {"op": "tool_called", "name": "search"},
    {"op": "script_ratio", "path": "/output/text", "script": "Arabic", "min": 0.3, "max": 1},
]
ASSERTION = {
    "semantics": "unicode-script-letters/v1",
    "assertion": {
        "op": "all",
        "assertions": [
            {"op": "any", "assertions": LEAVES},
            *LEAVES,
            {"op": "all", "assertions": LEAVES},
        ],
    },
}
SCHEMA = {
    "type": "object",
    "properties": {"é": {"type": "integer"}, "a": {"type": "string", "enum": ["x", "y"]}},
    "required": ["z", "a"],
    "additionalProperties": False,
}
QUICK = [
    {"type": "contains", "text": "a"},
    {"text": "[]", "type": "exact"},
    {"type": "json_valid"},
    {"type": "output_length", "minimum": 1.0, "maximum": 3},
    {"type": "number_range", "path": "/n", "minimum": -1e-7, "maximum": 1},
    {"type": "regex", "pattern": "^[^a]+(b|\\d{2})?$"},
    {"type": "json_schema", "schema": SCHEMA},
]
EVIDENCE: list[object] = [
    {"a": {"a": 10**21, "b": [1, None, "é"]}, "n": 0.1},
    {"output": {"text": "see Article 39 المادة [[CITE:x]] Ꭰ ʰ"}, "n": 5e-324},
    {"output": {"text": "\ud800" + "x" * 400}, "a": {str(n): n / 7 for n in range(40)}},
    {"output": {"text": {"\U0001f600": 1, "\uffff": 2**70, "é": -0.0}}, "a": [[]] * 99},
    None,
    [float("nan")],
    UNAVAILABLE,
]
ANSWERS: list[object] = [
    *("", "a", "bb12", "{", "[1,]", '{"n":1e999}', '{"n": 0.30000000000000004, "é": 1.0}', "NaN"),
    *('{"é":1.5,"a":"z","\\ud800":1,"~/":{}}', "[" * 513, f"{'[' * 40}1{']' * 40}", 7, {"n": 1}),
]
TOOLS = (None, ToolCapture(complete=True, calls=(ToolCall("1", "lookup", None, ("search",)),)))


def digest() -> str:
    """One SHA-256 of every hash, source, leaf and explanation, sentences left out."""
    program = assertory.compile_assertion(json.dumps(ASSERTION))
    quick = assertory.compile_quick_checks(json.dumps(QUICK))
    found = [program.config_hash, quick.config_hash, program.source, quick.source]
    for evidence in EVIDENCE:
        for tools in TOOLS:
            verdict = program.evaluate(evidence, tools)
            found += [
                verdict.explanation_hash(),
                canonical([list(leaf) for leaf in verdict.leaves]),
            ]
    for answer in ANSWERS:
        verdict = quick.evaluate(answer)
        found += [verdict.explanation_hash(), canonical([list(leaf) for leaf in verdict.leaves])]
    return hashlib.sha256("\n".join(found).encode()).hexdigest()


if __name__ == "__main__":
    print(digest())  # noqa: T201 - what the test reads
