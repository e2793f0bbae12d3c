"""Setting up the tiles by hand: a tray of cells, and the tiles to choose from."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from gui.boards.common import digit_of
from gui.boards.handling import BLANK, DraftPosition
from gui.boards.tiles.art import Tray, draw_tile, draw_tray
from gui.boards.tiles.handling import GAP, Cell
from gui.kit.accessible import AccessibleInfo, Role
from gui.kit.buttons import ACTIVATE
from gui.kit.widget import ARROW_KEYS, NOWHERE, Size, Widget, key_pressed
from gui.ui import Ui

PALETTE_ROOM = 0.24  # of the height, below the tray


class TilesEditor(Widget):
    """Draws a position that is set up, and reports clicks and keys to `paint`."""

    focusable = True

    def __init__(
        self, draft: DraftPosition, shape: tuple[int, int], paint: Callable[[int, str], None]
    ) -> None:
        super().__init__("net")
        self.marks = draft.marks
        self.faulty = draft.faulty
        self.rows, self.columns = shape
        self.paint = paint
        self.chosen = "1"
        self.cursor = 0

    def adopt_state(self, old: Widget) -> None:
        """Keep the chosen tile and the cursor."""
        if isinstance(old, TilesEditor) and len(old.marks) == len(self.marks):
            self.chosen, self.cursor = old.chosen, old.cursor

    def size_hint(self, ui: Ui, width: int) -> Size:
        return min(ui.theme.tx(320), max(ui.theme.tx(180), width)), ui.theme.tx(160)

    def focus_rect(self) -> pygame.Rect:
        """Return an empty rectangle: the editor draws its own cursor."""
        return NOWHERE

    # -- layout ----------------------------------------------------------------------------------

    def tray(self) -> Tray:
        area = self.rect.copy()
        area.h = round(area.h * (1 - PALETTE_ROOM))
        return Tray(area, self.rows, self.columns)

    def box(self, cell: int) -> pygame.Rect:
        return self.tray().cell(self._place(cell))

    def swatch(self, mark: str) -> pygame.Rect:
        """Return the square of a tile of the palette; the gap comes last."""
        area, count = self.rect.copy(), len(self.marks)
        area.h = round(area.h * PALETTE_ROOM * 0.8)
        area.bottom = self.rect.bottom
        return Tray(area, 1, count).cell((0, (int(mark) - 1) % count))

    def _place(self, cell: int) -> Cell:
        return divmod(cell, self.columns)

    @property
    def palette(self) -> tuple[str, ...]:
        return (*map(str, range(1, len(self.marks))), GAP)

    # -- screen readers --------------------------------------------------------------------------

    def accessible(self, ui: Ui) -> AccessibleInfo | None:
        """Describe the cells, and the tiles to choose from."""
        cells = [self._spoken_cell(ui, cell) for cell in range(len(self.marks))]
        tiles = [self._spoken_tile(ui, mark) for mark in self.palette]
        return AccessibleInfo(Role.BOARD, ui.tr("access.tiles_editor"), parts=(*cells, *tiles))

    def _spoken_cell(self, ui: Ui, cell: int) -> AccessibleInfo:
        mark, box = self.marks[cell], self.box(cell)
        row, column = self._place(cell)
        kind = {GAP: "gap", BLANK: "empty"}.get(mark, "tile")
        return AccessibleInfo(
            Role.BUTTON,
            ui.tr(f"spot.tiles.{kind}", tile=mark, row=row + 1, column=column + 1),
            note=ui.tr("spot.faulty") if cell in self.faulty else "",
            key=str(cell),
            place=(box.x, box.y, box.w, box.h),
            current=cell == self.cursor,
            press=lambda: self.paint(cell, self.chosen),
            point=lambda: setattr(self, "cursor", cell),
        )

    def _spoken_tile(self, ui: Ui, mark: str) -> AccessibleInfo:
        box = self.swatch(mark)
        return AccessibleInfo(
            Role.CHOICE,
            ui.tr("spot.tiles.the_gap") if mark == GAP else mark,
            selected=mark == self.chosen,
            key=f"tile {mark}",
            place=(box.x, box.y, box.w, box.h),
            press=lambda: setattr(self, "chosen", mark),
        )

    # -- events ----------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> bool:
        """Choose a tile in the palette, put it on a cell; the right button empties a cell."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button in (1, 3):
            for mark in self.palette:
                if self.swatch(mark).inflate(6, 6).collidepoint(event.pos):
                    self.chosen = mark
                    return True
            for cell in range(len(self.marks)):
                if self.box(cell).collidepoint(event.pos):
                    self.cursor = cell
                    self._put(self.chosen if event.button == 1 else BLANK)
            return True
        return self._key(event)

    def _put(self, mark: str) -> None:
        """Put a tile under the cursor, and choose the next one that is missing."""
        self.paint(self.cursor, mark)
        left = set(self.palette) - {*self.marks, mark}
        if mark != BLANK and left:
            self.chosen = min(left, key=lambda each: (each == GAP, each))

    def _key(self, event: pygame.event.Event) -> bool:
        digit = digit_of(event)
        if key_pressed(event, *ARROW_KEYS):
            row, column = self._place(self.cursor)
            across, down = ARROW_KEYS[event.key]
            row, column = (row + down) % self.rows, (column + across) % self.columns
            self.cursor = row * self.columns + column
        elif digit is not None and str(digit) in self.palette:
            self._put(str(digit))
            self.cursor = (self.cursor + 1) % len(self.marks)
        elif key_pressed(event, *ACTIVATE):
            self._put(self.chosen)
        elif key_pressed(event, pygame.K_BACKSPACE):
            self.cursor = (self.cursor - 1) % len(self.marks)
            self._put(BLANK)
        elif key_pressed(event, pygame.K_DELETE):
            self._put(BLANK)
        else:
            return False
        return True

    # -- drawing ---------------------------------------------------------------------------------

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        c, tray = ui.theme.colours, self.tray()
        draw_tray(target, tray, ui.theme, ui.brush)
        for cell, mark in enumerate(self.marks):
            box = self.box(cell)
            if mark == BLANK:
                ui.brush.rounded(target, box.inflate(-4, -4), box.w // 7, None, c.line, 1)
            elif mark != GAP:
                draw_tile(target, box, mark, ui.theme, ui.brush)
            if cell in self.faulty:
                ui.brush.rounded(target, box, box.w // 7, None, c.loss, 3)
            if self.focused and cell == self.cursor:
                ui.brush.rounded(target, box.inflate(6, 6), box.w // 7 + 3, None, c.focus, 2)
        for mark in self.palette:
            box = self.swatch(mark)
            if mark == GAP:
                ui.brush.rounded(target, box, box.w // 7, c.felt_dark, c.line, 1)
            else:
                faint = 0.6 if mark in self.marks else 0.0
                draw_tile(target, box, mark, ui.theme, ui.brush, faint=faint)
            if mark == self.chosen:
                ui.brush.rounded(target, box.inflate(8, 8), box.w // 7 + 4, None, c.accent, 3)
