"""The board of a two-player game as a widget of a screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pygame

from gui.boards.common import ENTER, BoardView
from gui.boards.view_widget import ViewWidget
from gui.kit.accessible import AccessibleInfo, Role
from gui.kit.widget import ARROW_KEYS, NOWHERE, Widget
from gui.pads import ARROWS, pressed
from gui.protocols import PRESSED, BoardTarget
from gui.ui import Ui


class BoardWidget(ViewWidget[BoardView[Any]]):
    """The board: handles clicks, arrows and Enter, and draws its own cursor."""

    def __init__(
        self,
        view: BoardView[Any],
        take: Callable[[pygame.event.Event], bool],
        ring: Callable[[], bool],
        *,
        space: bool = True,
    ) -> None:
        """Without `space` the space key passes to other handlers."""
        super().__init__(view)
        self.space = space
        self.take = take
        self.ring = ring  # whether to show the focus ring

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        self.view.place(rect, ui.theme)
        yield from super().place(ui, rect)

    def set_focus(self, focused: bool) -> None:
        super().set_focus(focused)
        self.view.focus(focused and self.ring())

    def focus_rect(self) -> pygame.Rect:
        """Return an empty rectangle: the view rings the cell under its cursor."""
        return NOWHERE

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN:
            if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
                return False
            if event.key == pygame.K_SPACE and not self.space:
                return False
            if event.key in (*ARROW_KEYS, *ENTER) and not self.view.focused:
                self.view.focus(True)  # the first such key only shows the cursor
                return True
            if event.key in ARROW_KEYS:
                before = self.view.cursor
                self.take(event)
                # A gamepad's arrow that cannot move the cursor moves the focus off the board.
                return self.view.cursor != before or not pressed(event, *ARROWS)
        return self.take(event)

    def info_key(self) -> object:
        return self.view.shown, self.view.cursor

    def make_info(self, ui: Ui) -> AccessibleInfo:
        """Return the board with its targets as parts, each to be pressed by its name."""
        parts = tuple(self._part(spot) for spot in self.view.spots())
        return AccessibleInfo(Role.BOARD, ui.tr("access.board"), parts=parts)

    def _part(self, spot: BoardTarget) -> AccessibleInfo:
        takes = spot.move is not None or spot.where is not None
        return AccessibleInfo(
            Role.BUTTON if takes else Role.TEXT,
            spot.name,
            note=spot.note,
            key=spot.key,
            place=spot.place,
            current=spot.where is not None and spot.where == self.view.cursor,
            press=(lambda: self.take(pygame.event.Event(PRESSED, spot=spot))) if takes else None,
            point=(lambda: self.view.point(spot)) if spot.where is not None else None,
        )
