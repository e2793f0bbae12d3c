"""The solvers of a puzzle with each of its options, and their tables of all distances."""

from __future__ import annotations

from typing import Any

from engine.protocols import UniformPuzzle, game_key
from engine.solvers.distance_table import DistanceTable
from engine.solvers.puzzle_solvers import PuzzleSolvers
from gui.boards.handling import Handling
from gui.worker import Job, Worker


class PuzzleTables:
    """Builds one table of all distances for each variant of a puzzle, in the worker."""

    def __init__(self, worker: Worker) -> None:
        self.worker = worker
        self._solvers: dict[str, PuzzleSolvers[Any]] = {}
        self._tables: dict[str, Job[DistanceTable[Any]]] = {}
        self._reported: set[str] = set()  # the tables that `update` has reported

    def solvers(self, handling: Handling) -> PuzzleSolvers[Any]:
        key = game_key(handling.puzzle)
        if key not in self._solvers:
            self._solvers[key] = PuzzleSolvers(handling.puzzle)
        return self._solvers[key]

    def update(self) -> bool:
        """Poll the jobs; return True if there is something new to show."""
        ready = {key for key, job in self._tables.items() if job.done}
        before, self._reported = self._reported, ready
        return before != ready

    def want_table(self, handling: Handling) -> None:
        """Start to build the table of all distances, unless it exists or is being built."""
        key = game_key(handling.puzzle)
        if key not in self._tables:
            self._tables[key] = self.worker.submit(self.solvers(handling).table)

    def table(self, handling: Handling) -> DistanceTable[Any] | None:
        """Return the table of all distances; None until it is built."""
        job = self._tables.get(game_key(handling.puzzle))
        return job.result if job is not None else None

    def farthest(self, handling: Handling) -> tuple[int, ...] | None:
        """Return a shortest solution of a position at maximum distance; None without the table."""
        table = self.table(handling)
        return next(table.lines(table.farthest())) if table is not None else None

    def distance_of(self, handling: Handling, position: str) -> int | None:
        """Return the distance of a position from the goal; None while there is no table."""
        table = self.table(handling)
        return table.distance(handling.state(position)) if table is not None else None

    def distances(self, handling: Handling) -> tuple[int, ...]:
        """Return the number of positions at each distance from the goal; empty until known."""
        if isinstance(handling.puzzle, UniformPuzzle):
            return tuple(handling.puzzle.positions_at)
        table = self.table(handling)
        return tuple(table.histogram()) if table is not None else ()
