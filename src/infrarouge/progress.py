"""A progress bar on long work at a terminal, and nothing anywhere else."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from types import TracebackType
from typing import Any


class Progress:
    """Counts rows done; draws only if asked and standard error is a terminal.

    >>> with Progress(3, shown=False) as bar:
    ...     bar.advance(3)
    """

    def __init__(self, total: int | None, *, shown: bool, what: str = "scoring") -> None:
        self.total, self.what = total, what
        self.shown = shown and sys.stderr is not None and sys.stderr.isatty()
        self._bar: Any = None

    def __enter__(self) -> Progress:
        if self.shown:
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
            from rich.progress import Progress as Bar

            columns = (
                TextColumn("{task.description}"),
                BarColumn(),
                MofNCompleteColumn(),
                TimeRemainingColumn(),
            )
            self._bar = Bar(*columns, console=Console(stderr=True), transient=True)
            self._bar.start()
            self._task = self._bar.add_task(self.what, total=self.total)
        return self

    def advance(self, rows: int) -> None:
        """Move on by some rows."""
        if self._bar is not None:
            self._bar.advance(self._task, rows)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()


CHUNK_SECONDS = 0.1


def chunks(
    total: int, first: int, most: int | None = None, *, shown: bool, what: str = "scoring"
) -> Iterator[tuple[int, int]]:
    """Cut rows into spans that grow until each takes a moment: few crossings, and Ctrl-C is still heard.

    >>> [end for _, end in chunks(30, 1, 8, shown=False)]
    [1, 5, 13, 21, 29, 30]
    """
    done, size = 0, first
    with Progress(total, shown=shown, what=what) as bar:
        while done < total:
            end, started = min(total, done + size), time.perf_counter()
            yield done, end
            if time.perf_counter() - started < CHUNK_SECONDS:
                size = 4 * size if most is None else min(most, 4 * size)
            bar.advance(end - done)
            done = end
