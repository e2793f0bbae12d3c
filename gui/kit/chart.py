"""Charts: two axes, and on them bands, lines, bars and markers, all given as data.

    Chart(
        ChartAxis(0, 40, title="games"),
        ChartAxis(ticks=[Tick(0.0, "0 %"), Tick(1.0, "100 %")]),
        [LineSeries(points, c.accent), Marker(40, 0.8, c.accent)],
    )

Values stand in the units of the axes. A mark that a room alone needs is a `ChartMark` of its own.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import NamedTuple, Protocol

import pygame

from gui.kit.chip_flow import flow_lines
from gui.kit.text_wrap import wrap
from gui.kit.widget import Size, Widget, key_pressed
from gui.theme import Colour
from gui.ui import Ui

LEAST_PLOT = 20  # a lower plot is not drawn
DASH, DOT = 4, 3  # the lengths of dashes and of their gaps, by the thickness of the line
LIGHT, DARK = (245, 240, 230), (20, 17, 10)  # an interval over a bar of any colour, and its edge
NO_PICTURE = pygame.Surface((0, 0))
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Tick:
    """A value on an axis with its label, a text or a picture; `line` crosses the plot there."""

    value: float
    label: str = ""
    line: bool = True
    strong: bool = False
    ink: Colour | None = None
    picture: pygame.Surface | None = None


class ColumnLabel(NamedTuple):
    """A label below the plot, its left end and its width."""

    tick: Tick
    left: int
    width: int


@dataclass(frozen=True, slots=True)
class ChartAxis:
    """A scale between two values, linear or logarithmic, with its ticks and its title.

    Where labels would touch, some are left out.
    """

    low: float = 0.0
    high: float = 1.0
    ticks: Sequence[Tick] = ()
    title: str = ""
    logarithmic: bool = False

    def fraction(self, value: float) -> float:
        """Return the place of a value on the axis: 0 at `low`, 1 at `high`, never beyond them."""
        low, high = self.low, self.high
        if self.logarithmic:
            low, high, value = (math.log(max(each, 1e-9)) for each in (low, high, value))
        if high <= low:
            return 0.0
        return min(1.0, max(0.0, (value - low) / (high - low)))


@dataclass(frozen=True, slots=True)
class PlotArea:
    """The rectangle of a plot; it turns values into pixels. `described` is the captioned stop."""

    area: pygame.Rect
    horizontal: ChartAxis
    vertical: ChartAxis
    described: int = -1

    def x(self, value: float) -> int:
        """Return the column of a value."""
        return self.area.x + round(self.area.w * self.horizontal.fraction(value))

    def y(self, value: float) -> int:
        """Return the line of a value."""
        return self.area.bottom - round(self.area.h * self.vertical.fraction(value))


class ChartMark(Protocol):
    """Something drawn in a plot."""

    def draw(self, ui: Ui, target: pygame.Surface, plot: PlotArea) -> None:
        """Draw it."""


# -- marks -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LineSeries:
    """A line through points; `fill` colours the area to the height `base`, above and below it."""

    points: Sequence[Point]
    ink: Colour
    thickness: int = 2
    fill: tuple[Colour, Colour] | None = None
    base: float = 0.0

    def draw(self, ui: Ui, target: pygame.Surface, plot: PlotArea) -> None:
        places = [(plot.x(x), plot.y(y)) for x, y in self.points]
        if self.fill is not None:
            middle = plot.y(self.base)
            for start, end in itertools.pairwise(with_crossings(places, middle)):
                colour = self.fill[start[1] + end[1] > 2 * middle]
                feet = [(end[0], middle), (start[0], middle)]
                pygame.draw.polygon(target, colour, [start, end, *feet])
        for start, end in itertools.pairwise(places):
            pygame.draw.aaline(target, self.ink, start, end, self.thickness)


@dataclass(frozen=True, slots=True)
class Band:
    """The area between a lower and an upper curve, as (x, low, high)."""

    points: Sequence[tuple[float, float, float]]
    ink: Colour

    def draw(self, ui: Ui, target: pygame.Surface, plot: PlotArea) -> None:
        if len(self.points) > 1:
            upper = [(plot.x(x), plot.y(high)) for x, _, high in self.points]
            lower = [(plot.x(x), plot.y(low)) for x, low, _ in self.points]
            pygame.draw.polygon(target, self.ink, [*upper, *lower[::-1]])


@dataclass(frozen=True, slots=True)
class Rule:
    """A line across the whole plot, at one value of either axis."""

    ink: Colour
    x: float | None = None
    y: float | None = None
    thickness: int = 1
    dashed: bool = False

    def draw(self, ui: Ui, target: pygame.Surface, plot: PlotArea) -> None:
        area, dash = plot.area, DASH if self.thickness == 1 else DOT
        if self.x is not None:
            target.fill(self.ink, (plot.x(self.x), area.y, self.thickness, area.h))
        if self.y is not None:
            y = plot.y(self.y)
            for x in range(area.x, area.right, 2 * dash if self.dashed else max(1, area.w)):
                length = min(dash, area.right - x) if self.dashed else area.w
                target.fill(self.ink, (x, y, length, self.thickness))


@dataclass(frozen=True, slots=True)
class Marker:
    """A disc at a point, or a picture over it.

    `label` stands on the picture, or left of the disc where there is room. A click on a marker
    with a `stop` chooses that stop of the chart.
    """

    x: float
    y: float
    ink: Colour
    radius: float = 5
    rim: Colour | None = None
    picture: pygame.Surface | None = None
    label: str = ""
    stop: int = -1

    def box(self, plot: PlotArea) -> pygame.Rect:
        """Return the rectangle of the picture: over the point and inside the plot."""
        picture = self.picture or NO_PICTURE
        foot = max(plot.area.y + picture.get_height(), plot.y(self.y) - 4)
        return picture.get_rect(midbottom=(plot.x(self.x), foot))

    def draw(self, ui: Ui, target: pygame.Surface, plot: PlotArea) -> None:
        theme, at = ui.theme, (plot.x(self.x), plot.y(self.y))
        if self.picture is not None:
            box = self.box(plot)
            target.blit(self.picture, box)
            middle, ink = (box.centerx, box.centery - box.h * 0.06), theme.colours.on_value
            theme.blit_text(target, self.label, 12, middle, ink, bold=True, align=0.5)
            return
        if self.rim is not None:
            ui.brush.disc(target, at, theme.tx(self.radius + 2), self.rim)
        ui.brush.disc(target, at, theme.tx(self.radius), self.ink)
        if self.label and theme.width(self.label, 14, True) <= at[0] - plot.area.x - theme.tx(10):
            below = at[1] + theme.tx(28) < plot.area.bottom
            place = (at[0] - theme.tx(10), at[1] + theme.tx(18 if below else -16))
            theme.blit_text(target, self.label, 14, place, bold=True, align=1)


@dataclass(frozen=True, slots=True)
class StackedBar:
    """Fractions of one bar from the bottom up, with the interval of a value.

    A `running` bar still grows: it is pale and framed.
    """

    x: float
    parts: Sequence[tuple[float, Colour]]
    interval: tuple[float, float] | None = None
    label: str = ""
    running: bool = False


@dataclass(frozen=True, slots=True)
class StackedBars:
    """Bars of the plot's full height, all of one width."""

    bars: Sequence[StackedBar]

    def boxes(self, ui: Ui, plot: PlotArea) -> list[pygame.Rect]:
        area, count = plot.area, max(1, len(self.bars))
        width = round(min(area.w / count * 0.64, ui.theme.px(110)))
        return [
            pygame.Rect(round(plot.x(bar.x) - width / 2), area.y, width, area.h)
            for bar in self.bars
        ]

    def draw(self, ui: Ui, target: pygame.Surface, plot: PlotArea) -> None:
        theme, accent = ui.theme, ui.theme.colours.accent
        for bar, box in zip(self.bars, self.boxes(ui, plot), strict=True):
            if bar.parts:
                self._draw_parts(ui, target, box, bar)
            if bar.interval is not None:
                _draw_interval(ui, target, box, bar.interval)
            low = round(box.h * bar.parts[0][0]) if bar.parts else 0
            if low > theme.tx(30) and theme.width(bar.label, 16, True) < box.w:
                at = (box.centerx, box.bottom - theme.tx(22))
                # The interval does not cross out the figure.
                ground = pygame.Rect(0, 0, theme.width(bar.label, 16, True) + 8, theme.tx(22))
                ground.center = at
                target.fill(bar.parts[0][1], ground.clip(box))
                theme.blit_text(target, bar.label, 16, at, DARK, bold=True, align=0.5)
            if bar.running:
                around = box.inflate(8, 8)
                ui.brush.rounded(target, around, theme.px(10), None, accent, 2)

    @staticmethod
    def _draw_parts(ui: Ui, target: pygame.Surface, box: pygame.Rect, bar: StackedBar) -> None:
        """Draw the parts in a box with rounded corners, with gaps between them."""
        gap, radius = max(1, round(1.5 * ui.theme.u)), ui.theme.px(8)
        picture = pygame.Surface(box.size, pygame.SRCALPHA)
        foot = box.h
        ends = list(itertools.accumulate(fraction for fraction, _ in bar.parts))
        for end, (fraction, ink) in zip(ends, bar.parts, strict=True):
            top = max(0, box.h - round(box.h * end))
            if fraction and top < foot:
                whole = pygame.Surface(box.size, pygame.SRCALPHA)
                ui.brush.rounded(whole, whole.get_rect(), radius, ink)
                picture.blit(whole, (0, top), (0, top, box.w, foot - top))
                if foot < box.h:
                    picture.fill((0, 0, 0, 0), (0, foot - gap, box.w, gap))
                foot = top
        if bar.running:
            picture.set_alpha(round(255 * 0.62))
        target.blit(picture, box)


def _draw_interval(
    ui: Ui, target: pygame.Surface, box: pygame.Rect, interval: tuple[float, float]
) -> None:
    """Draw an interval over a bar as a light error bar with a dark edge."""
    low, top = (box.bottom - round(box.h * end) for end in interval)
    half, thick = max(5, box.w // 7), max(2, ui.theme.px(3))
    for grow, ink in ((1, DARK), (0, LIGHT)):
        for y in (top, low):
            width, height = 2 * (half + grow), thick + 2 * grow
            target.fill(ink, (box.centerx - half - grow, y - thick // 2 - grow, width, height))
        left = box.centerx - thick // 2 - grow
        target.fill(ink, (left, top, thick + 2 * grow, max(1, low - top)))


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """A colour or a picture, and its meaning."""

    text: str
    sign: Colour | pygame.Surface


def legend_sign(
    ui: Ui, size: float, draw: Callable[[Ui, pygame.Surface, int, int], None]
) -> pygame.Surface:
    """Return a sign of a legend, drawn in the middle of a square."""
    side = ui.theme.tx(size)
    sign = pygame.Surface((side, side), pygame.SRCALPHA)
    draw(ui, sign, side // 2, side // 2)
    return sign


class ChartLegend(Widget):
    """The meanings of colours and signs, on as many lines as they need."""

    def __init__(self, entries: Sequence[LegendEntry], *, align: float = 0.0) -> None:
        super().__init__()
        self.entries = entries
        self.align = align

    def _widths(self, ui: Ui) -> list[int]:
        """Return the width of each entry, sign included."""
        sign = ui.theme.tx(24)
        return [sign + ui.theme.width(entry.text, 14) for entry in self.entries]

    def measure_min_width(self, ui: Ui) -> int:
        return max(self._widths(ui), default=0)

    def measure_preferred_width(self, ui: Ui) -> int:
        return sum(self._widths(ui)) + ui.theme.tx(20) * max(0, len(self.entries) - 1)

    def measure_height(self, ui: Ui, width: int) -> int:
        lines = flow_lines(self._widths(ui), ui.theme.tx(20), max(width, self.min_width(ui)))
        return len(lines) * ui.theme.tx(24)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, side, step, gap = ui.theme, ui.theme.tx(16), ui.theme.tx(24), ui.theme.tx(20)
        widths = self._widths(ui)
        for row, line in enumerate(flow_lines(widths, gap, self.rect.w)):
            used = sum(widths[index] for index in line) + gap * (len(line) - 1)
            x = self.rect.x + round((self.rect.w - used) * self.align)
            middle = self.rect.y + row * step + step // 2
            for index in line:
                entry, box = self.entries[index], pygame.Rect(x, middle - side // 2, side, side)
                if isinstance(entry.sign, pygame.Surface):
                    target.blit(entry.sign, entry.sign.get_rect(center=box.center))
                else:
                    ui.brush.rounded(target, box, theme.px(5), entry.sign)
                at = (box.right + theme.tx(8), middle)
                theme.blit_text(target, entry.text, 14, at, theme.colours.text2)
                x += widths[index] + gap


# -- the chart -------------------------------------------------------------------------------------


@dataclass(eq=False)
class Chart(Widget):
    """Marks on two axes.

    With `choose`, a click chooses the nearest of the `stops` on the horizontal axis and the arrow
    keys go from the stop `at` to its neighbours; a click on a marker with a stop chooses that one.
    `caption` returns the line above the plot about the stop under the mouse, else about `at`.
    `ground` is the colour of the plot, `foot` keeps room below it for a mark that draws there.
    """

    horizontal: ChartAxis
    vertical: ChartAxis
    marks: Sequence[ChartMark] = ()
    _: KW_ONLY
    ground: Colour | None = None
    foot: float = 0
    size: tuple[float, float, float] = (600, 300, 200)  # preferred and least width, height
    stops: Sequence[float] = ()
    at: int = -1
    choose: Callable[[int], None] | None = None
    caption: Callable[[int], str] | None = None
    key: str = "chart"

    def __post_init__(self) -> None:
        super().__init__(self.key)
        self.pointed = -1  # the stop under the mouse
        self.focusable = self.choose is not None and self.at >= 0
        self._plot: PlotArea | None = None  # as it was drawn last

    def size_hint(self, ui: Ui, width: int) -> Size:
        preferred, least, height = map(ui.theme.tx, self.size)
        return min(preferred, max(least, width)), height

    def plot(self, ui: Ui) -> PlotArea:
        """Return the plot: the rectangle without the labels and titles around it."""
        theme, rect, ticks = ui.theme, self.rect, self.vertical.ticks
        signs = [tick.picture.get_width() for tick in ticks if tick.picture is not None]
        labels = [theme.width(tick.label, 14) for tick in ticks if tick.label]
        widest = max([*signs, *labels], default=0)
        left = widest + theme.tx(12) if widest else 0
        top = theme.tx(8) if labels else 0
        if self.caption is not None:
            top = theme.line_height(14) + theme.px(4)
        foot = theme.tx(self.foot)
        foot += theme.tx(24) if any(tick.label for tick in self.horizontal.ticks) else 0
        foot += theme.tx(24) if self.horizontal.title else 0
        foot = max(foot, theme.tx(8) if labels else 0)
        area = pygame.Rect(rect.x + left, rect.y + top, max(0, rect.w - left), 0)
        area.h = max(0, rect.h - top - foot)
        return PlotArea(area, self.horizontal, self.vertical, self.described)

    # -- choosing --------------------------------------------------------------------------------

    @property
    def described(self) -> int:
        """The stop that the caption is about, -1 for none."""
        return self.pointed if self.hovered and self.pointed >= 0 else self.at

    def stop_at(self, position: tuple[int, int]) -> int:
        """Return the stop of the marker at a point, else the nearest one, -1 far from the plot."""
        plot = self._plot
        if plot is None or not self.stops:
            return -1
        for marker in (mark for mark in self.marks if isinstance(mark, Marker)):
            if marker.stop >= 0 and marker.box(plot).inflate(8, 8).collidepoint(position):
                return marker.stop
        if not plot.area.inflate(16, 40).collidepoint(position):
            return -1
        return min(range(len(self.stops)), key=lambda i: abs(plot.x(self.stops[i]) - position[0]))

    def handle(self, event: pygame.event.Event) -> bool:
        if self.caption is not None and event.type == pygame.MOUSEMOTION:
            before, self.pointed = self.pointed, self.stop_at(event.pos)
            return before != self.pointed
        if self.choose is None:
            return False
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            stop = self.stop_at(event.pos)
            if stop >= 0:
                self.choose(stop)
            return True
        steps = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}
        if self.stops and key_pressed(event, *steps):
            self.choose(max(0, min(len(self.stops) - 1, self.at + steps[event.key])))
            return True
        return False

    # -- drawing ---------------------------------------------------------------------------------

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme = ui.theme
        self._plot = plot = self.plot(ui)
        if self.caption is not None:
            text = wrap(theme, self.caption(self.described), 14, self.rect.w, maximum=1)[0]
            at = (self.rect.x, self.rect.y + theme.line_height(14) / 2 - 2)
            theme.blit_text(target, text, 14, at, theme.colours.text2)
        if plot.area.h < theme.tx(LEAST_PLOT) or plot.area.w <= 0:
            return
        if self.ground is not None:
            ui.brush.rounded(target, plot.area, theme.px(8), self.ground)
        self._draw_rows(ui, target, plot)
        self._draw_columns(ui, target, plot)
        for mark in self.marks:
            mark.draw(ui, target, plot)

    def _draw_rows(self, ui: Ui, target: pygame.Surface, plot: PlotArea) -> None:
        """Draw the ticks of the vertical axis: lines, and the labels left of the plot."""
        theme, c, area = ui.theme, ui.theme.colours, plot.area
        for tick in self.vertical.ticks:
            y = plot.y(tick.value)
            if tick.line:
                target.fill(c.line if tick.strong else c.hair, (area.x, y, area.w, 1))
            at = (area.x - theme.tx(12), y)
            theme.blit_text(target, tick.label, 14, at, c.text2, align=1)
            if tick.picture is not None:
                box = tick.picture.get_rect(midright=at)
                box.clamp_ip(pygame.Rect(self.rect.x, area.y, self.rect.w, area.h))
                target.blit(tick.picture, box)

    def _draw_columns(self, ui: Ui, target: pygame.Surface, plot: PlotArea) -> None:
        """Draw the ticks of the horizontal axis: lines, and the labels below the plot."""
        theme, c, area = ui.theme, ui.theme.colours, plot.area
        for tick in self.horizontal.ticks:
            if tick.line:
                target.fill(c.hair, (plot.x(tick.value), area.y, 1, area.h))
        for tick, left, width in self.column_labels(ui, plot):
            ink = tick.ink or (c.text if tick.strong else c.text2)
            at = (left + width // 2, area.bottom + theme.tx(14))
            theme.blit_text(target, tick.label, 14, at, ink, bold=tick.strong, align=0.5)
        if self.horizontal.title:
            foot = (area.centerx, self.rect.bottom - theme.tx(12))
            theme.blit_text(target, self.horizontal.title, 14, foot, c.text2, align=0.5)

    def column_labels(self, ui: Ui, plot: PlotArea) -> list[ColumnLabel]:
        """Return the visible labels of the horizontal axis: all, or every second, third ..."""
        theme, gap = ui.theme, ui.theme.tx(6)
        labels = []
        for tick in (tick for tick in self.horizontal.ticks if tick.label):
            width = theme.width(tick.label, 14, tick.strong)
            left = min(plot.x(tick.value) - width // 2, self.rect.right - width)
            labels.append(ColumnLabel(tick, max(self.rect.x, left), width))
        for step in range(1, len(labels) + 1):
            spaced = labels[::step]
            if all(a.left + a.width + gap <= b.left for a, b in itertools.pairwise(spaced)):
                return spaced
        return []


def with_crossings(places: Sequence[tuple[int, int]], middle: int) -> list[tuple[int, int]]:
    """Return the points of a line with its crossings of the height `middle` inserted."""
    whole: list[tuple[int, int]] = []
    for point in places:
        if whole and (whole[-1][1] - middle) * (point[1] - middle) < 0:
            (x0, y0), (x1, y1) = whole[-1], point
            whole.append((round(x0 + (x1 - x0) * (middle - y0) / (y1 - y0)), middle))
        whole.append(point)
    return whole
