"""What the suites share: one configuration, compiled and judged through the front door."""

import json
from collections.abc import Mapping
from typing import TypeAlias

import assertory
from assertory import ToolCapture, Verdict

Check: TypeAlias = Mapping[str, object]


def asserted(node: Check, evidence: object, tools: ToolCapture | None = None) -> Verdict:
    """The verdict of an assertion configuration with this one node."""
    config = {"semantics": "unicode-script-letters/v1", "assertion": node}
    return assertory.compile_assertion(config).evaluate(evidence, tools)


def checked(answer: object, *checks: Check) -> Verdict:
    """The verdict of quick checks, written in their JSON form, over an answer."""
    return assertory.compile_quick_checks(json.dumps(checks)).evaluate(answer)
