"""The second click of a double click: it must not press what the first one has brought there."""

from __future__ import annotations

import pygame

from gui.kit.buttons import Pressable
from gui.kit.screen import Screen

SECONDS = 0.5  # as long as common systems wait for the second click
NEAR = 8  # pixels between two clicks of one hand that rests


class DoubleClick:
    """Compares every click with the last one that was let through."""

    def __init__(self) -> None:
        self._since = SECONDS
        self._at = (0, 0)
        self._hit: object = None

    def pass_time(self, dt: float) -> None:
        """Advance by `dt` seconds."""
        self._since += dt

    def goes_astray(self, event: pygame.event.Event, screen: Screen) -> bool:
        """Whether an event is a quick second click at its place that would hit something else."""
        if event.type != pygame.MOUSEBUTTONDOWN or event.button != 1:
            return False
        hit = _hit(screen, event.pos)
        near = pygame.Vector2(event.pos).distance_to(self._at) <= NEAR
        if self._since < SECONDS and near and hit != self._hit:
            return True
        self._since, self._at, self._hit = 0.0, event.pos, hit
        return False


def _hit(screen: Screen, place: tuple[int, int]) -> tuple[int, str, str]:
    """Return what a click at a place means: the screen, the widget's key, the button's words."""
    top = screen if screen.popup is None else screen.popup
    widget = top.widget_group.under(place)
    words = widget.words() if isinstance(widget, Pressable) else ""
    return id(top), widget.key if widget is not None else "", words
