"""The menu tile of the match game: eleven matches, the last one burning."""

from __future__ import annotations

import math

import pygame

from gui.boards.previews import drawn_large
from gui.boards.sticks import draw_stick, tilt
from gui.paint import Brush, smooth
from gui.theme import Theme, ThemeName, Tint

GLOW = (255, 180, 80)
FLAME = ((1.0, (240, 130, 40)), (0.72, (250, 190, 80)), (0.42, (255, 244, 200)))


def burning_matches(size: tuple[int, int], theme: Theme, brush: Brush) -> pygame.Surface:
    """Draw the tile, opaque."""
    return drawn_large(size, theme.colours.tints[Tint.RUST], lambda art: _matches(art, theme))


def _matches(art: pygame.Surface, theme: Theme) -> None:
    """Draw eleven matches, the last one burning and a little lower."""
    width, height = art.get_size()
    count, length = 11, height * 0.66
    span = min(width * 0.72, height * 1.65)
    step = span / (count - 1)
    left, top = (width - span) / 2, height * 0.235
    thick = min(length / 16, step * 0.4)
    unit = height / 160

    def draw(canvas: pygame.Surface, scale: int) -> None:
        for index in range(count):
            lean, shift = tilt(index)
            x, y = (left + index * step + 0.6 * shift * unit) * scale, (top + shift * unit) * scale
            burning = index == count - 1
            foot = y + length * scale
            if burning:
                y += length * 0.10 * scale
                lean = 0.022
            lean *= length * scale / 2
            draw_stick(canvas, scale, x, lean, (y, foot), thick * scale, not burning)
            if burning:
                _flame(canvas, x + lean, y, thick * scale, theme)

    art.blit(smooth((width, height), draw, 2), (0, 0))


def _flame(canvas: pygame.Surface, x: float, y: float, width: float, theme: Theme) -> None:
    """Draw a still flame with its glow, on a charred head."""
    if theme.look is not ThemeName.CONTRAST:
        reach = width * 4.6
        layer = pygame.Surface((round(2 * reach), round(2 * reach)), pygame.SRCALPHA)
        for ring in range(40, 0, -1):
            fraction = ring / 40
            ink = (*GLOW, round(105 * (1 - fraction) ** 1.8))
            pygame.draw.circle(layer, ink, (reach, reach), reach * fraction)
        canvas.blit(layer, (x - reach, y - reach - width * 1.4))
    char = pygame.Rect(0, 0, round(1.3 * width), round(1.7 * width))
    char.center = (round(x), round(y))
    pygame.draw.ellipse(canvas, (58, 36, 20), char)
    foot = y + width * 0.15
    for scale, colour in FLAME:
        tall, across = width * 3.8 * scale, width * 1.02 * scale
        points = []
        for step in range(41):
            fraction = step / 40
            # Round at the bottom, tapering to a tip that leans a little.
            bulge = math.sin(math.pi * fraction**0.62) * (1 - fraction) ** 0.35
            bend = 0.16 * across * fraction**2
            points.append((across * bulge, bend, foot - tall * fraction))
        right = [(x + out + bend, height) for out, bend, height in points]
        left = [(x - out + bend, height) for out, bend, height in points]
        pygame.draw.polygon(canvas, colour, right + left[::-1])
