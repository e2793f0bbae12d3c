"""View model of a depth-first search at one step, and of the tree it skipped.

The search assumes a cooperative opponent. Each move has its exact value and the reply of best play
beside it. No pygame here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from engine.messages import Message, message
from engine.protocols import Estimate, Value
from engine.recording import Line
from engine.solvers.heap_theory import heaps_of
from engine.trace.heaps import PositionTried, SearchCosts, TraceResult
from gui.inspector.inspector_frame import InspectorFrame

# The exact value of a move for its player, and a better one in words with its value, if any.
Judged = tuple[Estimate | None, tuple[str, Estimate] | None]


@dataclass(frozen=True)
class TraceRow:
    """One position of the tree."""

    line: Line
    move: str  # the last move, "" at the root
    player: int  # the player of that move
    mover: int  # the player to move
    left: str  # the remaining heaps
    total: int
    over: bool  # the game ends here
    step: int  # -1: the search skipped it
    tried: bool
    kept: bool  # it is part of the line found
    note: Message
    opens: bool  # whether more of the tree can be unfolded here
    opened: bool


@dataclass(frozen=True)
class TraceViewModel:
    """View model of the search at one step; `now` is the row of the step."""

    rows: tuple[TraceRow, ...]
    now: int
    whole: int | None  # positions of the whole tree; None: too many to count
    searches: SearchCosts | None
    judge: Callable[[Line], Judged]
    searcher: int  # the side that the search wants to win: sentences and badges take its view

    def for_searcher(self, row: TraceRow) -> Judged:
        """Return the values of a row's move and of the better one, from the searcher's view."""
        truth, better = self.judge(row.line)
        if row.player == self.searcher:
            return truth, better
        other = None if better is None else (better[0], turned(better[1]))
        return None if truth is None else turned(truth), other


def turned(estimate: Estimate) -> Estimate:
    """Return the same value for the other side."""
    value = None if estimate.value is None else Value(-estimate.value)
    score = None if estimate.score is None else 1 - estimate.score
    return replace(estimate, value=value, score=score)


def trace_view_model(frame: InspectorFrame) -> TraceViewModel:
    result, viewer = frame.result(TraceResult), _TraceWalker(frame)
    rows = tuple(viewer.rows())
    here = frame.recording.events[frame.step].line if frame.step >= 0 else ()
    now = next((place for place, row in enumerate(rows) if row.line == here), 0)
    whole, searches = (None, None) if result is None else (result.whole_tree, result.searches)
    return TraceViewModel(rows, now, whole, searches, viewer.judged, viewer.searcher)


class _TraceWalker:
    """Walks the unfolded part of the tree."""

    def __init__(self, frame: InspectorFrame) -> None:
        self.frame = frame
        self.game = frame.game
        self.searcher = frame.game.to_move(frame.state)
        events = frame.recording.events[: frame.step + 1]
        self.steps = {event.line: index for index, event in enumerate(events)}
        self.tried: dict[Line, list[int]] = {}
        for line in self.steps:
            if line:
                self.tried.setdefault(line[:-1], []).append(line[-1])
        self._states: dict[Line, Any] = {}
        self._bests: dict[Line, Estimate | None] = {}

    def rows(self) -> Iterator[TraceRow]:
        """Yield the rows from the top."""
        pending: list[tuple[Line, Any]] = [((), self.frame.state)]
        while pending:
            line, state = pending.pop()
            children = self._children(line, state)
            self._states[line] = state
            yield self._row(line, state, len(children))
            pending += [((*line, move), self.game.play(state, move)) for move in reversed(children)]

    def _children(self, line: Line, state: Any) -> list[int]:
        """Return the moves that have rows: those tried, then the others, if unfolded."""
        tried = self.tried.get(line, [])
        if line not in self.frame.toggled:
            return tried
        return [*tried, *(move for move in self.game.moves(state) if move not in tried)]

    def _row(self, line: Line, state: Any, children: int) -> TraceRow:
        index = self.steps.get(line, -1)
        event = self.frame.recording.events[index] if index >= 0 else None
        heaps = heaps_of(state)
        moves = len(self.game.moves(state))
        return TraceRow(
            line,
            self._text(line),
            (self.game.to_move(self.frame.state) + len(line) + 1) % 2,
            self.game.to_move(state),
            ",".join(map(str, heaps)),
            sum(heaps),
            not moves,
            index,
            event is not None,
            isinstance(event, PositionTried) and event.chosen,
            message("inspector.trace.not_tried") if event is None else event.text.values["note"],
            len(self.tried.get(line, [])) < moves,
            children == moves > 0,
        )

    def _text(self, line: Line) -> str:
        return self.game.move_text(self._states[line[:-1]], line[-1]) if line else ""

    def judged(self, line: Line) -> Judged:
        """Return the verdict on the last move of a line that has a row."""
        estimate = self.frame.truth(line) if line else None
        if estimate is None or estimate.value is None:
            return estimate, None
        before = line[:-1]
        if before not in self._bests:
            self._bests[before] = self._best(before)
        best = self._bests[before]
        if best is None or best.value is None or best.value <= estimate.value:
            return estimate, None
        return estimate, (self.game.move_text(self._states[before], best.move), best)

    def _best(self, line: Line) -> Estimate | None:
        """Return the best move after a line, if all of its moves have known values."""
        moves = self.game.moves(self._states[line])
        truths = [self.frame.truth((*line, move)) for move in moves]
        sure = [each for each in truths if each is not None and each.value is not None]
        if not sure or len(sure) < len(truths):
            return None
        return max(sure, key=lambda each: (each.rank, -each.move))
