#!/usr/bin/env python3
"""
Write the published JSON Schemas of both dialects from the tables that authoring reads.

    tools/make_schemas.py            write them
    tools/make_schemas.py --check    compare them with the committed ones, write nothing

Exit codes: 0 written or equal, 1 a committed schema differs.

Source: issue 2, part 2 (`evaluator schema`).
"""

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from assertory.engine.dialect_schema import assertion_schema, quick_checks_schema

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "src/assertory/schemas"
SCHEMAS: dict[str, Callable[[], dict[str, Any]]] = {
    "assertion.schema.json": assertion_schema,
    "quick-checks.schema.json": quick_checks_schema,
}


def main() -> int:
    """Write the schemas or compare them with the committed ones; returns the exit code."""
    parser = argparse.ArgumentParser(description="Write the JSON Schemas of both dialects.")
    parser.add_argument("--check", action="store_true", help="compare only, write nothing")
    check = parser.parse_args().check
    differing = 0
    for name, build in SCHEMAS.items():
        target, text = FOLDER / name, json.dumps(build(), ensure_ascii=False, indent=2) + "\n"
        if not check:
            FOLDER.mkdir(exist_ok=True)
            target.write_text(text, encoding="utf-8", newline="\n")
        elif not target.is_file() or target.read_bytes() != text.encode():
            place = target.relative_to(ROOT)
            sys.stderr.write(f"{place} is not what {Path(__file__).name} writes\n")
            differing = 1
    return differing


if __name__ == "__main__":
    sys.exit(main())
