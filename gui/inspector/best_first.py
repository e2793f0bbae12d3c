"""Panels of A* and of iterative deepening: every way to search with its cost, and one step."""

from __future__ import annotations

from engine.messages import Message, message
from engine.trace.puzzle_search import IterationStep, PositionExpanded
from gui.inspector.best_first_picture import DescentPicture, StepPicture, ways_table
from gui.inspector.both_ends import result_text
from gui.inspector.search_frame import SearchFrame
from gui.inspector.search_jobs import MAX_STEPS
from gui.inspector.search_panel import SearchCallbacks, SearchPanel
from gui.kit.layout import Flexible, Layout
from gui.ui import Ui


class BestFirstPanel(SearchPanel):
    """The ways to search above the positions of the step, drawn as small boards."""

    def verdict(self, frame: SearchFrame, ui: Ui) -> str:
        return result_text(frame, ui)

    def picture(self, frame: SearchFrame, ui: Ui, act: SearchCallbacks) -> Layout:
        ways = frame.ways
        if ways is None or ways.step is None or act.thumbnail is None:
            return Flexible()
        return StepPicture(ways.step, act.thumbnail)

    def table(self, frame: SearchFrame, ui: Ui, act: SearchCallbacks) -> Layout:
        ways = frame.ways
        assert ways is not None
        return ways_table(ways.ways, ways.chosen, act.choose_way, ui)

    def said(self, frame: SearchFrame, ui: Ui) -> str:
        return "" if frame.now is None else ui.tr(frame.now.text)

    def place(self, frame: SearchFrame) -> tuple[Message, ...]:
        """Return the step, and the bound that its f proves."""
        assert frame.ways is not None
        recording, taken = frame.recording, frame.now
        assert isinstance(taken, PositionExpanded)
        place = {"n": taken.number, "total": recording.total}
        moment = message("search.moment", **place)
        if recording.left_out:
            moment = message("search.moment_cut", **place, limit=MAX_STEPS)
        bounds = [f for step, f in frame.ways.rises if step <= frame.step]
        return (
            moment,
            *(message("search.bound", count=bound) for bound in bounds[-1:]),
        )


class IterationsPanel(BestFirstPanel):
    """The ways to search above the rounds and the path of the step."""

    def picture(self, frame: SearchFrame, ui: Ui, act: SearchCallbacks) -> Layout:
        ways = frame.ways
        if ways is None or ways.descent is None or act.thumbnail is None:
            return Flexible()
        return DescentPicture(ways.descent, act.thumbnail)

    def place(self, frame: SearchFrame) -> tuple[Message, ...]:
        """Return the round with its bound, and the positions looked at so far."""
        step = frame.now
        assert isinstance(step, IterationStep)
        return (
            message("ida.place", n=step.round, bound=step.bound),
            message("ida.looked_at", n=step.number),
        )
