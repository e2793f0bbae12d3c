"""A grid for setting up a position: puts things down, removes them, and marks faults in place."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from gui.boards.editing import EMPTY, Draft
from gui.boards.token import Token
from gui.kit.accessible import AccessibleInfo, Role
from gui.kit.buttons import ACTIVATE
from gui.kit.icons import Icon, icon
from gui.kit.widget import ARROW_KEYS, NOWHERE, Size, Widget, key_pressed
from gui.ui import Ui

AWAY = (pygame.K_DELETE, pygame.K_BACKSPACE, pygame.K_PERIOD, pygame.K_0, pygame.K_KP_0)
TOKEN = 0.72  # fraction of a cell
MAX_CELL = 120


class EditGrid(Widget):
    """A position editor that reports each edit through a callback and changes nothing itself.

    The left button puts the current content down, or removes the same content; the right button
    removes. The letters of the position's text put things down as well.
    """

    focusable = True

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
        super().__init__("grid")
        self.draft = draft
        self.columns = columns
        self.rows = len(draft.cells) // columns
        self.faulty = faulty
        self.content = content  # the content to put down
        self.letters = letters
        self.token = token
        self.put = put
        self.cursor = len(draft.cells) - columns  # the lower left corner

    def size_hint(self, ui: Ui, width: int) -> Size:
        """Return a size whose cells are large enough to click."""
        side = ui.theme.tx(34)
        natural = ui.theme.tx(64) * self.columns
        return min(natural, max(side * self.columns, width)), side * self.rows

    def adopt_state(self, old: Widget) -> None:
        """Keep the cursor on a board of the same size."""
        if isinstance(old, EditGrid) and len(old.draft.cells) == len(self.draft.cells):
            self.cursor = old.cursor

    def focus_rect(self) -> pygame.Rect:
        """Return an empty rectangle: the grid itself rings the cell under the cursor."""
        return NOWHERE

    # -- places --------------------------------------------------------------------------------

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

    def _at(self, position: tuple[int, int]) -> int | None:
        cells = range(len(self.draft.cells))
        return next((cell for cell in cells if self.box(cell).collidepoint(position)), None)

    def accessible(self, ui: Ui) -> AccessibleInfo | None:
        parts = tuple(self._part(ui, cell) for cell in range(len(self.draft.cells)))
        return AccessibleInfo(Role.BOARD, ui.tr("access.board"), parts=parts)

    def _part(self, ui: Ui, cell: int) -> AccessibleInfo:
        row, column = divmod(cell, self.columns)
        held, box = self.draft.cells[cell], self.box(cell)
        content = self.letters[held - 1] if held else ui.tr("spot.nothing")
        return AccessibleInfo(
            Role.BUTTON,
            ui.tr("spot.cell", row=row + 1, column=column + 1, content=content),
            note=ui.tr("spot.faulty") if cell in self.faulty else "",
            key=str(cell),
            place=(box.x, box.y, box.w, box.h),
            current=cell == self.cursor,
            press=lambda: self._use(cell, self.content),
            point=lambda: setattr(self, "cursor", cell),
        )

    # -- events --------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button in (1, 3):
            cell = self._at(event.pos)
            if cell is not None:
                self.cursor = cell
                self._use(cell, self.content if event.button == 1 else EMPTY)
            return True
        return event.type == pygame.KEYDOWN and self._key(event)

    def _use(self, cell: int, content: int) -> None:
        """Put content on a cell; the same content again empties the cell."""
        self.put(cell, EMPTY if self.draft.cells[cell] == content else content)

    def _key(self, event: pygame.event.Event) -> bool:
        letter = event.unicode.upper()
        if key_pressed(event, *ARROW_KEYS):
            dx, dy = ARROW_KEYS[event.key]
            row, column = divmod(self.cursor, self.columns)
            column, row = (column + dx) % self.columns, (row + dy) % self.rows
            self.cursor = row * self.columns + column
        elif key_pressed(event, *ACTIVATE):
            self._use(self.cursor, self.content)
        elif key_pressed(event, *AWAY):
            self.put(self.cursor, EMPTY)
        elif key_pressed(event, event.key) and letter and letter in self.letters:
            self.put(self.cursor, 1 + self.letters.index(letter))
        else:
            return False
        return True

    # -- drawing -------------------------------------------------------------------------------

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        c, side = ui.theme.colours, self.cell
        whole = self.box(0).union(self.box(len(self.draft.cells) - 1)).inflate(8, 8)
        ui.brush.rounded(target, whole, ui.theme.px(10), c.table2, c.line, 1)
        for cell, content in enumerate(self.draft.cells):
            box = self.box(cell).inflate(-max(2, side // 12), -max(2, side // 12))
            ui.brush.rounded(target, box, max(3, side // 8), c.panel, c.hair, 1)
            if content:
                thing = self.token(content - 1, round(side * TOKEN))
                target.blit(thing, thing.get_rect(center=box.center))
            if cell in self.faulty:
                self._fault(ui, target, box)
        if self.focused:
            ring = self.box(self.cursor).inflate(2, 2)
            ui.brush.rounded(target, ring, max(3, side // 8) + 2, None, c.focus, 2)

    def _fault(self, ui: Ui, target: pygame.Surface, box: pygame.Rect) -> None:
        c = ui.theme.colours
        ui.brush.rounded(target, box, max(3, self.cell // 8), None, c.loss, 3)
        side = max(12, self.cell // 4)
        ground = pygame.Rect(0, 0, side + 4, side + 4)
        ground.topright = (box.right - 1, box.top + 1)
        ui.brush.rounded(target, ground, 4, c.panel)
        mark = icon(ui.brush, Icon.WARNING, side, c.loss)
        target.blit(mark, mark.get_rect(center=ground.center))
