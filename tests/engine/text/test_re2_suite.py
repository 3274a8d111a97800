"""RE2's own logs of its search and exhaustive tests, answered alike by the `regex` operator."""

import codecs
import gzip
import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import assertory
from assertory import AuthoringError
from tests.shared import shared_dir

# A line of results holds four, set apart by semicolons: the whole text, then anywhere in the text,
# each for the leftmost-first match, then both again for the leftmost-longest one.
ANYWHERE = 1
SEMANTICS = "unicode-script-letters/v1"
NO_MATCH = b"-"


@dataclass(frozen=True)
class Block:
    """One pattern of a log, the texts it was searched in, and whether each holds a match."""

    pattern: str
    texts: list[bytes]
    found: list[bool]


def blocks(lines: Iterable[bytes], *, share: float = 1.0, seed: int = 0) -> Iterator[Block]:
    """Read a log, and of its patterns the given share, chosen by the seed."""
    rest, chance = iter(lines), random.Random(seed)  # noqa: S311 - a sample, no secret
    texts: list[bytes] = []
    reading_texts = False
    for line in rest:
        if line == b"strings\n":
            reading_texts, texts = True, []
        elif line == b"regexps\n":
            reading_texts = False
        elif not line.startswith(b'"'):
            continue  # the name of a test, or a comment
        elif reading_texts:
            texts.append(unquoted(line))
        else:
            results = islice(rest, len(texts))
            if chance.random() < share:
                found = [each.split(b";")[ANYWHERE] != NO_MATCH for each in results]
                yield Block(unquoted(line).decode(), texts, found)
            else:
                for _ in results:
                    pass


def unquoted(line: bytes) -> bytes:
    """The text of a quoted line: `\\xNN` is a raw byte, everything else stands as UTF-8."""
    return codecs.escape_decode(line.rstrip(b"\n")[1:-1])[0]


@dataclass
class Tally:
    """What came of a log: the searches that agreed, and the patterns we refuse on purpose."""

    patterns: int = 0
    searches: int = 0
    matches: int = 0
    refused: int = 0


def operator(pattern: str) -> Callable[[str], bool]:
    """The `regex` operator as an author writes it: configuration in, outcome of a text out."""
    check = {"op": "regex", "path": "", "pattern": pattern}
    program = assertory.compile_assertion({"semantics": SEMANTICS, "assertion": check})
    return lambda text: program.evaluate(text).outcome == "passed"


def compared(log: Iterable[Block]) -> Tally:
    """Answer every search of a log and stop at the first one that RE2 answered otherwise."""
    tally = Tally()
    for block in log:
        try:
            passes = operator(block.pattern)
        except AuthoringError:
            assert r"\C" in block.pattern, block.pattern
            tally.refused += 1
            continue
        found = [passes(text.decode()) for text in block.texts]
        assert found == block.found, block
        tally.patterns += 1
        tally.searches += len(found)
        tally.matches += sum(found)
    return tally


def log(name: str) -> Path:
    return shared_dir("suites") / "re2" / name


def test_search_log() -> None:
    """All 944 patterns of RE2's search tests, each in two texts."""
    with log("re2-search.txt").open("rb") as lines:
        tally = compared(blocks(lines))
    assert tally == Tally(patterns=904, searches=1808, matches=603, refused=40)


def test_a_tenth_of_the_exhaustive_log() -> None:
    """One pattern in ten, always the same ones, of the 107,012 over small alphabets."""
    with gzip.open(log("re2-exhaustive.txt.gz"), "rb") as lines:
        tally = compared(blocks(lines, share=0.1, seed=17))
    assert tally == Tally(patterns=9800, searches=535302, matches=247052, refused=1081)
