"""Panel of depth-first search: the searched tree, the exact values, and the skipped moves."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import pygame

from engine.bots.search_trace import SearchCost
from engine.messages import Message, message
from engine.recording import Line
from gui.boards.sides import told_side
from gui.inspector.chips import chip_width, move_chip, side_colours, truth_badge
from gui.inspector.inspector_frame import InspectorFrame
from gui.inspector.panel import Panel, PanelCallbacks
from gui.inspector.step_list import ROW, SunkenList
from gui.inspector.trace_tree import TriedTreePicture
from gui.inspector.trace_view_model import TraceRow, TraceViewModel, trace_view_model
from gui.kit import Label, ListRow
from gui.kit.layout import Box, Column, FirstFit, Flexible, Layout, tx
from gui.kit.layout import Row as Side
from gui.ui import Ui

MAX_ASKED = 600  # rows that request an exact value
NOTES = (14, 12)  # the sizes of the words in a row, which go where they do not fit
INDENTS = 12  # deeper rows have this indent
LEAST_TREE = 260  # the width below which the rows stand alone


class TracePanel(Panel):
    """Panel of a search that assumes a cooperative opponent."""

    def __init__(self) -> None:
        self._latest = lru_cache(maxsize=1)(trace_view_model)

    def sentence(self, frame: InspectorFrame) -> Message | None:
        if frame.now is None:
            return None
        view_model = self._latest(frame)
        row = view_model.rows[view_model.now]
        values = {"left": row.left, "note": row.note}
        if row.line and row.over:
            return message("inspector.trace.told_over", line=frame.named(row.line), **values)
        side = told_side(frame.game, row.mover)
        key = "inspector.trace.told" if row.line else "inspector.trace.told_start"
        return message(key, line=frame.named(row.line), side=side, **values)

    def picture(self, frame: InspectorFrame, ui: Ui, act: PanelCallbacks) -> Layout:
        view_model = self._latest(frame)
        key = (
            "inspector.trace.whole"
            if view_model.whole is not None
            else "inspector.trace.whole_unknown"
        )
        label = Label(ui.tr(key, count=view_model.whole or 0), 14, quiet=True, middle=True)
        rows = TraceList(view_model, frame, ui, act)
        tree = Box(TriedTreePicture(frame, ui, act), least_width=tx(LEAST_TREE))
        # The words of the rows need more room than a tree of the tried positions.
        beside = Side(Flexible(rows, 0.62), Flexible(tree, 0.38), gap=8)
        return Column(Flexible(FirstFit(beside, rows)), label, gap=8)

    def table(self, frame: InspectorFrame, ui: Ui, act: PanelCallbacks) -> Layout | None:
        searches = self._latest(frame).searches
        if searches is None:
            return None
        costs = {"depth_first": searches.depth_first, "breadth_first": searches.breadth_first}
        parts = [
            Flexible(
                Column(
                    Label(ui.tr(f"inspector.trace.{name}"), 14, bold=True),
                    *(Label(ui.tr(text), 14) for text in search_texts(cost)),
                    gap=2,
                )
            )
            for name, cost in costs.items()
        ]
        return FirstFit(Side(*parts, gap=16), Column(*(part.part for part in parts), gap=6))

    def asks(self, frame: InspectorFrame) -> Sequence[Line]:
        # A better move is known only once every move of the same position is.
        return [row.line for row in self._latest(frame).rows[:MAX_ASKED] if len(row.line) > 1]

    def card(self, frame: InspectorFrame) -> tuple[Message, ...]:
        view_model = self._latest(frame)
        row = view_model.rows[view_model.now]
        left = message("inspector.trace.left_then", left=row.left)
        badges = message("inspector.trace.badges", side=told_side(frame.game, view_model.searcher))
        if row.over:
            return left, badges
        return left, message("inspector.trace.mover", side=told_side(frame.game, row.mover)), badges


def search_texts(cost: SearchCost) -> tuple[Message, ...]:
    """Return the cost of a search: the number of positions tried, and the length of its line."""
    key = "inspector.trace.tried" if cost.complete else "inspector.trace.tried_more"
    tried = message(key, count=cost.positions)
    if cost.line is None:
        return (tried,)
    return tried, message("inspector.trace.line", count=cost.line)


class TraceList(SunkenList):
    """One row per position; the arrows walk, Enter unfolds the skipped moves."""

    says_what_it_draws = True

    def __init__(
        self, view_model: TraceViewModel, frame: InspectorFrame, ui: Ui, act: PanelCallbacks
    ) -> None:
        self.view_model = view_model
        self.frame = frame
        self.act = act
        lines = [row.line for row in view_model.rows]
        chosen = lines.index(frame.chosen) if frame.chosen in lines[1:] else view_model.now
        super().__init__(
            [ListRow(ui.tr(each.note)) for each in view_model.rows],
            max(ROW, ui.theme.tx(ROW - 2)),
            self._go,
            chosen=chosen,
            open_row=self._unfold,
            key="inspector picture",
        )
        self.colours = side_colours(ui, act, frame.game)

    def _go(self, place: int) -> None:
        row = self.view_model.rows[place]
        if row.step >= 0:
            self.act.go_to_step(row.step)
        else:
            self.act.choose(row.line)

    def _unfold(self, place: int) -> None:
        row = self.view_model.rows[place]
        if row.opens:
            self.act.toggle(row.line)

    def size_hint(self, ui: Ui, width: int) -> tuple[int, int]:
        least = ui.theme.tx(280)
        natural = ui.theme.tx(560)
        return min(natural, max(least, width)), 3 * self.row_height

    def draw_row(self, ui: Ui, target: pygame.Surface, index: int, rect: pygame.Rect) -> None:
        theme, c, row = ui.theme, ui.theme.colours, self.view_model.rows[index]
        self.draw_ground(ui, target, index, rect.inflate(-8, -2))
        depth = min(len(row.line), INDENTS)
        indent = min(theme.tx(14), (rect.w // 4) // INDENTS)
        x, y = rect.x + theme.tx(12) + depth * indent, rect.centery
        sign = "" if not row.opens else "–" if row.opened else "+"
        theme.blit_text(target, sign, 14, (x, y), c.text2, mono=True)
        x += theme.tx(14)
        if row.move:
            chip = move_chip(
                ui,
                target,
                x,
                y,
                theme.tx(22),
                row.move,
                self.colours[row.player],
                lit=row.kept,
                faint=not row.tried,
            )
            x = chip.right + theme.tx(8)
        ink = c.text if row.tried else c.text2
        left = ui.tr("inspector.trace.left", count=row.total, left=row.left)
        x = theme.blit_text(target, left, 14, (x, y), ink, bold=row.kept).right + theme.tx(8)
        mark = self.act.token(row.mover, theme.tx(14))
        target.blit(mark, mark.get_rect(midleft=(x, y)))
        x += theme.tx(22)
        right = rect.right - theme.tx(12)
        right -= self._draw_truth(ui, target, row, right, y, right - x) + theme.tx(8)
        note = self.rows[index].text
        size = next((size for size in NOTES if theme.width(note, size) <= right - x), None)
        if size is not None:  # part of a sentence says nothing; the whole is above for this step
            theme.blit_text(target, note, size, (x, y), c.text2)

    def _draw_truth(
        self, ui: Ui, target: pygame.Surface, row: TraceRow, right: int, y: int, room: int
    ) -> int:
        """Draw the exact value for the searcher and the better move, if any; return their width."""
        theme, c = ui.theme, ui.theme.colours
        truth, answer = self.view_model.for_searcher(row)
        if truth is None or truth.value is None:
            return 0
        own = theme.tx(46)
        mine = row.player == self.view_model.searcher
        key = "inspector.trace.answer" if mine else "inspector.trace.answer_other"
        text = ui.tr(key) if answer is not None else ""
        wide = own
        if answer is not None:
            chip = chip_width(theme, answer[0], theme.tx(20))
            wide += theme.width(text, 14) + chip + theme.tx(68)
        if wide > room:
            answer, wide = None, own
        x = right - wide
        truth_badge(ui, target, x, y, truth, True)
        if answer is not None:
            x = theme.blit_text(target, text, 14, (x + own, y), c.text2).right + theme.tx(6)
            box = move_chip(ui, target, x, y, theme.tx(20), answer[0], self.colours[row.player])
            truth_badge(ui, target, box.right + theme.tx(6), y, answer[1], True)
        return wide
