"""Where the cube lab meets the engine: texts read, scrambles drawn, solving in the worker."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from engine.context import Context
from engine.games.cube_facelets import FaceletError, HeldCube
from engine.games.cube_notation import Turn as EngineTurn
from engine.games.cube_notation import parse_turns
from engine.games.pocket_cube import PocketCube
from engine.messages import JouonsError, Message
from engine.solvers.cube import CubeSolvers
from engine.solvers.cube_table import DistanceTable
from gui.scenes.cube_history import Answer, Metric, Snapshot, Solver, Source
from gui.services import Services
from gui.views.cube_hand import Turn
from gui.views.cube_model import SOLVED, turned
from gui.worker import Job

MOST_SHOWN = 5000  # solutions kept for the list; their count is exact in any case
HIGHEST_SEED = 1_000_000


def _seen(turn: EngineTurn) -> Turn:
    return Turn(turn.name, -1 if turn.quarters == 3 else turn.quarters)


def looks_like_facelets(text: str) -> bool:
    """Whether a text is meant as facelets rather than turns: letters alone, in long words."""
    words = text.split()
    letters = "".join(words)
    return len(letters) > 12 and letters.isalpha() and max(map(len, words)) >= 4


def read_cube(text: str, start: Snapshot | None = None) -> Snapshot:
    """The cube that 24 facelets or a scramble (from `start`, else from solved) describe.

    Raises PositionError for an impossible cube, MoveError for turns that cannot be read.
    """
    if looks_like_facelets(text):
        return Snapshot(HeldCube.parse(text).facelets, Source.TYPED)
    turns = tuple(_seen(turn) for turn in parse_turns(text))
    return _after(turns, start.facelets if start is not None else SOLVED, Source.TYPED)


def _after(
    turns: tuple[Turn, ...], facelets: str, source: Source, seed: int | None = None
) -> Snapshot:
    for turn in turns:
        facelets = turned(facelets, turn.face, turn.quarters)
    return Snapshot(facelets, source, turns, seed)


def fault_of(letters: str) -> tuple[Message | None, frozenset[int]]:
    """What is wrong with painted letters and where; `.` is a facelet not painted yet."""
    missing = letters.count(".")
    if missing:
        return Message("cube_lab.paint.missing", {"count": missing}), frozenset()
    try:
        HeldCube.parse(letters)
    except FaceletError as error:
        return error.message, frozenset(error.where)
    except JouonsError as error:
        return error.message, frozenset()
    return None, frozenset()


def scrambled(length: int, seed: int | None, metric: Metric) -> Snapshot:
    """A cube after random turns; a seed is drawn when none is given."""
    if seed is None:
        seed = int(np.random.default_rng().integers(HIGHEST_SEED))
    puzzle = PocketCube(metric.value)
    rng = np.random.Generator(np.random.PCG64(seed))
    turns = tuple(_seen(puzzle.turns[move]) for move in puzzle.scramble(rng, length))
    return _after(turns, SOLVED, Source.RANDOM, seed)


def find(
    solvers: CubeSolvers, facelets: str, metric: Metric, solver: Solver, context: Context[Any]
) -> Answer:
    """Every shortest solution, by one of the two solvers; runs in the worker."""
    held = HeldCube(facelets)
    if solver is Solver.TABLE:
        solvers.table(metric.value, context)
    started = time.perf_counter()
    found = solvers.solve(held, metric.value, solver.value, MOST_SHOWN, context, compare=False)
    seconds = time.perf_counter() - started
    lines = tuple(
        tuple(_seen(turn) for turn in parse_turns(line)) for line in sorted(found.solutions)
    )
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
        return table.distance(self.solvers.cube(metric.value).state_of(HeldCube(facelets)))
