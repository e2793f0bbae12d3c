"""Bidirectional search for any puzzle with reversible moves (Pohl 1971).

One frontier grows from each end, always the smaller one, a layer at a time. Each side stores the
depth of every position it has found, and for its frontier the number of shortest paths. At the
first depth where the frontiers meet, every shortest solution passes through exactly one meeting
position, so their number is the sum of the products of the two numbers of paths.

Cost: with b new positions a move and a solution of n moves about 2 b^(n/2) positions instead of
b^n, all of them kept. It needs moves that can be taken back and a single goal, and uses no
estimate: where a layer has millions of positions, A* with a good one takes less.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from enum import Enum
from typing import Any, Generic

from engine.context import Context
from engine.protocols import Puzzle, S, Unsolvable
from engine.solvers.shortest_paths import (
    PathResult,
    goals_of,
    lines_down,
    lines_up,
    neighbours_function,
    report_progress,
)

CHECK_EVERY = 512
MAX_POSITIONS = 5_000_000


class End(Enum):
    """The end from which a layer grew."""

    START = "start"
    GOAL = "goal"


# Receives each layer: the end it grew from, its depth, how many positions are new to their side,
# how many the moves of the layer before led to, repeats included, how many new ones the other
# frontier has, and a line from the layer's own end to one of its positions, a meeting one if any.
LayerWatch = Callable[[End, int, int, int, int, tuple[int, ...]], None]


class _Side(Generic[S]):
    """One side of the search: its frontier with numbers of paths, and the depths it has found."""

    def __init__(self, end: End, starts: Collection[S]) -> None:
        self.end = end
        self.made = 0  # positions the moves into the last layer led to, repeats included
        self.depth = 0
        self.frontier: dict[S, int] = dict.fromkeys(starts, 1)
        self.depths: dict[S, int] = dict.fromkeys(starts, 0)


def solve(
    puzzle: Puzzle[S],
    start: S,
    context: Context[Any],
    watch: LayerWatch | None = None,
) -> PathResult:
    """Find every shortest path from `start` to the goal; `watch` receives each layer.

    Each side has its own table.

    Reports its progress; raises Cancelled, or Unsolvable when the goal cannot be reached or the
    two sides hold more than MAX_POSITIONS positions.
    """
    goals = goals_of(puzzle)
    forward, backward = _Side(End.START, [start]), _Side(End.GOAL, goals)
    grown = [forward, backward]
    while True:
        context.check()
        meeting = forward.frontier.keys() & backward.frontier.keys()
        if watch is not None:
            for side in (each for each in grown if each.frontier):
                _report_layer(puzzle, side, meeting, watch)
        if meeting:
            break
        smaller = forward if len(forward.frontier) <= len(backward.frontier) else backward
        if not smaller.frontier:
            raise Unsolvable("puzzle.unreachable")
        if len(forward.depths) + len(backward.depths) > MAX_POSITIONS:
            raise Unsolvable("puzzle.too_large", limit=MAX_POSITIONS)
        _grow(puzzle, smaller, context)
        grown = [smaller]
        positions = len(forward.depths) + len(backward.depths)
        report_progress(forward.depth + backward.depth, positions, context)
    count = sum(forward.frontier[state] * backward.frontier[state] for state in meeting)
    # A solved position is both ends, and one position.
    sides = (len(forward.depths), len(backward.depths) if start not in goals else 0)

    def lines() -> Iterator[tuple[int, ...]]:
        for state in sorted(meeting, key=repr):
            heads = list(lines_up(puzzle, state, forward.depths.get))
            for tail in lines_down(puzzle, state, backward.depths.get):
                yield from (head + tail for head in heads)

    length, both = forward.depth + backward.depth, sum(sides)
    return PathResult(length, count, both, both, lines, sides=sides)


def _report_layer(
    puzzle: Puzzle[S], side: _Side[S], meeting: Collection[S], watch: LayerWatch
) -> None:
    """Report the layer that a side has just added."""
    example = min(meeting, key=repr) if meeting else next(reversed(side.frontier))
    line = next(lines_up(puzzle, example, side.depths.get))
    watch(side.end, side.depth, len(side.frontier), side.made, len(meeting), line)


def _grow(puzzle: Puzzle[S], side: _Side[S], context: Context[Any]) -> None:
    """Add a layer to a side; moves are reversible, so both sides grow by the same moves."""
    depths, depth = side.depths, side.depth + 1
    layer: dict[S, int] = {}
    neighbours = neighbours_function(puzzle)
    generated = 0
    for number, (state, ways) in enumerate(side.frontier.items()):
        if number % CHECK_EVERY == 0:
            context.check()
        children = neighbours(state)
        generated += len(children)
        for child in children:
            earlier = layer.get(child)
            if earlier is not None:
                layer[child] = earlier + ways
            elif child not in depths:
                layer[child] = ways
                depths[child] = depth
    side.made = generated
    side.frontier = layer
    side.depth = depth
