"""The background of a puzzle's view: a wide light in a card with rounded corners."""

from __future__ import annotations

import numpy as np
import pygame

from gui.paint import Brush
from gui.theme import Theme, ThemeName, mix


def ground(size: tuple[int, int], theme: Theme, middle: tuple[float, float]) -> pygame.Surface:
    """Return the viewport's background: a wide light behind the puzzle, without visible banding."""
    c = theme.colours
    surface = pygame.Surface(size)
    if theme.look is ThemeName.CONTRAST:
        surface.fill(c.table)
        return surface
    light = mix(c.hover, (60, 84, 76), 0.35) if theme.look is ThemeName.DARK else (255, 255, 255)
    width, height = size
    reach = 0.52 * min(width, 1.45 * height)
    x = (np.arange(width, dtype=np.float32) - middle[0])[:, None] / reach
    y = (np.arange(height, dtype=np.float32) - middle[1])[None, :] / reach
    near = np.clip(1 - np.sqrt(x * x + y * y), 0, 1)
    fraction = near * near * (3 - 2 * near)
    picture = np.empty((width, height, 3), np.uint8)
    # A little noise from a fixed seed hides the banding between neighbouring colours.
    noise = np.random.Generator(np.random.PCG64(1)).random((width, height), np.float32)
    for channel, (dark, bright) in enumerate(zip(c.table2, light, strict=True)):
        picture[..., channel] = np.minimum(dark + (bright - dark) * fraction + noise, 255)
    pygame.surfarray.blit_array(surface, picture)
    return surface


def round_corners(target: pygame.Surface, theme: Theme, brush: Brush) -> None:
    """Give a full picture the rounded corners and the edge of a card."""
    colours, radius, rect = theme.colours, theme.px(12), target.get_rect()

    def draw(enlarged: pygame.Surface, scale: int) -> None:
        enlarged.fill((*colours.table, 255))
        pygame.draw.circle(enlarged, (0, 0, 0, 0), (radius * scale, radius * scale), radius * scale)

    mask = brush.kept(("viewport corner", radius, colours.table), (2 * radius, 2 * radius), draw)
    for right in (0, 1):
        for low in (0, 1):
            place = (right * (rect.w - radius), low * (rect.h - radius))
            target.blit(mask, place, (right * radius, low * radius, radius, radius))
    brush.rounded(target, rect, radius, None, colours.hair, 1)
