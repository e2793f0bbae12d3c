"""A brush that finds the shapes which others of the same colours have drawn before."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from functools import cache

import pygame

from gui.paint import Brush
from gui.settings import Settings


class SharedBrush(Brush):
    """Draws like any other; once the colours change its shapes are its own."""

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self._kept = _drawn(settings.look, settings.safe_palette)
        sizes = (each.get_size() for each in self._kept.values())
        self._bytes = sum(4 * width * height for width, height in sizes)

    def forget(self) -> None:
        self._kept, self._bytes = OrderedDict(), 0


@cache
def _drawn(look: str, safe_palette: bool) -> OrderedDict[Hashable, pygame.Surface]:
    """All shapes of these colours, as many as the cache of one window holds."""
    return OrderedDict()
