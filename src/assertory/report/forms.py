"""The forms of output, each by the extension of a file's name."""

from collections.abc import Mapping
from pathlib import PurePath
from typing import Final

from assertory.report.csv_report import CSV
from assertory.report.form import Form
from assertory.report.html_report import HTML
from assertory.report.json_report import JSON
from assertory.report.jsonl import JSONL
from assertory.report.junit import JUNIT
from assertory.report.markdown import MARKDOWN

__all__ = ["FORMS", "Form", "UnknownForm", "form_for"]

FORMS: Final[Mapping[str, Form]] = {
    ".jsonl": JSONL,
    ".json": JSON,
    ".csv": CSV,
    ".md": MARKDOWN,
    ".html": HTML,
    ".xml": JUNIT,
}


class UnknownForm(ValueError):
    """A file's name whose extension is that of no form."""


def form_for(name: str) -> Form:
    """
    Pick the form of a file by its name.

    Raises:  UnknownForm, with a sentence that lists the extensions.

    >>> form_for("build/Results.JSONL") is JSONL
    True
    """
    extension = PurePath(name).suffix.lower()
    if extension not in FORMS:
        raise UnknownForm(f"{name}: the extension picks the form of output: {', '.join(FORMS)}")
    return FORMS[extension]
