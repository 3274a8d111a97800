"""Grades AI answers with deterministic checks: yes, no or abstained, each with its reason."""

from typing import Final

from assertory.engine.capture import ToolCall, ToolCapture
from assertory.engine.errors import AuthoringError, Problem
from assertory.engine.evaluate import LeafVerdict, Verdict
from assertory.engine.evidence import UNAVAILABLE
from assertory.engine.program import Program, compile_assertion
from assertory.engine.quick import compile_quick_checks

__version__: Final = "0.1.0"

__all__ = [
    "UNAVAILABLE",
    "AuthoringError",
    "LeafVerdict",
    "Problem",
    "Program",
    "ToolCall",
    "ToolCapture",
    "Verdict",
    "__version__",
    "compile_assertion",
    "compile_quick_checks",
]
