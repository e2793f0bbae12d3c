"""Ways to search a puzzle side by side, and A* step by step. No pygame here.

The open positions of a step of A* are worked out from its recorded expansions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.solvers.astar import OpenList
from engine.trace.puzzle_search import PositionExpanded
from gui.boards.handling import Handling

LAST_DONE = 3
NEXT_OPEN = 8


@dataclass(frozen=True)
class SearchWay:
    """A way to search and its cost: positions looked at, and the most held at once."""

    solver: str  # "breadth", "twoway", "astar" or "ida"
    heuristic: str = ""
    looked_at: int | None = None  # None while it is not known
    stored: int | None = None

    @property
    def key(self) -> str:
        """The name of a way that can be shown step by step; empty for the others."""
        return self.heuristic if self.solver == "astar" else ""


@dataclass(frozen=True)
class PathNode:
    """A position of A*: moves made (g) and the estimate of those to come (h)."""

    position: str
    made: int
    left: int

    @property
    def total(self) -> int:
        """The least length of a solution through this position (f)."""
        return self.made + self.left


@dataclass(frozen=True)
class BestFirstStep:
    """A step of A*: the position taken, its new neighbours, and the lists around it."""

    taken: PathNode
    new: tuple[PathNode, ...]
    last_done: tuple[PathNode, ...]  # the newest at the end
    done: int  # positions expanded before this one
    next_open: tuple[PathNode, ...]  # after the step, in the order in which they are taken
    open: int | None  # number of open positions after the step; None behind a gap


@dataclass(frozen=True)
class WaysViewModel:
    """View model of the ways to search, and of the step of the one that is shown."""

    ways: tuple[SearchWay, ...]
    chosen: str  # the key of the way that is shown
    distance: int | None  # from the position taken to the goal, where known
    step: BestFirstStep
    rises: tuple[tuple[int, int], ...]  # steps at which the lowest f rises, with it
    terms: Mapping[str, int]  # of the heuristic, by the part of the position taken


class BestFirstReplay:
    """Works out the open positions of a step of A* from its expansions."""

    def __init__(self, handling: Handling) -> None:
        self.handling = handling
        self._step: tuple[int, int, BestFirstStep] | None = None
        self._rises: list[tuple[int, int]] = []
        self._measured = 0  # expansions whose f was compared

    def step(self, steps: Sequence[PositionExpanded], at: int) -> BestFirstStep:
        if self._step is None or self._step[:2] != (at, len(steps[at].new)):
            self._step = at, len(steps[at].new), self._made(steps, at)
        return self._step[2]

    def _new(self, taken: PositionExpanded) -> tuple[PathNode, ...]:
        return tuple(self._node(state, taken.made + 1, left) for state, left in taken.new)

    def _made(self, steps: Sequence[PositionExpanded], at: int) -> BestFirstStep:
        taken = steps[at]
        node = self._node(taken.state, taken.made, taken.left)
        if taken.number != at + 1:  # the lists behind a gap are not known
            return BestFirstStep(node, self._new(taken), (), taken.number - 1, (), None)
        waiting: OpenList[Any] = OpenList()
        best: dict[Any, int] = {steps[0].state: 0}
        for step in steps[: at + 1]:
            for state, left in step.new:
                best[state] = step.made + 1
                waiting.add(step.made + 1 + left, left, state)
        done = {step.state: step.made for step in steps[: at + 1]}
        is_open = {state for state, moves_of in best.items() if done.get(state) != moves_of}
        before = steps[max(0, at - LAST_DONE) : at]
        last_done = tuple(self._node(step.state, step.made, step.left) for step in before)
        coming = tuple(self._next(waiting, best, is_open))
        return BestFirstStep(node, self._new(taken), last_done, at, coming, len(is_open))

    def _next(
        self, waiting: OpenList[Any], best: dict[Any, int], is_open: set[Any]
    ) -> Iterator[PathNode]:
        """Yield the open positions that would be taken next."""
        count = 0
        left = set(is_open)
        while waiting.lowest() is not None and count < NEXT_OPEN:
            f, h, state = waiting.take()
            if state in left and best[state] == f - h:
                left.discard(state)
                count += 1
                yield self._node(state, f - h, h)

    def _node(self, state: Any, made: int, left: int) -> PathNode:
        return PathNode(self.handling.puzzle.text(state), made, left)

    def rises(self, steps: Sequence[PositionExpanded]) -> tuple[tuple[int, int], ...]:
        """Return the steps at which the lowest f rises, with f; the first step included."""
        for number in range(self._measured, len(steps)):
            total = steps[number].made + steps[number].left
            if not self._rises or total > self._rises[-1][1]:
                self._rises.append((number, total))
        self._measured = len(steps)
        return tuple(self._rises)
