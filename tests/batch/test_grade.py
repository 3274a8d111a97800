"""One row in, one result out: where evidence is found, and what its receipt is made from."""

import json
from dataclasses import replace

import pytest

from assertory.batch.grade import Grader
from assertory.batch.spec import GradeSpec, read_map, read_where
from assertory.engine.receipt import Versions
from assertory.records.result import RowResult
from assertory.records.row import BadRow, Row
from tests.cli.grading import SEMANTICS, capture_hash, evidence_hash, explanation_hash, sha256

NULL = b"null"
ANY = json.dumps(
    {"semantics": SEMANTICS, "assertion": {"op": "contains", "path": "/output/text", "text": ""}}
)
TOOL = json.dumps({"semantics": SEMANTICS, "assertion": {"op": "tool_called", "name": "t"}})
ASSERTION = GradeSpec(ANY, "assertion", Versions("1", "2"))
CALLED = GradeSpec(TOOL, "assertion", Versions("1", "2"), capture="/trace/capture")
QUICK = GradeSpec("contains:OK", "quick", Versions("1", "2"))


def mapped(*rules: str) -> GradeSpec:
    return replace(ASSERTION, mapping=tuple(read_map(rule) for rule in rules))


def where(*rules: str) -> GradeSpec:
    return replace(ASSERTION, where=tuple(read_where(rule) for rule in rules))


def grade(spec: GradeSpec, text: str) -> RowResult:
    found = Grader(spec).grade(Row(0, 7, 70, text.encode("utf-8", "surrogatepass")))
    assert found is not None
    return found


def receipt(spec: GradeSpec, text: str) -> dict[str, object]:
    found = grade(spec, text).receipt
    assert found is not None
    return found


# ------------------------------------------------------------------------------------- the receipt


@pytest.mark.parametrize(
    ("text", "members"),
    [
        pytest.param(
            '{"output":{"text":"a"}}',
            {"output": b'{"text":"a"}', "expected_output": NULL},
            id="expected-output-is-added",
        ),
        pytest.param(
            ' {"output" : { "text": "a" } , "input":1.0}\t',
            {"output": b'{ "text": "a" }', "input": b"1.0", "expected_output": NULL},
            id="white-space-inside-counts-around-does-not",
        ),
        pytest.param(
            '{"output":{"text":"\\u0061"},"expected_output":1e2}',
            {"output": b'{"text":"\\u0061"}', "expected_output": b"1e2"},
            id="escapes-and-digits-as-written",
        ),
        pytest.param(
            '{"output":1,"metadata":{"a":1,"a":2},"output":{"text":"a"}}',
            {
                "output": b'{"text":"a"}',
                "metadata": b'{"a":1,"a":2}',
                "expected_output": NULL,
            },
            id="the-last-of-repeated-keys",
        ),
        pytest.param(
            '{"output":"نعم","note":[]}',
            {"output": '"نعم"'.encode(), "expected_output": NULL},
            id="members-that-are-no-evidence-are-left-out",
        ),
        pytest.param(
            '{"\\u006futput":"a"}',
            {"output": b'"a"', "expected_output": NULL},
            id="a-name-by-its-value",
        ),
    ],
)
def test_evidence_is_hashed_by_its_exact_bytes(text: str, members: dict[str, bytes]) -> None:
    assert receipt(ASSERTION, text)["evidenceHash"] == evidence_hash(members)


@pytest.mark.parametrize(
    ("answer", "text", "exact"),
    [
        pytest.param(None, '{"output":{"text": "O\\u004b" }}', b'"O\\u004b"', id="output-text"),
        pytest.param(None, '{"output": "OK" }', b'"OK"', id="output-that-is-a-text"),
        pytest.param(None, '{"output":{"text":[ 1]}}', b"[ 1]", id="text-that-is-none"),
        pytest.param("/a/0", '{"a":[ "x" ,2]}', b'"x"', id="pointer"),
        pytest.param("", ' {"a": 1}', b'{"a": 1}', id="the-whole-row"),
        pytest.param("/a", '{"a":1,"a":"y"}', b'"y"', id="the-last-of-repeated-keys"),
        pytest.param(None, '{"output":{"x":1}}', None, id="no-answer"),
        pytest.param(None, '{"output":7}', None, id="an-output-of-another-type"),
        pytest.param("/b", '{"output":"OK"}', None, id="the-pointer-selects-nothing"),
    ],
)
def test_quick_checks_hash_the_answer_alone(
    answer: str | None, text: str, exact: bytes | None
) -> None:
    spec = replace(QUICK, answer=answer)
    members = {} if exact is None else {"answer": exact}
    found = grade(spec, text)
    assert found.receipt is not None
    assert found.receipt["evidenceHash"] == evidence_hash(members)
    assert found.receipt["captureHash"] is None
    if exact is None:
        assert (found.outcome, found.reason) == ("abstained", "pointer_missing")
    else:
        passes = json.loads(exact) == "OK"
        assert found.outcome == ("passed" if passes else "failed")


def test_the_other_members_of_a_receipt() -> None:
    text = ' {"output": {"text": "a"}} '
    found = grade(ASSERTION, text)
    assert found.receipt is not None
    assert found.explanation is not None
    assert found.receipt == {
        "semantics": SEMANTICS,
        "configHash": ASSERTION.program().config_hash,
        "engineVersion": "1",
        "re2Version": "2",
        "evidenceHash": evidence_hash({"output": b'{"text": "a"}', "expected_output": NULL}),
        "captureHash": None,
        "outcome": "passed",
        "reason": None,
        "explanationHash": explanation_hash(json.loads(found.explanation)),
        "rowHash": sha256(text.encode()),
    }
    assert (found.row, found.offset, found.file) == (7, 70, None)


# ------------------------------------------------------------------------------------ tool captures

CALL = {"callId": "1", "name": "t"}


def in_trace(capture: object) -> str:
    return json.dumps({"output": {"text": ""}, "trace": {"capture": capture}})


@pytest.mark.parametrize(
    ("capture", "outcome", "judged"),
    [
        ({"complete": True, "calls": [CALL]}, "passed", None),
        ({"complete": True, "calls": []}, "failed", None),
        ({"complete": False, "calls": [CALL]}, "abstained", None),
        (
            {"calls": [{**CALL, "aliases": []}], "complete": True},
            "passed",
            {"complete": True, "calls": [CALL]},
        ),
        (
            {"complete": True, "calls": [{"callId": "é", "name": "n", "canonicalName": "t"}]},
            "passed",
            None,
        ),
    ],
)
def test_a_capture_is_judged_and_hashed(capture: object, outcome: str, judged: object) -> None:
    found = grade(CALLED, in_trace(capture))
    assert found.outcome == outcome
    assert found.receipt is not None
    assert found.receipt["captureHash"] == capture_hash(judged or capture)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('{"output": {"text": ""}}', id="absent"),
        pytest.param(in_trace(None), id="null"),
        pytest.param('{"output": {"toolCalls": [{"name": "t"}]}}', id="what-an-answer-claims"),
        pytest.param('{"output": {}, "capture": {"complete": true}}', id="elsewhere"),
    ],
)
def test_without_a_capture_tool_called_abstains(text: str) -> None:
    found = grade(CALLED, text)
    assert (found.outcome, found.reason) == ("abstained", "tool_evidence_unavailable")
    assert found.receipt is not None
    assert found.receipt["captureHash"] is None


def test_a_capture_counts_only_where_somebody_vouches_for_it() -> None:
    found = grade(replace(CALLED, capture=None), in_trace({"complete": True, "calls": [CALL]}))
    assert (found.outcome, found.reason) == ("abstained", "tool_evidence_unavailable")


@pytest.mark.parametrize(
    "capture",
    [
        [],
        "complete",
        {"calls": []},
        {"complete": "yes", "calls": []},
        {"complete": True, "calls": {}},
        {"complete": True, "calls": [{"name": "t"}]},
        {"complete": True, "calls": [{**CALL, "aliases": [1]}]},
        {"complete": True, "calls": [], "more": 1},
    ],
)
def test_a_malformed_capture_makes_a_bad_row(capture: object) -> None:
    found = grade(CALLED, in_trace(capture))
    assert found.error is not None
    assert (found.outcome, found.error.code) == ("error", "capture_malformed")
    assert found.explanation is None
    assert found.receipt is not None
    hashes = [name for name, value in found.receipt.items() if value is not None]
    assert hashes == ["semantics", "configHash", "engineVersion", "re2Version", "rowHash"]


# ------------------------------------------------------------------------------------------ mapping


@pytest.mark.parametrize(
    ("rules", "text", "members"),
    [
        pytest.param(
            ["output=/answer"],
            '{"answer": { "text": "\\u0061" } }',
            {"output": b'{ "text": "\\u0061" }', "expected_output": NULL},
            id="a-whole-member-keeps-its-bytes",
        ),
        pytest.param(
            ["output=/a/1/b"],
            '{"a": [0, {"b": 1.50}]}',
            {"output": b"1.50", "expected_output": NULL},
            id="from-inside-too",
        ),
        pytest.param(
            ["output="],
            '\t{"text": "\\u0061"} ',
            {"output": b'{"text": "\\u0061"}', "expected_output": NULL},
            id="the-whole-row-too",
        ),
        pytest.param(
            ["output.text=/a", "output.more.deep=/b", "metadata.k=/c"],
            '{"a": "\\u0061", "b": 1.0, "c": [ ]}',
            {
                "output": b'{"text":"a","more":{"deep":1}}',
                "metadata": b'{"k":[]}',
                "expected_output": NULL,
            },
            id="what-is-built-is-compact",
        ),
        pytest.param(
            ["output.text=/a"],
            '{"a": "x", "output": {"text": "y"}, "input": 1, "expected_output": 2}',
            {"output": b'{"text":"x"}', "input": b"1", "expected_output": b"2"},
            id="a-mapped-member-is-replaced-others-stay",
        ),
        pytest.param(
            ["output.text=/a", "output.more=/none"],
            '{"a": "x"}',
            {"output": b'{"text":"x"}', "expected_output": NULL},
            id="a-source-that-is-missing-is-left-out",
        ),
        pytest.param(
            ["output.text=/none", "input=/a"],
            '{"a": "x", "output": {"text": "y"}}',
            {"input": b'"x"', "expected_output": NULL},
            id="all-sources-missing-no-member",
        ),
        pytest.param(
            ["expected_output=/none"],
            '{"output": "x", "expected_output": 1}',
            {"output": b'"x"', "expected_output": NULL},
            id="null-where-the-expectation-is-missing",
        ),
    ],
)
def test_evidence_is_built_by_the_mapping(
    rules: list[str], text: str, members: dict[str, bytes]
) -> None:
    assert receipt(mapped(*rules), text)["evidenceHash"] == evidence_hash(members)


def test_what_was_mapped_is_judged() -> None:
    spec = mapped("output.text=/choices/0/message")
    assert grade(spec, '{"choices": [{"message": "a"}]}').outcome == "passed"
    missing = grade(spec, '{"choices": [], "input": 1}')
    assert (missing.outcome, missing.reason) == ("abstained", "pointer_missing")


def test_quick_checks_read_the_mapped_answer() -> None:
    spec = replace(QUICK, mapping=(read_map("output.text=/completion"),))
    found = grade(spec, '{"completion": "O\\u004b"}')
    assert found.outcome == "passed"
    assert found.receipt is not None
    assert found.receipt["evidenceHash"] == evidence_hash({"answer": b'"OK"'})


@pytest.mark.parametrize("spec", [ASSERTION, mapped("output=/none"), QUICK])
def test_a_row_without_evidence_is_an_error_that_helps(spec: GradeSpec) -> None:
    found = grade(spec, '{"prompt": 1, "completion": 2}')
    assert found.error is not None
    assert found.error.code == "row_without_evidence"
    assert "it has: prompt, completion. Say where they lie with --map" in found.error.message


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ('{"prompt": 1, "Completion": 2, "text": 3}', "--map output.text=/Completion"),
        ('{"id": 1, "said": 2, "model": 3}', "--map output.text=/said"),
        ('{"id": 1}', "--map output.text=/id"),
        ('{"the a/b": 1}', "--map 'output.text=/the a~1b'"),
        ("{}", "metadata, nor any other member"),
    ],
)
def test_what_is_suggested_for_evidence_is_a_member_of_the_row(row: str, told: str) -> None:
    found = grade(ASSERTION, row)
    assert found.error is not None
    assert found.error.message.endswith(told)


# ------------------------------------------------------------------------------------------- where


@pytest.mark.parametrize(
    ("rule", "metadata", "is_selected"),
    [
        ("metadata.k=a", '{"k": "a"}', True),
        ("metadata.k=a", '{"k": "ab"}', False),
        ("metadata.k=a", "{}", False),
        ("metadata.k=a", '"k"', False),
        ("metadata.k=1", '{"k": 1}', True),
        ("metadata.k=1", '{"k": "1"}', True),
        ("metadata.k=true", '{"k": true}', True),
        ("metadata.k=null", '{"k": null}', True),
        ("metadata.k=null", "{}", False),
        ("metadata.k=", '{"k": ""}', True),
        ("metadata.k.1=b", '{"k": ["a", "b"]}', True),
        ("metadata.k=نعم", '{"k": "\\u0646\\u0639\\u0645"}', True),
    ],
)
def test_where(rule: str, metadata: str, is_selected: bool) -> None:  # noqa: FBT001 - a table
    row = Row(0, 1, 0, f'{{"output": "", "metadata": {metadata}}}'.encode())
    grader = Grader(where(rule))
    assert (grader.grade(row) is not None) is is_selected
    assert grader.wants(row) is is_selected


def test_every_condition_has_to_hold_and_they_see_what_was_mapped() -> None:
    spec = replace(where("metadata.a=1", "metadata.b=2"), mapping=(read_map("metadata=/fields"),))
    grader = Grader(spec)
    both, one = (
        Row(0, 1, 0, text) for text in (b'{"fields": {"a": 1, "b": 2}}', b'{"fields": {"a": 1}}')
    )
    assert grader.wants(both)
    assert not grader.wants(one)


def test_a_row_that_cannot_be_read_is_never_left_out() -> None:
    grader = Grader(where("metadata.k=a"))
    bad = BadRow(0, 3, 30, "row_too_large", "it is too large")
    for row in (Row(0, 1, 0, b"{"), Row(0, 2, 0, b'{"a": 1}'), bad):
        assert grader.wants(row)
        found = grader.grade(row)
        assert found is not None
        assert found.outcome == "error"
        assert found.row == row.number
        assert found.offset == row.offset


# ------------------------------------------------------------------------------------- the identity


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('"q-1"', "q-1"),
        ("7", 7),
        ("1.5", 1.5),
        ("12345678901234567890123", 12345678901234567890123),
        ("true", None),
        ("null", None),
        ("[1]", None),
    ],
)
def test_an_id_is_a_text_or_a_number(text: str, expected: object) -> None:
    found = grade(ASSERTION, f'{{"id": {text}, "output": {{}}}}')
    assert found.id == expected
    assert type(found.id) is type(expected)


def test_the_file_is_named_where_there_are_several() -> None:
    found = Grader(replace(ASSERTION, names=("a", "b"))).grade(Row(1, 1, 0, b'{"output": 1}'))
    assert found is not None
    assert found.file == "b"
