"""Where the cube lab meets the engine: texts read, scrambles drawn, solving in the worker."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from engine.context import Context
from engine.games.cube_facelets import SOLVED
from engine.messages import Message
from engine.solvers.cube import CubeSolvers
from engine.solvers.cube_table import DistanceTable
from gui.boards import cube_texts
from gui.scenes.cube_history import Answer, Metric, Snapshot, Solver, Source
from gui.services import Services
from gui.worker import Job

MOST_SHOWN = 5000  # solutions kept for the list; their count is exact in any case
HIGHEST_SEED = 1_000_000


def read_cube(text: str, start: Snapshot | None = None) -> Snapshot:
    """The cube that 24 facelets or a scramble (from `start`, else from solved) describe.

    Raises PositionError for an impossible cube, MoveError for turns that cannot be read.
    """
    before = start.facelets if start is not None else SOLVED
    facelets, turns = cube_texts.read_facelets_or_turns(text, before)
    return Snapshot(facelets, Source.TYPED, turns)


def scrambled(length: int, seed: int | None, metric: Metric) -> Snapshot:
    """A cube after random turns; a seed is drawn when none is given."""
    if seed is None:
        seed = int(np.random.default_rng().integers(HIGHEST_SEED))
    turns = cube_texts.random_turns(length, seed, metric.value)
    return Snapshot(cube_texts.after(SOLVED, turns), Source.RANDOM, turns, seed)


def find(
    solvers: CubeSolvers, facelets: str, metric: Metric, solver: Solver, context: Context[Any]
) -> Answer:
    """Every shortest solution, by one of the two solvers; runs in the worker."""
    if solver is Solver.TABLE:
        solvers.table(metric.value, context)
    started = time.perf_counter()
    found = cube_texts.solve(solvers, facelets, metric.value, solver.value, MOST_SHOWN, context)
    seconds = time.perf_counter() - started
    lines = tuple(cube_texts.read_turns(line) for line in sorted(found.solutions))
    context.check()
    one_way = sum(solvers.table(metric.value, context).histogram()[: found.length + 1])
    return Answer(
        facelets, metric, solver, found.length, found.count, lines, found.visited, one_way, seconds
    )


class Solving:
    """The job of the moment, and the tables it leaves behind."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.solvers = CubeSolvers(services.folder / "cache")
        self._made: dict[Metric, DistanceTable] = {}
        self._job: Job[Answer] | None = None
        self._table_job: Job[DistanceTable] | None = None
        self._table_metric: Metric | None = None
        self._reports = 0

    @property
    def busy(self) -> bool:
        """Whether solutions are being looked for."""
        return self._job is not None

    def start(self, facelets: str, metric: Metric, solver: Solver) -> None:
        """Look for solutions; what was under way is dropped."""
        self.cancel()
        solvers = self.solvers

        def work(context: Context[Any]) -> Answer:
            return find(solvers, facelets, metric, solver, context)

        self._job = self.services.worker.submit(work)

    def cancel(self) -> None:
        """Drop the job; a late answer reaches nobody."""
        if self._job is not None:
            self._job.cancel()
            self._job = None

    def words(self) -> str:
        """How far it is."""
        note = getattr(self._job.latest, "note", None) if self._job is not None else None
        return self.services.tr(note if note is not None else "cube_lab.solving")

    def update(self, dt: float) -> bool:
        """True when there is something new to show."""
        moved = False
        job = self._table_job
        if job is not None and job.done and self._table_metric is not None:
            if job.result is not None:
                self._made[self._table_metric] = job.result
            self._table_job, moved = None, True
        if self._job is None:
            return moved
        reports, self._reports = self._reports, self._job.reports
        return moved or self._job.done or reports != self._job.reports

    def take(self) -> tuple[Answer | None, Message | None]:
        """The answer or the fault of a job that is done, once."""
        job = self._job
        if job is None or not job.done:
            return None, None
        self._job = None
        return job.result, job.error

    def distances(self, metric: Metric) -> list[int] | None:
        """How many cubes are at each distance; None while the table is being made."""
        table = self._made.get(metric)
        if table is not None:
            return table.histogram()
        if self._table_job is None or self._table_metric is not metric:
            solvers = self.solvers
            self._table_metric = metric
            self._table_job = self.services.worker.submit(
                lambda context: solvers.table(metric.value, context)
            )
        return None

    def distance_of(self, facelets: str, metric: Metric) -> int | None:
        """How far a cube is from solved; None while the table is being made."""
        table = self._made.get(metric)
        if table is None:
            return None
        return cube_texts.distance(self.solvers, table, facelets, metric.value)
