"""assertory grade warns where rows were selected and not one of them has a score."""

from pathlib import Path

import pytest

from tests.cli.grading import ABSTAINED, BAD, FAILED, PASSED, SEMANTICS, Row, grade, place

RATIO = {"op": "script_ratio", "path": "/output", "script": "Arabic", "min": 0.5, "max": 1}
TOOL = {"op": "tool_called", "name": "search"}


@pytest.mark.parametrize(
    ("rows", "assertion", "warning"),
    [
        pytest.param(
            [ABSTAINED] * 3,
            None,
            "all 3 rows abstained; no answer was found in them; say where with --answer or --map",
            id="no-answer",
        ),
        pytest.param(
            [{"output": "123"}],
            RATIO,
            "the only row abstained; most often for no_script_letters: ",
            id="another-reason",
        ),
        pytest.param(
            [PASSED, PASSED],
            {**RATIO, "path": "/answer"},
            "all 2 rows abstained; the evaluator's paths select nothing there; compare",
            id="wrong-path",
        ),
        pytest.param(
            [PASSED, FAILED],
            TOOL,
            "all 2 rows abstained; no complete tool capture was found; say where with"
            " --tool-capture\n",
            id="no-capture",
        ),
        pytest.param(
            [BAD, BAD],
            None,
            "all 2 rows ended in errors; the first error is row_not_json, at row 1\n",
            id="errors",
        ),
        pytest.param(
            [BAD],
            None,
            "the only row ended in an error; the first error is row_not_json, at row 1\n",
            id="one-error",
        ),
        pytest.param(
            [ABSTAINED, BAD, ABSTAINED],
            None,
            "of 3 rows 2 abstained and 1 ended in an error; no answer was found in them; say where"
            " with --answer or --map; the first error is row_not_json, at row 2\n",
            id="both",
        ),
    ],
)
@pytest.mark.parametrize("form", ["text", "json", "none"])
def test_nothing_was_graded(
    rows: list[Row],
    assertion: dict[str, object] | None,
    warning: str,
    form: str,
    tmp_path: Path,
) -> None:
    """By quick checks, or by an assertion."""
    place(tmp_path, *rows, evaluator={"semantics": SEMANTICS, "assertion": assertion})
    options = "--checks checks.txt" if assertion is None else "--evaluator evaluator.json"
    ended = grade(tmp_path, f"{options} --format {form}")
    assert ended.err.startswith(f"warning: nothing was graded: {warning}")
    assert "warning" not in ended.out
    assert ended.code == (4 if BAD in rows else 0)


@pytest.mark.parametrize("rows", [[], [PASSED, ABSTAINED, BAD], [FAILED, ABSTAINED]])
def test_where_a_row_was_graded_or_none_was_there_nothing_is_warned_of(
    rows: list[Row], tmp_path: Path
) -> None:
    assert "warning" not in grade(place(tmp_path, *rows), "").err
