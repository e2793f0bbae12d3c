"""What can be wrong with a layout: found from the widgets, without looking at pixels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Protocol

import pygame

from gui.kit import (
    Button,
    Label,
    ListBox,
    Segments,
    Slider,
    Stepper,
    Switch,
    TextField,
    Widget,
    WidgetGroup,
    wrap,
)
from gui.kit.buttons import Pressable
from gui.kit.fields import FieldFault
from gui.kit.screen import Screen
from gui.pages.menu_tiles import MenuTile
from gui.ui import Ui

SMALLEST_TARGET = 32
EDGE = 4  # the least margin beside a control
CONTROLS = Pressable | Segments | TextField | Slider | Stepper


def name(widget: Widget) -> str:
    """A widget as a person looking for it would name it."""
    words = getattr(widget, "label", "") or getattr(widget, "text", "")
    return f"{type(widget).__name__} {widget.key!r} {words[:40]!r} {tuple(widget.rect)}"


class OnDesk(Protocol):
    """A screen, or a popup over it."""

    @property
    def widget_group(self) -> WidgetGroup: ...
    @property
    def ui(self) -> Ui: ...
    @property
    def size(self) -> tuple[int, int]: ...


@dataclass(frozen=True)
class OpenPopup:
    """The popup of a scene, to be looked at like a screen."""

    scene: Screen

    @property
    def widget_group(self) -> WidgetGroup:
        assert self.scene.popup is not None
        return self.scene.popup.widget_group

    @property
    def ui(self) -> Ui:
        return self.scene.ui

    @property
    def size(self) -> tuple[int, int]:
        return self.scene.size


def faults(scene: OnDesk) -> list[str]:
    """Every fault of an entered scene, one sentence each; at both ends of its scroll."""
    widget_group = scene.widget_group
    found = [*text_faults(scene.ui, widget_group.widgets), *_targets(scene)]
    widget_group.scroll_to_top()
    found += _places(scene)
    if any(each.maximum for each in widget_group.scrollers):
        for each in widget_group.scrollers:
            widget_group._scroll(each, each.maximum)
        found += _places(scene)
        widget_group.scroll_to_top()
    return list(dict.fromkeys(found))


# -- places ----------------------------------------------------------------------------------------


def _seen(scene: OnDesk, widget: Widget) -> pygame.Rect:
    """The part of a widget that can be seen; of a label, its letters."""
    window = pygame.Rect((0, 0), scene.size)
    rect = _letters(scene.ui, widget) if isinstance(widget, Label) else widget.rect
    return rect.clip(window if widget.scroller is None else widget.scroller.body)


def _letters(ui: Ui, label: Label) -> pygame.Rect:
    """The box around the letters of a label, from the ascenders to the base line."""
    lines = wrap(
        ui.theme, label.text, label.size, label.rect.w, label.bold, label.maximum, label.mono
    )
    step = ui.theme.line_height(label.size)
    wide = max(ui.theme.width(line, label.size, label.bold, label.mono) for line in lines)
    top = label.rect.y
    if label.middle:
        top += (label.rect.h - step * len(lines)) // 2
    high = round(0.75 * ui.theme.font(label.size).get_height() / 1.36)
    rect = pygame.Rect(0, top + (step - high) // 2, wide, step * (len(lines) - 1) + high)
    rect.x = round(label.rect.x + (label.rect.w - wide) * label.align)
    return rect


def _holds(outer: Widget, inner: Widget) -> bool:
    """Whether one is a panel or a list that the other is meant to lie on."""
    if isinstance(outer, MenuTile) and inner is outer.new:
        return outer.rect.contains(inner.rect)
    # One that lets clicks through takes none.
    covers = inner.click_through or not isinstance(outer, CONTROLS | Label)
    return covers and outer.rect.contains(inner.rect)


def _places(scene: OnDesk) -> Iterator[str]:
    solid = [
        w for w in scene.widget_group.widgets if w.focusable or isinstance(w, Label | FieldFault)
    ]
    seen = [(widget, _seen(scene, widget)) for widget in solid]
    for (a, part_of_a), (b, part_of_b) in combinations(seen, 2):
        shared = part_of_a.clip(part_of_b)
        if shared.w > 1 and shared.h > 1 and not (_holds(a, b) or _holds(b, a)):
            yield f"{name(a)} lies over {name(b)}"
    width, height = scene.size
    for widget in scene.widget_group.widgets:
        rect = widget.rect
        if rect.left < 0 or rect.right > width:
            yield f"{name(widget)} leaves the window at the side"
        elif isinstance(widget, CONTROLS) and (rect.left < EDGE or rect.right > width - EDGE):
            yield f"{name(widget)} touches the edge of the window"
        scroller = widget.scroller
        if scroller is None:
            if rect.top < 0 or rect.bottom > height:
                yield f"{name(widget)} leaves the window"
        else:
            top = scroller.body.top - scroller.offset
            bottom = top + max(scroller.body.h, scroller.content_height)
            if rect.top < min(top, 0) or rect.bottom > bottom + 1:
                yield f"{name(widget)} cannot be reached by scrolling"
            if rect.left < scroller.body.left or rect.right > scroller.body.right:
                yield f"{name(widget)} is wider than what it scrolls in"
            elif scroller.maximum and rect.right > scroller.thumb().left:
                yield f"{name(widget)} lies under the scroll bar"


# -- sizes -----------------------------------------------------------------------------------------


def _targets(scene: OnDesk) -> Iterator[str]:
    for widget in scene.widget_group.widgets:
        if not widget.focusable:
            continue
        boxes = [widget.rect]
        if isinstance(widget, Segments):
            # The whole height takes the click; what counts for a segment is its width.
            boxes += [pygame.Rect(box.x, 0, box.w, widget.rect.h) for box in widget._boxes()]
        if isinstance(widget, ListBox) and widget.row_height < 28:
            yield f"{name(widget)} has rows of {widget.row_height} pixels"
        for box in boxes:
            if box.w < SMALLEST_TARGET or box.h < SMALLEST_TARGET:
                yield f"{name(widget)} is a target of {box.w} x {box.h}"


# -- texts -----------------------------------------------------------------------------------------


def text_faults(ui: Ui, widgets: Sequence[Widget]) -> Iterator[str]:
    """Words and lines that are cut."""
    for widget in widgets:
        if isinstance(widget, Label):
            yield from _label(ui, widget)
        elif isinstance(widget, Button) and widget.label and not isinstance(widget, Switch):
            yield from _button(ui, widget)
        elif isinstance(widget, Segments):
            for index, (label, box) in enumerate(zip(widget.labels, widget._boxes(), strict=True)):
                bold, size = index == widget.chosen, widget.size
                lines = wrap(ui.theme, label, size, box.w - ui.theme.tx(8), bold, maximum=2)
                step = round(ui.theme.line_height(size) * 0.84)
                yield from _lines(ui, widget, label, lines, size, bold, False, box.w, box.h, step)


def _label(ui: Ui, label: Label) -> Iterator[str]:
    lines = wrap(
        ui.theme, label.text, label.size, label.rect.w, label.bold, label.maximum, label.mono
    )
    high = label.rect.h + (0 if label.text else 9999)
    step = ui.theme.line_height(label.size)
    yield from _lines(
        ui, label, label.text, lines, label.size, label.bold, label.mono, label.rect.w, high, step
    )


def _button(ui: Ui, button: Button) -> Iterator[str]:
    side = ui.theme.tx(20) + ui.theme.tx(8) if button.image is not None else 0
    room = button.rect.w - side
    bold = button.inks(ui)[2] in (ui.theme.colours.on_accent, ui.theme.colours.accent)
    lines = wrap(ui.theme, button.label, button.size, room - ui.theme.tx(12), bold, maximum=2)
    step = round(ui.theme.line_height(button.size) * 0.86)
    yield from _lines(
        ui, button, button.label, lines, button.size, bold, False, room, button.rect.h, step
    )


def _lines(
    ui: Ui, widget: Widget, words: str, lines: Sequence[str], size: float, bold: bool, mono: bool,
    wide: int, high: int, step: int,
) -> Iterator[str]:  # fmt: skip
    if any(line.endswith("…") for line in lines) and not words.endswith("…") and not widget.tooltip:
        yield f"{name(widget)}: ‘{words}’ is cut short"
    widest = max((ui.theme.width(line, size, bold, mono) for line in lines), default=0)
    if widest > wide + 1:
        yield f"{name(widget)}: ‘{words}’ is {widest} wide in {wide}"
    # Letters are smaller than their line: a little less than the whole height does.
    needed = step * (len(lines) - 1) + round(0.9 * ui.theme.font(size, bold, mono).get_height())
    if needed > high + 3:
        yield f"{name(widget)}: {len(lines)} lines, {needed} high in {high}"


# -- what is really drawn --------------------------------------------------------------------------


@dataclass(frozen=True)
class Drawn:
    """One line of text as it came to the window: the box of its letters, and who drew it."""

    text: str
    box: pygame.Rect
    widget: Widget | None

    def __str__(self) -> str:
        owner = name(self.widget) if self.widget is not None else "the scene"
        return f"‘{self.text}’ {tuple(self.box)} of {owner}"


class Spy:
    """Stands before Theme.blit_text and keeps what it is asked to draw.

    With `places` it measures the texts of the surface and renders none of them.
    """

    def __init__(self, scene: Screen, surface: pygame.Surface, places: bool) -> None:
        self.theme = scene.ui.theme
        self.surface = surface
        self.widget: Widget | None = None
        self.drawn: list[Drawn] = []
        self.real = self.theme.blit_text
        self.places = places

    def __call__(
        self, target: Any, text: str, size: float, anchor: Any, *args: Any, **more: Any
    ) -> Any:
        if target is self.surface and text.strip():
            bold, mono = more.get("bold", False), more.get("mono", False)
            wide = self.theme.width(text, size, bold, mono)
            high = round(0.75 * self.theme.font(size).get_height() / 1.36)
            left = round(anchor[0] - more.get("align", 0.0) * wide)
            box = pygame.Rect(left, round(anchor[1] - high / 2), wide, high)
            clip = target.get_clip()
            if box.colliderect(clip):
                self.drawn.append(
                    Drawn(text, box.clip(pygame.Rect(box.x, clip.y, box.w, clip.h)), self.widget)
                )
            if self.places:
                return box
        return self.real(target, text, size, anchor, *args, **more)

    def watch(self, widget: Widget) -> None:
        """Know which widget draws."""
        draw = widget.draw

        def watched(ui: Ui, target: pygame.Surface) -> None:
            self.widget = widget
            draw(ui, target)
            self.widget = None

        widget.draw = watched  # type: ignore[method-assign]


def drawn(scene: Screen, surface: pygame.Surface, places: bool = False) -> list[Drawn]:
    """Draw a scene once: every text of it."""
    spy = Spy(scene, surface, places)
    for shown in scene.widget_group.widgets:
        spy.watch(shown)
    scene.ui.theme.blit_text = spy  # type: ignore[method-assign]
    try:
        scene.draw(surface)
    finally:
        del scene.ui.theme.blit_text  # the instance's own; the class has the real one
    return spy.drawn


def drawn_faults(scene: Screen, surface: pygame.Surface, places: bool = False) -> list[str]:
    """Draw a scene once, and find what is wrong with its texts."""
    return text_places(drawn(scene, surface, places), surface)


def text_places(texts: Sequence[Drawn], surface: pygame.Surface) -> list[str]:
    """Texts that leave the window or their widget, or lie over one another."""
    found = []
    for text in texts:
        box, widget = text.box, text.widget
        if isinstance(widget, TextField):
            continue  # a long text is seen through it, at the caret
        if box.left < 0 or box.right > surface.get_width():
            found.append(f"{text} leaves the window")
        # A widget without a size draws for the scene.
        if (
            widget is not None
            and widget.rect.w
            and (box.left < widget.rect.left - 2 or box.right > widget.rect.right + 2)
        ):
            found.append(f"{text} leaves its widget")
    for one, other in combinations(texts, 2):
        shared = one.box.clip(other.box)
        if shared.w > 2 and shared.h > 2:
            found.append(f"{one} lies over {other}")
    return found
