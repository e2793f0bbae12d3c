"""The widgets in which a position is set up cell by cell: cursor, palette, keys, faults."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, TypeVar

import pygame

from gui.boards.common import BoardView, area
from gui.boards.editing import EMPTY, Draft
from gui.kit.accessible import AccessibleInfo, Role
from gui.kit.buttons import ACTIVATE
from gui.kit.icons import Icon, icon
from gui.kit.widget import ARROW_KEYS, NOWHERE, Size, Widget, key_pressed
from gui.ui import Ui

M = TypeVar("M")  # the mark of a cell
LEAST_SIGN = 12  # the side of the sign on a faulty cell
AROUND_SWATCH = 4  # clicks this close to a mark of the palette choose it


class CellEditor(Widget, Generic[M]):
    """Draws the marks of cells and reports edits to `put`; it changes no mark itself.

    The left button puts the chosen mark down, the right button takes a mark away. A typed mark is
    put under the cursor, which with `advances` goes on to the next cell.
    """

    focusable = True
    advances = True
    palette: Sequence[M] = ()  # drawn below the cells, to choose from
    title = ""  # the text key of its name for screen readers

    def __init__(
        self,
        key: str,
        cells: Sequence[M],
        faulty: frozenset[int],
        chosen: M,
        empty: M,
        put: Callable[[int, M], None],
        columns: int,
    ) -> None:
        """`columns` cells stand side by side, from the first one on."""
        super().__init__(key)
        self.cells = cells
        self.columns = columns
        self.faulty = faulty
        self.chosen = chosen  # the mark to put down
        self.empty = empty
        self.put = put
        self.cursor = 0

    def adopt_state(self, old: Widget) -> None:
        """Keep the cursor, and the chosen mark of a palette, on a board of the same size."""
        if isinstance(old, type(self)) and len(old.cells) == len(self.cells):
            self.cursor = old.cursor
            if self.palette:
                self.chosen = old.chosen

    def focus_rect(self) -> pygame.Rect:
        """Return an empty rectangle: the editor rings the cell under the cursor."""
        return NOWHERE

    # -- of one editor ---------------------------------------------------------------------------

    @abstractmethod
    def box(self, cell: int) -> pygame.Rect:
        """Return the rectangle of a cell."""

    def swatch(self, mark: M) -> pygame.Rect:
        """Return the rectangle of a mark of the palette."""
        return NOWHERE

    def beside(self, across: int, down: int) -> int:
        """Return the cell one step from the cursor; it goes round at the edges."""
        row, column = divmod(self.cursor, self.columns)
        row = (row + down) % (len(self.cells) // self.columns)
        return row * self.columns + (column + across) % self.columns

    @abstractmethod
    def typed(self, event: pygame.event.Event) -> M | None:
        """Return the mark that a key puts down."""

    @abstractmethod
    def cell_name(self, ui: Ui, cell: int) -> str:
        """Return a cell with its mark in words."""

    def mark_name(self, ui: Ui, mark: M) -> str:
        """Return a mark of the palette in words."""
        return str(mark)

    @abstractmethod
    def draw_board(self, ui: Ui, target: pygame.Surface) -> None:
        """Draw the ground below the cells."""

    @abstractmethod
    def draw_mark(self, ui: Ui, target: pygame.Surface, box: pygame.Rect, mark: M) -> None:
        """Draw the mark of a cell."""

    def draw_swatch(self, ui: Ui, target: pygame.Surface, box: pygame.Rect, mark: M) -> None:
        """Draw a mark of the palette."""
        self.draw_mark(ui, target, box, mark)

    # -- edits -----------------------------------------------------------------------------------

    def paint(self, cell: int, mark: M) -> None:
        """Put a mark on a cell; nothing happens where it lies already."""
        if self.cells[cell] != mark:
            self.put(cell, mark)

    def use(self, cell: int) -> None:
        """Put the chosen mark on a cell."""
        self.paint(cell, self.chosen)

    def cell_at(self, position: tuple[int, int]) -> int | None:
        cells = range(len(self.cells))
        return next((cell for cell in cells if self.box(cell).collidepoint(position)), None)

    # -- screen readers --------------------------------------------------------------------------

    def accessible(self, ui: Ui) -> AccessibleInfo | None:
        cells = [self._cell_info(ui, cell) for cell in range(len(self.cells))]
        marks = [self._mark_info(ui, mark) for mark in self.palette]
        return AccessibleInfo(Role.BOARD, ui.tr(self.title), parts=(*cells, *marks))

    def _cell_info(self, ui: Ui, cell: int) -> AccessibleInfo:
        return AccessibleInfo(
            Role.BUTTON,
            self.cell_name(ui, cell),
            note=ui.tr("spot.faulty") if cell in self.faulty else "",
            key=str(cell),
            place=area(self.box(cell)),
            current=cell == self.cursor,
            press=lambda: self.use(cell),
            point=lambda: setattr(self, "cursor", cell),
        )

    def _mark_info(self, ui: Ui, mark: M) -> AccessibleInfo:
        return AccessibleInfo(
            Role.CHOICE,
            self.mark_name(ui, mark),
            selected=mark == self.chosen,
            key=f"mark {mark}",
            place=area(self.swatch(mark)),
            press=lambda: setattr(self, "chosen", mark),
        )

    # -- events ----------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button in (1, 3):
            self._press(event.pos, event.button == 3)
            return True
        return event.type == pygame.KEYDOWN and self._key(event)

    def _press(self, position: tuple[int, int], away: bool) -> None:
        around = 2 * AROUND_SWATCH
        for mark in self.palette:
            if self.swatch(mark).inflate(around, around).collidepoint(position):
                self.chosen = mark
                return
        cell = self.cell_at(position)
        if cell is not None:
            self.cursor = cell
            if away:
                self.paint(cell, self.empty)
            else:
                self.use(cell)

    def _key(self, event: pygame.event.Event) -> bool:
        mark = self.typed(event)
        if key_pressed(event, *ARROW_KEYS):
            self.cursor = self.beside(*ARROW_KEYS[event.key])
        elif mark is not None:
            cell = self.cursor
            if self.advances:
                self.cursor = (cell + 1) % len(self.cells)
            self.paint(cell, mark)
        elif key_pressed(event, *ACTIVATE):
            self.use(self.cursor)
        elif key_pressed(event, pygame.K_BACKSPACE, pygame.K_DELETE):
            if self.advances and event.key == pygame.K_BACKSPACE:
                self.cursor = (self.cursor - 1) % len(self.cells)
            self.paint(self.cursor, self.empty)
        else:
            return False
        return True

    # -- drawing ---------------------------------------------------------------------------------

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        c = ui.theme.colours
        self.draw_board(ui, target)
        for cell, mark in enumerate(self.cells):
            self.draw_mark(ui, target, self.box(cell), mark)
        for cell in self.faulty:
            self._draw_fault(ui, target, self.box(cell))
        if self.focused:
            box = self.box(self.cursor)
            ui.brush.rounded(target, box.inflate(6, 6), box.w // 7 + 3, None, c.focus, 2)
        for mark in self.palette:
            box = self.swatch(mark)
            self.draw_swatch(ui, target, box, mark)
            if mark == self.chosen:
                ui.brush.rounded(target, box.inflate(8, 8), box.w // 7 + 4, None, c.accent, 3)

    @staticmethod
    def _draw_fault(ui: Ui, target: pygame.Surface, box: pygame.Rect) -> None:
        """Ring a faulty cell, with a sign in its corner that needs no colour."""
        c, side, inset = ui.theme.colours, max(LEAST_SIGN, box.w // 4), box.w // 12
        box = box.inflate(-inset, -inset)
        ui.brush.rounded(target, box, max(2, box.w // 7), None, c.loss, 3)
        ground = pygame.Rect(0, 0, side + 4, side + 4).move_to(topright=box.topright)
        ui.brush.rounded(target, ground, 4, c.panel)
        mark = icon(ui.brush, Icon.WARNING, side, c.loss)
        target.blit(mark, mark.get_rect(center=ground.center))


# -- the board of a game ---------------------------------------------------------------------------


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
        self.view.place(rect, ui)
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
