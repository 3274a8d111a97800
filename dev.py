"""
Run the project's tasks in an environment of its own: `python3 dev.py TASK`.

It needs Python 3.11 or newer and nothing else: the first run makes `.venv` from requirements.lock,
every package pinned and checked by its hash.
"""

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

ROOT = Path(__file__).resolve().parent
LOCK = ROOT / "requirements.lock"
BUILD = ROOT / "build"
BIN = "Scripts" if os.name == "nt" else "bin"
PYTHONS = ("3.11", "3.12", "3.13")  # what `--all-pythons` looks for; pyproject.toml tells why

LINT = {  # the one list: .pre-commit-config.yaml runs these by name
    "ruff": ["ruff", "check", "."],
    "format": ["ruff", "format", "--check", "."],
    "mypy": ["mypy"],
    "rooms": ["lint-imports"],
}
ENGINE_COVERAGE = [
    *("coverage", "report", "--include=src/assertory/engine/*", "--fail-under=100"),
]
DOCS = ["mkdocs", "build", "--strict", "--quiet", "--site-dir", str(BUILD / "site")]
EXAMPLE = BUILD / "example"
INIT = ["assertory", "init", str(EXAMPLE), "--force"]
DEMO = [
    *("assertory", "grade", str(EXAMPLE / "answers.jsonl")),
    *("--checks", str(EXAMPLE / "checks.txt")),
    *("-o", str(EXAMPLE / "results.jsonl"), "-o", str(EXAMPLE / "report.html")),
]
LOCKED = [
    *("uv", "pip", "compile", "pyproject.toml", "-o", LOCK.name, "--quiet", "--no-header"),
    *("--universal", "--generate-hashes", "--all-extras", "--group", "dev"),
    *("--python-version", "3.11"),
]


class StepError(Exception):
    """A step of a task that did not succeed; its text says which."""


# ------------------------------------------------------------------------------- environments


def environment(venv: Path) -> dict[str, str]:
    """Give the variables under which a command sees `venv` and nothing else of this machine."""
    variables = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    variables.setdefault("UV_SYSTEM_CERTS", "true")  # trust whom pip and git trust here
    path = os.pathsep.join([str(venv / BIN), os.environ.get("PATH", os.defpath)])
    return variables | {"PATH": path, "VIRTUAL_ENV": str(venv)}


def run(command: Sequence[str], venv: Path, *, accept: Sequence[int] = (0,)) -> None:
    """Run `command` in the project's folder; raise StepError where it exits with another status."""
    print("\n$", " ".join(command), flush=True)
    variables = environment(venv)
    program = shutil.which(command[0], path=variables["PATH"]) or command[0]
    done = subprocess.run([program, *command[1:]], cwd=ROOT, env=variables, check=False)
    if done.returncode not in accept:
        raise StepError(f"{' '.join(command)}: exit status {done.returncode}")


def prepare(python: str = sys.executable, name: str = ".venv") -> Path:
    """Give the environment `name`, made anew where the lock, the project or Python changed."""
    venv = ROOT / name
    stamp = venv / "made-from"
    sources = LOCK.read_bytes() + (ROOT / "pyproject.toml").read_bytes() + version(python).encode()
    wanted = hashlib.sha256(sources).hexdigest()
    if stamp.is_file() and stamp.read_text(encoding="ascii") == wanted:
        return venv
    print(f"Making {name} with Python {version(python)} ...", flush=True)
    run([python, "-m", "venv", "--clear", str(venv)], venv)
    with tempfile.TemporaryDirectory() as folder:
        bootstrap = Path(folder) / "uv.txt"
        bootstrap.write_text(locked("uv"), encoding="utf-8")
        pip = ["python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        run([*pip, "--require-hashes", "-r", str(bootstrap)], venv)
    run(["uv", "pip", "sync", "--quiet", "--require-hashes", LOCK.name], venv)
    run(["uv", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "-e", "."], venv)
    stamp.write_text(wanted, encoding="ascii")
    return venv


def locked(package: str) -> str:
    """Give the lines of requirements.lock that pin `package`, with its hashes."""
    lines = rf"^{package}==(?:.*\\\n)*.*\n"  # a line that ends in a backslash goes on
    found = re.search(lines, LOCK.read_text(encoding="utf-8"), re.MULTILINE)
    if found is None:
        raise StepError(f"{LOCK.name} does not pin {package}")
    return found.group()


def version(python: str) -> str:
    """Give the version that `python` reports, or nothing where it can't be run."""
    ask = [python, "-c", "import platform; print(platform.python_version())"]
    try:
        return subprocess.run(ask, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def minor_of(venv: Path) -> str:
    """Give the version of Python in `venv`, like 3.11."""
    return version(str(venv / BIN / "python")).rpartition(".")[0]


def find_python(minor: str) -> str | None:
    """Find an interpreter of the version `minor`, on the path or among pyenv's."""
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    candidates = [shutil.which(f"python{minor}"), *map(str, pyenv.glob(f"{minor}.*/bin/python"))]
    return next((p for p in candidates if p and version(p).startswith(f"{minor}.")), None)


# --------------------------------------------------------------------------------------- tasks


def demo(venv: Path) -> None:
    """Grade the shipped example."""
    BUILD.mkdir(exist_ok=True)
    run(INIT, venv)
    run(DEMO, venv, accept=(0, 1))  # 1: some answer failed a check, which is what it is to show


def lint(venv: Path, names: Sequence[str] = ()) -> None:
    """Run the named checks of the source, or all of them."""
    for name in names or LINT:
        if name not in LINT:
            raise StepError(f"lint has no part {name}, only {', '.join(LINT)}")
        run(LINT[name], venv)


def docs(venv: Path) -> None:
    """Build the documentation strictly: a broken link, anchor or menu entry fails."""
    run(DOCS, venv)


def bench(venv: Path) -> None:
    """Measure speed and memory."""
    run(["python", "-m", "bench"], venv)


def lock(venv: Path) -> None:
    """Compile requirements.lock anew from pyproject.toml, moving only what has to move."""
    run(LOCKED, venv)


def test(venv: Path, *, all_pythons: bool) -> None:
    """Run lint, the tests with the engine's coverage, and the documentation's build."""
    shutil.rmtree(BUILD / "tests", ignore_errors=True)
    left_out: list[str] = []
    steps = [
        *(partial(lint, venv, [name]) for name in LINT),
        partial(run, [*pytest(venv), "--cov", "--cov-report="], venv),
        partial(run, ["coverage", "report"], venv),
        partial(run, ENGINE_COVERAGE, venv),
        *(partial(test_on, m, left_out) for m in PYTHONS if all_pythons and m != minor_of(venv)),
        partial(docs, venv),
    ]
    failures = []
    for step in steps:  # all of them: one run should tell all that is wrong
        try:
            step()
        except StepError as failure:
            failures.append(str(failure))
    print("\nLeft out:", *([*left_out, *skipped()] or ["nothing"]), sep="\n  ")
    print("\nFailed:", *(failures or ["nothing"]), sep="\n  ")
    if failures:
        raise StepError(f"{len(failures)} of {len(steps)} steps failed")


def pytest(venv: Path) -> list[str]:
    """Give the command that runs the tests and leaves their record in build/tests."""
    record = BUILD / "tests" / f"python{minor_of(venv)}.xml"
    return ["pytest", "-q", "--numprocesses=auto", f"--junitxml={record}"]


def test_on(minor: str, left_out: list[str]) -> None:
    """Run the tests on a further Python; note its absence, which fails nothing."""
    python = find_python(minor)
    if python is None:
        left_out.append(f"everything on Python {minor}: no interpreter of that version was found")
        return
    further = prepare(python, f".venv-{minor}")
    run(pytest(further), further)


def skipped() -> Iterator[str]:
    """Give one line for each reason for which tests were skipped."""
    reasons: Counter[str] = Counter()
    for record in sorted((BUILD / "tests").glob("*.xml")):
        for skip in ET.parse(record).iter("skipped"):  # noqa: S314 - pytest wrote it
            reasons[f"{skip.get('message')} ({record.stem})"] += 1
    for reason, count in sorted(reasons.items()):
        yield f"{count} test{'s' if count > 1 else ''}: {reason}"


def read(arguments: Sequence[str] | None = None) -> dict[str, Any]:
    """Read the command line: the task's name as `task`, and what the task is given."""
    parser = argparse.ArgumentParser(prog="dev.py", description=__doc__)
    tasks = parser.add_subparsers(dest="task", required=True, metavar="TASK")
    for task in (demo, test, lint, docs, bench, lock):
        tasks.add_parser(task.__name__, help=task.__doc__)
    # Not `choices`: Python 3.11 refuses an empty list of names then.
    tasks.choices["lint"].add_argument("names", nargs="*", metavar="|".join(LINT))
    tasks.choices["test"].add_argument("--all-pythons", action="store_true")
    return vars(parser.parse_args(arguments))


def main() -> int:
    """Run the task that the command line names."""
    if not (3, 11) <= sys.version_info[:2] < (3, 15):
        print(f"Python 3.11 to 3.14 is needed; this is {sys.version.split()[0]}", file=sys.stderr)
        return 2
    options = read()
    task = globals()[options.pop("task")]
    began = time.monotonic()
    try:
        task(prepare(), **options)
    except StepError as failure:
        print(f"\n{failure}", file=sys.stderr)
        return 1
    print(f"\nDone in {time.monotonic() - began:.0f} s.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
