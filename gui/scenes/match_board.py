"""The board as a widget: it takes clicks, arrows and Enter, and draws its own cursor."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from gui.controls.base import Ui, Widget

if TYPE_CHECKING:
    from gui.scenes.match import MatchScene


class BoardWidget(Widget):
    """Hands events to the view of the scene."""

    focusable = True

    def __init__(self, rect: pygame.Rect, scene: MatchScene) -> None:
        super().__init__(rect, "board")
        self.scene = scene

    def set_focus(self, focused: bool) -> None:
        super().set_focus(focused)
        self.scene.view.focus(focused and self.scene.desk.ring)

    def focus_rect(self) -> pygame.Rect:
        """None: the view rings the cell under its cursor."""
        return pygame.Rect(0, 0, 0, 0)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN:
            if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
                return False
            if event.key in (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN):
                self.scene.view.focus(True)
                self.scene.board_event(event)
                return True
            if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
                self.scene.view.focus(True)
        return self.scene.board_event(event)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        self.scene.view.draw(target)
