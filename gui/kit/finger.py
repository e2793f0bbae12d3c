"""A finger on the screen: it taps when it is lifted, pulls what scrolls, or rests on something.

SDL tells of a finger as of a mouse whose events carry `touch`. It points nowhere before it presses
and nowhere after it is lifted, so nothing may depend on pointing alone.
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame

PULL_PIXELS = 12  # so far a finger trembles
REST_SECONDS = 0.5
READING_SECONDS = 2.5  # what a resting finger brought up stays so long after it is lifted

Point = tuple[int, int]


def touched(event: pygame.event.Event) -> bool:
    """Whether an event of the mouse was made by a finger."""
    return bool(getattr(event, "touch", False))


def mouse_event(kind: int, at: Point) -> pygame.event.Event:
    """The event of a mouse with its first button at a point."""
    if kind == pygame.MOUSEMOTION:
        return pygame.event.Event(kind, pos=at, rel=(0, 0), buttons=(0, 0, 0), touch=True)
    return pygame.event.Event(kind, pos=at, button=1, touch=True)


@dataclass
class Finger:
    """One that is down. `held`: what lies under it follows it from the start, as a slider does."""

    start: Point
    held: bool = False
    pulled: bool = False
    rested: bool = False
    last: Point = (0, 0)
    waited: float = 0.0

    def __post_init__(self) -> None:
        self.last = self.start

    def move(self, to: Point, step: int = 1) -> int:
        """It has moved: by so many whole steps it pulls up, 0 while it may still be a tap."""
        if max(abs(to[0] - self.start[0]), abs(to[1] - self.start[1])) > PULL_PIXELS:
            self.waited = -1e9  # it rests no more
        self.pulled = self.pulled or abs(to[1] - self.start[1]) > PULL_PIXELS
        steps = int((self.last[1] - to[1]) / step) if self.pulled else 0
        self.last = (to[0], self.last[1] - steps * step)
        return steps

    def wait(self, dt: float) -> bool:
        """Let time pass; true at the moment when it has rested long enough."""
        before, self.waited = self.waited, self.waited + dt
        if self.held or not before < REST_SECONDS <= self.waited:
            return False
        self.rested = True
        return True

    @property
    def taps(self) -> bool:
        """Whether lifting it is a tap."""
        return not (self.held or self.pulled or self.rested)
