"""The graph card of a game of one heap, with its kernel."""

from __future__ import annotations

import pygame

from engine.games.heaps import HeapGame, Heaps
from engine.messages import Message, message
from engine.protocols import Value
from gui.boards.values import badge
from gui.kit.text_wrap import wrap
from gui.kit.widget import Size, Widget
from gui.theme import Colour, mix
from gui.ui import Ui


def kernel_take(game: HeapGame, state: Heaps) -> tuple[tuple[int, ...], int | None]:
    """Return the kernel of a one-heap game, and the smallest take that leads into it or None."""
    from engine.solvers.kernel import kernel_of_heaps

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


class HeapGraph(Widget):
    """One heap: the positions in a row, arcs for the takes, the kernel as double diamonds."""

    def __init__(
        self,
        start: int,
        now: int,
        takes: tuple[int, ...],
        kernel: tuple[int, ...],
        best: int | None,
        text: str,
    ) -> None:
        super().__init__("graph")
        self.start = start
        self.now = now
        self.takes = takes
        self.kernel = frozenset(kernel)
        self.best = best
        self.text = text
        self.radius = 9

    def size_hint(self, ui: Ui, width: int) -> Size:
        return min(ui.theme.tx(320), max(ui.theme.tx(160), width)), ui.theme.tx(100)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c, area = ui.theme, ui.theme.colours, self.rect
        first = self._first(area, theme.tx(21))
        count = min(first, area.w // theme.tx(21) - 1)
        last = first - count
        gap = area.w / (count + 1)
        self.radius = round(min(theme.tx(17), max(theme.tx(9), gap * 0.34)))
        line = theme.line_height(14)
        lines = wrap(theme, self.text, 14, area.w, maximum=2)
        base = area.bottom - line * len(lines) - theme.tx(34) - self.radius
        place = {n: round(area.x + (first - n + 0.5) * gap) for n in range(last, first + 1)}
        for number in range(first, last - 1, -1):
            for take in self.takes:
                if number - take >= last:
                    strong = number == self.now
                    chosen = strong and self.best == take
                    ink = c.accent if chosen else c.text2 if strong else mix(c.panel, c.line, 0.8)
                    room = (base - area.y - theme.tx(12)) / max(self.takes)
                    height = min(room, gap * 1.3) * take
                    self._arc(
                        target, place[number], place[number - take], base, height, ink, strong
                    )
        for number, x in place.items():
            self._node(ui, target, number, x, base)
        y = base + self.radius + theme.tx(16)
        side = theme.tx(15)
        for number, x in place.items():
            value = Value.LOSS if number in self.kernel else Value.WIN
            target.blit(badge(ui, value, side), (x - side // 2, y - side // 2))
        y = area.bottom - line * len(lines) + line // 2
        for text in lines:
            theme.blit_text(target, text, 14, (area.x, y), c.text2)
            y += line

    def _first(self, area: pygame.Rect, least: int) -> int:
        """Return the largest number shown: the start, or a window round the current position."""
        room = area.w // least - 1
        if self.start <= room:
            return self.start
        return min(self.start, max(room, self.now + room // 3))

    @staticmethod
    def _arc(
        target: pygame.Surface,
        x0: int,
        x1: int,
        base: int,
        height: float,
        ink: Colour,
        strong: bool,
    ) -> None:
        points = []
        for step in range(25):
            fraction = step / 24
            x = x0 + (x1 - x0) * fraction
            points.append((x, base - theme_arch(fraction) * height))
        pygame.draw.aalines(target, ink, False, points)
        if strong:
            pygame.draw.aalines(target, ink, False, [(x, y + 1) for x, y in points])

    def _node(self, ui: Ui, target: pygame.Surface, number: int, x: int, base: int) -> None:
        theme, c = ui.theme, ui.theme.colours
        radius = self.radius
        if number in self.kernel:
            double_diamond(target, (x, base), radius, c.accent, c.panel)
            ink = c.on_accent
        elif number == self.now:
            ui.brush.disc(target, (x, base), radius + 2, (255, 252, 246))
            ink = (20, 17, 10)
        else:
            ui.brush.disc(target, (x, base), radius, c.line)
            ui.brush.disc(target, (x, base), radius - 1, c.panel)
            ink = c.text if number < self.now else c.disabled
        if number == self.now:
            box = pygame.Rect(0, 0, 2 * radius + 12, 2 * radius + 12)
            box.center = (x, base)
            ui.brush.rounded(target, box, box.w // 2, None, c.text, 2)
        size = 14 * min(1.0, 1.2 * radius / theme.tx(12))
        theme.blit_text(target, str(number), min(14, size), (x, base), ink, align=0.5)


def double_diamond(
    target: pygame.Surface, centre: tuple[int, int], radius: int, ink: Colour, ground: Colour
) -> None:
    """Draw the mark of a kernel position."""
    x, y = centre
    for reach, colour in ((radius + 5, ink), (radius + 3, ground), (radius + 1, ink)):
        points = [(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)]
        pygame.draw.polygon(target, colour, points)


def theme_arch(fraction: float) -> float:
    """Return the height of an arc at a fraction of its way: 0 at both ends and 1 in the middle."""
    return 4 * fraction * (1 - fraction)
