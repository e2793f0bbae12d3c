"""Scrolling inside a widget: the offset, the wheel, the bar.

A page of widgets scrolls with the layout `Scroll`. A widget that draws only a part of what it
shows, such as a list of thousands of rows, is a `ScrollView`.
"""

from __future__ import annotations

from abc import abstractmethod
from contextlib import AbstractContextManager

import pygame

from gui.kit.widget import WHEEL_PIXELS, Widget
from gui.paint import clipped
from gui.ui import Ui

BAR = 4  # the width of the bar in pixels
BESIDE_BAR = 10  # the room that rows leave for it
LEAST_THUMB = 24


class ScrollView(Widget):
    """A widget that shows a part of a taller content, drawn `scroll` pixels higher.

    A subclass returns the height of its content from `content_extent`. It draws within `clipped`,
    and calls `draw_bar` last. Where it scrolls `across`, widths and columns stand for heights.
    """

    takes_wheel = True
    across = False
    wheel_pixels = WHEEL_PIXELS  # the way of one notch of the wheel

    def __init__(self, key: str = "", tooltip: str = "") -> None:
        super().__init__(key, tooltip)
        self.scroll = 0
        self._rolled = False  # the wheel was turned; the view no longer follows anything

    @abstractmethod
    def content_extent(self) -> int:
        """Return the height of the whole content in pixels, its width if it scrolls across."""

    @property
    def view(self) -> pygame.Rect:
        """The area in which the content is visible."""
        return self.rect

    @property
    def max_scroll(self) -> int:
        """The largest scroll offset in pixels."""
        return max(0, self.content_extent() - (self.view.w if self.across else self.view.h))

    def scroll_to(self, offset: int) -> bool:
        """Scroll to an offset, as far as there is content; return whether that moved anything."""
        before, self.scroll = self.scroll, min(self.max_scroll, max(0, offset))
        return before != self.scroll

    def reveal_between(self, top: int, bottom: int) -> bool:
        """Scroll the part of the content between two heights into view, its top at least."""
        return self.scroll_to(min(max(self.scroll, bottom - self.view.h), top))

    def follow(self, top: int, bottom: int) -> None:
        """Keep the part of the content between two heights in view until the wheel is turned."""
        if self._rolled:
            self.scroll_to(self.scroll)
        else:
            self.reveal_between(top, bottom)

    def adopt_scroll(self, old: ScrollView) -> None:
        """Keep the offset of the widget before a rebuild, which shows the same."""
        self.scroll, self._rolled = old.scroll, old._rolled

    def roll(self, event: pygame.event.Event) -> bool:
        """Handle the wheel; False at an end of the content, so that the page scrolls instead."""
        self._rolled = True
        return self.scroll_to(self.scroll - round(event.y * self.wheel_pixels))

    def handle(self, event: pygame.event.Event) -> bool:
        return event.type == pygame.MOUSEWHEEL and self.roll(event)

    def clipped(self, target: pygame.Surface) -> AbstractContextManager[None]:
        """Draw inside the view alone."""
        return clipped(target, self.view)

    def draw_bar(self, ui: Ui, target: pygame.Surface) -> None:
        """Draw the bar at the right edge, if not everything is visible."""
        maximum, view = self.max_scroll, self.view
        if not maximum:
            return
        height = min(view.h, max(LEAST_THUMB, view.h * view.h // (view.h + maximum)))
        top = view.y + (view.h - height) * min(maximum, self.scroll) // maximum
        thumb = pygame.Rect(view.right - BAR - 2, top, BAR, height)
        ui.brush.rounded(target, thumb, BAR // 2, ui.theme.colours.line)
