"""Panel of a puzzle's complete table: the positions by their distance from the goal."""

from __future__ import annotations

from engine.messages import Message, message
from gui.inspector.layer_bars import BarChartView, whole_table
from gui.inspector.search_frame import SearchFrame, counts_of
from gui.inspector.search_panel import SearchCallbacks, SearchPanel
from gui.kit.layout import Layout
from gui.ui import Ui


class DistancesPanel(SearchPanel):
    """One bar for each distance; a click shows a position at that distance."""

    def verdict(self, frame: SearchFrame, ui: Ui) -> str:
        return ui.tr("cube_inside.all_cubes", count=sum(counts_of(frame)))

    def picture(self, frame: SearchFrame, ui: Ui, act: SearchCallbacks) -> Layout:
        return BarChartView(whole_table(frame, ui), frame.shown, act.choose_bar, "table")

    def said(self, frame: SearchFrame, ui: Ui) -> str:
        counts, now = counts_of(frame), frame.now
        done = sum(counts[: frame.step + 1])
        layer = "" if now is None else ui.tr(now.text)
        return f"{layer} {ui.tr('cube_inside.table_sum', count=done, all=sum(counts))}"

    def place(self, frame: SearchFrame) -> tuple[Message, ...]:
        last = len(counts_of(frame)) - 1
        return (message("cube_inside.moment_table", n=frame.step, total=last),)
