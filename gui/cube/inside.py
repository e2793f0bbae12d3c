"""Looking inside the search of a cube, without its window: its layers, and walking through them.

Both metrics are searched in the worker, the chosen one first; layers are there as they are added.
Any layer has a position to show: one of the search itself, of the way that one-way search would
take to the goal, or of the complete table.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from itertools import accumulate
from typing import Any

from engine.context import Context
from engine.games.cube_facelets import HeldCube
from engine.games.pocket_cube import POSITIONS_AT, PocketCube
from engine.messages import Message, message
from engine.solvers.bidirectional import End, SearchLayer, solve
from gui.cube.snapshot import Metric
from gui.cube.solving import Solving
from gui.worker import Job, Worker

STEP_SECONDS = 0.9  # a layer stands so long at the usual speed
TEXTBOOK = (2, 20)  # choices a turn, and turns, of the usual example
Moves = tuple[int, ...]


class SearchPage(Enum):
    """What the panel shows of the search from both ends."""

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
    """A layer: so many turns from one end."""

    chart: SearchChart
    end: End
    depth: int


@dataclass(frozen=True)
class SearchProgress:
    """A search so far; `length` is None until it is over. `solution` is a shortest one."""

    metric: Metric
    layers: tuple[SearchLayer, ...] = ()
    length: int | None = None
    count: int = 0
    solution: Moves = ()

    @property
    def last(self) -> int:
        """How many layers have been added to the two ends."""
        return max(0, len(self.layers) - 2)

    @property
    def slots(self) -> int:
        """How many turns apart the two ends are, as far as is known."""
        return self.last if self.length is None else self.length

    def until(self, step: int, end: End) -> tuple[SearchLayer, ...]:
        """The layers of one end once `step` layers have been added."""
        return tuple(layer for layer in self.layers[: step + 2] if layer.end is end)

    def held(self, step: int) -> tuple[int, int]:
        """Positions known from the scrambled and from the solved end by then."""
        sides = (self.until(step, end) for end in End)
        first, second = (sum(layer.positions for layer in side) for side in sides)
        return first, second

    def added(self, step: int) -> SearchLayer | None:
        """The layer added last by then; None at the two ends and while nothing is known."""
        return self.layers[step + 1] if 0 < step <= self.last else None

    @property
    def one_way(self) -> tuple[int, ...]:
        """The layers that one-way search would add, to the same length."""
        return POSITIONS_AT[self.metric.value][: self.slots + 1]

    @property
    def fewer(self) -> Message:
        """How many fewer positions both ends take than one."""
        return fewer(sum(self.held(self.last)), sum(self.one_way))

    def one_way_until(self, step: int) -> int:
        """Positions one-way search knows after so many layers."""
        return list(accumulate(self.one_way))[min(step, self.slots)]


def fewer(visited: int, one_way: int) -> Message:
    """How many fewer positions are visited than by one-way search: times, or a difference."""
    times = round(one_way / max(1, visited))
    if times > 1:
        return message("cube_inside.fewer", count=times)
    difference = one_way - visited
    key = "less" if difference > 0 else "more" if difference else "as_many"
    return message(f"cube_inside.{key}", count=abs(difference))


@dataclass(frozen=True)
class SearchViewModel:
    """Everything the panel shows."""

    searched: SearchProgress
    other: SearchProgress  # in the other metric
    page: SearchPage
    table: bool  # all cubes by distance instead of a search
    at: int
    last: int
    playing: bool
    speed: float
    shown: LayerBar | None
    fault: Message | None

    @property
    def choices(self) -> int:
        """Turns to choose from."""
        return moves_of(self.searched.metric)

    @property
    def layers_of_table(self) -> tuple[int, ...]:
        """How many cubes are at each distance."""
        return POSITIONS_AT[self.searched.metric.value]


def moves_of(metric: Metric) -> int:
    """How many turns there are to choose from."""
    return PocketCube(metric.value).num_moves


class SearchJob:
    """One search in the worker, whose layers can be read at any time."""

    def __init__(self, worker: Worker, cube: PocketCube, facelets: str, metric: Metric) -> None:
        self.metric = metric
        self._cube = cube
        self._facelets = facelets
        self._layers: list[SearchLayer] = []
        self._job: Job[tuple[int, int, Moves]] = worker.submit(self._run)

    def _run(self, context: Context[Any]) -> tuple[int, int, Moves]:
        state = self._cube.state_of(HeldCube(self._facelets))
        found = solve(self._cube, state, context, self._layers.append)
        return found.length, found.count, next(found.lines())

    def cancel(self) -> None:
        """No longer wanted."""
        self._job.cancel()

    @property
    def fault(self) -> Message | None:
        """Why there is no answer."""
        return self._job.error

    @property
    def searched(self) -> SearchProgress:
        """What is known by now."""
        result = self._job.result
        length, count, line = result if result is not None else (None, 0, ())
        return SearchProgress(self.metric, tuple(self._layers), length, count, line)


class SearchInspector:
    """The panel's own state: which cube, which moment, which page, which layer lies on the cube."""

    def __init__(self, solving: Solving) -> None:
        self.solving = solving
        self.open = False
        self.page = SearchPage.LAYERS
        self.playing = False
        self.speed = 1.0
        self.shown: LayerBar | None = None
        self.at = 0
        self._to_end = False  # stands at the newest layer, whatever comes
        self._wait = 0.0
        self._base = ""
        self._metric = Metric.QUARTER
        self._table = False
        self._searches: dict[Metric, SearchJob] = {}
        self._seen: object = None

    # -- opening, and the cube looked at -------------------------------------------------------

    def show(self, playing: bool) -> None:
        """Open: growing from the first layer on, or at the end at once."""
        self.open = True
        self._begin(playing)

    def close(self) -> None:
        """Nothing goes on behind a closed panel."""
        self.open = self.playing = False
        self.shown = None
        self._stop()

    def _stop(self) -> None:
        for search in self._searches.values():
            search.cancel()
        self._searches = {}

    def _begin(self, playing: bool) -> None:
        self.at, self._wait = 0, STEP_SECONDS / self.speed
        self.playing, self._to_end = playing, not playing
        self.shown = None

    def look_at(self, facelets: str, metric: Metric, table: bool) -> None:
        """The cube and the way of counting to be looked at; nothing is done again for the same."""
        if not self.open:
            return
        if facelets != self._base or not self._searches:
            self._stop()
            self._base, self._metric = facelets, metric
            others = (each for each in Metric if each is not metric)
            for each in (metric, *others):
                cube = self.solving.solvers.cube(each.value)
                self._searches[each] = SearchJob(self.solving.worker, cube, facelets, each)
            self._begin(self.playing)
        if (metric, table) != (self._metric, self._table):
            self._metric, self._table = metric, table
            self._begin(self.playing)

    # -- time ----------------------------------------------------------------------------------

    def update(self, dt: float) -> bool:
        """Let time pass; true when there is something new to show."""
        if not self.open:
            return False
        last = self.last
        if self._to_end:
            self.at = last
        elif self.playing:
            self._wait -= dt
            if self._wait <= 0 and self.at < last:
                self.at += 1
                self._wait = STEP_SECONDS / self.speed
            self.playing = self.at < last or not self._complete
        before, self._seen = self._seen, self.look()
        return before != self._seen

    @property
    def _complete(self) -> bool:
        search = self._searches.get(self._metric)
        over = search is not None and (search.fault or search.searched.length is not None)
        return self._table or bool(over)

    @property
    def last(self) -> int:
        """The last moment there is by now."""
        if self._table:
            return len(POSITIONS_AT[self._metric.value]) - 1
        return self._of(self._metric).last

    # -- walking -------------------------------------------------------------------------------

    def go_to(self, at: int) -> None:
        """Stand at a moment; playing pauses."""
        self.playing = self._to_end = False
        self.at = min(self.last, max(0, at))

    def run(self) -> None:
        """Play on, from the start when at the end, or pause."""
        self.playing, self._to_end = not self.playing, False
        self._wait = STEP_SECONDS / self.speed
        if self.playing and self.at >= self.last:
            self.at = 0

    # -- what is shown -------------------------------------------------------------------------

    def _of(self, metric: Metric) -> SearchProgress:
        search = self._searches.get(metric)
        return search.searched if search is not None else SearchProgress(metric)

    def look(self) -> SearchViewModel | None:
        """All of the panel; None while it is closed."""
        if not self.open:
            return None
        metric = self._metric
        other = Metric.HALF if metric is Metric.QUARTER else Metric.QUARTER
        search = self._searches.get(metric)
        return SearchViewModel(
            self._of(metric),
            self._of(other),
            self.page,
            self._table,
            self.at,
            self.last,
            self.playing,
            self.speed,
            self.shown,
            search.fault if search is not None else None,
        )

    def choose(self, bar: LayerBar) -> None:
        """Lay a position of a layer on the cube; the same layer again takes it away."""
        same = bar == self.shown
        self.shown = None if same or self.facelets_of(bar) is None else bar

    @property
    def on_cube(self) -> str | None:
        """The facelets of the layer that is shown."""
        return self.facelets_of(self.shown) if self.shown is not None else None

    def facelets_of(self, bar: LayerBar) -> str | None:
        """A position of a layer, held as the cube is; None while none is known."""
        held = HeldCube(self._base)
        line = self._line_to(bar)
        if line is None:
            return None
        start = held if bar.end is End.START else held.solved_alike()
        turns = PocketCube(self._metric.value).turns
        return start.turns([turns[move] for move in line]).facelets

    def _line_to(self, bar: LayerBar) -> Moves | None:
        """Turns from the bar's own end to a position of it."""
        searched = self._of(self._metric)
        if bar.chart is SearchChart.TABLE:
            return self._from_solved(bar.depth)
        if bar.chart is SearchChart.ONE_WAY:
            known = searched.length is not None and bar.depth <= searched.length
            return searched.solution[: bar.depth] if known else None
        layers = searched.until(searched.last, bar.end)
        return layers[bar.depth].line if bar.depth < len(layers) else None

    def _from_solved(self, depth: int) -> Moves | None:
        """Turns to a cube at that distance: back along a shortest solution of a farthest one."""
        line = self.solving.farthest(self._metric)
        if line is None:
            return None
        cube = PocketCube(self._metric.value)
        return tuple(cube.inverse(move) for move in reversed(line[len(line) - depth :]))
