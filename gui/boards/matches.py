"""The match game: matches on felt in a wooden tray, grooves where matches were taken."""

from __future__ import annotations

import pygame

from engine.games.heaps import Heaps
from gui.boards.board import Board
from gui.boards.editing import HeapEditing
from gui.boards.heap_graph import graph_card
from gui.boards.heap_view import RISE, SingleHeapView, faded, takes_offered
from gui.boards.matches_art import burning_matches, draw_stick, glow, tilt, tray
from gui.theme import Colour, ThemeName, Tint, mix

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
        """Draw tray, grooves, matches, numbers and values."""
        self._draw_tray(surface)
        first = self._first_shown()
        last = min(first + self.capacity, self.whole)
        chosen = self.preview()
        accent, player = (
            self.theme.colours.accent,
            self.theme.colours.player(self.shown.state.mover),
        )
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
        if self.compact or (tight and index != self.left - 1 and self._hidden(index)):
            return
        x, y = self.foot(index)
        ink: Colour = (150, 178, 166) if index >= self.left else (229, 238, 230)
        half = theme.width(text, 14, chosen) / 2 + theme.px(12)
        x = min(max(x, self.tray.x + half), self.tray.right - half)
        at = (x, y + theme.tx(16))
        theme.blit_text(surface, text, 14, at, ink, bold=chosen, align=0.5)

    def _hidden(self, index: int) -> bool:
        """Whether to omit this number where space is short."""
        return bool((index + 1) % 5) or self.left - 3 <= index <= self.left + 2

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
