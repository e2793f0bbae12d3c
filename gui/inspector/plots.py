"""Plots of each move's mean over the logarithm of its playouts, with band and exact chance."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pygame

from engine.intervals import percent, rounded_interval
from engine.naming import named_move
from engine.protocols import Estimate, Value
from engine.recording import Belief
from gui.boards.values import badge, leaning, percent_text, score_bar
from gui.inspector.chips import draw_shares, truth_badge
from gui.inspector.inspector_frame import InspectorFrame
from gui.inspector.panel import PanelCallbacks
from gui.kit.chart import (
    Band,
    Chart,
    ChartAxis,
    ChartLegend,
    ChartMark,
    LegendEntry,
    LineSeries,
    Marker,
    Rule,
    Tick,
    legend_sign,
)
from gui.kit.scroll import CellGrid
from gui.kit.text_wrap import shorten
from gui.kit.widget import Size, Widget
from gui.theme import mix
from gui.ui import Ui

MAX_PLOTS = 9
COLUMNS = (3, 4, 5, 2, 1)  # the numbers of columns by preference
WIDTH, LEAST_WIDTH = 150, 118  # of a cell
HEAD, LABELS = 52, 24  # the heights around a curve: figures, and its scale
PAD = 10
LEAST_CURVE = 60  # below this height a curve has no scale
BARE_CURVE = 30  # below this one it says nothing
ROW = 44
SIGN = 16  # the side of a sign of the legend
FADED = 90  # alpha to the right of the scrubber, of 255


@dataclass(frozen=True, slots=True)
class Point:
    """A mean after a number of playouts, with its 95 % interval."""

    games: int
    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class MoveCurve:
    """The data of one move's plot."""

    move: int
    points: Sequence[Point]
    now: Belief | None
    exact: float | None  # its chance against random play
    truth: Estimate | None  # its value against best play
    leads: bool
    # won, drawn and lost fractions, if all games are enumerated
    shares: tuple[float, float, float] | None = None
    won: int | None = None  # playouts won, once the method has decided


def _band(ui: Ui, points: Sequence[Point], now: int) -> Iterator[ChartMark]:
    """Yield the interval as a band and the mean as a line, both faded after this moment."""
    c = ui.theme.colours
    upto = bisect_right([point.games for point in points], now)
    for part, faded in ((points[: max(upto, 1)], False), (points[max(0, upto - 1) :], True)):
        if len(part) > 1:
            ground = mix(c.table2, c.text, 0.12 if faded else 0.3)
            yield Band([(point.games, point.low, point.high) for point in part], ground)
            ink = mix(c.table2, c.text, FADED / 255) if faded else c.text
            yield LineSeries([(point.games, point.mean) for point in part], ink, 2 - faded)


@dataclass(eq=False)
class Plots(CellGrid):
    """One plot per move for up to nine moves, for more of them a row with the band alone.

    `current` is the move of the current step, which is marked.
    """

    curves: Sequence[MoveCurve]
    frame: InspectorFrame
    act: PanelCallbacks
    current: int | None = None

    def __post_init__(self) -> None:
        curves = self.curves
        at = next((at for at, curve in enumerate(curves) if curve.move == self.current), -1)
        super().__init__(len(curves), at, "plots")
        self.games = max((p.games for curve in curves for p in curve.points), default=1)

    def adopt_state(self, old: Widget) -> None:
        """Keep the selected plot, and what the wheel has left in view, within a step."""
        super().adopt_state(old)
        if isinstance(old, Plots) and old.count == self.count:
            if old.current == self.current:
                self.at = old.at
            else:
                self._rolled = False

    @property
    def _in_rows(self) -> bool:
        """Whether the moves are rows without curves: too many, or with exact shares."""
        return len(self.curves) > MAX_PLOTS or any(curve.shares for curve in self.curves)

    def size_hint(self, ui: Ui, width: int) -> Size:
        """Return the size of two rows of figures, or of one row of curves, which then scrolls."""
        theme = ui.theme
        least = theme.tx(WIDTH if self._in_rows else LEAST_WIDTH)
        height = 2 * theme.tx(ROW) if self._in_rows else self._least_height(ui)
        return max(least, min(3 * theme.tx(WIDTH), width)), height

    @staticmethod
    def _least_height(ui: Ui) -> int:
        return ui.theme.tx(HEAD + LABELS + LEAST_CURVE)

    def arrange(self, ui: Ui) -> tuple[int, tuple[int, int], int]:
        """Choose the number of columns.

        Where the curves get too low, more columns make fewer rows; where none do, the plots lose
        their scale and are as high as they can be, and then scroll.
        """
        theme, count = ui.theme, max(1, len(self.curves))
        if self._in_rows:
            return 1, (self.rect.w, theme.tx(ROW)), 0
        gap, low = theme.px(12), self._least_height(ui)

        def cell(columns: int) -> tuple[int, tuple[int, int]]:
            rows = -(-count // columns)
            height = (self.rect.h - gap * (rows - 1)) // rows
            return columns, ((self.rect.w - gap * (columns - 1)) // columns, height)

        cells = [cell(n) for n in COLUMNS if n <= count or n == 1]
        cells = [each for each in cells if each[1][0] >= theme.tx(LEAST_WIDTH)] or cells[-1:]
        highest = max(cells, key=lambda each: each[1][1])
        columns, size = next((each for each in cells if each[1][1] >= low), highest)
        if size[1] < theme.tx(HEAD + BARE_CURVE):
            columns, (width, _) = max(cells)
            size = width, low
        return columns, size, gap

    def take(self, position: tuple[int, int]) -> None:
        """Show the move of the clicked plot on the board."""
        index = self.cell_at(position)
        if index >= 0:
            self.act.choose((self.curves[index].move,))

    def enter(self) -> bool:
        """Show the move of the selected plot on the board."""
        if self.at >= 0:
            self.act.choose((self.curves[self.at].move,))
        return True

    # -- drawing -------------------------------------------------------------------------------

    def draw_cell(self, ui: Ui, target: pygame.Surface, index: int, box: pygame.Rect) -> None:
        if self._in_rows:
            self._draw_row(ui, target, box, self.curves[index])
        else:
            self._draw_plot(ui, target, box, index)
        if self.focused and index == self.at:
            around = box.inflate(-4, -4)
            ui.brush.rounded(target, around, ui.theme.px(8), None, ui.theme.colours.focus, 2)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        super().draw(ui, target)
        with self.clipped(target):
            self._draw_legend(ui, target)

    def _draw_legend(self, ui: Ui, target: pygame.Surface) -> None:
        """Name the signs of the plots in the empty cells of the last row, where they fit."""
        free = -self.count % self.columns
        if self._in_rows or not free:
            return
        c, last, gap = ui.theme.colours, self.cell(self.count - 1), ui.theme.px(12)
        signs = {"mean": legend_sign(ui, SIGN, _draw_mean)}
        if any(curve.exact is not None for curve in self.curves):
            signs["exact"] = legend_sign(ui, SIGN, _draw_exact)
        band = pygame.Surface((ui.theme.tx(SIGN), ui.theme.tx(SIGN) * 3 // 4))
        band.fill(mix(c.table2, c.text, 0.3))
        signs["interval"] = band
        if any(curve.truth is not None for curve in self.curves):
            signs["value"] = badge(ui, Value.WIN, ui.theme.tx(SIGN))
        entries = [
            LegendEntry(ui.tr(f"inspector.mc.legend.{name}"), sign) for name, sign in signs.items()
        ]
        legend, room = ChartLegend(entries), free * (last.w + gap) - gap
        if legend.min_width(ui) <= room and legend.height_at(ui, room) <= last.h:
            legend.rect = pygame.Rect(last.right + gap, last.y, room, last.h)
            legend.draw(ui, target)

    def _draw_ground(self, ui: Ui, target: pygame.Surface, box: pygame.Rect, leads: bool) -> None:
        theme, c = ui.theme, ui.theme.colours
        ground = mix(c.table2, c.accent, 0.14) if leads else c.table2
        edge, width = (c.accent, 2) if leads else (c.hair, 1)
        ui.brush.rounded(target, box, theme.px(8), ground, edge, width)

    def _draw_name(
        self, ui: Ui, target: pygame.Surface, left: int, middle: int, room: int, text: str
    ) -> None:
        theme = ui.theme
        picture = self.act.token(self.frame.mover, theme.tx(14))
        target.blit(picture, picture.get_rect(midleft=(left, middle)))
        text = shorten(theme, text, 16, room - theme.tx(20), True)
        theme.blit_text(target, text, 16, (left + theme.tx(20), middle), bold=True)

    def _draw_plot(self, ui: Ui, target: pygame.Surface, box: pygame.Rect, index: int) -> None:
        theme, c, curve = ui.theme, ui.theme.colours, self.curves[index]
        self._draw_ground(ui, target, box, curve.leads)
        pad = theme.tx(PAD)
        first, second = box.y + theme.tx(18), box.y + theme.tx(40)
        room, name = box.w - 2 * pad - theme.tx(48), self.frame.move_text(curve.move)
        self._draw_name(ui, target, box.x + pad, first, room, name)
        truth_badge(ui, target, box.right - pad - theme.tx(44), first, curve.truth, plies=True)
        mean, exact = _mean_text(ui, curve, False), ""
        if self.frame.plain:
            mean = "" if curve.won is None else ui.tr("inspector.mc.won_count", count=curve.won)
        elif curve.exact is not None:
            exact = ui.tr("inspector.mc.share", share=percent(curve.exact, 1))
        theme.blit_text(target, mean, 14, (box.x + pad, second))
        theme.blit_text(target, exact, 14, (box.right - pad, second), c.accent, align=1)
        axes = self.axes(ui, scale=box.h >= self._least_height(ui))
        chart, top = Chart(*axes, [*self._marks(ui, curve)]), box.y + theme.tx(HEAD)
        chart.rect = pygame.Rect(box.x + pad, top, box.w - 2 * pad, box.bottom - theme.tx(4) - top)
        chart.draw(ui, target)

    def axes(self, ui: Ui, *, scale: bool = True) -> tuple[ChartAxis, ChartAxis]:
        """Return the logarithm of the playouts, and the means; without numbers if not `scale`."""
        first, last = (ui.tr.number(games) if scale else "" for games in (1, self.games))
        games = [Tick(10**power) for power in range(1, len(str(self.games - 1)))]
        games = [Tick(1, first, line=False), *games]
        if self.games > 1:
            games.append(Tick(self.games, last, line=False))
        means = [
            Tick(mean, percent_text(ui, mean) if scale else "", strong=mean == 0.5)
            for mean in (0, 1, 0.5)
        ]
        return ChartAxis(1, self.games, games, logarithmic=True), ChartAxis(ticks=means)

    def _marks(self, ui: Ui, curve: MoveCurve) -> Iterator[ChartMark]:
        """Yield band and mean, the exact chance, and this moment."""
        c, now = ui.theme.colours, curve.now
        visits = now.visits if now is not None else 0
        if len(curve.points) > 1:
            yield from _band(ui, curve.points, visits)
        if curve.exact is not None:
            yield Rule(c.accent, y=curve.exact, thickness=2, dashed=True)
        if visits:
            yield Rule(c.text2, x=visits)
        if now is not None and visits and now.score is not None:
            yield Marker(visits, now.score, c.text, radius=3, rim=c.accent)

    def _draw_row(self, ui: Ui, target: pygame.Surface, box: pygame.Rect, curve: MoveCurve) -> None:
        """Draw name, figures, the band on a track from 0 to 100 %, the exact chance as a tick."""
        theme = ui.theme
        inner = box.inflate(0, -theme.px(4))
        marked = curve.leads if self.current is None else curve.move == self.current
        self._draw_ground(ui, target, inner, marked)
        pad, middle = theme.tx(12), inner.centery
        names = min(self._names(ui), inner.w // 2)
        name = self._name(ui, curve)
        name = name[:1].upper() + name[1:]
        self._draw_name(ui, target, inner.x + pad, middle, names - pad, name)
        right = inner.right - theme.tx(58)
        truth_badge(ui, target, right, middle, curve.truth, plies=True)
        figures = _mean_text(ui, curve, curve.shares is None)
        widest = ui.tr("inspector.mc.mean", share=100, low=88.8, high=100)
        width = theme.width(figures if curve.shares else widest, 14) + theme.tx(12)
        track = pygame.Rect(inner.x + names, 0, right - width - inner.x - names, theme.tx(14))
        track.centery = middle
        theme.blit_text(target, figures, 14, (track.right + theme.tx(10), middle))
        if track.w < theme.tx(24):
            return
        if curve.shares is not None:
            draw_shares(ui, target, track, curve.shares)
            target.fill(ui.theme.colours.text, (track.centerx, track.y - 2, 1, track.h + 4))
        else:
            self._draw_track(ui, target, track, curve)

    def _name(self, ui: Ui, curve: MoveCurve) -> str:
        return ui.tr(named_move(self.frame.game, self.frame.state, curve.move))

    def _names(self, ui: Ui) -> int:
        """Return the width of the move names with their marks."""
        widest = max(ui.theme.width(self._name(ui, curve), 16, True) for curve in self.curves)
        return widest + ui.theme.tx(12 + 20 + 20)

    @staticmethod
    def _draw_track(ui: Ui, target: pygame.Surface, track: pygame.Rect, curve: MoveCurve) -> None:
        c, now = ui.theme.colours, curve.now
        bar = track.inflate(0, -track.h // 2)
        if now is None or now.score is None:
            ui.brush.rounded(target, bar, bar.h // 2, c.line)
        else:
            score_bar(ui, target, bar, now.score, c.value(int(leaning(now.score))))
            low, high = now.low or 0.0, 1.0 if now.high is None else now.high
            left, right = (track.x + round(track.w * fraction) for fraction in (low, high))
            target.fill(c.text, (left, track.centery, max(1, right - left), 1))
            for x in (left, right):
                target.fill(c.text, (x, track.y + 2, 1, track.h - 4))
        if curve.exact is not None:
            target.fill(c.accent, (track.x + round(track.w * curve.exact) - 1, track.y, 2, track.h))


def _draw_mean(ui: Ui, target: pygame.Surface, x: int, y: int) -> None:
    target.fill(ui.theme.colours.text, (0, y - 1, 2 * x, 2))


def _draw_exact(ui: Ui, target: pygame.Surface, x: int, y: int) -> None:
    for left in range(0, 2 * x, 6):
        target.fill(ui.theme.colours.accent, (left, y - 1, 3, 2))


def _mean_text(ui: Ui, curve: MoveCurve, interval: bool) -> str:
    """Return the current mean, with both ends of its interval: a skewed one has no middle."""
    now = curve.now
    if now is None or now.score is None:
        return "–"
    share = percent(now.score, 1)
    if not interval or now.low is None or now.high is None or now.low == now.high:
        return ui.tr("inspector.mc.share", share=share)
    low, high = (100 * end for end in rounded_interval(now.low, now.high, now.score, 3))
    return ui.tr("inspector.mc.mean", share=share, low=low, high=high)
