"""The reference is what the code says, and leaves no name out."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

import assertory
from assertory.batch.grade import ERRORS
from assertory.cli import app, exits
from assertory.engine import limits, messages, quick, schema
from assertory.engine.json_text import Json
from assertory.engine.program import GROUPS, OPERATORS
from assertory.report.forms import FORMS
from tests.cli.command import command, command_here
from tests.docs.page import PROJECT

REFERENCE = PROJECT / "docs" / "reference"
GENERATOR = Path("tools/make_reference.py")


def page(name: str) -> str:
    """The text of a page of the reference."""
    return (REFERENCE / f"{name}.md").read_text(encoding="utf-8")


def named(name: str) -> set[str]:
    """Every name that a page of the reference writes as code."""
    return set(re.findall(r"`([^`\n]+)`", page(name)))


def section(name: str, heading: str) -> str:
    """What stands under one heading of a page."""
    found = re.search(rf"^#+ {heading}\n(.*?)(?=^#|\Z)", page(name), re.MULTILINE | re.DOTALL)
    assert found is not None, f"{name}.md has no section {heading}"
    return found[1]


# ---------------------------------------------------------------------- what is written from code


def run(tree: Path, *arguments: str) -> tuple[int, str]:
    """Run the generator of a tree; gives its exit code and what it said."""
    done = subprocess.run(
        [sys.executable, str(tree / GENERATOR), *arguments],
        env={"PYTHONPATH": str(Path(assertory.__file__).parents[1])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == ""
    return done.returncode, done.stderr


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A tree of the generator and the reference, which may be written to."""
    shutil.copytree(PROJECT / "tools", tmp_path / "tools")
    shutil.copytree(REFERENCE, tmp_path / "docs" / "reference")
    return tmp_path


def test_every_table_is_what_the_generator_writes() -> None:
    assert run(PROJECT, "--check") == (0, "")


@pytest.mark.parametrize(
    "name", ["exit-codes", "reasons", "limits", "problem-codes", "command-line", "assertions"]
)
def test_a_stale_table_is_told_and_written_anew(copy: Path, name: str) -> None:
    stale = copy / "docs" / "reference" / f"{name}.md"
    rows = re.sub(r"(<!-- generated: .+ -->\n)(?s:.*?)(<!-- end of)", r"\1\2", page(name))
    stale.write_text(rows, encoding="utf-8")
    told = f"docs/reference/{name}.md is not what {GENERATOR.name} writes\n"
    assert run(copy, "--check") == (1, told)
    assert stale.read_text(encoding="utf-8") == rows
    assert run(copy) == (0, "")
    assert stale.read_text(encoding="utf-8") == page(name)


def test_a_problem_code_without_an_example_is_told(copy: Path) -> None:
    examples = copy / "tools" / "reference" / "problems.toml"
    renamed = examples.read_text(encoding="utf-8").replace('"group_empty"', '"group_full"')
    examples.write_text(renamed, encoding="utf-8")
    told = "one example is needed for each code; see group_empty, group_full\n"
    assert run(copy, "--check") == (1, f"problems.toml: {told}")


def test_an_example_that_does_not_show_its_problem_is_told(copy: Path) -> None:
    examples = copy / "tools" / "reference" / "problems.toml"
    mended = examples.read_text(encoding="utf-8").replace("length:500..10", "length:10..500")
    examples.write_text(mended, encoding="utf-8")
    told = "the example for bounds_reversed does not show it\n"
    assert run(copy, "--check") == (1, f"problems.toml: {told}")


def test_a_table_that_is_not_known_is_refused(copy: Path) -> None:
    extra = copy / "docs" / "reference" / "extra.md"
    extra.write_text("<!-- generated: colours -->\n<!-- end of colours -->\n", encoding="utf-8")
    assert run(copy, "--check") == (2, "refused: no table is named colours\n")


# ------------------------------------------------------------------------------ names, one by one


def commands(path: str, found: Any) -> Iterator[tuple[str, Any]]:  # noqa: ANN401 - no door
    """Every command with the words that call it."""
    yield path, found
    for name, each in getattr(found, "commands", {}).items():
        yield from commands(f"{path} {name}", each)


COMMANDS = list(commands("assertory", typer.main.get_command(app)))[1:]


@pytest.mark.parametrize(("path", "found"), COMMANDS, ids=[path for path, _ in COMMANDS])
def test_a_command_is_documented_with_every_option(path: str, found: Any) -> None:  # noqa: ANN401
    text = section("command-line", path)
    for parameter in found.params:
        for name in (*parameter.opts, *parameter.secondary_opts):
            assert f"`{name if name.startswith('-') else name.upper()}`" in text


@pytest.mark.parametrize("operator", OPERATORS)
def test_an_operator_is_documented_and_shown_in_every_outcome(operator: str) -> None:
    text = section("assertions", operator)
    for outcome in ("<Verdict passed>", "<Verdict failed (", "<Verdict abstained ("):
        assert outcome in text
    assert any(f"['{code}']" in text for code in messages.PROBLEMS), "nothing is refused"
    assert set(OPERATORS[operator][0]) <= named("assertions")


def test_the_groups_are_documented_and_shown_in_every_outcome() -> None:
    text = section("assertions", " and ".join(GROUPS))
    assert all(f"`{group}`" in text for group in GROUPS)
    for shown in (
        "<Verdict passed>",
        "<Verdict failed>",
        "<Verdict abstained (",
        "['group_empty']",
    ):
        assert shown in text


@pytest.mark.parametrize("check", quick.CHECKS)
def test_a_quick_check_is_documented_and_shown_in_every_outcome(check: str) -> None:
    text = section("quick-checks", check)
    for outcome in ("('passed', None)", "('failed', '", "('abstained', '"):
        assert outcome in text
    assert any(f"['{code}']" in text for code in messages.PROBLEMS), "nothing is refused"
    assert set(quick.CHECKS[check][0]) <= named("quick-checks")


def test_the_schema_subset_is_documented() -> None:
    keywords = {keyword for each in schema.KEYWORDS.values() for keyword in each}
    assert {*schema.KEYWORDS, *keywords} <= named("json-schema-subset")


def test_every_reason_is_documented() -> None:
    assert {reason for reason in messages.REASONS if reason is not None} <= named("reasons")


def test_every_problem_code_is_documented() -> None:
    assert set(messages.PROBLEMS) <= named("problem-codes")


def test_every_limit_is_documented() -> None:
    own = {name for name in vars(limits) if name.isupper()}
    assert own
    assert own <= named("limits")


def test_every_exit_code_is_documented() -> None:
    rows = re.findall(r"^\| (\d+) \| (.+) \|$", page("exit-codes"), re.MULTILINE)
    assert rows == [
        (str(code.value), exits.MEANINGS[code]) for code in (*exits.ORDER, exits.Exit.MET)
    ]


@pytest.mark.parametrize("name", assertory.__all__)
def test_what_the_library_offers_is_documented_with_its_members(name: str) -> None:
    offered = getattr(assertory, name)
    headings = " ".join(re.findall(r"^## (.+)$", page("library"), re.MULTILINE))
    assert name in headings.replace("\\", "")
    if isinstance(offered, type) and not issubclass(offered, BaseException):
        members = {member for member in vars(offered) if not member.startswith("_")}
        members -= {"bears"}  # for the engine itself
        text = page("library")
        assert not [member for member in members if member not in text]


@pytest.mark.parametrize("extension", FORMS)
def test_every_form_of_output_is_documented(extension: str) -> None:
    assert f"`{extension}`" in page("results")
    assert f"`{extension}`" in section("command-line", "assertory grade")


# -------------------------------------------------------------------------------- what is written


def members(value: Json, under: frozenset[str] = frozenset()) -> Iterator[str]:
    """Every member's name in a JSON value; those that an author chose are left out."""
    if isinstance(value, dict):
        for name, each in value.items():
            if name not in under:
                yield name
            yield from members(each, under)
    elif isinstance(value, list):
        for each in value:
            yield from members(each, under)


ROWS = """\
{"id": 1, "output": "[0, 1]"}
{"id": 2, "output": "{}"}
{"id": 3}
not JSON
"""
CHECKS = """\
[{"type": "json_schema", "schema": {"type": "array", "items": {"type": "null"}}},
 {"type": "number_range", "path": "", "minimum": 0, "maximum": 1}]
"""


def test_every_member_of_what_grade_writes_is_documented(tmp_path: Path) -> None:
    """By a run with all that can stand in a row: outcomes, failures, cuts, an error, a gate."""
    name = "n" * 200
    (tmp_path / "a.jsonl").write_text(ROWS, encoding="utf-8")
    (tmp_path / "b.jsonl").write_text(f'{{"output": [{{"{name}": 0}}]}}\n', encoding="utf-8")
    (tmp_path / "checks.json").write_text(CHECKS, encoding="utf-8")
    check = {"op": "equals", "path": f"/output/0/{name}", "value": 1}
    config = {"semantics": "unicode-script-letters/v1", "assertion": check}
    group = {**config, "assertion": {"op": "all", "assertions": [check]}}
    (tmp_path / "evaluator.json").write_text(json.dumps(group), encoding="utf-8")
    quickly = ["grade", "a.jsonl", "b.jsonl", "--checks", "checks.json", "--min-pass-rate", "1"]
    command_here(*quickly, "-o", "quick.jsonl", "-o", "quick.json", folder=tmp_path)
    command_here("grade", "b.jsonl", "-e", "evaluator.json", "-o", "whole.jsonl", folder=tmp_path)
    texts = [
        *(tmp_path / "quick.jsonl").read_text("utf-8").split("\n")[:-1],
        *(tmp_path / "whole.jsonl").read_text("utf-8").split("\n")[:-1],
        *((tmp_path / each).read_text("utf-8") for each in ("quick.json", "quick.jsonl.run.json")),
    ]
    written = {member for text in texts for member in members(json.loads(text))}
    assert {"file", "failures", "pointerTruncated", "error", "decidedBy", "toolCapture"} <= written
    assert written <= named("results")


def error_codes() -> set[str]:
    """Every code that the source gives to a row it can't grade."""
    batch = Path(assertory.__file__).parent / "batch"
    source = "".join(path.read_text(encoding="utf-8") for path in sorted(batch.rglob("*.py")))
    faults = re.findall(r'(?:RowFault|BadRecord)\(\s*"(\w+)"', source)
    return {*faults, *re.findall(r'\bcode(?:, message)? = "(\w+)"', source), *ERRORS}


def test_every_error_of_a_row_is_documented_and_no_other() -> None:
    """The first codes are there because the search sees each way in which one is written."""
    codes = error_codes()
    assert {"row_not_json", "row_width", "capture_malformed", "grading_crashed"} <= codes
    rows = re.findall(r"^\| `(\w+)` \|", section("results", "Errors"), re.MULTILINE)
    assert set(rows) == codes


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the examples of the help speak of."""
    folder = tmp_path_factory.mktemp("example")
    (folder / "answer.txt").write_text("Northstar", encoding="utf-8")
    assert command("init", folder=folder).code == 0
    graded = ("grade", "answers.jsonl", "-e", "evaluator.json", "-o", "results.jsonl")
    assert command(*graded, folder=folder).code == exits.Exit.FAILED
    return folder


@pytest.mark.parametrize("path", [path for path, found in COMMANDS if "Example: " in found.help])
def test_the_example_in_the_help_of_a_command_runs(path: str, example: Path) -> None:
    words = dict(COMMANDS)[path].help.partition("Example: ")[2].partition(" > ")[0].split()
    assert command(*words[1:], folder=example).code in (exits.Exit.MET, exits.Exit.FAILED)
