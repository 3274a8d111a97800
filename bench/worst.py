"""Worst cases: each answers in seconds, or is refused with its reason."""

import json
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from workload import ASSERTORY, BUILD, run

import assertory

SEMANTICS = "unicode-script-letters/v1"
MARKS = "a" + "\u0315\u0300" * 250_000  # 1 MB of marks in the order that costs normalising most
HOSTILE = "a" + "[ab]{1000}" * 5 + "c"


def assertion(*checks: Mapping[str, object]) -> assertory.Program:
    """Compile checks joined by `all`."""
    config = {"semantics": SEMANTICS, "assertion": {"op": "all", "assertions": list(checks)}}
    return assertory.compile_assertion(config)


def timed(name: str, work: Callable[[], object]) -> None:
    """Print how long one case took and how it ended."""
    started = time.perf_counter()
    try:
        ended: object = work()
    except assertory.AuthoringError as refused:
        ended = f"refused: {refused.problems[0].code}"
    print(f"{name:52} {time.perf_counter() - started:7.2f} s  {ended}")


def text_case(program: assertory.Program, text: str) -> Callable[[], object]:
    """Evaluate and explain one answer."""

    def work() -> object:
        verdict = program.evaluate(text if program.semantics[:5] == "quick" else {"output": text})
        verdict.explanation_bytes()
        return verdict

    return work


def hostile() -> object:
    """Grade a hostile row between two others, with one CPU second for each."""
    BUILD.mkdir(parents=True, exist_ok=True)
    answers, evaluator, results = (BUILD / n for n in ("h.jsonl", "h.json", "h-results.jsonl"))
    rows = ["ab", "ab" * 2_500_000, "abc"]
    answers.write_text("".join(json.dumps({"output": text}) + "\n" for text in rows))
    patterns = [f"{HOSTILE}{'x' * n}" for n in range(99)]
    checks = [{"op": "regex", "path": "/output", "pattern": p} for p in patterns]
    evaluator.write_text(
        json.dumps({"semantics": SEMANTICS, "assertion": {"op": "any", "assertions": checks}})
    )
    command = [*ASSERTORY, "grade", str(answers), "-e", str(evaluator), "-o", str(results)]
    ended = run([*command, "--row-timeout", "2", "--format", "none"])
    found = [json.loads(line) for line in results.read_text().splitlines()]
    return ended.code, [row.get("error", row).get("code", row["outcome"]) for row in found]


def main() -> None:
    """Run every case."""
    letters = {"op": "script_ratio", "path": "/output", "script": "Latin", "min": 0, "max": 1}
    regexes = [
        {"op": "regex", "path": "/output", "pattern": rf"\b[A-Z]{{2}}-{n}[0-9]{{3}}\b"}
        for n in range(99)
    ]
    valid = assertory.compile_quick_checks("json_valid\nnumber:@:0..1\nlength:0..10")
    long = "the answer goes on, " * 250_000
    timed("1 MB of alternating marks, script_ratio", text_case(assertion(letters), MARKS))
    timed("5 MB answer, 99 ordinary regexes", text_case(assertion(*regexes), long))
    timed("5 MB answer, 99 hostile regexes, --row-timeout 2", hostile)
    timed("10^6 nested brackets, json_valid", text_case(valid, "[" * 10**6))
    timed("10^6 nested brackets, closed", text_case(valid, "[" * 10**6 + "]" * 10**6))
    timed("10^6 digits, number", text_case(valid, "9" * 10**6))
    timed(
        "10^6 nested brackets, as a configuration", lambda: assertory.compile_assertion("[" * 10**6)
    )
    timed("10^6 digits, in a configuration", lambda: assertory.compile_assertion("9" * 10**6))


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    main()
