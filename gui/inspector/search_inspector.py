"""Model of the inspector of a puzzle's search: its recorded jobs, moment, pages. No pygame here.

The worker searches from both ends. With A* or iterative deepening it runs every way too; with the
table there is nothing to search.
Every layer has an example position: from the search itself, from the path of the one-way search, or
from the complete table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engine.context import Context
from engine.messages import Message
from engine.protocols import UniformPuzzle, game_key
from engine.recording import Recorder, Recording, RecordingKind
from engine.solvers.bidirectional import End
from engine.solvers.distance_table import DistanceTable
from engine.solvers.puzzle_solvers import HEURISTIC_SOLVERS, PuzzleSolvers
from engine.trace.puzzle_search import (
    MAX_SINGLE,
    PositionExpanded,
    record_best_first,
    record_both_ends,
    record_distances,
)
from gui.boards.handling import Handling, Handlings
from gui.inspector.playback import FINE_SPEEDS, Mark, Playback, RecordingViewModel, Timeline
from gui.inspector.replay import GrowingRecorder, RecordedJob
from gui.inspector.search_frame import (
    BestFirstReplay,
    LayerBar,
    Moves,
    SearchChart,
    SearchFrame,
    SearchPage,
    SearchProgress,
    SearchWay,
    WaysViewModel,
    progress_of,
)
from gui.worker import Job, Worker

if TYPE_CHECKING:
    from gui.inspector.search_panel import SearchPanel

LAYERS_A_SECOND = 1 / 0.9  # at the usual speed
EXPANSIONS_A_SECOND = 4.0
JUMPS = 200  # room for the later steps at which f rises
SearchViewModel = RecordingViewModel[SearchFrame, "SearchPanel"]


class PuzzleTables:
    """Builds one table of all distances for each variant of a puzzle, in the worker."""

    def __init__(self, worker: Worker) -> None:
        self.worker = worker
        self._solvers: dict[str, PuzzleSolvers[Any]] = {}
        self._tables: dict[str, Job[DistanceTable[Any]]] = {}
        self._reported: set[str] = set()  # the tables that `update` has reported

    def solvers(self, handling: Handling) -> PuzzleSolvers[Any]:
        key = game_key(handling.puzzle)
        if key not in self._solvers:
            self._solvers[key] = PuzzleSolvers(handling.puzzle)
        return self._solvers[key]

    def update(self) -> bool:
        """Poll the jobs; return True if there is something new to show."""
        ready = {key for key, job in self._tables.items() if job.done}
        before, self._reported = self._reported, ready
        return before != ready

    def want_table(self, handling: Handling) -> None:
        """Start to build the table of all distances, unless it exists or is being built."""
        key = game_key(handling.puzzle)
        if key not in self._tables:
            self._tables[key] = self.worker.submit(self.solvers(handling).table)

    def table(self, handling: Handling) -> DistanceTable[Any] | None:
        """Return the table of all distances; None until it is built."""
        job = self._tables.get(game_key(handling.puzzle))
        return job.result if job is not None else None

    def farthest(self, handling: Handling) -> tuple[int, ...] | None:
        """Return a shortest solution of a position at maximum distance; None without the table."""
        table = self.table(handling)
        return next(table.lines(table.farthest())) if table is not None else None

    def distance_of(self, handling: Handling, position: str) -> int | None:
        """Return the distance of a position from the goal; None while there is no table."""
        table = self.table(handling)
        return table.distance(handling.state(position)) if table is not None else None

    def distances(self, handling: Handling) -> tuple[int, ...]:
        """Return the number of positions at each distance from the goal; empty until known."""
        if isinstance(handling.puzzle, UniformPuzzle):
            return tuple(handling.puzzle.positions_at)
        table = self.table(handling)
        return tuple(table.histogram()) if table is not None else ()


class SearchInspector(Playback[SearchFrame, "SearchPanel"]):
    """The search of one position, and the layer of it that is shown on the board."""

    speeds = FINE_SPEEDS

    def __init__(self, tables: PuzzleTables, handlings: Handlings, solver: str) -> None:
        super().__init__(FINE_SPEEDS.index(1.0))
        self.tables = tables
        self.handlings = handlings
        self.open = False
        self.shown: LayerBar | None = None
        self.heuristic = ""  # of the A* that is shown
        self._base = ""
        self._handling = handlings.of({})
        self._solver = solver
        self._both_ends: RecordedJob[bool] | None = None
        self._all_ways: WaysJob | None = None
        self._replays: dict[str, BestFirstReplay] = {}  # by heuristic
        self._distances: dict[str, Recording] = {}  # by the puzzle with its options

    # -- opening, and the position ---------------------------------------------------------------

    def show(self, playing: bool) -> None:
        """Open the panel: either grow from the first layer, or show the end at once."""
        self.open = True
        self._begin(playing)

    def close(self) -> None:
        """Close the panel and cancel its searches."""
        self.open = False
        self._begin(playing=False)
        self._stop()

    def _stop(self) -> None:
        for search in (self._both_ends, self._all_ways):
            if search is not None:
                search.cancel()
        self._both_ends, self._all_ways, self._replays = None, None, {}

    def _begin(self, playing: bool) -> None:
        self.rewind()
        self.running = self.touched = playing
        self.shown = None
        self.changes += 1

    def look_at(self, position: str, handling: Handling, solver: str) -> None:
        """Set position, options and solver; does nothing if all are the same."""
        if not self.open:
            return
        if (position, handling) != (self._base, self._handling) or self._both_ends is None:
            self._stop()
            self._base, self._handling = position, handling
            solvers = self.tables.solvers(handling)
            self._both_ends = search_both_ends(self.tables.worker, solvers, handling, position)
            self._begin(self.running)
        if solver != self._solver:
            self._solver = solver
            self._begin(self.running)
            self.touched = self.touched or solver in HEURISTIC_SOLVERS  # from the first step
        if solver in HEURISTIC_SOLVERS and self._all_ways is None:
            solvers = self.tables.solvers(handling)
            self._all_ways = WaysJob(self.tables.worker, solvers, handling, position)
            self.heuristic = self._all_ways.heuristics[-1]

    # -- time ------------------------------------------------------------------------------------

    def update(self, dt: float) -> bool:
        """Advance by `dt` seconds; return True if the view must be refreshed."""
        if not self.open:
            return False
        for search in (self._both_ends, self._all_ways):
            self.changes += search is not None and search.update()
        self._follow()
        self.advance(dt)
        return self.report()

    def _follow(self) -> None:
        """Show the recording, or a longer version of it."""
        recording, timeline = self._recording, self._timeline
        if recording is not None and (timeline is None or timeline.recording is not recording):
            self.show_recording(recording)

    def panels(self) -> Mapping[RecordingKind, type[SearchPanel]]:
        from gui.inspector.panels import SEARCH_PANELS

        return SEARCH_PANELS

    @property
    def ways(self) -> WaysJob | None:
        """The ways that are compared; None while layers are shown."""
        return self._all_ways if self._solver in HEURISTIC_SOLVERS else None

    @property
    def _search(self) -> RecordedJob[bool] | None:
        """The search that is shown; None for the table."""
        if self._all_ways is not None and self.ways is not None:
            return self._all_ways.searches[self.heuristic]
        return None if self._solver == "table" else self._both_ends

    @property
    def _recording(self) -> Recording | None:
        if self._solver != "table":
            return None if self._search is None else self._search.recording
        variant, counts = self._handling.variant, self.tables.distances(self._handling)
        if counts and variant not in self._distances:
            recorder = Recorder()
            record_distances(counts, recorder)
            self._distances[variant] = recorder.recording()
        return self._distances.get(variant)

    @property
    def busy(self) -> bool:
        search = self._search
        return search is not None and not search.complete and search.fault is None

    @property
    def pace(self) -> float:
        return EXPANSIONS_A_SECOND if self.ways is not None else LAYERS_A_SECOND

    # -- choices ---------------------------------------------------------------------------------

    def choose_heuristic(self, name: str) -> None:
        """Show A* with another heuristic, from its first step."""
        self.heuristic = name
        self.rewind()
        self.touched = True
        self.changes += 1
        self._follow()

    def choose(self, bar: LayerBar | None) -> None:
        """Show a position of a layer on the board; the same layer again hides it."""
        hidden = bar is None or bar == self.shown or self.position_of(bar) is None
        self.shown = None if hidden else bar
        self.changes += 1

    # -- view --------------------------------------------------------------------------------------

    def look(self) -> SearchViewModel | None:
        """Return the view model of the panel; None while it is closed."""
        if not self.open:
            return None
        frame, search = self.frame(), self._search
        panel = self.panel if frame is not None else None
        fault = search.fault if search is not None else None
        name = "table" if search is None else "search"
        name = "astar" if self.ways is not None else name
        title = Message(f"cube_inside.title.{name}")
        return SearchViewModel(title, frame, panel, self.playing(), fault, self.page)

    def place(self) -> tuple[Message, ...]:
        frame, panel = self.frame(), self.panel
        return () if frame is None or panel is None else panel.place(frame)

    def marks(self) -> tuple[Mark, ...]:
        """Return where the lowest f, or the bound, rises."""
        frame, timeline = self.frame(), self._timeline
        if frame is None or timeline is None or frame.ways is None:
            return ()
        return tuple(Mark(timeline.fraction(step), str(f)) for step, f in frame.ways.rises)

    def frame_key(self) -> bool:
        return self.tables.table(self._handling) is not None

    def make_frame(self, timeline: Timeline) -> SearchFrame:
        uniform = isinstance(self._handling.puzzle, UniformPuzzle)
        ways = self._ways_at(timeline.recording, self.moment)
        position = None if self.shown is None else self.position_of(self.shown)
        if ways is not None:
            position = ways.step.taken.position
        return SearchFrame(
            recording=timeline.recording,
            step=timeline.step(self.moment),
            complete=not self.busy,
            searched=self._progress,
            pages=tuple(SearchPage) if uniform else (SearchPage.LAYERS,),
            page=list(SearchPage)[self.page if uniform else 0],
            shown=self.shown,
            position=position,
            ways=ways,
        )

    @property
    def _progress(self) -> SearchProgress:
        search = self._both_ends
        return progress_of(self._handling, None if search is None else search.recording)

    def _ways_at(self, recording: Recording, moment: int) -> WaysViewModel | None:
        ways = self.ways
        if ways is None:
            return None
        handling = self._handling
        replay = self._replays.setdefault(self.heuristic, BestFirstReplay(handling))
        steps = [event for _, event in recording.events.of(PositionExpanded)]
        step, rises = replay.step(steps, moment), replay.rises(steps)
        distance = self.tables.distance_of(handling, step.taken.position)
        terms = dict(handling.heuristic_terms(self.heuristic, step.taken.position))
        return WaysViewModel(ways.ways, self.heuristic, distance, step, rises, terms)

    # -- positions on the board ------------------------------------------------------------------

    @property
    def position(self) -> str | None:
        """The position of the chosen layer, or the one that A* takes."""
        frame = self.frame() if self.open else None
        return None if frame is None else frame.position

    def position_of(self, bar: LayerBar) -> str | None:
        """Return a position of a layer; None while none is known."""
        line, handling = self._line_to(bar), self._handling
        if line is None:
            return None
        start = self._base if bar.end is End.START else handling.goal_of(self._base)
        return handling.after(start, handling.solver_moves(start, line))

    def _line_to(self, bar: LayerBar) -> Moves | None:
        """Return moves from the bar's own end to one of its positions."""
        searched = self._progress
        if bar.chart is SearchChart.TABLE:
            return self._from_solved(bar.depth)
        if bar.chart is SearchChart.ONE_WAY:
            within = searched.length is not None and bar.depth <= searched.length
            return searched.solution[: bar.depth] if within else None
        layers = searched.until(searched.last, bar.end)
        return layers[bar.depth].example if bar.depth < len(layers) else None

    def _from_solved(self, depth: int) -> Moves | None:
        """Return moves to a position at that distance, back along a longest shortest solution."""
        line = self.tables.farthest(self._handling)
        if line is None:
            return None
        inverse = self._handling.puzzle.inverse
        return tuple(inverse(move) for move in reversed(line[len(line) - depth :]))


# -- the jobs --------------------------------------------------------------------------------------


def search_both_ends(
    worker: Worker, solvers: PuzzleSolvers[Any], handling: Handling, position: str
) -> RecordedJob[bool]:
    """Start the search from both ends; the result is True."""
    recorder = GrowingRecorder()

    def work(context: Context[Any]) -> bool:
        record_both_ends(solvers, handling.state(position), context, recorder)
        return True

    return RecordedJob(worker.submit(work), recorder)


class WaysJob:
    """Runs every way to search on one position; the results can be read at any time."""

    def __init__(
        self, worker: Worker, solvers: PuzzleSolvers[Any], handling: Handling, position: str
    ) -> None:
        self.handling = handling
        self._position = position
        self._solvers = solvers
        self.heuristics = names = tuple(solvers.heuristics)
        astar = (("astar", name) for name in names)
        ways = (("breadth", ""), ("twoway", ""), *astar, ("ida", names[-1]))
        self._ways = {way: SearchWay(*way) for way in ways}
        self._recorders = {name: GrowingRecorder(max_events=MAX_SINGLE + JUMPS) for name in names}
        job = worker.submit(self._run)
        self.searches = {name: RecordedJob(job, each) for name, each in self._recorders.items()}
        self._reported: tuple[SearchWay, ...] = ()

    def _run(self, context: Context[Any]) -> bool:
        """Run the strongest A* first, since it is looked at step by step."""
        state, solvers = self.handling.state(self._position), self._solvers
        for name in reversed(self.heuristics):
            recorder = self._recorders[name]
            result = record_best_first(solvers, state, name, context, recorder)
            self._put("astar", name, result.looked_at, result.stored)
        one_way = solvers.one_way(state, result.length, context)
        self._put("breadth", "", one_way, one_way)
        for solver, name in (("twoway", ""), ("ida", self.heuristics[-1])):
            result = solvers.solve(state, solver, name or None, context)
            self._put(solver, name, result.looked_at, result.stored)
        return True

    def _put(self, solver: str, heuristic: str, looked_at: int, stored: int) -> None:
        self._ways[solver, heuristic] = SearchWay(solver, heuristic, looked_at, stored)

    @property
    def ways(self) -> tuple[SearchWay, ...]:
        """Every way with its cost, where it is known."""
        return tuple(self._ways.values())

    @property
    def complete(self) -> bool:
        """Whether all ways have come to their end."""
        return all(search.complete for search in self.searches.values())

    def update(self) -> bool:
        """Take the results so far; return True if there is something new."""
        grown = [search.update() for search in self.searches.values()]
        before, self._reported = self._reported, self.ways
        return any(grown) or before != self._reported

    def cancel(self) -> None:
        for search in self.searches.values():
            search.cancel()
