"""Smooth edges for what changes every frame: drawn too large on a kept surface, reduced once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pygame

from gui.geometry3d import Floats
from gui.paint import Brush
from gui.theme import Colour, Theme

Shape = tuple[Colour, Floats]


class Canvas:
    """The large surface shapes are drawn on, kept because making it anew costs milliseconds."""

    def __init__(self) -> None:
        self._surface = pygame.Surface((1, 1), pygame.SRCALPHA)

    def cleared(self, size: tuple[int, int]) -> pygame.Surface:
        """A transparent surface of that size; good until the next call."""
        width, height = self._surface.get_size()
        if width < size[0] or height < size[1]:
            # With some room, so that it need not grow again for the next position.
            largest = (max(width, size[0] * 6 // 5), max(height, size[1] * 6 // 5))
            self._surface = pygame.Surface(largest, pygame.SRCALPHA)
        part = self._surface.subsurface((0, 0), size)
        part.fill((0, 0, 0, 0))
        return part


@dataclass(frozen=True)
class Quality:
    """How smooth edges are: drawn up to `finest` times too large, in about `pixels` at most."""

    finest: int
    pixels: int
    strips: int  # what the shading of a sticker is made of

    def factor(self, focal: float) -> int:
        """How many times too large a cube is drawn; the same for all its positions."""
        side = 0.36 * focal
        factor = self.finest
        while factor > 2 and (side * factor) ** 2 > self.pixels:
            factor -= 1
        return factor


AT_REST = Quality(4, 3_600_000, 16)
TURNING = Quality(3, 2_400_000, 7)
SMALL = Quality(4, 3_600_000, 8)


def paint_shapes(target: pygame.Surface, shapes: list[Shape], factor: int, canvas: Canvas) -> None:
    """Fill shapes with smooth edges."""
    picture, place = smooth_shapes(shapes, factor, canvas)
    target.blit(picture, place, special_flags=pygame.BLEND_PREMULTIPLIED)


def smooth_shapes(
    shapes: list[Shape], factor: int, canvas: Canvas
) -> tuple[pygame.Surface, pygame.Rect]:
    """Opaque shapes on nothing, with smooth edges, and where the picture belongs.

    Drawn `factor` times too large and reduced once. To be blitted as premultiplied: an average of
    opaque shapes and nothing already is. A shape so small that not three points of it are left is
    not drawn.
    """
    shapes = [shape for shape in shapes if len(shape[1]) > 2]
    if not shapes:
        return pygame.Surface((1, 1), pygame.SRCALPHA), pygame.Rect(0, 0, 1, 1)
    everything = np.concatenate([points for _, points in shapes])
    low, high = np.floor(everything.min(0)) - 1, np.ceil(everything.max(0)) + 2
    place = pygame.Rect(low.astype(int).tolist(), (high - low).astype(int).tolist())
    enlarged = canvas.cleared((place.w * factor, place.h * factor))
    pixels = np.rint((everything - place.topleft) * factor).astype(int).tolist()
    at = 0
    for colour, points in shapes:
        pygame.draw.polygon(enlarged, colour, pixels[at : at + len(points)])
        at += len(points)
    return pygame.transform.smoothscale(enlarged, place.size), place


def round_corners(target: pygame.Surface, theme: Theme, brush: Brush) -> None:
    """Give a full picture the corners and the edge of a card."""
    colours, radius, rect = theme.colours, theme.px(12), target.get_rect()

    def draw(enlarged: pygame.Surface, scale: int) -> None:
        enlarged.fill((*colours.table, 255))
        pygame.draw.circle(enlarged, (0, 0, 0, 0), (radius * scale, radius * scale), radius * scale)

    mask = brush.kept(("cube corner", radius, colours.table), (2 * radius, 2 * radius), draw)
    for right in (0, 1):
        for low in (0, 1):
            place = (right * (rect.w - radius), low * (rect.h - radius))
            target.blit(mask, place, (right * radius, low * radius, radius, radius))
    brush.rounded(target, rect, radius, None, colours.hair, 1)
