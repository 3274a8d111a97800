"""assertory evaluator: check, format, hash, explain and schema, on files of either dialect."""

import json
import shlex
import stat
import subprocess
from pathlib import Path

import pytest

import assertory
from tests.cli.command import COMMAND, Ended, command, command_here, environment

SEMANTICS = '"semantics": "unicode-script-letters/v1"'
CONFIG = f'{{{SEMANTICS}, "assertion": {{"op": "count", "path": "/a", "min": 1.0, "max": 2e1}}}}'
CONFIG_IN_FORM = """\
{
  "semantics": "unicode-script-letters/v1",
  "assertion": {
    "op": "count",
    "path": "/a",
    "min": 1.0,
    "max": 2e1
  }
}
"""
LINES = "\n  contains: Northstar \r\n\njson_valid\nnumber:@:0.50..1e2\n"
LINES_IN_FORM = "contains:Northstar\njson_valid\nnumber:@:0.50..1e2\n"
ARRAY = '[{"type":"exact","text":"OK"},{"type":"number_range","path":"@","minimum":0,"maximum":1}]'
ARRAY_IN_FORM = """\
[
  {
    "type": "exact",
    "text": "OK"
  },
  {
    "type": "number_range",
    "path": "@",
    "minimum": 0,
    "maximum": 1
  }
]
"""
SCHEMA_IN_FORM = """\
[
  {
    "type": "json_schema",
    "schema": {
      "type": "object",
      "properties": {},
      "required": []
    }
  }
]
"""
SCHEMA = '[{"type": "json_schema", "schema": {"type": "object", "properties": {}, "required": []}}]'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a sound file of each form, and an unsound one of each dialect."""
    files = {
        "evaluator.json": CONFIG,
        "checks.txt": LINES,
        "checks.json": ARRAY,
        "array.txt": ARRAY,
        "schema.txt": SCHEMA,
        "unsound.json": CONFIG.replace("count", "cuont"),
        "unsound.txt": "contain:x\njson_valid\nlength:9..1\n",
    }
    for name, text in files.items():
        (tmp_path / name).write_bytes(text.encode())
    return tmp_path


def hash_of(text: str) -> str:
    """The configuration hash, by the library."""
    compiler = (
        assertory.compile_assertion if text.startswith("{") else assertory.compile_quick_checks
    )
    return compiler(text).config_hash


# -------------------------------------------------------------------------------------------- check


def test_check_says_of_each_file_that_it_is_sound(folder: Path) -> None:
    ended = command("evaluator", "check", "evaluator.json", "checks.txt", folder=folder)
    assert ended.out == (
        f"evaluator.json: sound; assertion, 1 check, hash {hash_of(CONFIG)}\n"
        f"checks.txt: sound; 3 quick checks, hash {hash_of(LINES)}\n"
    )
    assert (ended.code, ended.err) == (0, "")


def test_check_tells_every_problem_of_every_file(folder: Path) -> None:
    names = ["unsound.json", "checks.json", "unsound.txt"]
    ended = command("evaluator", "check", *names, folder=folder)
    assert ended.code == 3
    assert ended.out == f"checks.json: sound; 2 quick checks, hash {hash_of(ARRAY)}\n"
    assert ended.err == (
        'unsound.json:1:64: found "cuont"; the operators are: equals, contains, regex, shape,'
        " count, tool_called, script_ratio, all, any [unknown_operator] (at /assertion/op)\n"
        "1 problem in unsound.json; nothing was run\n"
        'unsound.txt:1:1: found "contain"; a check is one of: contains, exact, json_valid, length,'
        " number, regex [unknown_check]\n"
        "unsound.txt:3:1: 9 is above 1; the lower bound must not exceed the upper one"
        " [bounds_reversed]\n"
        "2 problems in unsound.txt; nothing was run\n"
    )


def test_check_goes_on_after_a_file_that_cannot_be_read(folder: Path) -> None:
    ended = command_here("evaluator", "check", "absent.json", "unsound.json", folder=folder)
    assert ended.code == 2  # wrong use stands before refusal
    assert "absent.json: there is no such file" in ended.err
    assert "unsound.json:1:64: " in ended.err


def test_check_reads_standard_input() -> None:
    ended = command("evaluator", "check", "-", stdin=LINES)
    assert (ended.code, ended.out) == (0, f"-: sound; 3 quick checks, hash {hash_of(LINES)}\n")


def test_a_json_file_that_begins_with_neither_bracket_is_a_broken_assertion(tmp_path: Path) -> None:
    """It was meant as JSON: that its first line is no quick check would lead nowhere."""
    (tmp_path / "evaluator.json").write_text(f'{SEMANTICS}, "assertion": {{}}}}', encoding="utf-8")
    ended = command_here("evaluator", "check", "evaluator.json", folder=tmp_path)
    assert ended.code == 3
    assert ended.err.startswith("evaluator.json:1:12: this is not JSON: ")
    assert "nothing may follow the value" in ended.err


def test_bytes_that_are_no_utf8_are_told_with_their_place(tmp_path: Path) -> None:
    (tmp_path / "checks.txt").write_bytes(b"json_valid\ncontains:caf\xe9\n")
    ended = command_here("evaluator", "check", "checks.txt", folder=tmp_path)
    assert ended.code == 3
    assert ended.err.startswith("checks.txt:2:13: these bytes are not UTF-8")


# ----------------------------------------------------------------------------------- hash, explain


@pytest.mark.parametrize("name", ["evaluator.json", "checks.txt", "checks.json"])
def test_hash_is_the_configuration_hash_alone(name: str, folder: Path) -> None:
    text = (folder / name).read_text(encoding="utf-8")
    ended = command_here("evaluator", "hash", name, folder=folder)
    assert ended == Ended(0, f"{hash_of(text)}\n", "")


def test_explain_says_each_check_in_plain_words(folder: Path) -> None:
    told = [
        command_here("evaluator", "explain", folder / n) for n in ("evaluator.json", "checks.txt")
    ]
    assert told == [
        Ended(0, "/a has 1 to 20 characters or items\n", ""),
        Ended(
            0,
            '1. the answer contains "Northstar"\n'
            "2. the answer is valid JSON\n"
            "3. the answer is a JSON number, from 0.5 to 100\n",
            "",
        ),
    ]


@pytest.mark.parametrize("name", ["hash", "explain", "format"])
def test_an_unsound_file_is_refused_by_every_command(name: str, folder: Path) -> None:
    ended = command_here("evaluator", name, "unsound.json", folder=folder)
    assert (ended.code, ended.out) == (3, "")
    assert ended.err.startswith('unsound.json:1:64: found "cuont"')


@pytest.mark.parametrize("name", ["hash", "explain", "format"])
def test_a_file_that_cannot_be_read_is_wrong_use(name: str, folder: Path) -> None:
    ended = command_here("evaluator", name, ".", folder=folder)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err == "assertory: .: Is a directory; name a file that can be read\n"


# ------------------------------------------------------------------------------------------- format


@pytest.mark.parametrize(
    ("name", "options", "formatted"),
    [
        ("evaluator.json", [], CONFIG_IN_FORM),
        ("evaluator.json", ["--as", "json"], CONFIG_IN_FORM),
        ("checks.txt", [], LINES_IN_FORM),
        ("checks.txt", ["--as", "lines"], LINES_IN_FORM),
        ("array.txt", [], "exact:OK\nnumber:@:0..1\n"),
        ("array.txt", ["--as", "json"], ARRAY_IN_FORM),
        ("schema.txt", [], SCHEMA_IN_FORM),
        ("checks.json", [], ARRAY_IN_FORM),  # a file keeps what its name promises
        ("checks.json", ["--as", "lines"], "exact:OK\nnumber:@:0..1\n"),
    ],
)
def test_format_prints_the_one_form(
    name: str, options: list[str], formatted: str, folder: Path
) -> None:
    assert command_here("evaluator", "format", name, *options, folder=folder) == Ended(
        0, formatted, ""
    )


def test_format_writes_lines_as_json() -> None:
    ended = command("evaluator", "format", "-", "--as", "json", stdin="number:@:0.50..1e2")
    assert (ended.code, ended.err) == (0, "")
    assert json.loads(ended.out) == [
        {"type": "number_range", "path": "", "minimum": 0.5, "maximum": 100}
    ]


@pytest.mark.parametrize(
    "check",
    [
        '{"type": "json_schema", "schema": {"type": "null"}}',
        '{"type": "exact", "text": " OK"}',
        '{"type": "contains", "text": "two\\nlines"}',
        '{"text": "OK", "type": "exact"}',
    ],
    ids=["schema", "trimmed", "broken", "order"],
)
def test_checks_that_no_line_can_say_stay_json(check: str) -> None:
    """A line would lose something: the schema, white space, or the order that the hash counts."""
    ended = command_here("evaluator", "format", "-", stdin=f"[{check}]")
    assert ended.code == 0
    assert json.loads(ended.out) == [json.loads(check)]
    assert hash_of(ended.out) == hash_of(f"[{check}]")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (SCHEMA, "-: json_schema has no line form"),
        ('[{"type": "exact", "text": " OK"}]', "-: a line would lose white space of this exact"),
        ('[{"text": "OK", "type": "exact"}]', "-: lines would change the hash"),
        (CONFIG, "-: an assertion has no line form"),
    ],
    ids=["schema", "trimmed", "order", "assertion"],
)
def test_lines_that_cannot_be_are_told_in_words(text: str, said: str) -> None:
    ended = command_here("evaluator", "format", "-", "--as", "lines", stdin=text)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith(f"assertory: {said}")
    assert ended.err.endswith("; leave out --as lines\n")


def test_format_check_shows_the_difference_and_is_exit_code_1(folder: Path) -> None:
    ended = command("evaluator", "format", "checks.txt", "--check", folder=folder)
    assert ended.code == 1
    assert ended.out == (
        "--- checks.txt\n+++ checks.txt in form\n@@ -1,6 +1,4 @@\n-\n-  contains: Northstar \r\n"
        "-\n+contains:Northstar\n json_valid\n number:@:0.50..1e2\n \n"
    )
    assert (
        ended.err == "checks.txt is not in form; assertory evaluator format --write puts it there\n"
    )
    assert (folder / "checks.txt").read_bytes() == LINES.encode()


@pytest.mark.parametrize("name", ["evaluator.json", "checks.txt", "checks.json", "schema.txt"])
def test_format_write_replaces_the_file_and_nothing_else(name: str, folder: Path) -> None:
    file = folder / name
    file.chmod(0o640)
    before = hash_of(file.read_text(encoding="utf-8"))
    others = {other.name for other in folder.iterdir()}
    assert command_here("evaluator", "format", file, "--write") == Ended(0, "", f"wrote {file}\n")
    assert hash_of(file.read_text(encoding="utf-8")) == before
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert {other.name for other in folder.iterdir()} == others
    assert command_here("evaluator", "format", file, "--check") == Ended(0, "", "")


def test_format_write_leaves_a_file_in_form_untouched(folder: Path) -> None:
    file = folder / "checks.txt"
    file.write_text(LINES_IN_FORM, encoding="utf-8")
    before = file.stat()
    assert command_here("evaluator", "format", file, "--write") == Ended(0, "", "")
    assert (file.stat().st_ino, file.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_format_write_follows_a_link(folder: Path) -> None:
    link = folder / "link.txt"
    link.symlink_to("checks.txt")
    assert command_here("evaluator", "format", link, "--write").code == 0
    assert link.is_symlink()
    assert (folder / "checks.txt").read_text(encoding="utf-8") == LINES_IN_FORM


def test_format_write_that_fails_leaves_the_file_whole(folder: Path) -> None:
    """The new text is written aside: a disk that is full takes nothing away."""
    full = f"ulimit -f 0; exec {shlex.join(COMMAND)} evaluator format checks.txt --write"
    done = subprocess.run(
        ["bash", "-c", full], cwd=folder, env=environment(), capture_output=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"checks.txt: File too large; name a file that can be written" in done.stderr
    assert (folder / "checks.txt").read_bytes() == LINES.encode()
    assert not list(folder.glob("*.partial"))


@pytest.mark.parametrize("arguments", [["checks.txt", "--write", "--check"], ["-", "--write"]])
def test_format_write_needs_a_file_and_no_check(arguments: list[str], folder: Path) -> None:
    ended = command_here("evaluator", "format", *arguments, folder=folder)
    assert (ended.code, ended.out) == (2, "")
    assert "--write replaces a file that is named" in ended.err


# ------------------------------------------------------------------------------------------- schema


@pytest.mark.parametrize(
    ("dialect", "name"),
    [("assertion", "assertion.schema.json"), ("quick", "quick-checks.schema.json")],
)
def test_schema_prints_the_published_schema(dialect: str, name: str) -> None:
    published = Path(assertory.__file__).parent / "schemas" / name
    ended = command("evaluator", "schema", dialect)
    assert ended == Ended(0, published.read_text(encoding="utf-8"), "")
    assert json.loads(ended.out)["$schema"].endswith("2020-12/schema")


def test_schema_of_another_name_is_wrong_use() -> None:
    ended = command_here("evaluator", "schema", "yaml")
    assert (ended.code, ended.out) == (2, "")
    assert "'yaml' is not one of 'assertion', 'quick'" in ended.err
    assert ended.err.endswith("assertory evaluator schema --help shows how it is used\n")
