"""Panel of heap games: the graph of the kernel built from the end, or the xor of several heaps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import pygame

from engine.messages import message
from engine.protocols import Estimate
from engine.trace.heaps import HeapAdded, MoveWeighed, NumberDecided
from gui.boards.heap_graph import NumberMark, draw_arc, draw_number, number_row, number_size
from gui.inspector.chips import MoveInFlow, draw_lost, move_flow, side_colour
from gui.inspector.inspector_frame import InspectorFrame
from gui.inspector.panel import Panel, PanelCallbacks
from gui.kit.chart import ChartLegend, LegendEntry, legend_sign
from gui.kit.chip_flow import ChipFlow
from gui.kit.layout import Column, Flexible, Layout
from gui.kit.scroll import WalkablePicture
from gui.kit.table import Table, TableCell, TableColumn
from gui.kit.widget import Size
from gui.theme import Theme, mix
from gui.ui import Ui

SIGN = 20  # the side of the legend's sign
PITCH, LEAST_PITCH = 31, 11  # from one number of the row to the next
ARC = 2.2  # the height of an arc for each number it leads over, in distances of two numbers
HIGHEST_ARC = 0.44  # of the picture


class Way(NamedTuple):
    """One move: its target, and its proved value."""

    move: int
    text: str
    left: int  # the remaining heap, or the xor of all heaps
    good: bool
    step: int  # the index of its event, -1 without one
    reached: bool
    played: bool
    truth: Estimate | None


def ways_of(frame: InspectorFrame) -> list[Way]:
    """Return the moves of the decision; those of a single heap are the moves of its number."""
    weighed = frame.events(MoveWeighed)
    if weighed:
        return [
            _way(frame, event.move, event.xor, event.wins, step, step <= frame.step)
            for step, event in weighed
        ]
    numbers = frame.events(NumberDecided)
    if not numbers or frame.recording.result is None:
        return []  # its own number comes last
    complete, last = numbers[-1][0] <= frame.step, numbers[-1][1]
    return [
        _way(frame, move, last.number - take, take in last.into, -1, complete)
        for move, take in zip(frame.game.moves(frame.state), last.takes, strict=True)
    ]


def _way(frame: InspectorFrame, move: int, left: int, good: bool, step: int, reached: bool) -> Way:
    played = frame.complete and move == frame.move
    return Way(move, frame.move_text(move), left, good, step, reached, played, frame.truth((move,)))


class KernelPanel(Panel):
    """Panel of the theory: the heaps to leave to the opponent, and the reason."""

    def picture(self, frame: InspectorFrame, ui: Ui, act: PanelCallbacks) -> Layout:
        numbers = frame.events(NumberDecided)
        if not numbers:
            return xor_table(frame.events(HeapAdded), frame, ui, act)
        legend = ChartLegend(
            [LegendEntry(ui.tr("inspector.kernel.legend"), legend_sign(ui, SIGN, draw_lost))]
        )
        return Column(Flexible(Graph(numbers, frame, act)), legend, gap=4)

    def table(self, frame: InspectorFrame, ui: Ui, act: PanelCallbacks) -> Layout | None:
        ways = ways_of(frame)
        return way_chips(ways, frame, ui, act) if ways else None


@dataclass(eq=False)
class Graph(WalkablePicture):
    """The numbers in a row, the end at the right; arcs lead to the current number."""

    numbers: Sequence[tuple[int, NumberDecided]]
    frame: InspectorFrame
    act: PanelCallbacks

    def __post_init__(self) -> None:
        super().__init__("inspector picture")
        self._places: dict[int, tuple[int, int]] = {}
        self._radius = 1
        self._arc = 1.0

    def size_hint(self, ui: Ui, width: int) -> Size:
        least = ui.theme.tx(PITCH) * 6
        natural = ui.theme.tx(PITCH) * max(6, len(self.numbers))
        return min(natural, max(least, width)), ui.theme.tx(120)

    @property
    def now(self) -> NumberDecided | None:
        """The number that the step decides."""
        return self.frame.latest(NumberDecided)

    @property
    def lit(self) -> NumberDecided | None:
        """The number whose arcs stand out: in a plain picture the one that is played from."""
        return self.numbers[-1][1] if self.frame.plain else self.now

    def take(self, position: tuple[int, int]) -> None:
        reach = 2 * self._radius
        for number, place in self._places.items():
            box = pygame.Rect(0, 0, reach + 12, reach + 18)
            box.center = place
            if box.collidepoint(position):
                self.act.go_to_step(self.numbers[number][0])

    def walk(self, across: int, down: int) -> bool:
        at = self.now.number if self.now is not None else 0
        step = -across - down  # the end is at the right, and low numbers come first
        wanted = max(0, min(len(self.numbers) - 1, at + step))
        self.act.go_to_step(self.numbers[wanted][0])
        return True

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c = ui.theme, ui.theme.colours
        ui.brush.rounded(target, self.rect, theme.px(8), c.table2, c.hair, 1)
        area = self.rect.inflate(-theme.px(16), -theme.px(16))
        room = max(4, area.w // theme.tx(PITCH))
        if len(self.numbers) <= area.w // theme.tx(LEAST_PITCH):
            room = len(self.numbers)  # closer together, so that the end is in sight
        now = self.now
        current = now.number if now is not None else 0
        columns, gap = number_row(area, len(self.numbers) - 1, current, room)
        least = min(theme.tx(10), gap * 0.4)  # discs as close as the ring of the current one allows
        self._radius = round(min(theme.tx(18), max(least, gap * 0.30)))
        self._arc = min(gap * ARC, area.h * HIGHEST_ARC / self._largest)
        base = self._base(theme, area)
        self._places = {number: (x, base) for number, x in columns.items()}
        with self.clipped(target):
            for number in columns:
                step, each = self.numbers[number]
                if step <= self.frame.step and each != self.lit:
                    self._draw_arcs(ui, target, each, area, False)
            if self.lit is not None and self.lit.number in self._places:
                self._draw_arcs(ui, target, self.lit, area, True)
            for number in self._places:
                self._draw_number(ui, target, *self.numbers[number])

    @property
    def _largest(self) -> int:
        return max(max(each.takes, default=1) for _, each in self.numbers)

    def _base(self, theme: Theme, area: pygame.Rect) -> int:
        """Return the height of the row: a third of the room that is left stands above its arcs."""
        lowest = area.bottom - theme.tx(42)
        needed = theme.tx(16) + self._radius + round(self._arc * self._largest)
        return min(lowest, area.y + needed + max(0, lowest - area.y - needed) // 3)

    def _draw_arcs(
        self, ui: Ui, target: pygame.Surface, each: NumberDecided, area: pygame.Rect, strong: bool
    ) -> None:
        c = ui.theme.colours
        for take in each.takes:
            if each.number - take not in self._places:
                continue
            into = take in each.into and each == self.now  # no arc is told before its step
            ink = c.accent if into and strong else c.text2 if strong else mix(c.table2, c.line, 0.7)
            start, end = self._places[each.number], self._places[each.number - take]
            room = start[1] - self._radius - area.y - ui.theme.tx(8)
            height = min(room / self._largest, self._arc) * take
            draw_arc(target, start[0], end[0], start[1] - self._radius, height, ink, strong)
            if strong:
                at = ((start[0] + end[0]) // 2, round(start[1] - self._radius - height - 2))
                ui.brush.disc(target, at, ui.theme.tx(9), c.table2)
                ui.theme.blit_text(target, str(take), 14, at, ink, bold=into, align=0.5)

    def _draw_number(self, ui: Ui, target: pygame.Surface, step: int, each: NumberDecided) -> None:
        theme, c = ui.theme, ui.theme.colours
        reached = step <= self.frame.step
        current = self.now is not None and each.number == self.now.number
        start = each.number == self.numbers[-1][1].number
        mark = NumberMark(each.number, reached and each.member, start, reached, 7 if current else 0)
        x, y = self._places[each.number]
        draw_number(ui, target, mark, (x, y), self._radius, c.table2)
        if reached and each.into:
            take, size = str(each.into[0]), number_size(theme, self._radius)
            below = (x, y + self._radius + theme.tx(18))
            theme.blit_text(target, f"\u2013{take}", size, below, c.accent, align=0.5)


def xor_table(
    heaps: Sequence[tuple[int, HeapAdded]], frame: InspectorFrame, ui: Ui, act: PanelCallbacks
) -> Table:
    """Lay out the heaps in binary, each with the xor up to it; a click goes to its step."""
    c, bits = ui.theme.colours, max(max(heap.size, heap.xor) for _, heap in heaps).bit_length()
    rows = []
    for step, each in heaps:
        reached = step <= frame.step
        ink = None if reached else c.disabled
        text = message("inspector.kernel.heap", number=each.heap, count=each.size)
        xor = f"{each.xor:0{bits}b} = {ui.tr.number(each.xor)}" if reached else ""
        rows.append(
            [
                TableCell(ui.tr(text), size=16, ink=ink),
                TableCell(f"{each.size:0{bits}b}", size=16, mono=True, ink=ink),
                TableCell(xor, size=16, mono=True, ink=c.accent if each.xor else None),
            ]
        )
    return Table(
        [TableColumn("", 0), TableColumn(TableCell(width=60)), TableColumn("xor")],
        rows,
        choose=lambda row, column: act.go_to_step(heaps[row][0]),
        at=(sum(step <= frame.step for step, _ in heaps) - 1, 0),
        row_height=30,
        least_row=20,
        head_height=26,
        packed=True,
        key="inspector picture",
    )


def way_chips(ways: Sequence[Way], frame: InspectorFrame, ui: Ui, act: PanelCallbacks) -> ChipFlow:
    """Lay out every move with its target and its exact value; those into the kernel stand out."""
    key = "inspector.kernel.leaves" if frame.events(NumberDecided) else "inspector.kernel.xor"
    colour = side_colour(ui, act, frame.game, frame.mover)
    chips = []
    for each in ways:
        lit = each.step == frame.step or (each.played and each.reached)
        note = ui.tr(key, left=each.left)
        chips.append(MoveInFlow(each.text, colour, each.reached, lit, each.truth, note, each.good))

    def choose(place: int) -> None:
        each = ways[place]
        if each.step >= 0:
            act.go_to_step(each.step)
        else:
            act.choose((each.move,))

    reached = [place for place, each in enumerate(ways) if each.reached]
    played = [place for place in reached if ways[place].played]
    chosen = [place for place, each in enumerate(ways) if (each.move,) == frame.chosen]
    at, lead = (chosen or played or reached[-1:] or [0])[0], ui.tr("inspector.layers.moves")
    return move_flow("inspector values", chips, at, choose, lead, ui)
