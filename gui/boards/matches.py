"""The match game: matches on felt in a wooden tray, grooves where matches were taken."""

from __future__ import annotations

import math

import pygame

from engine.games.heaps import Heaps
from gui.boards.board import Board
from gui.boards.editing import HeapEditing
from gui.boards.heap_graph import graph_card
from gui.boards.heap_view import RISE, SingleHeapView, faded, takes_offered
from gui.boards.previews import drawn_large
from gui.paint import smooth
from gui.theme import Colour, Theme, ThemeName, Tint, mix
from gui.ui import Ui

# -- art -------------------------------------------------------------------------------------------


STICK: Colour = (233, 207, 160)
STICK_SIDE: Colour = (199, 159, 99)
HEAD: Colour = (210, 80, 63)


def tilt(index: int) -> tuple[float, float]:
    """Return the lean (radians) and shift (pixels) of a match; a hash makes them repeatable."""
    word = (index * 2654435761 + 97) & 0xFFFFFFFF
    return ((word >> 8 & 255) / 255 - 0.5) * 0.06, ((word >> 16 & 255) / 255 - 0.5) * 4


def draw_stick(
    canvas: pygame.Surface,
    scale: int,
    middle: float,
    shift: float,
    ends: tuple[float, float],
    width: float,
    head: bool = True,
) -> None:
    """Draw a match: two flat quads, a light edge, a paler end and an oval head, over a shadow.

    `ends` are the heights of head and foot, `shift` how far the head leans to the right of the
    middle; all lengths in pixels of `canvas`, which is `scale` times as large as the picture.
    """
    a, b = pygame.Vector2(middle + shift, ends[0]), pygame.Vector2(middle - shift, ends[1])
    along = (b - a).normalize()
    across = along.rotate(-90) * width / 2  # to the right
    _shadow(canvas, scale, a, b, across)
    pygame.draw.polygon(canvas, STICK, [a - across, b - across, b + across, a + across])
    third = across / 3
    pygame.draw.polygon(canvas, STICK_SIDE, [a + third, b + third, b + across, a + across])
    light = min(width * 0.16, float(scale)) * across.normalize()
    edge = [a - across, b - across, b - across + light, a - across + light]
    pygame.draw.polygon(canvas, mix(STICK, (255, 255, 255), 0.45), edge)
    end = along * width * 0.42
    foot = [b - end - across, b - across, b + across, b - end + across]
    pygame.draw.polygon(canvas, mix(STICK, (255, 255, 255), 0.3), foot)
    if head:
        _head(canvas, a, width)


def _shadow(
    canvas: pygame.Surface, scale: int, a: pygame.Vector2, b: pygame.Vector2, across: pygame.Vector2
) -> None:
    """Draw a shadow to the lower right, soft at its edge."""
    drop = pygame.Vector2(2 * scale, 3 * scale)
    for grow, strength in ((1.5, 26), (1.15, 52), (0.8, 76)):
        width = across * grow
        quad = [p + drop for p in (a + width, b + width, b - width, a - width)]
        pygame.draw.polygon(canvas, (0, 0, 0, strength), quad)
        half = across.length() * grow * 1.6
        egg = pygame.Rect(0, 0, round(2 * half), round(2.6 * half))
        egg.center = (round(a.x + drop.x), round(a.y + drop.y))
        pygame.draw.ellipse(canvas, (0, 0, 0, strength), egg)


def _head(canvas: pygame.Surface, at: pygame.Vector2, width: float) -> None:
    """Draw an oval, darker towards its lower right edge, with one highlight."""
    half = (1.7 * width / 2, 2.2 * width / 2)
    rings = 12
    for ring in range(rings, 0, -1):
        fraction = ring / rings
        ink = mix(HEAD, (0, 0, 0), 0.28 * fraction * fraction)
        box = pygame.Rect(0, 0, round(2 * half[0] * fraction), round(2 * half[1] * fraction))
        away = -0.25 * (1 - fraction)
        box.center = (round(at.x + away * half[0]), round(at.y + away * half[1]))
        pygame.draw.ellipse(canvas, ink, box)
    spot = pygame.Rect(0, 0, max(1, round(half[0] * 0.42)), max(1, round(half[1] * 0.36)))
    spot.center = (round(at.x - half[0] * 0.34), round(at.y - half[1] * 0.42))
    pygame.draw.ellipse(canvas, mix(HEAD, (255, 255, 255), 0.5), spot)


def glow(ui: Ui, colour: Colour, width: float, length: int) -> pygame.Surface:
    """Return the glow under a chosen match, with round ends."""
    size = (round(width * 2.6) + 4, round(length + width * 4))

    def draw(canvas: pygame.Surface, scale: int) -> None:
        whole = canvas.get_rect()
        for inset, strength in ((0, 34), (1, 52), (2, 62)):
            box = whole.inflate(-2 * inset * scale, -2 * inset * scale)
            pygame.draw.rect(canvas, (*colour, strength), box, border_radius=box.w // 2)

    return ui.brush.kept(("glow", size, colour), size, draw)


def tray(ui: Ui, size: tuple[int, int]) -> pygame.Surface:
    """Return a wooden frame with felt inside, lit from above; lines only in high contrast."""
    theme, colours, brush = ui.theme, ui.theme.colours, ui.brush
    border, radius = max(3, theme.px(8)), theme.px(12)
    line = max(1, theme.px(1))

    def draw(whole: pygame.Surface, _factor: int) -> None:
        box = whole.get_rect()
        if theme.look is ThemeName.CONTRAST:
            brush.rounded(whole, box, radius, colours.felt, colours.line, 2 * line)
            return
        brush.rounded(whole, box, radius, mix(colours.wood_dark, (0, 0, 0), 0.35))
        face = pygame.Rect(0, 0, box.w, box.h - 2 * line)
        wood = mix(colours.wood_dark, colours.wood, 0.12)
        brush.rounded(whole, face, radius, wood, colours.wood, line)
        inside = box.inflate(-2 * border, -2 * border)
        felt(whole, theme.u, inside, (colours.felt, colours.felt_dark))

    # Straight edges and antialiased corners need no enlargement.
    return brush.kept(("tray", size, theme.look, border), size, draw, factor=1)


def felt(
    canvas: pygame.Surface, u: float, area: pygame.Rect, greens: tuple[Colour, Colour]
) -> None:
    """Draw felt that darkens downwards, with the shadow of the frame along three edges."""
    high, low = greens
    reach = round(8 * u)
    for y in range(area.h):
        shadow = 0.36 * max(0.0, 1 - y / reach) ** 2
        ink = mix(mix(high, low, y / area.h), (0, 0, 0), shadow)
        canvas.fill(ink, (area.x, area.y + y, area.w, 1))
    sides = max(2, round(4 * u))
    veil = pygame.Surface((1, area.h), pygame.SRCALPHA)
    for step in range(sides):
        veil.fill((0, 0, 0, round(70 * (1 - step / sides) ** 2)))
        canvas.blit(veil, (area.x + step, area.y))
        canvas.blit(veil, (area.right - 1 - step, area.y))


# -- the menu tile ---------------------------------------------------------------------------------


GLOW = (255, 180, 80)
FLAME = ((1.0, (240, 130, 40)), (0.72, (250, 190, 80)), (0.42, (255, 244, 200)))


def burning_matches(_position: str, size: tuple[int, int], ui: Ui) -> pygame.Surface:
    """Draw the tile, opaque."""
    return drawn_large(size, ui.theme.colours.tints[Tint.RUST], lambda art: _matches(art, ui.theme))


def _matches(art: pygame.Surface, theme: Theme) -> None:
    """Draw eleven matches, the last one burning and a little lower."""
    width, height = art.get_size()
    count, length = 11, height * 0.66
    span = min(width * 0.72, height * 1.65)
    step = span / (count - 1)
    left, top = (width - span) / 2, height * 0.235
    thick = min(length / 16, step * 0.4)
    unit = height / 160

    def draw(canvas: pygame.Surface, scale: int) -> None:
        for index in range(count):
            lean, shift = tilt(index)
            x, y = (left + index * step + 0.6 * shift * unit) * scale, (top + shift * unit) * scale
            burning = index == count - 1
            foot = y + length * scale
            if burning:
                y += length * 0.10 * scale
                lean = 0.022
            lean *= length * scale / 2
            draw_stick(canvas, scale, x, lean, (y, foot), thick * scale, not burning)
            if burning:
                _flame(canvas, x + lean, y, thick * scale, theme)

    art.blit(smooth((width, height), draw, 2), (0, 0))


def _flame(canvas: pygame.Surface, x: float, y: float, width: float, theme: Theme) -> None:
    """Draw a still flame with its glow, on a charred head."""
    if theme.look is not ThemeName.CONTRAST:
        reach = width * 4.6
        layer = pygame.Surface((round(2 * reach), round(2 * reach)), pygame.SRCALPHA)
        for ring in range(40, 0, -1):
            fraction = ring / 40
            ink = (*GLOW, round(105 * (1 - fraction) ** 1.8))
            pygame.draw.circle(layer, ink, (reach, reach), reach * fraction)
        canvas.blit(layer, (x - reach, y - reach - width * 1.4))
    char = pygame.Rect(0, 0, round(1.3 * width), round(1.7 * width))
    char.center = (round(x), round(y))
    pygame.draw.ellipse(canvas, (58, 36, 20), char)
    foot = y + width * 0.15
    for scale, colour in FLAME:
        tall, across = width * 3.8 * scale, width * 1.02 * scale
        points = []
        for step in range(41):
            fraction = step / 40
            # Round at the bottom, tapering to a tip that leans a little.
            bulge = math.sin(math.pi * fraction**0.62) * (1 - fraction) ** 0.35
            bend = 0.16 * across * fraction**2
            points.append((across * bulge, bend, foot - tall * fraction))
        right = [(x + out + bend, height) for out, bend, height in points]
        left = [(x - out + bend, height) for out, bend, height in points]
        pygame.draw.polygon(canvas, colour, right + left[::-1])


# -- the board -------------------------------------------------------------------------------------


MAX_PER_ROW = 24
MAX_ROWS = 4
SHAPES = 16  # number of different leans: each needs a picture of its own


class MatchesView(SingleHeapView):
    """The tray of matches; a click on the k-th match from the end takes k."""

    whole = 0  # the largest number of matches so far

    def layout(self) -> None:
        theme, room = self.theme, self.room()
        self.whole = max(self.game.start[0], self.left, self.whole)
        self.rows = min(MAX_ROWS, -(-self.whole // MAX_PER_ROW))
        self.per_row = min(MAX_PER_ROW, max(8, -(-self.whole // self.rows)))
        self.capacity = self.rows * self.per_row
        edge = 0 if self.compact else theme.px(4)
        width = min(room.w - 2 * edge, theme.px(1000))
        self.slot = (width - theme.px(44)) / self.per_row
        # A row: room for the heads and their rise, the sticks, the numbers below.
        self.head_room, self.foot_room = theme.px(30), theme.tx(30)
        frame = theme.px(22)
        free = room.h - theme.px(12) - frame - self.rows * (self.head_room + self.foot_room)
        self.length = max(14, int(min(free / self.rows, self.slot * 6.0, theme.px(230))))
        self.row_height = self.head_room + self.length + self.foot_room
        self.tray = pygame.Rect(0, 0, width, frame + self.rows * self.row_height)
        self.tray.center = (room.centerx, room.centery - theme.px(4))
        self.tray.top = max(room.y, self.tray.top)
        strip = self.strip()
        self.cards = strip.move(0, self.tray.y - theme.px(16) - strip.bottom)

    def state_changed(self) -> None:
        super().state_changed()
        self.rising.forget()
        if self.left > self.whole:
            self.layout()

    def above(self) -> int:
        return self.tray.y

    def _first_shown(self) -> int:
        """Return the index of the first match shown; a tray too small for all shows the last.

        Only complete rows are hidden, so that the remaining matches do not shift with every move.
        """
        over = self.left - self.capacity
        return 0 if over <= 0 else -(-over // self.per_row) * self.per_row

    def foot(self, index: int) -> tuple[float, float]:
        """Return the lower end of a match's place."""
        row, column = divmod(index - self._first_shown(), self.per_row)
        x = self.tray.centerx + (column + 0.5 - self.per_row / 2) * self.slot
        y = self.tray.y + self.theme.px(11) + self.head_room + self.length + row * self.row_height
        return x, y

    def place_of(self, move: int) -> tuple[tuple[int, int], int]:
        x, y = self.foot(self.left - self.game.split(move)[1])
        return (round(x), round(y - self.length / 2)), max(6, round(min(22.0, self.slot * 0.45)))

    def places_taken(self, state: Heaps, move: int) -> list[tuple[tuple[int, int], int]]:
        left = state.heaps[0]
        indices = range(max(self._first_shown(), left - self.game.split(move)[1]), left)
        radius = max(6, round(min(16.0, self.slot * 0.42)))
        feet = map(self.foot, indices)
        return [((round(x), round(y - self.length / 2)), radius) for x, y in feet]

    def at(self, position: tuple[int, int]) -> int | None:
        if not self.tray.collidepoint(position):
            return None
        row = (position[1] - self.tray.y - self.theme.px(11)) // self.row_height
        from_middle = (position[0] - self.tray.centerx) / self.slot
        column = int(from_middle + self.per_row / 2)
        if not (0 <= row < self.rows and 0 <= column < self.per_row):
            return None
        index = self._first_shown() + row * self.per_row + column
        return self.left - index if index < self.left else None

    # -- drawing -------------------------------------------------------------------------------

    def chosen(self) -> range:
        up = max(self.preview(), self.hinted(), self.planned())
        return range(self.left - up, self.left)

    def paint(self, surface: pygame.Surface) -> None:
        self._draw_tray(surface)
        first = self._first_shown()
        last = min(first + self.capacity, self.whole)
        chosen = self.preview()
        colours = self.theme.colours
        accent, player = colours.accent, colours.player(self.shown.state.mover)
        shine = [(max(chosen, self.hinted()), accent), (self.planned(), player)]
        for index in range(self.left, last):
            self._draw_groove(surface, index)
        for index in range(first, self.left):
            inks = [ink for amount, ink in shine if index >= self.left - amount]
            self._draw_match(surface, index, inks[0] if inks and not self.moving else None)
        for index in range(first, last):
            self._draw_number(surface, index, self.left - chosen <= index < self.left)
        self._draw_leaving(surface)
        if not self.compact:
            self.draw_take_cards(surface, self.cards)
        if self.focused and self.cursor is not None and self.cursor <= self.left:
            self._draw_cursor(surface)

    def _draw_tray(self, surface: pygame.Surface) -> None:
        theme, colours = self.theme, self.theme.colours
        strength, down, soft = colours.shadow_tile, theme.px(4), theme.px(8)
        radius = theme.px(12)
        self.ui.brush.shadow(surface, self.tray, radius, colours.shadow, strength, down, soft)
        surface.blit(tray(self.ui, self.tray.size), self.tray)

    def _width(self) -> float:
        return float(max(2.0, min(self.slot * 0.22, self.length / 15)))

    def stick(self, index: int) -> pygame.Surface:
        """Return a match with its head up, leaning a little."""
        lean, _ = tilt(index % SHAPES)
        width, length = self._width(), self.length
        pad = round(width * 2) + 3
        size = (round(2 * pad + width + abs(lean) * length), length + 2 * pad)

        def draw(canvas: pygame.Surface, scale: int) -> None:
            shift = lean * length * scale / 2
            ends = (pad * scale, (pad + length) * scale)
            draw_stick(canvas, scale, size[0] * scale / 2, shift, ends, width * scale)

        return self.ui.brush.kept(("match", index % SHAPES, round(width * 10), length), size, draw)

    def _place(self, index: int, up: float = 0.0) -> tuple[int, int]:
        x, y = self.foot(index)
        shift = tilt(index)[1] * min(self.theme.u, self.slot / 24)
        return round(x + shift), round(y - self.length / 2 - self.theme.px(RISE) * up)

    def _draw_match(self, surface: pygame.Surface, index: int, shine: Colour | None) -> None:
        place = self._place(index, self.rising.height(index))
        if shine is not None:
            halo = glow(self.ui, shine, self._width(), self.length)
            surface.blit(halo, halo.get_rect(center=place))
        picture = self.stick(index)
        surface.blit(picture, picture.get_rect(center=place))

    def _draw_groove(self, surface: pygame.Surface, index: int) -> None:
        x, y = self.foot(index)
        width = max(2, round(self._width() * 0.8))
        rect = pygame.Rect(round(x) - width // 2, 0, width, round(self.length * 0.96))
        rect.bottom = round(y)
        contrast = self.theme.look is ThemeName.CONTRAST
        ink = (70, 70, 70) if contrast else mix(self.theme.colours.felt_dark, (0, 0, 0), 0.2)
        self.ui.brush.rounded(surface, rect, width // 2, ink)

    def _draw_number(self, surface: pygame.Surface, index: int, chosen: bool) -> None:
        """Draw the number of a match; where space is short only each fifth and the last."""
        theme, text = self.theme, str(index + 1)
        tight = self.slot < theme.width(str(self.whole), 14) + theme.tx(6)
        hidden = (index + 1) % 5 or self.left - 3 <= index <= self.left + 2
        if self.compact or (tight and index != self.left - 1 and hidden):
            return
        x, y = self.foot(index)
        ink: Colour = (150, 178, 166) if index >= self.left else (229, 238, 230)
        half = theme.width(text, 14, chosen) / 2 + theme.px(12)
        x = min(max(x, self.tray.x + half), self.tray.right - half)
        at = (x, y + theme.tx(16))
        theme.blit_text(surface, text, 14, at, ink, bold=chosen, align=0.5)

    def _draw_leaving(self, surface: pygame.Surface) -> None:
        """Draw the matches just taken as they rise and fade out."""
        shown = self.shown
        if not self.moving or shown.last_move is None or shown.previous is None:
            return
        up, gone = self.leaving()
        maximum = min(shown.previous.heaps[0], self._first_shown() + self.capacity)
        for index in range(self.left, maximum):
            x, y = self._place(index, up)
            picture = faded(self.stick(index), gone)
            y -= round(self.theme.px(48) * gone)
            surface.blit(picture, picture.get_rect(center=(x, y)))

    def _draw_cursor(self, surface: pygame.Surface) -> None:
        """Draw a ring round the chosen matches, one for each row they cover."""
        row: list[int] = []
        for index in range(self.left - self.cursor, self.left):
            if row and self.foot(row[-1])[1] != self.foot(index)[1]:
                self._ring_row(surface, row)
                row = []
            row.append(index)
        if row and row[0] >= self._first_shown():
            self._ring_row(surface, row)

    def _ring_row(self, surface: pygame.Surface, row: list[int]) -> None:
        first, last = self.foot(row[0]), self.foot(row[-1])
        lift = round(self.theme.px(RISE) * self.rising.height(row[0]))
        width = round(last[0] - first[0] + max(self._width() * 3.2, self.slot * 0.5))
        rect = pygame.Rect(0, 0, width, round(self.length + self._width() * 2.4))
        rect.midbottom = (round((first[0] + last[0]) / 2), round(last[1] + self._width()) - lift)
        self.ring(surface, rect, self.theme.px(10))


BOARD = Board(
    MatchesView,
    art=burning_matches,
    offer=takes_offered,
    tint=Tint.RUST,
    plies=lambda game: game.start[0],
    panel=graph_card,
    below=graph_card,
    editing=HeapEditing(lambda game: game.largest),
)
