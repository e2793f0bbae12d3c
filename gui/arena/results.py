"""The results of an experiment: tables in which each row and cell opens its games, charts."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pygame

from engine.arena.report import Preset, SweepRow, write_whole
from engine.arena.results import CountedGames, PairingTally, Standing
from engine.intervals import percent, rounded_interval, whole_percent
from engine.messages import Message, spoken
from engine.naming import MoveText
from engine.puzzles.review import Regret
from engine.registry import is_own
from gui.arena.form import ExperimentKind
from gui.arena.model import (
    ArenaViewModel,
    PairSelection,
    budget_words,
    names_of,
    of_budget,
    opponent_name,
    sweep_title,
    tested_name,
)
from gui.boards.values import interval_text, percent_text, thrown_bar
from gui.kit import Icon, Label, icon
from gui.kit.chart import Chart, ChartAxis, ChartLegend, LegendEntry, StackedBar, StackedBars, Tick
from gui.kit.layout import Column, Flexible, Layout, arrange
from gui.kit.table import NOWHERE, Choosing, Table, TableCell, TableColumn
from gui.own.position_list import fault_cell
from gui.theme import Colour, mix, rgb
from gui.ui import Ui

FEWEST_ROWS = 3  # minimum number of rows a table has room for
BAR = 120
PLAIN = 4  # columns of a plain ranking: name, results, score, interval
SIZE = (700, 280)  # preferred and least width of a table
Choose = Callable[[PairSelection], None]
DRAWN = rgb("4C90CE")
SWEEP_PICTURE, EXPERIMENT_PICTURE = (1000, 600), (1000, 560)
MARGIN = 20  # around a picture in a file


def player_names(ui: Ui, view_model: ArenaViewModel) -> list[str]:
    """Return the name of each player of a tournament, by its number."""
    ranked = sorted(view_model.ranking, key=lambda each: each.player)
    return [ui.tr(name) for name in names_of([each.text for each in ranked], view_model.played)]


def _head(ui: Ui, name: str) -> str:
    return ui.tr(f"arena.column.{name}")


def _thrown_columns(ui: Ui) -> list[TableColumn]:
    drops = {"thrown": 0, "thrown_interval": 3, "judged": 2}
    return [TableColumn(_head(ui, name), drop=drop) for name, drop in drops.items()]


def _thrown_texts(ui: Ui, games: CountedGames, thrown: Regret | None) -> list[str]:
    whole = thrown or Regret()
    if whole.fraction is None:
        return ["–", "–", "–"]
    interval = rounded_interval(*games.regret_interval(whole), whole.fraction, 3)
    low, high = (100 * end for end in interval)
    return [
        ui.tr("arena.share", share=percent(whole.fraction, 1)),
        ui.tr("arena.share_between", low=low, high=high),
        ui.tr.number(whole.judged),
    ]


# -- tournaments -----------------------------------------------------------------------------------


def ranking_table(ui: Ui, view_model: ArenaViewModel, choose: Choose) -> Table:
    """Return the players of a tournament, the strongest first; the bar is the value they lost."""
    ranking, cell = view_model.ranking, view_model.cell
    names = player_names(ui, view_model)
    players = [each.player for each in ranking]
    judged = any(each.thrown is not None for each in ranking)
    results = TableCell(_head(ui, "results"), short=_head(ui, "results_short"))
    columns = [TableColumn(_head(ui, "player"), 0), TableColumn(results, drop=5)]
    columns += [TableColumn(_head(ui, name)) for name in ("score", "interval")]
    if not view_model.plain:
        columns += [TableColumn(_head(ui, "elo")), TableColumn(_head(ui, "ms"), drop=4)]
    if judged:
        columns += [TableColumn(drop=1), *_thrown_columns(ui)]
    rows = []
    for place, each in enumerate(ranking, start=1):
        about = view_model.sentences.get(each.text, "")
        name = TableCell(f"{place}  {names[each.player]}", note=about)
        rows.append(_standing(ui, name, each, view_model.plain, judged))
    _add_faults(ui, columns, rows, [(each.text, each.faults) for each in ranking])
    at = NOWHERE
    if cell is not None and cell.other is None and cell.player in players:
        at = (players.index(cell.player), 0)
    return Table(
        columns,
        rows,
        choose=lambda row, column: choose(PairSelection(players[row])),
        at=at,
        least_row=28,
        fewest_rows=FEWEST_ROWS,
        size=SIZE,
        key="ranking",
    )


def _add_faults(
    ui: Ui,
    columns: list[TableColumn],
    rows: Sequence[list[str | TableCell]],
    players: Sequence[tuple[str, int]],
) -> None:
    """Add the last column, which never leaves: the faults of players that a person wrote."""
    if not any(is_own(text) for text, _ in players):
        return
    columns.append(TableColumn(_head(ui, "faults")))
    for row, (text, faults) in zip(rows, players, strict=True):
        row.append(fault_cell(ui, faults, own=is_own(text)))


def _standing(
    ui: Ui, name: TableCell, each: Standing, plain: bool, judged: bool
) -> list[str | TableCell]:
    texts: list[str | TableCell] = [name, *["–"] * 5]
    if each.games:
        won, drawn, lost = map(ui.tr.number, (each.wins, each.draws, each.losses))
        texts[1:] = [
            TableCell(f"{won} / {drawn} / {lost}", short=f"{won}/{drawn}/{lost}", mono=True),
            percent_text(ui, each.score),
            interval_text(ui, each.interval, each.score),
            ui.tr(each.rating.message),
            _milliseconds(ui, each),
        ]
    if plain:
        del texts[PLAIN:]
    if judged:
        fraction = each.thrown.fraction if each.thrown is not None else None
        texts.append(TableCell(draw=partial(thrown_bar, fraction), width=BAR))
        texts += _thrown_texts(ui, each, each.thrown)
    return texts


def pair_matrix(ui: Ui, view_model: ArenaViewModel, choose: Choose) -> Table:
    """Return the grid of pairs: the points of the row's player against the column's, in percent."""
    order, cell = [each.player for each in view_model.ranking], view_model.cell
    names = player_names(ui, view_model)
    columns = [TableColumn(align=0)]
    columns += [TableColumn(str(place), 0.5) for place in range(1, len(order) + 1)]
    rows = [
        [
            # As the columns, by the place in the ranking where there is no room for the name.
            TableCell(f"{place}  {names[player]}", short=str(place)),
            *(_points(ui, view_model, player, other) for other in order),
        ]
        for place, player in enumerate(order, start=1)
    ]

    def pick(row: int, column: int) -> None:
        choose(PairSelection(order[row], order[column - 1]))

    at = (0, 1)
    if cell is not None and cell.player in order:
        other = cell.player if cell.other is None else cell.other  # against all: its own cell
        at = (order.index(cell.player), order.index(other) + 1)
    return Table(
        columns,
        rows,
        choosing=Choosing.CELLS,
        choose=pick,
        able=lambda row, column: column > 0 and row != column - 1,
        at=at,
        row_height=56,
        least_row=24,
        head_height=24,
        even=True,
        key="grid",
    )


def _points(ui: Ui, view_model: ArenaViewModel, player: int, other: int) -> TableCell:
    c, results = ui.theme.colours, view_model.between(player, other)
    if results is None or not results[0].games:
        return TableCell(ground=c.table2, width=16)
    tally, side = results
    fraction = tally.score if side == 0 else 1 - tally.score
    # A one-sided result has more colour.
    ground = mix(c.panel, c.win if fraction >= 0.5 else c.loss, 1.1 * abs(fraction - 0.5))
    return TableCell(ui.tr.number(whole_percent(fraction)), ground=ground, bold=True)


# -- sweeps ----------------------------------------------------------------------------------------


def sweep_table(ui: Ui, view_model: ArenaViewModel, choose: Choose) -> Table:
    """Return the settings of a sweep, one row each; the running one has a sign."""
    plain = view_model.plain
    name = of_budget("arena.column.name", view_model.played.texts["template"])
    columns = [TableColumn(ui.tr(view_model.axis) if plain else ui.tr(name), 0)]
    # The interval leaves last: the picture above draws it.
    drops = {"score": 0, "interval": 6} | ({} if plain else {"elo": 4, "ms": 5})
    columns += [TableColumn(_head(ui, name), drop=drop) for name, drop in drops.items()]
    judged = any(tally.thrown is not None for tally in view_model.tallies)
    if judged:
        columns += _thrown_columns(ui)
    values = [ui.tr.number(value) for value in view_model.values]
    rows = [
        _setting(ui, values[index] if index < len(values) else "", tally, judged, plain)
        for index, tally in enumerate(view_model.tallies)
    ]
    running = view_model.playing
    if 0 <= running < len(rows):
        # No frame: that is the sign of the chosen row.
        sign = icon(ui.brush, Icon.PLAY, ui.theme.tx(14), ui.theme.colours.accent)
        rows[running][0] = TableCell(values[running], size=16, bold=True, picture=sign)
    return Table(
        columns,
        rows,
        choose=lambda row, column: choose(PairSelection(row)),
        at=(view_model.cell.player, 0) if view_model.cell is not None else NOWHERE,
        row_height=28,
        head_height=32,
        fewest_rows=FEWEST_ROWS,
        size=SIZE,
    )


def _setting(
    ui: Ui, name: str, tally: PairingTally, judged: bool, plain: bool
) -> list[str | TableCell]:
    if not tally.games:
        return [name, *[""] * ((2 if plain else 4) + 3 * judged)]
    thrown = tally.thrown[0] if tally.thrown is not None else None
    return [
        name,
        percent_text(ui, tally.score),
        interval_text(ui, tally.interval, tally.score),
        *([] if plain else (ui.tr(tally.rating.message), _milliseconds(ui, tally))),
        *(_thrown_texts(ui, tally, thrown) if judged else ()),
    ]


def _milliseconds(ui: Ui, counted: PairingTally | Standing) -> str:
    return ui.tr("arena.milliseconds", ms=counted.milliseconds)


def tally_text(ui: Ui, tally: PairingTally, side: int) -> str:
    """Return won, drawn and lost from one side, and the number of distinct games if some repeat."""
    won, drawn, lost = tally.results_of(side)
    text = ui.tr("arena.results", won=won, drawn=drawn, lost=lost)
    return f"{text} · {ui.tr(tally.repeated)}" if tally.repeated else text


# -- charts ----------------------------------------------------------------------------------------


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
