"""Small pictures of boards: the art of the menu's tiles, and positions that can be resumed."""

from __future__ import annotations

import math
from typing import Any

import pygame

from engine.registry import ALL_GAMES, PUZZLES, make_game
from gui.boards import make_view
from gui.boards.sticks import draw_stick, tilt
from gui.i18n import Translator
from gui.paint import Brush, smooth
from gui.protocols import Shown
from gui.theme import Look, Theme

POSITIONS = {
    "tictactoe": "O.X.XOX.. O",
    "connect4": "......./......./.Y.Y.../.Y.RR../RRYRY.Y/RYYRRRY R",
    "nim": "5,4,3,2,1 0",
    "subtraction": "13 0",
}
# The box of each board in the art, as shares of its height; None: the whole width.
BOXES: dict[str, tuple[float | None, float]] = {
    "tictactoe": (0.76, 0.76),
    "connect4": (None, 0.82),
    "nim": (2.1, 1.0),
    "subtraction": (1.9, 0.9),
}
SMALL = 120  # pixels of height under which a picture is drawn larger and reduced
GLOW = (255, 180, 80)
FLAME = ((1.0, (240, 130, 40)), (0.72, (250, 190, 80)), (0.42, (255, 244, 200)))


def board_picture(
    game: Any, state: Any, size: tuple[int, int], theme: Theme, brush: Brush
) -> pygame.Surface:
    """A position on transparent ground, no numbers."""
    picture = pygame.Surface(size, pygame.SRCALPHA)
    view: Any = make_view(game, theme, brush, Translator())
    view.compact = True
    view.shown = Shown(state)
    view.place(pygame.Rect((0, 0), size), theme)
    view.show(Shown(state), False)
    view.draw(picture)
    return picture


def thumbnail(
    game: Any, state: Any, size: tuple[int, int], theme: Theme, brush: Brush
) -> pygame.Surface:
    """A small picture of a position, with transparent ground, colours multiplied by opacity."""
    times = _enlarged(size)
    large = (times * size[0], times * size[1])
    picture = board_picture(game, state, large, theme, brush).premul_alpha()
    return pygame.transform.smoothscale(picture, size) if times > 1 else picture


def _enlarged(size: tuple[int, int]) -> int:
    """How many times larger a picture is drawn, so that its lines are not lost in pixels."""
    return max(1, -(-2 * SMALL // max(1, size[1]))) if size[1] < SMALL else 1


def preview(game_id: str, size: tuple[int, int], theme: Theme, brush: Brush) -> pygame.Surface:
    """The art of a menu tile: the game in play on its tint."""
    index = ALL_GAMES.index(game_id)
    art = pygame.Surface(size)
    art.fill(theme.colours.tints[index])
    if game_id in PUZZLES:
        from gui.boards.pocket_cube import preview as cube_preview

        art.blit(cube_preview(size, theme, brush), (0, 0))
        return art
    times = _enlarged(size)
    width, height = times * size[0], times * size[1]
    if times > 1:
        large = pygame.Surface((width, height))
        large.fill(art.get_at((0, 0)))
    else:
        large = art
    if game_id == "matches":
        _matches(large, theme)
    else:
        across, down = BOXES[game_id]
        wide = width if across is None else min(width, round(height * across))
        box = pygame.Rect(0, 0, wide, round(height * down))
        box.center = (width // 2, height // 2)
        game = make_game(game_id)
        state = game.parse(POSITIONS[game_id])
        large.blit(board_picture(game, state, box.size, theme, brush), box)
    return pygame.transform.smoothscale(large, size) if times > 1 else large


def _matches(art: pygame.Surface, theme: Theme) -> None:
    """Eleven matches, the last one burning and a little lower."""
    width, height = art.get_size()
    count, length = 11, height * 0.66
    span = min(width * 0.72, height * 1.65)
    step = span / (count - 1)
    left, top = (width - span) / 2, height * 0.235
    thick = min(length / 16, step * 0.4)
    unit = height / 160

    def draw(big: pygame.Surface, k: int) -> None:
        for index in range(count):
            lean, shift = tilt(index)
            x, y = (left + index * step + 0.6 * shift * unit) * k, (top + shift * unit) * k
            burning = index == count - 1
            foot = y + length * k
            if burning:
                y += length * 0.10 * k
                lean = 0.022
            lean *= length * k / 2
            draw_stick(big, k, x, lean, (y, foot), thick * k, not burning)
            if burning:
                _flame(big, x + lean, y, thick * k, theme)

    art.blit(smooth((width, height), draw, 3), (0, 0))


def _flame(big: pygame.Surface, x: float, y: float, width: float, theme: Theme) -> None:
    """A still flame with its glow, on a charred head."""
    if theme.look is not Look.CONTRAST:
        reach = width * 4.6
        layer = pygame.Surface((round(2 * reach), round(2 * reach)), pygame.SRCALPHA)
        for ring in range(40, 0, -1):
            share = ring / 40
            ink = (*GLOW, round(105 * (1 - share) ** 1.8))
            pygame.draw.circle(layer, ink, (reach, reach), reach * share)
        big.blit(layer, (x - reach, y - reach - width * 1.4))
    char = pygame.Rect(0, 0, round(1.3 * width), round(1.7 * width))
    char.center = (round(x), round(y))
    pygame.draw.ellipse(big, (58, 36, 20), char)
    foot = y + width * 0.15
    for scale, colour in FLAME:
        tall, wide = width * 3.8 * scale, width * 1.02 * scale
        points = []
        for step in range(41):
            share = step / 40
            # Round below, drawn out to a tip that leans a little.
            bulge = math.sin(math.pi * share**0.62) * (1 - share) ** 0.35
            bend = 0.16 * wide * share**2
            points.append((wide * bulge, bend, foot - tall * share))
        right = [(x + out + bend, height) for out, bend, height in points]
        left = [(x - out + bend, height) for out, bend, height in points]
        pygame.draw.polygon(big, colour, right + left[::-1])
