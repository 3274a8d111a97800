"""What is said wherever a file that was named isn't there."""

import os
from difflib import get_close_matches
from itertools import islice
from pathlib import Path
from typing import Final

FILES_MAX: Final = 1_000  # files of a folder among which a name is looked for
ALIKE: Final = 0.7  # how much of two names, without their extensions, has to be common


def missing(name: str) -> str:
    """Say that there is no such file, and which one of its folder may be meant."""
    folder, last = os.path.split(name)
    stem = Path(last).stem
    alike = [f for f in _files(folder) if get_close_matches(stem, [Path(f).stem], cutoff=ALIKE)]
    close = get_close_matches(last, alike, n=1, cutoff=0)
    advice = f"did you mean {Path(folder, *close)}?" if close else "check the name and your folder"
    return f"{name}: there is no such file; {advice}"


def _files(folder: str) -> list[str]:
    """Name the files of a folder; none where it can't be read, or isn't there."""
    try:
        with os.scandir(folder or os.curdir) as entries:
            return [entry.name for entry in islice(entries, FILES_MAX) if entry.is_file()]
    except OSError:
        return []
