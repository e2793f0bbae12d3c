"""A brush and a theme that find the shapes and texts which others have drawn before."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from functools import cache, lru_cache

import pygame

from gui.paint import Brush
from gui.settings import Settings
from gui.theme import Theme, _bytes


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


def share_texts(theme: Theme) -> None:
    """Let a theme find the fonts and the lines of text of others whose letters are as large."""
    theme._fonts, theme._texts = _loaded(theme.text_u), _rendered(theme.text_u)
    theme._texts_bytes = sum(map(_bytes, theme._texts.values()))


@cache
def _loaded(text_u: float) -> dict[tuple[int, bool, bool], pygame.font.Font]:
    return {}


@lru_cache(maxsize=3)
def _rendered(text_u: float) -> OrderedDict[tuple[object, ...], pygame.Surface]:
    return OrderedDict()
