"""The pointers of json-patch-tests, read by `equals` in the assertion dialect.

A patch's `test` operation is what `equals` does. The other operations only lend their paths: the
value that `add` and `replace` put there is looked for in the document that the suite expects, and
a location that makes an operation fail selects nothing in the document. `move` and `copy` name no
value, so where they succeed they are not used. Records that the suite disables are left out.
"""

import json
from typing import Any

import pytest

import assertory
from tests.shared import SHARED, shared_dir
from tests.suites.front_door import asserted

SUITE = "suites/json-patch-tests"
RECORDS: list[dict[str, Any]] = [
    record
    for path in sorted((SHARED / SUITE).glob("*tests.json"))
    for record in json.loads(path.read_text(encoding="utf-8"))
    if "patch" in record and not record.get("disabled")
]

REFUSED = "refused"
# What `equals` makes of the first operation of a record that the suite expects to fail.
ERRORS = {
    "Out of bounds (upper)": "pointer_missing",
    "Out of bounds (lower)": "pointer_missing",
    "index is greater than number of items in array": "pointer_missing",
    "test op shouldn't get array element 1": "pointer_missing",
    "Object operation on array target": "pointer_missing",
    "replace op should fail with missing parent key": "pointer_missing",
    "remove op shouldn't remove from array with bad number": "pointer_missing",
    "replace op shouldn't replace in array with bad number": "pointer_missing",
    "copy op shouldn't work with bad number": "pointer_missing",
    "move op shouldn't work with bad number": "pointer_missing",
    "add op shouldn't add to array with bad number": "pointer_missing",
    "missing 'from' location": "pointer_missing",
    "test op should reject the array value, it has leading zeros": "pointer_missing",
    "removing a nonexistent field should fail": "pointer_missing",
    "removing a nonexistent index should fail": "pointer_missing",
    "add to a non-existent target": "pointer_missing",
    "path /a does not exist -- missing objects are not created recursively": "pointer_missing",
    "test op should fail": "not_equal",
    "string not equivalent": "not_equal",
    "number is not equal to string": "not_equal",
    "missing 'path' parameter": REFUSED,
    "null is not valid value for 'path'": REFUSED,
    "JSON Pointer should start with a slash": REFUSED,
    "missing 'value' parameter": REFUSED,
    "missing 'from' parameter": REFUSED,
    "Unrecognized op 'spam'": REFUSED,
}


def _equals(operation: dict[str, Any]) -> dict[str, Any]:
    """The check that reads the operation's location, with what the operation leaves out missing."""
    op = operation["op"]
    node = {"op": "equals" if op in {"test", "add", "replace", "remove", "copy", "move"} else op}
    if op in {"copy", "move"}:
        return node | {"path": operation["from"], "value": None} if "from" in operation else node
    if op == "remove":
        return node | {"path": operation["path"], "value": None}
    return node | {name: operation[name] for name in ("path", "value") if name in operation}


def _reason(operation: dict[str, Any], document: object) -> str | None:
    try:
        return asserted(_equals(operation), document).reason
    except assertory.AuthoringError:
        return REFUSED


FAILING = [record for record in RECORDS if "error" in record]
TESTED = [
    (operation, record["doc"])
    for record in RECORDS
    if "error" not in record and all(step["op"] == "test" for step in record["patch"])
    for operation in record["patch"]
]
SINGLE = [
    (record["patch"][0], record)
    for record in RECORDS
    if "error" not in record and len(record["patch"]) == 1
]
PUT = [
    (operation, record["expected"])
    for operation, record in SINGLE
    if operation["op"] in {"add", "replace"} and not operation["path"].endswith("-")
]
APPENDED = [
    (operation, record["expected"])
    for operation, record in SINGLE
    if operation["op"] == "add" and operation["path"].endswith("-")
]
REMOVED = [
    (operation, record)
    for operation, record in SINGLE
    if operation["op"] == "remove" and not operation["path"][-1].isdigit()
]


def test_the_suite_is_whole() -> None:
    """How much of it is used."""
    shared_dir(SUITE)
    counts = (len(FAILING), len(TESTED), len(PUT), len(APPENDED), len(REMOVED))
    assert counts == (34, 21, 37, 4, 4)
    assert {record["error"] for record in FAILING} == set(ERRORS)


@pytest.mark.parametrize(("operation", "document"), TESTED)
def test_test_operation_passes(operation: dict[str, Any], document: object) -> None:
    """What the suite finds equal is equal."""
    assert asserted(_equals(operation), document).outcome == "passed"


@pytest.mark.parametrize("record", FAILING, ids=lambda record: record["error"])
def test_failing_operation(record: dict[str, Any]) -> None:
    """A location that the suite refuses selects nothing, or can't be written at all."""
    assert _reason(record["patch"][0], record["doc"]) == ERRORS[record["error"]]


@pytest.mark.parametrize(("operation", "expected"), PUT)
def test_added_value_is_found(operation: dict[str, Any], expected: object) -> None:
    """The path of an added or replaced value selects it in the expected document."""
    assert asserted(_equals(operation), expected).outcome == "passed"


@pytest.mark.parametrize(("operation", "expected"), APPENDED)
def test_dash_selects_nothing(operation: dict[str, Any], expected: object) -> None:
    """`-` is the place behind the last item: there is never a value."""
    assert _reason(operation, expected) == "pointer_missing"


@pytest.mark.parametrize(("operation", "record"), REMOVED)
def test_removed_member_is_gone(operation: dict[str, Any], record: dict[str, Any]) -> None:
    """The path selects something before the removal, and nothing after it."""
    assert _reason(operation, record["doc"]) != "pointer_missing"
    assert _reason(operation, record["expected"]) == "pointer_missing"
