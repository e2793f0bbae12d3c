"""The subtraction game: a winding path of points from the start to 0, and a pawn."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from engine.games.heaps import Heaps
from gui.boards.board import Board
from gui.boards.common import ease_out
from gui.boards.editing import HeapEditing
from gui.boards.heap_graph import graph_card
from gui.boards.heap_view import SingleHeapView, takes_offered
from gui.sounds import Sound
from gui.theme import Colour, Theme, ThemeName, Tint, mix
from gui.ui import Ui

# -- art -------------------------------------------------------------------------------------------


IVORY: Colour = (247, 239, 224)


@dataclass(frozen=True)
class PathColours:
    """The greens of the path in one theme; `shadow` says whether points cast one."""

    point: Colour
    square: Colour
    path: Colour
    shadow: bool


def path_colours(theme: Theme) -> PathColours:
    """Return the path colours of a theme."""
    if theme.look is ThemeName.CONTRAST:
        return PathColours((64, 64, 64), (255, 255, 255), (140, 140, 140), False)
    if theme.look is ThemeName.LIGHT:
        return PathColours((163, 174, 116), (102, 117, 44), (185, 193, 151), True)
    return PathColours((95, 106, 65), (140, 154, 85), (78, 86, 57), True)


def point(ui: Ui, radius: int, ground: Colour, square: bool, shadow: bool) -> pygame.Surface:
    """Return a point of the path, centred in its picture."""
    side = 2 * radius + 2 * max(2, radius // 4)

    def draw(canvas: pygame.Surface, scale: int) -> None:
        middle = pygame.Vector2(side * scale / 2, side * scale / 2)
        down = pygame.Vector2(0.06, 0.14) * radius * scale
        layers = [(middle + down, (0, 0, 0, 80))] if shadow else []
        for centre, ink in [*layers, (middle, (*ground, 255))]:
            if square:
                box = pygame.Rect(0, 0, round(1.92 * radius * scale), round(1.92 * radius * scale))
                box.center = (round(centre.x), round(centre.y))
                pygame.draw.rect(canvas, ink, box, border_radius=round(0.38 * radius * scale))
            else:
                pygame.draw.circle(canvas, ink, centre, radius * scale)

    return ui.brush.kept(("point", radius, ground, square, shadow), (side, side), draw)


def pawn(ui: Ui, height: int) -> pygame.Surface:
    """Return an ivory pawn whose foot is at the middle of the lower edge."""
    size = (round(height * 0.66), height)

    def draw(canvas: pygame.Surface, scale: int) -> None:
        w, h = size[0] * scale, size[1] * scale
        shade = mix(IVORY, (96, 74, 44), 0.45)
        pygame.draw.ellipse(canvas, (0, 0, 0, 70), (w * 0.12, h * 0.80, w * 0.88, h * 0.2))
        steps = 16
        for step in range(steps):
            # From the shaded right edge to the lit left, each layer a little narrower.
            fraction = step / (steps - 1)
            ink = mix(shade, IVORY, min(1.0, fraction * 1.25))
            _body(canvas, w, h, 0.16 * fraction, ink)
        collar = pygame.Rect(0, 0, round(w * 0.56), round(h * 0.10))
        collar.center = (round(w * 0.47), round(h * 0.42))
        pygame.draw.ellipse(canvas, mix(IVORY, (96, 74, 44), 0.30), collar)
        for step in range(10):
            fraction = step / 9
            ink = mix(shade, IVORY, min(1.0, fraction * 1.3))
            middle = (w * (0.47 - 0.035 * fraction), h * (0.23 - 0.018 * fraction))
            pygame.draw.circle(canvas, ink, middle, w * (0.335 - 0.06 * fraction))

    return ui.brush.kept(("pawn", height), size, draw)


def _body(canvas: pygame.Surface, w: float, h: float, inset: float, ink: Colour) -> None:
    """Draw the skirt of the pawn, from the collar to the round foot."""
    right = 1 - inset
    outline = []
    for step in range(13):
        fraction = step / 12
        half = 0.20 + 0.24 * fraction**1.7
        outline.append((half, 0.40 + 0.47 * fraction))
    left_side = [(w * (0.47 - half), h * y) for half, y in outline]
    right_side = [(w * (0.47 + half * right - inset * 0.12), h * y) for half, y in outline]
    pygame.draw.polygon(canvas, ink, left_side + right_side[::-1])
    foot = pygame.Rect(0, 0, round(w * (0.88 - 0.53 * inset)), round(h * 0.15))
    foot.midleft = (round(w * 0.03), round(h * 0.875))
    pygame.draw.ellipse(canvas, ink, foot)


# -- the board -------------------------------------------------------------------------------------


MAX_POINTS = 60
ROW = 1.06  # the distance of two rows, in steps
FEWEST = 4  # columns


class SubtractionView(SingleHeapView):
    """The path of points; a click on a point within reach moves the pawn there."""

    start = first = 0  # the longest path so far, and the largest number drawn
    points = columns = 1

    def layout(self) -> None:
        self.start = max(self.game.start[0], self.left, self.start)
        self.points = min(self.start, MAX_POINTS) + 1
        self._window()
        margin = (0, 0) if self.compact else (-self.theme.px(24), -self.theme.px(16))
        area = self.room().inflate(*margin)
        maximum = area.w if self.compact else self.theme.px(116)

        def rows_high(columns: int) -> float:
            return (-(-self.points // columns) - 1) * ROW + 1

        def step(columns: int) -> float:
            return max(0.0, min(area.w / columns, area.h / rows_high(columns), maximum))

        self.columns = max(range(FEWEST, max(FEWEST, self.points) + 1), key=step)
        self.step = step(self.columns)
        width, height = self.columns * self.step, rows_high(self.columns) * self.step
        self.origin = (area.centerx - width / 2, area.centery - height / 2)
        self.radius = round(self.step * 0.28)

    def _window(self) -> None:
        """Choose the points to draw when the path is longer than the board."""
        behind = self.points // 4
        self.first = min(self.start, max(self.points - 1, self.left + behind))

    @property
    def last(self) -> int:
        """The smallest number drawn."""
        return self.first - self.points + 1

    def state_changed(self) -> None:
        super().state_changed()
        if self.left > self.start:
            self.layout()
        enough = self.left - max(self.game.takes) >= self.last or self.last == 0
        if self.left > self.first or self.left < self.last or not enough:
            self._window()

    def motion(self) -> float:
        return self.theme.seconds(260)

    def centre(self, number: float) -> tuple[float, float]:
        """Return the place of a number on the path; a fraction lies between its neighbours."""
        low = int(number)
        if number != low:
            a, b, fraction = self.centre(low), self.centre(low + 1), number - low
            return a[0] + (b[0] - a[0]) * fraction, a[1] + (b[1] - a[1]) * fraction
        row, column = divmod(self.first - low, self.columns)
        if row % 2:
            column = self.columns - 1 - column
        x = self.origin[0] + (column + 0.5) * self.step
        return x, self.origin[1] + (row * ROW + 0.5) * self.step

    def place_of(self, move: int) -> tuple[tuple[int, int], int]:
        x, y = self.centre(self.left - self.game.split(move)[1])
        return (round(x), round(y)), round(self.radius * 1.2)

    def places_taken(self, state: Heaps, move: int) -> list[tuple[tuple[int, int], int]]:
        """Return the point that a take leads to; takes move the pawn along the path."""
        reached = state.heaps[0] - self.game.split(move)[1]
        if not self.last <= reached <= self.first:
            return []
        x, y = self.centre(reached)
        return [((round(x), round(y)), max(6, round(self.radius * 0.9)))]

    def at(self, position: tuple[int, int]) -> int | None:
        if not self.step:  # there is no room for the board
            return None
        right, down = position[0] - self.origin[0], position[1] - self.origin[1]
        row, column = int(down // (self.step * ROW)), int(right // self.step)
        if row < 0 or not 0 <= column < self.columns:
            return None
        if row % 2:
            column = self.columns - 1 - column
        number = self.first - row * self.columns - column
        if not self.last <= number < self.left:
            return None
        x, y = self.centre(number)
        near = (position[0] - x) ** 2 + (position[1] - y) ** 2 <= (self.step * 0.46) ** 2
        return self.left - number if near else None

    # -- drawing -------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface) -> None:
        self._draw_path(surface)
        lit = {self.left - amount for amount in (self.preview(), self.hinted()) if amount}
        planned = self.left - self.planned() if self.planned() else None
        takes = self.game.takes if self.shown.legal and not self.moving else ()
        edges = dict.fromkeys((self.left - amount for amount in takes), self.theme.colours.accent)
        if planned is not None and not self.moving:
            edges[planned] = self.theme.colours.player(self.shown.state.mover)
        for number in range(self.first, self.last - 1, -1):
            self._draw_point(surface, number, edges.get(number), number in lit)
        if not self.compact and not self.moving:
            self.draw_take_cards(surface, self.strip())
        self._draw_pawn(surface)
        if self.focused and self.cursor is not None and self.cursor <= self.left:
            x, y = self.centre(self.left - self.cursor)
            side = round(self.step * 0.62)
            rect = pygame.Rect(0, 0, side, side).move_to(center=(round(x), round(y)))
            self.ring(surface, rect, side // 2)

    def _draw_path(self, surface: pygame.Surface) -> None:
        colours = path_colours(self.theme)
        width = max(2, round(self.step * 0.08))
        for number in range(self.first, self.last, -1):
            a, b = self.centre(number), self.centre(number - 1)
            size = abs(a[0] - b[0]) + width, abs(a[1] - b[1]) + width
            line = pygame.Rect(0, 0, *map(round, size))
            line.center = round((a[0] + b[0]) / 2), round((a[1] + b[1]) / 2)
            surface.fill(colours.path, line)

    def _is_square(self, number: int) -> bool:
        """Whether a point is a square landmark: every fourth where 1, 2 and 3 may be taken."""
        takes = self.game.takes
        regular = takes == tuple(range(1, len(takes) + 1)) and len(takes) > 1
        return self.landmarks and bool(number) and number % (len(takes) + 1 if regular else 5) == 0

    def _draw_point(
        self, surface: pygame.Surface, number: int, edge: Colour | None, chosen: bool
    ) -> None:
        """Draw a point with its number; `edge` rings a playable or planned one."""
        theme, colours = self.theme, path_colours(self.theme)
        x, y = self.centre(number)
        centre = (round(x), round(y))
        square = self._is_square(number)
        passed = number > self.left and not self.compact
        ground = colours.square if square else colours.point
        if chosen or number == 0:
            ground = theme.colours.accent
        elif passed:
            ground = mix(ground, theme.colours.table, 0.62)
        radius = round(self.radius * (1.3 if number == 0 else 1.0))
        picture = point(self.ui, radius, ground, square, colours.shadow and not passed)
        surface.blit(picture, picture.get_rect(center=centre))
        if edge is not None and not chosen:
            box = pygame.Rect(0, 0, 2 * radius + 8, 2 * radius + 8).move_to(center=centre)
            corner = radius // 2 + 3 if square else radius + 4
            width = 2 if edge == theme.colours.accent else 3
            self.ui.brush.rounded(surface, box, corner, None, edge, width)
        here = number == self.left and not self.moving
        if here or (self.compact and not square and number):
            return
        ink: Colour = (20, 24, 8) if _light(ground) else (250, 246, 236)
        if passed:
            ink = mix(ink, ground, 0.35)
        size = radius * (1.15 if number < 100 else 0.92) / theme.text_u
        size = size if self.compact else min(16.0, size)
        bold = square or number == 0 or chosen or edge is not None
        theme.blit_text(surface, str(number), size, centre, ink, bold=bold, align=0.5)

    def _draw_pawn(self, surface: pygame.Surface) -> None:
        at = float(self.left)
        shown = self.shown
        if self.moving and shown.previous is not None:
            before = shown.previous.heaps[0]
            at = before + (self.left - before) * ease_out(self.fraction)
            at = min(at, float(self.first))
        x, y = self.centre(at)
        picture = pawn(self.ui, max(6, round(self.step * 0.86)))
        surface.blit(picture, picture.get_rect(midbottom=(round(x), round(y + self.step * 0.36))))


def _light(colour: Colour) -> bool:
    """Whether dark ink reads better on a colour."""
    return (colour[0] * 3 + colour[1] * 6 + colour[2]) / 10 > 125


BOARD = Board(
    SubtractionView,
    sample="13 0",
    fills=(1.9, 0.9),
    offer=takes_offered,
    tint=Tint.OLIVE,
    sound=Sound.PLACE,
    plies=lambda game: game.start[0],
    panel=graph_card,
    below=graph_card,
    editing=HeapEditing(lambda game: game.largest),
)
