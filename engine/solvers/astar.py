"""A* for any puzzle and any heuristic that never overestimates (Hart, Nilsson, Raphael 1968).

The search expands the open position with the lowest f = g + h, where g is the number of moves made
and h the estimate of the moves left; among equals the lowest h, then the oldest. After the goal it
goes on with the other positions of the same f, so that it finds every shortest solution.

Cost: it expands no position whose f exceeds the length of the solution, so a good estimate saves
most of them; but every position it has met stays in memory, which ends before time does (a random
15-puzzle needs iterative deepening). With an estimate that is too high it would miss the shortest.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from itertools import chain
from typing import Any, Generic

from engine.context import Context
from engine.protocols import Puzzle, S, Unsolvable
from engine.solvers.shortest_paths import (
    Line,
    PathResult,
    count_lines,
    goals_of,
    lines_up,
    neighbours_function,
    report_progress,
)

CHECK_EVERY = 512
MAX_POSITIONS = 5_000_000


class OpenList(Generic[S]):
    """The open positions: the lowest f first, then the lowest h, then the oldest."""

    def __init__(self) -> None:
        self._keys: list[tuple[int, int]] = []  # a heap of (f, h)
        self._queues: dict[tuple[int, int], deque[S]] = {}

    def add(self, f: int, h: int, state: S) -> None:
        queue = self._queues.get((f, h))
        if queue is None:
            queue = self._queues[(f, h)] = deque()
            heappush(self._keys, (f, h))
        queue.append(state)

    def lowest(self) -> int | None:
        """The lowest f, None when no position is open."""
        return self._keys[0][0] if self._keys else None

    def take(self) -> tuple[int, int, S]:
        """Remove the next position, and return its f, its h and itself."""
        key = self._keys[0]
        queue = self._queues[key]
        state = queue.popleft()
        if not queue:
            heappop(self._keys)
            del self._queues[key]
        return (*key, state)


# Receives each expansion: the position taken, the number of moves made (g), the estimate of the
# moves left (h), and each neighbour that was unknown or is now reached by fewer moves, with its h.
ExpansionWatch = Callable[[S, int, int, tuple[tuple[S, int], ...]], None]


def solve(
    puzzle: Puzzle[S],
    start: S,
    heuristic: Callable[[S], int],
    context: Context[Any],
    watch: ExpansionWatch[S] | None = None,
) -> PathResult:
    """Find every shortest solution; `looked_at` counts closed and open positions together.

    `watch` receives each expansion, and the goal when it is taken.

    Reports its progress; raises Cancelled, or Unsolvable when the goal cannot be reached or there
    are more than MAX_POSITIONS positions.
    """
    goals, neighbours = goals_of(puzzle), neighbours_function(puzzle)
    observe = watch or (lambda *_: None)
    depths = {start: 0}  # the fewest moves found so far to each position
    waiting: OpenList[S] = OpenList()
    first = heuristic(start)
    waiting.add(first, first, start)
    expanded, length, bound = 0, None, first
    while (lowest := waiting.lowest()) is not None and (length is None or lowest <= length):
        if lowest > bound:
            bound = lowest
            report_progress(bound, len(depths), context)
        f, h, state = waiting.take()
        depth = f - h
        # A position reached again by a shorter path is in the open list a second time.
        if depths[state] < depth:
            continue
        if state in goals:
            length = depth
            observe(state, depth, h, ())
        if length is not None and depth >= length:
            continue
        if expanded % CHECK_EVERY == 0:
            context.check()
            if len(depths) > MAX_POSITIONS:
                raise Unsolvable("puzzle.too_large", limit=MAX_POSITIONS)
        expanded += 1
        depth += 1
        new = []
        for child in neighbours(state):
            earlier = depths.get(child)
            if earlier is None or depth < earlier:
                depths[child] = depth
                left = heuristic(child)
                waiting.add(depth + left, left, child)
                new.append((child, left))
        observe(state, depth - 1, h, tuple(new))
    if length is None:
        raise Unsolvable("puzzle.unreachable")
    nearest = [goal for goal in goals if depths.get(goal) == length]
    count = sum(count_lines(puzzle, goal, depths.get, upwards=True) for goal in nearest)

    def lines() -> Iterator[Line]:
        return chain.from_iterable(lines_up(puzzle, goal, depths.get) for goal in nearest)

    return PathResult(length, count, len(depths), len(depths), lines, expanded)
