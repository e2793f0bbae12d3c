"""The mark of a side (disc, cross, ...) as a widget beside names and sentences."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from gui.kit.widget import Size, Widget
from gui.ui import Ui

Token = Callable[[int, int], pygame.Surface]  # (player, diameter), on a transparent background


@dataclass(eq=False)
class TokenMark(Widget):
    """A widget with the disc, cross or other mark of a player."""

    token: Token
    player: int
    diameter: float

    def __post_init__(self) -> None:
        super().__init__()

    def size_hint(self, ui: Ui, width: int) -> Size:
        return ui.theme.tx(self.diameter), ui.theme.tx(self.diameter)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        picture = self.token(self.player, ui.theme.tx(self.diameter))
        target.blit(picture, picture.get_rect(center=self.rect.center))
