"""The charts of a game: its values over the plies, and the curve of a finished one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pygame

from engine.protocols import Game, Impartial, Value
from gui.boards.sides import is_turned, told_side
from gui.boards.token import Token
from gui.boards.values import badge
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
    Point,
    Rule,
    Tick,
)
from gui.kit.layout import Card, Column, Flexible, Layout, Pad, Row
from gui.match.view_model import MatchViewModel
from gui.theme import mix
from gui.ui import Ui

TRIANGLE = 22
LANES = 17  # the height of the lanes of exact values
Jump = Callable[[int], None]


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


def _between_sides(ui: Ui, token: Token, beyond: float, middle: float) -> ChartAxis:
    """Return the axis between the sides, their discs at its ends, `beyond` outside 0 and 1."""
    side = ui.theme.tx(16)
    low, high = 2 * middle - 1 - beyond, 1 + beyond
    discs = [Tick(high, line=False, picture=token(0, side))]
    return ChartAxis(low, high, [*discs, Tick(low, line=False, picture=token(1, side))])


def _line(ui: Ui, game: Game[Any], points: Sequence[Point], middle: float) -> LineSeries:
    """Return the line of a game, filled in the colour of the side that is better."""
    c = ui.theme.colours
    over, under = (c.yellow, c.red) if is_turned(game) else (c.red, c.yellow)
    fill = mix(c.table2, over, 0.5), mix(c.table2, under, 0.5)
    return LineSeries(points, c.text, fill=fill, base=middle)


def value_chart(view_model: MatchViewModel, ui: Ui, token: Token, jump: Jump) -> Layout:
    """Return the values over the game: a line for the score, lanes for exact values."""
    c, history, ply = ui.theme.colours, view_model.history, view_model.ply
    length = max(1, view_model.plies, len(history) - 1)
    points = [(n, point.score) for n, point in enumerate(history) if point.score is not None]
    values = [point.value for point in history]
    sign = icon(ui.brush, Icon.WARNING, ui.theme.tx(12), c.loss)
    marks: list[ChartMark] = [
        Rule(c.line, y=0.5, dashed=True),
        _line(ui, view_model.game, points, 0.5),
    ]
    marks += [Marker(n, y, c.loss, picture=sign) for n, y in points if history[n].mistake]
    marks += [Marker(n, y, c.accent) for n, y in points if n == ply]
    marks.append(ValueLanes([*values, *[None] * (length + 1 - len(values))]))
    chart = Chart(
        ChartAxis(0, length),
        _between_sides(ui, token, 0.05, 0.5),
        marks,
        ground=c.table2,
        foot=LANES,
        size=(300, 120, 60),
        stops=range(len(history)),
        at=ply,
        choose=jump,
        key="history",
    )
    side, first = ui.theme.tx(18), told_side(view_model.game, 0)
    names = {
        Value.WIN: ui.tr("match.side_wins", side=first),
        Value.DRAW: ui.tr("match.draw_word"),
        Value.LOSS: ui.tr("match.side_loses", side=first),
    }
    if isinstance(view_model.game, Impartial):
        del names[Value.DRAW]  # there is none
    legend = [LegendEntry(name, badge(ui, value, side)) for value, name in names.items()]
    return Column(Flexible(chart), ChartLegend(legend), gap=4)


def curve_card(view_model: MatchViewModel, ui: Ui, token: Token, jump: Jump) -> Layout:
    """Return the card of a finished game: which side was better when, and the person's mistakes.

    A click shows a position, a click on a triangle the one before the mistake.
    """
    c, history, tr = ui.theme.colours, view_model.history, ui.tr
    heights = {n: point.height for n, point in enumerate(history) if point.height is not None}
    sign = icon(ui.brush, Icon.MISTAKE, ui.theme.tx(TRIANGLE), c.loss)
    line = _line(ui, view_model.game, list(heights.items()), 0.0)
    marks: list[ChartMark] = [Rule(c.line, y=0.0), line]
    for ply, point in enumerate(history):
        before = ply - 1 if ply - 1 in heights else ply
        if point.own and before in heights:
            y, own = heights[before], str(point.own)
            marks.append(Marker(before, y, c.loss, picture=sign, label=own, stop=ply - 1))
    if view_model.ply in heights:
        marks.append(Marker(view_model.ply, heights[view_model.ply], c.accent))
    last = max(1, len(history) - 1)
    chart = Chart(
        ChartAxis(-0.02 * last, 1.02 * last),
        _between_sides(ui, token, 0.2, 0.0),
        marks,
        ground=c.table2,
        size=(300, 120, 60),
        stops=range(len(history)),
        at=view_model.ply,
        choose=jump,
        key="history",
    )
    over, under = (
        Label(tr("curve.winning", side=told_side(view_model.game, player)), 14, quiet=True)
        for player in (0, 1)
    )
    length = Label(tr("curve.length", count=len(view_model.moves)), 14, quiet=True)
    content = Column(
        Pad(over, 28, 0, 0, 0),
        Flexible(chart),
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
