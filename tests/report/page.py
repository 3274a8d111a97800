"""An HTML page as its reader takes it: elements, attributes, text, and nothing unexpected."""

import re
from html.parser import HTMLParser

VOID = {"meta", "input", "br"}
ALLOWED = {  # element: its attributes
    "html": {"lang"},
    "head": set(),
    "meta": {"charset", "http-equiv", "content", "name"},
    "title": set(),
    "style": set(),
    "body": set(),
    "a": {"class", "href"},
    "header": set(),
    "main": set(),
    "footer": set(),
    "section": {"class", "aria-label", "aria-labelledby"},
    "h1": set(),
    "h2": {"id"},
    "p": {"class"},
    "div": {"class", "role", "aria-label"},
    "span": {"class", "style", "aria-hidden"},
    "bdi": set(),
    "code": set(),
    "br": set(),
    "ul": {"class"},
    "li": {"class"},
    "dl": {"class"},
    "dt": set(),
    "dd": {"class", "dir"},
    "table": set(),
    "thead": set(),
    "tbody": set(),
    "tr": set(),
    "th": {"scope", "class"},
    "td": {"class"},
    "fieldset": set(),
    "legend": set(),
    "label": set(),
    "input": {"type", "name", "value", "checked"},
    "details": {"class"},
    "summary": set(),
}


class Page(HTMLParser):
    """Parses a page and refuses, while it does, whatever the form never writes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[str] = []  # without chips, which stand for single characters
        self.texts: list[tuple[str, str]] = []  # the element around, and the text
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = dict(attrs)
        assert len(names) == len(attrs)
        assert set(names) <= ALLOWED[tag], (tag, attrs)
        assert names.get("href") in (None, "#rows")
        assert re.fullmatch(r"flex-grow:\d+", names.get("style") or "flex-grow:0")
        if tag not in VOID:
            self.open.append(tag)
        if names.get("class") != "chip":
            self.elements.append(f"{tag} {sorted(names.items())}")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append((self.open[-1] if self.open else "", data))

    def handle_comment(self, data: str) -> None:
        raise AssertionError(f"a comment: {data}")

    def handle_pi(self, data: str) -> None:
        raise AssertionError(f"a processing instruction: {data}")

    def unknown_decl(self, data: str) -> None:
        raise AssertionError(f"a declaration: {data}")

    def text(self) -> str:
        """All the text that a reader sees."""
        return "".join(text for around, text in self.texts if around not in ("style", "title"))
