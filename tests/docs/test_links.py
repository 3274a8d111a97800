"""The links of the pages outside `docs` lead somewhere; those inside are the strict build's."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.page import PROJECT, name

PAGES = [*sorted(PROJECT.glob("*.md")), PROJECT / "bench/README.md"]
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ +(.+?) *$", re.MULTILINE)


def prose(page: Path) -> str:
    """A page without its fenced blocks."""
    return FENCED.sub("", page.read_text(encoding="utf-8"))


def anchors(page: Path) -> set[str]:
    """The names that GitHub gives a page's headings."""
    return {
        re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        for heading in HEADING.findall(prose(page))
    }


def broken(page: Path) -> Iterator[str]:
    """The links of a page to files and headings that aren't there."""
    for link in LINK.findall(prose(page)):
        if re.match(r"[a-z]+:", link):
            continue  # another site
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            yield link


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_link_leads_somewhere(page: Path) -> None:
    assert list(broken(page)) == []


def test_the_readme_has_links() -> None:
    assert len(LINK.findall(prose(PROJECT / "README.md"))) > 5


@pytest.mark.parametrize(
    ("link", "leads"),
    [
        ("other.md", True),
        ("other.md#two-words-its-0007", True),
        ("#here", True),
        ("https://example.com/none.md", True),
        ("none.md", False),
        ("other.md#two-words", False),
        ("other.md#fenced", False),
        ("#there", False),
    ],
)
def test_a_link_is_followed(link: str, leads: bool, tmp_path: Path) -> None:  # noqa: FBT001
    page = tmp_path / "page.md"
    page.write_text(f"# Here\n\nSee [that]({link}).\n\n```\n[not this](none)\n```\n")
    other = "## Two *words*: it's `0007`\n\n```sh\n# fenced\n```\n"
    (tmp_path / "other.md").write_text(other)
    assert list(broken(page)) == ([] if leads else [link])
