"""Iterative deepening A* for any puzzle and any heuristic that never overestimates (Korf 1985).

A depth-first search follows every line whose moves made and estimate of moves left stay within a
bound; the bound grows until the goal is found. Memory holds only the positions of one line.

Cost: each round repeats those before it, which matters little, as the last is the largest. Since it
remembers no position, it meets one again by every way that leads there: in a puzzle with many short
cycles it takes far longer than A*, and without a good estimate longer than anybody waits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Generic

from engine.context import Context
from engine.protocols import Puzzle, S, Unsolvable
from engine.solvers.shortest_paths import Line, PathResult, goals_of, report_progress

CHECK_EVERY = 512


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


def solve(
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
