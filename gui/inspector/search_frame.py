"""One step of the search of a puzzle, as its panels receive it. No pygame here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum

from engine.messages import Message, message
from engine.protocols import UniformPuzzle
from engine.recording import Recording
from engine.solvers.bidirectional import End
from engine.trace.puzzle_search import BothEndsResult, DistanceCounted, LayerGrown, layers_of
from gui.boards.handling import Handling
from gui.inspector.best_first_view_model import WaysViewModel
from gui.inspector.inspector_frame import RecordingFrame

Moves = tuple[int, ...]


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

    def held(self, step: int) -> tuple[int, int]:
        """Return the positions known from the scrambled and from the solved end at a step."""
        sides = (self.until(step, end) for end in End)
        first, second = (sum(layer.positions for layer in side) for side in sides)
        return first, second

    @property
    def fewer(self) -> Message:
        """How many fewer positions the two-way search visits."""
        return fewer(sum(self.held(self.last)), sum(self.one_way))

    def one_way_until(self, step: int) -> int:
        """Return the positions that one-way search knows after a number of layers."""
        return sum(self.one_way[: step + 1])


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
