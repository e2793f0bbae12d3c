"""The base class of the boards of heaps: what is chosen rises, what was taken rises and fades."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable
from typing import Any

import pygame

from engine.games.heaps import Heaps
from gui.boards.common import BoardView, ease_out

RISE = 12
RISE_TIME, LEAVE_TIME = 90, 180


class Rising:
    """Rise and fall animations of things by key: the chosen ones rise, the others sink."""

    def __init__(self) -> None:
        self._heights: dict[Hashable, float] = {}
        self._chosen: frozenset[Hashable] = frozenset()

    def choose(self, chosen: Collection[Hashable]) -> None:
        """Raise these from now on and lower the others."""
        self._chosen = frozenset(chosen)

    def forget(self) -> None:
        """Drop every height at once, because the position has changed."""
        self._heights.clear()
        self._chosen = frozenset()

    def step(self, dt: float, seconds: float) -> bool:
        """Advance the animations; true when anything moved. `seconds` is the time of a rise."""
        part = dt / seconds if seconds else 1.0
        moved = False
        for key in self._chosen | self._heights.keys():
            goal = 1.0 if key in self._chosen else 0.0
            height = self._heights.get(key, 0.0)
            if height == goal:
                continue
            moved = True
            height = min(goal, height + part) if goal else max(goal, height - part)
            if height:
                self._heights[key] = height
            else:
                self._heights.pop(key, None)
        return moved

    def height(self, key: Hashable) -> float:
        """Return the eased height of a thing, 0 .. 1."""
        return ease_out(self._heights.get(key, 0.0))


class HeapView(BoardView[Heaps]):
    """A board of heaps; subclasses draw the things at the heights in `rising`."""

    def __init__(self, *tools: Any) -> None:
        super().__init__(*tools)
        self.rising = Rising()

    def motion(self) -> float:
        return self.theme.seconds(RISE_TIME) + self.theme.seconds(LEAVE_TIME)

    def chosen(self) -> Iterable[Hashable]:
        """Return the things that a click would take, by their keys: they rise."""
        return ()

    def update(self, dt: float) -> bool:
        self.rising.choose([] if self.moving else [*self.chosen()])
        risen = self.rising.step(dt, self.theme.seconds(RISE_TIME))
        return super().update(dt) or risen

    def leaving(self) -> tuple[float, float]:
        """Return how far the things just taken have risen and faded, each from 0 to 1."""
        rise = RISE_TIME / (RISE_TIME + LEAVE_TIME)
        up, gone = self.fraction / rise, (self.fraction - rise) / (1 - rise)
        return ease_out(min(1.0, up)), ease_out(max(0.0, gone))


def faded(picture: pygame.Surface, gone: float) -> pygame.Surface:
    """Return a picture of which the part `gone` (0 to 1) has faded."""
    if not gone:
        return picture
    picture = picture.copy()
    picture.set_alpha(round(255 * (1 - gone)))
    return picture
