"""The graph card of a game of one heap, with its kernel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import pygame

from engine.games.heaps import HeapGame, Heaps
from engine.messages import Message, message
from engine.protocols import Value
from gui.boards.marks import INK_DARK, INK_LIGHT
from gui.boards.values import badge
from gui.kit.text_wrap import wrap
from gui.kit.widget import Size, Widget
from gui.theme import Colour, Theme, mix
from gui.ui import Ui


def kernel_take(game: HeapGame, state: Heaps) -> tuple[tuple[int, ...], int | None]:
    """Return the kernel of a one-heap game, and the smallest take that leads into it or None."""
    from engine.solvers.heap_theory import kernel_of_heaps

    members, now = kernel_of_heaps(game, state), state.heaps[0]
    return members, next((t for t in game.amounts if t <= now and now - t in members), None)


def graph_words(game: HeapGame, state: Heaps) -> Message:
    """Return the kernel strategy's advice for the current heap."""
    take = kernel_take(game, state)[1]
    if take is not None:
        return message("match.kernel_take", take=take, left=state.heaps[0] - take)
    # A player who can move but cannot reach the kernel is in the kernel.
    return message("match.kernel_in" if game.moves(state) else "match.kernel_over")


def graph_card(game: HeapGame, state: Heaps, ui: Ui) -> HeapGraph:
    """Return the graph of a one-heap game, with the advice of the theory."""
    members, take = kernel_take(game, state)
    now = state.heaps[0]
    text = ui.tr(graph_words(game, state))
    return HeapGraph(max(game.start[0], now), now, game.amounts, members, take, text)


@dataclass(eq=False)
class HeapGraph(Widget):
    """One heap: the positions in a row, arcs for the takes, the kernel as double diamonds."""

    start: int
    now: int
    takes: tuple[int, ...]
    kernel: tuple[int, ...]
    best: int | None
    text: str

    def __post_init__(self) -> None:
        super().__init__("graph")
        self.radius = 9

    def size_hint(self, ui: Ui, width: int) -> Size:
        return min(ui.theme.tx(320), max(ui.theme.tx(160), width)), ui.theme.tx(100)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c, area = ui.theme, ui.theme.colours, self.rect
        place, gap = number_row(area, self.start, self.now, area.w // theme.tx(21))
        self.radius = round(min(theme.tx(17), max(theme.tx(9), gap * 0.34)))
        line = theme.line_height(14)
        lines = wrap(theme, self.text, 14, area.w, maximum=2)
        base = area.bottom - line * len(lines) - theme.tx(34) - self.radius
        for number in reversed(place):
            for take in self.takes:
                if number - take in place:
                    strong = number == self.now
                    chosen = strong and self.best == take
                    ink = c.accent if chosen else c.text2 if strong else mix(c.panel, c.line, 0.8)
                    room = (base - area.y - theme.tx(12)) / max(self.takes)
                    height = min(room, gap * 1.3) * take
                    draw_arc(target, place[number], place[number - take], base, height, ink, strong)
        for number, x in place.items():
            member, current = number in self.kernel, number == self.now
            mark = NumberMark(number, member, current, number < self.now, 6 if current else 0)
            draw_number(ui, target, mark, (x, base), self.radius, c.panel)
        y = base + self.radius + theme.tx(16)
        side = theme.tx(15)
        for number, x in place.items():
            value = Value.LOSS if number in self.kernel else Value.WIN
            target.blit(badge(ui, value, side), (x - side // 2, y - side // 2))
        y = area.bottom - line * len(lines) + line // 2
        for text in lines:
            theme.blit_text(target, text, 14, (area.x, y), c.text2)
            y += line


def number_row(
    area: pygame.Rect, largest: int, now: int, room: int
) -> tuple[dict[int, int], float]:
    """Return the column of each number, the end at the right, and the distance between two.

    Where not all of them have room, they are a window round the current number.
    """
    first = largest if largest < room else min(largest, max(room - 1, now + room // 4))
    numbers = range(max(0, first - room + 1), first + 1)
    gap = area.w / len(numbers)
    return {number: round(area.x + (first - number + 0.5) * gap) for number in numbers}, gap


def double_diamond(
    target: pygame.Surface, centre: tuple[int, int], radius: int, ink: Colour, ground: Colour
) -> None:
    """Draw the mark of a kernel position."""
    x, y = centre
    for reach, colour in ((radius + 5, ink), (radius + 3, ground), (radius + 1, ink)):
        points = [(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)]
        pygame.draw.polygon(target, colour, points)


def draw_arc(
    target: pygame.Surface, x0: int, x1: int, base: int, height: float, ink: Colour, strong: bool
) -> None:
    """Draw a take as a parabola between two numbers of the row; a strong one is thicker."""
    fractions = [step / 24 for step in range(25)]
    points = [(x0 + (x1 - x0) * at, base - 4 * at * (1 - at) * height) for at in fractions]
    pygame.draw.aalines(target, ink, False, points)
    if strong:
        pygame.draw.aalines(target, ink, False, [(x, y + 1) for x, y in points])


class NumberMark(NamedTuple):
    """A number of the row as it is drawn; `ring` is the room of the ring round it, 0 for none."""

    number: int
    member: bool  # of the kernel, as far as it is known
    start: bool  # the number the drawing begins with, in a light disc
    reached: bool  # its digits are in full ink
    ring: int


def draw_number(
    ui: Ui,
    target: pygame.Surface,
    mark: NumberMark,
    centre: tuple[int, int],
    radius: int,
    ground: Colour,
) -> None:
    """Draw a number in its disc, or in the double diamond of the kernel."""
    theme, c = ui.theme, ui.theme.colours
    if mark.member:
        double_diamond(target, centre, radius, c.accent, ground)
        ink = c.on_accent
    elif mark.start:
        ui.brush.disc(target, centre, radius + 2, INK_LIGHT)
        ink = INK_DARK
    else:
        ui.brush.disc(target, centre, radius, c.line)
        ui.brush.disc(target, centre, radius - 1, c.panel)
        ink = c.text if mark.reached else c.disabled
    if mark.ring:
        box = pygame.Rect(0, 0, 2 * (radius + mark.ring), 2 * (radius + mark.ring))
        box.center = centre
        ui.brush.rounded(target, box, box.w // 2, None, c.text, 2)
    size = number_size(theme, radius)
    theme.blit_text(target, str(mark.number), size, centre, ink, align=0.5)


def number_size(theme: Theme, radius: int) -> float:
    """Return the size of the numbers, which get smaller with their discs."""
    return min(14.0, 14 * 1.2 * radius / theme.tx(12))
