"""The charts of a game: its values over the plies, and the curve of a finished one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import pygame

from engine.protocols import Impartial, Value
from gui.boards.values import badge
from gui.boards.words import is_turned, told_side
from gui.kit import Icon, Label, SmallIcon, icon
from gui.kit.chart import (
    Chart,
    ChartAxis,
    ChartLegend,
    ChartMark,
    LegendEntry,
    LineSeries,
    Marker,
    PlotArea,
    Rule,
    Tick,
)
from gui.kit.layout import Card, Column, Flexible, Layout, Pad, Row
from gui.match.base import MatchBase
from gui.match.view_model import HistoryPoint, MatchViewModel
from gui.theme import mix
from gui.ui import Ui

TRIANGLE, SMALL_TRIANGLE = 22, 12
LANES = 17  # the height of the lanes of exact values


@dataclass(frozen=True, slots=True)
class ValueLanes:
    """The exact value of each ply below a plot, in three lanes: won, drawn, lost."""

    values: Sequence[Value | None]

    def draw(self, ui: Ui, target: pygame.Surface, plot: PlotArea) -> None:
        theme, c = ui.theme, ui.theme.colours
        top, lane = plot.area.bottom + theme.tx(5), max(3, theme.tx(4))
        width = max(2, round(plot.area.w / max(1, len(self.values) - 1)) - 2)
        for ply, value in enumerate(self.values):
            x = plot.x(ply) - width // 2
            if value is None:
                target.fill(c.line, (x, top + lane + lane // 2, width, 1))
            else:
                box = pygame.Rect(x, top + lane * (1 - int(value)), width, lane)
                ui.brush.rounded(target, box, 1, c.value(int(value)))


def value_chart(screen: MatchBase) -> Layout:
    """Return the values over the game: their curve, and lanes of the exact ones."""
    view_model, ui = screen.view_model, screen.ui
    side, first = ui.theme.tx(18), told_side(view_model.game, 0)
    names = {
        Value.WIN: ui.tr("match.side_wins", side=first),
        Value.DRAW: ui.tr("match.draw_word"),
        Value.LOSS: ui.tr("match.side_loses", side=first),
    }
    if isinstance(view_model.game, Impartial):
        del names[Value.DRAW]  # there is none
    legend = [LegendEntry(name, badge(ui, value, side)) for value, name in names.items()]
    return Column(Flexible(_curve(screen, lanes=True)), ChartLegend(legend), gap=4)


def _curve(screen: MatchBase, *, lanes: bool = False) -> Chart:
    """Return which side was better when, filled in its colour, with the mistakes as triangles.

    With `lanes` all mistakes are marked, else those of persons, numbered. A click shows a position,
    a click on a numbered triangle the one before the mistake.
    """
    view_model, ui, token = screen.view_model, screen.ui, screen.board.token
    c, history, at = ui.theme.colours, view_model.history, view_model.ply
    heights = {n: point.height for n, point in enumerate(history) if point.height is not None}
    over, under = (c.yellow, c.red) if is_turned(view_model.game) else (c.red, c.yellow)
    fill = mix(c.table2, over, 0.5), mix(c.table2, under, 0.5)
    marks: list[ChartMark] = [
        Rule(c.line, y=0.0),
        LineSeries(list(heights.items()), c.text, fill=fill, base=0.0),
    ]
    marks += _triangles(ui, history, heights, lanes=lanes)
    if at in heights:
        marks.append(Marker(at, heights[at], c.accent))
    last = max(1, len(history) - 1, view_model.plies if lanes else 0)
    if lanes:
        values = [point.value for point in history]
        marks.append(ValueLanes([*values, *[None] * (last + 1 - len(values))]))
    disc = ui.theme.tx(16)
    discs = (Tick(y, line=False, picture=token(n, disc)) for n, y in enumerate((1.2, -1.2)))
    return Chart(
        ChartAxis(-0.02 * last, 1.02 * last),
        ChartAxis(-1.2, 1.2, list(discs)),
        marks,
        ground=c.table2,
        foot=LANES if lanes else 0,
        size=(300, 120, 60),
        stops=range(len(history)),
        at=at,
        choose=screen.looking.show_ply,
        key="history",
    )


def _triangles(
    ui: Ui, history: Sequence[HistoryPoint], heights: Mapping[int, float], *, lanes: bool
) -> Iterator[Marker]:
    """Yield a triangle for each mistake: with `lanes` after it, else on the position before it."""
    colour, size = ui.theme.colours.loss, SMALL_TRIANGLE if lanes else TRIANGLE
    sign = icon(ui.brush, Icon.MISTAKE, ui.theme.tx(size), colour)
    for ply, point in enumerate(history):
        before = ply - 1 if ply - 1 in heights else ply
        if lanes and point.mistake and ply in heights:
            yield Marker(ply, heights[ply], colour, picture=sign)
        elif not lanes and point.own and before in heights:
            own = str(point.own)
            yield Marker(before, heights[before], colour, picture=sign, label=own, stop=ply - 1)


def curve_card(screen: MatchBase) -> Layout:
    """Return the card of a finished game: which side was better when, and the person's mistakes."""
    view_model, ui, tr = screen.view_model, screen.ui, screen.tr
    over, under = (
        Label(tr("curve.winning", side=told_side(view_model.game, player)), 14, quiet=True)
        for player in (0, 1)
    )
    length = Label(tr("curve.length", count=len(view_model.moves)), 14, quiet=True)
    content = Column(
        Pad(over, 28, 0, 0, 0),
        Flexible(_curve(screen)),
        Pad(Row(Flexible(under), length), 28, 0, 0, 0),
        _mistakes(view_model, ui),
        gap=4,
    )
    return Card(content, tr("curve.title"), foot=8)


def _mistakes(view_model: MatchViewModel, ui: Ui) -> Layout | None:
    """Return the meaning of the triangles; None without any."""
    if not view_model.own_mistakes:
        return None
    whose = "curve.mistakes" if view_model.humans == 1 else "curve.mistakes_of_all"
    text = Label(ui.tr(whose, count=view_model.own_mistakes), 14)
    return Row(SmallIcon(Icon.MISTAKE, fault=True), Flexible(text), gap=12)
