"""A grid for setting up a position: puts things down, removes them, and marks faults in place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pygame

from gui.boards.cell_editor import CellEditor
from gui.boards.common import BoardView
from gui.boards.editing import EMPTY, Draft
from gui.kit.widget import Size, Widget, key_pressed
from gui.ui import Ui

AWAY = (pygame.K_PERIOD, pygame.K_0, pygame.K_KP_0)


class EditGrid(CellEditor[int]):
    """The board of a game as its view draws it; the chosen content takes away the same content.

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
        view: BoardView[Any],
        put: Callable[[int, int], None],
    ) -> None:
        super().__init__("grid", draft.cells, faulty, content, EMPTY, put, columns)
        self.rows = len(draft.cells) // columns
        self.letters = letters
        self.view = view
        self.cursor = len(draft.cells) - columns  # the lower left corner

    def size_hint(self, ui: Ui, width: int) -> Size:
        """Return a size whose cells are large enough to click."""
        side = ui.theme.tx(34)
        natural = ui.theme.tx(64) * self.columns
        return min(natural, max(side * self.columns, width)), side * self.rows

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        self.view.place(rect, ui.theme)
        yield from super().place(ui, rect)

    def box(self, cell: int) -> pygame.Rect:
        return self.view.cell_boxes()[cell]

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
        self.view.paint_cells(target, self.cells)

    def draw_mark(self, ui: Ui, target: pygame.Surface, box: pygame.Rect, mark: int) -> None:
        """Draw nothing: the view draws the marks with the board."""
