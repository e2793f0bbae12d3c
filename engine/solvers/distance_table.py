"""Distance tables of puzzles, computed layer by layer with numpy.

Idea: the positions of a puzzle are numbered; from the goal each layer is the set of new positions
one move from the layer before, found for the whole layer at once by array operations. A solution
goes down the distances. It is breadth-first search, run once for all positions (retrograde
analysis, as for endgame tables).

Cost: one byte a position, and time for each position and move: 0.2 s for the 3,674,160 positions of
the Pocket Cube. It cannot serve a puzzle that does not number its positions, or one with more of
them than memory has bytes, such as the 15-puzzle.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Generic

import numpy as np
import numpy.typing as npt

from engine.context import Context
from engine.messages import message
from engine.protocols import Decision, NumberedPuzzle, S, Unit
from engine.solvers.shortest_paths import Line, count_lines, lines_down

UNKNOWN = 255
LARGE_LAYER = 50_000  # above this, scanning all positions is faster than sorting the layer
Bytes = npt.NDArray[np.uint8]


class DistanceTable(Generic[S]):
    """The distance to the goal of every position number; solves by descending distances."""

    def __init__(self, puzzle: NumberedPuzzle[S], distances: Bytes) -> None:
        self.puzzle = puzzle
        self.distances = distances
        self._plain = distances.data  # a memoryview yields ints, not numpy scalars

    def histogram(self) -> list[int]:
        """Return the number of positions at each distance."""
        return [int(n) for n in np.bincount(self.distances)]

    def distance(self, state: S) -> int:
        """Return the number of moves to the goal."""
        return self._plain[self.puzzle.number(state)]

    def farthest(self) -> S:
        """Return a position at the largest distance from the goal."""
        return self.puzzle.position(int(self.distances.argmax()))

    def solve(self, state: S) -> Line:
        """Return one shortest solution."""
        distances, number = self._plain, self.puzzle.number
        moves_of, play = self.puzzle.moves, self.puzzle.play
        line = []
        for left in range(self.distance(state) - 1, -1, -1):
            for move in moves_of(state):
                after = play(state, move)
                if distances[number(after)] == left:
                    line.append(move)
                    state = after
                    break
        return tuple(line)

    def count(self, state: S) -> int:
        """Return the exact number of shortest solutions."""
        return count_lines(self.puzzle, state, self.distance)

    def lines(self, state: S) -> Iterator[Line]:
        """Yield every shortest solution."""
        return lines_down(self.puzzle, state, self.distance)


def build(puzzle: NumberedPuzzle[S], context: Context[Any]) -> DistanceTable[S]:
    """Build the table of distances; reports each layer, raises Cancelled between layers."""
    return DistanceTable(puzzle, distances_from(puzzle, puzzle.goal(), context))


def distances_from(
    puzzle: NumberedPuzzle[S], start: S, context: Context[Any], limit: int = UNKNOWN - 1
) -> Bytes:
    """Return the distance from `start` of every position number, UNKNOWN beyond `limit` moves."""
    distances = np.full(puzzle.num_positions, UNKNOWN, np.uint8)
    frontier = np.array([puzzle.number(start)], np.int32)
    distances[frontier] = 0
    done, depth = 1, 0
    while len(frontier) and depth < limit:
        context.check()
        depth += 1
        frontier = _layer(puzzle, distances, frontier, depth)
        done += len(frontier)
        note = message("puzzle.table_progress", depth=depth, count=done)
        report = Decision(
            None, (), note, effort=done, budget=puzzle.num_positions, unit=Unit.POSITIONS
        )
        context.report(report)
    return distances


def _layer(
    puzzle: NumberedPuzzle[S], distances: Bytes, frontier: npt.NDArray[np.int32], depth: int
) -> npt.NDArray[np.int32]:
    """Mark the unknown neighbours of a layer and return them."""
    parts = []
    for after in puzzle.successors(frontier):
        fresh = after.compress(distances.take(after) == UNKNOWN)
        distances[fresh] = depth
        parts.append(fresh)
    together = np.concatenate(parts)
    if len(together) > LARGE_LAYER:
        return np.flatnonzero(distances == depth).astype(np.int32)
    return np.unique(together)
