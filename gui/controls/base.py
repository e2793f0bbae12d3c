"""Widgets and the desk they lie on: event routing, Tab order, focus ring, scrolling, tooltips.

A scene builds its widgets anew whenever its structure, size, language or theme changes; a widget's
`key` lets the desk keep the focus, and a text field its caret, across a rebuild. Building costs a
few milliseconds; nothing is drawn while nothing changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import pygame

from engine.messages import Message
from gui.controls.words import wrap
from gui.i18n import Translator
from gui.paint import Brush
from gui.shortcuts import Keys
from gui.system import System
from gui.theme import Theme

TOOLTIP_SECONDS = 0.5
WHEEL_PIXELS = 60
SHADOW_REACH = 96  # a card's shadow falls outside its rectangle


@dataclass
class Ui:
    """What drawing a widget needs; one for the whole window, replaced when settings change."""

    theme: Theme
    brush: Brush
    tr: Translator
    say: Callable[[Message], None] = print  # a fault in one sentence, for the person at the window
    system: System = field(default_factory=System)

    @property
    def keys(self) -> Keys:
        """The shortcuts, named as in this system and language."""
        return Keys(self.system, self.tr)


class Widget:
    """A rectangle that draws itself and may take events and the focus."""

    focusable = False

    def __init__(self, rect: pygame.Rect, key: str = "", tooltip: str = "") -> None:
        self.rect = rect
        self.key = key
        self.tooltip = tooltip
        self.enabled = True
        self.hovered = False
        self.focused = False
        self.pinned = False  # stays in place when the body scrolls

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        """Draw in self.rect."""

    def handle(self, event: pygame.event.Event) -> bool:
        """Take a mouse event over the widget, or any event while it has the focus or the mouse."""
        return False

    def update(self, dt: float) -> bool:
        """Let time pass; true when the picture changed."""
        return False

    @property
    def grabs(self) -> bool:
        """Whether the mouse belongs to it until the button is released."""
        return False

    def focus_rect(self) -> pygame.Rect:
        """What the focus ring surrounds."""
        return self.rect

    def set_focus(self, focused: bool) -> None:
        """Told by the desk."""
        self.focused = focused

    def moved(self, dy: int) -> None:
        """Shift by the scrolling of the body."""
        self.rect = self.rect.move(0, dy)


def key_pressed(event: pygame.event.Event, *keys: int) -> bool:
    """Whether the event presses one of these keys without Ctrl or Alt."""
    plain = pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META
    return event.type == pygame.KEYDOWN and event.key in keys and not event.mod & plain


class Desk:
    """The widgets of one scene or dialog, in Tab order."""

    def __init__(self, ui: Ui) -> None:
        self.ui = ui
        self.widgets: list[Widget] = []
        self.focus: Widget | None = None
        self.ring = False  # shown after a key, hidden by the mouse
        self.body: pygame.Rect | None = None
        self.scroll = 0
        self.content_height = 0
        self.dirty = True
        self.damage: list[pygame.Rect] = []  # what alone has changed, when not all is dirty
        self._grab: Widget | None = None
        self._hover: Widget | None = None
        self._hover_time = 0.0
        self._mouse = (-1, -1)

    def rebuild(
        self,
        widgets: Iterable[Widget],
        body: pygame.Rect | None = None,
        content_height: int = 0,
    ) -> None:
        """Take new widgets; the focus stays on the one with the same key.

        With `body`, widgets that are not pinned scroll inside it when `content_height` (measured
        from the top of the body) is larger.
        """
        key = self.focus.key if self.focus is not None else ""
        grab_key = self._grab.key if self._grab is not None else ""
        self.widgets = list(widgets)
        self.body = body
        self.content_height = content_height
        self.scroll = min(self.scroll, self.max_scroll)
        for widget in self.widgets:
            if not widget.pinned:
                widget.moved(-self.scroll)
        self._hover = None
        self.focus = None
        self._grab = next((w for w in self.widgets if grab_key and w.key == grab_key), None)
        if key:
            found = next((w for w in self.widgets if w.key == key and self._can_focus(w)), None)
            self._give_focus(found)
        self._find_hover()
        self.dirty = True

    @property
    def max_scroll(self) -> int:
        """How far the body can scroll."""
        return max(0, self.content_height - self.body.h) if self.body is not None else 0

    def find(self, key: str) -> Widget | None:
        """The widget with a key."""
        return next((w for w in self.widgets if w.key == key), None)

    @staticmethod
    def _can_focus(widget: Widget) -> bool:
        return widget.focusable and widget.enabled

    def _give_focus(self, widget: Widget | None) -> None:
        if self.focus is widget:
            return
        if self.focus is not None:
            self.focus.set_focus(False)
        self.focus = widget
        if widget is not None:
            widget.set_focus(True)
            self._scroll_into_view(widget)
        self.dirty = True

    def focus_key(self, key: str, ring: bool = True) -> None:
        """Give the focus to the widget with a key."""
        widget = self.find(key)
        if widget is not None and self._can_focus(widget):
            self.ring = ring
            self._give_focus(widget)

    def move_focus(self, step: int) -> None:
        """Tab and Shift+Tab."""
        stops = [w for w in self.widgets if self._can_focus(w)]
        if not stops:
            return
        self.ring = True
        if self.focus in stops:
            index = (stops.index(self.focus) + step) % len(stops)
        else:
            index = 0 if step > 0 else len(stops) - 1
        self._give_focus(stops[index])

    def _scroll_into_view(self, widget: Widget) -> None:
        if self.body is None or widget.pinned or not self.max_scroll:
            return
        margin = self.ui.theme.px(12)
        if widget.rect.top < self.body.top + margin:
            self.scroll_by(widget.rect.top - self.body.top - margin)
        elif widget.rect.bottom > self.body.bottom - margin:
            self.scroll_by(widget.rect.bottom - self.body.bottom + margin)

    def scroll_by(self, pixels: int) -> None:
        """Move the body's content up by that many pixels, within its ends."""
        target = min(self.max_scroll, max(0, self.scroll + pixels))
        moved = target - self.scroll
        if moved:
            self.scroll = target
            for widget in self.widgets:
                if not widget.pinned:
                    widget.moved(-moved)
            self.dirty = True

    def _under(self, position: tuple[int, int]) -> Widget | None:
        for widget in reversed(self.widgets):
            if widget.rect.collidepoint(position) and (
                widget.pinned or self.body is None or self.body.collidepoint(position)
            ):
                return widget
        return None

    def _find_hover(self) -> None:
        found = self._under(self._mouse)
        if found is self._hover:
            return
        if self._hover is not None:
            self._hover.hovered = False
        self._hover = found
        self._hover_time = 0.0
        if found is not None:
            found.hovered = True
        self.dirty = True

    def handle(self, event: pygame.event.Event) -> bool:
        """Route an event; true when a widget or the desk took it."""
        if event.type == pygame.MOUSEMOTION:
            self._mouse = event.pos
            self._find_hover()
            target = self._grab or self._hover
            if target is not None and target.handle(event):
                self.dirty = True
            return self._grab is not None
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            return self._mouse_button(event)
        if event.type == pygame.MOUSEWHEEL:
            return self._wheel(event)
        if event.type in (pygame.KEYDOWN, pygame.KEYUP, pygame.TEXTINPUT, pygame.TEXTEDITING):
            return self._key(event)
        if event.type == pygame.WINDOWLEAVE:
            self._mouse = (-1, -1)
            self._find_hover()
        return False

    def _mouse_button(self, event: pygame.event.Event) -> bool:
        self._mouse = event.pos
        self._find_hover()
        widget = self._grab or self._under(event.pos)
        self._hover_time = -60.0  # a click ends the tooltip
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self.ring = False
            focusable = widget is not None and self._can_focus(widget)
            self._give_focus(widget if focusable else None)
        taken = widget is not None and widget.enabled and widget.handle(event)
        if widget in self.widgets and widget is not None and widget.grabs:
            self._grab = widget
        elif event.type == pygame.MOUSEBUTTONUP or widget not in self.widgets:
            self._grab = None
        self.dirty = True
        return bool(taken)

    def _wheel(self, event: pygame.event.Event) -> bool:
        widget = self._under(self._mouse)
        if widget is not None and widget.enabled and widget.handle(event):
            self.dirty = True
            return True
        if self.max_scroll:
            self.scroll_by(-event.y * WHEEL_PIXELS)
            return True
        return False

    def _key(self, event: pygame.event.Event) -> bool:
        if self.focus is not None and self.focus.enabled and self.focus.handle(event):
            if event.type == pygame.KEYDOWN:
                self.ring = True
            self.dirty = True
            return True
        if key_pressed(event, pygame.K_TAB):
            self.move_focus(-1 if event.mod & pygame.KMOD_SHIFT else 1)
            return True
        if self.max_scroll and self.body is not None:
            page = self.body.h * 3 // 4
            steps = {pygame.K_PAGEDOWN: page, pygame.K_PAGEUP: -page}
            steps |= {pygame.K_DOWN: WHEEL_PIXELS, pygame.K_UP: -WHEEL_PIXELS}
            if event.type == pygame.KEYDOWN and event.key in steps:
                self.scroll_by(steps[event.key])
                return True
        return False

    def update(self, dt: float) -> None:
        """Let time pass for the widgets and the tooltip."""
        for widget in self.widgets:
            if widget.update(dt):
                self.damage.append(widget.rect.inflate(8, 8))
        if self._hover is not None and self._hover.tooltip:
            before = self._hover_time
            self._hover_time += dt
            if before < TOOLTIP_SECONDS <= self._hover_time:
                self.dirty = True

    def draw(self, target: pygame.Surface, area: pygame.Rect | None = None) -> None:
        """Draw all widgets, then the scroll bar, the ring and the tooltip over them.

        With `area` only what touches it, clipped to it.
        """
        self.dirty = False
        self.damage.clear()
        reach = area.inflate(SHADOW_REACH, SHADOW_REACH) if area is not None else None
        for pinned in (False, True):
            clip = area if pinned or self.body is None else self.body.clip(area or self.body)
            target.set_clip(clip)
            for widget in self.widgets:
                if widget.pinned is pinned and (reach is None or reach.colliderect(widget.rect)):
                    widget.draw(self.ui, target)
            if not pinned:
                self._draw_scroll_bar(target)
            self._draw_ring(target, pinned)
        self._draw_tooltip(target)
        target.set_clip(None)

    def _draw_ring(self, target: pygame.Surface, pinned: bool) -> None:
        if self.focus is None or not self.ring or self.focus.pinned is not pinned:
            return
        theme = self.ui.theme
        rect = self.focus.focus_rect()
        if rect.w > 0:
            radius = theme.px(13)
            around = rect.inflate(8, 8)
            self.ui.brush.rounded(target, around, radius, None, theme.colours.focus, 2)

    def _draw_scroll_bar(self, target: pygame.Surface) -> None:
        if self.body is None or not self.max_scroll:
            return
        colours = self.ui.theme.colours
        track = pygame.Rect(self.body.right - 10, self.body.top + 4, 6, self.body.h - 8)
        height = max(24, track.h * self.body.h // self.content_height)
        top = track.top + (track.h - height) * self.scroll // self.max_scroll
        thumb = pygame.Rect(track.x, top, track.w, height)
        self.ui.brush.rounded(target, thumb, 3, colours.line)

    def _draw_tooltip(self, target: pygame.Surface) -> None:
        widget = self._hover
        if widget is None or not widget.tooltip or self._hover_time < TOOLTIP_SECONDS:
            return
        theme, colours = self.ui.theme, self.ui.theme.colours
        lines = wrap(theme, widget.tooltip, 14, theme.tx(280))
        height = theme.line_height(14)
        width = max(theme.width(line, 14) for line in lines)
        box = pygame.Rect(0, 0, width + theme.tx(20), height * len(lines) + theme.tx(12))
        box.midtop = (widget.rect.centerx, widget.rect.bottom + theme.px(8))
        if box.bottom > target.get_height() - 4:
            box.bottom = widget.rect.top - theme.px(8)
        box.clamp_ip(target.get_rect().inflate(-8, -8))
        self.ui.brush.rounded(target, box, theme.px(8), colours.hover, colours.line, 1)
        for index, line in enumerate(lines):
            middle = box.y + theme.tx(6) + height * (index + 0.5)
            theme.blit_text(target, line, 14, (box.x + theme.tx(10), middle))
