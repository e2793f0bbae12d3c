"""Table of alpha-beta: the result and the cost of each iteration, depth by depth."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from engine.protocols import Value
from gui.boards.values import badge, percent
from gui.inspector.chips import WalkablePicture, chip_width, move_chip, side_colours
from gui.inspector.inspector_frame import InspectorFrame
from gui.inspector.panel import PanelCallbacks
from gui.inspector.windows_text import side_of
from gui.inspector.windows_view_model import (
    DepthIteration,
    SearchStatus,
    WindowNode,
    WindowsViewModel,
)
from gui.kit.widget import Size
from gui.theme import mix
from gui.ui import Ui

ROWS = ("depth", "best", "score", "positions", "cuts", "saved", "hits")


class DepthTable(WalkablePicture):
    """One column per iteration with its result and cost; a click goes to its start."""

    def __init__(
        self, view_model: WindowsViewModel, frame: InspectorFrame, act: PanelCallbacks
    ) -> None:
        super().__init__("inspector table")
        self.view_model = view_model
        self.frame = frame
        self.act = act
        self._places: list[tuple[pygame.Rect, DepthIteration]] = []

    def size_hint(self, ui: Ui, width: int) -> Size:
        least = self._names(ui) + 2 * self._column(ui)
        natural = self._names(ui) + max(2, len(self.view_model.depths)) * self._column(ui)
        return min(natural, max(least, width)), len(ROWS) * self._step(ui) + ui.theme.px(6)

    @staticmethod
    def _step(ui: Ui) -> int:
        return ui.theme.line_height(14) + ui.theme.px(1)

    def _names(self, ui: Ui) -> int:
        texts = [self._name(ui, row) for row in ROWS]
        return max(ui.theme.width(text, 14) for text in texts) + ui.theme.tx(12)

    def _name(self, ui: Ui, row: str) -> str:
        return ui.tr(f"inspector.windows.row.{row}", first=side_of(self.frame, 0))

    def _column(self, ui: Ui) -> int:
        largest = max((d.whole or d.positions or 0 for d in self.view_model.depths), default=0)
        widest = max(
            ui.theme.width(ui.tr.number(largest), 14, mono=True),
            ui.theme.width(ui.tr("inspector.windows.looking"), 14),
            ui.theme.tx(60),
        )
        return widest + ui.theme.tx(12)

    # -- pointer ----------------------------------------------------------------------------------

    def take(self, position: tuple[int, int]) -> None:
        for rect, depth in self._places:
            if rect.collidepoint(position) and depth.step >= 0:
                self.act.go_to_step(depth.step)

    def walk(self, across: int, down: int) -> bool:
        places = [depth for depth in self.view_model.depths if depth.step >= 0]
        at = [i for i, d in enumerate(places) if d.step <= self.frame.step]
        if not across or not places:
            return False
        self.act.go_to_step(
            places[max(0, min(len(places) - 1, (at[-1] if at else 0) + across))].step
        )
        return True

    # -- drawing ---------------------------------------------------------------------------------

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c = ui.theme, ui.theme.colours
        step, names, depths = self._step(ui), self._names(ui), self.view_model.depths
        self._colours = side_colours(ui, self.act, self.frame.game.id)
        self._places = []
        for row, name in enumerate(ROWS):
            y = self.rect.y + theme.px(3) + row * step + step // 2
            theme.blit_text(target, self._name(ui, name), 14, (self.rect.x, y), c.text2)
        room = max(1, (self.rect.w - names) // self._column(ui))
        now = max([i for i, d in enumerate(depths) if d.stand is not SearchStatus.AHEAD], default=0)
        first = max(0, min(len(depths) - room, now - room // 2))
        shown = depths[first : first + room]
        width = min((self.rect.w - names) // max(1, len(shown)), theme.tx(110))
        for place, depth in enumerate(shown):
            left, height = self.rect.x + names + place * width, len(ROWS) * step + theme.px(6)
            box = pygame.Rect(left, self.rect.y, width, height)
            self._places.append((box, depth))
            if depth.stand is SearchStatus.OPEN:
                ground = mix(c.panel, c.accent, 0.14)
                ui.brush.rounded(target, box.inflate(-4, 0), theme.px(8), ground, c.accent, 1)
            self._draw_column(ui, target, box, depth, step)

    def _draw_column(
        self, ui: Ui, target: pygame.Surface, box: pygame.Rect, depth: DepthIteration, step: int
    ) -> None:
        theme, c = ui.theme, ui.theme.colours
        ahead = depth.stand is SearchStatus.AHEAD
        now = depth.stand is SearchStatus.OPEN
        ink = c.text2 if ahead else c.text
        cells = self._cells(ui, depth)
        for row, text in enumerate(cells):
            at = (box.centerx, box.y + theme.px(3) + row * step + step // 2)
            bold = row == 0
            colour = c.accent if now and bold else ink
            mono = row >= 3
            if row == 1 and depth.best is not None:
                self._draw_best(ui, target, at, depth.best, ahead)
            else:
                drawn = theme.blit_text(
                    target, text, 14, at, colour, bold=bold, mono=mono, align=0.5
                )
                if row == 2 and depth.best is not None and depth.best.truth is not None:
                    self._draw_truth(ui, target, box, drawn, depth.best.truth)

    def _draw_best(
        self, ui: Ui, target: pygame.Surface, at: tuple[int, int], best: WindowNode, faint: bool
    ) -> None:
        height = ui.theme.tx(18)
        left = at[0] - chip_width(ui.theme, best.text, height) // 2
        colour = self._colours[best.player]
        move_chip(ui, target, left, at[1], height, best.text, colour, faint=faint)

    @staticmethod
    def _draw_truth(
        ui: Ui, target: pygame.Surface, box: pygame.Rect, scored: pygame.Rect, truth: Value
    ) -> None:
        """Draw the exact result beside the score of the same side, if it fits."""
        side, left = ui.theme.tx(18), scored.right + ui.theme.tx(6)
        if left + side <= box.right:
            target.blit(badge(ui, truth, side), (left, scored.centery - side // 2))

    def _cells(self, ui: Ui, depth: DepthIteration) -> Sequence[str]:
        tr = ui.tr

        def number(value: int | None) -> str:
            return "–" if value is None else tr.number(value)

        if depth.stand is SearchStatus.OPEN:
            score, best = "…", tr("inspector.windows.looking")
        elif depth.best is None or depth.best.score is None:
            score, best = "–", "–"
        elif depth.best.winner is not None:
            side = side_of(self.frame, depth.best.winner)
            score, best = tr("inspector.windows.short_win", side=side), ""
        else:
            score, best = percent(ui, depth.best.score), "–"
        positions = number(depth.positions)
        return (
            tr.number(depth.depth),
            best,
            score,
            positions,
            number(depth.cuts),
            number(depth.saved),
            number(depth.hits),
        )
