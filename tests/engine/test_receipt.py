"""Receipts: the hashes of semantics section 7, recomputed by hand."""

import hashlib

import pytest

import assertory
from assertory import ToolCall, ToolCapture
from assertory.engine.receipt import (
    ANSWER,
    Versions,
    capture_hash,
    members_hash,
    receipt,
)
from tests.engine.drawn import configuration

VERSIONS = Versions("0.1.0", "1.1.20251105")


def sha256(data: bytes | str) -> str:
    return hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()


@pytest.mark.parametrize(
    ("members", "lines"),
    [
        pytest.param({}, "", id="none"),
        pytest.param({"answer": b"1"}, f'"answer" {sha256("1")}\n', id="answer"),
        pytest.param(
            {"output": b"{ }", "input": b"1.0"},
            f'"input" {sha256("1.0")}\n"output" {sha256("{ }")}\n',
            id="sorted-and-exact",
        ),
        pytest.param(
            {"é": b"1", 'a"\n': b"2", "\ud800": b"3"},
            f'"a\\"\\n" {sha256("2")}\n"é" {sha256("1")}\n"\\ud800" {sha256("3")}\n',
            id="names-as-compact-json",
        ),
    ],
)
def test_evidence_is_hashed_member_by_member(members: dict[str, bytes], lines: str) -> None:
    assert members_hash(members) == sha256(f"assertory-evidence/1\n{lines}")


def test_a_capture_is_hashed_in_its_canonical_form() -> None:
    capture = ToolCapture(complete=True, calls=(ToolCall("1", "search", "s", ("é",)),))
    call = '{"aliases":["é"],"callId":"1","canonicalName":"s","name":"search"}'
    form = f'{{"calls":[{call}],"complete":true}}'
    assert capture_hash(capture) == sha256(f"assertory-capture/1\n{form}")
    lone = ToolCapture(complete=False, calls=(ToolCall("\ud800", "a"),))
    form = '{"calls":[{"callId":"\\ud800","name":"a"}],"complete":false}'
    assert capture_hash(lone) == sha256(f"assertory-capture/1\n{form}")


@pytest.mark.parametrize("tools", [None, ToolCapture(complete=True, calls=())])
def test_a_receipt_has_these_members(tools: ToolCapture | None) -> None:
    program = assertory.compile_assertion(configuration({"op": "tool_called", "name": "x"}))
    verdict = program.evaluate({}, tools)
    evidence_hash = members_hash({ANSWER: b'""'})
    assert receipt(
        program, verdict, evidence_hash=evidence_hash, capture=tools, versions=VERSIONS
    ) == {
        "semantics": "unicode-script-letters/v1",
        "configHash": program.config_hash,
        "engineVersion": "0.1.0",
        "re2Version": "1.1.20251105",
        "evidenceHash": evidence_hash,
        "captureHash": None if tools is None else capture_hash(tools),
        "outcome": "abstained" if tools is None else "failed",
        "reason": "tool_evidence_unavailable" if tools is None else "tool_not_called",
        "explanationHash": verdict.explanation_hash(),
    }


def test_the_one_member_of_quick_checks_is_the_answer() -> None:
    assert ANSWER == "answer"
