"""Answers a second against peers on the medium workload of ../shared/bench, in one run."""

import argparse
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

from workload import BUILD, SHARED, data

PEERS = "promptfoo-api,pydantic-evals,plain-python"
OURS = {"assertory": "", "assertory-outcomes": "--mode outcomes"}


def environment() -> dict[str, str]:
    """Make the peers' environments once, and give the variables that name them."""
    told = subprocess.run(
        ["sh", str(SHARED / "setup.sh"), os.environ.get("BENCH_DIR", str(BUILD / "peers"))],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    ).stdout
    pairs = (word.partition("=") for word in shlex.split(told)[1:])
    return {name: value for name, _, value in pairs}


def main() -> None:
    """Measure and print the table and the ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    found = BUILD / "peers.json"
    command = [sys.executable, str(SHARED / "compare.py"), "--data", str(data(asked.rows))]
    command += ["--n", str(asked.rows), "--rounds", str(asked.rounds), "--config", "medium"]
    command += ["--only", PEERS, "--ref", "plain-python", "--json", str(found)]
    contender = f"{sys.executable} {SHARED / 'contenders' / 'assertory_run.py'}"
    written = Path(__file__).with_name("written.py")
    command += [
        "--product",
        f"assertory-written={sys.executable} {written} --data {{data}} --n {{n}}",
    ]
    for name, mode in OURS.items():
        command += [
            "--product",
            f"{name}={contender} --data {{data}} --n {{n}} --config {{config}} {mode}",
        ]
    subprocess.run(command, check=True, env={**os.environ, **environment()})
    rates = {row["name"]: row["answers_s"] for row in json.loads(found.read_text())["table"]}
    for name, how in (("assertory-written", "bytes"), ("assertory", "dicts, dumped by orjson")):
        print(f"\nassertory, each explanation written ({how}), in answers a second:")
        print(f"{rates[name] / rates['promptfoo-api']:8.1f} x promptfoo's Node API")
        print(f"{rates[name] / rates['pydantic-evals']:8.1f} x pydantic-evals")
    print("assertory with outcomes only, in time:")
    print(f"{rates['plain-python'] / rates['assertory-outcomes']:8.2f} x ten hand-written lambdas")


if __name__ == "__main__":
    main()
