"""Distance tables of puzzles, computed layer by layer with numpy.

Idea: the positions of a puzzle are numbered; from the goal each layer is the set of new positions
one move from the layer before, found for the whole layer at once by array operations. A solution
goes down the distances. It is breadth-first search, run once for all positions (retrograde
analysis, as for endgame tables).

Cost: one byte a position (two where a way has more than 254 moves), and time for each position and
move: 0.2 s for the 3,674,160 positions of the Pocket Cube. It cannot serve a puzzle that does not
number its positions, or one with more of them than memory has bytes, such as the 15-puzzle.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any, Generic

import numpy as np
import numpy.typing as npt

from engine.context import Context
from engine.messages import message
from engine.protocols import Decision, Int32Array, NumberedPuzzle, S, Unit
from engine.solvers.shortest_paths import DirectedPuzzle, Line, count_lines, goals_of, lines_down

UNKNOWN = 255  # as long as a byte holds every distance
LONGEST_WAY = 65_534
LARGE_LAYER = 50_000  # above this, scanning all positions is faster than sorting the layer
Bytes = npt.NDArray[np.uint8 | np.uint16]
Step = Callable[[Int32Array], Iterable[Int32Array]]  # from positions to their neighbours


class DistanceTable(Generic[S]):
    """The distance to the goal of every position number; solves by descending distances."""

    def __init__(self, puzzle: NumberedPuzzle[S], distances: Bytes) -> None:
        self.puzzle = puzzle
        self.distances = distances
        self.unknown = int(np.iinfo(distances.dtype).max)  # the distance where there is no way
        self._plain = distances.data  # a memoryview yields ints, not numpy scalars

    def histogram(self) -> list[int]:
        """Return the number of positions at each distance."""
        return counts_at(self.distances)

    def distance(self, state: S) -> int:
        """Return the number of moves to the goal."""
        return self._plain[self.puzzle.number(state)]

    def farthest(self) -> S:
        """Return a position at the largest distance from the goal."""
        reached = np.where(self.distances == self.unknown, 0, self.distances)
        return self.puzzle.position(int(reached.argmax()))

    def count(self, state: S) -> int:
        """Return the exact number of shortest solutions."""
        return count_lines(self.puzzle, state, self.distance)

    def lines(self, state: S) -> Iterator[Line]:
        """Yield every shortest solution."""
        return lines_down(self.puzzle, state, self.distance)


def build(puzzle: NumberedPuzzle[S], context: Context[Any]) -> DistanceTable[S]:
    """Build the table of distances; reports each layer, raises Cancelled between layers."""
    step = puzzle.predecessors if isinstance(puzzle, DirectedPuzzle) else puzzle.successors
    return DistanceTable(puzzle, distances_from(puzzle, goals_of(puzzle), context, step))


def counts_at(distances: Bytes) -> list[int]:
    """Return the number of positions at each distance, without those that were not reached."""
    reached = distances[distances != np.iinfo(distances.dtype).max]
    return [int(n) for n in np.bincount(reached)]


def distances_from(
    puzzle: NumberedPuzzle[S],
    starts: Collection[S],
    context: Context[Any],
    step: Step | None = None,
    limit: int = LONGEST_WAY,
) -> Bytes:
    """Return how many steps every position number is from the nearest of `starts`.

    A step is by default a move. The largest number of the type stands beyond `limit` steps.
    """
    step = step or puzzle.successors
    distances: Bytes = np.full(puzzle.num_positions, UNKNOWN, np.uint8)
    frontier = np.array([puzzle.number(start) for start in starts], np.int32)
    distances[frontier] = 0
    done, depth = len(frontier), 0
    while len(frontier) and depth < limit:
        context.check()
        depth += 1
        if depth == UNKNOWN:
            wider = distances.astype(np.uint16)
            distances = np.where(wider == UNKNOWN, LONGEST_WAY + 1, wider).astype(np.uint16)
        frontier = _layer(step, distances, frontier, depth)
        done += len(frontier)
        note = message("puzzle.table_progress", depth=depth, count=done)
        report = Decision(
            None, (), note, effort=done, budget=puzzle.num_positions, unit=Unit.POSITIONS
        )
        context.report(report)
    return distances


def _layer(
    step: Step, distances: Bytes, frontier: npt.NDArray[np.int32], depth: int
) -> npt.NDArray[np.int32]:
    """Mark the unknown neighbours of a layer and return them."""
    parts = []
    unknown = np.iinfo(distances.dtype).max
    for after in step(frontier):
        fresh = after.compress(distances.take(after) == unknown)
        distances[fresh] = depth
        parts.append(fresh)
    together = np.concatenate(parts)
    if len(together) > LARGE_LAYER:
        return np.flatnonzero(distances == depth).astype(np.int32)
    return np.unique(together)
