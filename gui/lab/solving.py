"""Solving in the worker: the current job, and the length that a person is measured by."""

from __future__ import annotations

import time
from itertools import islice
from typing import Any

from engine.context import Context
from engine.messages import Message
from engine.solvers.bidirectional import solve
from engine.solvers.puzzle_solvers import PuzzleSolvers
from gui.boards.handling import Handling, moves_text
from gui.inspector.search_inspector import PuzzleTables
from gui.lab.snapshot import SolverAnswer
from gui.worker import Job, JobSlot, Worker

MAX_SHOWN = 5000  # solutions stored for the list; their count is exact in any case


def find(
    solvers: PuzzleSolvers[Any],
    handling: Handling,
    position: str,
    solver: str,
    context: Context[Any],
) -> SolverAnswer:
    """Return every shortest solution, by one of the solvers; runs in the worker."""
    if solver == "table":
        solvers.table(context)
    started = time.perf_counter()
    state = handling.state(position)
    result = solvers.solve(state, solver, None, context)
    lines = [handling.solver_moves(position, line) for line in islice(result.lines(), MAX_SHOWN)]
    lines.sort(key=moves_text)
    seconds = time.perf_counter() - started
    one_way = solvers.one_way(state, result.length, context)
    context.check()
    return SolverAnswer(
        position,
        handling.puzzle.options,
        solver,
        result.length,
        result.count,
        tuple(lines),
        result.looked_at,
        one_way,
        seconds,
    )


class Solving(PuzzleTables):
    """Runs one search at a time, beside the tables of all distances."""

    def __init__(self, worker: Worker) -> None:
        super().__init__(worker)
        self._job: JobSlot[SolverAnswer] = JobSlot(worker)
        self._reports = 0
        self._length: Job[int] | None = None

    @property
    def busy(self) -> bool:
        """Whether a search is running."""
        return bool(self._job)

    @property
    def progress(self) -> Message | None:
        """The progress of the search, if it reports one."""
        note = getattr(self._job.job.latest, "note", None) if self._job.job is not None else None
        return note if isinstance(note, Message) else None

    def start(self, handling: Handling, position: str, solver: str) -> None:
        """Start a search; a running one is cancelled."""
        solvers = self.solvers(handling)
        self._job.submit(lambda context: find(solvers, handling, position, solver, context))

    def cancel(self) -> None:
        """Cancel the search and drop its answer."""
        self._job.cancel()

    def update(self) -> bool:
        moved, job = super().update(), self._job.job
        if job is not None:
            moved |= job.done or self._reports != job.reports
            self._reports = job.reports
        return moved

    def take(self) -> tuple[SolverAnswer | None, Message | None]:
        """Return the answer or the fault of a finished search, once."""
        job = self._job.take()
        return (None, None) if job is None else (job.result, job.error)

    def measure(self, handling: Handling, position: str) -> None:
        """Start to compute the length of a shortest solution, independently of the search."""

        def count(context: Context[Any]) -> int:
            return solve(handling.puzzle, handling.state(position), context).length

        self._length = self.worker.submit(count)

    def shortest(self) -> int | None:
        """Return the result of `measure`, once it is ready."""
        return self._length.result if self._length is not None else None
