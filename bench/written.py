"""
A contender of ../shared/bench/compare.py: the library, each explanation written as its bytes.

Like the product's own contender there, streaming with decoding counted, but for one call: it asks
for `explanation_bytes()`, what a results file holds, and not for the dict.
"""

import argparse
import itertools
import json
import time
from pathlib import Path

from workload import SHARED

parser = argparse.ArgumentParser()
parser.add_argument("--data", type=Path)
parser.add_argument("--n", type=int)
asked = parser.parse_args()

started = time.perf_counter()
import orjson  # noqa: E402

import assertory  # noqa: E402 - what it costs is measured

config = SHARED / "configs"
program = assertory.compile_assertion((config / "medium-assertion.json").read_bytes())
quick = assertory.compile_quick_checks((config / "medium-quick.json").read_bytes())
imported = time.perf_counter() - started

started = time.perf_counter()
size = rows = 0
with asked.data.open("rb") as lines:
    for line in itertools.islice(lines, asked.n):
        evidence = orjson.loads(line)
        rows += 1
        size += len(program.evaluate(evidence).explanation_bytes())
        size += len(quick.evaluate(evidence["output"]["text"]).explanation_bytes())
elapsed = time.perf_counter() - started

found = {"name": "assertory-written", "n": rows, "checks": rows * 10, "written": size}
print(json.dumps({**found, "import_s": imported, "load_s": 0.0, "eval_s": elapsed}))
