"""The base class of the boards of heaps: what is chosen rises, what was taken rises and fades."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

import pygame

from engine.games.heaps import Heaps
from gui.boards.common import BoardView, ease_out

RISE = 12
RISE_TIME, LEAVE_TIME = 90, 180


class HeapView(BoardView[Heaps]):
    """A board of heaps; subclasses draw the things at the heights in `rising`."""

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
