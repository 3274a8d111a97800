"""Result files that are whole at every moment: written aside, then renamed into place."""

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
    lengths: "array[int]"


class Output:
    """
    One `-o FILE`: takes the rows' pieces in order, and becomes the file at the end.

    Until then the rows lie in `FILE.partial`, in the same folder, so that the last rename can't
    cross a file system; an interrupted run is finished with the rows it has.
    """

    def __init__(self, name: str, run: RunInfo) -> None:
        self.form: Form = form_for(".jsonl" if name == STANDARD_OUTPUT else f"_{name}")
        self.path = None if name == STANDARD_OUTPUT else Path(name)
        self._run = run
        self._aside = None if self.path is None else aside(self.path)
        self._rows: BinaryIO = sys.stdout.buffer if self._aside is None else self._aside.open("w+b")
        self._kept = self._found = 0

    def add(self, part: Part) -> None:
        """Append a part's rows, or its first ones where the form shows no more."""
        kept = len(part.lengths)
        if self.form.limit is not None:
            kept = min(kept, self.form.limit - self._kept)
        with part.path.open("rb") as source:
            if kept and not self._kept:
                # Every row begins with what stands between two rows; before the first is none.
                source.seek(len(self.form.separator))
            if kept == len(part.lengths):
                shutil.copyfileobj(source, self._rows, COPY_BYTES)
            else:
                self._rows.write(source.read(sum(part.lengths[:kept]) - source.tell()))
        part.path.unlink()
        self._kept += kept
        self._found += len(part.lengths)

    def finish(self, tally: Tally, gate: GateDecision | None) -> None:
        """Put head, rows and tail together, and rename the whole into place."""
        head = self.form.head(self._run, tally, gate)
        tail = self.form.tail(self._run, tally, gate, self._found - self._kept)
        if self.path is None or self._aside is None:
            self._rows.write(tail)
            self._rows.flush()
            return
        whole = self._aside
        if head:
            whole = aside(whole)
            with whole.open("wb") as target:
                target.write(head)
                self._rows.seek(0)
                shutil.copyfileobj(self._rows, target, COPY_BYTES)
                target.write(tail)
            self._aside.unlink()
        else:
            self._rows.write(tail)
        self._rows.close()
        whole.replace(self.path)

    def abandon(self) -> None:
        """Leave nothing aside, after a fault."""
        if self._aside is not None:
            self._rows.close()
            self._aside.unlink(missing_ok=True)


def aside(path: Path) -> Path:
    """Name the file that holds the rows of `path` until the run ends."""
    return path.with_name(f"{path.name}{PARTIAL}")
