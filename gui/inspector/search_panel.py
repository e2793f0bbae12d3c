"""Panels of a puzzle's search: their base, what their frame holds, and those of its layers."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import pygame

from engine.messages import Message, message
from engine.recording import Recording
from engine.trace.puzzle_search import LayerGrown
from gui.boards.board import MakePuzzleArt
from gui.boards.words import own_key
from gui.inspector.frame import FrameCallbacks, FrameContent, StepContent, waiting
from gui.inspector.layer_bars import BarChartView, one_way, two_way, whole_table
from gui.inspector.panel import RecordingPanel
from gui.inspector.playback import RecordingViewModel
from gui.inspector.search_frame import LayerBar, SearchFrame, SearchPage, counts_of
from gui.kit import Label, Segments
from gui.kit.accessible import AccessibleInfo, Role, sentence
from gui.kit.fields import FieldFault
from gui.kit.layout import Box, Column, Flexible, Layout
from gui.kit.table import Table, TableCell, TableColumn
from gui.kit.widget import Size, Widget
from gui.theme import mix
from gui.ui import Ui

CHOICES, TURNS = 2, 20  # of the textbook's example
DRAWN = 6  # steps drawn, of which each half has one half


@dataclass(frozen=True)
class SearchCallbacks(FrameCallbacks):
    """Callbacks of the panel, those of its frame first."""

    choose_bar: Callable[[LayerBar], None]
    choose_way: Callable[[str], None]  # by its key
    thumbnail: MakePuzzleArt | None


class SearchPanel(RecordingPanel[SearchFrame, SearchCallbacks]):
    """Presentation of one way to search a puzzle."""

    @abstractmethod
    def said(self, frame: SearchFrame, ui: Ui) -> str:
        """Return the sentence of this step."""

    @abstractmethod
    def place(self, frame: SearchFrame) -> tuple[Message, ...]:
        """Return the lines that say where the search is at this step."""

    def verdict(self, frame: SearchFrame, ui: Ui) -> str:
        """Return the result beside the title: that of the shortest solutions, once it is known."""
        searched = frame.searched
        if searched.length is None:
            return ""
        shortest = ui.tr("cube_inside.ways", count=searched.count)
        key = own_key("cube_inside.verdict", *searched.options.values())
        return ui.tr(key, count=searched.length, ways=shortest)

    def pages(self, frame: SearchFrame, ui: Ui, act: SearchCallbacks) -> Layout | None:
        """Build the tabs of the picture, if it has pages."""
        return None

    def efforts(self, recording: Recording) -> Sequence[int]:
        """Count no effort: the steps are evenly spaced on the track."""
        return (0,) * len(recording.events)


def search_content(
    look: RecordingViewModel[SearchFrame, SearchPanel], ui: Ui, callbacks: SearchCallbacks
) -> FrameContent:
    """Build the parts of the panel at the current step."""
    title, frame, panel = ui.tr(look.title), look.frame, look.panel
    if frame is None or panel is None:
        notice = waiting() if look.notice is None else FieldFault(ui.tr(look.notice))
        return FrameContent(title, title, (), None, None, None, notice, look.playing, 0)
    pages = panel.pages(frame, ui, callbacks)
    verdict = Label(panel.verdict(frame, ui), 14, quiet=True, middle=True)
    picture, table = panel.picture(frame, ui, callbacks), panel.table(frame, ui, callbacks)
    step = StepContent(picture, table, panel.said(frame, ui), pages, table_first=True)
    page = int(table is not None and look.page > 0)
    return FrameContent(title, title, (), verdict, None, step, None, look.playing, page)


class BothEndsPanel(SearchPanel):
    """Layers as bars, the number of sequences, and the reason for two ends."""

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
            return _halving(ui)
        return _layers(frame, ui, act)

    def said(self, frame: SearchFrame, ui: Ui) -> str:
        if frame.page is SearchPage.SEQUENCES:
            return ui.tr("cube_inside.sequences", choices=frame.searched.choices)
        if frame.page is SearchPage.HALVING:
            return ui.tr("cube_inside.halving")
        return layer_text(frame, ui)

    def place(self, frame: SearchFrame) -> tuple[Message, ...]:
        searched, at = frame.searched, frame.step
        held, one_way = sum(searched.held(at)), sum(searched.one_way[: at + 1])
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
        ends = searched.depths(frame.step)
        met = tr("cube_inside.met", count=layer.met, first=ends[0], second=ends[1])
    return f"{head} {tr(layer.text)} {both} {met}"


# -- the pages -------------------------------------------------------------------------------------


def _layers(frame: SearchFrame, ui: Ui, act: SearchCallbacks) -> Layout:
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
    now = sum(searched.depths(frame.step))  # the turns between the two ends
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


def _halving(ui: Ui) -> Layout:
    """Lay out the textbook's trees: one of the whole depth, and two of half of it."""
    whole, both = CHOICES**TURNS, 2 * CHOICES ** (TURNS // 2)
    one = ui.tr("cube_inside.trees.whole", drawn=DRAWN, all=whole)
    two = ui.tr("cube_inside.trees.halves", both=both, ratio=whole // both)
    trees = (Flexible(BranchingTree(one, False), 3), Flexible(BranchingTree(two, True)))
    return Column(Label(one, 16), trees[0], Label(two, 16), trees[1], gap=10)


class BranchingTree(Widget):
    """A tree that doubles at each step; `halved`, one from each end, whose leaves meet.

    A screen reader hears `text`.
    """

    def __init__(self, text: str, halved: bool) -> None:
        super().__init__()
        self.text = text
        self.halved = halved
        self.depth = DRAWN // 2 if halved else DRAWN

    def size_hint(self, ui: Ui, width: int) -> Size:
        return min(ui.theme.tx(420), width), ui.theme.tx(44 if self.halved else 96)

    def accessible(self, ui: Ui) -> AccessibleInfo | None:
        return AccessibleInfo(Role.PICTURE, self.text)

    def levels(self, area: pygame.Rect) -> list[list[tuple[int, int]]]:
        """Return the places of the nodes of each level, the root first, from the left."""
        places = []
        for level in range(self.depth + 1):
            count, x = CHOICES**level, area.x + area.w * level // DRAWN
            places.append(
                [(x, area.y + area.h * (2 * node + 1) // (2 * count)) for node in range(count)]
            )
        return places

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c = ui.theme, ui.theme.colours
        ui.brush.rounded(target, self.rect, theme.px(8), c.table2, c.hair, 1)
        area = self.rect.inflate(-theme.tx(32), -theme.tx(20))
        levels = self.levels(area)
        self._draw_tree(ui, target, levels)
        if self.halved:
            mirrored = [[(area.x + area.right - x, y) for x, y in level] for level in levels]
            self._draw_tree(ui, target, mirrored)

    def _draw_tree(
        self, ui: Ui, target: pygame.Surface, levels: list[list[tuple[int, int]]]
    ) -> None:
        c = ui.theme.colours
        for parents, children in pairwise(levels):
            for node, child in enumerate(children):
                parent = parents[node // CHOICES]
                pygame.draw.aaline(target, mix(c.table2, c.text2, 0.7), parent, child)
        for place in levels[-1]:
            ui.brush.disc(target, place, max(2, ui.theme.tx(2)), c.accent)
        ui.brush.disc(target, levels[0][0], ui.theme.tx(5), c.text)
