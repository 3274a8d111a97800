"""Child processes that work through tasks; a hostile step ends alone, and not its neighbours."""

import contextlib
import multiprocessing
import resource
import signal
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import connection, resource_tracker
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Final, Generic, Protocol, TypeVar

from assertory.batch.interrupts import SIGNALS

TICK_S: Final = 0.1  # how often the parent looks up when nothing comes in
AHEAD_A_JOB: Final = 32  # tasks that may be done before one that is still due, for each child
CRASHES_MAX: Final = 2  # times that one step may end its process before it is given up
NOT_STARTED: Final = -1

Task = TypeVar("Task")
Result = TypeVar("Result")
TaskIn_contra = TypeVar("TaskIn_contra", contravariant=True)
ResultOut_co = TypeVar("ResultOut_co", covariant=True)
Lost = Mapping[int, str]  # the steps to leave out of a task, each with the code of its error


class Job(Protocol[TaskIn_contra, ResultOut_co]):
    """What a child does with a task: calls `begin(step)` before each step, leaving out `lost`."""

    def run(self, task: TaskIn_contra, lost: Lost, begin: Callable[[int], None]) -> ResultOut_co:
        """Work through one task."""
        ...


class PoolFault(RuntimeError):
    """A fault of the program itself, in a child; holds the child's traceback."""


@dataclass(slots=True)
class _Assignment(Generic[Task]):
    index: int
    task: Task
    lost: dict[int, str] = field(default_factory=dict)
    crashes: dict[int, int] = field(default_factory=dict)


@dataclass(slots=True)
class _Child(Generic[Task]):
    process: BaseProcess
    pipe: connection.Connection
    step: Any  # shared: the step that is being done, and how many were begun
    assignment: _Assignment[Task] | None = None


class Pool(Generic[Task, Result]):
    """
    Processes that run a job over tasks.

    A running RE2 search can't be interrupted inside its process, so the kernel ends the process
    when a step has used up its CPU time. The parent then knows from shared memory which step it
    was, and has the task done again without it.

    Takes:   make_job and its arguments, called once in each child; jobs, how many children;
             seconds, the CPU time of one step; on_tick, called with the steps begun so far.
    A pool is a context: leaving it ends its children at once.
    """

    def __init__(
        self,
        make_job: Callable[..., Job[Task, Result]],
        arguments: tuple[object, ...],
        *,
        jobs: int,
        seconds: int,
        on_tick: Callable[[int], None] = lambda _steps: None,
    ) -> None:
        self._make_job = partial(make_job, *arguments)
        self._jobs = jobs
        self._seconds = seconds
        self._on_tick = on_tick
        self._children: list[_Child[Task]] = []
        self._again: deque[_Assignment[Task]] = deque()
        self._due = 0  # the task whose result is given next
        self._begun = 0  # tasks
        self._ended_steps = 0

    def __enter__(self) -> "Pool[Task, Result]":
        return self

    def __exit__(self, *_: object) -> None:
        for child in self._children:
            child.process.kill()
        for child in self._children:
            child.process.join()
            child.pipe.close()
        self._children.clear()

    def run(self, tasks: Iterator[Task]) -> Iterator[Result]:
        """Give the results of the tasks, in their order; raises PoolFault."""
        done: dict[int, Result] = {}
        while True:
            self._assign(tasks)
            busy = {child.pipe: child for child in self._children if child.assignment is not None}
            if not busy:
                return
            for pipe in connection.wait(list(busy), TICK_S):
                done.update(self._receive(busy[pipe]))  # type: ignore[index]
            while self._due in done:
                yield done.pop(self._due)
                self._due += 1
            self._on_tick(self._steps())

    def _assign(self, tasks: Iterator[Task]) -> None:
        """Give a task to every child that has none, starting children up to the number asked."""
        idle = [child for child in self._children if child.assignment is None]
        while idle or len(self._children) < self._jobs:
            # Started before the task is read, since reading may start threads (pyarrow's).
            child = idle.pop() if idle else self._start()
            child.assignment = self._next(tasks)
            if child.assignment is None:
                return
            child.step[0] = NOT_STARTED
            # A child that has just died is noticed when its pipe is read.
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                child.pipe.send((child.assignment.task, child.assignment.lost))

    def _next(self, tasks: Iterator[Task]) -> _Assignment[Task] | None:
        if self._again:
            return self._again.popleft()
        if self._begun >= self._due + AHEAD_A_JOB * self._jobs:
            return None
        for task in tasks:
            self._begun += 1
            return _Assignment(self._begun - 1, task)
        return None

    def _start(self) -> _Child[Task]:
        # Forking takes 5 ms where spawning takes 150. Most children are forked; one that replaces
        # another may come after threads.
        method = "fork" if may_fork() else "spawn"
        context: BaseContext = multiprocessing.get_context(method)
        if method == "spawn":
            resource_tracker.ensure_running()  # its start would unblock the signals, see below
        mine, theirs = context.Pipe()
        step = context.RawArray("q", [NOT_STARTED, 0])
        process = context.Process(  # type: ignore[attr-defined]
            target=_serve,
            args=(mine, theirs, step, self._seconds, self._make_job),
            daemon=True,
        )
        # The child is to ignore these from its first instruction on: see _serve.
        signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
        try:
            process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
        theirs.close()
        child: _Child[Task] = _Child(process, mine, step)
        self._children.append(child)
        return child

    def _receive(self, child: _Child[Task]) -> dict[int, Result]:
        """Take what a child has sent: a result under its task's index, or none where it died."""
        assignment = child.assignment
        if assignment is None:
            return {}
        try:
            fault, result = child.pipe.recv()
        except (EOFError, OSError):  # it may die in the middle of a message
            self._replace(child, assignment)
            return {}
        if fault is not None:
            raise PoolFault(fault)
        child.assignment = None
        return {assignment.index: result}

    def _replace(self, child: _Child[Task], assignment: _Assignment[Task]) -> None:
        """Note which step ended the child, and have the task done again by another."""
        child.process.join()
        step = child.step[0]
        crashes = assignment.crashes.get(step, 0) + 1
        assignment.crashes[step] = crashes
        if child.process.exitcode == -signal.SIGXCPU and step != NOT_STARTED:
            assignment.lost[step] = "grading_time_exceeded"
        elif crashes >= CRASHES_MAX:
            if step == NOT_STARTED:
                message = f"a grading process ended at its start, with {child.process.exitcode}"
                raise PoolFault(message)
            assignment.lost[step] = "grading_crashed"
        # The steps of this task are going to be begun again.
        self._ended_steps += child.step[1] - (step - NOT_STARTED)
        child.pipe.close()
        self._children.remove(child)
        self._again.append(assignment)

    def _steps(self) -> int:
        begun: int = sum(child.step[1] for child in self._children)
        return self._ended_steps + begun


def may_fork() -> bool:
    """
    Tell whether this process has one thread, beside which alone a fork is sound.

    Linux tells of those too that Python does not know, as pyarrow's; elsewhere nothing is forked.
    """
    return len(list(Path("/proc/self/task").glob("*"))) == 1


def _serve(
    parents: connection.Connection,
    pipe: connection.Connection,
    step: Any,  # noqa: ANN401 - a ctypes array, which has no public type
    seconds: int,
    make_job: Callable[[], Job[Task, Result]],
) -> None:
    """Run in a child: take tasks until the pipe closes, or the parent is gone."""
    # They reach the whole group of processes; the parent decides what they mean.
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
    parents.close()  # or the pipe would stay open when the parent is gone
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    begin = _Clock(step, seconds).begin
    fault, job = _told(make_job)
    with contextlib.suppress(EOFError, OSError):  # the parent is gone
        while True:
            task, lost = pipe.recv()
            pipe.send((fault, None) if fault else _told(job.run, task, lost, begin))


def _told(work: Callable[..., Any], *arguments: object) -> tuple[str | None, Any]:
    """Give a fault, told whole, and a result, of which one is None."""
    try:
        return None, work(*arguments)
    except Exception:  # noqa: BLE001 - it ends the run, in the parent
        return traceback.format_exc(), None


class _Clock:
    """Marks the step that is being done, and gives it its CPU time."""

    def __init__(self, step: Any, seconds: int) -> None:  # noqa: ANN401 - see above
        self._step = step
        self._seconds = seconds
        self._hard = resource.getrlimit(resource.RLIMIT_CPU)[1]  # `ulimit -t`; none as a rule
        self._armed_second = -1

    def begin(self, step: int) -> None:
        """Begin a step. The limit counts whole seconds, so it moves once a second at most."""
        self._step[0] = step
        self._step[1] += 1
        second = int(time.process_time())
        if second != self._armed_second:
            self._armed_second = second
            limit = second + 1 + self._seconds
            if self._hard != resource.RLIM_INFINITY:
                limit = min(limit, self._hard)
            resource.setrlimit(resource.RLIMIT_CPU, (limit, self._hard))
