"""The part of a page that a small window shows; it is scrolled by wheel, bars and focus."""

from __future__ import annotations

import pygame

from gui.kit.widget import MOUSE
from gui.ui import Ui

BAR = 12  # pixels of a scroll bar
WHEEL_PIXELS = 48
MARGIN = 12  # pixels kept in sight around what the view follows

Point = tuple[int, int]


class Viewport:
    """A window and the page of the screens: the window itself, or a larger one it shows a part of.

    Screens draw on the whole page and know only places on it. `shown` is the visible part.
    """

    def __init__(self, window: pygame.Surface, page: tuple[int, int]) -> None:
        self.window = window
        width, height = window.get_size()
        across, down = self._too_small = page[0] > width, page[1] > height
        self.partial = across or down
        self.page = pygame.Surface(page, 0, window) if self.partial else window
        self.shown = window.get_rect()
        self.shown.size = max(1, width - BAR * down), max(1, height - BAR * across)
        self._held: int | None = None  # the axis of the bar under the mouse button
        self._followed: pygame.Rect | None = None

    def show(self, ui: Ui) -> None:
        """Draw the visible part of the page and the scroll bars on the window."""
        if not self.partial:
            return
        self.window.fill(ui.theme.colours.table)
        self.window.blit(self.page, (0, 0), self.shown)
        for axis in (0, 1):
            if self._too_small[axis]:
                ui.brush.rounded(self.window, self._thumb(axis), 3, ui.theme.colours.line)

    def _thumb(self, axis: int) -> pygame.Rect:
        """Return the rectangle of the moving part of the bar along an axis."""
        whole, part, start = self.page.get_size()[axis], self.shown.size[axis], self.shown[axis]
        length = max(2 * BAR, part * part // whole)
        at = (part - length) * start // max(1, whole - part)
        thumb = self.window.get_rect()
        if axis:
            thumb.update(self.shown.w + 3, at, BAR - 6, length)
        else:
            thumb.update(at, self.shown.h + 3, length, BAR - 6)
        return thumb

    def scroll(self, x: int, y: int) -> bool:
        """Move the view by pixels, within the page; return whether it moved."""
        before = self.shown.copy()
        self.shown.move_ip(x, y)
        self.shown.clamp_ip(self.page.get_rect())
        return self.shown != before

    def to_start(self) -> None:
        """Show the top left of the page, where the board and its buttons are."""
        self.shown.topleft = 0, 0
        self._followed = None

    def follow(self, rect: pygame.Rect | None) -> bool:
        """Bring a rectangle into view once, until another one is given; return whether it moved."""
        if not self.partial or rect == self._followed:
            return False
        self._followed = None if rect is None else rect.copy()
        if rect is None:
            return False
        before = self.shown.topleft
        margin = 2 * min(MARGIN, *(side // 4 for side in self.shown.size))
        around = rect.inflate(margin, margin)
        for axis in (0, 1):
            start, length = self.shown[axis], self.shown.size[axis]
            last, first = around[axis] + around.size[axis] - length, around[axis]
            self.shown[axis] = min(max(start, last), first)  # its beginning where it is too large
        self.shown.clamp_ip(self.page.get_rect())
        return self.shown.topleft != before

    def wheel(self, event: pygame.event.Event) -> bool:
        """Scroll by the wheel; with Shift, or where only the width is too small, sideways."""
        x, y = event.x, -event.y
        if pygame.key.get_mods() & pygame.KMOD_SHIFT or not self._too_small[1]:
            x, y = x or y, 0
        return self.scroll(x * WHEEL_PIXELS, y * WHEEL_PIXELS)

    def drag(self, event: pygame.event.Event) -> bool:
        """Take the events of the mouse on the bars; return whether this was one."""
        if not self.partial or event.type not in MOUSE:
            return False
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            right, below = event.pos[0] >= self.shown.w, event.pos[1] >= self.shown.h
            self._held = 1 if right else 0 if below else None
        if self._held is None:
            return False
        axis = self._held
        if event.type == pygame.MOUSEBUTTONUP:
            self._held = None
        else:
            whole, part = self.page.get_size()[axis], self.shown.size[axis]
            middle = event.pos[axis] * whole // max(1, part)
            self.shown[axis] = middle - part // 2
            self.shown.clamp_ip(self.page.get_rect())
        return True

    def on_page(self, event: pygame.event.Event) -> pygame.event.Event:
        """Return the event with its place on the page instead of the window."""
        if not self.partial or not hasattr(event, "pos"):
            return event
        x, y = event.pos[0] + self.shown.x, event.pos[1] + self.shown.y
        return pygame.event.Event(event.type, {**event.dict, "pos": (x, y)})
