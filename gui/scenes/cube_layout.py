"""Where things stand in the cube lab: the cube, the transport below it, three cards beside it."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from gui.controls.base import Ui

PANEL = 376


@dataclass(frozen=True)
class LabLayout:
    """Rectangles; `tabs` is there when the cards do not fit below one another."""

    view: pygame.Rect
    transport: pygame.Rect
    transport_rows: int
    tabs: pygame.Rect | None
    scramble: pygame.Rect
    solutions: pygame.Rect
    visited: pygame.Rect


def transport_widths(ui: Ui) -> tuple[int, int, int]:
    """What the buttons, the scrubber and the speed need at least, in pixels."""
    theme = ui.theme
    buttons = 4 * theme.tx(44) + theme.tx(64) + 4 * theme.px(8)
    speed = theme.width(ui.tr("cube_lab.speed"), 14) + theme.tx(76) + theme.tx(50) + theme.px(24)
    return buttons, theme.tx(130), speed


def scramble_height(ui: Ui) -> int:
    """The height of the card of the scramble."""
    theme = ui.theme
    return theme.px(8) + theme.tx(36) + theme.tx(72) + theme.px(20) + theme.tx(44) + theme.px(20)


def visited_height(ui: Ui) -> int:
    """The height of the card of the search."""
    theme = ui.theme
    return theme.px(8) + theme.tx(36) + theme.tx(72) + theme.px(12) + theme.tx(40) + theme.px(20)


def arrange(ui: Ui, size: tuple[int, int], bar: int) -> LabLayout:
    """Lay out for a window; cards become tabs below 720 high or above 150 % text."""
    theme = ui.theme
    margin, gap, top = theme.px(24), theme.px(16), bar + theme.px(20)
    panel = round(min(size[0] * 0.44, max(304, theme.px(PANEL) * max(1.0, theme.text_scale**0.7))))
    right = pygame.Rect(size[0] - margin - panel, top, panel, size[1] - top - margin)
    width = right.x - 2 * margin
    buttons, scrubber, speed = transport_widths(ui)
    one_row = buttons + scrubber + speed + theme.px(88) <= width
    rows = 1 if one_row else 2
    height = theme.tx(44) * rows + theme.px(28) + theme.px(8) * (rows - 1)
    transport = pygame.Rect(margin, size[1] - margin - height, width, height)
    view = pygame.Rect(margin, top, width, transport.y - gap - top)
    upper, lower = scramble_height(ui), visited_height(ui)
    rest = right.h - upper - lower - 2 * gap
    if size[1] >= 720 and theme.text_scale <= 1.5 and rest >= theme.tx(170):
        scramble = pygame.Rect(right.x, right.y, right.w, upper)
        visited = pygame.Rect(right.x, right.bottom - lower, right.w, lower)
        solutions = pygame.Rect(right.x, scramble.bottom + gap, right.w, rest)
        return LabLayout(view, transport, rows, None, scramble, solutions, visited)
    tabs = pygame.Rect(right.x, right.y, right.w, theme.tx(48))
    card = pygame.Rect(right.x, tabs.bottom + gap, right.w, right.bottom - tabs.bottom - gap)
    return LabLayout(view, transport, rows, tabs, card, card, card)
