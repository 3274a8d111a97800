"""A progress bar on a terminal: rows, rate and remaining time."""

import sys
from typing import TYPE_CHECKING, Self

from assertory.batch.read.lines import count_lines
from assertory.batch.run import Request

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID


class Progress:
    """
    Shows how far a run is; nothing where standard error is no terminal, unless asked for.

    The bar is drawn from the run's own ticks and never from a thread, because grading processes
    are forked while it is shown.
    """

    def __init__(self, request: Request, *, shown: bool | None) -> None:
        self._request = request
        self._shown = sys.stderr.isatty() if shown is None else shown
        self._bar: Bar | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> Self:
        if self._shown:
            from rich.console import Console  # noqa: PLC0415 - only where a bar is shown
            from rich.progress import (  # noqa: PLC0415
                BarColumn,
                MofNCompleteColumn,
                TextColumn,
                TimeElapsedColumn,
                TimeRemainingColumn,
            )
            from rich.progress import Progress as Bar  # noqa: PLC0415

            self._bar = Bar(
                TextColumn("grading"),
                BarColumn(),
                MofNCompleteColumn(),
                TextColumn("rows, {task.fields[rate]} a second"),
                TimeElapsedColumn(),
                TimeRemainingColumn(),
                console=Console(stderr=True),
                auto_refresh=False,
                transient=True,
            )
            self._task = self._bar.add_task("grading", total=self._total(), rate="–")
            self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def show(self, rows: int) -> None:
        """Draw the bar at so many rows."""
        if self._bar is None or self._task is None:
            return
        speed = self._bar.tasks[0].speed
        rate = "–" if speed is None else f"{speed:,.0f}"
        self._bar.update(self._task, completed=rows, rate=rate)
        self._bar.refresh()

    def _total(self) -> int | None:
        """Count the rows where that is cheap; None where they aren't known before the end."""
        request = self._request
        if request.selection.sample is not None and not request.spec.where:
            return request.selection.sample
        total = 0
        for source in request.sources:
            if not source.splittable or source.path is None:
                return None
            total += count_lines(source.path)
        limit = request.selection.limit
        return total if limit is None else min(total, limit)
