"""Popup menus, modal questions, forms of a few text fields; notices over all of them.

A notice covers as little text and as few controls as possible.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import pygame

from engine.messages import JouonsError, Message
from gui.kit import Button, ButtonKind, Icon, Label, TextField, WidgetGroup, icon
from gui.kit.accessible import AccessibleInfo, Role
from gui.kit.fields import FieldFault
from gui.kit.layout import (
    Box,
    Column,
    FirstFit,
    Flexible,
    Layout,
    NoShrink,
    Pad,
    Row,
    Scroll,
    arrange,
    exactly,
    tx,
)
from gui.kit.text_wrap import wrap
from gui.kit.texts import HEADING
from gui.kit.widget import NOWHERE, Widget, key_pressed
from gui.paint import card
from gui.ui import Ui

VEIL = (135, 135, 135)  # remaining brightness, of 255, of the screen under a question
Closing = Callable[[Callable[[], None]], Callable[[], None]]  # closes the popup, then acts


@dataclass(frozen=True)
class Choice:
    """A line of a popup menu or a button of a dialog."""

    label: str
    action: Callable[[], None]
    image: Icon | None = None
    enabled: bool = True
    shortcut: str = ""
    primary: bool = False


class Popup:
    """A panel over the screen with its own widget group; Esc or a click outside closes it.

    `dismissed` is called when it is closed without a choice.
    """

    def __init__(self, ui: Ui, modal: bool, rect: pygame.Rect = NOWHERE) -> None:
        self.rect = rect
        self.modal = modal
        self.widget_group = WidgetGroup(ui)
        self.closed = False
        self.title = ""  # its accessible name
        self.dismissed: Callable[[], None] | None = None
        self.ui = ui

    def show(self, layout: Layout) -> None:
        """Put a layout on the panel."""
        self.widget_group.rebuild(arrange(self.ui, layout, self.rect))

    def show_centred(self, body: Layout, foot: Layout, size: tuple[int, int], widest: int) -> None:
        """Show the title, a body that scrolls where it is too high, and a foot; never shrink."""
        theme = self.ui.theme
        heading = Label(self.title, 22, bold=True, maximum=1)
        width, around = min(size[0] - theme.px(32), widest), 2 * theme.px(24)
        whole = Column(heading, body, foot).measure(self.ui, width - around)[1] + around
        self.rect = pygame.Rect(0, 0, width, min(max(whole, self.rect.h), size[1] - 8))
        self.rect.center = (size[0] // 2, size[1] // 2)
        self.show(Pad(Column(heading, Flexible(Scroll(body, "body")), foot), 24))

    def handle(self, event: pygame.event.Event) -> None:
        """Handle every event while the popup is open."""
        outside = event.type == pygame.MOUSEBUTTONDOWN and not self.rect.collidepoint(event.pos)
        if key_pressed(event, pygame.K_ESCAPE) or (outside and not self.modal):
            self.closed = True
        elif not self.modal and key_pressed(event, pygame.K_DOWN, pygame.K_UP):
            self.widget_group.move_focus(1 if event.key == pygame.K_DOWN else -1)
        else:
            self.widget_group.handle(event)

    def draw(self, target: pygame.Surface) -> None:
        """Draw the panel and its widgets."""
        if self.modal:
            target.fill(VEIL, special_flags=pygame.BLEND_RGB_MULT)
        card(target, self.ui.brush, self.ui.theme, self.rect)
        self.widget_group.draw(target)


class MenuLine(Button):
    """A line of a popup menu: icon, label, shortcut at the right."""

    def __init__(self, choice: Choice, action: Callable[[], None], key: str) -> None:
        super().__init__(
            choice.label,
            action,
            kind=ButtonKind.QUIET,
            image=choice.image,
            enabled=choice.enabled,
            key=key,
        )
        self.shortcut = choice.shortcut

    def accessible(self, ui: Ui) -> AccessibleInfo | None:
        return AccessibleInfo(
            Role.MENU_LINE,
            self.label,
            shortcut=self.shortcut,
            enabled=self.enabled,
            on=True if self.image is Icon.CHECK else None,
            press=self.action,
        )

    def measure_height(self, ui: Ui, width: int) -> int:
        return ui.theme.tx(40)

    def measure_min_width(self, ui: Ui) -> int:
        return ui.theme.tx(40)

    def measure_preferred_width(self, ui: Ui) -> int:
        theme = ui.theme
        text = theme.width(self.label, 16) + theme.width(self.shortcut, 14)
        return text + theme.tx(110) - 2 * theme.px(8)

    def _draw_content(
        self, ui: Ui, target: pygame.Surface, rect: pygame.Rect, ink: tuple[int, int, int]
    ) -> None:
        theme, side = ui.theme, ui.theme.tx(20)
        x = rect.x + theme.px(8)
        if self.image is not None:
            target.blit(icon(ui.brush, self.image, side, ink), (x, rect.centery - side // 2))
        left = (x + side + theme.px(12), rect.centery)
        theme.blit_text(target, self.label, 16, left, ink)
        right = (rect.right - theme.px(16), rect.centery)
        theme.blit_text(target, self.shortcut, 14, right, theme.colours.text2, align=1)

    def focus_rect(self) -> pygame.Rect:
        return self.rect.inflate(-10, -10)


def menu_popup(
    ui: Ui,
    size: tuple[int, int],
    anchor: pygame.Rect,
    choices: Sequence[Choice],
    closing: Closing,
) -> Popup:
    """Open a menu below (or above) a button; it scrolls when it is too long for the window.

    The focus is on the ticked line, else on the first.
    """
    lines = Column(
        *[MenuLine(c, closing(c.action), f"line{n}") for n, c in enumerate(choices)], gap=0
    )
    inner = Pad(lines, 8, 0)
    window = pygame.Rect((0, 0), size).inflate(-8, -8)
    width, height = inner.measure(ui, window.w)
    rect = pygame.Rect(0, 0, min(width, window.w), min(height + 2 * ui.theme.px(8), window.h))
    rect.topright = (anchor.right, anchor.bottom + ui.theme.px(4))
    rect.clamp_ip(window)
    popup = Popup(ui, modal=False, rect=rect)
    popup.show(Pad(Scroll(inner), 0, 8))
    chosen = next((n for n, c in enumerate(choices) if c.image is Icon.CHECK), None)
    if chosen is None:
        popup.widget_group.move_focus(1)
    else:
        popup.widget_group.focus_key(f"line{chosen}")
    return popup


def question_popup(
    ui: Ui,
    size: tuple[int, int],
    title: str,
    text: str,
    choices: Sequence[Choice],
    closing: Closing,
) -> Popup:
    """Open a modal question with a button for each answer, the first at the right or the bottom.

    The primary button has the focus; it is never a destructive one.
    """
    buttons = [_answer(choice, closing, index) for index, choice in enumerate(choices)]
    buttons.reverse()
    answers = FirstFit(
        Row(Flexible(), *map(NoShrink, buttons), gap=exactly(8), height=44),
        Column(*[Box(button, height=44) for button in buttons], gap=tx(8)),
    )
    popup = Popup(ui, modal=True)
    popup.title = title
    popup.show_centred(Label(text, 16), answers, size, ui.theme.tx(480))
    primary = next((i for i, c in enumerate(choices) if c.primary), 0)
    popup.widget_group.focus_key(f"choice{primary}")
    return popup


def _answer(choice: Choice, closing: Closing, index: int) -> Button:
    return Button(
        choice.label,
        closing(choice.action),
        kind=ButtonKind.PRIMARY if choice.primary else ButtonKind.PLAIN,
        image=choice.image,
        key=f"choice{index}",
        enabled=choice.enabled,
    )


WIDEST, NOTICE_WIDTH = 520, 560  # of a form, of a notice


@dataclass
class FormField:
    """A text field, labelled where there are several."""

    label: str
    text: str
    hint: str = ""


class TextForm(Popup):
    """Form of a few texts; Enter and the button hand them to `accept`, Esc discards them.

    `texts` are its title, the words of its button, and a sentence if any. A JouonsError of `accept`
    is shown below the fields.
    """

    def __init__(
        self,
        ui: Ui,
        size: tuple[int, int],
        texts: Sequence[str],
        fields: Sequence[FormField],
        accept: Callable[[list[str]], object],
        fault: Message | None = None,
    ) -> None:
        super().__init__(ui, modal=True)
        self.size, self.fields, self.accept = size, fields, accept
        self.title, self.words, *self.sentences = texts
        self.fault = ui.tr(fault) if fault is not None else ""
        self._build()
        self.widget_group.focus_key("field0", ring=False)

    def _build(self) -> None:
        cancel = Button(self.ui.tr("gui.cancel"), self._cancel, key="cancel")
        apply = Button(self.words, self.confirm, kind=ButtonKind.PRIMARY, key="apply")
        content = Column(
            *(Label(each, 16) for each in self.sentences),
            *[self._field(index, field) for index, field in enumerate(self.fields)],
            FieldFault(self.fault) if self.fault else None,
            gap=12,
        )
        foot = Row(Flexible(), NoShrink(cancel), NoShrink(apply), gap=exactly(8), height=44)
        self.show_centred(content, foot, self.size, self.ui.theme.tx(WIDEST))

    def _field(self, index: int, field: FormField) -> Layout:
        def changed(text: str) -> None:
            field.text = text

        text = TextField(
            field.text,
            change=changed,
            confirm=self.confirm,
            key=f"field{index}",
            faulty=bool(self.fault),
            hint=field.hint,
        )
        label = Label(field.label, 14, quiet=True, maximum=1) if field.label else None
        return Column(label, Box(text, height=44), gap=4)

    def _cancel(self) -> None:
        self.closed = True

    def confirm(self) -> None:
        """Submit the texts; a fault is shown below the fields."""
        try:
            self.accept([field.text for field in self.fields])
            self.closed = True
        except JouonsError as error:
            self.fault = self.ui.tr(error.message)
            self._build()


# -- notices ---------------------------------------------------------------------------------------


CONTROL, TEXT = 6, 1  # the cost of each covered pixel of a control or a title, and of a text
LOWER = 6  # the cost of each pixel further down: people expect notices at the top
SMALLEST_STEP, ROWS = 8, 100  # the least distance in pixels of two candidates, and their most rows


def notice_place(ui: Ui, shown: pygame.Rect, text: str, widgets: Iterable[Widget]) -> pygame.Rect:
    """Return the rectangle for a notice: inside the visible part, at the least cost."""
    theme, margin = ui.theme, ui.theme.px(8)
    lines = wrap(theme, text, 16, min(shown.w - theme.px(48), theme.tx(NOTICE_WIDTH)) - _beside(ui))
    box = pygame.Rect(0, 0, _beside(ui) + max(theme.width(line, 16) for line in lines), 0)
    box.h = theme.line_height(16) * len(lines) + theme.tx(20)
    inner, parts = shown.inflate(-2 * margin, -2 * margin), list(_taken(ui, widgets))
    step = max(SMALLEST_STEP, shown.h // ROWS)
    tops = range(inner.top, max(inner.top, inner.bottom - box.h) + 1, step)
    lefts = (inner.centerx - box.w // 2, inner.left, inner.right - box.w)
    boxes = (box.move_to(topleft=(max(shown.left, left), top)) for top in tops for left in lefts)

    def cost(box: pygame.Rect) -> int:
        covered = ((box.clip(rect), each) for rect, each in parts)
        return LOWER * box.y + sum(part.w * part.h * each for part, each in covered)

    return min(boxes, key=cost)


def _taken(ui: Ui, widgets: Iterable[Widget]) -> Iterator[tuple[pygame.Rect, int]]:
    """Yield what a notice should not cover: texts, controls, the parts of a board or a list."""
    for widget in widgets:
        info, rect = widget.accessible(ui) if widget.focusable else None, widget.rect
        if widget.scroller is not None:
            rect = rect.clip(widget.scroller.body)
        if isinstance(widget, Label):
            if not widget.align:  # a short text is narrower than its rectangle
                rect = rect.clip((rect.topleft, (widget.preferred_width(ui), rect.h)))
            yield rect, CONTROL if widget.bold and widget.size >= HEADING else TEXT
        elif info is not None and info.parts:
            yield rect, TEXT  # between the parts stand their values
            yield from ((pygame.Rect(part.place), CONTROL) for part in info.parts if part.place)
        elif widget.focusable or isinstance(widget, FieldFault):
            yield rect, CONTROL


def _beside(ui: Ui) -> int:
    """Return the width of the icon and the margins beside the text."""
    return ui.theme.tx(44) + ui.theme.tx(20)


def draw_notice(ui: Ui, target: pygame.Surface, text: str, fault: bool, box: pygame.Rect) -> None:
    theme, c, side = ui.theme, ui.theme.colours, ui.theme.tx(20)
    step = theme.line_height(16)
    ui.brush.shadow(target, box, theme.px(12), c.shadow, 0.4, theme.px(6), theme.px(14))
    ui.brush.rounded(target, box, theme.px(12), c.hover, c.loss if fault else c.line, 1)
    ink = c.loss if fault else c.accent
    picture = icon(ui.brush, Icon.WARNING if fault else Icon.CHECK, side, ink)
    target.blit(picture, (box.x + theme.tx(14), box.y + theme.tx(10) + (step - side) // 2))
    for row, line in enumerate(wrap(theme, text, 16, box.w - _beside(ui))):
        middle = box.y + theme.tx(10) + step * (row + 0.5)
        theme.blit_text(target, line, 16, (box.x + theme.tx(24) + side, middle))
