"""Panels of a puzzle's layers: both ends with their benefit, and the complete table."""

from __future__ import annotations

from engine.messages import Message, message
from engine.solvers.bidirectional import End
from engine.trace.puzzle_search import LayerGrown
from gui.boards.words import own_key
from gui.inspector.layer_bars import (
    BarChartView,
    one_way,
    two_way,
    whole_table,
)
from gui.inspector.search_frame import SearchFrame, SearchPage, SearchProgress, counts_of
from gui.inspector.search_panel import SearchCallbacks, SearchPanel
from gui.inspector.two_trees import two_trees
from gui.kit import Label, Segments
from gui.kit.accessible import sentence
from gui.kit.layout import Box, Column, Flexible, Layout
from gui.kit.table import Table, TableCell, TableColumn
from gui.ui import Ui


class BothEndsPanel(SearchPanel):
    """Layers as bars, the number of sequences, and the same position with other options."""

    def verdict(self, frame: SearchFrame, ui: Ui) -> str:
        return result_text(frame, ui)

    def pages(self, frame: SearchFrame, ui: Ui, act: SearchCallbacks) -> Layout | None:
        pages = frame.pages
        if len(pages) == 1:
            return None
        names = [ui.tr(f"cube_inside.page.{page.value}") for page in pages]
        row = Segments(names, pages.index(frame.page), act.choose_page, key="pages")
        row.called = sentence(names)
        return Box(row, height=40)

    def picture(self, frame: SearchFrame, ui: Ui, act: SearchCallbacks) -> Layout:
        if frame.page is SearchPage.SEQUENCES:
            return _sequences(frame, ui)
        if frame.page is SearchPage.HALVING:
            return _halving(frame, ui)
        return _layers(frame, ui, act)

    def said(self, frame: SearchFrame, ui: Ui) -> str:
        if frame.page is SearchPage.SEQUENCES:
            return ui.tr("cube_inside.sequences", choices=frame.searched.choices)
        if frame.page is SearchPage.HALVING:
            return ui.tr("cube_inside.halving")
        return layer_text(frame, ui)

    def place(self, frame: SearchFrame) -> tuple[Message, ...]:
        searched, at = frame.searched, frame.step
        held, one_way = sum(searched.held(at)), searched.one_way_until(at)
        return (
            message("cube_inside.moment", n=at, total=searched.slots, count=held),
            message("cube_inside.moment_one_way", count=one_way),
        )


class DistancesPanel(SearchPanel):
    """One bar for each distance; a click shows a position at that distance."""

    def verdict(self, frame: SearchFrame, ui: Ui) -> str:
        return ui.tr("cube_inside.all_cubes", count=sum(counts_of(frame)))

    def picture(self, frame: SearchFrame, ui: Ui, act: SearchCallbacks) -> Layout:
        return BarChartView(whole_table(frame, ui), frame.shown, act.choose_bar, ui, "table")

    def said(self, frame: SearchFrame, ui: Ui) -> str:
        counts, now = counts_of(frame), frame.now
        done = sum(counts[: frame.step + 1])
        layer = "" if now is None else ui.tr(now.text)
        return f"{layer} {ui.tr('cube_inside.table_sum', count=done, all=sum(counts))}"

    def place(self, frame: SearchFrame) -> tuple[Message, ...]:
        last = len(counts_of(frame)) - 1
        return (message("cube_inside.moment_table", n=frame.step, total=last),)


def result_text(frame: SearchFrame, ui: Ui) -> str:
    """Return the length and the number of the shortest solutions, once they are known."""
    searched = frame.searched
    if searched.length is None:
        return ""
    shortest = ui.tr("cube_inside.ways", count=searched.count)
    key = own_key("cube_inside.verdict", *searched.options.values())
    return ui.tr(key, count=searched.length, ways=shortest)


def layer_text(frame: SearchFrame, ui: Ui) -> str:
    """Return the sentence of this moment of the search."""
    searched, tr, layer = frame.searched, ui.tr, frame.now
    if not isinstance(layer, LayerGrown):
        return tr(layer.text) if layer is not None else ""
    where = "cube_inside.layer_of" if searched.length is not None else "cube_inside.layer"
    head = tr(where, n=frame.step, total=searched.slots)
    both = tr("cube_inside.both", count=sum(searched.held(frame.step)))
    met = tr("cube_inside.none_met")
    if layer.met:
        ends = [searched.until(frame.step, end)[-1].depth for end in End]
        met = tr("cube_inside.met", count=layer.met, first=ends[0], second=ends[1])
    return f"{head} {tr(layer.text)} {both} {met}"


# -- the pages -------------------------------------------------------------------------------------


def _layers(frame: SearchFrame, ui: Ui, act: SearchCallbacks) -> Layout:
    """Lay out one chart above the other."""
    rows = (two_way(frame, ui), "two_way"), (one_way(frame, ui), "one_way")
    views = (BarChartView(row, frame.shown, act.choose_bar, ui, key) for row, key in rows)
    return Column(*map(Flexible, views), gap=8)


def _sequences(frame: SearchFrame, ui: Ui) -> Layout:
    """Build the table of sequences, positions and their ratio for every number of turns."""
    tr, searched = ui.tr, frame.searched
    names = ("turns", "all", "different", "ratio")
    rows = []
    for depth, count in enumerate(searched.one_way):
        every = searched.choices**depth
        ratio = every / count
        times = tr("cube_inside.ratio", x=ratio) if ratio < 10 else tr.number(round(ratio))
        rows.append([tr.number(depth), tr.number(every), tr.number(count), times])
    reached = (searched.until(frame.step, end) for end in End)
    now = sum(layers[-1].depth for layers in reached if layers)  # the turns between the two ends
    ink = ui.theme.colours.text2
    return Table(
        [TableColumn(tr(f"cube_inside.column.{name}"), float(name != "turns")) for name in names],
        [
            [TableCell(text, ink=ink if at > now else None, bold=at == now) for text in row]
            for at, row in enumerate(rows)
        ],
        marked=now,
        row_height=34,
        least_row=24,
        head_height=34,
        key="figures_table",
    )


def _halving(frame: SearchFrame, ui: Ui) -> Layout:
    """Build the table of this search in numbers, and the trees of a textbook."""
    ink = ui.theme.colours.text2
    rows = [
        [TableCell(ui.tr(f"cube_inside.figure.{name}"), ink=ink), TableCell(text)]
        for name, text in _figures_of(frame.searched, ui).items()
    ]
    columns = [TableColumn("", 0), TableColumn()]
    table = Table(columns, rows, row_height=24, head_height=0, key="halving")
    text, trees = two_trees(ui)
    return Column(table, Label(text, 16), Flexible(trees), gap=10)


def _figures_of(searched: SearchProgress, ui: Ui) -> dict[str, str]:
    """Return the numbers of one search by name; a dash for an unknown one."""
    tr, choices = ui.tr, searched.choices
    names = ("length", "choices", "sequences", "halves", "one_way", "two_way", "fewer")
    if searched.length is None:
        return dict.fromkeys(names, "–")
    length, visited = searched.length, searched.held(searched.last)
    first, second = (searched.until(searched.last, end)[-1].depth for end in End)
    every, one_way = choices**length, sum(searched.one_way)
    power, saving = "cube_inside.power", searched.fewer
    if saving.key == "cube_inside.fewer":  # in a column of figures
        saving = message("cube_inside.times", **saving.values)
    values = (
        tr.number(length),
        tr.number(choices),
        tr(power, base=choices, exponent=superscript(length), count=every),
        tr.number(choices**first + choices**second),
        tr.number(one_way),
        tr("cube_inside.sum", first=visited[0], second=visited[1], count=sum(visited)),
        tr(saving),
    )
    return dict(zip(names, values, strict=True))


def superscript(number: int) -> str:
    """Format a number as an exponent."""
    return str(number).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
