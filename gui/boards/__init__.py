"""One board each, made by the id of its game; concrete views are imported when needed."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import pygame

from gui.paint import Brush
from gui.protocols import View
from gui.theme import Theme

VIEWS = {
    "tictactoe": ("gui.boards.tictactoe", "TicTacToeView"),
    "connect4": ("gui.boards.connect4", "ConnectFourView"),
    "nim": ("gui.boards.heaps", "NimView"),
    "subtraction": ("gui.boards.subtraction", "SubtractionView"),
    "matches": ("gui.boards.matches", "MatchesView"),
}


def make_view(game: Any, theme: Theme, brush: Brush, tr: Callable[..., str]) -> View[Any]:
    """The board of a two-player game."""
    module, name = VIEWS[game.id]
    view: View[Any] = getattr(import_module(module), name)(game, theme, brush, tr)
    return view


def preview(game_id: str, size: tuple[int, int], theme: Theme, brush: Brush) -> pygame.Surface:
    """The art of a menu tile, opaque, of that size."""
    from gui.boards.previews import preview as draw

    return draw(game_id, size, theme, brush)


def thumbnail(
    game: Any, state: Any, size: tuple[int, int], theme: Theme, brush: Brush
) -> pygame.Surface:
    """A small picture of a position, with transparent ground."""
    from gui.boards.previews import thumbnail as draw

    return draw(game, state, size, theme, brush)
