"""The bytes of a file or a pipe, unpacked, a bounded piece at a time."""

import io
import select
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, Protocol

from assertory.batch.read.faults import Damaged

Compression = Literal["gzip", "zst"]

CHUNK: Final = 64 * 1024
TICK_MS: Final = 100  # how often a wait looks up for a signal
# What is unpacked at once is bounded by what is read at once: a byte of gzip holds at most about
# 1,000 bytes, and a byte of Zstandard at most about 32 KiB (a block of 4 bytes stands for 128 KiB).
GZIP_PIECE: Final = 16 * 1024
ZST_PIECE: Final = 1024


@dataclass(frozen=True, slots=True)
class Pipe:
    """A stream that can be read only once, and the bytes that a look at its beginning took."""

    file: io.BufferedIOBase
    head: bytes
    is_ours: bool  # to close when it is read; standard input is not


class Decoder(Protocol):
    """One frame (Zstandard) or member (gzip) as it is unpacked."""

    @property
    def eof(self) -> bool:
        """Whether the frame has ended."""

    @property
    def unused_data(self) -> bytes:
        """What follows the frame in the last piece."""

    def decompress(self, piece: bytes, /) -> bytes:
        """Unpack the next piece."""


def read_file(path: Path) -> Iterator[bytes]:
    """Read a file as it lies on the disk."""
    with path.open("rb") as file:
        yield from read_stream(file)


def read_pipe(pipe: Pipe) -> Iterator[bytes]:
    """Read a pipe from its beginning, whatever was looked at."""
    with pipe.file if pipe.is_ours else nullcontext():
        if pipe.head:
            yield pipe.head
        yield from read_stream(pipe.file)


def read_stream(file: io.BufferedIOBase) -> Iterator[bytes]:
    """Read an open file to its end, taking what is there without waiting for more."""
    while True:
        _wait_for(file)
        chunk = file.read1(CHUNK)
        if not chunk:
            return
        yield chunk


def _wait_for(file: io.BufferedIOBase) -> None:
    """
    Wait until there is something to read, or the end, and look up for signals meanwhile.

    A read that waits itself does not see one that came just before it, or to another thread.
    """
    with suppress(io.UnsupportedOperation):  # what lies in memory never waits
        poll = select.poll()
        poll.register(file.fileno(), select.POLLIN)
        while not poll.poll(TICK_MS):
            pass


def unpack(packed: Iterator[bytes], compression: Compression | None) -> Iterator[bytes]:
    """
    Unpack a stream.

    Gives:   the unpacked bytes in pieces of at most about 32 MiB, mostly far smaller.
    Raises:  Damaged where the stream is broken or cut short, after what was sound before.

    >>> import gzip
    >>> b"".join(unpack(iter([gzip.compress(b"one "), gzip.compress(b"two")]), "gzip"))
    b'one two'
    """
    if compression == "gzip":
        return _unpack(cut(packed, GZIP_PIECE), "gzip", _gzip_decoder, zlib.error)
    if compression == "zst":
        from zstandard import ZstdDecompressor, ZstdError  # noqa: PLC0415 - an extra

        def zst_decoder() -> Decoder:
            return ZstdDecompressor().decompressobj()

        return _unpack(cut(packed, ZST_PIECE), "Zstandard", zst_decoder, ZstdError)
    return packed


def _gzip_decoder() -> Decoder:
    return zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)  # 16: with gzip's header and checksum


def cut(chunks: Iterable[bytes], size: int) -> Iterator[bytes]:
    """Cut chunks into pieces of at most `size` bytes."""
    for chunk in chunks:
        for start in range(0, len(chunk), size):
            yield chunk[start : start + size]


def _unpack(
    pieces: Iterator[bytes], name: str, make: Callable[[], Decoder], broken: type[Exception]
) -> Iterator[bytes]:
    """Unpack frames that follow each other; zero bytes after one are padding, as tar writes it."""
    decoder: Decoder | None = None  # of the frame that is being read
    ended = False  # whether a frame has ended before
    for piece in pieces:
        rest = piece
        while rest := rest.lstrip(b"\0") if ended and decoder is None else rest:
            decoder = decoder or make()
            try:
                data = decoder.decompress(rest)
            except broken as error:
                raise Damaged(f"the {name} data is damaged ({error}); pack the file anew") from None
            if data:
                yield data
            rest = decoder.unused_data
            if decoder.eof:
                decoder, ended = None, True
    if decoder is not None:
        raise Damaged(f"the {name} data ends too early; the file was cut short, so pack it anew")
