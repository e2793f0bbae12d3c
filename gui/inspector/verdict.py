"""Two rows of marks: the preferred move beside the best one, and the phases of a round."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from engine.protocols import Estimate, Value
from gui.boards.token import Token
from gui.boards.values import badge, score_bar
from gui.kit import Icon, icon
from gui.kit.chart import ChartLegend, LegendEntry
from gui.kit.chip_flow import Chip, ChipFlow
from gui.theme import mix
from gui.ui import Ui


@dataclass(frozen=True)
class ChoiceVerdict:
    """A move in words, with its exact value."""

    name: str  # Plays, Best
    move: str
    player: int
    truth: Estimate | None


class Verdict(ChipFlow):
    """Belief and truth: the move the bot would play and the best move, on two lines if need be."""

    def __init__(
        self, judged: Sequence[ChoiceVerdict], token: Token, ui: Ui, tooltip: str = ""
    ) -> None:
        chips = [Chip(_width(ui, each), partial(_draw_choice, each, token)) for each in judged]
        super().__init__(chips, line_height=28, gap=20, key="verdict")
        self.judged = judged
        self.tooltip = tooltip


def _width(ui: Ui, judged: ChoiceVerdict) -> int:
    theme = ui.theme
    width = theme.width(judged.name, 14) + theme.tx(8 + 16 + 6)
    width += theme.width(judged.move, 16, True) + theme.tx(4)
    if judged.truth is not None:
        width += theme.tx(8 + 20 + 4)
        if judged.truth.remoteness is not None:
            width += theme.width(ui.tr.number(judged.truth.remoteness), 16, True)
    return width


def _draw_choice(
    judged: ChoiceVerdict, token: Token, ui: Ui, target: pygame.Surface, box: pygame.Rect
) -> None:
    theme, c, (x, middle) = ui.theme, ui.theme.colours, box.midleft
    theme.blit_text(target, judged.name, 14, (x, middle), c.text2)
    x += theme.width(judged.name, 14) + theme.tx(8)
    picture = token(judged.player, theme.tx(16))
    target.blit(picture, picture.get_rect(midleft=(x, middle)))
    x += theme.tx(22)
    theme.blit_text(target, judged.move, 16, (x, middle), bold=True)
    x += theme.width(judged.move, 16, True) + theme.tx(8)
    truth = judged.truth
    if truth is None or truth.value is None:
        return
    shape = badge(ui, truth.value, theme.tx(20))
    target.blit(shape, shape.get_rect(midleft=(x, middle)))
    if truth.remoteness is not None:
        at = (x + theme.tx(24), middle)
        theme.blit_text(target, ui.tr.number(truth.remoteness), 16, at, bold=True)


def phase_pills(
    phases: Sequence[tuple[str, str]],
    now: str,
    go: Callable[[str], None],
    ui: Ui,
    *,
    brief: bool = False,
) -> ChipFlow:
    """Lay out the phases of a round by id and name: finished ones ticked, the current one bright.

    A click goes to the next step of that phase. In the `brief` form one of them alone has its name.
    """
    order = [phase for phase, _ in phases]
    at = order.index(now) if now in order else -1
    names = ["" if brief and i != max(at, 0) else name for i, (_, name) in enumerate(phases)]
    widths = [
        ui.theme.width(n, 14, True) + ui.theme.tx(42) if n else ui.theme.tx(32) for n in names
    ]
    return ChipFlow(
        [
            Chip(width, partial(_draw_pill, number=number, name=name, at=at))
            for number, (width, name) in enumerate(zip(widths, names, strict=True))
        ],
        at=at,
        choose=lambda number: go(order[number]),
        line_height=36,
        gap=5 if brief else 12,
        key="phases",
    )


def _draw_pill(
    ui: Ui, target: pygame.Surface, box: pygame.Rect, *, number: int, name: str, at: int
) -> None:
    theme, c = ui.theme, ui.theme.colours
    fill, edge, ink = c.panel, c.hair, c.text2
    if number == at:
        fill, edge, ink = mix(c.panel, c.accent, 0.14), c.accent, c.accent
    elif number < at:
        fill, edge, ink = c.raised, c.line, c.text
    box = box.inflate(0, theme.tx(28) - box.h)
    ui.brush.rounded(target, box, box.h // 2, fill, edge, 1)
    left = (box.x + theme.tx(12), box.centery)
    if number < at:
        tick = icon(ui.brush, Icon.CHECK, theme.tx(14), ink)
        target.blit(tick, tick.get_rect(midleft=left))
    else:
        theme.blit_text(target, str(number + 1), 14, left, ink, bold=number == at)
    place = (left[0] + theme.tx(20), box.centery)
    theme.blit_text(target, name, 14, place, ink, bold=number == at)


def verdict_legend(ui: Ui, believes: bool) -> ChartLegend:
    """Return the meanings of bar, badge and tick.

    Without beliefs there is the badge alone: exact values need no tick beside them.
    """
    c, side = ui.theme.colours, ui.theme.tx(16)
    true = LegendEntry(ui.tr("inspector.true"), badge(ui, Value.WIN, side))
    if not believes:
        return ChartLegend([true], align=1.0)
    bar, height = pygame.Surface((side, side), pygame.SRCALPHA), ui.theme.tx(6)
    score_bar(ui, bar, pygame.Rect(0, (side - height) // 2, side, height), 0.62, c.win)
    tick = icon(ui.brush, Icon.CHECK, ui.theme.tx(14), c.text2)
    believed = LegendEntry(ui.tr("inspector.believed"), bar)
    return ChartLegend([believed, true, LegendEntry(ui.tr("inspector.proved"), tick)], align=1.0)
