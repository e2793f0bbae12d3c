"""Searches for any puzzle and any heuristic that never overestimates: A*, and with less memory.

A* (Hart, Nilsson, Raphael 1968) expands the open position with the lowest f = g + h, where g is the
number of moves made and h the estimate of the moves left; among equals the lowest h, then the
oldest. After the goal it goes on with the other positions of the same f, so that it finds every
shortest solution. Cost: it expands no position whose f exceeds the length of the solution, so a
good estimate saves most of them; but every position it has met stays in memory, which ends before
time does (a random 15-puzzle needs iterative deepening). With an estimate that is too high it would
miss the shortest.

Iterative deepening (Korf 1985) is a depth-first search that follows every line whose f stays within
a bound; the bound grows until the goal is found. Memory holds only the positions of one line. Cost:
each round repeats those before it, which matters little, as the last is the largest. Since it
remembers no position, it meets one again by every way that leads there: in a puzzle with many short
cycles it takes far longer than A*, and without a good estimate longer than anybody waits.
"""

from __future__ import annotations

from collections import defaultdict, deque
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
        self._queues: dict[tuple[int, int], deque[S]] = defaultdict(deque)

    def add(self, f: int, h: int, state: S) -> None:
        queue = self._queues[f, h]
        if not queue:
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
        return (*key, state)


# Receives each expansion: the position taken, the number of moves made (g), the estimate of the
# moves left (h), and each neighbour that was unknown or is now reached by fewer moves, with its h.
ExpansionWatch = Callable[[S, int, int, tuple[tuple[S, int], ...]], None]


def a_star(
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


class BoundedSearch(Generic[S]):
    """A depth-first search within a bound, with counts over all its iterations."""

    def __init__(
        self, puzzle: Puzzle[S], heuristic: Callable[[S], int], context: Context[Any]
    ) -> None:
        self.puzzle, self.heuristic, self.context = puzzle, heuristic, context
        self.inverses = [puzzle.inverse(move) for move in range(puzzle.num_moves)]
        self.visits = 0
        self.expanded = 0
        self.longest = 1  # positions of the longest line
        self.next_bound: int | None = None  # the lowest f beyond the bound of the last iteration

    def lines(self, start: S, bound: int) -> Iterator[Line]:
        """Yield the move sequences to the goal within a bound; no move undoes the one before.

        They are all the shortest solutions if every lower bound yielded none.
        """
        goals, heuristic = goals_of(self.puzzle), self.heuristic
        play = self.puzzle.play
        self.next_bound = None
        self.visits += 1
        if start in goals:
            yield ()
            return
        line: list[int] = []
        levels = [(start, self._moves(start, None))]
        while levels:
            state, untried = levels[-1]
            for move in untried:
                child = play(state, move)
                self.visits += 1
                f = len(levels) + heuristic(child)
                if f > bound:
                    if self.next_bound is None or f < self.next_bound:
                        self.next_bound = f
                elif child in goals:
                    yield (*line, move)
                else:
                    line.append(move)
                    levels.append((child, self._moves(child, move)))
                    break
            else:
                self.longest = max(self.longest, len(levels) + 1)
                levels.pop()
                del line[-1:]

    def _moves(self, state: S, last: int | None) -> Iterator[int]:
        """Expand a position: return its moves except the inverse of the last one."""
        if self.expanded % CHECK_EVERY == 0:
            self.context.check()
        self.expanded += 1
        moves = self.puzzle.moves(state)
        if last is None:
            return iter(moves)
        back = self.inverses[last]
        return iter([move for move in moves if move != back])


def iterative_deepening(
    puzzle: Puzzle[S], start: S, heuristic: Callable[[S], int], context: Context[Any]
) -> PathResult:
    """Find every shortest solution; `looked_at` counts visits, repeated ones included.

    `lines()` repeats the last iteration, so that the solutions need no memory either. Reports its
    progress; raises Cancelled, or Unsolvable when no further bound is left.
    """
    search = BoundedSearch(puzzle, heuristic, context)
    bound = heuristic(start)
    while not (count := sum(1 for _ in search.lines(start, bound))):
        report_progress(bound, search.visits, context)
        if search.next_bound is None:
            raise Unsolvable("puzzle.unreachable")
        bound = search.next_bound
    return PathResult(
        length=bound,
        count=count,
        looked_at=search.visits,
        stored=search.longest,
        lines=lambda: search.lines(start, bound),
        expanded=search.expanded,
    )
