"""Antialiased drawing of changing pictures: enlarged on a reused surface and reduced once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pygame

from gui.geometry3d import Floats
from gui.theme import Colour

Shape = tuple[Colour, Floats]


class Canvas:
    """A reusable surface for enlarged drawing, because allocation takes milliseconds."""

    def __init__(self) -> None:
        self._surface = pygame.Surface((1, 1), pygame.SRCALPHA)

    def cleared(self, size: tuple[int, int]) -> pygame.Surface:
        """Return a transparent surface of this size, valid until the next call."""
        width, height = self._surface.get_size()
        if width < size[0] or height < size[1]:
            # A fifth larger, so that the next position rarely needs another surface.
            largest = (max(width, size[0] * 6 // 5), max(height, size[1] * 6 // 5))
            self._surface = pygame.Surface(largest, pygame.SRCALPHA)
        part = self._surface.subsurface((0, 0), size)
        part.fill((0, 0, 0, 0))
        return part


@dataclass(frozen=True)
class Quality:
    """Antialiasing quality: enlarged up to `finest` times, to at most about `pixels` pixels."""

    finest: int
    pixels: int
    strips: int  # number of strips that shade a sticker

    def factor(self, focal: float) -> int:
        """Return the enlargement of a cube at this focal length; the same for all its positions."""
        side = 0.36 * focal
        factor = self.finest
        while factor > 2 and (side * factor) ** 2 > self.pixels:
            factor -= 1
        return factor


AT_REST = Quality(4, 3_600_000, 16)
TURNING = Quality(3, 2_400_000, 7)
SMALL = Quality(4, 3_600_000, 8)


def paint_shapes(target: pygame.Surface, shapes: list[Shape], factor: int, canvas: Canvas) -> None:
    """Fill shapes with antialiased edges."""
    picture, place = smooth_shapes(shapes, factor, canvas)
    target.blit(picture, place, special_flags=pygame.BLEND_PREMULTIPLIED)


def smooth_shapes(
    shapes: list[Shape], factor: int, canvas: Canvas
) -> tuple[pygame.Surface, pygame.Rect]:
    """Return opaque shapes on a transparent background, antialiased, and the picture's place.

    The picture is drawn `factor` times enlarged and reduced once; its alpha is premultiplied,
    because averaging opaque and transparent pixels premultiplies. Shapes of fewer than three points
    are skipped.
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
