"""A screen of the kit's larger parts: chart, table, chips, list, cells; for tests alone."""

from __future__ import annotations

import math
from functools import partial

import pygame

from gui.kit import ListBox, ListRow
from gui.kit.chart import (
    Band,
    Chart,
    ChartAxis,
    ChartLegend,
    LegendEntry,
    LineSeries,
    Marker,
    Rule,
    StackedBar,
    StackedBars,
    Tick,
    spread,
)
from gui.kit.chip_flow import Chip, ChipFlow
from gui.kit.layout import Card, Column, Flexible, Grid, Layout, Pad
from gui.kit.screen import Screen
from gui.kit.table import Choosing, Content, Table, TableCell, TableColumn
from gui.kit.walkable import CellGrid
from gui.kit.widget import Size
from gui.theme import mix
from gui.ui import Ui

WORDS = (
    "a",
    "chip",
    "for",
    "every",
    "word",
    "of",
    "a",
    "sentence",
    "that",
    "is",
    "long",
    "enough",
) * 2


class KitPage(Screen):
    """Each part once or twice, with as many of its kinds of content as fit."""

    def view(self) -> Layout:
        ui, nothing = self.ui, lambda *places: None
        rows = [ListRow(f"row {number}", str(number**2)) for number in range(200)]
        parts = {
            "lines": lines_chart(ui),
            "bars": bars_chart(ui),
            "table": results_table(ui),
            "matrix": matrix(ui),
            "chips": ChipFlow(chips(ui), lead="words", at=9, choose=nothing, max_lines=2),
            "list": ListBox(rows, ui.theme.tx(32), nothing, chosen=60),
            "cells": Squares(90, 40, "cells"),
        }
        cards = (Card(part, name, foot=12) for name, part in parts.items())
        return Column(self.bar("Kit"), Flexible(Pad(Grid(*cards, columns=2), 24, 16)), gap=0)


class Squares(CellGrid):
    """Numbered squares, one of them selected."""

    def size_hint(self, ui: Ui, width: int) -> Size:
        return max(ui.theme.tx(200), width), ui.theme.tx(100)

    def arrange(self, ui: Ui) -> tuple[int, tuple[int, int], int]:
        side = ui.theme.tx(40)
        return self.rect.w // (side + 4), (side, side), 4

    def draw_cell(self, ui: Ui, target: pygame.Surface, index: int, box: pygame.Rect) -> None:
        c = ui.theme.colours
        ui.brush.rounded(target, box, 4, c.accent if index == self.at else c.raised)
        ui.theme.blit_text(target, str(index), 14, box.center, align=0.5)


def lines_chart(ui: Ui) -> Layout:
    """A band and a line on a logarithmic axis, a filled line, rules, markers and a legend."""
    c = ui.theme.colours
    means = [(float(n), 0.5 + 0.3 * math.sin(n / 150), 0.4 / math.sqrt(n)) for n in range(1, 1001)]
    band = [(n, mean - half, mean + half) for n, mean, half in means]
    line = [(n, mean) for n, mean, _ in means]
    ticks = [Tick(10.0**power, f"{10**power:,}") for power in range(4)]
    values = [Tick(share / 4, f"{25 * share} %") for share in range(5)]
    fill = mix(c.table2, c.win, 0.4), mix(c.table2, c.loss, 0.4)
    chart = Chart(
        ChartAxis(1, 1000, ticks, "games", logarithmic=True),
        ChartAxis(ticks=values),
        [
            Band(band, mix(c.table2, c.text, 0.2)),
            LineSeries(line, c.text, fill=fill, base=0.5),
            Rule(c.accent, y=0.66, thickness=2, dashed=True),
            Rule(c.text2, x=300),
            Marker(300, 0.77, c.accent, rim=c.text, label="here", interval=(0.7, 0.85)),
        ],
        ground=c.table2,
    )
    legend = [LegendEntry("mean", c.text), LegendEntry("exact", c.accent)]
    return Column(ChartLegend(legend, align=1.0), chart, gap=4)


def bars_chart(ui: Ui) -> Chart:
    """Bars of three fractions, the last one growing."""
    c, values = ui.theme.colours, (1, 2, 4, 8, 16)
    places = spread(values)
    bars = [
        StackedBar(
            x, [(x, c.red), (0.1, c.hair), (0.9 - x, c.yellow)], (x, x + 0.1), f"{x:.0%}", x > 0.8
        )
        for x in places
    ]
    ticks = [Tick(x, str(value), line=False) for x, value in zip(places, values, strict=True)]
    return Chart(ChartAxis(ticks=ticks), ChartAxis(), [StackedBars(bars)], stops=places, key="bars")


def results_table(ui: Ui) -> Table:
    """Texts, notes, drawings and a marked row."""
    c, columns = ui.theme.colours, [TableColumn("Name", 0), TableColumn("Score", drop=2)]
    columns += [TableColumn("Share", drop=1), TableColumn("Rating", 0.5)]

    def bar(fraction: float, ui: Ui, target: pygame.Surface, box: pygame.Rect) -> None:
        track = pygame.Rect(box.x + 12, box.centery - 4, round((box.w - 12) * fraction), 8)
        ui.brush.rounded(target, track, 4, c.loss)

    rows: list[list[Content]] = [
        [
            f"number {number}",
            TableCell(f"{10 * number}", note="of 50", mono=True),
            TableCell(draw=partial(bar, number / 5), width=80),
            TableCell("+120 ± 40", short="+120", mono=True, best=number == 3),
        ]
        for number in range(1, 5)
    ]
    return Table(columns, rows, choose=lambda row, column: None, at=(1, 0), marked=3)


def matrix(ui: Ui) -> Table:
    """Cells with a ground, one of them chosen."""
    c, columns = ui.theme.colours, [TableColumn(align=0)]
    columns += [TableColumn(str(number), 0.5) for number in range(1, 5)]
    rows: list[list[Content]] = [
        [
            f"row {row}",
            *(
                TableCell(str(row * at), ground=mix(c.panel, c.win, row * at / 20))
                for at in range(4)
            ),
        ]
        for row in range(1, 5)
    ]
    return Table(
        columns,
        rows,
        choosing=Choosing.CELLS,
        choose=lambda row, column: None,
        at=(2, 2),
        head_height=24,
        even=True,
        key="matrix",
    )


def chips(ui: Ui) -> list[Chip]:
    """A chip for every word."""

    def draw(word: str, ui: Ui, target: pygame.Surface, box: pygame.Rect) -> None:
        inner = box.inflate(0, -6)
        ui.brush.rounded(target, inner, inner.h // 2, ui.theme.colours.raised)
        ui.theme.blit_text(target, word, 14, inner.center, align=0.5)

    return [Chip(ui.theme.width(word, 14) + ui.theme.tx(20), partial(draw, word)) for word in WORDS]
