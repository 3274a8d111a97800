"""Packed streams give the bytes that were packed, or say that they are damaged."""

import gzip
import random
import tracemalloc
import zlib
from collections.abc import Callable

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from assertory.batch.read.chunks import Compression, unpack
from assertory.batch.read.faults import Damaged
from assertory.batch.read.lines import jsonl_rows
from tests.batch.read.pieces import cut_by, cuts, texts

MIB = 1024 * 1024


def noise(size: int) -> bytes:
    """Bytes that no packer makes smaller, the same every time."""
    return random.Random(7).randbytes(size)  # noqa: S311 - no secret


def zst(data: bytes) -> bytes:
    return zstandard.ZstdCompressor(write_checksum=True).compress(data)


PACKERS: list[tuple[Compression, Callable[[bytes], bytes]]] = [
    ("gzip", gzip.compress),
    ("zst", zst),
]
packers = pytest.mark.parametrize(("compression", "pack"), PACKERS, ids=["gzip", "zst"])


@packers
@given(parts=st.lists(st.binary(max_size=200), min_size=1, max_size=4), sizes=cuts)
def test_frames_that_follow_each_other_are_unpacked_as_one(
    compression: Compression, pack: Callable[[bytes], bytes], parts: list[bytes], sizes: list[int]
) -> None:
    packed = b"".join(map(pack, parts))
    assert b"".join(unpack(cut_by(packed, sizes), compression)) == b"".join(parts)


@packers
@pytest.mark.parametrize("sizes", [[1], [10_000]], ids=str)
def test_zero_bytes_after_a_frame_are_padding(
    compression: Compression, pack: Callable[[bytes], bytes], sizes: list[int]
) -> None:
    packed = pack(b"one ") + b"\0" * 600 + pack(b"two") + b"\0" * 5
    assert b"".join(unpack(cut_by(packed, sizes), compression)) == b"one two"


@packers
@pytest.mark.parametrize("sizes", [[1], [10_000]], ids=str)
def test_a_stream_cut_short_anywhere_is_told_after_its_sound_part(
    compression: Compression, pack: Callable[[bytes], bytes], sizes: list[int]
) -> None:
    data = noise(3000)
    packed = pack(data)
    for cut in (1, 5, len(packed) // 2, len(packed) - 4, len(packed) - 1):
        found: list[bytes] = []
        with pytest.raises(Damaged, match="ends too early"):
            found.extend(unpack(cut_by(packed[:cut], sizes), compression))
        assert data.startswith(b"".join(found))


@packers
def test_what_was_sound_before_the_cut_is_given(
    compression: Compression, pack: Callable[[bytes], bytes]
) -> None:
    data = noise(600_000)
    packed = pack(data)
    found: list[bytes] = []
    with pytest.raises(Damaged):
        found.extend(unpack(iter([packed[:-1000]]), compression))
    assert len(b"".join(found)) > 400_000


@packers
@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda packed: b"x" + packed[1:], id="beginning"),
        pytest.param(lambda packed: packed[:-3] + b"\x01\x02\x03", id="end"),
        pytest.param(lambda packed: packed + b"rest of something else", id="text-after-it"),
        pytest.param(lambda _: b"\0" * 50, id="zero-bytes-alone"),
    ],
)
def test_damage_is_told(
    compression: Compression,
    pack: Callable[[bytes], bytes],
    damage: Callable[[bytes], bytes],
) -> None:
    with pytest.raises(Damaged, match="damaged"):
        list(unpack(iter([damage(pack(noise(300)))]), compression))


def test_nothing_packed_is_nothing() -> None:
    assert list(unpack(iter([]), "gzip")) == []
    assert list(unpack(iter([]), "zst")) == []


def gzip_bomb() -> bytes:
    packer = zlib.compressobj(9, wbits=16 + zlib.MAX_WBITS)
    space = b" " * MIB
    return b"".join(packer.compress(space) for _ in range(200)) + packer.flush()


def zst_bomb() -> bytes:
    packer = zstandard.ZstdCompressor().compressobj()
    space = b" " * MIB
    return b"".join(packer.compress(space) for _ in range(1000)) + packer.flush()


@pytest.mark.parametrize(
    ("compression", "bomb"),
    [pytest.param("gzip", gzip_bomb, id="gzip"), pytest.param("zst", zst_bomb, id="zst")],
)
def test_a_bomb_of_one_long_line_is_a_bad_row_in_bounded_memory(
    compression: Compression, bomb: Callable[[], bytes]
) -> None:
    packed = bomb()
    tracemalloc.start()
    try:
        rows = list(jsonl_rows(unpack(iter([packed]), compression), 0))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert texts(rows) == ["row_too_large"]
    assert peak < 100 * MIB
