"""What grade writes, and where: result files, standard output, and places that can't be written."""

import json
import os
import pty
import subprocess
from pathlib import Path

import pytest

from tests.cli.command import COMMAND, command, command_here, environment
from tests.cli.grading import (
    ABSTAINED,
    BAD,
    FAILED,
    PASSED,
    Row,
    counts,
    grade,
    outcomes,
    place,
    results,
    verify,
    with_defaults,
)
from tests.cli.live import left_aside, live

FOUR: list[Row] = [PASSED, FAILED, ABSTAINED, BAD]
SUM = "Rows       4 = 1 passed + 1 failed + 1 abstained + 1 error\n"


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# --------------------------------------------------------------------------------- where it is told


def test_without_output_files_only_the_summary_is_given(tmp_path: Path) -> None:
    place(tmp_path, *FOUR)
    before = names(tmp_path)
    ended = grade(tmp_path, "")
    assert SUM in ended.out
    assert ended.err == ""
    assert names(tmp_path) == before


def test_rows_on_standard_output_and_the_summary_beside_it(tmp_path: Path) -> None:
    place(tmp_path, *FOUR)
    ended = grade(tmp_path, "-o - -o results.jsonl")
    assert ended.out == (tmp_path / "results.jsonl").read_text(encoding="utf-8")
    assert [json.loads(row)["outcome"] for row in ended.out.splitlines()] == [
        "passed",
        "failed",
        "abstained",
        "error",
    ]
    assert SUM in ended.err
    assert "wrote results.jsonl" in ended.err


@pytest.mark.parametrize("options", ["--format json", "--format json -o -"])
def test_a_summary_in_json_can_be_read(options: str, tmp_path: Path) -> None:
    place(tmp_path, *FOUR)
    ended = grade(tmp_path, options)
    summary = ended.err if "-o" in options else ended.out
    assert counts(summary) == {"selected": 4, "passed": 1, "failed": 1, "abstained": 1, "error": 1}


def test_no_summary(tmp_path: Path) -> None:
    place(tmp_path, *FOUR)
    ended = grade(tmp_path, "--format none -o results.jsonl")
    assert (ended.code, ended.out, ended.err) == (4, "", "")


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ("--only failed", ["failed"]),
        ("--only abstained", ["abstained"]),
        ("--only abstained --only failed", ["failed", "abstained"]),
    ],
)
def test_only_some_are_written_and_all_are_counted(
    options: str, expected: list[str], tmp_path: Path
) -> None:
    place(tmp_path, *FOUR)
    ended = grade(tmp_path, f"{options} -o results.jsonl -o results.json --skip-bad-rows")
    assert SUM in ended.out
    assert outcomes(tmp_path) == expected
    document = json.loads((tmp_path / "results.json").read_bytes())
    assert document["rows"] == results(tmp_path)
    assert document["summary"]["counts"]["selected"] == 4
    assert ended.code == 1


def test_a_progress_bar_on_a_terminal_touches_no_data(tmp_path: Path) -> None:
    place(tmp_path, *FOUR)
    plain = grade(tmp_path, "-o - --format none")
    terminal, its_end = pty.openpty()
    done = subprocess.run(
        [*COMMAND, "grade", *with_defaults("-o - --format none")],
        cwd=tmp_path,
        env=environment(TERM="xterm", COLUMNS="120"),
        stdout=subprocess.PIPE,
        stderr=its_end,
        text=True,
        check=False,
    )
    os.close(its_end)
    drawn = os.read(terminal, 100_000).decode()
    os.close(terminal)
    assert "4/4 rows, " in drawn
    assert " a second" in drawn
    assert (done.stdout, done.returncode) == (plain.out, plain.code)
    assert plain.err == ""


def test_names_that_are_not_utf8_and_numbers_of_many_digits(tmp_path: Path) -> None:
    """In a file's name, in a row's id: they are told, written, and verified."""
    name, many = os.fsencode("caf\udce9.jsonl"), f"1{'0' * 300}"
    place(tmp_path, f'{{"id": {many}, "output": "OK"}}', FAILED)
    (tmp_path / "answers.jsonl").rename(tmp_path / os.fsdecode(name))
    by = ("--checks", "checks.txt")
    outputs = [word for end in ("jsonl", "html", "xml", "json") for word in ("-o", f"r.{end}")]
    for form in ("text", "json"):
        ended = command("grade", name, *by, *outputs, "--format", form, folder=tmp_path)
        assert (ended.code, "Traceback" in ended.err) == (1, False), ended.err
    assert f'"id":{many},'.encode() in (tmp_path / "r.jsonl").read_bytes()
    assert outcomes(tmp_path, "r.jsonl") == ["passed", "failed"]
    verified = command("verify", "r.jsonl", name, *by, "-q", folder=tmp_path)
    assert (verified.code, verified.out) == (0, "2 rows: 2 the same, 0 different\n")


# ------------------------------------------------------------------------------- whole or not there


def test_while_a_run_goes_on_only_the_partial_file_is_there(tmp_path: Path) -> None:
    """What an earlier run left stays as it is until then."""
    place(tmp_path)
    (tmp_path / "results.jsonl").write_text("of an earlier run", encoding="utf-8")
    arguments = "grade - --checks checks.txt -o results.jsonl -o results.html"
    with live(tmp_path, arguments) as running:
        running.feed([PASSED] * 1000)
        running.until_written()
        assert {"results.html.partial", "results.jsonl.partial"} < set(names(tmp_path))
        assert "results.html" not in names(tmp_path)
        assert (tmp_path / "results.jsonl").read_text(encoding="utf-8") == "of an earlier run"
        code, _ = running.end()
    assert code == 0
    assert left_aside(tmp_path) == []
    assert outcomes(tmp_path) == ["passed"] * 1000
    assert (tmp_path / "results.html").read_text(encoding="utf-8").endswith("</html>\n")


def test_what_somebody_makes_during_a_run_costs_no_results(tmp_path: Path) -> None:
    place(tmp_path)
    with live(tmp_path, "grade - --checks checks.txt -o results.jsonl") as running:
        running.feed([PASSED] * 1000)
        running.until_written()
        (tmp_path / "results.jsonl.run.json.partial").touch()
        code, said = running.end()
    assert "results.jsonl.run.json.partial: another run writes it, or was killed" in said
    assert "results.jsonl is whole, but has no run record, so it can't be verified" in said
    assert (code, outcomes(tmp_path)) == (2, ["passed"] * 1000)


LIMITED = """
import resource
from assertory.cli import main
resource.setrlimit(resource.RLIMIT_FSIZE, ({size}, {size}))
main()
"""
LARGE = {**PASSED, "other": "x" * 300_000}  # more than a shard, and so a task of its own


@pytest.mark.parametrize(
    ("rows", "share", "told"),
    [
        pytest.param([PASSED] * 100, 0.5, " can't be written", id="the-rows-of-one-task"),
        pytest.param([LARGE] * 30, 0.5, "results.jsonl can't be written", id="all-rows"),
        pytest.param([PASSED] * 100, 1.005, "r.json can't be written", id="one-of-two"),
    ],
)
def test_a_disk_that_is_full_is_told_in_plain_words(
    rows: list[Row], share: float, told: str, tmp_path: Path
) -> None:
    """No file may be larger than a share of the rows that are to be written; what fits is whole."""
    place(tmp_path, *rows)
    grade(tmp_path, "-o whole.jsonl")
    size = int((tmp_path / "whole.jsonl").stat().st_size * share)
    before = names(tmp_path)
    arguments = with_defaults("-o results.jsonl -o r.json")
    done = subprocess.run(
        [COMMAND[0], "-c", LIMITED.format(size=size), "grade", *arguments],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert f"{told}: File too large; make room, or name another place" in done.stderr
    assert "Traceback" not in done.stderr
    assert (done.returncode, done.stdout) == (2, "")
    fits = ["results.jsonl", "results.jsonl.run.json"] if share > 1 else []
    assert names(tmp_path) == sorted([*before, *fits])
    assert ("results.jsonl is written and whole" in done.stderr) == bool(fits)


@pytest.mark.parametrize(
    ("outputs", "told"),
    [
        ("-o results.doc", "the extension picks the form of output: .jsonl, .json"),
        ("-o good.jsonl -o results.doc", "results.doc: the extension picks"),
        ("-o none/results.jsonl", "there is no folder none; make it, or name another"),
        ("-o good.jsonl -o none/results.jsonl", "there is no folder none"),
        ("-o answers.jsonl/r.jsonl", "there is no folder answers.jsonl"),
        ("-o /proc/results.jsonl", "/proc/results.jsonl"),
        ("-o good.jsonl -o /proc/results.jsonl", "/proc/results.jsonl"),
        ("-o r.jsonl -o ./r.jsonl", "two -o would write this file"),
        ("-o - -o -", "two -o would write this file"),
        ("-o answers.jsonl", "answers.jsonl: this run reads that file"),
        ("-o ./answers.jsonl", "answers.jsonl: this run reads that file"),
        ("--evaluator evaluator.json -o evaluator.json", "this run reads that file"),
    ],
)
def test_a_place_that_is_refused(outputs: str, told: str, tmp_path: Path) -> None:
    """Before anything is graded; and nothing is left of the other outputs."""
    place(tmp_path, PASSED)
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    ended = command_here("grade", *with_defaults(outputs), folder=tmp_path)
    assert told in ended.err
    assert "Traceback" not in ended.err
    assert (ended.code, ended.out) == (2, "")
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


# ------------------------------------------------------------------------ standard output that ends


def test_whoever_closes_the_pipe_has_what_it_wanted(tmp_path: Path) -> None:
    """As `| head -1` does: the other outputs are whole, and the exit code is the run's own."""
    place(tmp_path, *[FAILED] * 3000)
    arguments = "grade answers.jsonl --checks checks.txt -o - -o results.jsonl"
    with live(tmp_path, arguments) as running:
        assert running.process.stdout is not None
        first = running.process.stdout.readline()
        running.process.stdout.close()
        assert running.process.stderr is not None
        said = running.process.stderr.read().decode()
        code = running.process.wait()
    assert json.loads(first)["row"] == 1
    assert "3,000 failed" in said
    assert "Traceback" not in said
    assert "Broken" not in said
    assert code == 1
    assert outcomes(tmp_path) == ["failed"] * 3000


@pytest.mark.parametrize(
    "arguments",
    [
        "grade answers.jsonl --checks checks.txt",
        "grade answers.jsonl --checks checks.txt -o -",
        "verify results.jsonl answers.jsonl --checks checks.txt",
    ],
)
@pytest.mark.parametrize("end", ["closed-pipe", "full-disk", "closed"])
def test_standard_output_that_takes_nothing(arguments: str, end: str, tmp_path: Path) -> None:
    place(tmp_path, *[FAILED] * 300)
    if "verify" in arguments:
        grade(tmp_path, "-o results.jsonl")
    redirect = {"closed-pipe": "| true", "full-disk": "> /dev/full", "closed": ">&-"}[end]
    done = subprocess.run(
        ["bash", "-c", f'set -o pipefail; "$@" {redirect}', "bash", *COMMAND, *arguments.split()],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr
    own = 0 if "verify" in arguments else 1
    if end == "full-disk" or (end == "closed" and "-o -" in arguments):
        assert "standard output" in done.stderr
        assert done.returncode == 2
    else:
        assert done.returncode == own


def test_a_folder_of_results_can_be_verified_from_elsewhere(tmp_path: Path) -> None:
    place(tmp_path, *FOUR)
    (tmp_path / "out").mkdir()
    grade(tmp_path, "-o out/results.jsonl")
    assert names(tmp_path / "out") == ["results.jsonl", "results.jsonl.run.json"]
    ended = verify(tmp_path / "out", "results.jsonl ../answers.jsonl --checks ../checks.txt -q")
    assert (ended.code, ended.out) == (0, "4 rows: 4 the same, 0 different\n")
