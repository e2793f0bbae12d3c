"""Spatial focus navigation for the arrows of a gamepad."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pygame

from gui.pads import PadButton

ASIDE = 3  # the cost of a sideways pixel relative to a forward one


def nearest(stops: Sequence[pygame.Rect], point: tuple[int, int]) -> int | None:
    """Return the index of the stop nearest to a point; None without stops."""

    def away(index: int) -> float:
        stop = stops[index]
        x = min(max(point[0], stop.left), stop.right)
        y = min(max(point[1], stop.top), stop.bottom)
        return math.hypot(point[0] - x, point[1] - y)

    return min(range(len(stops)), key=away, default=None)


def neighbour(
    stops: Sequence[pygame.Rect], near: int, here: pygame.Rect, way: PadButton
) -> int | None:
    """Return the index of the next stop in a direction, or None.

    The first `near` stops take precedence: they are in the same scrolling area, whose hidden stops
    count as nearer than any stop outside it.
    """
    for group in (range(near), range(near, len(stops))):
        ahead = {index: far for index in group if (far := _far(here, stops[index], way))}
        if ahead:
            return min(ahead, key=lambda index: ahead[index])
    return None


def _far(here: pygame.Rect, stop: pygame.Rect, way: PadButton) -> float:
    """Return the distance of a stop; 0 if it does not begin beyond the middle in that direction."""
    if way in (PadButton.LEFT, PadButton.RIGHT):
        past = stop.left - here.centerx if way is PadButton.RIGHT else here.centerx - stop.right
        half, lean = here.w // 2, abs(stop.centery - here.centery)
        aside = max(0, stop.top - here.bottom, here.top - stop.bottom)
    else:
        past = stop.top - here.centery if way is PadButton.DOWN else here.centery - stop.bottom
        half, lean = here.h // 2, abs(stop.centerx - here.centerx)
        aside = max(0, stop.left - here.right, here.left - stop.right)
    return 1 + max(0, past - half) + ASIDE * aside + lean / 100 if past >= 0 else 0.0
