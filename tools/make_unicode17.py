#!/usr/bin/env python3
"""
Freeze the Arabic and Latin letters of Unicode 17.0 into the engine's `_unicode17.py`.

Script comes from fonttools and General_Category from unicodedata2, each pinned to one release.
Any other release may carry another Unicode version, so it is refused: the table changes only when
somebody changes this file.

    pip install fonttools==4.65.0 unicodedata2==17.0.1
    tools/make_unicode17.py            write the table
    tools/make_unicode17.py --check    compare it with the committed one, write nothing

Exit codes: 0 written or equal, 1 the committed table differs, 2 refused to run.

Source: semantics section 3 (script_ratio).
"""

import argparse
import hashlib
import sys
from collections.abc import Iterable
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

UNICODE_VERSION = "17.0.0"
PINNED = {"fonttools": "4.65.0", "unicodedata2": "17.0.1"}
ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "src/assertory/engine/text/_unicode17.py"

Ranges = list[tuple[int, int]]

MODULE = '''\
"""The Arabic and Latin letters (General_Category L*) of Unicode 17.0, as inclusive ranges."""

# DO NOT EDIT: written by tools/make_unicode17.py from fonttools {fonttools} (Script) and
# unicodedata2 {unicodedata2} (General_Category).

UNICODE_VERSION = "{unicode_version}"

ARABIC_COUNT = {arabic_count}
LATIN_COUNT = {latin_count}

# Of one line for each range, as in "Arabic 0620..063F", in the order below.
RANGES_SHA256 = "{sha256}"

ARABIC_RANGES = (
{arabic_rows}
)

LATIN_RANGES = (
{latin_rows}
)
'''


def main() -> int:
    """Write the table or compare it with the committed one; returns the exit code."""
    parser = argparse.ArgumentParser(description="Freeze the script letters of Unicode 17.0.")
    parser.add_argument("--check", action="store_true", help="compare only, write nothing")
    check = parser.parse_args().check
    if reason := refusal():
        sys.stderr.write(f"refused: {reason}\n")
        return 2
    text = render(ranges_of("Arab"), ranges_of("Latn"))
    if not check:
        TARGET.write_text(text, encoding="utf-8", newline="\n")
        return 0
    if TARGET.is_file() and TARGET.read_bytes() == text.encode():
        return 0
    sys.stderr.write(f"{TARGET.relative_to(ROOT)} is not what {Path(__file__).name} writes\n")
    return 1


def refusal() -> str | None:
    """Say why the installed packages can't be taken for Unicode 17.0; None when they can."""
    for name, pinned in PINNED.items():
        try:
            found = version(name)
        except PackageNotFoundError:
            return f"{name} {pinned} is needed and none is installed"
        if found != pinned:
            return f"{name} {pinned} is needed, not {found}"
    found = import_module("unicodedata2").unidata_version
    if found != UNICODE_VERSION:
        return f"Unicode {UNICODE_VERSION} is needed, but unicodedata2 holds {found}"
    return None


def ranges_of(script: str) -> Ranges:
    """Collect the letters of one script, named by its ISO 15924 code."""
    script_of = import_module("fontTools.unicodedata").script
    category_of = import_module("unicodedata2").category
    return as_ranges(
        code_point
        for code_point in range(sys.maxunicode + 1)
        if category_of(chr(code_point)).startswith("L") and script_of(chr(code_point)) == script
    )


def as_ranges(code_points: Iterable[int]) -> Ranges:
    """Join ascending code points into inclusive ranges, as few as will hold them."""
    ranges: Ranges = []
    for code_point in code_points:
        if ranges and ranges[-1][1] == code_point - 1:
            ranges[-1] = (ranges[-1][0], code_point)
        else:
            ranges.append((code_point, code_point))
    return ranges


def render(arabic: Ranges, latin: Ranges) -> str:
    """Write out the generated module."""
    return MODULE.format(
        **PINNED,
        unicode_version=UNICODE_VERSION,
        arabic_count=size(arabic),
        latin_count=size(latin),
        sha256=sha256(arabic, latin),
        arabic_rows=rows(arabic),
        latin_rows=rows(latin),
    )


def size(ranges: Ranges) -> int:
    """Count the code points that the ranges hold."""
    return sum(last - first + 1 for first, last in ranges)


def sha256(arabic: Ranges, latin: Ranges) -> str:
    """Hash the ranges as the module's own comment describes."""
    lines = [
        f"{script} {first:04X}..{last:04X}\n"
        for script, ranges in (("Arabic", arabic), ("Latin", latin))
        for first, last in ranges
    ]
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def rows(ranges: Ranges) -> str:
    """Write the ranges as Python source, one a line."""
    return "\n".join(f"    (0x{first:04X}, 0x{last:04X})," for first, last in ranges)


if __name__ == "__main__":
    sys.exit(main())
