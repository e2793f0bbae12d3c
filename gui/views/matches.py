"""The match game: matches on felt in a wooden tray; grooves where some were taken."""

from __future__ import annotations

import pygame

from gui.theme import Colour, mix
from gui.views.common import ease_out
from gui.views.single_heap import SingleHeapView
from gui.views.values import draw_estimate

STICK: Colour = (233, 207, 160)
STICK_SIDE: Colour = (199, 159, 99)
HEAD: Colour = (210, 80, 63)
MOST_A_ROW = 24
MOST_ROWS = 4


def tilt(index: int) -> tuple[float, float]:
    """The lean (radians) and shift (pixels) of a match, the same every time."""
    word = (index * 2654435761 + 97) & 0xFFFFFFFF
    return ((word >> 8 & 255) / 255 - 0.5) * 0.06, ((word >> 16 & 255) / 255 - 0.5) * 4


class MatchesView(SingleHeapView):
    """The tray; a click on the k-th match from the end takes k."""

    def layout(self) -> None:
        theme = self.theme
        start = max(self.game.start[0], self.left)
        self.rows = min(MOST_ROWS, -(-start // MOST_A_ROW))
        self.per_row = min(MOST_A_ROW, max(8, -(-start // self.rows)))
        self.capacity = self.rows * self.per_row
        value_space = theme.tx(92)
        width = min(self.rect.w, theme.px(1000))
        self.slot = (width - theme.px(48)) / self.per_row
        most = self.rect.h - theme.px(32) - self._head() - theme.tx(36) * self.rows - value_space
        self.length = max(24, int(min(most / self.rows, self.slot * 7.0, theme.px(210))))
        height = self.rows * (self.length + theme.tx(36)) + theme.px(32) + self._head()
        self.tray = pygame.Rect(0, 0, width, height)
        self.tray.midtop = (
            self.rect.centerx,
            self.rect.y + max(value_space, (self.rect.h - height + value_space) // 2),
        )
        self.cards = pygame.Rect(self.tray.x, self.tray.y - value_space, width, value_space)

    def state_changed(self) -> None:
        if self.left > getattr(self, "capacity", 0):
            self.layout()

    def motion(self) -> float:
        return self.theme.seconds(270)

    def banner_rect(self) -> pygame.Rect | None:
        return self.cards.inflate(0, -self.theme.px(8))

    def _head(self) -> int:
        """The room above the highest match for its head, and for its rise."""
        return self.theme.px(26)

    def _first_shown(self) -> int:
        """Matches are numbered from 0; a row of more than fits shows the last ones."""
        return max(0, self.left - int(self.capacity))

    def foot(self, index: int) -> tuple[float, float]:
        """The lower end of a match's place."""
        row, column = divmod(index - self._first_shown(), self.per_row)
        x = self.tray.x + self.theme.px(24) + (column + 0.5) * self.slot
        y = self.tray.y + self.theme.px(18) + self._head() + (row + 1) * self.length
        return x, y + row * (self.theme.tx(36))

    def amount_at(self, position: tuple[int, int]) -> int | None:
        if not self.tray.collidepoint(position):
            return None
        for index in range(self._first_shown(), self.left):
            x, y = self.foot(index)
            near = abs(position[0] - x) <= self.slot / 2
            if near and y - self.length - 20 <= position[1] <= y + self.theme.tx(30):
                return self.left - index
        return None

    def draw(self, surface: pygame.Surface) -> None:
        """Tray, grooves, matches, numbers, values."""
        surface.blit(self._tray_picture(), self.tray)
        shown_until = self._first_shown() + self.capacity
        whole = min(shown_until, max(self.game.start[0], self.left))
        chosen, marked = self.preview(), self.marked()
        for index in range(self._first_shown(), whole):
            taken = index >= self.left
            up = not taken and index >= self.left - max(chosen, marked)
            if taken:
                self._draw_groove(surface, index)
            else:
                self._draw_match(surface, index, up, index >= self.left - chosen)
            self._draw_number(surface, index, taken, up)
        self._draw_leaving(surface)
        self._draw_values(surface)
        if self.focused and self.cursor is not None and self.cursor <= self.left:
            self._draw_cursor(surface)

    def _tray_picture(self) -> pygame.Surface:
        size = self.tray.size
        colours = self.theme.colours
        border = max(4, self.theme.px(8))

        def draw(big: pygame.Surface, k: int) -> None:
            whole = big.get_rect()
            radius = self.theme.px(12) * k
            pygame.draw.rect(big, colours.wood_dark, whole, border_radius=radius)
            rim = whole.inflate(-2 * k, -2 * k)
            pygame.draw.rect(
                big, mix(colours.wood, colours.wood_dark, 0.55), rim, border_radius=radius
            )
            felt = whole.inflate(-2 * border * k, -2 * border * k)
            pygame.draw.rect(big, colours.felt, felt, border_radius=radius // 2)
            steps = 24
            for step in range(steps):
                share = step / (steps - 1)
                band = pygame.Rect(
                    felt.x, felt.y + felt.h * step // steps, felt.w, felt.h // steps + 1
                )
                ends = radius // 2 if step in (0, steps - 1) else 0
                pygame.draw.rect(
                    big, mix(colours.felt, colours.felt_dark, share), band, border_radius=ends
                )
            pygame.draw.rect(big, mix(colours.felt_dark, (0, 0, 0), 0.3), felt, k, radius // 2)

        return self.ui.brush.kept(("tray", size, self.theme.look, border), size, draw)

    def _width(self) -> float:
        return float(max(3.0, min(self.slot * 0.2, self.length / 14)))

    def stick(self, index: int, glow: bool) -> pygame.Surface:
        """A match with its head up, leaning a little."""
        lean, _ = tilt(index)
        width, length = self._width(), self.length
        pad = round(width * 2.4)
        size = (round(2 * pad + width + abs(lean) * length), length + 2 * pad)
        accent = self.theme.colours.accent

        def draw(big: pygame.Surface, k: int) -> None:
            middle = size[0] * k / 2
            top, low = pad * k, (pad + length) * k
            shift = lean * length * k / 2
            _draw_stick(big, k, middle, shift, top, low, width * k, accent if glow else None)

        key = ("match", index % 64, round(width * 10), length, glow, accent)
        return self.ui.brush.kept(key, size, draw)

    def _place(self, index: int) -> tuple[int, int]:
        x, y = self.foot(index)
        return round(x + tilt(index)[1] * self.theme.u), round(y - self.length / 2)

    def _draw_match(self, surface: pygame.Surface, index: int, up: bool, glow: bool) -> None:
        x, y = self._place(index)
        picture = self.stick(index, glow or up)
        if up:
            y -= self.theme.px(12)
        surface.blit(picture, picture.get_rect(center=(x, y)))

    def _draw_groove(self, surface: pygame.Surface, index: int) -> None:
        x, y = self.foot(index)
        width = max(3, round(self._width()))
        rect = pygame.Rect(round(x) - width // 2, 0, width, round(self.length * 0.94))
        rect.bottom = round(y)
        ink = mix(self.theme.colours.felt_dark, (0, 0, 0), 0.22)
        self.ui.brush.rounded(surface, rect, width // 2, ink)

    def _draw_number(self, surface: pygame.Surface, index: int, taken: bool, up: bool) -> None:
        if self.slot < self.theme.tx(18) and (index + 1) % 5:
            return
        x, y = self.foot(index)
        ink: Colour = (120, 150, 138) if taken else (245, 240, 230)
        at = (x, y + self.theme.tx(18))
        self.theme.blit_text(surface, str(index + 1), 14, at, ink, bold=up, align=0.5)

    def _draw_leaving(self, surface: pygame.Surface) -> None:
        shown = self.shown
        if not self.moving or shown.last_move is None or shown.previous is None:
            return
        before = shown.previous.heaps[0]
        rise = round(self.theme.px(60) * ease_out(self.share))
        for index in range(self.left, min(before, self._first_shown() + self.capacity)):
            x, y = self._place(index)
            picture = self.stick(index, False).copy()
            picture.set_alpha(round(255 * (1 - self.share)))
            surface.blit(picture, picture.get_rect(center=(x, y - rise)))

    def _draw_values(self, surface: pygame.Surface) -> None:
        """Cards for the amounts, above the matches that would go first."""
        theme, colours = self.theme, self.theme.colours
        estimates = sorted(self.estimates_by_amount().items(), reverse=True)
        if not estimates:
            return
        width, gap = theme.tx(92), theme.px(8)
        total = len(estimates) * (width + gap) - gap
        x = min(self.tray.right - total, self.cards.centerx - total // 2)
        for amount, estimate in reversed(estimates):
            rect = pygame.Rect(x, self.cards.y, width, self.cards.h - theme.px(10))
            best = estimate.move == self.shown.best
            ground = mix(colours.panel, colours.accent, 0.16) if best else colours.panel
            edge = colours.accent if best else colours.hair
            self.ui.brush.rounded(surface, rect, theme.px(10), ground, edge, 2 if best else 1)
            words = self.ui.tr("board.take", count=amount)
            theme.blit_text(surface, words, 14, (rect.centerx, rect.y + theme.tx(15)), align=0.5)
            inner = pygame.Rect(rect.x, rect.y + theme.tx(24), rect.w, rect.h - theme.tx(26))
            draw_estimate(self.ui, surface, estimate, inner, best)
            x += width + gap

    def _draw_cursor(self, surface: pygame.Surface) -> None:
        first, last = self.foot(self.left - self.cursor), self.foot(self.left - 1)
        if first[1] != last[1]:
            first = last
        rect = pygame.Rect(0, 0, round(last[0] - first[0] + self.slot * 0.8), self.length + 26)
        rect.midbottom = (round((first[0] + last[0]) / 2), round(last[1]) + 4)
        self.ring(surface, rect, self.theme.px(10))


def _draw_stick(
    big: pygame.Surface,
    k: int,
    middle: float,
    shift: float,
    top: float,
    low: float,
    width: float,
    glow: Colour | None,
) -> None:
    """Two flat quads, a light edge, a paler end and an egg of a head."""
    a, b = pygame.Vector2(middle + shift, top), pygame.Vector2(middle - shift, low)
    across = (b - a).rotate(90).normalize() * -width / 2
    if glow is not None:
        halo = across * 2.6
        light = (*glow, 60)
        pygame.draw.polygon(big, light, [a + halo, b + halo, b - halo, a - halo])
    drop = pygame.Vector2(2 * k, 3 * k)
    pygame.draw.polygon(
        big, (0, 0, 0, 76), [p + drop for p in (a + across, b + across, b - across, a - across)]
    )
    pygame.draw.polygon(big, STICK, [a - across, b - across, b + across, a + across])
    third = across / 3
    pygame.draw.polygon(big, STICK_SIDE, [a + third, b + third, b + across, a + across])
    end = (b - a).normalize() * width * 0.4
    pygame.draw.polygon(
        big,
        mix(STICK, (255, 255, 255), 0.3),
        [b - end - across, b - across, b + across, b - end + across],
    )
    head = pygame.Vector2(a)
    half = (1.7 * width / 2, 2.2 * width / 2)
    for ring in range(10, 0, -1):
        share = ring / 10
        ink = mix(HEAD, (0, 0, 0), 0.28 * share * share)
        box = pygame.Rect(0, 0, round(2 * half[0] * share), round(2 * half[1] * share))
        box.center = (round(head.x), round(head.y))
        pygame.draw.ellipse(big, ink, box)
    spot = pygame.Rect(0, 0, max(1, round(half[0] * 0.5)), max(1, round(half[1] * 0.5)))
    spot.center = (round(head.x - half[0] * 0.35), round(head.y - half[1] * 0.4))
    pygame.draw.ellipse(big, mix(HEAD, (255, 255, 255), 0.45), spot)
