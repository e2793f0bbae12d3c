"""The chart of a sweep, and the pictures of experiments in files."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Sequence
from pathlib import Path

import pygame

from engine.arena.report import Preset, SweepRow, write_whole
from engine.messages import Message, spoken
from engine.naming import MoveText
from gui.arena.form import ExperimentKind
from gui.arena.model import (
    ArenaViewModel,
    budget_words,
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
    LegendEntry,
    StackedBar,
    StackedBars,
    Tick,
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
    places = [(index + 0.5) / len(rows) for index in range(len(rows))]
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


# -- pictures in files -----------------------------------------------------------------------------


def save_picture(ui: Ui, path: Path, view_model: ArenaViewModel) -> None:
    """Write the picture of an experiment to a PNG file. ReportError when it cannot be written."""
    layout: Layout
    if view_model.kind is ExperimentKind.TOURNAMENT:
        layout = ranking_table(ui, view_model, lambda cell: None)
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
