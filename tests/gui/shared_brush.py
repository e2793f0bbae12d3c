"""A brush and a theme that find what others have drawn before, and which letters are drawn."""

from __future__ import annotations

import sys
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import cache, lru_cache
from typing import Any

import pygame
import pytest

import gui.kit.screen
import gui.paint
import gui.theme
from engine.protocols import Value
from gui.boards import matches, previews, tiles
from gui.boards.pocketcube.view import CubeView
from gui.pages import lesson_art
from gui.paint import FACTOR, Brush
from gui.settings import Settings
from gui.theme import Theme, _bytes

GREY = (128, 128, 128, 255)


class SharedBrush(Brush):
    """Draws like any other; once the colours change its shapes are its own."""

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self._kept = _drawn(settings.look, settings.safe_palette)
        sizes = (each.get_size() for each in self._kept.values())
        self._bytes = sum(4 * width * height for width, height in sizes)

    def forget(self) -> None:
        self._kept, self._bytes = OrderedDict(), 0


@lru_cache(maxsize=2)
def _drawn(look: str, safe_palette: bool) -> OrderedDict[Hashable, pygame.Surface]:
    """All shapes of these colours, as many as the cache of one window holds."""
    return OrderedDict()


def share_texts(theme: Theme) -> None:
    """Let a theme find the fonts and the lines of text of others whose letters are as large."""
    theme._fonts, theme._texts = _loaded(theme.text_u), _rendered(theme.text_u)
    theme._texts_bytes = sum(map(_bytes, theme._texts.values()))


@lru_cache(maxsize=8)  # fonts of one size of text hold four megabytes
def _loaded(text_u: float) -> dict[tuple[str, int], pygame.font.Font]:
    return {}


@lru_cache(maxsize=3)
def _rendered(text_u: float) -> OrderedDict[tuple[object, ...], pygame.Surface]:
    return OrderedDict()


@contextmanager
def without_shapes() -> Iterator[None]:
    """Widgets draw their texts, but shapes are grey boxes and small boards and the table blank.

    For tests that read texts and rectangles only: painting takes longer than the rest of a screen.
    """
    with pytest.MonkeyPatch.context() as patch:
        for module in (gui.paint, previews, matches):
            patch.setattr(module, "smooth", _box)
        # A module that is imported first in here would keep the blank for good.
        for module in (previews, matches, tiles, lesson_art):
            patch.setattr(module, "drawn_large", _blank)
        patch.setattr(CubeView, "_draw_scene", lambda *_: None)
        patch.setattr(gui.kit.screen, "table_ground", lambda _ui, size: pygame.Surface(size))
        # Windows that are painted neither lend their pictures nor borrow any.
        patch.setattr(sys.modules[__name__], "_drawn", cache(lambda *_colours: OrderedDict()))
        patch.setattr(gui.theme, "_known_at", cache(lambda _text_u: {}))
        yield


def _box(
    size: tuple[int, int], draw: Callable[[pygame.Surface, int], None], factor: int = FACTOR
) -> pygame.Surface:
    made = pygame.Surface((max(1, size[0]), max(1, size[1])), pygame.SRCALPHA)
    if factor == 1:  # a picture of other pictures
        draw(made, 1)
    else:
        made.fill(GREY)
    return made


def _blank(size: tuple[int, int], *_drawing: Any) -> pygame.Surface:
    return pygame.Surface(size)


def letters_drawn(monkeypatch: pytest.MonkeyPatch) -> list[Value]:
    """The values of which a badge with a letter is drawn from now on."""
    found: list[Value] = []
    for name in ("kept", "find"):
        monkeypatch.setattr(Brush, name, _listening(getattr(Brush, name), found))
    return found


def _listening(method: Any, found: list[Value]) -> Any:
    def listen(self: Brush, key: Any, *more: Any, **named: Any) -> Any:
        if isinstance(key, tuple) and key[0] == "badge" and key[3]:
            found.append(key[1])
        return method(self, key, *more, **named)

    return listen
