"""A grid for setting up a position: puts things down, removes them, and marks faults in place."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from gui.boards.cell_editor import CellEditor
from gui.boards.editing import EMPTY, Draft
from gui.boards.token import Token
from gui.kit.widget import Size, key_pressed
from gui.ui import Ui

AWAY = (pygame.K_PERIOD, pygame.K_0, pygame.K_KP_0)
TOKEN = 0.72  # fraction of a cell
MAX_CELL = 120


class EditGrid(CellEditor[int]):
    """The board of a game; the chosen content takes away the same content.

    The letters of the position's text put things down as well.
    """

    title = "access.board"
    advances = False

    def __init__(
        self,
        draft: Draft,
        columns: int,
        faulty: frozenset[int],
        content: int,
        letters: str,
        token: Token,
        put: Callable[[int, int], None],
    ) -> None:
        super().__init__("grid", draft.cells, faulty, content, EMPTY, put, columns)
        self.rows = len(draft.cells) // columns
        self.letters = letters
        self.token = token
        self.cursor = len(draft.cells) - columns  # the lower left corner

    def size_hint(self, ui: Ui, width: int) -> Size:
        """Return a size whose cells are large enough to click."""
        side = ui.theme.tx(34)
        natural = ui.theme.tx(64) * self.columns
        return min(natural, max(side * self.columns, width)), side * self.rows

    @property
    def cell(self) -> int:
        """The side of a cell, in pixels."""
        return max(8, min(self.rect.w // self.columns, self.rect.h // self.rows, MAX_CELL * 2))

    def box(self, cell: int) -> pygame.Rect:
        side = self.cell
        row, column = divmod(cell, self.columns)
        left = self.rect.centerx - side * self.columns // 2
        top = self.rect.centery - side * self.rows // 2
        return pygame.Rect(left + column * side, top + row * side, side, side)

    def cell_name(self, ui: Ui, cell: int) -> str:
        row, column = divmod(cell, self.columns)
        held = self.cells[cell]
        content = self.letters[held - 1] if held else ui.tr("spot.nothing")
        return ui.tr("spot.cell", row=row + 1, column=column + 1, content=content)

    def use(self, cell: int) -> None:
        """Put the content on a cell; the same content again empties the cell."""
        self.paint(cell, EMPTY if self.cells[cell] == self.chosen else self.chosen)

    def typed(self, event: pygame.event.Event) -> int | None:
        if not key_pressed(event, event.key):
            return None
        letter = event.unicode.upper()
        if letter and letter in self.letters:
            return 1 + self.letters.index(letter)
        return EMPTY if event.key in AWAY else None

    def draw_board(self, ui: Ui, target: pygame.Surface) -> None:
        c = ui.theme.colours
        whole = self.box(0).union(self.box(len(self.cells) - 1)).inflate(8, 8)
        ui.brush.rounded(target, whole, ui.theme.px(10), c.table2, c.line, 1)

    def draw_mark(self, ui: Ui, target: pygame.Surface, box: pygame.Rect, mark: int) -> None:
        c, side = ui.theme.colours, self.cell
        box = box.inflate(-max(2, side // 12), -max(2, side // 12))
        ui.brush.rounded(target, box, max(3, side // 8), c.panel, c.hair, 1)
        if mark:
            thing = self.token(mark - 1, round(side * TOKEN))
            target.blit(thing, thing.get_rect(center=box.center))
