"""The charts of an experiment: the bars of a sweep, the answers of players, and their files."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Sequence
from pathlib import Path

import pygame

from engine.arena.critical_positions import PlayerScore
from engine.arena.report import Preset, SweepRow, write_whole
from engine.messages import Message, spoken
from engine.naming import MoveText
from engine.registry import parse_player
from gui.arena.form import ExperimentKind
from gui.arena.model import (
    ArenaViewModel,
    budget_words,
    names_of,
    opponent_name,
    sweep_title,
    tested_name,
)
from gui.arena.tables import ranking_table
from gui.boards.values import percent_text
from gui.kit import Label
from gui.kit.chart import (
    Chart,
    ChartAxis,
    ChartLegend,
    ChartMark,
    LegendEntry,
    LineSeries,
    Marker,
    StackedBar,
    StackedBars,
    Tick,
    spread,
    spread_evenly,
)
from gui.kit.layout import Column, Flexible, Layout, arrange
from gui.theme import Colour, mix, rgb
from gui.ui import Ui

DRAWN = rgb("4C90CE")
SWEEP_PICTURE, EXPERIMENT_PICTURE = (1000, 600), (1000, 560)
MARGIN = 20  # around a picture in a file


def percent_axis(ui: Ui) -> ChartAxis:
    """Return the vertical axis from 0 to 100 %."""
    shares = (0, 25, 50, 75, 100)
    ticks = [Tick(share / 100, ui.tr("value.percent", share=share)) for share in shares]
    return ChartAxis(ticks=ticks)


def result_colours(ui: Ui) -> tuple[Colour, Colour, Colour]:
    """Return the colours of won, drawn and lost, muted towards the panel's colour."""
    c = ui.theme.colours
    won, drawn, lost = (mix(colour, c.panel, 0.1) for colour in (c.red, DRAWN, c.yellow))
    return won, drawn, lost


def sweep_chart(
    ui: Ui,
    rows: Sequence[SweepRow],
    axis: str,
    players: tuple[MoveText, MoveText],
    running: int = -1,
    choose: Callable[[int], None] | None = None,
) -> Layout:
    """Lay out a bar of won, drawn and lost games for each budget, with the score's interval.

    The legend names the player and its opponent. A click on a bar calls `choose` with its index.
    """
    colours = result_colours(ui)
    places = spread([row.value for row in rows])
    ticks, bars = [], []
    for index, (row, x) in enumerate(zip(rows, places, strict=True)):
        ticks.append(Tick(x, ui.tr.number(row.value), line=False, strong=index == running))
        fractions = (row.won, row.drawn, 1 - row.won - row.drawn) if row.games else ()
        bars.append(
            StackedBar(
                x,
                list(zip(fractions, colours, strict=False)),
                (row.low, row.high) if row.games else None,
                percent_text(ui, row.won),
                index == running,
            )
        )
    won, lost = (ui.tr("arena.won_by", player=name) for name in players)
    names = (won, ui.tr("arena.drawn"), lost)
    legend = [LegendEntry(name, ink) for name, ink in zip(names, colours, strict=True)]
    chart = Chart(
        ChartAxis(ticks=ticks, title=axis),
        percent_axis(ui),
        [StackedBars(bars)],
        stops=places,
        choose=choose,
        key="picture",
    )
    return Column(ChartLegend(legend, align=1.0), Flexible(chart), gap=4)


def marks_chart(ui: Ui, view_model: ArenaViewModel) -> Chart:
    """Return the correct answers over the budget: a line per kind, a point per player."""
    c, marks = ui.theme.colours, view_model.marks
    places = mark_places(marks)
    asked = [mark.player for mark in marks]
    kinds = [parse_player(text).kind for text in asked]
    drawn: list[ChartMark] = []
    for kind in dict.fromkeys(kinds):
        own = zip(places, marks, kinds, strict=True)
        points = sorted((x, mark.fraction) for x, mark, each in own if each == kind)
        drawn.append(LineSeries(points, c.accent, 1))
    drawn += [
        Marker(x, mark.fraction, c.accent, 7, interval=mark.interval, interval_ink=c.text2)
        for x, mark in zip(places, marks, strict=True)
        if mark.asked
    ]
    names = names_of(asked, view_model.played)
    ticks = [Tick(x, ui.tr(name), line=False) for x, name in zip(places, names, strict=True)]
    horizontal = ChartAxis(ticks=ticks, title=ui.tr("arena.marks_axis"), names=True)
    return Chart(horizontal, percent_axis(ui), drawn, key="picture")


def mark_places(marks: Sequence[PlayerScore]) -> list[float]:
    """Return the places of the players in 0 .. 1: by budget if all are of one kind, else even."""
    specs = [parse_player(mark.player) for mark in marks]
    numbers = [spec.number or 0 for spec in specs]
    alike = len({(spec.kind, spec.tail) for spec in specs}) == 1
    if not alike or len(set(numbers)) < len(numbers):
        return spread_evenly(len(marks))
    places = dict(zip(sorted(numbers), spread(sorted(numbers)), strict=True))
    return [places[number] for number in numbers]


# -- pictures in files -----------------------------------------------------------------------------


def save_picture(ui: Ui, path: Path, view_model: ArenaViewModel) -> None:
    """Write the picture of an experiment to a PNG file. ReportError when it cannot be written."""
    layout: Layout
    if view_model.kind is ExperimentKind.TOURNAMENT:
        layout = ranking_table(ui, view_model, lambda cell: None)
    elif view_model.kind is ExperimentKind.POSITIONS:
        layout = marks_chart(ui, view_model)
    else:
        layout = titled(ui, view_model.title, sweep_picture(ui, view_model))
    write_picture(ui, layout, path, EXPERIMENT_PICTURE)


def sweep_picture(
    ui: Ui, view_model: ArenaViewModel, choose: Callable[[int], None] | None = None
) -> Layout:
    """Lay out the chart of the sweep in view; a click on a bar calls `choose` with its index."""
    axis, texts = ui.tr(view_model.axis), view_model.played.texts
    players = tested_name(texts["template"]), opponent_name(texts["opponent"])
    return sweep_chart(ui, view_model.rows, axis, players, view_model.playing, choose)


def titled(ui: Ui, title: Message, picture: Layout) -> Layout:
    """Lay out a picture below the title of its experiment."""
    return Column(Label(ui.tr(title), 16, bold=True), Flexible(picture), gap=8)


def save_sweep(rows: Sequence[SweepRow], path: Path, preset: Preset) -> None:
    """Draw a sweep into a PNG file, without a window. ReportError when it cannot be written."""
    from gui.i18n import Translator
    from gui.paint import Brush
    from gui.theme import Theme, ThemeName

    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    pygame.font.init()
    ui = Ui(Theme(ThemeName.LIGHT), Brush(), Translator(spoken()))
    players = tested_name(preset.template), opponent_name(preset.opponent)
    chart = sweep_chart(ui, rows, ui.tr(budget_words(preset.template)), players)
    title = sweep_title(preset.template, preset.opponent, preset.game)
    write_picture(ui, titled(ui, title, chart), path, SWEEP_PICTURE)


def write_picture(ui: Ui, layout: Layout, path: Path, size: tuple[int, int]) -> None:
    """Draw a layout into a PNG file, written as a whole. ReportError when that is impossible."""
    surface = pygame.Surface(size)
    surface.fill(ui.theme.colours.panel)
    for widget in arrange(ui, layout, surface.get_rect().inflate(-2 * MARGIN, -2 * MARGIN)):
        widget.draw(ui, surface)
    picture = io.BytesIO()
    pygame.image.save(surface, picture, "sweep.png")
    write_whole(path, picture.getvalue())
