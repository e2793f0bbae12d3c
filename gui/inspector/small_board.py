"""A position as a small board in a frame, in the pictures of trees and layers."""

from __future__ import annotations

from typing import Any

import pygame

from engine.protocols import Game, game_key
from gui.boards import board_of
from gui.boards.previews import cached_thumbnail
from gui.protocols import BoardState
from gui.ui import Ui


def board_size(game_id: str, height: int) -> tuple[int, int]:
    """Return the size of a board of this height: as wide as the game fills, within limits."""
    across = board_of(game_id).fills[0] or 1.15
    return round(height * min(max(1.0, across), 1.9)), height


def draw_position(
    ui: Ui, target: pygame.Surface, box: pygame.Rect, game: Game[Any], state: Any, *, lit: bool
) -> None:
    theme, c = ui.theme, ui.theme.colours
    ui.brush.rounded(target, box, theme.px(6), c.panel, c.accent if lit else c.hair, 1 + lit)
    inner = box.inflate(-theme.px(8), -theme.px(8))
    key = (game_key(game), game.text(state))
    picture = cached_thumbnail(game, BoardState(state), inner.size, ui, key)
    target.blit(picture, inner, special_flags=pygame.BLEND_PREMULTIPLIED)
