"""What every form keeps: it is picked by extension, stays bounded, and tells the same counts."""

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from assertory.measure import Counts, GateRules, Tally, decide
from assertory.records.result import RowResult
from assertory.report.form import EVERY_OUTCOME, Form, document
from assertory.report.forms import FORMS, UnknownForm, form_for
from assertory.report.table import summary_text
from tests.report.runs import broken, four, graded, info, policy, tally_of, written

every_form = pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
bounded_forms = pytest.mark.parametrize("extension", [".md", ".html"])


@pytest.mark.parametrize(
    ("name", "extension"),
    [
        ("results.jsonl", ".jsonl"),
        ("build/out/results.json", ".json"),
        ("results.CSV", ".csv"),
        ("comment.md", ".md"),
        ("a.b.html", ".html"),
        ("junit.xml", ".xml"),
    ],
)
def test_the_extension_picks_the_form(name: str, extension: str) -> None:
    assert form_for(name) is FORMS[extension]


@pytest.mark.parametrize("name", ["results", "results.txt", ".jsonl", "results.jsonl.gz", ""])
def test_another_extension_is_refused_with_those_that_are_known(name: str) -> None:
    with pytest.raises(UnknownForm) as refused:
        form_for(name)
    assert str(refused.value).endswith(": .jsonl, .json, .csv, .md, .html, .xml")


def jsonl_counts(text: str) -> Counter[str]:
    return Counter(json.loads(line)["outcome"] for line in text.split("\n") if line)


def json_counts(text: str) -> Counter[str]:
    value = json.loads(text)
    counts = value["summary"]["counts"]
    assert counts.pop("selected") == len(value["rows"])
    assert Counter(counts) == Counter(row["outcome"] for row in value["rows"])
    return Counter(counts)


def csv_counts(text: str) -> Counter[str]:
    return Counter(row["outcome"] for row in csv.DictReader(io.StringIO(text, newline="")))


def xml_counts(text: str) -> Counter[str]:
    root = ET.fromstring(text.encode())  # noqa: S314 - our own output
    (suite,) = root
    names = {"failure": "failed", "skipped": "abstained", "error": "error"}
    cases = suite.findall("testcase")
    found = Counter(names[case[0].tag] if len(case) else "passed" for case in cases)
    told = [int(suite.attrib[n]) for n in ("tests", "failures", "skipped", "errors")]
    assert told == [len(cases), found["failed"], found["abstained"], found["error"]]
    assert [int(root.attrib[n]) for n in ("tests", "failures", "errors")] == [*told[:2], told[3]]
    return found


def markdown_counts(text: str) -> Counter[str]:
    numbers = re.findall(r"^\| (.*) \|$", text, re.MULTILINE)[2].split(" | ")
    selected, passed, failed, abstained, errors = (int(n.replace(",", "")) for n in numbers)
    assert selected == passed + failed + abstained + errors
    return Counter(passed=passed, failed=failed, abstained=abstained, error=errors)


def html_counts(text: str) -> Counter[str]:
    legend = re.findall(
        r'<li class="(\w+)"><span class="badge.*?</span> (\w+)</span> ([\d,]+)', text
    )
    assert [name for name, _, _ in legend] == [word for _, word, _ in legend]
    counts = Counter({name: int(number.replace(",", "")) for name, _, number in legend})
    rows = Counter(re.findall(r'<details class="row (\w+)"', text))
    if rows.total() < 1000:
        assert rows + Counter(passed=counts["passed"]) == +counts
    return counts


READERS: dict[str, Callable[[str], Counter[str]]] = {
    ".jsonl": jsonl_counts,
    ".json": json_counts,
    ".csv": csv_counts,
    ".md": markdown_counts,
    ".html": html_counts,
    ".xml": xml_counts,
}


def mixture(numbers: Counts) -> list[RowResult]:
    passed, failed, abstained, error = four(policy())
    results = [passed] * numbers.passed + [failed] * numbers.failed
    results += [abstained] * numbers.abstained + [error] * numbers.error
    return [replace(result, row=number) for number, result in enumerate(results, 1)]


@pytest.mark.parametrize(
    "numbers",
    [
        pytest.param(Counts(), id="no rows"),
        pytest.param(Counts(passed=3), id="all passed"),
        pytest.param(Counts(error=7), id="all errors"),
        pytest.param(Counts(abstained=2), id="all abstained"),
        pytest.param(Counts(passed=11, failed=7, abstained=5, error=2), id="a mixture"),
        pytest.param(Counts(passed=1, failed=1200, abstained=300, error=100), id="over the limits"),
    ],
)
@pytest.mark.parametrize("extension", FORMS)
def test_every_form_tells_the_same_counts(extension: str, numbers: Counts) -> None:
    run = info(policy())
    rules = GateRules(min_pass_rate=0.9, min_samples=5)
    text = written(FORMS[extension], mixture(numbers), run, rules).decode()
    expected = {
        "passed": numbers.passed,
        "failed": numbers.failed,
        "abstained": numbers.abstained,
        "error": numbers.error,
    }
    assert READERS[extension](text) == Counter(expected)
    summary = summary_text(run, tally_of(mixture(numbers)), None, 80)
    parts = f"{numbers.passed:,} passed + {numbers.failed:,} failed + {numbers.abstained:,} abs"
    assert f" {numbers.selected:,} = {parts}" in summary


@every_form
def test_a_row_is_empty_or_begins_with_the_separator(
    form: Form,
) -> None:
    run = info(policy())
    for result in four(policy()):
        piece = form.row(result, run)
        assert bool(piece) == (result.outcome in form.outcomes)
        assert not piece or piece.startswith(form.separator)
    assert form.outcomes <= EVERY_OUTCOME


@every_form
def test_what_streams_begins_alike_whatever_the_run_finds(form: Form) -> None:
    run = info(policy())
    tally = tally_of(four(policy()))
    heads = {form.head(run, Tally(), None), form.head(run, tally, decide(GateRules(), Counts()))}
    assert len(heads) == 1 or not form.streams


@every_form
def test_a_row_depends_on_nothing_but_its_arguments(form: Form) -> None:
    run = info(policy())
    forwards = [form.row(result, run) for result in four(policy())]
    backwards = [form.row(result, run) for result in reversed(four(policy()))]
    assert forwards == backwards[::-1]


def test_separators_stand_between_rows_and_rows_beyond_the_limit_are_counted() -> None:
    form = Form(
        row=lambda *_: b"",
        head=lambda *_: b"<",
        tail=lambda _, __, ___, left_out=0, /: b"> %d" % left_out,
        separator=b",",
        limit=2,
    )
    rows = [b"", b",a", b"", b",b", b",c", b"", b",d"]
    pieces = document(form, rows, info(policy()), Tally(), None)
    assert b"".join(pieces) == b"<a,b> 2"


@bounded_forms
def test_100_000_failures_stay_bounded(extension: str) -> None:
    form, run = FORMS[extension], info(policy())
    failed = graded(policy(), {"output": {"text": "`|<b>&\u202e" * 100}}, 17, name="`|<b>" * 50)
    tally = Tally()
    for _ in range(100_000):
        tally.add(failed)
    piece = form.row(failed, run)
    pieces = list(document(form, (piece for _ in range(100_000)), run, tally, None))
    assert form.limit is not None
    assert pieces.count(piece) == form.limit
    size = sum(map(len, pieces))
    assert size < {".md": 64 * 1024, ".html": 8_000_000}[extension]
    noun = {".md": "more failures", ".html": "more rows that did not pass"}[extension]
    assert f"and {100_000 - form.limit:,} {noun}" in pieces[-1].decode()
    assert "100,000" in pieces[0].decode()


def test_the_summary_of_100_000_failures_and_errors_stays_bounded() -> None:
    tally = Tally()
    for number in range(100_000):
        tally.add(broken(number, "x" * 1000, code=f"code_{number % 1000}"))
    failed = graded(policy(), {"output": {"text": "\u202e" * 1000}}, 17, name="\u202e" * 1000)
    for _ in range(10):
        tally.add(failed)
    text = summary_text(info(policy(), ("f" * 5000,), "e" * 5000), tally, None, 80)
    assert len(text) < 10_000
    assert max(map(len, text.split("\n"))) <= 80
    assert "and 980 more" in text


@pytest.mark.parametrize("extension", [".json", ".md", ".html", ".xml"])
def test_a_run_that_ended_early_says_so(extension: str) -> None:
    """Whoever reads only the report of a run that broke off learns that it did."""
    run = info(policy())
    tally = tally_of(four(policy()))
    tally.ended_early = "a closing bracket is missing"
    form = FORMS[extension]
    text = form.head(run, tally, None) + form.tail(run, tally, None, 0)
    assert b"a closing bracket is missing" in text
