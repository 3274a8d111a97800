"""What the tests of `grade` and `verify` share: rows, evaluators, and receipts made anew."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import rfc8785

from tests.cli.command import Ended, command

SEMANTICS = "unicode-script-letters/v1"
Row = Mapping[str, Any] | str | bytes

# One row of each outcome, for CHECKS as for EVALUATOR.
PASSED: dict[str, Any] = {"output": "OK", "metadata": {"note": "n"}}
FAILED: dict[str, Any] = {"output": "no", "metadata": {"note": "n"}}
ABSTAINED: dict[str, Any] = {"metadata": {}}
BAD: Row = "{"

CHECKS = "contains:OK\n"
REFUSED = "no_such_check\n"
EVALUATOR: dict[str, Any] = {
    "semantics": SEMANTICS,
    "assertion": {
        "op": "all",
        "assertions": [
            {"op": "contains", "path": "/output", "text": "OK"},
            {"op": "regex", "path": "/metadata/note", "pattern": "."},
        ],
    },
}
# Over 100 kB of text this takes RE2 ten seconds and more of CPU time.
HOSTILE_PATTERN = f"a{'[ab]{1000}' * 20}c"
HOSTILE: dict[str, Any] = {
    "semantics": SEMANTICS,
    "assertion": {"op": "regex", "path": "/output", "pattern": HOSTILE_PATTERN},
}


def line(row: Row) -> bytes:
    """One line of JSONL, without its end; a text or bytes stand as they are."""
    if isinstance(row, bytes):
        return row
    return row.encode() if isinstance(row, str) else json.dumps(row).encode()


def write(path: Path, rows: Iterable[Row]) -> Path:
    """Write rows as JSONL."""
    path.write_bytes(b"".join(line(row) + b"\n" for row in rows))
    return path


def place(folder: Path, *rows: Row, checks: str = CHECKS, evaluator: object | None = None) -> Path:
    """Fill a folder with answers.jsonl, checks.txt and evaluator.json."""
    write(folder / "answers.jsonl", rows)
    (folder / "checks.txt").write_text(checks, encoding="utf-8")
    (folder / "evaluator.json").write_text(json.dumps(evaluator or EVALUATOR), encoding="utf-8")
    return folder


def grade(folder: Path, arguments: str, stdin: bytes = b"") -> Ended:
    """Run `assertory grade` in a folder; grades answers.jsonl by checks.txt unless told else."""
    return command("grade", *with_defaults(arguments), folder=folder, stdin=stdin)


def verify(folder: Path, arguments: str, stdin: bytes = b"") -> Ended:
    """Run `assertory verify` in a folder."""
    return command("verify", *arguments.split(), folder=folder, stdin=stdin)


def with_defaults(arguments: str) -> list[str]:
    """Split arguments at white space; name the answers and the checks where they don't."""
    words = arguments.split()
    if not words or (words[0].startswith("-") and words[0] != "-"):
        words.insert(0, "answers.jsonl")
    if not {"--checks", "--evaluator", "-e"} & set(words):
        words += ["--checks", "checks.txt"]
    return words


def results(folder: Path, name: str = "results.jsonl") -> list[dict[str, Any]]:
    """Read a results file; every line has to be a whole row."""
    text = (folder / name).read_bytes()
    assert not text or text.endswith(b"\n")
    return [json.loads(row) for row in text.splitlines()]


def outcomes(folder: Path, name: str = "results.jsonl") -> list[str]:
    """The outcomes of a results file, in order."""
    return [row["outcome"] for row in results(folder, name)]


def counts(summary: str) -> dict[str, int]:
    """The counts of a summary in JSON."""
    found: dict[str, int] = json.loads(summary)["counts"]
    return found


# ------------------------------------------------------------- receipts, from semantics section 7


def sha256(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()


def evidence_hash(members: Mapping[str, bytes]) -> str:
    """The hash of evidence, from its members' exact bytes."""
    lines = [f"{json.dumps(name)} {sha256(members[name])}\n" for name in sorted(members)]
    return sha256(("assertory-evidence/1\n" + "".join(lines)).encode())


def capture_hash(capture: Any) -> str:  # noqa: ANN401 - JSON
    return sha256(b"assertory-capture/1\n" + rfc8785.dumps(capture))


def explanation_hash(explanation: Mapping[str, Any]) -> str:
    """The hash of an explanation without its sentences."""
    checks = [
        {name: value for name, value in check.items() if name != "message"}
        for check in explanation["checks"]
    ]
    return sha256(rfc8785.dumps({**explanation, "checks": checks}))
