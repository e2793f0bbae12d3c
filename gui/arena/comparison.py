"""Two small experiments side by side: tables, a bar for each, and the intervals of their scores."""

from __future__ import annotations

from engine.arena.comparisons import Comparison
from engine.intervals import wilson
from gui.arena.charts import percent_axis, result_colours
from gui.boards.values import percent_text
from gui.kit.chart import Chart, ChartAxis, StackedBar, StackedBars, Tick
from gui.kit.forms import facts_card
from gui.kit.layout import Box, Card, Column, Flexible, Layout, Row
from gui.ui import Ui

TABLES, PLACES = ("comparison.first", "comparison.second"), (0.25, 0.75)
RULE_SCORE, RULE_GAMES = 0.6, (10, 100, 1000)


def rule_card(ui: Ui) -> Layout:
    """Lay out how far from the truth 60 % may lie, by the number of games."""
    rows = {
        ui.tr("comparison.of_games", games=games): _between(ui, wilson(RULE_SCORE, games))
        for games in RULE_GAMES
    }
    return Column(facts_card(ui.tr("comparison.rule", score=RULE_SCORE), rows), Flexible())


def _between(ui: Ui, interval: tuple[float, float]) -> str:
    return ui.tr("comparison.between", low=interval[0], high=interval[1])


def comparison_tables(comparison: Comparison, ui: Ui, solved: bool | None) -> Layout:
    """Lay out two experiments; with their intervals once it is `solved`, or the answer shown."""
    tables = (_table(comparison, number, ui, solved) for number in range(2))
    return Row(*map(Flexible, tables), gap=24)


def comparison_chart(comparison: Comparison, ui: Ui, solved: bool | None) -> Layout:
    """Lay out the games won and lost as bars above the tables."""
    won, _, lost = result_colours(ui)
    bars = [
        StackedBar(
            x,
            [(tally.score, won), (1 - tally.score, lost)],
            None if solved is None else tally.interval,
            percent_text(ui, tally.score),
            False,
        )
        for x, tally in zip(PLACES, comparison.tallies, strict=True)
    ]
    ticks = [Tick(x, ui.tr(name), line=False) for x, name in zip(PLACES, TABLES, strict=True)]
    chart = Chart(ChartAxis(ticks=ticks), percent_axis(ui), [StackedBars(bars)], key="picture")
    tables = comparison_tables(comparison, ui, solved)
    return Column(Flexible(Card(Box(chart, height=120))), tables, gap=16)


def _table(comparison: Comparison, number: int, ui: Ui, solved: bool | None) -> Layout:
    tally, tr = comparison.tallies[number], ui.tr
    rows = {
        tr("arena.games_heading"): tr.number(tally.games),
        tr("arena.filter.won"): tr.number(tally.wins),
        tr("arena.filter.lost"): tr.number(tally.losses),
        tr("arena.column.score"): tr("comparison.score", score=tally.score),
    }
    if solved is not None:
        rows[tr("arena.column.interval")] = _between(ui, tally.interval)
    return facts_card(tr(TABLES[number]), rows)
