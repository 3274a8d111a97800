"""JUnit XML: well formed whatever the evidence holds, and in the terms that servers know."""

from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assertory.records.result import RowResult, RunInfo
from assertory.report.junit import JUNIT
from tests.report.runs import broken, four, graded, info, policy, written

# What XML 1.0 can hold, of what a row may hold otherwise.
NO_XML = ["\x00", "\x1b", "\x0b", "\ud800", "\udfff", "\ufffe", "\uffff", "]]>", "<&>\"'", "\n\t\r"]


def suite(results: list[RowResult], run: RunInfo) -> ET.Element:
    root = ET.fromstring(written(JUNIT, results, run))  # noqa: S314 - our own output
    assert root.tag == "testsuites"
    (only,) = root
    return only


def test_a_run() -> None:
    program = policy()
    config = program.config_hash
    assert written(JUNIT, four(program), info(program)).decode() == (
        f"""\
<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="assertory" tests="4" failures="1" errors="1">
<testsuite name="policy.json" tests="4" failures="1" errors="1" skipped="1">
<properties>
<property name="semantics" value="unicode-script-letters/v1"/>
<property name="configHash" value="{config}"/>
<property name="engineVersion" value="0.1.0"/>
<property name="re2Version" value="1.1"/>
</properties>
<testcase classname="policy.json" name="row 1"/>
<testcase classname="policy.json" name="q-2">\
<failure message="1 of 2 checks failed: not_contained" type="not_contained">\
contains at /output/text: not_contained
  expected  &quot;Article 39&quot;
  observed  &quot;See Article 40.&quot;</failure></testcase>
<testcase classname="policy.json" name="row 3"><skipped message="pointer_missing"/></testcase>
<testcase classname="policy.json" name="row 4">\
<error message="a comma is missing" type="not_json"/></testcase>
</testsuite>
</testsuites>
"""
    )


def test_no_rows() -> None:
    assert suite([], info(policy())).attrib["tests"] == "0"


def test_the_class_of_a_row_is_its_file_where_there_are_several() -> None:
    results = [replace(result, file="a.jsonl") for result in four(policy())]
    cases = suite(results, info(policy())).findall("testcase")
    assert {case.attrib["classname"] for case in cases} == {"a.jsonl"}


@pytest.mark.parametrize("text", NO_XML, ids=ascii)
def test_what_xml_can_not_hold_is_written_out(text: str) -> None:
    program = policy()
    run = info(program, evaluator=text)
    failed = graded(program, {"output": {"text": text}}, 1, name=text, file=text)
    cases = suite([failed, broken(2, text)], run).findall("testcase")
    shown = cases[0].attrib["name"]
    assert shown == cases[0].attrib["classname"]
    assert (shown == text) == (text in ("]]>", "<&>\"'"))
    assert "contains at /output/text" in (cases[0][0].text or "")
    assert cases[1][0].attrib["message"] == shown


@given(st.text(st.characters()), st.text(st.characters()))
def test_any_text_is_well_formed(text: str, name: str) -> None:
    program = policy()
    failed = graded(program, {"output": {"text": text}}, 1, name=name, file=name)
    cases = suite([failed, broken(2, text)], info(program, evaluator=name)).findall("testcase")
    assert [case[0].tag for case in cases if len(case)][-1] == "error"
