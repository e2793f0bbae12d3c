"""Widgets and the widget group: event routing, Tab order, focus ring, scrolling, tooltips.

A scene rebuilds its widgets whenever its structure, size, language or theme changes; a widget's
`key` lets the group keep the focus, and a text field its caret, across a rebuild. Building costs a
few milliseconds; nothing is drawn while nothing changes.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import pygame

from gui.kit.accessible import AccessibleInfo, Role, sentence
from gui.kit.finger import Finger, mouse_event, touched
from gui.kit.text_wrap import wrap
from gui.pads import ARROWS, PadButton, pressed
from gui.theme import Theme
from gui.ui import Ui

TOOLTIP_SECONDS = 0.5
TIP_WIDTHS, TIP_LINES = (280, 420, 560), 3  # a text of more lines gets a wider tooltip
WHEEL_PIXELS = 60
SHADOW_REACH = 96  # a card's shadow falls outside its rectangle
ARROW_KEYS = {  # each with its step across and down
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, -1),
    pygame.K_DOWN: (0, 1),
}
UP_AND_DOWN = (PadButton.UP, PadButton.DOWN)
LONGEST_SIGN = 3  # letters of a text too short to be a title
ROOMY = 1_000_000  # a width in which every layout has its preferred size
MOUSE = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
NOWHERE = pygame.Rect(0, 0, 0, 0)  # of a widget not placed yet; shared, so never write to it
Size = tuple[int, int]


class Layout(ABC):
    """A part of a screen that measures itself and places its widgets.

    `stretch` is its share of the room left over in a Row or Column, `least_share` the least
    fraction of a Column's height it takes. It caches its measures: without that, nests would take
    exponential time. A container computes `measure_min_width`, `measure_preferred_width` and
    `measure_height` from those of its parts.
    """

    stretch = 0.0
    least_share = 0.0
    _theme: Theme | None = None  # the cached measures belong to this theme
    _least: int | None
    _natural: int | None
    _heights: dict[int, int]
    _divided: tuple[int, Any] | None  # how a container divided the last width

    def _forget(self, ui: Ui) -> None:
        self._theme, self._heights = ui.theme, {}
        self._least = self._natural = self._divided = None

    def min_width(self, ui: Ui) -> int:
        """Return the least width; in a narrower place something is cut."""
        if self._theme is not ui.theme:
            self._forget(ui)
        least = self._least
        if least is None:
            least = self._least = self.measure_min_width(ui)
        return least

    def preferred_width(self, ui: Ui) -> int:
        """Return the width at which nothing is broken, shortened or squeezed."""
        if self._theme is not ui.theme:
            self._forget(ui)
        natural = self._natural
        if natural is None:
            natural = self._natural = self.measure_preferred_width(ui)
        return natural

    def height_at(self, ui: Ui, width: int) -> int:
        """Return the height needed when `place` gives this width."""
        if self._theme is not ui.theme:
            self._forget(ui)
        height = self._heights.get(width)
        if height is None:
            height = self._heights[width] = self.measure_height(ui, width)
        return height

    def measure(self, ui: Ui, width: int) -> Size:
        """Return the size for a width: preferred if that fits, else `width` or the min width."""
        natural = self.preferred_width(ui)
        needed = natural if natural <= width else max(width, self.min_width(ui))
        return needed, self.height_at(ui, needed)

    def fits(self, ui: Ui, width: int, height: int | None) -> bool:
        """Whether nothing is cut in a place of this width and, unless None, this height."""
        if self.min_width(ui) > width:
            return False
        return height is None or self.height_at(ui, width) <= height

    def divided(self, ui: Ui, width: int) -> Any:
        """Return how `divide` divides a width; the last answer is cached."""
        if self._theme is not ui.theme:
            self._forget(ui)
        if self._divided is None or self._divided[0] != width:
            self._divided = width, self.divide(ui, width)
        return self._divided[1]

    def divide(self, ui: Ui, width: int) -> Any:
        """Divide a width among the parts; a container that needs it overrides this."""
        return None

    @abstractmethod
    def measure_min_width(self, ui: Ui) -> int:
        """Compute the min width, which `min_width` caches."""

    @abstractmethod
    def measure_preferred_width(self, ui: Ui) -> int:
        """Compute the preferred width, which `preferred_width` caches."""

    @abstractmethod
    def measure_height(self, ui: Ui, width: int) -> int:
        """Compute the height for a width, which `height_at` caches."""

    @abstractmethod
    def place(self, ui: Ui, rect: pygame.Rect) -> Iterable[Widget]:
        """Set the rectangles of the widgets; return them in the order of drawing and of Tab."""


class Measured(Layout):
    """A layout measured by one method, `size_hint`."""

    def measure_min_width(self, ui: Ui) -> int:
        return self.size_hint(ui, 0)[0]

    def measure_preferred_width(self, ui: Ui) -> int:
        width, self._heights[ROOMY] = self.size_hint(ui, ROOMY)
        return width

    def measure_height(self, ui: Ui, width: int) -> int:
        if width >= ROOMY:
            return self.size_hint(ui, ROOMY)[1]
        if width >= self.preferred_width(ui):
            return self.height_at(ui, ROOMY)
        return self.size_hint(ui, max(width, self.min_width(ui)))[1]

    @abstractmethod
    def size_hint(self, ui: Ui, width: int) -> Size:
        """Return the size for a width: 0, ROOMY, or one between the min and preferred widths."""


@dataclass
class Scroller:
    """A scrolling area of the window; its key preserves the offset over a rebuild."""

    body: pygame.Rect
    content_height: int
    key: str = ""
    offset: int = 0
    start: int = 0  # the offset at which it opens

    @property
    def maximum(self) -> int:
        """The largest offset, in pixels."""
        return max(0, self.content_height - self.body.h)

    def thumb(self) -> pygame.Rect:
        """Return the rectangle of the scroll bar's thumb."""
        track = pygame.Rect(self.body.right - 10, self.body.top + 4, 6, self.body.h - 8)
        height = max(24, track.h * self.body.h // self.content_height)
        top = track.top + (track.h - height) * self.offset // self.maximum
        return pygame.Rect(track.x, top, track.w, height)


class Widget(Measured):
    """A rectangle that draws itself and may take events and the focus; the smallest layout."""

    focusable = False
    tells_at_focus = True  # whether the tooltip shows at the keyboard focus too
    click_through = False  # lets the mouse through to the widget below
    drags = False  # a finger drags something in it instead of scrolling the page
    takes_wheel = False  # handles the wheel itself, and so the drag of a finger
    horizontal_arrows = False  # handles only left and right of a gamepad's arrows
    called = ""  # its accessible name, where no text in it or before it serves
    group: Widget | None = None  # the panel around it that a screen reader names; set by Grouped
    drawn_texts: tuple[str, ...] = ()  # the texts it drew last, while a screen reader is on

    def __init__(self, key: str = "", tooltip: str = "") -> None:
        self.rect = NOWHERE
        self.key = key
        self.tooltip = tooltip
        self.enabled = True
        self.hovered = False
        self.focused = False
        self.scroller: Scroller | None = None  # the area it scrolls with; set by Scroll

    def size_hint(self, ui: Ui, width: int) -> Size:
        """Return the present size, 0 x 0 before the first placing; most widgets override it."""
        return self.rect.size

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterable[Widget]:
        self.rect = rect
        self.scroller = None
        return (self,)

    def adopt_state(self, old: Widget) -> None:
        """Adopt the state of the previous widget of the same type and key after a rebuild."""

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        """Draw inside `self.rect`."""

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle a mouse event over the widget, or any event while it has the focus or the mouse.

        Returns True when the widget used the event.
        """
        return False

    def update(self, dt: float) -> bool:
        """Advance by `dt` seconds; return True when the picture changed."""
        return False

    @property
    def grabs(self) -> bool:
        """Whether the widget captures the mouse until the button is released."""
        return False

    def pointed_away(self) -> None:
        """Called when the mouse leaves the widget or the finger is lifted."""

    def tip_at_focus(self) -> str:
        """Return the tooltip shown at the keyboard focus."""
        return self.tooltip if self.tells_at_focus else ""

    def focus_rect(self) -> pygame.Rect:
        """Return the rectangle inside the focus ring."""
        return self.rect

    def set_focus(self, focused: bool) -> None:
        """Called by WidgetGroup when the focus changes."""
        self.focused = focused

    def moved(self, dy: int) -> None:
        """Shift the rectangle by `dy` pixels of scrolling."""
        self.rect = self.rect.move(0, dy)

    def shown_first(self, ui: Ui) -> pygame.Rect | None:
        """Return the part that is in view when the area it scrolls with opens; None for its top."""
        return None

    def accessible(self, ui: Ui) -> AccessibleInfo | None:
        """Return the description for screen readers; None for a decoration.

        A picture is described by the texts drawn in it. A focusable widget is a group, whose parts
        the arrow keys visit.
        """
        if not self.focusable:
            text = sentence(self.drawn_texts)
            name, note = (text, self.tooltip) if text else (self.tooltip, "")
            return AccessibleInfo(Role.PICTURE, name, note=note) if name else None
        title = self.drawn_texts[:1] if len(sentence(self.drawn_texts[:1])) > LONGEST_SIGN else ()
        name = self.called or sentence(title)
        note = sentence(self.drawn_texts[len(title) :]) or self.tooltip
        return AccessibleInfo(
            Role.GROUP,
            name,
            note=note,
            enabled=self.enabled,
            press=lambda: self.handle(key_down(pygame.K_RETURN)),
            step=lambda by: self.handle(key_down(pygame.K_RIGHT if by > 0 else pygame.K_LEFT)),
        )


def key_down(key: int) -> pygame.event.Event:
    """Return the event of a key pressed without modifiers."""
    return pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode="", scancode=0)


def key_pressed(event: pygame.event.Event, *keys: int) -> bool:
    """Whether the event presses one of these keys without Ctrl or Alt."""
    plain = pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META
    return event.type == pygame.KEYDOWN and event.key in keys and not event.mod & plain


def _wheel(step: int) -> pygame.event.Event:
    return pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=step, precise_y=float(step))


class WidgetGroup:
    """The widgets of one scene or dialog, in Tab order."""

    def __init__(self, ui: Ui) -> None:
        self.ui = ui
        self.widgets: list[Widget] = []
        self.focus: Widget | None = None
        self.ring = False  # the focus ring shows after a key and hides after a click
        self.scrollers: list[Scroller] = []  # the first one is the body's
        self.dirty = True
        self.home = ""  # the key of the first stop of Tab; empty for the first in order
        self.damage: list[pygame.Rect] = []  # the changed areas, when not all is dirty
        self._grab: Widget | None = None
        self._hover: Widget | None = None
        self._hover_time = 0.0
        self._hushed = False  # no tooltip until the mouse reaches another widget
        self._mouse = (-1, -1)
        self._finger: Finger | None = None
        self._by_key = False  # the last input was a key
        self._still = 0.0  # seconds without a key

    def rebuild(self, widgets: Iterable[Widget]) -> None:
        """Replace the widgets; the focus stays on the one with the same key.

        The layout has set the scroller of each widget.
        """
        grab_key = self._grab.key if self._grab is not None else ""
        before = self.widgets
        moved = [scroller for scroller in self.scrollers if scroller.offset != scroller.start]
        offsets = {scroller.key: scroller.offset for scroller in moved}
        self.widgets = list(widgets)
        scrollers = (w.scroller for w in self.widgets if w.scroller is not None)
        self.scrollers = list({id(scroller): scroller for scroller in scrollers}.values())
        for scroller in self.scrollers:
            scroller.offset = min(offsets.get(scroller.key, scroller.start), scroller.maximum)
        for widget in self.widgets:
            if widget.scroller is not None:
                widget.moved(-widget.scroller.offset)
        pointed, since, self._hover = self._hover, self._hover_time, None
        self._grab = next((w for w in self.widgets if grab_key and w.key == grab_key), None)
        if self.focus is not None:
            self._focus_again(self.focus)
        self._adopt_state(before)
        self._find_hover()
        if pointed is not None and self._hover is not None:
            same = (type(pointed), pointed.key, pointed.tooltip)
            if same == (type(self._hover), self._hover.key, self._hover.tooltip):
                self._hover_time = since  # its tooltip keeps its waiting time
        self.dirty = True

    def _focus_again(self, old: Widget) -> None:
        """Focus the widget with the key of `old`, else none; a reused widget keeps the focus.

        It comes into view only where the ring shows it: else a page that is built again would jump
        to its home, which has the focus out of sight, or back to the last click.
        """
        same = (w for w in self.widgets if old.key and w.key == old.key and self._can_focus(w))
        widget = next(same, None)
        if widget is not old:
            old.focused, self.focus = False, widget
            if widget is not None:
                widget.set_focus(True)
        if widget is not None and self.ring:
            self._scroll_into_view(widget)

    def _adopt_state(self, before: Iterable[Widget]) -> None:
        """Pass the state of each old widget to the new one of its type and key."""
        old = {(type(w), w.key): w for w in before if w.key}
        for widget in self.widgets:
            same = old.get((type(widget), widget.key))
            if same is not None and same is not widget:
                widget.adopt_state(same)

    def scroll_to_top(self) -> None:
        """Reset every offset, because the content changes."""
        for scroller in self.scrollers:
            self._scroll(scroller, scroller.start - scroller.offset)

    def find(self, key: str) -> Widget | None:
        """Return the widget with a key, or None."""
        return next((w for w in self.widgets if w.key == key), None)

    def point(self, widget: Widget | None, ring: bool = True) -> None:
        """Focus a widget, if it can take the focus, and show the ring, as Tab does."""
        if widget in self.widgets and widget is not None and self._can_focus(widget):
            self.ring = ring
            self._give_focus(widget)

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
        """Focus the widget with a key, if it can take the focus."""
        self.point(self.find(key), ring)

    def move_focus(self, step: int) -> None:
        """Move the focus by `step` stops, as Tab (1) and Shift+Tab (-1) do."""
        stops = [w for w in self.widgets if self._can_focus(w)]
        if not stops:
            return
        home = self.find(self.home) if not self.ring and step > 0 else None
        self.ring = True
        if home in stops:
            index = stops.index(home)
        elif self.focus in stops:
            index = (stops.index(self.focus) + step) % len(stops)
        else:
            index = 0 if step > 0 else len(stops) - 1
        self._give_focus(stops[index])
        self._scroll_into_view(stops[index])  # the home of a screen has the focus out of sight

    def _scroll_into_view(self, widget: Widget) -> None:
        scroller = widget.scroller
        if scroller is None or not scroller.maximum:
            return
        margin, body = self.ui.theme.px(12), scroller.body
        if widget.rect.top < body.top + margin:
            self._scroll(scroller, widget.rect.top - body.top - margin)
        elif widget.rect.bottom > body.bottom - margin:
            self._scroll(scroller, widget.rect.bottom - body.bottom + margin)

    def _scroll(self, scroller: Scroller, pixels: int) -> None:
        target = min(scroller.maximum, max(0, scroller.offset + pixels))
        moved = target - scroller.offset
        if moved:
            scroller.offset = target
            for widget in self.widgets:
                if widget.scroller is scroller:
                    widget.moved(-moved)
            self.dirty = True

    def _scroller_for(self, position: tuple[int, int]) -> Scroller | None:
        """Return the scroller under a point that can move, else the first that can."""
        able = [scroller for scroller in self.scrollers if scroller.maximum]
        here = (scroller for scroller in able if scroller.body.collidepoint(position))
        return next(here, next(iter(able), None))

    def under(self, position: tuple[int, int]) -> Widget | None:
        """Return the widget at a position, or None."""
        for widget in reversed(self.widgets):
            visible = widget.scroller is None or widget.scroller.body.collidepoint(position)
            if visible and widget.rect.collidepoint(position) and not widget.click_through:
                return widget
        return None

    def _find_hover(self) -> None:
        widget = self.under(self._mouse)
        if widget is self._hover:
            return
        if self._hover is not None:
            self._hover.hovered = False
            self._hover.pointed_away()
        self._hover = widget
        self._hover_time = 0.0
        if widget is not None:
            widget.hovered = True
        self.dirty = True

    def handle(self, event: pygame.event.Event) -> bool:
        """Route an event to a widget; return True when a widget or the group used it."""
        if event.type in MOUSE and touched(event):
            return self._touch(event)
        if event.type == pygame.MOUSEMOTION:
            return self._point(event)
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            return self._mouse_button(event)
        if event.type == pygame.MOUSEWHEEL:
            return self._wheel(event)
        if event.type in (pygame.KEYDOWN, pygame.KEYUP, pygame.TEXTINPUT, pygame.TEXTEDITING):
            return self._key(event)
        if event.type == pygame.WINDOWLEAVE:
            self.point_nowhere()
        return False

    def _point(self, event: pygame.event.Event) -> bool:
        """Handle a motion of the mouse."""
        self._mouse, before, self._by_key = event.pos, self._hover, False
        self._find_hover()
        self._hushed = self._hushed and self._hover is before
        target = self._grab or self._hover
        if target is not None and target.handle(event):
            self.dirty = True
        return self._grab is not None

    def point_nowhere(self) -> None:
        """Forget where the mouse was, until it moves again."""
        self._mouse = (-1, -1)
        self._find_hover()

    def _touch(self, event: pygame.event.Event) -> bool:
        """Handle a finger that comes down, moves or is lifted."""
        if event.type == pygame.MOUSEBUTTONDOWN:
            self._point(mouse_event(pygame.MOUSEMOTION, event.pos))
            self._hush()
            widget = self._hover
            held = widget is not None and widget.drags
            self._finger = Finger(event.pos, event.pos[1], held)
            return self._mouse_button(event) if self._finger.held else True
        finger = self._finger
        if finger is None:
            return False  # it came down before this group existed
        if event.type == pygame.MOUSEMOTION:
            return self._point(event) if finger.held else self._pull(finger, event)
        self._finger = None
        if finger.held:
            self._mouse_button(event)
        elif finger.taps and self.under(finger.start) is self.under(event.pos):
            for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
                self._mouse_button(mouse_event(kind, event.pos))
        self.point_nowhere()
        return True

    def _pull(self, finger: Finger, event: pygame.event.Event) -> bool:
        """Scroll the area under a moving finger."""
        roller = self.under(finger.start)
        scroller = self._scroller_for(finger.start)
        takes_wheel = roller is not None and roller.takes_wheel
        if scroller is None and not takes_wheel:
            self._point(event)
            return True
        step = WHEEL_PIXELS if takes_wheel else 1
        steps = finger.move(event.pos, step)
        if steps and roller is not None and takes_wheel and roller.handle(_wheel(-steps)):
            self.dirty = True
        elif steps and scroller is not None:
            self._scroll(scroller, steps * step)
        if finger.pulled:
            self.point_nowhere()
        return True

    def _mouse_button(self, event: pygame.event.Event) -> bool:
        if self._mouse != event.pos:  # some pointers press without moving first
            self._point(mouse_event(pygame.MOUSEMOTION, event.pos))
        self._by_key = False
        widget = self._grab or self.under(event.pos)
        self._hush()
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self.ring = False
            focusable = widget is not None and self._can_focus(widget)
            self._give_focus(widget if focusable else None)
            if widget is not None and widget not in self.widgets:
                # The field that lost the focus took its text, and the page was built again.
                widget = self.find(widget.key) if widget.key else self.under(event.pos)
        taken = widget is not None and widget.enabled and widget.handle(event)
        if widget in self.widgets and widget is not None and widget.grabs:
            self._grab = widget
        elif event.type == pygame.MOUSEBUTTONUP or widget not in self.widgets:
            self._grab = None
        self.dirty = True
        return bool(taken)

    def _wheel(self, event: pygame.event.Event) -> bool:
        widget = self.under(self._mouse)
        if widget is not None and widget.enabled and widget.handle(event):
            self.dirty = True
            return True
        scroller = self._scroller_for(self._mouse)
        if scroller is not None:
            self._scroll(scroller, -event.y * WHEEL_PIXELS)
        return scroller is not None

    def takes_wheel(self, up: bool) -> bool:
        """Whether something under the mouse would use the wheel, turned up or down."""
        widget = self.under(self._mouse)
        if widget is not None and widget.takes_wheel:
            return True
        scroller = widget.scroller if widget is not None else None
        return scroller is not None and scroller.offset != (0 if up else scroller.maximum)

    def _hush(self) -> None:
        """Hide the tooltip after a click or a key, even if the hovered widget is rebuilt."""
        self.dirty = self.dirty or self.tip is not None
        self._hushed = True
        self._still = 0.0

    @property
    def tip(self) -> tuple[Widget, str] | None:
        """The visible tooltip and its widget: the one under the mouse, else the focused one.

        Without the ring nothing shows where the focus is: a button clicked last does not speak.
        """
        widget, waited = self._hover, self._hover_time >= TOOLTIP_SECONDS
        if widget is not None and widget.tooltip and waited and not self._hushed:
            return widget, widget.tooltip
        widget = self.focus
        if widget is None or not self.ring or not self._by_key or self._still < TOOLTIP_SECONDS:
            return None
        text = widget.tip_at_focus()
        return (widget, text) if text else None

    def _key(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN:
            self._hush()
            self._by_key = True
        here, arrow = self.focus, pressed(event, *ARROWS)
        leaves = here is not None and here.horizontal_arrows and pressed(event, *UP_AND_DOWN)
        if here is not None and here.enabled and not leaves and here.handle(event):
            if event.type == pygame.KEYDOWN:
                self.ring = True
            self.dirty = True
            return True
        if key_pressed(event, pygame.K_TAB):
            self.move_focus(-1 if event.mod & pygame.KMOD_SHIFT else 1)
            return True
        if arrow:  # of a gamepad, which the focused widget does not need
            self.move_focus(-1 if event.pad in (PadButton.LEFT, PadButton.UP) else 1)
            return True
        return self._scroll_key(event)

    def _scroll_key(self, event: pygame.event.Event) -> bool:
        """Scroll the area around the focus by page keys and arrows the focus did not use."""
        here = self.focus.scroller if self.focus is not None else None
        scroller = here if here is not None and here.maximum else self._scroller_for((-1, -1))
        if scroller is None:
            return False
        page = scroller.body.h * 3 // 4
        steps = {pygame.K_PAGEDOWN: page, pygame.K_PAGEUP: -page}
        steps |= {pygame.K_DOWN: WHEEL_PIXELS, pygame.K_UP: -WHEEL_PIXELS}
        if not key_pressed(event, *steps):
            return False
        self._scroll(scroller, steps[event.key])
        return True

    def update(self, dt: float) -> None:
        """Advance the widgets and the tooltip by `dt` seconds."""
        for widget in self.widgets:
            if widget.update(dt):
                self.damage.append(widget.rect.inflate(8, 8))
        had_tip = self.tip is not None
        if self._hover is not None and self._hover.tooltip:
            self._hover_time += dt
        self._still += dt
        if had_tip != (self.tip is not None):
            self.dirty = True

    def draw(self, target: pygame.Surface, area: pygame.Rect | None = None) -> None:
        """Draw all widgets, then the scroll bar, the ring and the tooltip over them.

        With `area`, draw only the widgets that touch it, clipped to it.
        """
        self.dirty = False
        self.damage.clear()
        whole = area if area is not None else target.get_rect()
        near = None if area is None else area.inflate(SHADOW_REACH, SHADOW_REACH)
        for layer, clip in self._layers():
            target.set_clip(whole if clip is None else clip.body.clip(whole))
            for widget in layer:
                if near is None or near.colliderect(widget.rect):
                    self._draw_one(widget, target)
            if clip is not None and clip.maximum:
                colour = self.ui.theme.colours.line
                self.ui.brush.rounded(target, clip.thumb(), 3, colour)
            if self.focus in layer:
                self._draw_ring(target)
        target.set_clip(area)
        self._draw_tooltip(target)
        target.set_clip(None)

    def _draw_one(self, widget: Widget, target: pygame.Surface) -> None:
        """Draw a widget; while a screen reader is on, record the texts in it."""
        theme = self.ui.theme
        if theme.heard is None:
            widget.draw(self.ui, target)
            return
        theme.heard = []
        widget.draw(self.ui, target)
        widget.drawn_texts = tuple(theme.heard)

    def _layers(self) -> Iterator[tuple[list[Widget], Scroller | None]]:
        """Yield the layers from back to front: under the scrollers, each scroller, the rest."""
        still = [widget for widget in self.widgets if widget.scroller is None]
        under = [w for w in still if any(w.rect.contains(s.body) for s in self.scrollers)]
        yield under, None
        for scroller in self.scrollers:
            yield [w for w in self.widgets if w.scroller is scroller], scroller
        yield [w for w in still if w not in under], None

    def _draw_ring(self, target: pygame.Surface) -> None:
        if self.focus is None or not self.ring:
            return
        theme = self.ui.theme
        rect = self.focus.focus_rect()
        if rect.w > 0:
            radius = theme.px(13)
            around = rect.inflate(8, 8)
            self.ui.brush.rounded(target, around, radius, None, theme.colours.focus, 2)

    def _draw_tooltip(self, target: pygame.Surface) -> None:
        if self.tip is None:
            return
        widget, text = self.tip
        theme, colours = self.ui.theme, self.ui.theme.colours
        widths = (min(theme.tx(wide), target.get_width() - theme.tx(36)) for wide in TIP_WIDTHS)
        wrapped = [wrap(theme, text, 14, width) for width in widths]
        lines = next((each for each in wrapped if len(each) <= TIP_LINES), wrapped[-1])
        height = theme.line_height(14)
        width = max(theme.width(line, 14) for line in lines)
        size = width + theme.tx(20), height * len(lines) + theme.tx(12)
        box = self._tip_place(widget, size, target.get_rect().inflate(-8, -8))
        self.ui.brush.rounded(target, box, theme.px(8), colours.hover, colours.line, 1)
        for index, line in enumerate(lines):
            middle = box.y + theme.tx(6) + height * (index + 0.5)
            theme.blit_text(target, line, 14, (box.x + theme.tx(10), middle))

    def _tip_place(self, widget: Widget, size: tuple[int, int], window: pygame.Rect) -> pygame.Rect:
        """Return the place of a tooltip.

        It is not over its widget, and hides the least share of controls. Of equal ones the first:
        below the widget, above, at its right, at its left.
        """
        gap = 2 * self.ui.theme.px(8)
        around = widget.rect.inflate(gap, gap)
        sides = (
            ("midtop", around.midbottom),
            ("midbottom", around.midtop),
            ("midleft", around.midright),
            ("midright", around.midleft),
        )
        controls = [w.rect for w in self.widgets if w.focusable and w is not widget and w.rect]

        def covered(box: pygame.Rect) -> tuple[bool, float]:
            shared = ((box.clip(rect), rect) for rect in controls)
            hidden = sum(part.w * part.h / (rect.w * rect.h) for part, rect in shared)
            return box.colliderect(widget.rect), hidden

        box = pygame.Rect((0, 0), size)
        boxes = (box.move_to(**{corner: place}).clamp(window) for corner, place in sides)
        return min(boxes, key=covered)
