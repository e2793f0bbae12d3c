"""Panel of A*: every way to search with its cost, and the positions of one step."""

from __future__ import annotations

from engine.messages import Message, message
from gui.inspector.best_first_picture import StepPicture, WaysChart
from gui.inspector.both_ends import result_text
from gui.inspector.search_frame import SearchFrame
from gui.inspector.search_panel import SearchCallbacks, SearchPanel
from gui.kit.layout import Column, Flexible, Layout
from gui.ui import Ui


class BestFirstPanel(SearchPanel):
    """The ways to search above the positions of the step, drawn as small boards."""

    def verdict(self, frame: SearchFrame, ui: Ui) -> str:
        return result_text(frame, ui)

    def picture(self, frame: SearchFrame, ui: Ui, act: SearchCallbacks) -> Layout:
        ways = frame.ways
        assert ways is not None
        chart = WaysChart(ways.ways, ways.chosen, act.choose_heuristic)
        if act.thumbnail is None:
            return chart
        return Column(Flexible(chart), Flexible(StepPicture(ways.step, act.thumbnail)), gap=8)

    def said(self, frame: SearchFrame, ui: Ui) -> str:
        return "" if frame.now is None else ui.tr(frame.now.text)

    def place(self, frame: SearchFrame) -> tuple[Message, ...]:
        """Return the step, and the bound that its f proves."""
        assert frame.ways is not None
        total = len(frame.recording.events)
        bounds = [f for step, f in frame.ways.rises if step <= frame.step]
        return (
            message("search.moment", n=frame.step + 1, total=total),
            *(message("search.bound", count=bound) for bound in bounds[-1:]),
        )
