"""Small pictures of boards: the art of the menu's tiles, and positions that can be resumed."""

from __future__ import annotations

import math
from typing import Any

import pygame

from engine.registry import GAMES, PUZZLES, make_game
from gui.i18n import Translator
from gui.paint import Brush, smooth
from gui.protocols import Shown
from gui.theme import Look, Theme
from gui.views import make_view

POSITIONS = {
    "tictactoe": ({}, "OXX.XOX.O O"),
    "connect4": ({}, "......./......./.Y.Y.../.Y.RR../RRYRY.Y/RYYRRRY R"),
    "nim": ({}, "5,4,3,2,1 0"),
    "subtraction": ({}, "13 0"),
    "matches": ({"start": "11"}, "11 0"),
}


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
    """A small picture of a position, with transparent ground."""
    # Drawn large and reduced: the boards are not made for so small a picture.
    large = board_picture(game, state, (5 * size[0], 5 * size[1]), theme, brush)
    return pygame.transform.smoothscale(large.premul_alpha(), size)


def preview(game_id: str, size: tuple[int, int], theme: Theme, brush: Brush) -> pygame.Surface:
    """The art of a menu tile: the game in play on its tint."""
    index = [*GAMES, *PUZZLES].index(game_id)
    art = pygame.Surface(size)
    art.fill(theme.colours.tints[index])
    if game_id in PUZZLES:
        from gui.views.pocket_cube import preview as cube_preview

        art.blit(cube_preview(size, theme, brush), (0, 0))
        return art
    width, height = size
    if game_id == "matches":
        _matches(art, theme)
        return art
    options, text = POSITIONS[game_id]
    game = make_game(game_id, options)
    if game_id == "tictactoe":
        box = pygame.Rect(0, 0, round(height * 0.76), round(height * 0.76))
    elif game_id == "connect4":
        box = pygame.Rect(0, 0, width, round(height * 0.84))
    else:
        box = pygame.Rect(0, 0, min(width, round(height * 2.1)), height)
    box.center = (width // 2, height // 2)
    art.blit(board_picture(game, game.parse(text), box.size, theme, brush), box)
    return art


def _matches(art: pygame.Surface, theme: Theme) -> None:
    """Eleven matches, the last one burning."""
    from gui.views.matches import _draw_stick, tilt

    width, height = art.get_size()
    count, length = 11, height * 0.62
    span = min(width * 0.72, height * 1.75)
    step = span / (count - 1)
    left, top = (width - span) / 2, height * 0.22
    thick = max(3.0, length / 15)

    def draw(big: pygame.Surface, k: int) -> None:
        for index in range(count):
            lean, shift = tilt(index)
            x, y = (left + index * step + shift) * k, (top + shift) * k
            burning = index == count - 1
            if burning:
                y += length * 0.12 * k
            low = y + (length * (0.88 if burning else 1.0)) * k
            _draw_stick(big, k, x, lean * length * k / 2, y, low, thick * k, None)
            if burning:
                _flame(big, x + lean * length * k / 2, y, thick * k, theme)

    art.blit(smooth((width, height), draw, 3), (0, 0))


def _flame(big: pygame.Surface, x: float, y: float, width: float, theme: Theme) -> None:
    """A still flame with its glow."""
    glow = (255, 180, 80)
    reach = width * 5
    if theme.look is not Look.CONTRAST:
        layer = pygame.Surface((round(2 * reach), round(2 * reach)), pygame.SRCALPHA)
        for ring in range(20, 0, -1):
            share = ring / 20
            ink = (*glow, round(60 * (1 - share) ** 2 + 2))
            pygame.draw.circle(layer, ink, (reach, reach), reach * share)
        big.blit(layer, (x - reach, y - reach - width * 1.2))
    pygame.draw.circle(big, (58, 36, 20), (x, y), width * 0.8)
    flames = ((1.0, (240, 130, 40)), (0.72, (250, 190, 80)), (0.42, (255, 244, 200)))
    for scale, colour in flames:
        tall, wide = width * 3.6 * scale, width * 1.25 * scale
        foot = y + width * 0.2
        points = []
        for step in range(41):
            share = step / 40
            bulge = math.sin(math.pi * share) * (1 - share) ** 0.55
            points.append((x + wide * bulge * 1.45, foot - tall * share))
        points += [(2 * x - px, py) for px, py in reversed(points)]
        pygame.draw.polygon(big, colour, points)
