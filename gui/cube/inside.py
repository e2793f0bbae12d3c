"""Model of the search inspector: the layers of a search, and stepping through them. No pygame.

The worker searches in both metrics, the chosen one first; each layer is available as soon as it is
complete. Every layer has an example position: from the search itself, from the path of the one-way
search, or from the complete table.
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

STEP_SECONDS = 0.9  # seconds per layer at the usual speed
TEXTBOOK = (2, 20)  # choices per turn, and turns, of the textbook example
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
    """A layer: a number of turns from one end."""

    chart: SearchChart
    end: End
    depth: int


@dataclass(frozen=True)
class SearchProgress:
    """Progress of a search; `length` is None until it is over. `solution` is a shortest one."""

    metric: Metric
    layers: tuple[SearchLayer, ...] = ()
    length: int | None = None
    count: int = 0
    solution: Moves = ()

    @property
    def last(self) -> int:
        """The number of layers added to the two ends."""
        return max(0, len(self.layers) - 2)

    @property
    def slots(self) -> int:
        """The known distance between the two ends, in turns."""
        return self.last if self.length is None else self.length

    def until(self, step: int, end: End) -> tuple[SearchLayer, ...]:
        """Return the layers of one end once `step` layers have been added."""
        return tuple(layer for layer in self.layers[: step + 2] if layer.end is end)

    def held(self, step: int) -> tuple[int, int]:
        """Return the positions known from the scrambled and from the solved end at a step."""
        sides = (self.until(step, end) for end in End)
        first, second = (sum(layer.positions for layer in side) for side in sides)
        return first, second

    def added(self, step: int) -> SearchLayer | None:
        """Return the last layer added by a step; None at both ends and while none is known."""
        return self.layers[step + 1] if 0 < step <= self.last else None

    @property
    def one_way(self) -> tuple[int, ...]:
        """The layers that one-way search would add, up to the same length."""
        return POSITIONS_AT[self.metric.value][: self.slots + 1]

    @property
    def fewer(self) -> Message:
        """How many fewer positions the two-way search visits."""
        return fewer(sum(self.held(self.last)), sum(self.one_way))

    def one_way_until(self, step: int) -> int:
        """Return the positions that one-way search knows after a number of layers."""
        return list(accumulate(self.one_way))[min(step, self.slots)]


def fewer(visited: int, one_way: int) -> Message:
    """Return how many fewer positions are visited than by one-way search: factor or difference."""
    times = round(one_way / max(1, visited))
    if times > 1:
        return message("cube_inside.fewer", count=times)
    difference = one_way - visited
    key = "less" if difference > 0 else "more" if difference else "as_many"
    return message(f"cube_inside.{key}", count=abs(difference))


@dataclass(frozen=True)
class SearchViewModel:
    """View model of the panel."""

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
        """Number of possible turns."""
        return moves_of(self.searched.metric)

    @property
    def layers_of_table(self) -> tuple[int, ...]:
        """Number of cubes at each distance."""
        return POSITIONS_AT[self.searched.metric.value]


def moves_of(metric: Metric) -> int:
    """Return the number of possible turns in a metric."""
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
        """Cancel the job."""
        self._job.cancel()

    @property
    def fault(self) -> Message | None:
        """The reason if there is no answer."""
        return self._job.error

    @property
    def searched(self) -> SearchProgress:
        """The progress until now."""
        result = self._job.result
        length, count, line = result if result is not None else (None, 0, ())
        return SearchProgress(self.metric, tuple(self._layers), length, count, line)


class SearchInspector:
    """State of the panel: the cube, the moment, the page, and the layer shown on the cube."""

    def __init__(self, solving: Solving) -> None:
        self.solving = solving
        self.open = False
        self.page = SearchPage.LAYERS
        self.playing = False
        self.speed = 1.0
        self.shown: LayerBar | None = None
        self.at = 0
        self._to_end = False  # follows the newest layer
        self._wait = 0.0
        self._base = ""
        self._metric = Metric.QUARTER
        self._table = False
        self._searches: dict[Metric, SearchJob] = {}
        self._seen: object = None

    # -- opening, and the cube ------------------------------------------------------------------

    def show(self, playing: bool) -> None:
        """Open the panel: either grow from the first layer, or show the end at once."""
        self.open = True
        self._begin(playing)

    def close(self) -> None:
        """Close the panel and cancel its searches."""
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
        """Set the cube and the metric; does nothing if both are the same."""
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
        """Advance by `dt` seconds; return True if the view must be refreshed."""
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
        """The last moment until now."""
        if self._table:
            return len(POSITIONS_AT[self._metric.value]) - 1
        return self._of(self._metric).last

    # -- stepping --------------------------------------------------------------------------------

    def go_to(self, at: int) -> None:
        """Go to a moment and pause."""
        self.playing = self._to_end = False
        self.at = min(self.last, max(0, at))

    def run(self) -> None:
        """Toggle playback; at the end it restarts from the first layer."""
        self.playing, self._to_end = not self.playing, False
        self._wait = STEP_SECONDS / self.speed
        if self.playing and self.at >= self.last:
            self.at = 0

    # -- view --------------------------------------------------------------------------------------

    def _of(self, metric: Metric) -> SearchProgress:
        search = self._searches.get(metric)
        return search.searched if search is not None else SearchProgress(metric)

    def look(self) -> SearchViewModel | None:
        """Return the view model of the panel; None while it is closed."""
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
        """Show a position of a layer on the cube; the same layer again hides it."""
        same = bar == self.shown
        self.shown = None if same or self.facelets_of(bar) is None else bar

    @property
    def on_cube(self) -> str | None:
        """The facelets of the chosen layer."""
        return self.facelets_of(self.shown) if self.shown is not None else None

    def facelets_of(self, bar: LayerBar) -> str | None:
        """Return a position of a layer in the orientation of the cube; None while none is known."""
        held = HeldCube(self._base)
        line = self._line_to(bar)
        if line is None:
            return None
        start = held if bar.end is End.START else held.solved_alike()
        turns = PocketCube(self._metric.value).turns
        return start.turns([turns[move] for move in line]).facelets

    def _line_to(self, bar: LayerBar) -> Moves | None:
        """Return turns from the bar's own end to one of its positions."""
        searched = self._of(self._metric)
        if bar.chart is SearchChart.TABLE:
            return self._from_solved(bar.depth)
        if bar.chart is SearchChart.ONE_WAY:
            known = searched.length is not None and bar.depth <= searched.length
            return searched.solution[: bar.depth] if known else None
        layers = searched.until(searched.last, bar.end)
        return layers[bar.depth].line if bar.depth < len(layers) else None

    def _from_solved(self, depth: int) -> Moves | None:
        """Return turns to a cube at that distance, back along a solution of a farthest cube."""
        line = self.solving.farthest(self._metric)
        if line is None:
            return None
        cube = PocketCube(self._metric.value)
        return tuple(cube.inverse(move) for move in reversed(line[len(line) - depth :]))
