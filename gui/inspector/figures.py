"""Table with a column for every move: figures as text, a note beside each, a value badge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pygame

from engine.protocols import Estimate
from gui.boards.values import badge
from gui.inspector.panel import PanelCallbacks
from gui.kit.text_wrap import shorten
from gui.kit.widget import Size, Widget
from gui.theme import mix
from gui.ui import Ui

ROW, COLUMN, LEAST_COLUMN = 25, 88, 64
APART = 12  # gap between a figure with its note and the next one


@dataclass(frozen=True)
class FigureCell:
    """One figure; `best` gives it the accent edge."""

    text: str = ""
    note: str = ""
    best: bool = False
    truth: Estimate | None = None


@dataclass(frozen=True)
class MoveFigures:
    """The moves in reading order as columns, and a row for each statistic."""

    moves: Sequence[str]
    player: int
    rows: Sequence[tuple[str, Sequence[FigureCell]]]
    # The columns by priority where not all of them fit.
    order: Sequence[int] = field(default_factory=tuple)


class FigureTable(Widget):
    """Table of MoveFigures with as many columns as fit."""

    def __init__(self, figures: MoveFigures, act: PanelCallbacks, key: str = "figures") -> None:
        super().__init__(key)
        self.figures = figures
        self.act = act

    def _names(self, ui: Ui) -> int:
        widest = max((ui.theme.width(name, 14) for name, _ in self.figures.rows), default=0)
        return widest + ui.theme.tx(12)

    def size_hint(self, ui: Ui, width: int) -> Size:
        theme, count = ui.theme, len(self.figures.moves)
        natural = self._names(ui) + count * theme.tx(COLUMN)
        least = self._names(ui) + theme.tx(LEAST_COLUMN)
        height = theme.tx(ROW) * (len(self.figures.rows) + 1)
        return min(natural, max(least, width)), height

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c, figures = ui.theme, ui.theme.colours, self.figures
        names, step = self._names(ui), theme.tx(ROW)
        room = self.rect.w - names
        count = len(figures.moves)
        fitting = max(1, room // theme.tx(LEAST_COLUMN))
        columns = list(range(count))
        if count > fitting:
            order = list(figures.order) or columns
            columns = sorted(order[: max(1, fitting - 1)])
        places = len(columns) + (count > len(columns))
        width = room // max(1, places)
        y = self.rect.y + step // 2
        for at, column in enumerate(columns):
            self._draw_head(ui, target, (self.rect.x + names + width * at + width // 2, y), column)
        if count > len(columns):
            left = count - len(columns)
            at_more = (self.rect.right - width // 2, y)
            theme.blit_text(target, f"+{left}", 14, at_more, c.text2, align=0.5)
        for number, (name, cells) in enumerate(figures.rows, start=1):
            middle = y + number * step
            theme.blit_text(
                target, shorten(theme, name, 14, names), 14, (self.rect.x, middle), c.text2
            )
            for at, column in enumerate(columns):
                box = pygame.Rect(self.rect.x + names + width * at, 0, width, step)
                box.centery = middle
                self._draw_cell(ui, target, box, cells[column])

    def _draw_head(
        self, ui: Ui, target: pygame.Surface, middle: tuple[int, int], column: int
    ) -> None:
        theme, text = ui.theme, self.figures.moves[column]
        picture = self.act.token(self.figures.player, theme.tx(16))
        extent = theme.tx(22) + theme.width(text, 16, True)
        x = middle[0] - extent // 2
        target.blit(picture, picture.get_rect(midleft=(x, middle[1])))
        theme.blit_text(target, text, 16, (x + theme.tx(22), middle[1]), bold=True)

    @staticmethod
    def _draw_cell(ui: Ui, target: pygame.Surface, box: pygame.Rect, cell: FigureCell) -> None:
        theme, c = ui.theme, ui.theme.colours
        if cell.best:
            around = box.inflate(-4, -1)
            ground = mix(c.panel, c.accent, 0.14)
            ui.brush.rounded(target, around, theme.px(6), ground, c.accent, 1)
        truth = cell.truth
        if truth is not None and truth.value is not None:
            side = theme.tx(20)
            text = "" if truth.remoteness is None else ui.tr.number(truth.remoteness)
            extent = side + (theme.tx(5) + theme.width(text, 14, True) if text else 0)
            x = box.centerx - extent // 2
            shape = badge(ui, truth.value, side)
            target.blit(shape, shape.get_rect(midleft=(x, box.centery)))
            theme.blit_text(target, text, 14, (x + side + theme.tx(5), box.centery), bold=True)
            return
        note = theme.tx(5) + theme.width(cell.note, 14) if cell.note else 0
        text_width = theme.width(cell.text, 14, mono=True)
        if text_width + note > box.w - theme.tx(APART):
            note = 0
        x = box.centerx - (text_width + note) // 2
        ink = c.accent if cell.best else c.text
        theme.blit_text(target, cell.text, 14, (x, box.centery), ink, mono=True)
        if note:
            at = (x + text_width + theme.tx(5), box.centery)
            theme.blit_text(target, cell.note, 14, at, c.text2)
