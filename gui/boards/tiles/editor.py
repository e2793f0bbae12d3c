"""Setting up the tiles by hand: a tray of cells, and the tiles to choose from."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from gui.boards.cell_editor import CellEditor
from gui.boards.common import digit_of
from gui.boards.handling import BLANK, DraftPosition
from gui.boards.tiles.art import Tray, draw_tile, draw_tray
from gui.boards.tiles.handling import GAP
from gui.kit.widget import Size
from gui.ui import Ui

PALETTE_ROOM = 0.24  # of the height, below the tray


class TilesEditor(CellEditor[str]):
    """A tray; a tile that was put down makes the next missing one the chosen tile."""

    title = "access.tiles_editor"

    def __init__(
        self, draft: DraftPosition, shape: tuple[int, int], paint: Callable[[int, str], None]
    ) -> None:
        self.rows, columns = shape
        super().__init__("net", draft.marks, draft.faulty, "1", BLANK, paint, columns)
        self.palette = (*map(str, range(1, len(draft.marks))), GAP)

    def size_hint(self, ui: Ui, width: int) -> Size:
        return min(ui.theme.tx(320), max(ui.theme.tx(180), width)), ui.theme.tx(160)

    def tray(self) -> Tray:
        area = self.rect.copy()
        area.h = round(area.h * (1 - PALETTE_ROOM))
        return Tray(area, self.rows, self.columns)

    def box(self, cell: int) -> pygame.Rect:
        return self.tray().cell(divmod(cell, self.columns))

    def swatch(self, mark: str) -> pygame.Rect:
        """Return the square of a tile of the palette; the gap comes last."""
        area, count = self.rect.copy(), len(self.cells)
        area.h = round(area.h * PALETTE_ROOM * 0.8)
        area.bottom = self.rect.bottom
        return Tray(area, 1, count).cell((0, (int(mark) - 1) % count))

    def cell_name(self, ui: Ui, cell: int) -> str:
        mark = self.cells[cell]
        row, column = divmod(cell, self.columns)
        kind = {GAP: "gap", BLANK: "empty"}.get(mark, "tile")
        return ui.tr(f"spot.tiles.{kind}", tile=mark, row=row + 1, column=column + 1)

    def mark_name(self, ui: Ui, mark: str) -> str:
        return ui.tr("spot.tiles.the_gap") if mark == GAP else mark

    def paint(self, cell: int, mark: str) -> None:
        """Put a tile on a cell, and choose the next one that is missing."""
        left = set(self.palette) - {*self.cells, mark}
        if mark != BLANK and left:
            self.chosen = min(left, key=lambda each: (each == GAP, each))
        super().paint(cell, mark)

    def typed(self, event: pygame.event.Event) -> str | None:
        mark = str(digit_of(event))
        return mark if mark in self.palette else None

    def draw_board(self, ui: Ui, target: pygame.Surface) -> None:
        draw_tray(target, self.tray(), ui.theme, ui.brush)

    def draw_mark(self, ui: Ui, target: pygame.Surface, box: pygame.Rect, mark: str) -> None:
        if mark == BLANK:
            line = ui.theme.colours.line
            ui.brush.rounded(target, box.inflate(-4, -4), box.w // 7, None, line, 1)
        elif mark != GAP:
            draw_tile(target, box, mark, ui.theme, ui.brush)

    def draw_swatch(self, ui: Ui, target: pygame.Surface, box: pygame.Rect, mark: str) -> None:
        c = ui.theme.colours
        if mark == GAP:
            ui.brush.rounded(target, box, box.w // 7, c.felt_dark, c.line, 1)
        else:
            faint = 0.6 if mark in self.cells else 0.0
            draw_tile(target, box, mark, ui.theme, ui.brush, faint=faint)
