"""A rate that is written as a percentage, or with a comma, is told as it has to be written."""

import pytest
import typer

from assertory.cli.rate import read_rate
from tests.cli.command import command_here


@pytest.mark.parametrize(("text", "rate"), [("0", 0), ("1", 1), ("0.7", 0.7), ("1e-3", 0.001)])
def test_a_rate(text: str, rate: float) -> None:
    assert read_rate(text) == rate


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("70%", "; write 0.7"),
        ("70 %", "; write 0.7"),
        ("99.9%", "; write 0.999"),
        ("99,9 %", "; write 0.999"),
        ("0.5%", "; write 0.005"),
        ("100%", "; write 1"),
        ("70", "; write 0.7"),
        ("0,7", "; write 0.7"),
        ("1.1", ""),
        ("101%", ""),
        ("-1", ""),
        ("nan", ""),
        ("inf", ""),
        ("nan%", ""),
        ("most", ""),
        ("%", ""),
        ("", ""),
    ],
)
def test_what_is_no_rate(text: str, advice: str) -> None:
    with pytest.raises(typer.BadParameter) as told:
        read_rate(text)
    assert str(told.value) == f"{text} is no number from 0 to 1{advice}"


@pytest.mark.parametrize("option", ["--min-pass-rate", "--min-coverage"])
def test_it_is_wrong_use_and_names_the_option(option: str) -> None:
    ended = command_here("grade", "a.jsonl", "--checks", "c.txt", option, "70%")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith(
        f"assertory: Invalid value for '{option}': 70% is no number from 0 to 1; write 0.7\n"
    )
