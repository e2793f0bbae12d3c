"""Shortest paths through positions of known depth: their number, and each one.

A search supplies its depths as a function that returns None for a position it has not found. The
moves are reversible, so the same moves lead away from a position and towards it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol, runtime_checkable

from engine.context import Context
from engine.messages import message
from engine.protocols import Decision, Int32Array, Neighbours, Puzzle, S, Unit

Depth = Callable[[S], int | None]
Line = tuple[int, ...]


@runtime_checkable
class DirectedPuzzle(Puzzle[S], Protocol[S]):
    """Optional, for a numbered puzzle that may have moves without a way back, or several goals."""

    @property
    def goals(self) -> Collection[S]:
        """All solved positions."""

    @property
    def reversible(self) -> bool:
        """Whether every move can be taken back by one move."""

    def arrivals(self, state: S) -> Sequence[tuple[int, S]]:
        """Return each move into a position with the position before it, in ascending order."""

    def predecessors(self, numbers: Int32Array) -> Iterable[Int32Array]:
        """Return the numbers of all positions before these, as `successors` those after them."""


def goals_of(puzzle: Puzzle[S]) -> Collection[S]:
    """Return the solved positions of a puzzle."""
    return puzzle.goals if isinstance(puzzle, DirectedPuzzle) else (puzzle.goal(),)


@dataclass(frozen=True)
class PathResult:
    """All shortest solutions of a position, and the effort of finding them.

    `count` is exact; `lines()` yields the solutions one by one. `looked_at` counts the positions
    found, or every visit in a search without a table; `stored` is the largest number held in
    memory at once. `expanded` counts the positions whose moves were tried; None for a search
    without a heuristic.
    """

    length: int
    count: int
    looked_at: int
    stored: int
    lines: Callable[[], Iterator[Line]]
    expanded: int | None = None
    sides: tuple[int, int] | None = None  # positions found from the start and from the goal


def report_progress(depth: int, positions: int, context: Context[Any]) -> None:
    """Report how deep a search is, and how many positions it has found."""
    note = message("puzzle.progress", depth=depth, count=positions)
    context.report(Decision(None, (), note, effort=positions, unit=Unit.POSITIONS))


def neighbours_function(puzzle: Puzzle[S]) -> Callable[[S], Sequence[S]]:
    """Return a function from a position to the positions after its moves, in order."""
    if isinstance(puzzle, Neighbours):
        return puzzle.neighbours
    moves, play = puzzle.moves, puzzle.play

    def one_by_one(state: S) -> Sequence[S]:
        return [play(state, move) for move in moves(state)]

    return one_by_one


def arrivals(puzzle: Puzzle[S], state: S) -> Sequence[tuple[int, S]]:
    """Return each move into a position with the position before it, in ascending order."""
    if isinstance(puzzle, DirectedPuzzle):
        return puzzle.arrivals(state)
    moves = sorted(map(puzzle.inverse, puzzle.moves(state)))
    return [(move, puzzle.play(state, puzzle.inverse(move))) for move in moves]


def lines_down(puzzle: Puzzle[S], state: S, depth_of: Depth[S]) -> Iterator[Line]:
    """Yield every shortest move sequence from a position to the one of depth 0."""
    return _lines(
        lambda at: [(move, puzzle.play(at, move)) for move in puzzle.moves(at)], state, depth_of
    )


def lines_up(puzzle: Puzzle[S], state: S, depth_of: Depth[S]) -> Iterator[Line]:
    """Yield every shortest move sequence from the position of depth 0 to this one."""
    return (line[::-1] for line in _lines(partial(arrivals, puzzle), state, depth_of))


def _lines(
    steps: Callable[[S], Iterable[tuple[int, S]]], state: S, depth_of: Depth[S]
) -> Iterator[Line]:
    """Yield every way down to depth 0 by `steps`, of any length: without recursion."""
    depth = depth_of(state)
    if not depth:
        yield ()
        return
    line: list[int] = []
    levels = [iter(steps(state))]
    while levels:
        left = depth - len(levels)
        for move, after in levels[-1]:
            if depth_of(after) != left:
                continue
            if not left:
                yield (*line, move)
                continue
            line.append(move)
            levels.append(iter(steps(after)))
            break
        else:
            levels.pop()
            del line[-1:]


def count_lines(puzzle: Puzzle[S], state: S, depth_of: Depth[S], upwards: bool = False) -> int:
    """Count the shortest move sequences from a position to the one of depth 0.

    `upwards`: from the one of depth 0 to this position.
    """
    neighbours = neighbours_function(puzzle)
    if upwards and isinstance(puzzle, DirectedPuzzle):
        neighbours = lambda state: [before for _, before in arrivals(puzzle, state)]  # noqa: E731
    layer = {state: 1}
    for depth in range((depth_of(state) or 0) - 1, -1, -1):
        following: dict[S, int] = {}
        for position, ways in layer.items():
            for after in neighbours(position):
                if depth_of(after) == depth:
                    following[after] = following.get(after, 0) + ways
        layer = following
    return sum(layer.values())
