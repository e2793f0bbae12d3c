"""Popup menus and questions over a scene."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from gui.controls import Button, Desk, Icon, Kind, Label, Widget, icon
from gui.controls.base import Ui, key_pressed
from gui.paint import card

VEIL = (135, 135, 135)  # what is left of the light, of 255, on the screen under a question
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


class Divider(Widget):
    """A thin upright or level line."""

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        target.fill(ui.theme.colours.line, self.rect)


class Popup:
    """A panel over the scene with its own desk; Esc or a click outside closes it."""

    def __init__(self, ui: Ui, rect: pygame.Rect, modal: bool) -> None:
        self.rect = rect
        self.modal = modal
        self.desk = Desk(ui)
        self.closed = False
        self.ui = ui

    def handle(self, event: pygame.event.Event) -> None:
        """Take every event while it is open."""
        if key_pressed(event, pygame.K_ESCAPE):
            self.closed = True
            return
        outside = event.type == pygame.MOUSEBUTTONDOWN and not self.rect.collidepoint(event.pos)
        if outside and not self.modal:
            self.closed = True
            return
        if not self.modal and key_pressed(event, pygame.K_DOWN, pygame.K_UP):
            self.desk.move_focus(1 if event.key == pygame.K_DOWN else -1)
            return
        self.desk.handle(event)

    def draw(self, target: pygame.Surface) -> None:
        """Draw the panel and what is on it."""
        if self.modal:
            target.fill(VEIL, special_flags=pygame.BLEND_RGB_MULT)
        card(target, self.ui.brush, self.ui.theme, self.rect)
        self.desk.draw(target)


class MenuLine(Button):
    """A line of a popup menu: icon, label, shortcut at the right."""

    def __init__(
        self, rect: pygame.Rect, choice: Choice, action: Callable[[], None], key: str
    ) -> None:
        super().__init__(
            rect,
            choice.label,
            action,
            kind=Kind.QUIET,
            image=choice.image,
            enabled=choice.enabled,
            key=key,
        )
        self.shortcut = choice.shortcut

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
    """A menu below (or above) a button; it scrolls when it is too long for the window."""
    theme = ui.theme
    height, pad = theme.tx(40), theme.px(8)
    widths = [
        theme.width(c.label, 16) + theme.width(c.shortcut, 14) + theme.tx(110) for c in choices
    ]
    window = pygame.Rect((0, 0), size).inflate(-8, -8)
    whole = height * len(choices)
    high = min(whole + 2 * pad, window.h)
    rect = pygame.Rect(0, 0, min(max(widths), window.w), high)
    rect.topright = (anchor.right, anchor.bottom + theme.px(4))
    rect.clamp_ip(window)
    popup = Popup(ui, rect, modal=False)
    lines = []
    for index, choice in enumerate(choices):
        line = pygame.Rect(rect.x + pad, rect.y + pad + index * height, rect.w - 2 * pad, height)
        lines.append(MenuLine(line, choice, closing(choice.action), f"line{index}"))
    popup.desk.rebuild(lines, rect.inflate(0, -2 * pad), whole)
    popup.desk.move_focus(1)
    return popup


def question_popup(
    ui: Ui,
    size: tuple[int, int],
    title: str,
    words: str,
    choices: Sequence[Choice],
    closing: Closing,
) -> Popup:
    """A modal question with a button for each answer."""
    theme = ui.theme
    width = min(size[0] - theme.px(32), theme.tx(480))
    pad = theme.px(24)
    text_height = Label.height(ui, words, 16, width - 2 * pad)
    widths = [Button.width_for(ui, c.label, c.image) for c in choices]
    stacked = sum(widths) + 8 * len(widths) > width - 2 * pad
    rows = len(choices) if stacked else 1
    height = 2 * pad + theme.tx(44) + text_height + theme.px(20) + rows * theme.tx(52)
    rect = pygame.Rect(0, 0, width, min(height, size[1] - 16))
    rect.center = (size[0] // 2, size[1] // 2)
    popup = Popup(ui, rect, modal=True)
    inner = rect.inflate(-2 * pad, -2 * pad)
    widgets: list[Widget] = [
        Label(pygame.Rect(inner.x, inner.y, inner.w, theme.tx(40)), title, 22, bold=True, most=1),
        Label(pygame.Rect(inner.x, inner.y + theme.tx(44), inner.w, text_height), words, 16),
    ]
    x, y = inner.right, inner.bottom - theme.tx(44)
    for index, (choice, wide) in enumerate(zip(choices, widths, strict=True)):
        box = pygame.Rect(x - wide, y, wide, theme.tx(44))
        if stacked:
            box = pygame.Rect(inner.x, y - theme.tx(52) * index, inner.w, theme.tx(44))
        kind = Kind.PRIMARY if choice.primary else Kind.PLAIN
        button = Button(
            box,
            choice.label,
            closing(choice.action),
            kind=kind,
            image=choice.image,
            key=f"choice{index}",
            enabled=choice.enabled,
        )
        widgets.append(button)
        x -= wide + 8
    popup.desk.rebuild(widgets)
    primary = next((i for i, c in enumerate(choices) if c.primary), 0)
    popup.desk.focus_key(f"choice{primary}")
    return popup
