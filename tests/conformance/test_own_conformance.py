"""The project's own conformance cases, and that each operator has a case of every kind."""

import json
import re
from pathlib import Path

import pytest

from tests.conformance.case_file import Case, any_object, items, read_case_file
from tests.conformance.harness import disagreements, verdict_of
from tests.conformance.invariants import explanation_of

FOLDER = Path(__file__).resolve().parents[2] / "conformance"
FILES = {path.stem: read_case_file(path) for path in sorted(FOLDER.glob("*.json"))}
CASES = [case for cases in FILES.values() for case in cases]

OPERATORS = {
    "assertion": (
        *("equals", "contains", "regex", "shape", "count", "tool_called", "script_ratio"),
        *("all", "any"),
    ),
    "quick": (
        *("contains", "exact", "json_valid", "output_length", "number_range", "regex"),
        "json_schema",
    ),
}
TOPICS = [(dialect, operator) for dialect, named in OPERATORS.items() for operator in named]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_own_case(case: Case) -> None:
    """The engine does everything that the case expects."""
    assert disagreements(case) == []


@pytest.mark.parametrize(("dialect", "operator"), TOPICS)
def test_operator_has_a_case_of_every_kind(dialect: str, operator: str) -> None:
    """Each operator's file holds cases that pass, fail, abstain and are refused."""
    kinds = {
        kind
        for case in FILES[f"{dialect}-{operator.replace('_', '-')}"]
        for kind in _kinds(case, operator)
    }
    assert kinds == {"passed", "failed", "abstained", "refused"}


def _kinds(case: Case, operator: str) -> set[str]:
    """What becomes of the operator's own checks or groups in the case."""
    if "error" in case.expect:
        return {"refused"} if operator in json.dumps(case.configuration) else set()
    verdict = verdict_of(case)
    groups = [any_object(group) for group in items(explanation_of(verdict)["groups"])]
    return {leaf.outcome for leaf in verdict.leaves if leaf.op == operator} | {
        str(group["outcome"]) for group in groups if group["op"] == operator
    }


def test_ids_are_unique_and_name_their_file() -> None:
    """An id is `topic/name`, the topic is the file's name, and no id stands twice."""
    assert len({case.id for case in CASES}) == len(CASES)
    strays = [(file, case.id) for file, cases in FILES.items() for case in cases]
    assert [stray for stray in strays if stray[1].split("/")[0] != stray[0]] == []


def test_readme_lists_every_file_with_its_number_of_cases() -> None:
    """The table of the README is the folder as it is."""
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `([a-z0-9-]+)\.json` \| ([0-9]+) \|", readme, re.MULTILINE)
    assert [(name, int(number)) for name, number in listed] == [
        (name, len(cases)) for name, cases in FILES.items()
    ]
    assert f"{len(CASES)} cases in all" in readme
