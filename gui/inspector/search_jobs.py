"""The searches of a puzzle in the worker, recorded for the inspector. No pygame here."""

from __future__ import annotations

from typing import Any

from engine.context import Context
from engine.solvers.puzzle_solvers import PuzzleSolvers
from engine.trace.puzzle_search import record_best_first, record_both_ends, record_iterations
from gui.boards.handling import Handling
from gui.inspector.best_first_view_model import IDA, SearchWay
from gui.inspector.recorded_job import GrowingRecorder, RecordedJob
from gui.worker import Worker

MAX_STEPS = 20_000  # of A* that are recorded one by one
JUMPS = 200  # room for the later steps at which f rises


def search_both_ends(
    worker: Worker, solvers: PuzzleSolvers[Any], handling: Handling, position: str
) -> RecordedJob[bool]:
    """Start the search from both ends; the result is True."""
    recorder = GrowingRecorder()

    def work(context: Context[Any]) -> bool:
        record_both_ends(solvers, handling.state(position), context, recorder)
        return True

    return RecordedJob(worker.submit(work), recorder)


class WaysJob:
    """Runs every way to search on one position; the results can be read at any time."""

    def __init__(
        self, worker: Worker, solvers: PuzzleSolvers[Any], handling: Handling, position: str
    ) -> None:
        self.handling = handling
        self._position = position
        self._solvers = solvers
        self.heuristics = names = tuple(solvers.heuristics)
        astar = (("astar", name) for name in names)
        ways = (("breadth", ""), ("twoway", ""), *astar, (IDA, names[-1]))
        self._ways = {way: SearchWay(*way) for way in ways}
        shown = (*names, IDA)
        self._recorders = {name: GrowingRecorder(max_events=MAX_STEPS + JUMPS) for name in shown}
        job = worker.submit(self._run)
        self.searches = {name: RecordedJob(job, each) for name, each in self._recorders.items()}
        self._reported: tuple[SearchWay, ...] = ()

    def _run(self, context: Context[Any]) -> bool:
        """Run the strongest A* first, since it is looked at step by step."""
        state, solvers = self.handling.state(self._position), self._solvers
        length = 0
        for name in reversed(self.heuristics):
            recorder = self._recorders[name]
            result = record_best_first(solvers, state, name, context, recorder, MAX_STEPS)
            length = result.length
            self._put("astar", name, result.looked_at, result.stored)
        one_way = solvers.one_way(state, length, context)
        self._put("breadth", "", one_way, one_way)
        result = solvers.solve(state, "twoway", None, context)
        self._put("twoway", "", result.looked_at, result.stored)
        name = self.heuristics[-1]
        result = record_iterations(solvers, state, name, context, self._recorders[IDA])
        self._put(IDA, name, result.looked_at, result.stored)
        return True

    def _put(self, solver: str, heuristic: str, looked_at: int, stored: int) -> None:
        """Set the cost of a way."""
        self._ways[solver, heuristic] = SearchWay(solver, heuristic, looked_at, stored)

    @property
    def ways(self) -> tuple[SearchWay, ...]:
        """Every way with its cost, where it is known."""
        return tuple(self._ways.values())

    @property
    def complete(self) -> bool:
        """Whether all ways have come to their end."""
        return all(search.complete for search in self.searches.values())

    def update(self) -> bool:
        """Take the results so far; return True if there is something new."""
        grown = [search.update() for search in self.searches.values()]
        before, self._reported = self._reported, self.ways
        return any(grown) or before != self._reported

    def cancel(self) -> None:
        for search in self.searches.values():
            search.cancel()
