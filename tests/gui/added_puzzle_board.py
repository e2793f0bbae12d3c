"""The board of the third puzzle: a file in gui/boards would hold this, ending in its BOARD."""

from __future__ import annotations

import pygame

from gui.boards.board import Board
from gui.boards.handling import Move, TextMove
from gui.boards.puzzle_view import AnimatedMove, FlatPuzzleView


class RotationView(FlatPuzzleView):
    """The four numbers; the left half turns them clockwise, the right half swaps."""

    def handle(self, event: pygame.event.Event) -> Move | None:
        if event.type != pygame.MOUSEBUTTONDOWN:
            return None
        return TextMove("c" if event.pos[0] < self.rect.centerx else "s")

    def paint(self, surface: pygame.Surface, motion: AnimatedMove | None, fraction: float) -> None:
        self.theme.blit_text(surface, self.position, 22, self.stage.center, align=0.5)


BOARD = Board(
    RotationView,
    art=lambda position, size, ui: pygame.Surface(size),
)
