"""The curve of a finished game: which side was better when, with the person's mistakes marked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import pygame

from gui.boards.token import Token
from gui.kit import Icon, icon
from gui.kit.widget import Size, Widget, key_pressed
from gui.match.history import with_crossings
from gui.match.view_model import HistoryPoint
from gui.paint import card
from gui.theme import mix
from gui.ui import Ui

TRIANGLE = 22
LEAST_HEIGHT = 180


class CurveCard(Widget):
    """A curve over all plies; a click shows a position, a click on a triangle the mistake."""

    focusable = True

    def __init__(
        self,
        points: Sequence[HistoryPoint],
        ply: int,
        token: Token,
        jump: Callable[[int], None],
        title: str,
        winning: tuple[str, str],
        length: str,
        legend: str,
    ) -> None:
        super().__init__("history")
        self.points = points
        self.ply = ply
        self.token = token
        self.jump = jump
        self.title = title
        self.winning = winning  # labels above and below the middle
        self.length = length
        self.legend = legend  # explains the triangles; "" without any
        self._plot = pygame.Rect(0, 0, 1, 1)
        self._marks: list[tuple[pygame.Rect, int]] = []

    def size_hint(self, ui: Ui, width: int) -> Size:
        theme = ui.theme
        longest = max(theme.width(text, 14) for text in (*self.winning, self.legend, self.length))
        return longest + theme.px(40) + theme.tx(28), theme.tx(LEAST_HEIGHT)

    def handle(self, event: pygame.event.Event) -> bool:
        last = len(self.points) - 1
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            mark = next((ply for rect, ply in self._marks if rect.collidepoint(event.pos)), None)
            if mark is not None:
                self.jump(mark - 1)  # before the move, to try a better one
            elif self._plot.inflate(8, 8).collidepoint(event.pos):
                fraction = (event.pos[0] - self._plot.x) / max(1, self._plot.w)
                self.jump(max(0, min(last, round(fraction * last))))
            return True
        step = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}
        if key_pressed(event, *step):
            self.jump(max(0, min(last, self.ply + step[event.key])))
            return True
        return False

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c, rect = ui.theme, ui.theme.colours, self.rect
        card(target, ui.brush, theme, rect)
        left, right = rect.x + theme.px(20), rect.right - theme.px(20)
        row, first = theme.tx(26), rect.y + theme.px(8) + theme.tx(16)
        theme.blit_text(target, self.title, 16, (left, first), bold=True)
        x = left + theme.tx(28)
        theme.blit_text(target, self.winning[0], 14, (x, first + row + theme.tx(4)), c.text2)
        foot = rect.bottom - theme.px(8) - theme.tx(14)
        if self.legend:
            side = theme.tx(16)
            sign = pygame.Rect(left, foot - side // 2, side, side)
            self._triangle(target, sign, ui)
            theme.blit_text(target, self.legend, 14, (x, foot))
            foot -= row
        theme.blit_text(target, self.winning[1], 14, (x, foot), c.text2)
        theme.blit_text(target, self.length, 14, (right, foot), c.text2, align=1)
        top = first + row + theme.tx(20)
        self._plot = plot = pygame.Rect(x, top, right - x, foot - theme.tx(16) - top)
        if plot.h < theme.tx(40):
            return
        ui.brush.rounded(target, plot, theme.px(8), c.table2)
        side = theme.tx(18)
        for player, y in ((0, plot.top + side // 2), (1, plot.bottom - side // 2)):
            picture = self.token(player, side)
            target.blit(picture, picture.get_rect(center=(left + side // 2, y)))
        target.fill(c.line, (plot.x, plot.centery, plot.w, 1))
        self._draw_line(ui, target, plot)

    def _draw_line(self, ui: Ui, target: pygame.Surface, plot: pygame.Rect) -> None:
        theme, c = ui.theme, ui.theme.colours
        inner = plot.inflate(-2 * theme.tx(8), -2 * theme.tx(12))
        last = max(1, len(self.points) - 1)
        places = {
            ply: (
                inner.x + round(inner.w * ply / last),
                round(plot.centery - inner.h / 2 * point.height),
            )
            for ply, point in enumerate(self.points)
            if point.height is not None
        }
        for start, end in pairwise(with_crossings(list(places.values()), plot.centery)):
            colour = c.red if start[1] + end[1] < 2 * plot.centery else c.yellow
            ends = [(end[0], plot.centery), (start[0], plot.centery)]
            pygame.draw.polygon(target, mix(c.table2, colour, 0.5), [start, end, *ends])
        for start, end in pairwise(places.values()):
            pygame.draw.aaline(target, c.text, start, end, 2)
        self._draw_marks(ui, target, plot, places)
        if self.ply in places:
            ui.brush.disc(target, places[self.ply], theme.px(5), c.accent)

    def _draw_marks(
        self,
        ui: Ui,
        target: pygame.Surface,
        plot: pygame.Rect,
        places: dict[int, tuple[int, int]],
    ) -> None:
        """Draw a numbered triangle over the position before each of the person's mistakes."""
        theme, side = ui.theme, ui.theme.tx(TRIANGLE)
        self._marks = []
        for ply, point in enumerate(self.points):
            at = places.get(ply - 1, places.get(ply))
            if not point.own or at is None:
                continue
            box = pygame.Rect(0, 0, side, side)
            box.midbottom = (at[0], max(plot.y + side // 2, at[1] - theme.tx(4)))
            self._triangle(target, box, ui)
            middle = (box.centerx, box.centery - side * 0.06)
            ink = theme.colours.on_value
            theme.blit_text(target, str(point.own), 12, middle, ink, bold=True, align=0.5)
            self._marks.append((box.inflate(8, 8), ply))

    @staticmethod
    def _triangle(target: pygame.Surface, box: pygame.Rect, ui: Ui) -> None:
        target.blit(icon(ui.brush, Icon.MISTAKE, box.w, ui.theme.colours.loss), box)
