"""The subtraction game: a winding path of points from the start to 0, and a pawn."""

from __future__ import annotations

import pygame

from gui.theme import Colour, mix
from gui.views.common import ease_out
from gui.views.single_heap import SingleHeapView
from gui.views.values import badge, percent

MOST_POINTS = 60


class SubtractionView(SingleHeapView):
    """The path; a click on a point within reach moves the pawn there."""

    def layout(self) -> None:
        start = max(self.game.start[0], self.left)
        self.first = start if start <= MOST_POINTS else min(start, self.left + MOST_POINTS // 3)
        self.points = min(start, MOST_POINTS) + 1
        best = (0.0, 1)
        area = self.rect.inflate(-self.theme.px(48), -self.theme.px(64))
        for columns in range(4, min(self.points, 16) + 1):
            rows = -(-self.points // columns)
            step = min(area.w / columns, area.h / rows / 1.05, self.theme.px(120))
            best = max(best, (step, columns))
        self.step, self.columns = best
        rows = -(-self.points // self.columns)
        width, height = self.columns * self.step, rows * self.step * 1.05
        self.origin = (self.rect.centerx - width / 2, self.rect.centery - height / 2)

    def state_changed(self) -> None:
        if not hasattr(self, "first"):
            return
        last = self.first - self.points + 1
        if not last <= self.left <= self.first or (
            last > 0 and self.left - last < self.points // 4
        ):
            self.layout()

    def motion(self) -> float:
        return self.theme.seconds(260)

    def centre(self, number: float) -> tuple[float, float]:
        """The place of a number on the path; between two numbers, on the way."""
        low = int(number)
        if number != low:
            a, b, share = self.centre(low), self.centre(low + 1), number - low
            return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
        row, column = divmod(self.first - low, self.columns)
        if row % 2:
            column = self.columns - 1 - column
        x = self.origin[0] + (column + 0.5) * self.step
        return x, self.origin[1] + (row + 0.5) * self.step * 1.05

    def amount_at(self, position: tuple[int, int]) -> int | None:
        for number in range(self.left - 1, max(-1, self.left - 12), -1):
            if number < self.first - self.points + 1:
                break
            x, y = self.centre(number)
            if (position[0] - x) ** 2 + (position[1] - y) ** 2 <= (self.step * 0.46) ** 2:
                return self.left - number
        return None

    def draw(self, surface: pygame.Surface) -> None:
        """Path, points, values, pawn."""
        last = max(0, self.first - self.points + 1)
        ink = self._ink()
        width = max(3, round(self.step * 0.09))
        for number in range(self.first, last, -1):
            a, b = self.centre(number), self.centre(number - 1)
            line = pygame.Rect(
                0, 0, round(abs(a[0] - b[0])) + width, round(abs(a[1] - b[1])) + width
            )
            line.center = (round((a[0] + b[0]) / 2), round((a[1] + b[1]) / 2))
            self.ui.brush.rounded(
                surface, line, width // 2, mix(ink, self.theme.colours.table, 0.55)
            )
        chosen = self.left - self.preview() if self.preview() else None
        marked = self.left - self.marked() if self.marked() else None
        reach = {self.left - amount for amount in self.game.takes if amount <= self.left}
        for number in range(self.first, last - 1, -1):
            self._draw_point(surface, number, number in reach, number in (chosen, marked))
        self._draw_values(surface)
        self._draw_pawn(surface)
        if self.focused and self.cursor is not None and self.cursor <= self.left:
            x, y = self.centre(self.left - self.cursor)
            side = round(self.step * 0.62)
            rect = pygame.Rect(0, 0, side, side)
            rect.center = (round(x), round(y))
            self.ring(surface, rect, side // 2)

    def _ink(self) -> Colour:
        """The green of the path: darker on the light table."""
        look = self.theme.look.value
        if look == "contrast":
            return (255, 255, 255)
        return (98, 111, 58) if look == "dark" else (163, 175, 112)

    def _draw_point(self, surface: pygame.Surface, number: int, reach: bool, chosen: bool) -> None:
        theme, colours = self.theme, self.theme.colours
        x, y = self.centre(number)
        centre = (round(x), round(y))
        radius = round(self.step * 0.26)
        ink = self._ink()
        passed = number > self.left
        ground = mix(ink, colours.table, 0.6) if passed else ink
        if chosen:
            ground = colours.accent
        period = self.largest_take + 1
        if number == 0 and not chosen:
            ground = colours.accent
        if number % period == 0 and number:
            rect = pygame.Rect(0, 0, 2 * radius, 2 * radius)
            rect.center = centre
            lighter = mix(ground, (255, 255, 255), 0.2) if not chosen else ground
            self.ui.brush.rounded(surface, rect, radius // 3, lighter)
        else:
            self.ui.brush.disc(surface, centre, radius, ground)
        if reach and self.shown.legal and not chosen and not self.compact:
            box = pygame.Rect(0, 0, 2 * radius + 6, 2 * radius + 6)
            box.center = centre
            corner = radius // 3 + 3 if number % period == 0 and number else radius + 3
            self.ui.brush.rounded(surface, box, corner, None, colours.accent, 2)
        light = (ground[0] * 3 + ground[1] * 6 + ground[2]) / 10 > 120
        words_ink: Colour = (26, 22, 12) if light else (245, 240, 230)
        square = number % period == 0
        if (number != self.left or self.moving) and (square or not self.compact):
            size = min(14.0, radius * 1.1 / theme.text_u)
            theme.blit_text(surface, str(number), size, centre, words_ink, bold=True, align=0.5)

    def _draw_values(self, surface: pygame.Surface) -> None:
        theme = self.theme
        for amount, estimate in self.estimates_by_amount().items():
            x, y = self.centre(self.left - amount)
            below = round(y + self.step * 0.40)
            if estimate.value is not None:
                side = theme.tx(20)
                words = "" if estimate.remoteness is None else str(estimate.remoteness)
                width = side + theme.width(words, 14, True) + theme.tx(4)
                left = round(x - width / 2)
                surface.blit(badge(self.ui, estimate.value, side), (left, below - side // 2))
                theme.blit_text(surface, words, 14, (left + side + theme.tx(4), below), bold=True)
            elif estimate.score is not None:
                words = percent(self.ui, estimate.score)
                best = estimate.move == self.shown.best
                ink = theme.colours.accent if best else theme.colours.text
                theme.blit_text(surface, words, 14, (x, below), ink, bold=best, align=0.5)

    def _draw_pawn(self, surface: pygame.Surface) -> None:
        at = float(self.left)
        shown = self.shown
        if self.moving and shown.previous is not None:
            before = shown.previous.heaps[0]
            at = before + (self.left - before) * ease_out(self.share)
            at = min(at, float(self.first))
        x, y = self.centre(at)
        picture = self.pawn(round(self.step * 0.72))
        surface.blit(picture, picture.get_rect(midbottom=(round(x), round(y + self.step * 0.24))))

    def pawn(self, height: int) -> pygame.Surface:
        """An ivory pawn."""
        size = (round(height * 0.62), height)
        ivory: Colour = (245, 236, 219)

        def draw(big: pygame.Surface, k: int) -> None:
            w, h = size[0] * k, size[1] * k
            shade = mix(ivory, (90, 70, 40), 0.35)
            pygame.draw.ellipse(big, (0, 0, 0, 70), (w * 0.06, h * 0.80, w * 0.94, h * 0.2))
            for inset, ink in ((0.0, shade), (0.07, ivory)):
                body = [
                    (w * (0.36 + inset / 2), h * 0.38),
                    (w * (0.64 - inset), h * 0.38),
                    (w * (0.90 - inset * 2), h * 0.88),
                    (w * (0.10 + inset / 2), h * 0.88),
                ]
                pygame.draw.polygon(big, ink, body)
                base = (w * (0.08 + inset / 2), h * 0.80, w * (0.84 - inset * 2), h * 0.16)
                pygame.draw.ellipse(big, ink, base)
            pygame.draw.circle(big, shade, (w * 0.5, h * 0.24), w * 0.33)
            pygame.draw.circle(big, ivory, (w * 0.47, h * 0.225), w * 0.28)

        return self.ui.brush.kept(("pawn", height), size, draw)
