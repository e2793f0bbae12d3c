"""Shared parts of the panels: a list whose rows are steps, and a move as a chip in a flow."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from gui.inspector.chips import move_chip
from gui.inspector.panel import PanelCallbacks
from gui.kit import ListBox, ListRow
from gui.theme import Colour, mix
from gui.ui import Ui

ROW = 28
MAX_LINES = 2  # lines of chips; further lines scroll
LINE, LEAST_LINE = 30, 32  # the height of a line of chips, at least so many pixels


class SunkenList(ListBox):
    """Rows on a sunken field."""

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        c = ui.theme.colours
        ui.brush.rounded(target, self.rect, ui.theme.px(8), c.table2, c.hair, 1)
        super().draw(ui, target)


class StepList(SunkenList):
    """Rows of which each is a step; a click or the arrows go there."""

    def __init__(
        self, rows: Sequence[ListRow], steps: Sequence[int], now: int, ui: Ui, act: PanelCallbacks
    ) -> None:
        at = [place for place, step in enumerate(steps) if step <= now]
        height = max(ROW, ui.theme.tx(ROW - 4))
        super().__init__(
            rows,
            height,
            lambda place: act.go_to_step(steps[place]),
            chosen=at[-1] if at else -1,
            key="inspector picture",
        )


def line_height(ui: Ui) -> float:
    """Return the height of a line of chips in mockup pixels, large enough to be clicked."""
    return max(LINE, LEAST_LINE / ui.theme.text_u)


def draw_move(
    ui: Ui,
    target: pygame.Surface,
    box: pygame.Rect,
    text: str,
    colour: Colour,
    *,
    lit: bool,
    reached: bool,
) -> pygame.Rect:
    """Draw a move at the left of the box of its chip, framed if lit; return the move's box."""
    theme, c = ui.theme, ui.theme.colours
    box = box.inflate(0, -4)
    if lit:
        ground = mix(c.panel, c.accent, 0.14)
        ui.brush.rounded(target, box, theme.px(8), ground, c.accent, 1)
    left, height = box.x + theme.tx(4), theme.tx(22)
    return move_chip(ui, target, left, box.centery, height, text, colour, faint=not reached)
