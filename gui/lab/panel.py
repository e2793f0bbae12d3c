"""The tall panel of the cube lab: its search layer by layer, and the benefit of two ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from engine.messages import message
from engine.solvers.bidirectional import End
from gui.boards.board import MakePuzzleArt
from gui.inspector.best_first import BestFirstViewModel
from gui.inspector.best_first_picture import StepPicture, WaysChart, step_sentence
from gui.inspector.transport import BUTTONS, speed_parts, transport
from gui.kit import Icon, IconButton, Label, Segments, Slider
from gui.kit.accessible import sentence
from gui.kit.command import Commands
from gui.kit.fields import FieldFault
from gui.kit.layout import (
    Box,
    CachePart,
    Card,
    Column,
    FirstFit,
    Flexible,
    Guarded,
    Layout,
    NoShrink,
    Pad,
    Row,
    Scroll,
)
from gui.kit.ranges import Scale
from gui.lab.bars import BarChart as BarRow
from gui.lab.bars import BarChartView, NumberTable, one_way, two_way, whole_table
from gui.lab.choices import SPEEDS
from gui.lab.inside import TEXTBOOK, LayerBar, SearchPage, SearchProgress, SearchViewModel
from gui.lab.words import specific
from gui.shortcuts import Action
from gui.ui import Ui

TITLE = 40  # the height of the row with the title
NUMBER = 190  # the width of a column of numbers


@dataclass(frozen=True)
class SearchPanelCallbacks:
    """Callbacks of the panel."""

    choose_page: Callable[[SearchPage], None]
    choose_bar: Callable[[LayerBar], None]
    go_to: Callable[[int], None]
    set_speed: Callable[[int], None]
    close: Callable[[], None]
    choose_heuristic: Callable[[str], None]
    thumbnail: MakePuzzleArt | None


def panel(
    look: SearchViewModel, ui: Ui, commands: Commands, callbacks: SearchPanelCallbacks
) -> Layout:
    """Lay out the panel beside the cube."""
    return Card(
        Column(
            _title(look, ui, callbacks),
            *_parts(look, ui, callbacks),
            _foot(look, ui, commands, callbacks),
        ),
        pad=12,
        inner=20,
        foot=12,
    )


def panel_with_cube(
    look: SearchViewModel,
    ui: Ui,
    commands: Commands,
    callbacks: SearchPanelCallbacks,
    cube: Layout,
    buttons: Layout,
    keep: CachePart,
) -> Layout:
    """Lay out the panel at full width, the cube as a small picture beside the sentence."""
    shown = (look, commands.shown(*BUTTONS))

    @cache
    def parts() -> tuple[Layout | None, Layout, Flexible]:
        return _parts(look, ui, callbacks, beside=True)

    def said() -> Layout:
        return Column(_title(look, ui, callbacks), parts()[1], gap=8)

    def page(gap: int) -> Layout:
        """Lay out the tabs and the selected page."""
        return keep(f"page {gap}", shown, lambda: Column(parts()[0], parts()[2], gap=gap))

    def foot(brief: bool) -> Layout:
        name = "short foot" if brief else "foot"
        return keep(name, shown, lambda: _foot(look, ui, commands, callbacks, brief))

    words = Column(keep("said", shown, said), buttons, gap=8)
    above = Row(cube, Flexible(words), gap=16)
    body = Column(above, Flexible(page(8)), gap=8)

    def usual() -> Layout:
        return Column(Flexible(body), foot(brief=False), gap=8)

    def scrolled() -> Layout:
        inside = Scroll(Pad(Column(above, Flexible(page(16))), 0, 0, 12, 0), "inside")
        return Column(Flexible(inside), foot(brief=True), gap=4)

    return Card(FirstFit(Guarded(body, usual), scrolled), pad=12, inner=16, foot=12)


def _title(look: SearchViewModel, ui: Ui, callbacks: SearchPanelCallbacks) -> Layout:
    tr = ui.tr
    name = "astar" if look.ways is not None else "table" if look.table else "search"
    title = Label(tr(f"cube_inside.title.{name}"), 16, bold=True)
    note = _verdict(look, ui)
    close = IconButton(
        Icon.CROSS,
        "close_look",
        callbacks.close,
        tr("cube_inside.close"),
        ui.keys.label(Action.BACK),
    )
    words = Pad(title, 0, 8)
    return FirstFit(
        Row(
            NoShrink(words),
            Flexible(),
            NoShrink(Label(note, 14, quiet=True, middle=True)),
            close,
            gap=12,
        ),
        Row(Flexible(words), close),
    )


def _verdict(look: SearchViewModel, ui: Ui) -> str:
    searched = look.searched
    if look.table and look.ways is None:
        return ui.tr("cube_inside.all_cubes", count=sum(look.distances))
    if searched.length is None:
        return ""
    shortest = ui.tr("cube_inside.ways", count=searched.count)
    key = specific("cube_inside.verdict", searched.options)
    return ui.tr(key, count=searched.length, ways=shortest)


def _parts(
    look: SearchViewModel, ui: Ui, callbacks: SearchPanelCallbacks, beside: bool = False
) -> tuple[Layout | None, Layout, Flexible]:
    """Build the tabs, the sentence, and the selected page, with its charts `beside` one another."""
    if look.fault is not None:
        return None, FieldFault(ui.tr(look.fault)), Flexible()
    if look.ways is not None:
        return None, _sentence(look, ui), Flexible(_ways(look.ways, callbacks))
    if look.table:
        return (
            None,
            _sentence(look, ui),
            Flexible(_chart(whole_table(look, ui), look, callbacks, "table")),
        )
    pages = look.pages
    names = [ui.tr(f"cube_inside.page.{page.value}") for page in pages]
    at = pages.index(look.page)

    def choose(index: int) -> None:
        callbacks.choose_page(pages[index])

    usual, small = (Segments(names, at, choose, key="pages", size=size) for size in (16, 14))
    usual.called = small.called = sentence(names)
    pictures = {
        SearchPage.LAYERS: lambda: _layers(look, ui, callbacks, beside),
        SearchPage.SEQUENCES: lambda: _sequences(look, ui),
        SearchPage.HALVING: lambda: _halving(look, ui),
    }
    return (
        Box(FirstFit(usual, small), height=40) if len(pages) > 1 else None,
        _sentence(look, ui),
        Flexible(pictures[look.page]()),
    )


# -- sentence of the moment ------------------------------------------------------------------------


def _sentence(look: SearchViewModel, ui: Ui) -> Layout:
    """Lay out the sentence; two reserved lines keep all else in place while layers are added."""
    if look.ways is not None:
        words = step_sentence(look.ways, ui)
    elif look.table:
        words = _of_table(look, ui)
    elif look.page is SearchPage.SEQUENCES:
        words = ui.tr("cube_inside.sequences", choices=look.searched.choices)
    elif look.page is SearchPage.HALVING:
        words = ui.tr("cube_inside.halving")
    else:
        words = layer_text(look, ui)
    return Box(Label(words, 16, key="sentence"), height=48)


def _of_table(look: SearchViewModel, ui: Ui) -> str:
    counts = look.distances
    done = sum(counts[: look.at + 1])
    turns = ui.tr("cube_inside.turns", count=look.at)
    layer = ui.tr("cube_inside.table_layer", n=look.at, turns=turns, count=counts[look.at])
    return f"{layer} {ui.tr('cube_inside.table_sum', count=done, all=sum(counts))}"


def layer_text(look: SearchViewModel, ui: Ui) -> str:
    """Return the sentence of this moment of the search."""
    searched, tr = look.searched, ui.tr
    if searched.length == 0:
        return tr("cube_inside.same")
    layer = searched.added(look.at)
    if layer is None:
        return tr("cube_inside.begin")
    where = "cube_inside.layer_of" if searched.length is not None else "cube_inside.layer"
    head = tr(where, n=look.at, total=searched.slots)
    turns = tr("cube_inside.turns", count=layer.depth)
    added = tr(f"cube_inside.adds.{layer.end.value}", turns=turns, count=layer.positions)
    both = tr("cube_inside.both", count=sum(searched.held(look.at)))
    if layer.met:
        ends = [searched.until(look.at, end)[-1].depth for end in End]
        met = tr("cube_inside.met", count=layer.met, first=ends[0], second=ends[1])
    else:
        met = tr("cube_inside.none_met")
    return f"{head} {added} {both} {met}"


# -- the pages -------------------------------------------------------------------------------------


def _chart(row: BarRow, look: SearchViewModel, callbacks: SearchPanelCallbacks, key: str) -> Layout:
    return BarChartView(row, look.shown, callbacks.choose_bar, key)


def _layers(look: SearchViewModel, ui: Ui, callbacks: SearchPanelCallbacks, beside: bool) -> Layout:
    """Lay out one chart above the other, or beside it where height is scarce and width is not."""
    two = Flexible(_chart(two_way(look, ui), look, callbacks, "two_way"))
    one = Flexible(_chart(one_way(look, ui), look, callbacks, "one_way"))
    column = Column(two, one, gap=8)
    return FirstFit(Row(two, one), column) if beside else column


def _sequences(look: SearchViewModel, ui: Ui) -> Layout:
    """Build the table of sequences, positions and their ratio for every number of turns."""
    tr, searched = ui.tr, look.searched
    heads = [tr(f"cube_inside.column.{name}") for name in ("turns", "all", "different", "ratio")]
    rows = []
    for depth, count in enumerate(searched.one_way):
        every = searched.choices**depth
        ratio = every / count
        times = tr("cube_inside.ratio", x=ratio) if ratio < 10 else tr.number(round(ratio))
        rows.append([tr.number(depth), tr.number(every), tr.number(count), times])
    reached = searched.until(look.at, End.START)
    depth = reached[-1].depth if reached else 0
    return NumberTable(heads, rows, depth, depth + 1)


def _halving(look: SearchViewModel, ui: Ui) -> Layout:
    """Build the table of the position with every option, with the textbook example."""
    tr, every = ui.tr, look.variants
    heads = ["", *(sentence(_option_names(each, ui)) for each in every)]
    columns = [_figures_of(each, ui) for each in every]
    rows = [
        [tr(f"cube_inside.figure.{name}"), *(column[name] for column in columns)]
        for name in columns[0]
    ]
    choices, turns = TEXTBOOK
    values = {"all": choices**turns, "half": choices ** (turns // 2)}
    ratio = values["all"] // (2 * values["half"])
    book = tr("cube_inside.textbook", both=2 * values["half"], ratio=ratio, **values)
    table = Column(
        *(_figures_row(row, bold=not number) for number, row in enumerate([heads, *rows])), gap=6
    )
    return Column(Pad(table, 4, 0), Label(book, 16, quiet=True), gap=16)


def _option_names(searched: SearchProgress, ui: Ui) -> Iterator[str]:
    for name, value in searched.options.items():
        yield ui.tr(f"game.option.{name}.{value}")


def _figures_of(searched: SearchProgress, ui: Ui) -> dict[str, str]:
    """Return the numbers of one search by name; a dash for an unknown one."""
    tr, choices = ui.tr, searched.choices
    names = ("length", "choices", "sequences", "halves", "one_way", "two_way", "fewer")
    if searched.length is None:
        return dict.fromkeys(names, "–")
    length, visited = searched.length, searched.held(searched.last)
    first, second = (searched.until(searched.last, end)[-1].depth for end in End)
    every, one_way = choices**length, sum(searched.one_way)
    power, told = "cube_inside.power", searched.fewer
    if told.key == "cube_inside.fewer":  # in a column of figures
        told = message("cube_inside.times", **told.values)
    values = (
        tr.number(length),
        tr.number(choices),
        tr(power, base=choices, exponent=superscript(length), count=every),
        tr.number(choices**first + choices**second),
        tr.number(one_way),
        tr("cube_inside.sum", first=visited[0], second=visited[1], count=sum(visited)),
        tr(told),
    )
    return dict(zip(names, values, strict=True))


def superscript(number: int) -> str:
    """Format a number as an exponent."""
    return str(number).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))


def _figures_row(cells: Sequence[str], *, bold: bool) -> Layout:
    name, *numbers = cells
    made = [Box(Label(number, 14, bold=bold, align=1), NUMBER) for number in numbers]
    beside = Row(Flexible(NoShrink(Label(name, 14, quiet=True))), *made, gap=12)
    below = Column(Label(name, 14, quiet=True), Row(*map(Flexible, made)), gap=0)
    return FirstFit(beside, below) if name else Row(Flexible(), *made, gap=12)


def _ways(ways: BestFirstViewModel, callbacks: SearchPanelCallbacks) -> Layout:
    """Lay out the ways to search above the positions of the step."""
    chart = WaysChart(ways.ways, ways.chosen, callbacks.choose_heuristic)
    if ways.step is None or callbacks.thumbnail is None:
        return chart
    return Column(Flexible(chart), Flexible(StepPicture(ways.step, callbacks.thumbnail)), gap=8)


def _step_lines(ways: BestFirstViewModel, ui: Ui) -> list[str]:
    """Return the place of the step, and the bound that its f proves."""
    lines = [ui.tr("search.moment", n=ways.at + 1, total=ways.last + 1)]
    bounds = [total for step, total in ways.rises if step <= ways.at]
    return [*lines, ui.tr("search.bound", count=bounds[-1])] if bounds else lines


# -- transport -------------------------------------------------------------------------------------


def _foot(
    look: SearchViewModel,
    ui: Ui,
    commands: Commands,
    callbacks: SearchPanelCallbacks,
    brief: bool = False,
) -> Layout:
    """Lay out the transport; `brief` omits the text that the sentence repeats."""
    scrubber = Slider(look.at, max(1, look.last), callbacks.go_to, key="layers", ticks=True)
    scrubber.enabled = look.last > 0
    scrubber.called = ui.tr("access.layer")
    scrubber.scale = Scale(
        range(max(1, look.last) + 1),
        lambda at: ui.tr("access.layer.of", n=round(at), count=look.last),
    )
    return transport(
        commands,
        Box(scrubber, height=40),
        None if brief else _moment(look, ui),
        speed_parts(ui, SPEEDS, look.speed, callbacks.set_speed, "step_speed"),
    )


def _moment(look: SearchViewModel, ui: Ui) -> Layout:
    """Lay out the current moment, and the positions of the other search until then."""
    tr, searched = ui.tr, look.searched
    if look.ways is not None:
        lines = _step_lines(look.ways, ui)
    elif look.table:
        lines = [tr("cube_inside.moment_table", n=look.at, total=look.last)]
    else:
        two, one = sum(searched.held(look.at)), searched.one_way_until(look.at)
        lines = [
            tr("cube_inside.moment", n=look.at, total=searched.slots, count=two),
            tr("cube_inside.moment_one_way", count=one),
        ]
    first, *rest = [Label(line, 14, quiet=bool(n)) for n, line in enumerate(lines)]
    return Column(first, *rest, gap=0)
