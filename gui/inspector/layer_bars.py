"""Bar charts of search layers: two-way, one-way, full table."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

import pygame

from engine.solvers.bidirectional import End
from gui.inspector.chips import dashes
from gui.inspector.search_frame import LayerBar, SearchChart, SearchFrame, counts_of
from gui.kit.scroll import WalkablePicture
from gui.kit.widget import Size
from gui.theme import Colour, mix
from gui.ui import Ui

BAR = 30  # the width of a bar
TORN = 44  # the height of a bar that is too high for the chart
TOOTH = 8
LOWEST = 8  # the height of a single position
HEADING, BARS = 34, 84  # the height of the heading, the least one of all below it
WIDTH = 300  # the most width asked for; many layers have thinner bars
ABOVE, BELOW = 22, 10  # the line of texts above the bars, the gap above the numbers below them


class BarState(Enum):
    """Drawing style of a bar."""

    DONE = "done"
    ADDED = "added"  # the layer of this moment
    COMING = "coming"  # the next one
    LATER = "later"


@dataclass(frozen=True)
class Bar:
    """One bar: its slot, and its half of the slot when two ends share it (-1, 0, 1)."""

    bar: LayerBar
    slot: int
    half: int
    count: int
    state: BarState


@dataclass(frozen=True)
class BarChart:
    """Contents of a chart: its bars, the largest number at full height, and its texts."""

    title: str
    note: str
    bars: tuple[Bar, ...]
    slots: int
    largest: int
    first: str = ""  # above the first slot, in the colour of that end
    final: str = ""
    meeting: tuple[int, str] | None = None  # a slot, and the text above it


# -- charts ----------------------------------------------------------------------------------------


def two_way(frame: SearchFrame, ui: Ui) -> BarChart:
    """Build the chart of both ends up to this moment, with the next layer."""
    searched, tr = frame.searched, ui.tr
    first, second = searched.depths(searched.last)
    met = first if searched.length else None  # the slot in which the two searches meet
    places = range(min(frame.step + 3, len(searched.layers)))
    bars = [_two_way_bar(frame, index, met) for index in places]
    meeting = None
    if met is not None and frame.step >= searched.last - 1:
        meeting = met, tr("cube_inside.meet", first=first, second=second)
    return BarChart(
        tr("cube_inside.two_way"),
        tr("cube_inside.two_way_note"),
        tuple(bars),
        searched.slots + 1,
        searched.largest,
        tr("cube_inside.scrambled") if searched.slots else "",
        tr("cube_inside.solved"),
        meeting,
    )


def _two_way_bar(frame: SearchFrame, index: int, met: int | None) -> Bar:
    searched = frame.searched
    layer = searched.layers[index]
    start = layer.end is End.START
    slot = layer.depth if start else searched.slots - layer.depth
    half = 0 if slot != met else -1 if start else 1
    added = BarState.ADDED if frame.step else BarState.DONE
    state = _state(index - 1, frame.step, added, BarState.COMING)
    bar = LayerBar(SearchChart.TWO_WAY, layer.end, layer.depth)
    return Bar(bar, slot, half, layer.positions, state)


def _state(step: int, now: int, added: BarState, later: BarState) -> BarState:
    return BarState.DONE if step < now else added if step == now else later


def one_way(frame: SearchFrame, ui: Ui) -> BarChart:
    """Build the chart of as many layers from the scramble alone; later layers are fainter."""
    searched, tr, chart = frame.searched, ui.tr, SearchChart.ONE_WAY
    bars = []
    for depth, count in enumerate(searched.one_way):
        state = _state(depth, frame.step, BarState.DONE, BarState.LATER)
        bars.append(Bar(LayerBar(chart, End.START, depth), depth, 0, count, state))
    note, slots = tr("cube_inside.one_way_note", count=searched.slots), searched.slots + 1
    return BarChart(tr("cube_inside.one_way"), note, tuple(bars), slots, searched.largest)


def whole_table(frame: SearchFrame, ui: Ui) -> BarChart:
    """Build the chart of all cubes by distance, layer by layer."""
    counts, tr = counts_of(frame), ui.tr
    bars = []
    for depth, count in enumerate(counts):
        state = _state(depth, frame.step, BarState.ADDED, BarState.LATER)
        bars.append(Bar(LayerBar(SearchChart.TABLE, End.GOAL, depth), depth, 0, count, state))
    note = tr("cube_inside.table_note")
    return BarChart(tr("cube_inside.table"), note, tuple(bars), len(counts), max(counts))


# -- the widget ------------------------------------------------------------------------------------


@dataclass(eq=False)
class BarChartView(WalkablePicture):
    """Widget of a chart; a click on a bar or the arrows show a position of its layer.

    It is no `Chart`: its bars have no axis and grow from the middle up and down, as a cone does.
    """

    row: BarChart
    shown: LayerBar | None
    choose: Callable[[LayerBar], None]
    ui: Ui
    key: str

    takes_wheel = False

    def __post_init__(self) -> None:
        super().__init__(self.key)

    def size_hint(self, ui: Ui, width: int) -> Size:
        """Request enough space that bars stay apart and differ in height."""
        theme = ui.theme
        usual = max(1, self.row.slots) * theme.tx(26)
        least = min(usual, theme.tx(WIDTH)) + theme.tx(16)
        return max(least, min(width, theme.tx(600))), theme.tx(HEADING + BARS)

    @property
    def at(self) -> int:
        """The bar that is shown, else that of this moment, else the last one; -1 without bars."""
        bars = self.row.bars
        places = range(len(bars))
        shown = [at for at in places if bars[at].bar == self.shown]
        added = [at for at in places if bars[at].state is BarState.ADDED]
        return [len(bars) - 1, *added, *shown][-1]

    # -- layout ----------------------------------------------------------------------------------

    def _inner(self) -> pygame.Rect:
        """Return the area of the bars, without heading, texts above and numbers below."""
        theme, rect = self.ui.theme, self.rect
        torn = any(drawn.count > self.row.largest for drawn in self.row.bars)
        above = theme.tx(ABOVE) if self.row.meeting is not None or torn else 0
        top, side = theme.tx(HEADING) + above, theme.tx(8)
        height = max(1, rect.h - top - theme.tx(BELOW) - theme.line_height(14))
        return pygame.Rect(rect.x + side, rect.y + top, rect.w - 2 * side, height)

    @property
    def _pitch(self) -> float:
        return (self.rect.w - 2 * self.ui.theme.tx(8)) / max(1, self.row.slots)

    def _box(self, drawn: Bar) -> pygame.Rect:
        inner, theme, pitch = self._inner(), self.ui.theme, self._pitch
        torn = drawn.count > self.row.largest
        width = min(theme.tx(TORN), pitch * 0.8) if torn else min(theme.tx(BAR), pitch * 0.6)
        if drawn.half:
            width = min(width, pitch * 0.46)
        fraction = math.sqrt(min(1.0, drawn.count / max(1, self.row.largest)))
        height = max(theme.tx(LOWEST), inner.h * fraction)
        middle = inner.x + pitch * (drawn.slot + 0.5) + drawn.half * (width / 2 + 1)
        top = inner.y + (inner.h - height) / 2
        return pygame.Rect(round(middle - width / 2), round(top), round(width), round(height))

    def _at(self, position: tuple[int, int]) -> int:
        """Return the bar whose column is under the mouse, -1 for none."""
        away = [abs(self._box(drawn).centerx - position[0]) for drawn in self.row.bars]
        nearest = min(away, default=math.inf)
        return away.index(int(nearest)) if nearest <= self._pitch / 2 else -1

    def focus_rect(self) -> pygame.Rect:
        """Return the rectangle of the selected bar."""
        return self._box(self.row.bars[self.at]).inflate(6, 6) if self.row.bars else self.rect

    # -- events --------------------------------------------------------------------------------

    def take(self, position: tuple[int, int]) -> None:
        at = self._at(position)
        if at >= 0:
            self.choose(self.row.bars[at].bar)

    def tip(self, position: tuple[int, int]) -> str:
        """Return the description of a layer as a sentence."""
        at, tr = self._at(position), self.ui.tr
        if at < 0:
            return ""
        drawn = self.row.bars[at]
        turns = tr("cube_inside.turns", count=drawn.bar.depth)
        return tr(f"cube_inside.tip.{drawn.bar.end.value}", turns=turns, count=drawn.count)

    def walk(self, across: int, down: int) -> bool:
        """Show the layer of the next bar to the left or right."""
        bars, at = self.row.bars, self.at
        order = sorted(range(len(bars)), key=lambda i: (bars[i].slot, bars[i].half))
        place = order.index(at) + across if bars else -1
        if not across or not 0 <= place < len(bars):
            return False
        self.choose(bars[order[place]].bar)
        return True

    def enter(self) -> bool:
        if self.row.bars:
            self.choose(self.row.bars[self.at].bar)
        return bool(self.row.bars)

    # -- drawing -------------------------------------------------------------------------------

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c, rect = ui.theme, ui.theme.colours, self.rect
        ui.brush.rounded(target, rect, theme.px(10), c.table2, c.hair, 1)
        self._heading(ui, target)
        for drawn in self.row.bars:
            self._bar(ui, target, drawn, self._box(drawn))
        self._ends(ui, target)
        self._factors(ui, target)
        self._numbers(ui, target)

    def _heading(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c, rect = ui.theme, ui.theme.colours, self.rect
        y = rect.y + theme.tx(HEADING) // 2 + theme.px(3)
        x = rect.x + theme.px(16)
        theme.blit_text(target, self.row.title, 16, (x, y), bold=True)
        x += theme.width(self.row.title, 16, True) + theme.px(14)
        if theme.width(self.row.note, 14) <= rect.right - theme.px(12) - x:
            theme.blit_text(target, self.row.note, 14, (x, y), c.text2)

    def _ink(self, ui: Ui, drawn: Bar) -> Colour:
        c = ui.theme.colours
        if drawn.bar.chart is SearchChart.TWO_WAY:
            ink = c.win if drawn.bar.end is End.START else mix(c.win, c.text2, 0.6)
        else:
            ink = mix(c.text2, c.table2, 0.25)
        shares = {
            BarState.DONE: 0.25,
            BarState.ADDED: 0.0,
            BarState.COMING: 1.0,
            BarState.LATER: 0.6,
        }
        return mix(ink, c.table2, shares[drawn.state])

    def _bar(self, ui: Ui, target: pygame.Surface, drawn: Bar, box: pygame.Rect) -> None:
        theme, c = ui.theme, ui.theme.colours
        radius = min(theme.px(6), box.h // 2)
        if drawn.state is BarState.COMING:
            dashes(target, box, c.text2)
        elif drawn.count > self.row.largest:
            self._torn(ui, target, drawn, box)
        else:
            ui.brush.rounded(target, box, radius, self._ink(ui, drawn))
        if drawn.state is BarState.ADDED:
            frame(ui, target, box, c.accent, 3)
        if drawn.bar == self.shown:
            frame(ui, target, box, c.text, 6)

    def _torn(self, ui: Ui, target: pygame.Surface, drawn: Bar, box: pygame.Rect) -> None:
        tooth, ink = ui.theme.px(TOOTH) / 2, self._ink(ui, drawn)
        xs = [box.x + box.w * fraction / 4 for fraction in range(5)]
        upper = [(x, box.y + (tooth if index % 2 else 0)) for index, x in enumerate(xs)]
        lower = [(x, box.bottom - (tooth if index % 2 else 0)) for index, x in enumerate(xs)]
        pygame.draw.polygon(target, ink, upper + lower[::-1])

    def _factors(self, ui: Ui, target: pygame.Surface) -> None:
        """Draw above each torn bar how many times it is higher than the chart, largest first."""
        taken = self.rect.right
        for drawn in reversed(self.row.bars):
            if drawn.count > self.row.largest:
                times = round(drawn.count / self.row.largest)
                text, box = ui.tr("cube_inside.times", count=times), self._box(drawn)
                place = self._above(ui, text, box.centerx, box.top, bold=True)
                if place.right <= taken:
                    taken = place.left - ui.theme.tx(6)
                    ui.theme.blit_text(target, text, 14, (place.x, place.centery), bold=True)

    def _ends(self, ui: Ui, target: pygame.Surface) -> None:
        """Draw the texts of the outermost bars, where they fit, and of the meeting layer."""
        c = ui.theme.colours
        boxes = [self._box(drawn) for drawn in self.row.bars]
        texts = {
            End.START: (self.row.first, c.win),
            End.GOAL: (self.row.final, mix(c.win, c.text, 0.5)),
        }
        for drawn, box in zip(self.row.bars, boxes, strict=True):
            text, ink = texts[drawn.bar.end]
            if drawn.bar.depth or not text:
                continue
            place = self._above(ui, text, box.centerx, box.top, bold=False)
            if place.collidelist(boxes) < 0:
                ui.theme.blit_text(target, text, 14, (place.x, place.centery), ink)
        if self.row.meeting is not None:
            slot, text = self.row.meeting
            inner = self._inner()
            middle = inner.x + self._pitch * (slot + 0.5)
            place = self._above(ui, text, middle, inner.top, bold=True)
            ui.theme.blit_text(target, text, 14, (place.x, place.centery), c.accent, bold=True)

    def _above(self, ui: Ui, text: str, middle: float, top: int, *, bold: bool) -> pygame.Rect:
        """Draw a text above a point, inside the chart; return its rectangle."""
        width, height = ui.theme.width(text, 14, bold), ui.theme.line_height(14)
        place = pygame.Rect(round(middle - width / 2), top - height, width, height)
        place.clamp_ip(self.rect.inflate(-ui.theme.tx(16), 0))
        return place

    def _numbers(self, ui: Ui, target: pygame.Surface) -> None:
        """Draw the count of positions below each bar, the largest first, where it has room."""
        theme, c = ui.theme, ui.theme.colours
        taken: list[pygame.Rect] = []
        for drawn in sorted(self.row.bars, key=lambda each: -each.count):
            box = self._box(drawn)
            text = self._number(ui, drawn.count, self._pitch - theme.tx(4))
            width = theme.width(text, 14)
            middle = box.centerx + drawn.half * max(0.0, (width - box.w) / 2 + theme.tx(3))
            y = box.bottom + theme.line_height(14) // 2 + theme.tx(BELOW) * 3 // 5
            place = pygame.Rect(round(middle - width / 2), y - theme.tx(8), width, theme.tx(16))
            place.clamp_ip(self.rect.inflate(-theme.tx(8), 0))
            if place.inflate(4, 0).collidelist(taken) < 0:
                taken.append(place)
                ink = c.text if drawn.state in (BarState.DONE, BarState.ADDED) else c.text2
                theme.blit_text(target, text, 14, (place.x, y), ink)

    @staticmethod
    def _number(ui: Ui, count: int, room: float) -> str:
        text = ui.tr.number(count)
        if ui.theme.width(text, 14) <= room or count < 10_000:
            return text
        if count < 1_000_000:
            return ui.tr("cube_inside.thousands", x=count / 1000)
        return ui.tr("cube_inside.millions", x=count / 1_000_000)


def frame(ui: Ui, target: pygame.Surface, box: pygame.Rect, ink: Colour, away: int) -> None:
    """Draw an edge around a bar, `away` pixels from it."""
    around = box.inflate(2 * away, 2 * away)
    pygame.draw.rect(target, ink, around, max(2, ui.theme.px(2)), border_radius=ui.theme.px(8))
