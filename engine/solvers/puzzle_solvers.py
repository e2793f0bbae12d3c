"""The four solvers of a puzzle by name; each counts the shortest solutions exactly."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic

import numpy as np

from engine.context import Context
from engine.protocols import HeuristicPuzzle, NumberedPuzzle, OptionError, S
from engine.solvers import astar, bidirectional, iterative_deepening
from engine.solvers.distance_table import UNKNOWN, DistanceTable, build, distances_from
from engine.solvers.shortest_paths import PathResult

SOLVERS = ("twoway", "table", "astar", "ida")
HEURISTIC_SOLVERS = ("astar", "ida")
NO_HEURISTIC = "none"


class PuzzleSolvers(Generic[S]):
    """The solvers of one puzzle, with its distance table cached once it is built."""

    def __init__(self, puzzle: NumberedPuzzle[S]) -> None:
        self.puzzle = puzzle
        self._table: DistanceTable[S] | None = None

    @property
    def heuristics(self) -> Mapping[str, Callable[[S], int]]:
        """The heuristics by name, the weakest first: `none`, then those of the puzzle."""
        known = self.puzzle.heuristics if isinstance(self.puzzle, HeuristicPuzzle) else {}
        return {NO_HEURISTIC: _zero, **known}

    def table(self, context: Context[Any]) -> DistanceTable[S]:
        """Return the distance table, built at the first call."""
        if self._table is None:
            self._table = build(self.puzzle, context)
        return self._table

    def chosen_heuristic(self, solver: str, name: str | None) -> str | None:
        """Return the heuristic of a solver: the named one, else the strongest; None for no use.

        Raises OptionError for an unknown solver or heuristic, and for a heuristic given to a
        solver that uses none.
        """
        if solver not in SOLVERS:
            raise OptionError("puzzle.solver", text=solver[:20], accepted=", ".join(SOLVERS))
        if solver not in HEURISTIC_SOLVERS:
            if name is not None:
                accepted = ", ".join(HEURISTIC_SOLVERS)
                raise OptionError("puzzle.heuristic_unused", solver=solver, accepted=accepted)
            return None
        if name is None:
            return list(self.heuristics)[-1]
        if name not in self.heuristics:
            accepted = ", ".join(self.heuristics)
            raise OptionError("puzzle.heuristic", text=name[:20], accepted=accepted)
        return name

    def solve(
        self, state: S, solver: str, heuristic: str | None, context: Context[Any]
    ) -> PathResult:
        """Find all shortest solutions. Raises OptionError, Cancelled or Unsolvable."""
        name = self.chosen_heuristic(solver, heuristic)
        if name is not None:
            search = astar.solve if solver == "astar" else iterative_deepening.solve
            return search(self.puzzle, state, self.heuristics[name], context)
        if solver == "table":
            table, size = self.table(context), self.puzzle.num_positions
            length, count = table.distance(state), table.count(state)
            return PathResult(length, count, size, size, lambda: table.lines(state))
        found = bidirectional.solve(self.puzzle, state, context)
        return PathResult(found.length, found.count, found.distinct, found.distinct, found.lines)

    def one_way(self, state: S, length: int, context: Context[Any]) -> int:
        """Count the positions that a breadth-first search `length` moves deep visits."""
        distances = distances_from(self.puzzle, state, context, length)
        return int(np.count_nonzero(distances != UNKNOWN))


def _zero(state: object) -> int:
    """Return 0, the trivial heuristic: A* with it is breadth-first search."""
    return 0
