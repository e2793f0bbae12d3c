"""The chart of a sweep: fractions of games won, drawn and lost over the budget.

The window and `--plot FILE.png` share this code.
"""

from __future__ import annotations

import io
import itertools
import math
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pygame

from engine.report import SweepRow, write_whole
from gui.theme import Colour, mix, rgb
from gui.ui import Ui

DRAWN = rgb("4C90CE")
PICTURE = (1000, 600)
# The legend of the colours.
SWEEP_LEGEND = ("arena.won_by_swept", "arena.drawn", "arena.won_by_opponent")


def bar_colours(ui: Ui) -> tuple[Colour, Colour, Colour]:
    """Return the colours of won, drawn and lost, muted towards the panel's colour."""
    c = ui.theme.colours
    won, drawn, lost = (mix(colour, c.panel, 0.1) for colour in (c.red, DRAWN, c.yellow))
    return won, drawn, lost


def places(values: Sequence[int], left: float, width: float) -> list[float]:
    """Return the centres of the bars: on a logarithmic axis if its gaps are similar, else even."""
    count = len(values)
    even = [left + width * (i + 0.5) / count for i in range(count)]
    if count < 3 or min(values) < 1:
        return even
    logs = [math.log(value) for value in values]
    span = logs[-1] - logs[0]
    gaps = [b - a for a, b in itertools.pairwise(logs)]
    if span <= 0 or min(gaps) <= 0 or max(gaps) > 2.2 * min(gaps):
        return even
    half = width / (2 * count)
    return [left + half + (width - 2 * half) * (log - logs[0]) / span for log in logs]


def draw_sweep(
    ui: Ui,
    target: pygame.Surface,
    rect: pygame.Rect,
    rows: Sequence[SweepRow],
    axis: str,
    running: int = -1,
) -> None:
    """Draw stacked bars with the 95 % interval of the score; frame the running one, paler."""
    theme, c = ui.theme, ui.theme.colours
    left = rect.x + theme.tx(64)
    foot = theme.tx(56)
    plot = pygame.Rect(left, rect.y + theme.tx(12), rect.right - left, rect.h - foot - theme.tx(12))
    for quarter in range(5):
        y = plot.bottom - plot.h * quarter // 4
        target.fill(c.hair, (plot.x, y, plot.w, 1))
        text = ui.tr("value.percent", share=25 * quarter)
        theme.blit_text(target, text, 14, (plot.x - theme.tx(12), y), c.text2, align=1)
    middle = (plot.centerx, rect.bottom - theme.tx(12))
    theme.blit_text(target, axis, 14, middle, c.text2, align=0.5)
    if not rows:
        return
    centres = places([row.value for row in rows], plot.x, plot.w)
    width = round(min(plot.w / len(rows) * 0.64, theme.px(110)))
    names = [ui.tr.number(row.value or index + 1) for index, row in enumerate(rows)]
    # Where the numbers of the bars would touch, label only every second, third ... one.
    widest = max(theme.width(name, 16, True) for name in names) + theme.tx(6)
    closest = min((b - a for a, b in itertools.pairwise(centres)), default=plot.w)
    every = math.ceil(widest / max(1, closest))
    for index, (row, x) in enumerate(zip(rows, centres, strict=True)):
        box = pygame.Rect(round(x - width / 2), plot.y, width, plot.h)
        _draw_bar(ui, target, box, row, index == running)
        if index % every == 0:
            at = (x, plot.bottom + theme.tx(20))
            theme.blit_text(target, names[index], 16, at, bold=index == running, align=0.5)


def bar_places(ui: Ui, rect: pygame.Rect, rows: Sequence[SweepRow]) -> list[pygame.Rect]:
    """Return the rectangles of the bars of `draw_sweep`, of the plot's full height."""
    if not rows:
        return []
    left, top = rect.x + ui.theme.tx(64), rect.y + ui.theme.tx(12)
    wide, high = rect.right - left, rect.h - ui.theme.tx(56) - ui.theme.tx(12)
    bar = round(min(wide / len(rows) * 0.64, ui.theme.px(110)))
    centres = places([row.value for row in rows], left, wide)
    return [pygame.Rect(round(x - bar / 2), top, bar, high) for x in centres]


def _draw_bar(
    ui: Ui, target: pygame.Surface, box: pygame.Rect, row: SweepRow, running: bool
) -> None:
    theme, c = ui.theme, ui.theme.colours
    if row.games:
        picture = pygame.Surface(box.size, pygame.SRCALPHA)
        picture.fill((0, 0, 0, 0))
        won_colour, drawn_colour, lost_colour = bar_colours(ui)
        won, drawn = round(box.h * row.won), round(box.h * row.drawn)
        ui.brush.rounded(picture, picture.get_rect(), theme.px(8), lost_colour)
        gap = max(1, round(1.5 * theme.u))
        if drawn:
            picture.fill(drawn_colour, (0, box.h - won - drawn, box.w, drawn))
            picture.fill(c.panel, (0, box.h - won - drawn - gap, box.w, gap))
        if won:
            part = pygame.Surface(box.size, pygame.SRCALPHA)
            ui.brush.rounded(part, part.get_rect(), theme.px(8), won_colour)
            top = box.h - won
            picture.blit(part, (0, top), (0, top, box.w, won))
            if top > gap:
                picture.fill(c.panel, (0, top - gap, box.w, gap))
        if running:
            picture.set_alpha(round(255 * 0.62))
        target.blit(picture, box)
        _draw_interval(ui, target, box, row)
        text = ui.tr("value.percent", share=round(100 * row.won))
        if won > theme.tx(30) and theme.width(text, 16, True) < box.w:
            ink = (20, 14, 10)
            at = (box.centerx, box.bottom - theme.tx(22))
            theme.blit_text(target, text, 16, at, ink, bold=True, align=0.5)
    if running:
        ui.brush.rounded(target, box.inflate(8, 8), theme.px(10), None, c.accent, 2)


def _draw_interval(ui: Ui, target: pygame.Surface, box: pygame.Rect, row: SweepRow) -> None:
    """Draw the interval of the score as an ivory error bar with a dark edge."""
    top, low = box.bottom - round(box.h * row.high), box.bottom - round(box.h * row.low)
    half, thick = max(5, box.w // 7), max(2, ui.theme.px(3))
    for grow, ink in ((1, (20, 17, 10)), (0, (245, 240, 230))):
        for y in (top, low):
            area = (
                box.centerx - half - grow,
                y - thick // 2 - grow,
                2 * (half + grow),
                thick + 2 * grow,
            )
            target.fill(ink, area)
        stem = (box.centerx - thick // 2 - grow, top, thick + 2 * grow, max(1, low - top))
        target.fill(ink, stem)


def save_sweep(rows: Sequence[SweepRow] | Any, path: Path | Any, template: str) -> None:
    """Draw a sweep into a PNG file, without a window. ReportError when it cannot be written."""
    from gui.i18n import Translator
    from gui.paint import Brush
    from gui.theme import Theme, ThemeName

    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    pygame.font.init()
    ui = Ui(Theme(ThemeName.LIGHT), Brush(), Translator("en"))
    surface = pygame.Surface(PICTURE)
    surface.fill(ui.theme.colours.panel)
    area = surface.get_rect().inflate(-60, -60)
    legend(ui, surface, pygame.Rect(area.x, area.y, area.w, 30))
    draw_sweep(
        ui,
        surface,
        pygame.Rect(area.x, area.y + 36, area.w, area.h - 36),
        rows,
        ui.tr("arena.axis_of", bot=template.replace("{}", "N")),
    )
    write_picture(surface, path)


def write_picture(surface: pygame.Surface, path: Path | Any) -> None:
    """Write a PNG file as a whole. ReportError when it cannot be written."""
    picture = io.BytesIO()
    pygame.image.save(surface, picture, "sweep.png")
    write_whole(path, picture.getvalue())


def legend(
    ui: Ui, target: pygame.Surface, rect: pygame.Rect, names: Sequence[str] = SWEEP_LEGEND
) -> None:
    """Draw the legend of the colours, aligned to the right of the rectangle."""
    theme = ui.theme
    x = rect.right
    for colour, key in reversed(list(zip(bar_colours(ui), names, strict=True))):
        text = ui.tr(key)
        x -= theme.width(text, 14)
        theme.blit_text(target, text, 14, (x, rect.centery), theme.colours.text2)
        side = theme.tx(16)
        x -= side + theme.tx(8)
        box = pygame.Rect(x, rect.centery - side // 2, side, side)
        ui.brush.rounded(target, box, theme.px(5), colour)
        x -= theme.tx(20)
