"""Legend of alpha-beta's picture: each mark beside its meaning."""

from __future__ import annotations

import pygame

from engine.protocols import Value
from engine.trace.windows import ScoreBound
from gui.boards.sides import told_side
from gui.boards.values import badge
from gui.inspector.inspector_frame import InspectorFrame
from gui.kit.chart import ChartLegend, LegendEntry, legend_sign
from gui.ui import Ui

SIGN, DOT = 16, 5  # the sides of a sign and of a score's mark


def score_mark(ui: Ui, target: pygame.Surface, x: int, y: int) -> None:
    """Draw a score that is exact for the search."""
    size = ui.theme.tx(DOT)
    ui.brush.disc(target, (x, y), size + 1, ui.theme.colours.table2)
    ui.brush.disc(target, (x, y), size, ui.theme.colours.accent)


def bound_mark(ui: Ui, target: pygame.Surface, x: int, y: int, bound: ScoreBound) -> None:
    """Draw a score that is only a bound: the mark points to the possible side."""
    size, c = ui.theme.tx(DOT), ui.theme.colours
    reach = size + 2 if bound is ScoreBound.AT_LEAST else -size - 2
    points = [(x, y - size - 1), (x + reach, y), (x, y + size + 1)]
    pygame.draw.polygon(target, c.accent, points)
    pygame.draw.aalines(target, c.table2, True, points)


def legend_of(frame: InspectorFrame, ui: Ui) -> ChartLegend:
    """Return the marks with their meanings, for the second player with its direction."""
    tr, side = ui.tr, ui.theme.tx(SIGN)
    mover = frame.game.to_move(frame.state)
    first, chooser = told_side(frame.game, 0), told_side(frame.game, mover)
    key = "inspector.windows.legend.score_low" if mover else "inspector.windows.legend.score"
    entries = [
        LegendEntry(tr("inspector.windows.legend.window"), legend_sign(ui, SIGN, _draw_window)),
        LegendEntry(tr(key, first=first, mover=chooser), legend_sign(ui, SIGN, score_mark)),
        LegendEntry(tr("inspector.windows.legend.bound"), legend_sign(ui, SIGN, _draw_pointers)),
    ]
    if any(frame.truth((move,)) is not None for move in frame.game.moves(frame.state)):
        text = tr("inspector.windows.legend.truth", first=first)
        entries.append(LegendEntry(text, badge(ui, Value.WIN, side)))
    return ChartLegend(entries)


def _draw_window(ui: Ui, target: pygame.Surface, x: int, y: int) -> None:
    bar = pygame.Rect(0, y - ui.theme.tx(2), target.get_width(), ui.theme.tx(5))
    ui.brush.rounded(target, bar, bar.h // 2, ui.theme.colours.text2)


def _draw_pointers(ui: Ui, target: pygame.Surface, x: int, y: int) -> None:
    bound_mark(ui, target, x - 2, y, ScoreBound.AT_MOST)
    bound_mark(ui, target, x + 2, y, ScoreBound.AT_LEAST)
