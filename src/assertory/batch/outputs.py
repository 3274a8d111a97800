"""Result files that are whole at every moment: written aside, then renamed into place."""

import contextlib
import os
import shutil
import stat
import sys
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

from assertory.batch import standard_output
from assertory.measure import GateDecision, Tally
from assertory.records.result import RunInfo
from assertory.report.forms import Form, UnknownForm, form_for

STANDARD_OUTPUT: Final = "-"
PARTIAL: Final = ".partial"
RECORD: Final = ".run.json"  # of the run record that stands beside every results file
COPY_BYTES: Final = 1 << 20


class OutputError(Exception):
    """Results that can't be written there; its text says what was found and what to do."""


@dataclass(frozen=True, slots=True)
class Part:
    """The rows of one task in one form: a file, and the length of each row's piece in it."""

    path: Path
    lengths: "array[int]"


def check_names(names: Sequence[str]) -> None:
    """
    Refuse what can't be written to, before anything is read.

    Raises:  OutputError for an unknown form, for a place that can't be written, and where two
             names, or a name and another's run record, are one file.
    """
    written: set[str] = set()
    for name in names:
        if name != STANDARD_OUTPUT:
            _check_place(name)
        for place in places(name):
            if place in written:
                raise OutputError(f"{name}: two -o would write this file; give each its own name")
            written.add(place)


def _check_place(name: str) -> None:
    try:
        _form(name)
    except UnknownForm as error:
        raise OutputError(str(error)) from None
    try:
        path = target(name)
        _check_standing(name, path)
        asides = (aside(path), aside(aside(path)), aside(Path(f"{name}{RECORD}")))
        taken = [place for place in asides if _mode(place) is not None]
        in_folder = path.parent.is_dir()
    except OSError as error:
        raise OutputError(f"{name}: {error.strerror or error}; name another place") from None
    if not in_folder:
        folder = Path(name).parent
        raise OutputError(f"{name}: there is no folder {folder}; make it, or name another")
    if not os.access(path.parent, os.W_OK | os.X_OK):
        raise OutputError(f"{name}: the folder {path.parent} can't be written; name another")
    if taken:
        raise _taken(taken[0])


def _check_standing(name: str, path: Path) -> None:
    """Refuse what would not be written, but replaced by a file."""
    mode = _mode(path)
    if mode is None or stat.S_ISREG(mode):
        return
    if stat.S_ISDIR(mode):
        raise OutputError(f"{name}: this is a folder; name a file in it")
    raise OutputError(f"{name}: this is no regular file; name one, or - for standard output")


def _mode(path: Path) -> int | None:
    """Give what kind of file stands there; None where nothing does. Raises OSError."""
    try:
        return path.lstat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return None


def target(name: str) -> Path:
    """Give the file that a name stands for, behind its links; raises OSError."""
    return Path(os.path.realpath(name))


def places(name: str) -> tuple[str, ...]:
    """Give every place that one `-o` writes to, as real paths."""
    if name == STANDARD_OUTPUT:
        return (name,)
    path = os.path.realpath(name)
    return path, f"{path}{PARTIAL}", os.path.realpath(f"{name}{RECORD}")


def _form(name: str) -> Form:
    if name == STANDARD_OUTPUT:
        return form_for("_.jsonl")
    # The underscore, since a file called only `.jsonl` would have no extension.
    shown = f"_{Path(name).name}"
    try:
        return form_for(shown)
    except UnknownForm as error:
        raise UnknownForm(f"{name}{str(error).removeprefix(shown)}") from None


class Output:
    """
    One `-o FILE`: takes the rows' pieces in order, and becomes the file at the end.

    Until then the rows lie in `FILE.partial`, in the same folder, so that the last rename can't
    cross a file system; an interrupted run is finished with the rows it has. On standard output
    they stand at once; whoever closes it early has what it wanted.

    Raises:  OutputError, at every step.
    """

    def __init__(self, name: str, run: RunInfo) -> None:
        self.form = _form(name)
        self.path = None if name == STANDARD_OUTPUT else Path(name)
        self._run = run
        self._kept = self._found = 0
        self._made: list[Path] = []  # what stands aside, and is this run's own
        with writing(self.path):
            self._target = None if self.path is None else target(name)
            self._aside = None if self._target is None else aside(self._target)
            self._rows = _standard_output() if self._aside is None else self._make(self._aside)
            if self.form.streams:
                self._rows.write(self.form.head(run, Tally(), None))

    def _make(self, path: Path) -> BinaryIO:
        made = create(path)
        self._made.append(path)
        return made

    def add(self, part: Part) -> None:
        """Append a part's rows, or its first ones where the form shows no more."""
        kept = len(part.lengths)
        if self.form.limit is not None:
            kept = min(kept, self.form.limit - self._kept)
        with writing(self.path), part.path.open("rb") as source:
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
        """Write what only the end of the run knows."""
        tail = self.form.tail(self._run, tally, gate, self._found - self._kept)
        with writing(self.path):
            if not self.form.streams:
                self._put_head(self.form.head(self._run, tally, gate))
            self._rows.write(tail)
            self._rows.flush()

    def _put_head(self, head: bytes) -> None:
        """Copy the rows behind the head."""
        if self._aside is None:
            return
        before, self._aside = self._aside, aside(self._aside)
        with self._rows as rows:
            self._rows = self._make(self._aside)
            self._rows.write(head)
            rows.seek(0)
            shutil.copyfileobj(rows, self._rows, COPY_BYTES)
        before.unlink()
        self._made.remove(before)

    def put_in_place(self) -> None:
        """Rename the file, which is whole, to its name; where that can't be, it stays aside."""
        if self._target is None or self._aside is None:
            return
        with writing(self.path):
            self._rows.close()
        self._made.remove(self._aside)
        try:
            self._aside.replace(self._target)
        except OSError as error:
            raise OutputError(
                f"{self.path} can't be written: {error.strerror}; the results are whole in"
                f" {self._aside}: rename it"
            ) from None

    def abandon(self) -> None:
        """Leave nothing aside."""
        if self.path is None:
            return
        with contextlib.suppress(OSError):  # what it still holds may be what can't be written
            self._rows.close()
        for made in self._made:
            made.unlink(missing_ok=True)
        self._made.clear()


def aside(path: Path) -> Path:
    """Name the file that holds the rows of `path` until the run ends."""
    return path.with_name(f"{path.name}{PARTIAL}")


def create(path: Path) -> BinaryIO:
    """Make a file where none stands; raises OutputError where one does, and OSError."""
    try:
        return path.open("x+b")
    except FileExistsError:
        raise _taken(path) from None


def _taken(path: Path) -> OutputError:
    return OutputError(
        f"{path}: another run writes it, or was killed; delete it, or name another place"
    )


def _standard_output() -> BinaryIO:
    if getattr(sys, "stdout", None) is None:
        raise OutputError("-: standard output is closed; name a file")
    return sys.stdout.buffer


@contextlib.contextmanager
def writing(path: Path | None) -> Iterator[None]:
    """Tell a fault of the disk in plain words; path is None for standard output."""
    try:
        yield
    except BrokenPipeError:
        if path is not None:
            raise
        standard_output.drop()
    except OSError as error:
        if path is None:
            standard_output.drop()  # or Python would try again, at its end
        name = "standard output" if path is None else str(path)
        raise OutputError(
            f"{name} can't be written: {error.strerror or error}; make room, or name another place"
        ) from None
