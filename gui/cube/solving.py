"""Solving in the worker: the current job, and the tables it leaves behind."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from engine.context import Context
from engine.games.cube_facelets import HeldCube
from engine.games.cube_notation import parse_turns
from engine.messages import Message
from engine.solvers.bidirectional import solve
from engine.solvers.cube import CubeSolvers
from engine.solvers.distance_table import DistanceTable
from gui.cube.snapshot import Metric, Solver, SolverAnswer
from gui.worker import Job, Worker

MAX_SHOWN = 5000  # solutions stored for the list; their count is exact in any case


def find(
    solvers: CubeSolvers, facelets: str, metric: Metric, solver: Solver, context: Context[Any]
) -> SolverAnswer:
    """Return every shortest solution, by one of the two solvers; runs in the worker."""
    if solver is Solver.TABLE:
        solvers.table(metric.value, context)
    started = time.perf_counter()
    held = HeldCube(facelets)
    found = solvers.solve(held, metric.value, solver.value, MAX_SHOWN, context)
    seconds = time.perf_counter() - started
    lines = tuple(tuple(parse_turns(line)) for line in sorted(found.solutions))
    context.check()
    return SolverAnswer(
        facelets,
        metric,
        solver,
        found.length,
        found.count,
        lines,
        found.visited,
        found.one_way,
        seconds,
    )


class Solving:
    """Runs one search at a time, and one table of all distances per metric."""

    def __init__(self, worker: Worker, folder: Path) -> None:
        self.worker = worker
        self.solvers = CubeSolvers(folder / "cache")
        self._job: Job[SolverAnswer] | None = None
        self._reports = 0
        self._length: Job[int] | None = None
        self._tables: dict[Metric, Job[DistanceTable[int]]] = {}
        self._tables_seen: set[Metric] = set()

    @property
    def busy(self) -> bool:
        """Whether a search is running."""
        return self._job is not None

    @property
    def progress(self) -> Message | None:
        """The progress of the search, if it reports one."""
        note = getattr(self._job.latest, "note", None) if self._job is not None else None
        return note if isinstance(note, Message) else None

    def start(self, facelets: str, metric: Metric, solver: Solver) -> None:
        """Start a search; a running one is cancelled."""
        self.cancel()
        solvers = self.solvers
        self._job = self.worker.submit(
            lambda context: find(solvers, facelets, metric, solver, context)
        )

    def cancel(self) -> None:
        """Cancel the search and drop its answer."""
        if self._job is not None:
            self._job.cancel()
            self._job = None

    def update(self) -> bool:
        """Poll the jobs; return True if there is something new to show."""
        made = {metric for metric, job in self._tables.items() if job.done}
        moved, self._tables_seen = made != self._tables_seen, made
        if self._job is not None:
            moved |= self._job.done or self._reports != self._job.reports
            self._reports = self._job.reports
        return moved

    def take(self) -> tuple[SolverAnswer | None, Message | None]:
        """Return the answer or the fault of a finished search, once."""
        job = self._job
        if job is None or not job.done:
            return None, None
        self._job = None
        return job.result, job.error

    def measure(self, facelets: str, metric: Metric) -> None:
        """Start to compute the length of a shortest solution, independently of the search."""
        cube = self.solvers.cube(metric.value)

        def count(context: Context[Any]) -> int:
            return solve(cube, cube.state_of(HeldCube(facelets)), context).length

        self._length = self.worker.submit(count)

    def shortest(self) -> int | None:
        """Return the result of `measure`, once it is ready."""
        return self._length.result if self._length is not None else None

    def want_table(self, metric: Metric) -> None:
        """Start to build the table of all distances, unless it exists or is being built."""
        if metric not in self._tables:
            solvers = self.solvers
            self._tables[metric] = self.worker.submit(
                lambda context: solvers.table(metric.value, context)
            )

    def farthest(self, metric: Metric) -> tuple[int, ...] | None:
        """Return a shortest solution of a cube at maximum distance; None without the table."""
        job = self._tables.get(metric)
        return job.result.solve(job.result.farthest()) if job and job.result else None

    def distance_of(self, facelets: str, metric: Metric) -> int | None:
        """Return the distance of a cube from solved; None while there is no table."""
        job = self._tables.get(metric)
        if job is None or job.result is None:
            return None
        return job.result.distance(self.solvers.cube(metric.value).state_of(HeldCube(facelets)))
