"""Events of the searches of a puzzle: layers from both ends, steps of A*, distances of a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.context import Context
from engine.messages import Message, message
from engine.protocols import S
from engine.recording import Event, MethodResult, Recorder, Recording, RecordingKind
from engine.solvers.bidirectional import End, solve
from engine.solvers.puzzle_solvers import PuzzleSolvers
from engine.solvers.shortest_paths import PathResult

MAX_SINGLE = 20_000  # steps of A* that are recorded one by one


@dataclass(frozen=True, slots=True)
class SearchStarted(Event, phase="ends"):
    """The start of a search from both ends: one position at each."""


@dataclass(frozen=True, slots=True)
class LayerGrown(Event, phase="layer"):
    """A layer that one end of the search has added.

    `positions` are new to their end, `made` is the number of positions the moves of the layer
    before led to, repeats included, `met` the number of new positions on the other frontier.
    `example` leads from the layer's own end to one of its positions, a meeting one if there is any.
    """

    end: End
    depth: int
    positions: int
    made: int
    met: int
    example: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PositionExpanded(Event, phase="expand"):
    """A step of A*: an open position is taken, and its neighbours join the open ones.

    `number` counts the steps from 1; a long search is recorded with gaps. `made` is the number of
    moves to the position (g), `left` the estimate of those to come (h). `new` holds each neighbour
    that was unknown or is now reached by fewer moves, with its estimate.
    """

    number: int
    state: Any
    made: int
    left: int
    new: tuple[tuple[Any, int], ...]


@dataclass(frozen=True, slots=True)
class DistanceCounted(Event, phase="distance"):
    """The number of positions at a distance from the goal."""

    depth: int
    positions: int


@dataclass(frozen=True, slots=True)
class SearchResult(MethodResult):
    """The length and the number of the shortest solutions."""

    length: int
    count: int


@dataclass(frozen=True, slots=True)
class BothEndsResult(SearchResult):
    """Also a shortest solution, and the layers of a search of that length from one end alone."""

    solution: tuple[int, ...]
    one_way: tuple[int, ...]


def record_both_ends(
    solvers: PuzzleSolvers[S], state: S, context: Context[Any], recorder: Recorder
) -> None:
    """Search from both ends and record every layer."""
    recorder.kind = RecordingKind.BOTH_ENDS

    def grown(
        end: End, depth: int, positions: int, made: int, met: int, example: tuple[int, ...]
    ) -> None:
        if depth:
            text = message(f"cube_inside.adds.{end.value}", turns=_turns(depth), count=positions)
            recorder.add(LayerGrown(text, (), end, depth, positions, made, met, example))
        elif end is End.GOAL:
            recorder.add(SearchStarted(Message(f"cube_inside.{'same' if met else 'begin'}"), ()))

    result = solve(solvers.puzzle, state, context, grown)
    one_way = solvers.layers(state, result.length, context)
    solution = next(result.lines())
    recorder.finish(BothEndsResult(result.length, result.count, solution, tuple(one_way)))


def layers_of(recording: Recording | None) -> tuple[LayerGrown, ...]:
    """Return the layers of a search from both ends, the two ends first."""
    events = () if recording is None else recording.events
    ends = [
        LayerGrown(event.text, (), end, 0, 1, 0, 0, ())
        for event in events[:1]
        if isinstance(event, SearchStarted)
        for end in End
    ]
    return (*ends, *(event for event in events if isinstance(event, LayerGrown)))


def record_best_first(
    solvers: PuzzleSolvers[S],
    state: S,
    heuristic: str,
    context: Context[Any],
    recorder: Recorder,
    single: int = MAX_SINGLE,
) -> PathResult:
    """Search by A* with a heuristic and record its first `single` steps.

    Of the later steps it records those at which f rises, and the goal.
    """
    recorder.kind = RecordingKind.BEST_FIRST
    goal = solvers.puzzle.goal()
    bound, length = -1, -1

    def expanded(state: S, made: int, left: int, new: tuple[tuple[S, int], ...]) -> None:
        nonlocal bound, length
        number, f = recorder.total + 1, made + left
        rises, bound = f > bound, max(f, bound)
        if number > single and not rises and state != goal:
            recorder.passed()
            return
        if state == goal:
            length = f
            text = message("search.goal", n=number, f=f)
        elif length >= 0:
            text = message("search.counting", n=number, f=f)
        else:
            key = "search.step" if new else "search.step.none"
            text = message(key, n=number, count=len(new))
        recorder.add(PositionExpanded(text, (), number, state, made, left, new))

    result = solvers.solve(state, "astar", heuristic, context, expanded)
    recorder.finish(SearchResult(result.length, result.count))
    return result


def record_distances(counts: Sequence[int], recorder: Recorder) -> None:
    """Record the number of positions 0, 1, 2 ... moves from the goal."""
    recorder.kind = RecordingKind.DISTANCES
    for depth, count in enumerate(counts):
        text = message("cube_inside.table_layer", n=depth, turns=_turns(depth), count=count)
        recorder.add(DistanceCounted(text, (), depth, count))


def _turns(count: int) -> Message:
    return message("cube_inside.turns", count=count)
