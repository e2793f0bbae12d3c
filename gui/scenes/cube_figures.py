"""What a search cost, and how far cubes are from solved, as figures and bars."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from gui.controls.base import Ui, Widget
from gui.controls.words import wrap
from gui.theme import mix


class SearchFigures(Widget):
    """Positions visited from both ends against one-way search, with a bar of their ratio."""

    def __init__(self, rect: pygame.Rect, visited: int, one_way: int) -> None:
        super().__init__(rect, "figures")
        self.visited, self.one_way = visited, one_way

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c, rect = ui.theme, ui.theme.colours, self.rect
        size = 26.0
        numbers = [ui.tr.number(self.visited), ui.tr.number(self.one_way)]
        while size > 14 and sum(theme.width(n, size, True) for n in numbers) > rect.w - 12:
            size -= 1
        y = rect.y + theme.tx(15)
        theme.blit_text(target, numbers[0], size, (rect.x, y), c.win, bold=True)
        theme.blit_text(target, numbers[1], size, (rect.right, y), c.text, bold=True, align=1)
        y += theme.tx(27)
        words = [ui.tr("cube_lab.two_way_search"), ui.tr("cube_lab.one_way_search")]
        theme.blit_text(target, words[0], 14, (rect.x, y), c.text2)
        theme.blit_text(target, words[1], 14, (rect.right, y), c.text2, align=1)
        height = theme.tx(10)
        track = pygame.Rect(rect.x, rect.bottom - height, rect.w, height)
        ui.brush.rounded(target, track, theme.px(4), c.line)
        share = self.visited / max(1, self.one_way)
        width = min(rect.w, max(theme.px(6), round(rect.w * share)))
        done = pygame.Rect(rect.x, track.y, width, height)
        ui.brush.rounded(target, done, theme.px(4), c.win)


class Histogram(Widget):
    """How many cubes are at each distance; the present one marked by its shape and colour."""

    def __init__(self, rect: pygame.Rect, counts: Sequence[int], present: int | None) -> None:
        super().__init__(rect, "histogram")
        self.counts = counts
        self.present = present
        self.pointed: int | None = None

    def _bar_at(self, x: int) -> int | None:
        if not self.counts or not self.rect.w:
            return None
        index = (x - self.rect.x) * len(self.counts) // self.rect.w
        return index if 0 <= index < len(self.counts) else None

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            before, self.pointed = self.pointed, self._bar_at(event.pos[0])
            return before != self.pointed
        return False

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        if not self.counts:
            return
        theme, c, rect = ui.theme, ui.theme.colours, self.rect
        told = self.pointed if self.hovered and self.pointed is not None else self.present
        line = theme.line_height(14)
        base = rect.bottom - line
        room = base - rect.y - line - theme.px(4)
        step = rect.w / len(self.counts)
        largest = max(self.counts)
        for distance, count in enumerate(self.counts):
            height = max(2, round(room * count / largest))
            left = rect.x + round(step * distance) + max(1, theme.px(1))
            right = rect.x + round(step * (distance + 1)) - max(1, theme.px(1))
            bar = pygame.Rect(left, base - height, max(2, right - left), height)
            here = distance == self.present
            ink = c.accent if here else c.text2 if distance == told else mix(c.line, c.text2, 0.3)
            target.fill(ink, bar)
            middle = (bar.centerx, base + line / 2)
            number = c.accent if here else c.text2
            if step >= theme.width("14", 14) + 2 or distance % 2 == 0:
                theme.blit_text(target, str(distance), 14, middle, number, bold=here, align=0.5)
            if here:
                self._mark(ui, target, bar)
        if told is not None:
            words = ui.tr(
                "cube_lab.at_distance",
                distance=told,
                count=self.counts[told],
                share=self.counts[told] / sum(self.counts) * 100,
            )
            shown = wrap(theme, words, 14, rect.w, most=1)[0]
            theme.blit_text(target, shown, 14, (rect.x, rect.y + line / 2 - 2), c.text2)

    def _mark(self, ui: Ui, target: pygame.Surface, bar: pygame.Rect) -> None:
        """A small pointer above the bar of the present cube."""
        side = ui.theme.tx(5)
        tip = (bar.centerx, bar.y - 3)
        points = [tip, (tip[0] - side, tip[1] - side - 1), (tip[0] + side, tip[1] - side - 1)]
        pygame.draw.polygon(target, ui.theme.colours.accent, points)
