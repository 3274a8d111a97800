"""Hooks of the documentation's build: the pages of each folder, and the colours of code."""

from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from pygments.formatters import HtmlFormatter

COLOURS = "css/code.css"


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put a folder's pages where the menu names the folder, so that a new page needs no edit."""
    config.nav = [
        {title: pages(Path(config.docs_dir), place) if place.endswith("/") else place}
        for entry in config.nav or []
        for title, place in entry.items()
    ]
    config.extra_css.append(COLOURS)
    return config


def pages(root: Path, folder: str) -> list[str]:
    """List the pages of a folder, `index.md` first and then by name."""
    found = sorted(root.joinpath(folder).glob("*.md"), key=lambda p: (p.stem != "index", p.name))
    return [page.relative_to(root).as_posix() for page in found]


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the style sheet for code, for a light and for a dark page."""
    light = colours("default", ".codehilite")
    dark = colours("github-dark", '[data-bs-theme="dark"] .codehilite')
    files.append(File.generated(config, COLOURS, content=f"{light}\n{dark}\n"))
    return files


def colours(style: str, selector: str) -> str:
    """Give the rules of one Pygments style, for what `selector` selects."""
    return str(HtmlFormatter(style=style).get_style_defs(selector))  # type: ignore[no-untyped-call]
