"""Positions as small boards: a picture of one, and one in a frame within other pictures."""

from __future__ import annotations

from typing import Any

import pygame

from engine.protocols import Game, game_key
from gui.boards import board_of
from gui.boards.previews import cached_thumbnail
from gui.kit.accessible import AccessibleInfo, Role
from gui.kit.widget import Widget
from gui.protocols import BoardState
from gui.ui import Ui


def board_size(game_id: str, height: int) -> tuple[int, int]:
    """Return the size of a board of this height: as wide as the game fills, within limits."""
    across = board_of(game_id).fills[0] or 1.15
    return round(height * min(max(1.0, across), 1.9)), height


class BoardPicture(Widget):
    """A board as large as its place, at the foot of it."""

    def __init__(self, game: Game[Any], shown: BoardState[Any], key: str = "") -> None:
        super().__init__(key)
        self.game = game
        self.shown = shown

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        width, height = board_size(self.game.id, self.rect.h)
        scale, shown = min(1.0, self.rect.w / width), self.shown
        box = pygame.Rect(0, 0, round(width * scale), round(height * scale))
        box.midbottom = self.rect.midbottom
        key = (game_key(self.game), self.game.text(shown.state), shown.last_move, shown.tried)
        picture = cached_thumbnail(self.game, shown, box.size, ui, key)
        target.blit(picture, box, special_flags=pygame.BLEND_PREMULTIPLIED)

    def accessible(self, ui: Ui) -> AccessibleInfo | None:
        return AccessibleInfo(Role.PICTURE, self.game.text(self.shown.state))


def draw_position(
    ui: Ui, target: pygame.Surface, box: pygame.Rect, game: Game[Any], state: Any, *, lit: bool
) -> None:
    theme, c = ui.theme, ui.theme.colours
    ui.brush.rounded(target, box, theme.px(6), c.panel, c.accent if lit else c.hair, 1 + lit)
    inner = box.inflate(-theme.px(8), -theme.px(8))
    key = (game_key(game), game.text(state))
    picture = cached_thumbnail(game, BoardState(state), inner.size, ui, key)
    target.blit(picture, inner, special_flags=pygame.BLEND_PREMULTIPLIED)
