"""What there is to see of a depth-first search at one moment, and of the tree it skipped.

The search trusts the opponent to help. Beside each move stands what it is really worth, and what
best play would have answered instead. No pygame here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.messages import Message, message
from engine.protocols import Estimate, Value
from engine.solvers.heap_theory import heaps_of
from engine.watch import Step
from gui.inspector.inspector_frame import InspectorFrame, Line

EVERYTHING: Line = (-1,)  # toggled: the whole tree is unfolded
LARGEST_WHOLE = 600  # positions of a tree that may be unfolded as a whole


@dataclass(frozen=True)
class TraceRow:
    """One position of the tree."""

    line: Line
    move: str  # that led here, "" at the root
    player: int  # who made it
    mover: int  # whose turn it is
    left: str  # the heaps that remain
    total: int
    step: int  # -1: the search did not look here
    tried: bool
    kept: bool  # it lies on the line that was found
    note: Message
    opens: bool  # whether more of the tree can be unfolded here
    opened: bool


Best = tuple[str, Estimate] | None  # a move in words, and what it is worth


@dataclass(frozen=True)
class TraceVerdict:
    """What is true of a move: its exact value for who made it, and a better one, if there is."""

    truth: Estimate | None
    better: Best


@dataclass(frozen=True)
class TraceViewModel:
    """All there is to see at one moment; `now` is the row of the step."""

    rows: tuple[TraceRow, ...]
    now: int
    whole: int | None  # positions of the whole tree; None: too many to count
    searches: Mapping[str, Mapping[str, Any]]
    judge: Callable[[Line], TraceVerdict]
    searcher: int  # whose win the search looks for: sentences and badges are told for this side

    def for_searcher(self, row: TraceRow, judged: TraceVerdict) -> tuple[Estimate | None, Best]:
        """What is true of a row's move, and of the better one, as the searcher has it."""
        if row.player == self.searcher:
            return judged.truth, judged.better
        truth = None if judged.truth is None else turned(judged.truth)
        better = judged.better
        return truth, None if better is None else (better[0], turned(better[1]))


def turned(estimate: Estimate) -> Estimate:
    """The same value for the other side."""
    value = None if estimate.value is None else Value(-estimate.value)
    score = None if estimate.score is None else 1 - estimate.score
    return replace(estimate, value=value, score=score)


def trace_view_model(frame: InspectorFrame) -> TraceViewModel:
    """Everything to see at the moment looked at."""
    steps, shown = frame.recording.steps, frame.recording.shown
    whole: int | None = shown.get("whole_tree")
    told = {step.line: index for index, step in enumerate(steps[: frame.step + 1])}
    tried: dict[Line, list[int]] = {}
    for line in told:
        if line:
            tried.setdefault(line[:-1], []).append(line[-1])
    small = whole is not None and whole <= LARGEST_WHOLE
    everything = small and EVERYTHING in frame.toggled
    viewer = _TraceWalker(frame, told, tried, everything)
    rows = tuple(viewer.rows())
    here = steps[frame.step].line if frame.step >= 0 else ()
    now = next((place for place, row in enumerate(rows) if row.line == here), 0)
    return TraceViewModel(
        rows, now, whole, shown.get("searches", {}), viewer.judged, viewer.searcher
    )


class _TraceWalker:
    """Walks the tree as far as it is unfolded."""

    def __init__(
        self,
        frame: InspectorFrame,
        told: Mapping[Line, int],
        tried: Mapping[Line, list[int]],
        everything: bool,
    ) -> None:
        self.frame = frame
        self.game = frame.game
        self.searcher = frame.game.to_move(frame.state)
        self.told = told
        self.tried = tried
        self.everything = everything
        self._states: dict[Line, Any] = {}
        self._bests: dict[Line, Estimate | None] = {}

    def rows(self) -> Iterator[TraceRow]:
        """The rows from the top."""
        pending: list[tuple[Line, Any]] = [((), self.frame.state)]
        while pending:
            line, state = pending.pop()
            children = self._children(line, state)
            self._states[line] = state
            yield self._row(line, state, len(children))
            pending += [((*line, move), self.game.play(state, move)) for move in reversed(children)]

    def _children(self, line: Line, state: Any) -> list[int]:
        """The moves that have rows: those tried, then, where it is unfolded, the others."""
        tried = self.tried.get(line, [])
        if not self.everything and line not in self.frame.toggled:
            return tried
        return [*tried, *(move for move in self.game.moves(state) if move not in tried)]

    def _row(self, line: Line, state: Any, children: int) -> TraceRow:
        index = self.told.get(line, -1)
        step: Step | None = self.frame.recording.steps[index] if index >= 0 else None
        heaps = heaps_of(state)
        moves = len(self.game.moves(state))
        return TraceRow(
            line,
            self._text(line),
            (self.game.to_move(self.frame.state) + len(line) + 1) % 2,
            self.game.to_move(state),
            ",".join(map(str, heaps)),
            sum(heaps),
            index,
            step is not None,
            step is not None and bool(step.facts["chosen"]),
            step.text.values["note"] if step is not None else message("inspector.trace.not_tried"),
            len(self.tried.get(line, [])) < moves,
            children == moves > 0,
        )

    def _text(self, line: Line) -> str:
        return self.game.move_text(self._states[line[:-1]], line[-1]) if line else ""

    def judged(self, line: Line) -> TraceVerdict:
        """What is true of the last move of a line that has a row."""
        made = self.frame.truth(line) if line else None
        if made is None or made.value is None:
            return TraceVerdict(made, None)
        before = line[:-1]
        if before not in self._bests:
            self._bests[before] = self._best(before)
        best = self._bests[before]
        if best is None or best.value is None or best.value <= made.value:
            return TraceVerdict(made, None)
        return TraceVerdict(made, (self.game.move_text(self._states[before], best.move), best))

    def _best(self, line: Line) -> Estimate | None:
        """The best move after a line, if all of them are known."""
        moves = self.game.moves(self._states[line])
        known = [self.frame.truth((*line, move)) for move in moves]
        sure = [each for each in known if each is not None and each.value is not None]
        if not sure or len(sure) < len(known):
            return None
        return max(sure, key=lambda each: (each.rank, -each.move))
