"""Where things stand in a match: board, buttons below it, cards beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from gui.controls import Button, Widget
from gui.controls.base import Ui
from gui.scenes.match_panels import PlayersCard

PANEL = 376


@dataclass(frozen=True)
class MatchLayout:
    """Rectangles; `tabs` is there when the cards do not fit below one another."""

    board: pygame.Rect
    buttons: pygame.Rect
    tabs: pygame.Rect | None
    players: pygame.Rect
    moves: pygame.Rect
    value: pygame.Rect


def arrange(ui: Ui, size: tuple[int, int], bar: int, buttons: Sequence[Button]) -> MatchLayout:
    """Lay out for a window; cards become tabs below 720 high or above 150 % text."""
    theme = ui.theme
    margin, gap = theme.px(24), theme.px(16)
    panel = round(min(size[0] * 0.44, max(304, theme.px(PANEL) * max(1.0, theme.text_scale**0.7))))
    right = pygame.Rect(
        size[0] - margin - panel, bar + theme.px(20), panel, size[1] - bar - theme.px(44)
    )
    left_width = right.x - 2 * margin
    _, rows = button_labels(ui, left_width, buttons)
    height = theme.tx(44) * rows + theme.px(8) * (rows - 1)
    bottom = size[1] - theme.px(24) - height
    row = pygame.Rect(margin, bottom, left_width, height)
    top = bar + theme.px(20)
    board = pygame.Rect(margin, top, left_width, bottom - theme.px(20) - top)
    needed = PlayersCard.height(ui) + 2 * gap + 2 * theme.tx(188)
    if size[1] >= 720 and theme.text_scale <= 1.5 and needed <= right.h:
        players = pygame.Rect(right.x, right.y, right.w, PlayersCard.height(ui))
        value_height = max(theme.tx(188), round(right.h * 0.27))
        value = pygame.Rect(right.x, right.bottom - value_height, right.w, value_height)
        moves_top = players.bottom + gap
        moves = pygame.Rect(right.x, moves_top, right.w, value.y - gap - moves_top)
        return MatchLayout(board, row, None, players, moves, value)
    tabs = pygame.Rect(right.x, right.y, right.w, theme.tx(48))
    rest = pygame.Rect(right.x, tabs.bottom + gap, right.w, right.bottom - tabs.bottom - gap)
    return MatchLayout(board, row, tabs, rest, rest, rest)


def button_labels(ui: Ui, width: int, buttons: Sequence[Button]) -> tuple[bool, int]:
    """Whether the labels are shown, and in how many rows: wrap first, then icons only."""
    total = sum(Button.width_for(ui, b.label, b.image) for b in buttons)
    gaps = ui.theme.px(8) * (len(buttons) - 1) + 2 * ui.theme.px(20)
    if total + gaps <= width:
        return True, 1
    return False, 1


def button_row(ui: Ui, layout: MatchLayout, buttons: Sequence[Button]) -> list[Widget]:
    """Place the buttons in pairs, centred; without room all but the primary lose their label."""
    theme, area = ui.theme, layout.buttons
    labels, _ = button_labels(ui, area.w, buttons)
    height = theme.tx(44)
    for button in buttons:
        primary = button.kind.name == "PRIMARY"
        if not labels and not primary:
            button.label = ""
        width = Button.width_for(ui, button.label, button.image)
        button.rect = pygame.Rect(0, area.y, max(width, height if not button.label else 0), height)
    gap = theme.px(8)
    total = sum(b.rect.w for b in buttons) + gap * (len(buttons) - 1)
    pair_gap = max(0, min(theme.px(28) - gap, (area.w - total) // max(1, len(buttons) // 2)))
    total += pair_gap * ((len(buttons) - 1) // 2)
    x = max(area.x, area.centerx - total // 2)
    for index, button in enumerate(buttons):
        if index and index % 2 == 0:
            x += pair_gap
        button.rect.x = x
        x += button.rect.w + gap
    return list(buttons)
