"""A JSON array, taken apart into the exact bytes of its elements as it is read."""

import re
from collections.abc import Iterable, Iterator
from typing import Final, NoReturn

from assertory.batch.read.chunks import CHUNK, cut
from assertory.batch.read.faults import Damaged, too_large
from assertory.engine import limits
from assertory.records.row import BadRow, Row

# Each pattern matches from where the scanner stands as far as it can, perhaps nothing. Groups are
# repeated greedily: Python 3.11 before 3.11.5 misplaces the end of a possessive one.
TEXT_BODY: Final = rb'[^"\\]*+(?:\\.[^"\\]*+)*'
TEXT: Final = rb'"%b"' % TEXT_BODY
# The first branch is for long texts: it is ten times as fast, but must not end at a backslash.
IN_TEXT: Final = re.compile(rb'[^"]*+(?:(?=")|\Z)(?<!\\)|%b' % TEXT_BODY, re.DOTALL)
PLAIN: Final = rb'[^"\[\]{}]*+'
LEAF: Final = rb"[\[{]%b(?:%b%b)*[\]}]" % (PLAIN, TEXT, PLAIN)  # a container that holds no other
SPACE: Final = re.compile(rb"[ \t\r\n]*+")
SCALAR: Final = re.compile(rb'[^ \t\r\n,\[\]{}"]*+')
# Inside a container up to its end, or to what is deeper, or to what the chunk does not end.
INSIDE: Final = re.compile(rb"%b(?:(?:%b|%b)%b)*" % (PLAIN, TEXT, LEAF, PLAIN), re.DOTALL)
BOM: Final = b"\xef\xbb\xbf"
QUOTE: Final = ord('"')
OPENERS: Final = frozenset(b"[{")
CLOSERS: Final = frozenset(b"]}")
NO_VALUE: Final = frozenset(b",]}")
END: Final = -1  # in place of a byte, at the end of the stream


def array_rows(chunks: Iterable[bytes], file: int) -> Iterator[Row | BadRow]:
    """
    Give the elements of one JSON array as rows, numbered from 1.

    The scanner looks only for where an element ends; whether it is sound JSON is found when it is
    read as a row.

    Raises:  Damaged, after the elements before it, where a comma is missing, where text follows
             the array and where the array doesn't end.

    >>> [row.text for row in array_rows([b'[{"a": [1]}, "x,', b'y" ]'], 0)]
    [b'{"a": [1]}', b'"x,y"']
    """
    scanner = _Scanner(cut(chunks, CHUNK))
    scanner.begin_array()
    number = 0
    while scanner.goes_on(first=number == 0):
        number += 1
        offset = scanner.offset
        text = scanner.element()
        if text is None:
            yield too_large().row(file, number, offset)
        else:
            yield Row(file, number, offset, text)
    scanner.end()


class _Scanner:
    """Stands at a place in a stream, with one chunk of it at hand."""

    def __init__(self, chunks: Iterator[bytes]) -> None:
        self.chunks = chunks
        self.chunk = b""
        self.before = 0  # bytes of the stream before the chunk
        self.at = 0  # place in the chunk
        self.start = 0  # where the element's part of the chunk begins
        self.size = 0  # of the element's parts in earlier chunks
        self.held: list[bytes] = []  # those parts, while they are within the bound

    @property
    def offset(self) -> int:
        """The place in the stream."""
        return self.before + self.at

    def begin_array(self) -> None:
        """Move past the bracket that opens the array."""
        first = self._after_space()
        if first != ord("["):
            if first == BOM[0]:
                self._fault("a byte order mark stands here, which JSON does not allow; remove it")
            self._fault('a "[" is needed here')
        self.at += 1

    def goes_on(self, *, first: bool) -> bool:
        """Move to the next element (True), or past the end of the array (False)."""
        byte = self._after_space()
        if byte == ord("]"):
            self.at += 1
            return False
        if not first:
            if byte != ord(","):
                self._fault('a "," or "]" is needed here')
            self.at += 1
            byte = self._after_space()
        if byte in NO_VALUE or byte == END:
            self._fault("a value is needed here")
        return True

    def element(self) -> bytes | None:
        """Move past an element and give its bytes, or None where they are too many."""
        self.start, self.size, self.held = self.at, 0, []
        first = self.chunk[self.at]
        if first in OPENERS:
            self._container()
        elif first == QUOTE:
            self._text()
        else:
            self._run(SCALAR)
        self._hold()
        return b"".join(self.held) if self.size <= limits.EVIDENCE_BYTES_MAX else None

    def end(self) -> None:
        """Make sure that nothing follows the array."""
        if self._after_space() != END:
            self._fault("text follows the array; a file holds one")

    def _container(self) -> None:
        depth = 0
        while True:
            byte = self._byte()
            if byte == QUOTE:
                self._text()
            elif byte == END:
                self._fault("the file ends inside this element")
            else:
                self.at += 1
                depth += 1 if byte in OPENERS else -1
                if not depth:
                    return
            self._run(INSIDE)

    def _text(self) -> None:
        self.at += 1
        while True:
            self._run(IN_TEXT)
            byte = self._byte()
            if byte == END:
                self._fault("the file ends inside this text")
            self.at += 1
            if byte == QUOTE:
                return
            # A backslash at the end of its chunk: the next byte is escaped.
            if self._byte() != END:
                self.at += 1

    def _after_space(self) -> int:
        self._run(SPACE)
        return self._byte()

    def _run(self, pattern: re.Pattern[bytes]) -> None:
        """Move as far as the pattern goes, over the ends of chunks."""
        while (match := pattern.match(self.chunk, self.at)) is not None:
            self.at = match.end()
            if self.at < len(self.chunk) or not self._more():
                return

    def _byte(self) -> int:
        """Look at the byte that comes next."""
        if self.at == len(self.chunk) and not self._more():
            return END
        return self.chunk[self.at]

    def _more(self) -> bool:
        """Move to the next chunk (True), or find that there is none."""
        self._hold()
        self.before += len(self.chunk)
        self.chunk, self.at, self.start = next(self.chunks, b""), 0, 0
        return bool(self.chunk)

    def _hold(self) -> None:
        """Keep the element's part of this chunk."""
        part = self.chunk[self.start : self.at]
        self.size += len(part)
        if self.size <= limits.EVIDENCE_BYTES_MAX:
            self.held.append(part)

    def _fault(self, detail: str) -> NoReturn:
        raise Damaged(f"at byte {self.offset} {detail}")
