"""Touch gestures: a tap when the finger is lifted, or a scroll.

SDL reports a finger as a mouse whose events carry `touch`. A finger has no position before it
presses and after it is lifted, so nothing may depend on hovering.
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame

PULL_PIXELS = 12  # smaller movements are trembling

Point = tuple[int, int]


def touched(event: pygame.event.Event) -> bool:
    """Whether a finger caused a mouse event."""
    return bool(getattr(event, "touch", False))


def mouse_event(kind: int, at: Point) -> pygame.event.Event:
    """Return an event of the left mouse button at a point."""
    if kind == pygame.MOUSEMOTION:
        return pygame.event.Event(kind, pos=at, rel=(0, 0), buttons=(0, 0, 0), touch=True)
    return pygame.event.Event(kind, pos=at, button=1, touch=True)


@dataclass
class Finger:
    """A finger on the screen; `held` means it drags the widget under it, such as a slider."""

    start: Point
    last: int  # the height that was scrolled to
    held: bool = False
    pulled: bool = False

    def move(self, to: Point, step: int = 1) -> int:
        """Record a movement; return the whole steps to scroll down, 0 while it may be a tap."""
        self.pulled = self.pulled or abs(to[1] - self.start[1]) > PULL_PIXELS
        steps = int((self.last - to[1]) / step) if self.pulled else 0
        self.last -= steps * step
        return steps

    @property
    def taps(self) -> bool:
        """Whether lifting the finger counts as a tap."""
        return not (self.held or self.pulled)
