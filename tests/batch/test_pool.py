"""The pool with a job of its own: order, hostile steps, children that end, and faults."""

import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from assertory.batch import pool
from assertory.batch.pool import Lost, Pool, PoolFault

# From 3.12 on, Python warns where a process with threads is forked, as a worker of pytest-xdist is.
pytestmark = pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")


@pytest.fixture(autouse=True)
def _forked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fork for speed, as the command does; what such a worker's thread holds no child needs."""
    monkeypatch.setattr(pool, "may_fork", lambda: True)


Task = list[str]  # what each step does
Done = tuple[int, list[str]]  # the process, and what each step gave


class Steps:
    """Does the steps of a task by name, and leaves a line in a file for each that it begins."""

    def __init__(self, log: Path) -> None:
        self.log = log

    def run(self, task: Task, lost: Lost, begin: Callable[[int], None]) -> Done:
        given = []
        for number, step in enumerate(task):
            begin(number)
            if number in lost:
                given.append(lost[number])
                continue
            with self.log.open("a") as log:
                log.write(f"{step}\n")
            given.append(getattr(self, step.partition(" ")[0])(step))
        return os.getpid(), given

    def plain(self, step: str) -> str:
        return step

    def spin(self, _: str) -> str:
        while True:
            pass

    def slow(self, step: str) -> str:
        time.sleep(0.2)
        return step

    def crash(self, _: str) -> str:
        os.kill(os.getpid(), signal.SIGKILL)
        return "never"

    def crash_once(self, step: str) -> str:
        """Crash where it was begun for the first time."""
        if self.log.read_text().count(f"{step}\n") == 1:
            self.crash(step)
        return step

    def burn(self, step: str) -> str:
        """Take half a second of CPU time."""
        end = time.process_time() + 0.5
        while time.process_time() < end:
            pass
        return step

    def break_off(self, _: str) -> str:
        raise ValueError("this is the fault")

    def large(self, _: str) -> str:
        """Give more than a pipe holds."""
        return "x" * 1_000_000

    def large_once(self, step: str) -> str:
        """Give as much, and say first which process is going to; little when done again."""
        before, said = self.log.read_text(), f"process {os.getpid()}\n"
        self.log.write_text(before + said)
        return step if "process" in before else self.large(step)


class NeverMade(Steps):
    """Ends its process before there is a job."""

    def __init__(self, log: Path) -> None:
        super().__init__(log)
        os.kill(os.getpid(), signal.SIGKILL)


class Unmade(Steps):
    """Raises before there is a job."""

    def __init__(self, _: Path) -> None:
        raise LookupError("this job can't be made")


@pytest.fixture
def log(tmp_path: Path) -> Path:
    file = tmp_path / "log"
    file.touch()
    return file


def run(
    log: Path,
    tasks: list[Task],
    *,
    jobs: int = 2,
    seconds: int = 60,
    job: type[Steps] = Steps,
) -> list[Done]:
    with Pool(job, (log,), jobs=jobs, seconds=seconds) as started:
        return list(started.run(iter(tasks)))


def given(done: list[Done]) -> list[list[str]]:
    return [steps for _, steps in done]


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_results_come_in_the_order_of_the_tasks(jobs: int, log: Path) -> None:
    tasks = [["slow first"], *([f"plain {number}"] for number in range(20))]
    done = run(log, tasks, jobs=jobs)
    assert given(done) == tasks
    assert len({process for process, _ in done}) <= jobs


def test_two_children_share_the_work(log: Path) -> None:
    done = run(log, [["slow 1"], ["slow 2"]])
    assert len({process for process, _ in done}) == 2


def test_no_tasks_no_results(log: Path) -> None:
    assert run(log, []) == []


def test_messages_larger_than_a_pipe(log: Path) -> None:
    done = run(log, [["large"], ["plain " + "y" * 1_000_000], ["large"]])
    assert [len(steps[0]) for steps in given(done)] == [1_000_000, 1_000_006, 1_000_000]


def test_a_step_that_takes_too_long_ends_alone(log: Path) -> None:
    """It is begun once: the task is done again without it."""
    tasks = [["plain 1"], ["plain 2", "spin", "plain 3"], ["plain 4"]]
    done = run(log, tasks, jobs=1, seconds=1)
    over = "grading_time_exceeded"
    assert given(done) == [["plain 1"], ["plain 2", over, "plain 3"], ["plain 4"]]
    assert log.read_text().count("spin") == 1


def test_each_step_has_its_own_time(log: Path) -> None:
    """Together they take more than twice what one may."""
    task = [f"burn {number}" for number in range(5)]
    assert given(run(log, [task], jobs=1, seconds=1)) == [task]


def test_what_ended_once_is_done_again_and_nothing_twice(log: Path) -> None:
    tasks = [["plain 1", "crash_once 2", "plain 3"], ["plain 4"], ["crash_once 5", "plain 6"]]
    assert given(run(log, tasks)) == tasks


def test_what_ends_its_process_twice_is_given_up(log: Path) -> None:
    tasks = [["plain 1", "crash", "plain 2", "crash"], ["crash", "plain 3"]]
    lost = "grading_crashed"
    assert given(run(log, tasks)) == [["plain 1", lost, "plain 2", lost], [lost, "plain 3"]]
    assert log.read_text().count("crash") == 6


def test_a_child_that_is_killed_while_it_waits_is_replaced(log: Path) -> None:
    processes: list[int] = []

    def tasks() -> Iterator[Task]:
        yield ["plain 1"]
        os.kill(processes[0], signal.SIGKILL)
        yield ["plain 2"]
        yield ["plain 3"]

    found = []
    with Pool(Steps, (log,), jobs=1, seconds=60) as started:
        for process, steps in started.run(tasks()):
            processes.append(process)
            found.append(steps)
    assert found == [["plain 1"], ["plain 2"], ["plain 3"]]
    assert processes[0] != processes[1] == processes[2]


def test_a_child_that_dies_in_the_middle_of_its_message_is_replaced(log: Path) -> None:
    """It is killed while its pipe is full, before the parent comes to read it."""

    def tasks() -> Iterator[Task]:
        yield ["large_once"]
        while "process" not in log.read_text():
            time.sleep(0.01)
        process = int(log.read_text().split()[-1])
        while Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2][0] != "S":
            time.sleep(0.01)
        os.kill(process, signal.SIGKILL)
        yield ["plain 1"]

    with Pool(Steps, (log,), jobs=2, seconds=60) as started:
        assert given(list(started.run(tasks()))) == [["large_once"], ["plain 1"]]


def test_a_child_leaves_the_signals_of_its_group_to_the_parent(log: Path) -> None:
    def tasks() -> Iterator[Task]:
        yield ["slow 1"]
        while not (children := multiprocessing.active_children()) or not log.read_text():
            time.sleep(0.01)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            for child in children:
                os.kill(child.pid or 0, number)
        yield ["slow 2"]

    with Pool(Steps, (log,), jobs=2, seconds=60) as started:
        assert given(list(started.run(tasks()))) == [["slow 1"], ["slow 2"]]
    assert log.read_text() == "slow 1\nslow 2\n"


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_exception_in_a_child_is_a_fault_with_its_traceback(jobs: int, log: Path) -> None:
    with pytest.raises(PoolFault, match=r"(?s)Traceback.*break_off.*: this is the fault"):
        run(log, [["plain 1"], ["break_off"], ["plain 2"]], jobs=jobs)


def test_a_job_that_cannot_be_made_is_a_fault(log: Path) -> None:
    with pytest.raises(PoolFault, match="LookupError: this job can't be made"):
        run(log, [["plain 1"]], job=Unmade)


def test_children_that_end_at_their_start_are_a_fault(log: Path) -> None:
    """And not a task that is tried for ever."""
    with pytest.raises(PoolFault, match="ended at its start, with -9"):
        run(log, [["plain 1"]], job=NeverMade)


def test_leaving_ends_the_children_at_once(log: Path) -> None:
    with Pool(Steps, (log,), jobs=2, seconds=60) as started:
        results = started.run(iter([["plain 1"], ["spin"], ["spin"]]))
        process, _ = next(results)
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


def test_ticks_count_the_steps_begun_and_none_twice(log: Path) -> None:
    """A task that is done again counts once."""
    ticks: list[int] = []
    tasks = [["plain 1", "plain 2", "crash_once 3", "plain 4"], ["plain 5", "plain 6"]]
    with Pool(Steps, (log,), jobs=2, seconds=60, on_tick=ticks.append) as started:
        assert len(list(started.run(iter(tasks)))) == 2
    assert ticks[-1] == max(ticks) == 6


def test_no_more_than_a_few_tasks_are_done_ahead(log: Path) -> None:
    """While one task takes long, the results that wait for it stay bounded."""
    taken = 0

    def tasks() -> Iterator[Task]:
        nonlocal taken
        yield ["burn first"]
        for number in range(10_000):
            taken += 1
            yield [f"plain {number}"]

    with Pool(Steps, (log,), jobs=2, seconds=60) as started:
        next(started.run(tasks()))
        assert taken <= 2 * pool.AHEAD_A_JOB
