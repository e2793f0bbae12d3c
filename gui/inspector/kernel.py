"""Panel of heap games: the graph of the kernel built from the end, or the xor of several heaps."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import pygame

from engine.messages import Message, message
from engine.protocols import Estimate
from engine.trace.heaps import HeapAdded, MoveWeighed, NumberDecided
from gui.boards.heap_graph import (
    NumberMark,
    double_diamond,
    draw_arc,
    draw_number,
    number_row,
    number_size,
)
from gui.inspector.chips import chip_width, side_colour, truth_badge
from gui.inspector.inspector_frame import InspectorFrame
from gui.inspector.panel import Panel, PanelCallbacks
from gui.inspector.step_list import MAX_LINES, StepList, draw_move, line_height
from gui.kit import ListRow
from gui.kit.chip_flow import Chip, ChipFlow
from gui.kit.layout import Layout
from gui.kit.walkable import WalkablePicture
from gui.kit.widget import Size
from gui.theme import Colour, Theme, mix
from gui.ui import Ui

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
        if numbers:
            return Graph(numbers, frame, act)
        return XorList(frame.events(HeapAdded), frame, ui, act)

    def table(self, frame: InspectorFrame, ui: Ui, act: PanelCallbacks) -> Layout | None:
        ways = ways_of(frame)
        return way_chips(ways, frame, ui, act) if ways else None


class Graph(WalkablePicture):
    """The numbers in a row, the end at the right; arcs lead to the current number."""

    def __init__(
        self,
        numbers: Sequence[tuple[int, NumberDecided]],
        frame: InspectorFrame,
        act: PanelCallbacks,
    ) -> None:
        super().__init__("inspector picture")
        self.numbers = numbers
        self.frame = frame
        self.act = act
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
        for number, (x, y) in self._places.items():
            if (
                abs(position[0] - x) <= self._radius + 6
                and abs(position[1] - y) <= self._radius + 9
            ):
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
        self._arc = self._arc_step(area, gap)
        base = self._base(theme, area)
        self._places = {number: (x, base) for number, x in columns.items()}
        clip = target.get_clip()
        target.set_clip(self.rect.clip(clip) if clip else self.rect)
        for number in columns:
            step, each = self.numbers[number]
            if step <= self.frame.step and each != self.lit:
                self._draw_arcs(ui, target, each, area, False)
        if self.lit is not None and self.lit.number in self._places:
            self._draw_arcs(ui, target, self.lit, area, True)
        for number in self._places:
            self._draw_number(ui, target, *self.numbers[number])
        self._draw_legend(ui, target, area)
        target.set_clip(clip)

    @property
    def _largest(self) -> int:
        """The largest number that can be taken."""
        return max(max(each.takes, default=1) for _, each in self.numbers)

    def _arc_step(self, area: pygame.Rect, gap: float) -> float:
        """Return the height of an arc for each number it leads over."""
        return min(gap * ARC, area.h * HIGHEST_ARC / self._largest)

    def _base(self, theme: Theme, area: pygame.Rect) -> int:
        """Return the height of the row: a third of the room that is left stands above its arcs."""
        lowest = area.bottom - theme.tx(64)
        needed = theme.tx(16) + self._radius + round(self._arc * self._largest)
        return min(lowest, area.y + needed + max(0, lowest - area.y - needed) // 3)

    def _draw_arcs(
        self,
        ui: Ui,
        target: pygame.Surface,
        each: NumberDecided,
        area: pygame.Rect,
        strong: bool,
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

    def _draw_legend(self, ui: Ui, target: pygame.Surface, area: pygame.Rect) -> None:
        theme, c = ui.theme, ui.theme.colours
        y, x = area.bottom - theme.tx(9), area.x + theme.tx(10)
        double_diamond(target, (x, y), theme.tx(3), c.accent, c.table2)
        x += theme.tx(16)
        text = ui.tr("inspector.kernel.legend")
        room = area.right - x
        size = next((each for each in (14, 12, 11) if theme.width(text, each) <= room), 10)
        theme.blit_text(target, text, size, (x, y), c.text2)


class XorList(StepList):
    """List of the heaps in binary, each with the xor up to it."""

    def __init__(
        self,
        heaps: Sequence[tuple[int, HeapAdded]],
        frame: InspectorFrame,
        ui: Ui,
        act: PanelCallbacks,
    ) -> None:
        rows = [ListRow(ui.tr(heap_text(heap))) for _, heap in heaps]
        super().__init__(rows, [step for step, _ in heaps], frame.step, ui, act)
        self.now = frame.step
        self.heaps = heaps
        self.bits = max(3, max(max(heap.size, heap.xor) for _, heap in heaps).bit_length())

    def size_hint(self, ui: Ui, width: int) -> Size:
        theme = ui.theme
        least = max(theme.width(row.text, 16) for row in self.rows) + theme.tx(48)
        natural = least + 2 * self.bits * theme.tx(24)
        return min(natural, max(least, width)), super().size_hint(ui, width)[1]

    def draw_row(self, ui: Ui, target: pygame.Surface, index: int, rect: pygame.Rect) -> None:
        theme, c, (step, each) = ui.theme, ui.theme.colours, self.heaps[index]
        reached = step <= self.now
        self.draw_ground(ui, target, index, rect.inflate(-8, -2))
        ink = c.text if reached else c.disabled
        left = rect.x + theme.tx(14)
        theme.blit_text(target, self.rows[index].text, 16, (left, rect.centery), ink)
        left += max(theme.width(row.text, 16) for row in self.rows) + theme.tx(20)
        cell = min(theme.tx(22), (rect.right - left - theme.tx(90)) // (2 * self.bits))
        if cell < theme.tx(9):
            return
        self._bits(ui, target, each.size, left, rect.centery, cell, ink)
        if reached:
            left += self.bits * cell + theme.tx(20)
            end = theme.blit_text(target, "xor", 14, (left, rect.centery), c.text2, mono=True)
            left = end.right + theme.tx(10)
            ink = c.accent if each.xor else c.text
            self._bits(ui, target, each.xor, left, rect.centery, cell, ink)
            left += self.bits * cell + theme.tx(8)
            number = ui.tr.number(each.xor)
            if left + theme.width(number, 16, True) < rect.right - 8:
                theme.blit_text(target, number, 16, (left, rect.centery), ink, bold=True)

    def _bits(
        self, ui: Ui, target: pygame.Surface, number: int, left: int, y: int, cell: int, ink: Colour
    ) -> None:
        c = ui.theme.colours
        for place in range(self.bits):
            on = number >> (self.bits - 1 - place) & 1
            colour = ink if on else mix(c.table2, c.text2, 0.5)
            at = (left + place * cell + cell // 2, y)
            ui.theme.blit_text(target, str(on), 16, at, colour, mono=True, align=0.5)


def heap_text(each: HeapAdded) -> Message:
    """Return a heap with its size, in words."""
    return message("inspector.kernel.heap", number=each.heap, count=each.size)


def way_chips(ways: Sequence[Way], frame: InspectorFrame, ui: Ui, act: PanelCallbacks) -> ChipFlow:
    """Lay out every move with its target, whether that is a kernel position, its exact value."""
    kernel, theme = bool(frame.events(NumberDecided)), ui.theme
    colour = side_colour(ui, act, frame.game, frame.game.to_move(frame.state))

    def target_text(each: Way) -> str:
        return ui.tr(
            "inspector.kernel.leaves" if kernel else "inspector.kernel.xor", left=each.left
        )

    def draw(ui: Ui, target: pygame.Surface, box: pygame.Rect, *, each: Way) -> None:
        lit = each.step == frame.step or (each.played and each.reached)
        chip = draw_move(ui, target, box, each.text, colour, lit=lit, reached=each.reached)
        if not each.reached:
            return
        c, x = theme.colours, chip.right + theme.tx(6)
        ink = c.accent if each.good else c.text2
        x = theme.blit_text(target, target_text(each), 14, (x, box.centery), ink).right
        if each.good and kernel:
            double_diamond(target, (x + theme.tx(12), box.centery), theme.tx(3), c.accent, c.panel)
        truth_badge(ui, target, x + theme.tx(24), box.centery, each.truth, True)

    def chip(each: Way) -> Chip:
        width = chip_width(theme, each.text, theme.tx(22)) + theme.tx(92)
        return Chip(width + theme.width(target_text(each), 14), partial(draw, each=each))

    def choose(place: int) -> None:
        each = ways[place]
        if each.step >= 0:
            act.go_to_step(each.step)
        else:
            act.choose((each.move,))

    reached = [place for place, each in enumerate(ways) if each.reached]
    played = [place for place in reached if ways[place].played]
    chosen = [place for place, each in enumerate(ways) if (each.move,) == frame.chosen]
    return ChipFlow(
        [chip(each) for each in ways],
        lead=ui.tr("inspector.layers.moves"),
        at=(chosen or played or reached[-1:] or [0])[0],
        choose=choose,
        line_height=line_height(ui),
        max_lines=MAX_LINES,
        key="inspector values",
    )
