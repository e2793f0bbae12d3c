"""The four solvers of a puzzle by name; each counts the shortest solutions exactly."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, Generic

from engine.context import Context
from engine.messages import excerpt
from engine.protocols import (
    HeuristicPuzzle,
    NumberedPuzzle,
    OptionError,
    Puzzle,
    S,
    UniformPuzzle,
    Unsolvable,
)
from engine.solvers import bidirectional
from engine.solvers.distance_table import DistanceTable, build, counts_at, distances_from
from engine.solvers.heuristic_search import ExpansionWatch, a_star, iterative_deepening
from engine.solvers.shortest_paths import DirectedPuzzle, PathResult, neighbours_function

SOLVERS = ("twoway", "table", "astar", "ida")
HEURISTIC_SOLVERS = ("astar", "ida")
NO_HEURISTIC = "none"


class PuzzleSolvers(Generic[S]):
    """The solvers of one puzzle; its distance table is built once."""

    def __init__(self, puzzle: Puzzle[S]) -> None:
        self.puzzle = puzzle
        self._table: DistanceTable[S] | None = None

    @cached_property
    def available(self) -> tuple[str, ...]:
        """The solvers that have what they need of this puzzle."""
        table = ("table",) if isinstance(self.puzzle, NumberedPuzzle) else ()
        heuristic = HEURISTIC_SOLVERS if isinstance(self.puzzle, HeuristicPuzzle) else ()
        twoway = ("twoway",) if _is_reversible(self.puzzle) else ()
        return (*twoway, *table, *heuristic)

    @property
    def heuristics(self) -> Mapping[str, Callable[[S], int]]:
        """The heuristics by name, the weakest first: `none`, then those of the puzzle."""
        own = self.puzzle.heuristics if isinstance(self.puzzle, HeuristicPuzzle) else {}
        # A* with an estimate of 0 is breadth-first search.
        return {NO_HEURISTIC: lambda _: 0, **own}

    def table(self, context: Context[Any]) -> DistanceTable[S]:
        """Return the distance table, built at the first call.

        Raises Unsolvable if the positions have no numbers.
        """
        if not isinstance(self.puzzle, NumberedPuzzle):
            raise Unsolvable("puzzle.no_table")
        if self._table is None:
            self._table = build(self.puzzle, context)
        return self._table

    def chosen_heuristic(self, solver: str, name: str | None) -> str | None:
        """Return the heuristic of a solver: the named one, else the strongest; None for no use.

        Raises OptionError for an unknown solver or heuristic, and for a heuristic given to a
        solver that uses none.
        """
        if solver not in SOLVERS:
            raise OptionError(
                "puzzle.solver", text=excerpt(solver, 20), accepted=", ".join(SOLVERS)
            )
        if solver not in HEURISTIC_SOLVERS:
            if name is not None:
                accepted = ", ".join(HEURISTIC_SOLVERS)
                raise OptionError("puzzle.heuristic_unused", solver=solver, accepted=accepted)
            return None
        if name is None:
            return list(self.heuristics)[-1]
        if name not in self.heuristics:
            accepted = ", ".join(self.heuristics)
            raise OptionError("puzzle.heuristic", text=excerpt(name, 20), accepted=accepted)
        return name

    def solve(
        self,
        state: S,
        solver: str,
        heuristic: str | None,
        context: Context[Any],
        watch: ExpansionWatch[S] | None = None,
    ) -> PathResult:
        """Find all shortest solutions; `watch` receives the expansions of A*.

        Raises OptionError, Cancelled or Unsolvable.
        """
        name = self.chosen_heuristic(solver, heuristic)
        if name is not None and solver == "astar":
            return a_star(self.puzzle, state, self.heuristics[name], context, watch)
        if name is not None:
            return iterative_deepening(self.puzzle, state, self.heuristics[name], context)
        if solver == "table":
            table = self.table(context)
            if table.distance(state) == table.unknown:
                raise Unsolvable("puzzle.unreachable")
            size, length, count = len(table.distances), table.distance(state), table.count(state)
            lines = partial(table.lines, state)
            # The descent visits one position a move; building the table visited all of them.
            return PathResult(length, count, size, size, lines, sides=(length + 1, size))
        if not _is_reversible(self.puzzle):
            raise Unsolvable("puzzle.one_way")
        return bidirectional.solve(self.puzzle, state, context)

    def one_way(self, state: S, length: int, context: Context[Any]) -> int:
        """Count the positions that a breadth-first search `length` moves deep visits."""
        return sum(self.layers(state, length, context))

    def layers(self, state: S, length: int, context: Context[Any]) -> Sequence[int]:
        """Return the number of positions 0, 1 ... `length` moves from a position."""
        puzzle = self.puzzle
        if isinstance(puzzle, UniformPuzzle):
            return puzzle.positions_at[: length + 1]
        if isinstance(puzzle, NumberedPuzzle):
            return counts_at(distances_from(puzzle, [state], context, limit=length))
        neighbours, reached, layer, counts = neighbours_function(puzzle), {state}, [state], [1]
        while len(counts) <= length and layer:
            context.check()
            layer = list({after for each in layer for after in neighbours(each)} - reached)
            reached.update(layer)
            counts.append(len(layer))
        return counts


def _is_reversible(puzzle: Puzzle[Any]) -> bool:
    """Return whether every move can be taken back, which a search from both ends needs."""
    return not isinstance(puzzle, DirectedPuzzle) or puzzle.reversible
