"""One step of the search of a puzzle, as its panels receive it. No pygame here.

The open positions of a step of A* are worked out from its recorded expansions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import islice
from typing import Any

from engine.messages import Message, message
from engine.protocols import UniformPuzzle
from engine.recording import Recording
from engine.solvers.bidirectional import End
from engine.solvers.heuristic_search import OpenList
from engine.trace.puzzle_search import (
    BothEndsResult,
    DistanceCounted,
    LayerGrown,
    PositionExpanded,
    layers_of,
)
from gui.boards.handling import Handling
from gui.inspector.inspector_frame import RecordingFrame

Moves = tuple[int, ...]
LAST_DONE = 3
NEXT_OPEN = 8


class SearchPage(Enum):
    """Page of the panel about the search from both ends."""

    LAYERS = "layers"
    SEQUENCES = "sequences"
    HALVING = "halving"


class SearchChart(Enum):
    """A row of bars."""

    TWO_WAY = "two_way"
    ONE_WAY = "one_way"
    TABLE = "table"


@dataclass(frozen=True)
class LayerBar:
    """A layer: a number of moves from one end."""

    chart: SearchChart
    end: End
    depth: int


@dataclass(frozen=True)
class SearchProgress:
    """Progress of a search; `length` is None until it is over. `solution` is a shortest one."""

    options: Mapping[str, str]  # of the puzzle
    choices: int  # possible moves
    layers: tuple[LayerGrown, ...] = ()  # the two ends first
    length: int | None = None
    count: int = 0
    solution: Moves = ()
    one_way: Moves = ()  # layers of a one-way search of the same length

    @property
    def last(self) -> int:
        """The number of layers added to the two ends."""
        return max(0, len(self.layers) - 2)

    @property
    def slots(self) -> int:
        """The known distance between the two ends, in moves."""
        return self.last if self.length is None else self.length

    def until(self, step: int, end: End) -> tuple[LayerGrown, ...]:
        """Return the layers of one end once `step` layers have been added."""
        return tuple(layer for layer in self.layers[: step + 2] if layer.end is end)

    def depths(self, step: int) -> tuple[int, int]:
        """Return the last layer of the scrambled and of the solved end at a step."""
        first, second = (max(0, len(self.until(step, end)) - 1) for end in End)
        return first, second

    @property
    def largest(self) -> int:
        """The positions of the largest layer."""
        return max((layer.positions for layer in self.layers), default=1)

    def held(self, step: int) -> tuple[int, int]:
        """Return the positions known from the scrambled and from the solved end at a step."""
        sides = (self.until(step, end) for end in End)
        first, second = (sum(layer.positions for layer in side) for side in sides)
        return first, second

    @property
    def fewer(self) -> Message:
        """How many fewer positions the two-way search visits."""
        return fewer(sum(self.held(self.last)), sum(self.one_way))


def progress_of(handling: Handling, recording: Recording | None) -> SearchProgress:
    """Return the progress of a recorded search from both ends."""
    puzzle = handling.puzzle
    started = SearchProgress(puzzle.options, puzzle.num_moves, layers_of(recording))
    result = None if recording is None else recording.result
    if isinstance(result, BothEndsResult):
        return replace(
            started,
            length=result.length,
            count=result.count,
            solution=result.solution,
            one_way=result.one_way,
        )
    if isinstance(puzzle, UniformPuzzle):
        return replace(started, one_way=tuple(puzzle.positions_at[: started.slots + 1]))
    return started


def fewer(visited: int, one_way: int) -> Message:
    """Return how many fewer positions are visited than by one-way search: factor or difference."""
    times = round(one_way / max(1, visited))
    if times > 1:
        return message("cube_inside.fewer", count=times)
    difference = one_way - visited
    key = "less" if difference > 0 else "more" if difference else "as_many"
    return message(f"cube_inside.{key}", count=abs(difference))


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


@dataclass(frozen=True, kw_only=True, eq=False)
class SearchFrame(RecordingFrame):
    """A search at one step: its recording, and the searches beside it."""

    searched: SearchProgress  # from both ends
    pages: tuple[SearchPage, ...]
    page: SearchPage
    shown: LayerBar | None  # on the board
    position: str | None  # of that layer, or the one that A* takes
    ways: WaysViewModel | None  # while A* or iterative deepening is shown


def counts_of(frame: RecordingFrame) -> tuple[int, ...]:
    """Return the recorded numbers of positions by distance."""
    return tuple(event.positions for _, event in frame.events(DistanceCounted))


# -- A* step by step -------------------------------------------------------------------------------


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

    def _made(self, steps: Sequence[PositionExpanded], at: int) -> BestFirstStep:
        taken = steps[at]
        node = self._node(taken.state, taken.made, taken.left)
        new = tuple(self._node(state, taken.made + 1, left) for state, left in taken.new)
        if taken.number != at + 1:  # the lists behind a gap are not known
            return BestFirstStep(node, new, (), taken.number - 1, (), None)
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
        coming = tuple(islice(self._next(waiting, best, is_open), NEXT_OPEN))
        return BestFirstStep(node, new, last_done, at, coming, len(is_open))

    def _next(
        self, waiting: OpenList[Any], best: dict[Any, int], is_open: set[Any]
    ) -> Iterator[PathNode]:
        """Yield the open positions in the order in which they would be taken."""
        left = set(is_open)
        while waiting.lowest() is not None:
            f, h, state = waiting.take()
            if state in left and best[state] == f - h:
                left.discard(state)
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
