"""Result files that are whole at every moment: written aside, then renamed into place."""

import os
import shutil
import sys
from array import array
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

from assertory.measure import GateDecision, Tally
from assertory.records.result import RunInfo
from assertory.report.forms import Form, form_for

STANDARD_OUTPUT: Final = "-"
PARTIAL: Final = ".partial"
COPY_BYTES: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Part:
    """The rows of one task in one form: a file, and the length of each row's piece in it."""

    path: Path
    lengths: array  # type: ignore[type-arg]  # of unsigned 64-bit integers


class Output:
    """
    One `-o FILE`: takes the rows' pieces in order, and becomes the file at the end.

    Until then the rows lie in `FILE.partial`, in the same folder, so that the last rename can't
    cross a file system; an interrupted run is finished with the rows it has.
    """

    def __init__(self, name: str, run: RunInfo) -> None:
        self.name = name
        self.run = run
        self.form: Form = form_for(".jsonl" if name == STANDARD_OUTPUT else name)
        self.path = None if name == STANDARD_OUTPUT else Path(name)
        self._rows_path = None if self.path is None else self.path.with_name(name_aside(self.path))
        self._rows: BinaryIO = (
            sys.stdout.buffer if self._rows_path is None else self._rows_path.open("w+b")
        )
        self._kept = 0

    def add(self, part: "Part") -> None:
        """Append a part's rows, or its first ones where the form shows no more."""
        kept = len(part.lengths)
        if self.form.limit is not None:
            kept = min(kept, self.form.limit - self._kept)
        self._kept += kept
        with part.path.open("rb") as source:
            if kept == len(part.lengths):
                shutil.copyfileobj(source, self._rows, COPY_BYTES)
            else:
                self._rows.write(source.read(sum(part.lengths[:kept])))
        part.path.unlink()

    def finish(self, tally: Tally, gate: GateDecision | None) -> None:
        """Put head, rows and tail together, and rename the whole into place."""
        tail = self.form.tail(self.run, tally, gate)
        if self.path is None or self._rows_path is None:
            self._rows.write(tail)
            self._rows.flush()
            return
        head = self.form.head(self.run, tally, gate)
        if head:
            whole = self.path.with_name(f"{self.path.name}.whole{PARTIAL}")
            with whole.open("wb") as target:
                target.write(head)
                self._rows.seek(0)
                shutil.copyfileobj(self._rows, target, COPY_BYTES)
                target.write(tail)
            self._rows.close()
            self._rows_path.unlink()
        else:
            whole = self._rows_path
            self._rows.write(tail)
            self._rows.close()
        os.replace(whole, self.path)

    def abandon(self) -> None:
        """Leave nothing aside; for a run that ends in a fault."""
        if self._rows_path is not None:
            self._rows.close()
            self._rows_path.unlink(missing_ok=True)


def name_aside(path: Path) -> str:
    """Name the file that holds the rows of `path` until the run ends."""
    return f"{path.name}{PARTIAL}"
