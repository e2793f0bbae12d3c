"""Scrolling inside a widget: the offset, the wheel, the bar; pictures and grids of parts.

A page of widgets scrolls with the layout `Scroll`. A widget that draws only a part of what it
shows, such as a list of thousands of rows, is a `ScrollView`.
"""

from __future__ import annotations

from abc import abstractmethod
from contextlib import AbstractContextManager

import pygame

from gui.kit.widget import ARROW_KEYS, WHEEL_PIXELS, Widget, key_pressed
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


class WalkablePicture(ScrollView):
    """Picture with selectable parts: a click selects one, the arrows move, Enter opens."""

    focusable = True

    def content_extent(self) -> int:
        """Return 0: a picture that fits its rectangle never scrolls."""
        return 0

    def take(self, position: tuple[int, int]) -> None:
        """Handle a click at a point."""

    def walk(self, across: int, down: int) -> bool:
        """Handle an arrow key; return False to leave the event unhandled."""
        return False

    def enter(self) -> bool:
        """Handle Enter; return False to leave the event unhandled."""
        return False

    def tip(self, position: tuple[int, int]) -> str:
        """Return the tooltip at a point."""
        return ""

    def tip_at_focus(self) -> str:
        return self.tip(self.focus_rect().center)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self.take(event.pos)
            return True
        if event.type == pygame.MOUSEMOTION:
            tip = self.tip(event.pos)
            changed, self.tooltip = tip != self.tooltip, tip
            return changed
        if key_pressed(event, *ARROW_KEYS):
            return self.walk(*ARROW_KEYS[event.key])
        if key_pressed(event, pygame.K_RETURN, pygame.K_KP_ENTER):
            return self.enter()
        return super().handle(event)


class CellGrid(WalkablePicture):
    """Equal cells in rows that scroll; the cell `at` stays in view until the wheel is turned."""

    def __init__(self, count: int, at: int, key: str) -> None:
        """Store the number of cells, and the selected one, -1 for none."""
        super().__init__(key)
        self.count = count
        self.at = at
        self.columns = 1
        self._cell, self._gap = (1, 1), 0  # as they were drawn last

    @abstractmethod
    def arrange(self, ui: Ui) -> tuple[int, tuple[int, int], int]:
        """Return the number of columns, the size of a cell, and the gap between cells."""

    @abstractmethod
    def draw_cell(self, ui: Ui, target: pygame.Surface, index: int, box: pygame.Rect) -> None:
        """Draw one cell."""

    def select(self, index: int) -> None:
        """Select a cell that was clicked or reached by the arrows."""
        self.at = index

    def adopt_state(self, old: Widget) -> None:
        """Keep the arrangement and the scroll offset while there are as many cells."""
        if isinstance(old, type(self)) and old.count == self.count:
            self.columns, self._cell, self._gap = old.columns, old._cell, old._gap
            self.adopt_scroll(old)

    def content_extent(self) -> int:
        rows = -(-self.count // self.columns)
        return rows * (self._cell[1] + self._gap) - self._gap

    def cell(self, index: int) -> pygame.Rect:
        """Return the rectangle of a cell as it was drawn last."""
        row, column = divmod(index, self.columns)
        (width, height), view = self._cell, self.view
        x, y = column * (width + self._gap), row * (height + self._gap) - self.scroll
        return pygame.Rect(x, y, width, height).move(view.topleft)

    def cell_at(self, position: tuple[int, int]) -> int:
        """Return the visible cell at a point, -1 for none."""
        return next((at for at in self.visible() if self.cell(at).collidepoint(position)), -1)

    def visible(self) -> range:
        """Return the cells of which something is in view."""
        step = max(1, self._cell[1] + self._gap)
        first, last = (self.scroll + self._gap) // step, -(-(self.scroll + self.view.h) // step)
        return range(first * self.columns, min(self.count, last * self.columns))

    def take(self, position: tuple[int, int]) -> None:
        index = self.cell_at(position)
        if index >= 0:
            self.select(index)

    def walk(self, across: int, down: int) -> bool:
        wanted = self.at + across + down * self.columns if self.at >= 0 else 0
        if not 0 <= wanted < self.count:
            return False
        self._rolled = False
        self.select(wanted)
        return True

    def lay_out(self, ui: Ui) -> None:
        """Arrange the cells and bring the selected one into view, before they are drawn."""
        self.columns, self._cell, self._gap = self.arrange(ui)
        self.wheel_pixels = self._cell[1] + self._gap
        if self.at >= 0:
            top = self.at // self.columns * self.wheel_pixels
            self.follow(top, top + self._cell[1])

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        self.lay_out(ui)
        with self.clipped(target):
            for index in self.visible():
                self.draw_cell(ui, target, index, self.cell(index))
        self.draw_bar(ui, target)
