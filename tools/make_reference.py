#!/usr/bin/env python3
"""
Write the tables of the reference from the code that decides what stands in them.

    tools/make_reference.py            write them
    tools/make_reference.py --check    compare them with the pages, write nothing

A page holds a table between `<!-- generated: NAME -->` and `<!-- end of NAME -->`; what stands
around it is written by hand. NAME is one of TABLES, or `options COMMAND` or `list COMMAND`.

Exit codes: 0 written or equal, 1 a page differs, 2 a page asks for what isn't known.
"""

import argparse
import importlib
import inspect
import json
import pkgutil
import re
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import typer

import assertory
from assertory.cli import app, exits
from assertory.engine import messages, operators, quick, schema
from assertory.engine.outcome import EVIDENCE_NOT_JSON, EVIDENCE_UNAVAILABLE, Finding
from assertory.engine.program import ASSERTION_SEMANTICS, GROUPS, OPERATORS

ROOT = Path(__file__).resolve().parents[1]
PAGES = ROOT / "docs" / "reference"
PROBLEMS = Path(__file__).resolve().parent / "reference" / "problems.toml"
ENGINE = Path(assertory.__file__).resolve().parent / "engine"
REGION = re.compile(r"<!-- generated: (.+) -->\n.*?<!-- end of \1 -->", re.DOTALL)
LIMIT = re.compile(r"^([A-Z_]+_MAX): Final = .*?  # (.*)$", re.MULTILINE)

Row = tuple[str, ...]


# ----------------------------------------------------------------------------------- Markdown


def table(heading: Row, rows: Iterable[Row]) -> str:
    """Write a Markdown table."""
    lines = [heading, ("---",) * len(heading), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def code(text: str) -> str:
    """Write a text as code that may stand in a table; a bar or backtick needs HTML for it."""
    if not re.search(r"[|`]|^\s|\s$", text):
        return f"`{text}`"
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return f"<code>{escaped.replace('|', '&#124;').replace('`', '&#96;')}</code>"


def plain(text: str) -> str:
    """Write a sentence so that nothing in it is Markdown but code in backticks."""
    return re.sub(r"(`[^`|]*`)|([\\*_{}\[\]<>#|~])", lambda m: m[1] or f"\\{m[2]}", text)


def codes(texts: Iterable[str]) -> str:
    """Write texts as code, one behind the other."""
    return ", ".join(map(code, texts))


# ------------------------------------------------------------------------------- command line


def command(path: str) -> Any:  # noqa: ANN401 - the parser's own class, which has no door
    """Find a command by the words that call it."""
    found: Any = typer.main.get_command(app)
    for name in path.split()[1:]:
        found = found.commands[name]
    return found


def options(path: str) -> str:
    """Write how a command is called, an example, and every argument and option."""
    found = command(path)
    context = found.make_context(path, [], resilient_parsing=True)
    about, _, example = found.help.partition("Example: ")
    types = get_type_hints(inspect.unwrap(found.callback))
    arguments = [each for each in found.params if each.param_type_name == "argument"]
    usage = " ".join([path, "[OPTIONS]", *map(_argument, arguments)])
    rows = [
        (_names(each), _takes(types[each.name]), plain(each.get_help_record(context)[1]))
        for each in found.params
    ]
    return (
        f"{plain(' '.join(about.split()))}\n\n```text\n{usage}\n```\n\nFor example:"
        f" {code(' '.join(example.split()))}\n\n"
        + table(("argument or option", "takes", "meaning"), rows)
    )


def _argument(found: Any) -> str:  # noqa: ANN401 - as above
    name = found.name.upper() + ("..." if found.nargs == -1 else "")
    return name if found.required else f"[{name}]"


def _names(found: Any) -> str:  # noqa: ANN401 - as above
    if found.param_type_name == "argument":
        return code(found.name.upper())
    names = (*found.opts, *found.secondary_opts)
    return codes(sorted(names, key=lambda name: not name.startswith("--")))


def _takes(kind: Any) -> str:  # noqa: ANN401 - a type, or what typing writes in its place
    """Say what a parameter of this type takes; nothing for a flag."""
    inner = [each for each in get_args(kind) if each is not type(None)]
    if get_origin(kind) is list:
        return f"{_takes(inner[0])}, repeatable"
    if get_origin(kind) is Literal:
        return codes(inner)
    if inner:
        return _takes(inner[0])
    if issubclass(kind, Enum):
        return codes(each.value for each in kind)
    return KINDS[kind]


KINDS = {bool: "", Path: "a path", str: "a text", int: "a whole number", float: "a number"}


def commands(path: str) -> str:
    """List the commands below one, each with its sentence."""
    found = command(path).commands
    rows = [
        (f"[{code(f'{path} {name}')}](#{'-'.join(f'{path} {name}'.split())})", _first(each.help))
        for name, each in found.items()
    ]
    return table(("command", "what it does"), rows)


def _first(text: str) -> str:
    return " ".join(text.strip().partition("\n\n")[0].split())


def exit_codes() -> str:
    """Write every exit code, in the order in which one wins over another."""
    order = (*exits.ORDER, exits.Exit.MET)
    rows = [(f"{each.value}", plain(exits.MEANINGS[each])) for each in order]
    assert len(rows) == len(exits.MEANINGS)  # noqa: S101 - a table that forgets one is no table
    return table(("code", "meaning"), rows)


# ------------------------------------------------------------------------------------- engine


def findings() -> Iterator[tuple[str, str, str]]:
    """Give each (reason, outcome, operator) that the operators' own files hold."""
    for found in pkgutil.iter_modules(operators.__path__):
        module = importlib.import_module(f"{operators.__name__}.{found.name}")
        for value in vars(module).values():
            for each in value.values() if isinstance(value, dict) else (value,):
                if isinstance(each, Finding) and each.reason is not None:
                    yield each.reason, each.outcome, found.name


def reasons() -> str:
    """Write every reason: the outcomes beside which it stands, from which checks, and meaning."""
    found = set(findings())
    reading = [name for name, (members, _) in OPERATORS.items() if "path" in members]
    found |= {("pointer_missing", "abstained", name) for name in reading}
    every = {each.reason for each in (EVIDENCE_UNAVAILABLE, EVIDENCE_NOT_JSON)}
    rows = []
    for reason, meaning in messages.REASONS.items():
        if reason is None:
            continue
        for outcome in ("failed", "abstained"):
            names = sorted(n for r, o, n in found if (r, o) == (reason, outcome))
            if reason in every and outcome == "abstained":
                rows.append((code(reason), outcome, "every check", meaning))
            elif names:
                rows.append((code(reason), outcome, codes(names), meaning))
    return table(("reason", "outcome", "given by", "meaning"), rows)


def limits() -> str:
    """Write every bound with its number and unit, as `limits.py` has it."""
    return _limits(ENGINE / "limits.py", "limits")


def regex_limits() -> str:
    """Write the bounds of regular expressions, which stand in their own files."""
    safe = _limits(ENGINE / "text" / "safe_regex.py", "text.safe_regex")
    budget = importlib.import_module("assertory.engine.text.re2").MEMORY_BUDGET
    row = (code("MEMORY_BUDGET"), f"{budget:,}", "bytes that one RE2 pattern may take")
    return safe + table((), [row]).partition("\n")[2].partition("\n")[2]


def _limits(path: Path, module: str) -> str:
    values = vars(importlib.import_module(f"assertory.engine.{module}"))
    written = LIMIT.findall(path.read_text("utf-8"))
    rows = [(code(name), f"{values[name]:,}", plain(unit)) for name, unit in written]
    return table(("bound", "at most", "of what"), rows)


def assertion_operators() -> str:
    """Write every operator of the assertion dialect with its members."""
    rows = [
        (f"[{code(name)}](#{name})", codes(members), _summary(read))
        for name, (members, read) in OPERATORS.items()
    ]
    groups = [(f"[{code(g)}](#all-and-any)", code("assertions"), GROUP_WORDS[g]) for g in GROUPS]
    return table(("op", "members", "what it says"), [*rows, *groups])


GROUP_WORDS = {
    "all": "Every child passes.",
    "any": "At least one child passes.",
}


def quick_checks() -> str:
    """Write every quick check with its members and its line form."""
    lines = dict(quick.LINES.values())
    rows = [
        (
            f"[{code(name)}](#{name})",
            code(lines[name]) if name in lines else "none",
            codes(members) or "none",
            _summary(read),
        )
        for name, (members, read) in quick.CHECKS.items()
    ]
    return table(("type", "as a line", "members in JSON", "what it says"), rows)


def _summary(read: Any) -> str:  # noqa: ANN401 - a class method of the operator
    return str(read.__self__.__doc__).strip().partition("\n")[0]


def schema_keywords() -> str:
    """Write the keywords of each type of the schema subset."""
    rows = [(code(kind), codes(keywords)) for kind, keywords in schema.KEYWORDS.items()]
    return table(("type", "keywords"), rows)


def problem_codes() -> str:
    """Write every problem code with a text that has the problem, and what is said of it."""
    given = {each["code"]: each for each in tomllib.loads(PROBLEMS.read_text("utf-8"))["problem"]}
    if set(given) != set(messages.PROBLEMS):
        names = ", ".join(sorted(set(given) ^ set(messages.PROBLEMS)))
        raise SystemExit(f"{PROBLEMS.name}: one example is needed for each code; see {names}")
    rows = [
        (code(name), code(given[name].get("shown") or given[name]["text"]), _told(given[name]))
        for name in messages.PROBLEMS
    ]
    return table(("code", "for example", "what is said"), rows)


def _told(example: dict[str, Any]) -> str:
    """Give what is said of the problem that an example is for."""
    try:
        _author(example)
    except assertory.AuthoringError as refused:
        said = [each.message for each in refused.problems if each.code == example["code"]]
        if said:
            return plain(said[0])
    raise SystemExit(f"{PROBLEMS.name}: the example for {example['code']} does not show it")


def _author(example: dict[str, Any]) -> None:
    if "value" in example:
        assertory.compile_assertion(example["value"])
        return
    times = example.get("times", 1)
    text = example["text"].replace("«", example.get("open", "") * times)
    text = text.replace("»", example.get("close", "") * times)
    if example["dialect"] == "node":
        text = f'{{"semantics": {json.dumps(ASSERTION_SEMANTICS)}, "assertion": {text}}}'
    written = text.encode(example.get("encoding", "utf-8"))
    if example["dialect"] == "quick":
        assertory.compile_quick_checks(written)
    else:
        assertory.compile_assertion(written)


# -------------------------------------------------------------------------------------- pages

TABLES: dict[str, Callable[[], str]] = {
    "exit codes": exit_codes,
    "reasons": reasons,
    "limits": limits,
    "regex limits": regex_limits,
    "operators": assertion_operators,
    "quick checks": quick_checks,
    "schema keywords": schema_keywords,
    "problem codes": problem_codes,
}
OF_COMMANDS: dict[str, Callable[[str], str]] = {"options": options, "list": commands}


def made(name: str) -> str:
    """Make one table by its name; ends the run where there is none of that name."""
    kind, _, path = name.partition(" ")
    if name in TABLES:
        return TABLES[name]()
    if kind in OF_COMMANDS:
        return OF_COMMANDS[kind](path)
    sys.stderr.write(f"refused: no table is named {name}\n")
    raise SystemExit(2)


def renewed(page: str) -> str:
    """Give a page's text with every table made anew."""
    return REGION.sub(
        lambda r: f"<!-- generated: {r[1]} -->\n\n{made(r[1])}\n<!-- end of {r[1]} -->", page
    )


def main() -> int:
    """Write the tables or compare them with the pages; returns the exit code."""
    parser = argparse.ArgumentParser(description="Write the tables of the reference.")
    parser.add_argument("--check", action="store_true", help="compare only, write nothing")
    check = parser.parse_args().check
    differing = 0
    for page in sorted(PAGES.glob("*.md")):
        text = page.read_text(encoding="utf-8")
        new = renewed(text)
        if new == text:
            continue
        if check:
            sys.stderr.write(f"{page.relative_to(ROOT)} is not what {Path(__file__).name} writes\n")
            differing = 1
        else:
            page.write_text(new, encoding="utf-8", newline="\n")
    return differing


if __name__ == "__main__":
    sys.exit(main())
