"""Where the focus goes when a gamepad points up, down, left or right."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pygame

from gui.pads import PadButton

ASIDE = 3  # how much worse a pixel to the side is than one straight on


def nearest(stops: Sequence[pygame.Rect], point: tuple[int, int]) -> int | None:
    """The stop nearest to a point, where nothing has the focus yet; None without stops."""

    def away(index: int) -> float:
        stop = stops[index]
        x = min(max(point[0], stop.left), stop.right)
        y = min(max(point[1], stop.top), stop.bottom)
        return math.hypot(point[0] - x, point[1] - y)

    return min(range(len(stops)), key=away, default=None)


def neighbour(
    stops: Sequence[pygame.Rect], near: int, here: pygame.Rect, way: PadButton
) -> int | None:
    """The next stop in a direction, or None; the first `near` stops go before all others.

    They are those of the same scrolled part: what is out of sight there is nearer than what lies
    around it.
    """
    for group in (range(near), range(near, len(stops))):
        ahead = {index: far for index in group if (far := _far(here, stops[index], way))}
        if ahead:
            return min(ahead, key=lambda index: ahead[index])
    return None


def _far(here: pygame.Rect, stop: pygame.Rect, way: PadButton) -> float:
    """How far a stop is from here; 0 when it does not begin beyond the middle, that way."""
    if way in (PadButton.LEFT, PadButton.RIGHT):
        past = stop.left - here.centerx if way is PadButton.RIGHT else here.centerx - stop.right
        half, lean = here.w // 2, abs(stop.centery - here.centery)
        aside = max(0, stop.top - here.bottom, here.top - stop.bottom)
    else:
        past = stop.top - here.centery if way is PadButton.DOWN else here.centery - stop.bottom
        half, lean = here.h // 2, abs(stop.centerx - here.centerx)
        aside = max(0, stop.left - here.right, here.left - stop.right)
    return 1 + max(0, past - half) + ASIDE * aside + lean / 100 if past >= 0 else 0.0
