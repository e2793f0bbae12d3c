"""The record of the sliding tiles."""

from __future__ import annotations

import pygame

from gui.boards.board import Board
from gui.boards.previews import drawn_large
from gui.boards.tiles.art import draw_position
from gui.boards.tiles.editor import TilesEditor
from gui.boards.tiles.handling import TilesHandling
from gui.boards.tiles.view import TilesView
from gui.paint import Brush
from gui.sounds import Sound
from gui.theme import Theme, Tint

SAMPLE = "1 2 3/4 8 5/7 0 6"


def picture(position: str, size: tuple[int, int], theme: Theme, brush: Brush) -> pygame.Surface:
    """Draw a position on the tile's background."""

    def draw(large: pygame.Surface) -> None:
        area = large.get_rect()
        draw_position(large, area.inflate(-area.w // 12, -area.h // 12), position, theme, brush)

    return drawn_large(size, theme.colours.tints[Tint.OLIVE], draw)


def thumbnail(position: str, size: tuple[int, int], theme: Theme, brush: Brush) -> pygame.Surface:
    """Return a small picture of a position on a transparent background; cached by the brush."""

    def draw(canvas: pygame.Surface, scale: int) -> None:
        draw_position(canvas, canvas.get_rect(), position, theme, brush)

    return brush.kept(("tiles", position, size, theme.look), size, draw, factor=1)


BOARD = Board(
    lambda puzzle, theme, brush, tr: TilesView(TilesHandling(puzzle), theme, brush),
    art=lambda size, theme, brush: picture(SAMPLE, size, theme, brush),
    puzzle_art=picture,
    tint=Tint.OLIVE,
    sound=Sound.DROP,
    handling=TilesHandling,
    thumbnail=thumbnail,
    flat=True,
    editor=lambda puzzle, draft, settings, paint: TilesEditor(
        draft, (puzzle.rows, puzzle.columns), paint
    ),
)
