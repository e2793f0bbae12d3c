"""The cube as a widget of a screen."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from engine.games.cube_notation import Turn
from gui.boards.pocket_cube import CubeView
from gui.kit.widget import Size, Widget
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
        if event.type == pygame.KEYDOWN:
            return self.press(event)
        turn = self.view.handle(event)
        if turn is not None:
            self.turn(turn)
        return event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)

    def update(self, dt: float) -> bool:
        return self.view.update(dt)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        self.view.draw(target)
