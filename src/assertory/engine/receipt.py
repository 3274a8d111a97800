"""Receipts: the hashes by which a verdict can be executed again."""

import hashlib
from collections.abc import Mapping
from typing import Final, NamedTuple

from assertory.engine import canonical
from assertory.engine.capture import ToolCapture, capture_value
from assertory.engine.evaluate import Verdict
from assertory.engine.json_text import Json
from assertory.engine.program import Program

ANSWER: Final = "answer"  # the one evidence member of quick checks


class Versions(NamedTuple):
    """The versions of what ran: this engine's and google-re2's."""

    engine: str
    re2: str


def members_hash(members: Mapping[str, bytes]) -> str:
    """
    Hash evidence by its members' exact bytes as imported.

    Takes:   members, each name with its JSON text.
    Gives:   SHA-256, lower-case hex.
    Source:  semantics section 7, evidenceHash.

    >>> members_hash({"answer": b'"OK"'})[:8]
    '4e06ee95'
    """
    digest = hashlib.sha256(b"assertory-evidence/1\n")
    for name in sorted(members):
        member = hashlib.sha256(members[name]).hexdigest()
        digest.update(f"{canonical.string(name)} {member}\n".encode())
    return digest.hexdigest()


def capture_hash(capture: ToolCapture) -> str:
    """
    Hash a tool capture by the RFC 8785 form of what was judged.

    Source: semantics section 7, captureHash.
    """
    text = canonical.canonical(capture_value(capture))
    return hashlib.sha256(b"assertory-capture/1\n" + text.encode()).hexdigest()


def receipt(
    program: Program,
    verdict: Verdict,
    *,
    evidence_hash: str,
    capture: ToolCapture | None,
    versions: Versions,
) -> dict[str, Json]:
    """
    Put a verdict's receipt together.

    Takes:   evidence_hash, by `members_hash`; capture, as judged.
    Source:  semantics section 7.
    """
    return {
        "semantics": program.semantics,
        "configHash": program.config_hash,
        "engineVersion": versions.engine,
        "re2Version": versions.re2,
        "evidenceHash": evidence_hash,
        "captureHash": None if capture is None else capture_hash(capture),
        "outcome": verdict.outcome,
        "reason": verdict.reason,
        "explanationHash": verdict.explanation_hash(),
    }
