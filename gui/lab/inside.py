"""Model of the search inspector: the layers of a search, and stepping through them. No pygame.

The worker searches with every option that allows the position, the chosen one first; each layer is
available as soon as it is complete. Every layer has an example position: from the search itself,
from the path of the one-way search, or from the complete table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from engine.context import Context
from engine.messages import JouonsError, Message, message
from engine.protocols import UniformPuzzle
from engine.solvers.bidirectional import End, SearchLayer, solve
from engine.solvers.puzzle_solvers import HEURISTIC_SOLVERS, PuzzleSolvers
from gui.boards.handling import Handling, Handlings
from gui.inspector.best_first import BestFirstViewModel, WaysJob
from gui.lab.choices import FIRST_SOLVER
from gui.lab.solving import Solving
from gui.worker import Job, Worker

STEP_SECONDS = 0.9  # seconds per layer at the usual speed
EXPANSION_SECONDS = 0.25  # seconds per step of A*
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
    """A layer: a number of moves from one end."""

    chart: SearchChart
    end: End
    depth: int


@dataclass(frozen=True)
class SearchProgress:
    """Progress of a search; `length` is None until it is over. `solution` is a shortest one."""

    options: Mapping[str, str]  # of the puzzle
    choices: int  # possible moves
    layers: tuple[SearchLayer, ...] = ()
    length: int | None = None
    count: int = 0
    solution: Moves = ()
    one_way: tuple[int, ...] = ()  # layers of a one-way search of the same length

    @property
    def last(self) -> int:
        """The number of layers added to the two ends."""
        return max(0, len(self.layers) - 2)

    @property
    def slots(self) -> int:
        """The known distance between the two ends, in moves."""
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
    def fewer(self) -> Message:
        """How many fewer positions the two-way search visits."""
        return fewer(sum(self.held(self.last)), sum(self.one_way))

    def one_way_until(self, step: int) -> int:
        """Return the positions that one-way search knows after a number of layers."""
        return sum(self.one_way[: step + 1])


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
    variants: tuple[SearchProgress, ...]  # with each of the puzzle's options
    pages: tuple[SearchPage, ...]
    page: SearchPage
    distances: tuple[int, ...]  # the positions at each distance instead of a search
    at: int
    last: int
    playing: bool
    speed: float
    shown: LayerBar | None
    fault: Message | None
    ways: BestFirstViewModel | None = None  # A* and the other ways instead of layers

    @property
    def table(self) -> bool:
        """Whether all positions by distance are shown instead of a search."""
        return bool(self.distances)


class SearchJob:
    """One search in the worker, whose layers can be read at any time."""

    def __init__(
        self, worker: Worker, solvers: PuzzleSolvers[Any], handling: Handling, position: str
    ) -> None:
        self.handling = handling
        self._solvers = solvers
        self._position = position
        self._layers: list[SearchLayer] = []
        self._job: Job[tuple[int, int, Moves, Sequence[int]]] = worker.submit(self._run)

    def _run(self, context: Context[Any]) -> tuple[int, int, Moves, Sequence[int]]:
        state = self.handling.state(self._position)
        found = solve(self.handling.puzzle, state, context, self._layers.append)
        one_way = self._solvers.layers(state, found.length, context)
        return found.length, found.count, next(found.lines()), one_way

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
        result, puzzle, layers = self._job.result, self.handling.puzzle, tuple(self._layers)
        started = SearchProgress(puzzle.options, puzzle.num_moves, layers)
        if result is None and isinstance(puzzle, UniformPuzzle):
            return replace(started, one_way=tuple(puzzle.positions_at[: started.slots + 1]))
        if result is None:
            return started
        length, count, line, one_way = result
        return replace(started, length=length, count=count, solution=line, one_way=tuple(one_way))


class SearchInspector:
    """State of the panel: the position, the moment, the page, and the layer shown on the board."""

    def __init__(self, solving: Solving, handlings: Handlings) -> None:
        self.solving = solving
        self.handlings = handlings
        self.open = False
        self.page = SearchPage.LAYERS
        self.playing = False
        self.speed = 1.0
        self.shown: LayerBar | None = None
        self.at = 0
        self._to_end = False  # follows the newest layer
        self._wait = 0.0
        self._base = ""
        self._handling = handlings.of({})
        self._solver = FIRST_SOLVER
        self._ways: WaysJob | None = None
        self.heuristic = ""  # of the A* that is shown
        self._searches: dict[str, SearchJob] = {}  # by the puzzle with its options
        self._seen: object = None

    # -- opening, and the position ---------------------------------------------------------------

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
        if self._ways is not None:
            self._ways.cancel()
        self._searches, self._ways = {}, None

    def _begin(self, playing: bool) -> None:
        self.at, self._wait = 0, self._pause
        self.playing, self._to_end = playing, not playing
        self.shown = None

    def look_at(self, position: str, handling: Handling, solver: str) -> None:
        """Set position, options and solver; does nothing if all are the same."""
        if not self.open:
            return
        if position != self._base or not self._searches:
            self._stop()
            self._base, self._handling = position, handling
            for each in self.handlings.variants(handling.puzzle.options):
                if _is_possible(position, each):
                    solvers, worker = self.solving.solvers(each), self.solving.worker
                    self._searches[each.variant] = SearchJob(worker, solvers, each, position)
            self._begin(self.playing)
        if (handling, solver) != (self._handling, self._solver):
            self._handling, self._solver = handling, solver
            self._begin(self.playing)
        if solver in HEURISTIC_SOLVERS and self._ways is None:
            solvers = self.solving.solvers(handling)
            self._ways = WaysJob(self.solving.worker, solvers, handling, position)
            self.heuristic = self._ways.heuristics[-1]

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
                self._wait = self._pause
            self.playing = self.at < last or not self._complete
        before, self._seen = self._seen, self.look()
        return before != self._seen

    @property
    def ways(self) -> WaysJob | None:
        """The ways that are compared; None while layers are shown."""
        return self._ways if self._solver in HEURISTIC_SOLVERS else None

    @property
    def _pause(self) -> float:
        return (EXPANSION_SECONDS if self.ways is not None else STEP_SECONDS) / self.speed

    @property
    def _complete(self) -> bool:
        if self.ways is not None:
            return self.ways.complete
        search = self._searches.get(self._handling.variant)
        over = search is not None and (search.fault or search.searched.length is not None)
        return self._solver == "table" or bool(over)

    @property
    def last(self) -> int:
        """The last moment until now."""
        if self.ways is not None:
            return self.ways.last(self.heuristic)
        if self._solver == "table":
            return max(0, len(self._distances) - 1)
        return self._searched.last

    # -- stepping --------------------------------------------------------------------------------

    def go_to(self, at: int) -> None:
        """Go to a moment and pause."""
        self.playing = self._to_end = False
        self.at = min(self.last, max(0, at))

    def run(self) -> None:
        """Toggle playback; at the end it restarts from the first layer."""
        self.playing, self._to_end = not self.playing, False
        self._wait = self._pause
        if self.playing and self.at >= self.last:
            self.at = 0

    # -- view --------------------------------------------------------------------------------------

    @property
    def _searched(self) -> SearchProgress:
        search = self._searches.get(self._handling.variant)
        puzzle = self._handling.puzzle
        return search.searched if search else SearchProgress(puzzle.options, puzzle.num_moves)

    @property
    def _distances(self) -> tuple[int, ...]:
        return self.solving.distances(self._handling) if self._solver == "table" else ()

    def look(self) -> SearchViewModel | None:
        """Return the view model of the panel; None while it is closed."""
        if not self.open:
            return None
        search = self._searches.get(self._handling.variant)
        uniform = isinstance(self._handling.puzzle, UniformPuzzle)
        return SearchViewModel(
            self._searched,
            tuple(
                self._searches[each.variant].searched
                for each in self.handlings.variants({})
                if each.variant in self._searches
            ),
            tuple(SearchPage) if uniform else (SearchPage.LAYERS,),
            self.page if uniform else SearchPage.LAYERS,
            self._distances,
            self.at,
            self.last,
            self.playing,
            self.speed,
            self.shown,
            search.fault if search is not None else None,
            self._look_at_ways(),
        )

    def _look_at_ways(self) -> BestFirstViewModel | None:
        ways = self.ways
        if ways is None:
            return None
        shown = ways.taken(self.heuristic, self.at)
        known = shown is not None and self.solving.table(self._handling) is not None
        distance = self.solving.distance_of(self._handling, shown) if shown and known else None
        return ways.view_model(self.heuristic, self.at, distance)

    def choose(self, bar: LayerBar) -> None:
        """Show a position of a layer on the board; the same layer again hides it."""
        same = bar == self.shown
        self.shown = None if same or self.position_of(bar) is None else bar

    @property
    def position(self) -> str | None:
        """The position of the chosen layer, or the one that A* takes."""
        if self.open and self.ways is not None:
            return self.ways.taken(self.heuristic, self.at)
        return self.position_of(self.shown) if self.shown is not None else None

    def position_of(self, bar: LayerBar) -> str | None:
        """Return a position of a layer; None while none is known."""
        line, handling = self._line_to(bar), self._handling
        if line is None:
            return None
        start = self._base if bar.end is End.START else handling.goal_of(self._base)
        return handling.after(start, handling.solver_moves(start, line))

    def _line_to(self, bar: LayerBar) -> Moves | None:
        """Return moves from the bar's own end to one of its positions."""
        searched = self._searched
        if bar.chart is SearchChart.TABLE:
            return self._from_solved(bar.depth)
        if bar.chart is SearchChart.ONE_WAY:
            known = searched.length is not None and bar.depth <= searched.length
            return searched.solution[: bar.depth] if known else None
        layers = searched.until(searched.last, bar.end)
        return layers[bar.depth].line if bar.depth < len(layers) else None

    def _from_solved(self, depth: int) -> Moves | None:
        """Return moves to a position at that distance, back along a longest shortest solution."""
        line = self.solving.farthest(self._handling)
        if line is None:
            return None
        inverse = self._handling.puzzle.inverse
        return tuple(inverse(move) for move in reversed(line[len(line) - depth :]))


def _is_possible(position: str, handling: Handling) -> bool:
    try:
        handling.check(position)
    except JouonsError:
        return False
    return True
