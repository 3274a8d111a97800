"""One run over saved answers: divide, grade in processes, join the parts, record what was done."""

import shutil
import tempfile
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final, Literal

from assertory.batch.grade import Grader
from assertory.batch.interrupts import Interrupts
from assertory.batch.outputs import Output, OutputError, Part, writing
from assertory.batch.pool import Lost, Pool
from assertory.batch.read.sources import InputError, Source
from assertory.batch.spec import GradeSpec
from assertory.batch.tasks import Chunk, Selection, Shard, divide
from assertory.measure import Tally
from assertory.records.result import RowResult, RunInfo
from assertory.report.forms import Form

EVERY_ROW: Final = Selection()
ROW_TIMEOUT_S: Final = 60  # CPU seconds, semantics section 3
ROW_TIMEOUT_MAX_S: Final = 86_400  # a day; what the kernel counts with has an end
Only = Literal["failed", "abstained"]


@dataclass(frozen=True, slots=True)
class Request:
    """One run: what is graded by what, which rows are selected and written, and by how many."""

    spec: GradeSpec
    info: RunInfo
    sources: tuple[Source, ...]
    selection: Selection = EVERY_ROW
    only: tuple[Only, ...] = ()
    jobs: int = 1
    row_timeout_s: int = ROW_TIMEOUT_S


@dataclass(frozen=True, slots=True)
class TaskResult:
    """
    What a child hands back: the tally of its rows, and a part for each output.

    fault says why the input ended before the task did; unwritable, why there are no parts.
    """

    tally: Tally
    parts: tuple[Part, ...]
    fault: str | None = None
    unwritable: str | None = None


class GradeJob:
    """Runs in a child: grades the rows of a task and writes them in every form asked for."""

    def __init__(
        self, spec: GradeSpec, info: RunInfo, forms: tuple[Form, ...], only: tuple[Only, ...]
    ) -> None:
        self.grader = Grader(spec)
        self.info = info
        self.forms = forms
        self.only = only

    def run(
        self, task: tuple[Shard | Chunk, Path], lost: Lost, begin: Callable[[int], None]
    ) -> TaskResult:
        """Grade one task; the steps of a task are its rows."""
        rows, stem = task
        paths = [stem.with_suffix(f".{index}") for index in range(len(self.forms))]
        lengths = [array("Q") for _ in self.forms]
        tally = Tally()
        fault = None
        try:
            with writing(stem.parent.parent.resolve()), ExitStack() as stack:
                files = [stack.enter_context(path.open("wb")) for path in paths]
                for step, row in enumerate(rows.rows()):
                    begin(step)
                    code = lost.get(step)
                    result = (
                        self.grader.grade(row) if code is None else self.grader.error(row, code)
                    )
                    if result is not None:
                        tally.add(result)
                        self._write(result, files, lengths)
        except InputError as error:
            fault = str(error)
        except OutputError as error:
            return TaskResult(tally, (), unwritable=str(error))
        parts = tuple(Part(path, found) for path, found in zip(paths, lengths, strict=True))
        return TaskResult(tally, parts, fault)

    def _write(
        self, result: RowResult, files: Sequence[IO[bytes]], lengths: "list[array[int]]"
    ) -> None:
        if self.only and result.outcome not in self.only:
            return
        for form, file, found in zip(self.forms, files, lengths, strict=True):
            piece = form.row(result, self.info)
            if piece:
                file.write(piece)
                found.append(len(piece))


@dataclass(frozen=True, slots=True)
class RunResult:
    """How a run ended: its tally, whether it was interrupted, and what broke its input."""

    tally: Tally
    interrupted: bool = False
    fault: str | None = None


def grade(
    request: Request,
    outputs: Sequence[Output],
    interrupts: Interrupts,
    *,
    on_tick: Callable[[int], None] = lambda _rows: None,
) -> RunResult:
    """
    Grade every selected row and hand its pieces to the outputs, in the order of the rows.

    An interrupt ends the run at the last task that is whole, and an input that can't be read any
    further ends it at its last row; the outputs then hold everything up to there.

    Raises:  OutputError where the results can't be written, PoolFault for a fault of the program.
    """
    tally = Tally()
    with _parts_folder(outputs) as folder:
        tasks = _Tasks(request, folder)
        forms = tuple(output.form for output in outputs)
        arguments = (request.spec, request.info, forms, request.only)
        jobs, seconds = request.jobs, request.row_timeout_s
        with Pool(GradeJob, arguments, jobs=jobs, seconds=seconds, on_tick=on_tick) as pool:
            try:
                for result in interrupts.each(pool.run(iter(tasks))):
                    _take(result, tally, outputs)
                    if result.fault is not None:
                        return _early(tally, fault=result.fault)
            except KeyboardInterrupt:
                return _early(tally, fault=None)
    return RunResult(tally) if tasks.fault is None else _early(tally, fault=tasks.fault)


def _early(tally: Tally, *, fault: str | None) -> RunResult:
    """End a run before its last row, by a fault of the input or else by an interrupt."""
    tally.ended_early = "it was interrupted" if fault is None else fault
    return RunResult(tally, interrupted=fault is None, fault=fault)


def _take(result: TaskResult, tally: Tally, outputs: Sequence[Output]) -> None:
    if result.unwritable is not None:
        raise OutputError(result.unwritable)
    tally.add_all(result.tally)
    for output, part in zip(outputs, result.parts, strict=True):
        output.add(part)


class _Tasks:
    """The tasks of a run, each with the place of its parts; ends at a fault of the input."""

    def __init__(self, request: Request, folder: Path) -> None:
        self.request = request
        self.folder = folder
        self.fault: str | None = None

    def __iter__(self) -> Iterator[tuple[Shard | Chunk, Path]]:
        request = self.request
        grader = Grader(request.spec)
        tasks = divide(request.sources, request.selection, grader, request.jobs)
        try:
            for index, task in enumerate(tasks):
                yield task, self.folder / f"part-{index}"
        except InputError as error:
            self.fault = str(error)


@contextmanager
def _parts_folder(outputs: Sequence[Output]) -> Iterator[Path]:
    """Make a folder for the parts: beside the first result file, where there is room anyway."""
    beside = next((output.path.parent for output in outputs if output.path is not None), None)
    with writing(beside or Path(tempfile.gettempdir())):
        folder = Path(tempfile.mkdtemp(prefix=".assertory-", dir=beside))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
