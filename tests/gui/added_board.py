"""The board of the seventh game: a file in gui/boards would hold this, ending in its BOARD."""

from __future__ import annotations

import pygame

from engine.messages import Message
from gui.boards.board import Board
from gui.boards.common import ENTER, BoardView
from gui.boards.marks import disc
from tests.registry.added import Count


class HundredView(BoardView[Count]):
    """The number reached, and three buttons for what may be added."""

    def box(self, move: int) -> pygame.Rect:
        """Where a move is clicked."""
        wide = self.rect.w // 4
        return pygame.Rect(self.rect.x + wide // 2 + move * wide, self.rect.centery, wide, wide)

    def at(self, position: tuple[int, int]) -> int | None:
        return next((move for move in range(3) if self.box(move).collidepoint(position)), None)

    def move_at(self, where: int) -> int | Message:
        return where if where in self.shown.legal else self.refuse("board.not_now")

    def typed(self, digit: int) -> int | Message:
        return self.move_at(digit - 1)

    def arrow(self, event: pygame.event.Event) -> int | Message | None:
        if event.key in ENTER and self.cursor is not None:
            return self.move_at(self.cursor)
        self.set_cursor(((self.cursor or 0) + 1) % 3)
        return None

    def token(self, player: int, diameter: int) -> pygame.Surface:
        return disc(self.ui, player, diameter)

    def paint(self, surface: pygame.Surface) -> None:
        middle = (self.rect.centerx, self.rect.y + self.rect.h // 4)
        self.theme.blit_text(surface, str(self.shown.state.number), 22, middle, align=0.5)
        for move in range(3):
            surface.fill(self.theme.colours.raised, self.box(move).inflate(-8, -8))


BOARD = Board(HundredView)
