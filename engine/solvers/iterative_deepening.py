"""Iterative deepening A* for any puzzle and any heuristic that never overestimates (Korf 1985).

A depth-first search follows every line whose moves made and estimate of moves left stay within a
bound; the bound grows until the goal is found. Memory holds only the positions of one line.

Cost: each round repeats those before it, which matters little, as the last is the largest. Since it
remembers no position, it meets one again by every way that leads there: in a puzzle with many short
cycles it takes far longer than A*, and without a good estimate longer than anybody waits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, Protocol

from engine.context import Context
from engine.messages import message
from engine.protocols import Decision, Puzzle, S, S_contra, Unit, Unsolvable
from engine.solvers.shortest_paths import Line, PathResult, goals_of

CHECK_EVERY = 512


class IterationWatch(Protocol[S_contra]):
    """Receives the steps of the search."""

    def visited(self, path: Sequence[S_contra], left: int, bound: int) -> None:
        """Take a path of positions, the newest last, and the estimate of the moves left."""

    def round_over(self, bound: int, next_bound: int | None, count: int) -> None:
        """Take the end of an iteration, which found `count` solutions."""


class BoundedSearch(Generic[S]):
    """A depth-first search within a bound, with counts over all its iterations."""

    def __init__(
        self,
        puzzle: Puzzle[S],
        heuristic: Callable[[S], int],
        context: Context[Any],
        watch: IterationWatch[S] | None = None,
    ) -> None:
        self.puzzle, self.heuristic, self.context = puzzle, heuristic, context
        self.watch = watch
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
        self._observe([], start, heuristic(start), bound)
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
                left = heuristic(child)
                f = len(levels) + left
                if self.watch is not None:
                    self._observe(levels, child, left, bound)
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

    def _observe(self, levels: Sequence[tuple[S, object]], state: S, left: int, bound: int) -> None:
        if self.watch is not None:
            self.watch.visited([*(each for each, _ in levels), state], left, bound)

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
    puzzle: Puzzle[S],
    start: S,
    heuristic: Callable[[S], int],
    context: Context[Any],
    watch: IterationWatch[S] | None = None,
) -> PathResult:
    """Find every shortest solution; `looked_at` counts visits, repeated ones included.

    `lines()` repeats the last iteration, so that the solutions need no memory either. `watch`
    receives each visit and the end of each iteration. Reports its progress; raises Cancelled, or
    Unsolvable when no further bound is left.
    """
    search = BoundedSearch(puzzle, heuristic, context, watch)
    bound = heuristic(start)
    while not (count := _iterate(search, start, bound)):
        note = message("puzzle.progress", depth=bound, count=search.visits)
        context.report(Decision(None, (), note, effort=search.visits, unit=Unit.POSITIONS))
        if search.next_bound is None:
            raise Unsolvable("puzzle.unreachable")
        bound = search.next_bound
    search.watch = None  # a repetition for the solutions is no part of the search
    return PathResult(
        length=bound,
        count=count,
        looked_at=search.visits,
        stored=search.longest,
        lines=lambda: search.lines(start, bound),
        expanded=search.expanded,
    )


def _iterate(search: BoundedSearch[S], start: S, bound: int) -> int:
    """Run one iteration; return the number of solutions within the bound."""
    count = sum(1 for _ in search.lines(start, bound))
    if search.watch is not None:
        search.watch.round_over(bound, search.next_bound, count)
    return count
