"""The eight boards that turning and mirroring make of one position, and the one that is counted."""

from __future__ import annotations

from typing import Any

import pygame

from engine.protocols import Game
from gui.inspector.small_board import draw_position
from gui.kit import Icon, icon
from gui.kit.widget import Size, Widget
from gui.ui import Ui

EXAMPLE = ("XO.", "...", "...")  # a position without a symmetry of its own
ACROSS = 4  # of the eight boards side by side; beside them the arrow and the one


def symmetric_positions() -> list[str]:
    """Return the texts of the example's images, itself first, with X to move."""
    rows, boards = list(EXAMPLE), []
    for _ in range(4):
        boards += [rows, [row[::-1] for row in rows]]
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
    return ["".join(board) + " X" for board in boards]


class SymmetricBoards(Widget):
    """Eight boards of tic-tac-toe, an arrow, and the one board that stands for them."""

    def __init__(self, game: Game[Any]) -> None:
        super().__init__()
        self.game = game
        self.states = [game.parse(text) for text in symmetric_positions()]

    def size_hint(self, ui: Ui, width: int) -> Size:
        return min(ui.theme.tx(460), width), ui.theme.tx(90)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c = ui.theme, ui.theme.colours
        ui.brush.rounded(target, self.rect, theme.px(8), c.table2, c.hair, 1)
        gap, rows = theme.tx(8), len(self.states) // ACROSS
        room = self.rect.inflate(-3 * gap, -3 * gap)
        pitch = min(room.w // (ACROSS + 2), room.h // rows)
        left = room.x + (room.w - (ACROSS + 2) * pitch) // 2
        top = room.y + (room.h - rows * pitch) // 2
        box = pygame.Rect(0, 0, pitch - gap, pitch - gap)
        for number, state in enumerate(self.states):
            row, column = divmod(number, ACROSS)
            box.topleft = left + column * pitch, top + row * pitch
            draw_position(ui, target, box, self.game, state, lit=False)
        box.topleft = left + ACROSS * pitch, top + (rows * pitch - box.h) // 2
        picture = icon(ui.brush, Icon.FORWARD, box.w // 2, c.text2)
        target.blit(picture, picture.get_rect(center=box.center))
        box.x += pitch
        counted = self.game.canonical(self.states[0])
        draw_position(ui, target, box, self.game, counted, lit=True)
