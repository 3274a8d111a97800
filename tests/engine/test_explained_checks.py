"""What an explanation shows of each check: what was expected, observed, and where it failed."""

import copy
import json

import pytest

import assertory
from assertory import UNAVAILABLE, ToolCall, ToolCapture, Verdict
from assertory.engine.canonical import canonical
from tests.engine.drawn import Json, configuration


def first(verdict: Verdict) -> Json:
    check = verdict.explanation["checks"][0]
    assert list(check)[:5] == ["at", "op", "pointer", "outcome", "reason"] or "pointer" in check
    return check


def shown(text: str, *, truncated: bool = False) -> Json:
    return {"preview": text, "truncated": truncated}


PATH = {"path": "/a"}
TOOLS = ToolCapture(complete=True, calls=(ToolCall("1", "x"),))


@pytest.mark.parametrize(
    ("node", "value", "expected", "observed"),
    [
        pytest.param(
            {"op": "equals", **PATH, "value": {"b": 1, "a": 2.0}},
            [1],
            '{"a":2,"b":1}',
            "[1]",
            id="equals",
        ),
        pytest.param({"op": "equals", **PATH, "value": None}, None, "null", "null", id="null"),
        pytest.param(
            {"op": "contains", **PATH, "text": "é\n"},
            "\ud800",
            '"é\\n"',
            '"\\ud800"',
            id="contains",
        ),
        pytest.param({"op": "contains", **PATH, "text": ""}, 2**60, '""', str(2**60), id="digits"),
        pytest.param(
            {"op": "regex", **PATH, "pattern": "\\d"}, {"b": []}, '"\\\\d"', '{"b":[]}', id="regex"
        ),
        pytest.param(
            {
                "op": "shape",
                **PATH,
                "required": {"b": "null", "a": "array"},
                "allowAdditional": True,
            },
            {"b": None},
            '{"allowAdditional":true,"required":{"a":"array","b":"null"}}',
            '{"b":null}',
            id="shape",
        ),
        pytest.param(
            {"op": "count", **PATH, "min": 1.0, "max": 3},
            "éa",
            '{"max":3,"min":1}',
            "2",
            id="count-of-a-text",
        ),
        pytest.param(
            {"op": "count", **PATH, "min": 1, "max": 3},
            [[], {}, 1, 2],
            '{"max":3,"min":1}',
            "4",
            id="count-of-an-array",
        ),
        pytest.param(
            {"op": "count", **PATH, "min": 1, "max": 3},
            {"b": 1},
            '{"max":3,"min":1}',
            '{"b":1}',
            id="count-of-an-object",
        ),
        pytest.param(
            {"op": "script_ratio", **PATH, "script": "Latin", "min": 0, "max": 0.5},
            "aع b",
            '{"max":0.5,"min":0,"script":"Latin"}',
            "0.6666666666666666",
            id="ratio",
        ),
        pytest.param(
            {"op": "script_ratio", **PATH, "script": "Arabic", "min": 0, "max": 1},
            "٣",
            '{"max":1,"min":0,"script":"Arabic"}',
            '"٣"',
            id="no-letters",
        ),
        pytest.param(
            {"op": "script_ratio", **PATH, "script": "Arabic", "min": 0, "max": 1},
            ["ع"],
            '{"max":1,"min":0,"script":"Arabic"}',
            '["ع"]',
            id="ratio-of-an-array",
        ),
    ],
)
def test_what_each_operator_shows(node: Json, value: Json, expected: str, observed: str) -> None:
    program = assertory.compile_assertion(configuration(node))
    check = first(program.evaluate({"a": value}))
    assert (check["expected"], check["observed"]) == (shown(expected), shown(observed))
    assert check["pointer"] == "/a"
    assert (check["at"], check["op"]) == ("/assertion", node["op"])
    for missing in (program.evaluate({}), program.evaluate(UNAVAILABLE), program.evaluate({1: 2})):
        assert first(missing)["observed"] is None
        assert first(missing)["expected"] == shown(expected)


@pytest.mark.parametrize("tools", [None, TOOLS])
def test_of_tool_calls_nothing_is_shown(tools: ToolCapture | None) -> None:
    program = assertory.compile_assertion(configuration({"op": "tool_called", "name": "x"}))
    check = first(program.evaluate({}, tools))
    assert (check["pointer"], check["observed"]) == (None, None)
    assert check["expected"] == shown('"x"')


SCHEMA = {"type": "object", "required": ["b"]}


@pytest.mark.parametrize(
    ("check", "answer", "pointer", "expected", "observed"),
    [
        pytest.param({"type": "contains", "text": "a"}, "b", None, '"a"', '"b"', id="contains"),
        pytest.param({"type": "exact", "text": ""}, "b", None, '""', '"b"', id="exact"),
        pytest.param({"type": "json_valid"}, "{}", None, None, '"{}"', id="json-valid"),
        pytest.param({"type": "json_valid"}, [1], None, None, "[1]", id="no-text"),
        pytest.param(
            {"type": "output_length", "minimum": 1.0, "maximum": 3},
            "éab",
            None,
            '{"maximum":3,"minimum":1}',
            "3",
            id="length",
        ),
        pytest.param(
            {"type": "output_length", "minimum": 1, "maximum": 3},
            None,
            None,
            '{"maximum":3,"minimum":1}',
            "null",
            id="length-of-no-text",
        ),
        pytest.param({"type": "regex", "pattern": "^a"}, "b", None, '"^a"', '"b"', id="regex"),
        *(
            pytest.param(
                {"type": "number_range", "path": path, "minimum": 0.0, "maximum": 1},
                answer,
                "" if path == "@" else path,
                '{"maximum":1,"minimum":0}',
                observed,
                id=name,
            )
            for path, answer, observed, name in [
                ("@", "12.50", "12.5", "number"),
                ("@", "12345678901234567890", "12345678901234567890", "every-digit"),
                ("", '"1"', '"1"', "a-text"),
                ("/a", '{"a":true}', "true", "a-boolean"),
                ("/a", '{"a":null}', "null", "null"),
                ("/a", '{"a":[1]}', None, "an-array"),
                ("", "{}", None, "an-object"),
                ("/a", "[]", None, "missing"),
                ("/a", "{", None, "no-json"),
                ("", "1e999", None, "beyond-doubles"),
                ("", "-" + "9" * 400, None, "integer-beyond-doubles"),
                ("", {"a": 1}, '{"a":1}', "no-text"),
            ]
        ),
        pytest.param(
            {"type": "json_schema", "schema": SCHEMA},
            '{"a":1}',
            None,
            '{"required":["b"],"type":"object"}',
            '"{\\"a\\":1}"',
            id="schema",
        ),
    ],
)
def test_what_each_quick_check_shows(
    check: Json, answer: Json, pointer: str | None, expected: str | None, observed: str | None
) -> None:
    program = assertory.compile_quick_checks(json.dumps([check]))
    found = first(program.evaluate(answer))
    assert found["pointer"] == pointer
    assert found["expected"] == (None if expected is None else shown(expected))
    assert found["observed"] == (None if observed is None else shown(observed))
    assert (found["at"], found["op"]) == ("/0", check["type"])
    assert ("failures" in found) is (check["type"] == "json_schema")


def test_a_schema_tells_its_failures_only_where_it_is_not_fitted() -> None:
    program = assertory.compile_quick_checks(
        json.dumps([{"type": "json_schema", "schema": SCHEMA}])
    )
    for answer in ('{"b":1}', "{", "[" * 600, 7):
        assert "failures" not in first(program.evaluate(answer))
    assert first(program.evaluate("{}"))["failures"] == [{"path": "/b", "requirement": "required"}]


@pytest.mark.parametrize("length", [158, 159, 160, 161, 400])
def test_long_pointers_and_paths_are_cut_at_160_code_points(length: int) -> None:
    pointer = "/" + "é" * (length - 1)
    node = {"op": "contains", "path": pointer, "text": ""}
    check = first(assertory.compile_assertion(configuration(node)).evaluate({}))
    assert check["pointer"] == pointer[:160]
    assert check.get("pointerTruncated") is (True if length > 160 else None)
    schema = {"type": "object", "additionalProperties": False}
    program = assertory.compile_quick_checks(
        json.dumps([{"type": "json_schema", "schema": schema}])
    )
    verdict = program.evaluate(json.dumps({pointer[1:]: 1}))
    (failure,) = first(verdict)["failures"]
    assert failure["path"] == pointer[:160]
    assert failure.get("pathTruncated") is (True if length > 160 else None)
    assert verdict.explanation_bytes() == canonical(verdict.explanation).encode()


def test_a_lone_surrogate_in_a_failing_path_has_bytes() -> None:
    schema = {"type": "object", "additionalProperties": False}
    program = assertory.compile_quick_checks(
        json.dumps([{"type": "json_schema", "schema": schema}])
    )
    verdict = program.evaluate('{"\\ud800": 1}')
    assert first(verdict)["failures"][0]["path"] == "/\ud800"
    assert b'"path":"/\\ud800"' in verdict.explanation_bytes()
    assert verdict.explanation_hash()


@pytest.mark.parametrize("text", ["contains:a\njson_valid\nlength:0..1"])
def test_what_is_done_to_an_explanation_changes_no_other(text: str) -> None:
    program = assertory.compile_quick_checks(
        f'[{{"type":"json_schema","schema":{json.dumps(SCHEMA)}}},{{"type":"exact","text":"{text[:3]}"}}]'
    )
    verdict = program.evaluate("{}")
    before = copy.deepcopy(verdict.explanation)
    spoiled = verdict.explanation
    for check in spoiled["checks"]:
        for member in ("expected", "observed"):
            check[member]["preview"] = "spoiled"
        check["reason"] = "spoiled"
        for failure in check.get("failures", []):
            failure["path"] = "spoiled"
    spoiled["groups"].append("spoiled")
    spoiled["checks"].clear()
    assert verdict.explanation == before
    assert program.evaluate("{}").explanation == before


def test_a_verdict_of_a_group_tells_every_group_in_configuration_order() -> None:
    leaf = {"op": "equals", "path": "/a", "value": 1}
    inner = {"op": "all", "assertions": [{"op": "any", "assertions": [leaf]}, leaf]}
    node = {"op": "any", "assertions": [inner, {**leaf, "value": 2}]}
    explanation = assertory.compile_assertion(configuration(node)).evaluate({"a": 2}).explanation
    at = "/assertion/assertions/0"
    assert explanation["groups"] == [
        {"at": "/assertion", "op": "any", "outcome": "passed"},
        {"at": at, "op": "all", "outcome": "failed"},
        {"at": f"{at}/assertions/0", "op": "any", "outcome": "failed"},
    ]
    assert set(explanation) == {"outcome", "reason", "checks", "groups", "omittedChecks"}
