"""The cube as a widget of a screen."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from engine.games.cube_notation import Turn
from gui.boards.pocket_cube import CubeView
from gui.kit.widget import Size, Widget
from gui.pads import ARROWS, LOOKS, pressed
from gui.ui import Ui


class CubeWidget(Widget):
    """The cube: hands events to its view, keeps the mouse while it drags."""

    focusable = True

    def __init__(
        self,
        view: CubeView,
        turn: Callable[[Turn], None],
        press: Callable[[pygame.event.Event], bool],
    ) -> None:
        super().__init__("cube")
        self.view = view
        self.turn = turn
        self.press = press

    @property
    def grabs(self) -> bool:
        return self.view.grabbed

    def wanted(self, ui: Ui, width: int) -> Size:
        return ui.theme.tx(160), ui.theme.tx(160)

    def focus_rect(self) -> pygame.Rect:
        return self.rect.inflate(-14, -14)

    def handle(self, event: pygame.event.Event) -> bool:
        if pressed(event, *ARROWS, *LOOKS):
            turn = self.view.steer(event.pad)
            if turn is not None:
                self.turn(turn)
            return True
        if event.type == pygame.KEYDOWN:
            return self.press(event)
        if event.type == pygame.MOUSEBUTTONDOWN:
            self.view.lay_down()
        turn = self.view.handle(event)
        if turn is not None:
            self.turn(turn)
        return event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)

    def set_focus(self, focused: bool) -> None:
        super().set_focus(focused)
        if not focused:
            self.view.lay_down()

    def update(self, dt: float) -> bool:
        return self.view.update(dt)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        self.view.draw(target)
