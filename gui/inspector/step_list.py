"""Shared parts of the panels: a list whose rows are steps, and moves as chips in a flow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import pygame

from engine.protocols import Estimate
from gui.inspector.chips import chip_width, move_chip, truth_badge
from gui.inspector.panel import PanelCallbacks
from gui.kit import ListBox, ListRow
from gui.kit.chip_flow import Chip, ChipFlow
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


class MoveInFlow(NamedTuple):
    """A move in a flow: pale until it is reached, then with a note and its exact value."""

    text: str
    colour: Colour
    reached: bool
    lit: bool  # framed
    truth: Estimate | None = None
    note: str = ""
    good: bool = False  # its note stands out


def move_flow(
    key: str, moves: Sequence[MoveInFlow], at: int, choose: Callable[[int], None], lead: str, ui: Ui
) -> ChipFlow:
    """Lay out moves after a quiet text; a click or the arrows choose one."""
    theme, height = ui.theme, ui.theme.tx(22)

    def draw(ui: Ui, target: pygame.Surface, box: pygame.Rect, *, each: MoveInFlow) -> None:
        c, box = theme.colours, box.inflate(0, -4)
        if each.lit:
            ground = mix(c.panel, c.accent, 0.14)
            ui.brush.rounded(target, box, theme.px(8), ground, c.accent, 1)
        left, y, faint = box.x + theme.tx(4), box.centery, not each.reached
        x = move_chip(ui, target, left, y, height, each.text, each.colour, faint=faint).right
        if each.reached:
            ink, place = c.accent if each.good else c.text2, (x + theme.tx(4), y)
            x = theme.blit_text(target, each.note, 14, place, ink).right
            truth_badge(ui, target, x + theme.tx(4), y, each.truth, plies=True)

    def chip(each: MoveInFlow) -> Chip:
        width = chip_width(theme, each.text, height) + theme.width(each.note, 14) + theme.tx(8)
        if each.truth is not None:
            plies = "" if each.truth.remoteness is None else ui.tr.number(each.truth.remoteness)
            width += theme.tx(34) + theme.width(plies, 14, True)
        return Chip(width, partial(draw, each=each))

    line = max(LINE, LEAST_LINE / theme.text_u)
    chips = list(map(chip, moves))
    return ChipFlow(
        chips, lead=lead, at=at, choose=choose, line_height=line, max_lines=MAX_LINES, key=key
    )
