"""The base class of flat puzzle boards, which draw within a card with rounded corners."""

from __future__ import annotations

from abc import abstractmethod

import pygame

from gui.boards.common import ease_out
from gui.boards.puzzle_view import AnimatedMove, PuzzleView
from gui.boards.viewport import round_corners
from gui.paint import clipped


class FlatPuzzleView(PuzzleView):
    """Draws the ground of its area; subclasses draw the puzzle on it."""

    @abstractmethod
    def paint(self, surface: pygame.Surface, motion: AnimatedMove | None, fraction: float) -> None:
        """Draw the position, or a motion of which `fraction` (0 to 1) is done."""

    def draw(self, surface: pygame.Surface) -> None:
        if self.rect.w < 8 or self.rect.h < 8:
            return
        motion, done = self._motion()
        with clipped(surface, self.rect):
            surface.blit(self._background(), self.rect)
            self.paint(surface, motion, ease_out(done))

    def ground(self, middle: tuple[int, int]) -> pygame.Surface:
        picture = super().ground(middle)
        round_corners(picture, self.theme, self.brush)
        return picture
