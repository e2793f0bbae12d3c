"""The board of the sliding tiles: a click, an arrow or a digit slides, several in a row too."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from engine.messages import Message
from gui.boards.common import digit_of
from gui.boards.flat_puzzle import FlatPuzzleView
from gui.boards.handling import Move, TextMove
from gui.boards.puzzle_view import AnimatedMove
from gui.boards.tiles.art import Tray, between, draw_badge, draw_tile, draw_tray
from gui.boards.tiles.handling import GAP, cells_of, shape_of, slides
from gui.i18n import Translator
from gui.kit.accessible import AccessibleInfo, Place, Role
from gui.kit.widget import key_pressed
from gui.pads import PadButton

# The direction in which a tile slides: rows and columns from the gap to that tile.
Direction = tuple[int, int]
ARROWS: dict[int, Direction] = {
    pygame.K_UP: (1, 0),
    pygame.K_DOWN: (-1, 0),
    pygame.K_LEFT: (0, 1),
    pygame.K_RIGHT: (0, -1),
}
BUTTONS: dict[PadButton, Direction] = {
    PadButton.UP: (1, 0),
    PadButton.DOWN: (-1, 0),
    PadButton.LEFT: (0, 1),
    PadButton.RIGHT: (0, -1),
}


class TilesView(FlatPuzzleView):
    """Draws the tray and its tiles."""

    _pointer: tuple[int, int] | None = None  # of the mouse over the board

    def tray(self) -> Tray:
        """Return the tray, in the middle of the whole area as far as its stage reaches."""
        margin = max(4, min(self.stage.w, self.stage.h) // 60)
        area = self.stage.inflate(-2 * margin, -2 * margin)
        tray = Tray(area, *shape_of(self.position))
        tray.rect.centerx = self.rect.centerx
        tray.rect.clamp_ip(area)
        return tray

    # -- moves -----------------------------------------------------------------------------------

    def slide(self, tile: str) -> Move | Message:
        """Return the move that slides a tile towards the gap, with those between."""
        line = slides(self.target, tile)
        return TextMove(" ".join(line)) if line else Message("board.tiles.not_in_line")

    def push(self, direction: Direction, *, farthest: bool = False) -> Move | Message:
        """Return the move of the tile on one side of the gap, or of all tiles on that side."""
        cells = cells_of(self.target)
        at = {cell: tile for tile, cell in cells.items()}
        (row, column), (down, across) = cells[GAP], direction
        line = []
        while (row := row + down, column := column + across) in at:
            line.append(at[row, column])
        if not line:
            return Message("board.tiles.edge")
        return self.slide(line[-1 if farthest else 0])

    def handle(self, event: pygame.event.Event) -> Move | Message | None:
        """Slide the clicked tile, with those between it and the gap."""
        if event.type == pygame.MOUSEMOTION:
            self._point_at(event.pos)
        elif event.type == pygame.WINDOWLEAVE:
            self._point_at(None)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            tile = self._tile_at(event.pos)
            return self.slide(tile) if tile and tile != GAP else None
        return None

    def steer(self, button: PadButton) -> Move | Message | None:
        return self.push(BUTTONS[button]) if button in BUTTONS else None

    def typed(self, event: pygame.event.Event) -> Move | Message | None:
        """Slide the tile of a digit."""
        digit = digit_of(event)
        return self.slide(str(digit)) if digit and str(digit) in cells_of(self.target) else None

    def arrow(self, event: pygame.event.Event) -> Move | Message | bool:
        """Slide a tile in the direction of an arrow; with Shift the whole line."""
        if not key_pressed(event, *ARROWS):
            return False
        return self.push(ARROWS[event.key], farthest=bool(event.mod & pygame.KMOD_SHIFT))

    def _tile_at(self, position: tuple[int, int]) -> str:
        tray = self.tray()
        cells = cells_of(self.target).items()
        return next((tile for tile, cell in cells if tray.cell(cell).collidepoint(position)), "")

    @property
    def _hovered(self) -> str:
        """The tile under the mouse, if it can slide."""
        tile = self._tile_at(self._pointer) if self._pointer is not None else ""
        return tile if tile and slides(self.target, tile) else ""

    def _point_at(self, position: tuple[int, int] | None) -> None:
        before, self._pointer = self._hovered, position
        self._changed |= before != self._hovered

    # -- screen readers --------------------------------------------------------------------------

    def accessible(
        self, tr: Translator, place: Place, play: Callable[[Move], None]
    ) -> AccessibleInfo:
        """Describe every cell; a tile in line with the gap is a button."""
        tray = self.tray()
        parts = []
        for tile, cell in sorted(cells_of(self.target).items(), key=lambda each: each[1]):
            box, where = tray.cell(cell), {"row": cell[0] + 1, "column": cell[1] + 1}
            key = "spot.tiles.gap" if tile == GAP else "spot.tiles.tile"
            line = slides(self.target, tile)
            press = partial(play, TextMove(" ".join(line))) if line else None
            parts.append(
                AccessibleInfo(
                    Role.BUTTON if press else Role.TEXT,
                    tr(key, tile=tile, **where),
                    key=tile,
                    place=(box.x, box.y, box.w, box.h),
                    press=press,
                )
            )
        return AccessibleInfo(Role.BOARD, tr("access.board"), parts=tuple(parts))

    # -- drawing ---------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface, motion: AnimatedMove | None, fraction: float) -> None:
        tray = self.tray()
        draw_tray(surface, tray, self.theme, self.brush)
        after = cells_of(motion.after) if motion is not None else {}
        under_mouse = self._hovered if motion is None else ""
        for tile, cell in cells_of(self.position).items():
            if tile != GAP:
                box = tray.cell(between(cell, after.get(tile, cell), fraction))
                hovered = tile == under_mouse
                draw_tile(surface, box, tile, self.theme, self.brush, hovered=hovered)
                if motion is None and tile in self.terms:
                    draw_badge(surface, box, self.terms[tile], self.theme, self.brush)
