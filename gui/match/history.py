"""The value of the game over its plies, as a curve and as a strip."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import pygame

from engine.protocols import Value
from gui.boards.token import Token
from gui.boards.values import badge
from gui.kit import Icon, icon
from gui.kit.widget import Widget, key_pressed
from gui.match.view_model import HistoryPoint
from gui.paint import card
from gui.theme import mix
from gui.ui import Ui


class HistoryCard(Widget):
    """Values over the game: a line for the score, a strip of three lanes for exact values."""

    focusable = True

    def __init__(
        self,
        points: Sequence[HistoryPoint],
        ply: int,
        length: int,
        token: Token,
        jump: Callable[[int], None],
        names: tuple[str, str, str],
    ) -> None:
        super().__init__("history")
        self.points = points
        self.ply = ply
        self.length = max(1, length, len(points) - 1)
        self.token = token
        self.jump = jump
        self.names = names
        self.top = 0  # height of the switch above, set on placement
        self._plot = pygame.Rect(0, 0, 1, 1)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            if self._plot.inflate(8, 40).collidepoint(event.pos):
                fraction = (event.pos[0] - self._plot.x) / max(1, self._plot.w)
                self.jump(max(0, min(len(self.points) - 1, round(fraction * self.length))))
            return True
        step = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}
        if key_pressed(event, *step):
            self.jump(max(0, min(len(self.points) - 1, self.ply + step[event.key])))
            return True
        return False

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c = ui.theme, ui.theme.colours
        card(target, ui.brush, theme, self.rect)
        left, right = self.rect.x + theme.px(20), self.rect.right - theme.px(20)
        top = self.rect.y + self.top + theme.px(2) + theme.tx(10)
        legend = theme.tx(28)
        bottom = self.rect.bottom - theme.px(8) - legend - theme.tx(20)
        side = theme.tx(16)
        plot = pygame.Rect(left + theme.tx(28), top, right - left - theme.tx(28), bottom - top)
        self._plot = plot
        if plot.h < theme.tx(30):
            return
        ui.brush.rounded(target, plot, theme.px(8), c.table2)
        for player, y in ((0, plot.top + side // 2), (1, plot.bottom - side // 2)):
            picture = self.token(player, side)
            target.blit(picture, picture.get_rect(center=(left + side // 2, y)))
        for x in range(plot.x, plot.right, 8):
            target.fill(c.line, (x, plot.centery, 4, 1))
        self._draw_line(ui, target, plot)
        self._draw_strip(ui, target, plot)
        self._draw_legend(ui, target, left, right)

    def _x(self, ply: int) -> int:
        return self._plot.x + round(self._plot.w * ply / self.length)

    def _draw_line(self, ui: Ui, target: pygame.Surface, plot: pygame.Rect) -> None:
        theme, c = ui.theme, ui.theme.colours
        inner = plot.inflate(0, -theme.px(8))
        places = [
            (self._x(ply), inner.bottom - round(inner.h * point.score))
            for ply, point in enumerate(self.points)
            if point.score is not None
        ]
        for start, end in pairwise(with_crossings(places, plot.centery)):
            colour = c.red if start[1] + end[1] < 2 * plot.centery else c.yellow
            foot = [(end[0], plot.centery), (start[0], plot.centery)]
            pygame.draw.polygon(target, mix(c.table2, colour, 0.5), [start, end, *foot])
        for start, end in pairwise(places):
            pygame.draw.aaline(target, c.text, start, end, 2)
        side = theme.tx(12)
        heights = dict(places)
        for ply, point in enumerate(self.points):
            y = heights.get(self._x(ply))
            if point.mistake and y is not None:
                sign = icon(ui.brush, Icon.WARNING, side, c.loss)
                target.blit(
                    sign, sign.get_rect(midbottom=(self._x(ply), max(plot.y + side, y - 4)))
                )
        now = heights.get(self._x(self.ply))
        if now is not None:
            ui.brush.disc(target, (self._x(self.ply), now), theme.px(5), c.accent)

    def _draw_strip(self, ui: Ui, target: pygame.Surface, plot: pygame.Rect) -> None:
        theme, c = ui.theme, ui.theme.colours
        top, lane = plot.bottom + theme.tx(5), max(3, theme.tx(4))
        width = max(2, round(plot.w / self.length) - 2)
        for ply in range(self.length + 1):
            x = self._x(ply) - width // 2
            value = self.points[ply].value if ply < len(self.points) else None
            if value is None:
                target.fill(c.line, (x, top + lane + lane // 2, width, 1))
            else:
                y = top + lane * (1 - int(value))
                ui.brush.rounded(target, pygame.Rect(x, y, width, lane), 1, c.value(int(value)))

    def _draw_legend(self, ui: Ui, target: pygame.Surface, left: int, right: int) -> None:
        theme = ui.theme
        y = self.rect.bottom - theme.px(8) - theme.tx(12)
        side = theme.tx(18)
        total = sum(theme.width(name, 14) + side + theme.tx(6) for name in self.names)
        gap = (right - left - total) // 3
        if gap < theme.tx(4):
            return
        x = left
        for value, name in zip((Value.WIN, Value.DRAW, Value.LOSS), self.names, strict=True):
            target.blit(badge(ui, value, side), (x, y - side // 2))
            x += side + theme.tx(6)
            theme.blit_text(target, name, 14, (x, y))
            x += theme.width(name, 14) + min(gap, theme.tx(20))


def with_crossings(places: Sequence[tuple[int, int]], middle: int) -> list[tuple[int, int]]:
    """Return the points of a line with its crossings of the height `middle` inserted."""
    whole: list[tuple[int, int]] = []
    for point in places:
        if whole and (whole[-1][1] - middle) * (point[1] - middle) < 0:
            (x0, y0), (x1, y1) = whole[-1], point
            whole.append((round(x0 + (x1 - x0) * (middle - y0) / (y1 - y0)), middle))
        whole.append(point)
    return whole
