"""Discs, and the marks on boards: rings, brackets, numbers, a line of moves in text."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

import pygame

from engine.naming import line_name
from gui.kit.text_wrap import shorten
from gui.kit.widget import Size, Widget
from gui.paint import round_line
from gui.protocols import BoardMarks
from gui.theme import Colour, mix
from gui.ui import Ui

Point = tuple[int, int]
Token = Callable[[int, int], pygame.Surface]  # (player, diameter), on a transparent background
IVORY: Colour = (245, 236, 214)
EDGE: Colour = (20, 17, 10)


def disc(ui: Ui, player: int, diameter: int) -> pygame.Surface:
    """Return a red disc with a ring or a yellow one with a dot: distinct without colour."""
    c = ui.theme.colours
    face, rim = (c.yellow, c.yellow_rim) if player else (c.red, c.red_rim)

    def draw(canvas: pygame.Surface, scale: int) -> None:
        radius = diameter * scale / 2
        middle = (radius, radius)
        pygame.draw.circle(canvas, rim, middle, radius)
        pygame.draw.circle(canvas, face, middle, radius * 0.91)
        inner = mix(face, rim, 0.62)
        if player:
            pygame.draw.circle(canvas, mix(face, rim, 0.75), middle, radius * 0.34)
        else:
            pygame.draw.circle(canvas, inner, middle, radius * 0.56 + radius * 0.045)
            pygame.draw.circle(canvas, face, middle, radius * 0.56 - radius * 0.045)
        light = mix(face, (255, 255, 255), 0.28)
        _arc(canvas, light, middle, radius * 0.78, 200, 290, radius * 0.07)

    return ui.brush.kept(("disc", player, diameter, face, rim), (diameter, diameter), draw)


@dataclass(eq=False)
class TokenMark(Widget):
    """A widget with the disc, cross or other mark of a player."""

    token: Token
    player: int
    diameter: float

    def __post_init__(self) -> None:
        super().__init__()

    def size_hint(self, ui: Ui, width: int) -> Size:
        return ui.theme.tx(self.diameter), ui.theme.tx(self.diameter)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        picture = self.token(self.player, ui.theme.tx(self.diameter))
        target.blit(picture, picture.get_rect(center=self.rect.center))


def _arc(
    canvas: pygame.Surface,
    colour: Colour,
    middle: tuple[float, float],
    radius: float,
    start: float,
    end: float,
    width: float,
) -> None:
    steps = 24
    for step in range(steps + 1):
        angle = math.radians(start + (end - start) * step / steps)
        point = (middle[0] + radius * math.cos(angle), middle[1] + radius * math.sin(angle))
        pygame.draw.circle(canvas, colour, point, width / 2)


def brackets(
    ui: Ui,
    target: pygame.Surface,
    centre: Point,
    side: int,
    reach: float = 0.2,
    inks: tuple[Colour, Colour] = (IVORY, EDGE),
) -> None:
    """Draw ivory corner brackets with a dark edge; arms are fractions of the side."""
    ink, edge_ink = inks

    def draw(canvas: pygame.Surface, scale: int) -> None:
        arm, width, edge = side * scale * reach, max(2 * scale, side * scale * 0.04), scale
        low, high = width, side * scale - width
        for x, sx in ((low, 1), (high, -1)):
            for y, sy in ((low, 1), (high, -1)):
                for grow, colour in ((edge, edge_ink), (0, ink)):
                    half = width / 2 + grow
                    across = (x - half if sx > 0 else x - arm - grow, y - half)
                    down = (x - half, y - half if sy > 0 else y - arm - grow)
                    long = arm + half + grow
                    pygame.draw.rect(canvas, colour, (*across, long, 2 * half))
                    pygame.draw.rect(canvas, colour, (*down, 2 * half, long))

    picture = ui.brush.kept(("brackets", side, reach, inks), (side, side), draw)
    target.blit(picture, picture.get_rect(center=centre))


def _stamp(
    ui: Ui,
    target: pygame.Surface,
    centre: Point,
    radius: int,
    key: Hashable,
    draw: Callable[[pygame.Surface, float, int], None],
) -> None:
    """Draw a cached mark round a point; `draw` is given a canvas, its middle and its scale."""
    side = 2 * radius + 4

    def drawn(canvas: pygame.Surface, scale: int) -> None:
        draw(canvas, side * scale / 2, scale)

    picture = ui.brush.kept((key, radius), (side, side), drawn)
    target.blit(picture, picture.get_rect(center=centre))


def dashed_ring(ui: Ui, target: pygame.Surface, centre: Point, radius: int, colour: Colour) -> None:
    """Mark the place of a planned move with a dashed ring."""

    def draw(canvas: pygame.Surface, middle: float, scale: int) -> None:
        width = max(2.0, radius * 0.09) * scale
        for start in range(0, 360, 18):
            at, reach = (middle, middle), radius * scale - width
            _arc(canvas, colour, at, reach, start, start + 10, width)

    _stamp(ui, target, centre, radius, ("dashes", colour), draw)


def tried_mark(ui: Ui, target: pygame.Surface, centre: Point, radius: int, colour: Colour) -> None:
    """Mark the place of a move already tried and rejected: a dashed ring with a cross."""
    ground = ui.theme.colours.table

    def draw(canvas: pygame.Surface, middle: float, scale: int) -> None:
        reach = radius * scale * 0.3
        pygame.draw.circle(canvas, (*ground, 190), (middle, middle), radius * scale)
        low, high, width = middle - reach, middle + reach, max(2, round(radius * 0.09)) * scale
        round_line(canvas, colour, (low, low), (high, high), width)
        round_line(canvas, colour, (low, high), (high, low), width)

    _stamp(ui, target, centre, radius, ("tried", colour, ground), draw)
    dashed_ring(ui, target, centre, radius, colour)


def hint_ring(ui: Ui, target: pygame.Surface, centre: Point, radius: int, colour: Colour) -> None:
    """Mark the place of a hint: a full ring with a dot."""

    def draw(canvas: pygame.Surface, middle: float, scale: int) -> None:
        width = max(3, round(radius * 0.12)) * scale
        pygame.draw.circle(canvas, colour, (middle, middle), radius * scale, width)
        pygame.draw.circle(canvas, colour, (middle, middle), radius * scale * 0.24)

    _stamp(ui, target, centre, radius, ("hint", colour), draw)


def threat_mark(
    ui: Ui, target: pygame.Surface, centre: Point, radius: int, colour: Colour, own: bool = False
) -> None:
    """Mark the place of a threat: a faint disc in a ring, with a triangle that points down.

    That of one's `own` win points up.
    """

    def draw(canvas: pygame.Surface, middle: float, scale: int) -> None:
        reach, width = radius * scale, max(2, round(radius * 0.15)) * scale
        pygame.draw.circle(canvas, (*colour, 80), (middle, middle), reach)
        pygame.draw.circle(canvas, colour, (middle, middle), reach, width)
        half, high = reach * 0.36, reach * (-0.3 if own else 0.3)
        corners = [(middle - half, middle - high), (middle + half, middle - high)]
        pygame.draw.polygon(canvas, colour, [*corners, (middle, middle + high)])

    _stamp(ui, target, centre, radius, ("threat", colour, own), draw)


def star_points(middle: float, reach: float, inner: float) -> list[tuple[float, float]]:
    """Return the corners of a four-point star, for a polygon."""
    points = []
    for corner in range(8):
        length = inner if corner % 2 else reach
        angle = math.radians(45 * corner - 90)
        points.append((middle + length * math.cos(angle), middle + length * math.sin(angle)))
    return points


def star(ui: Ui, side: int) -> pygame.Surface:
    """Return a four-point star for the discs of a winning line."""

    def draw(canvas: pygame.Surface, scale: int) -> None:
        middle = side * scale / 2
        points = star_points(middle, 0.96 * middle, 0.27 * middle)
        pygame.draw.polygon(canvas, (255, 252, 246), points)

    return ui.brush.kept(("star", side), (side, side), draw)


# -- marks of a search step ------------------------------------------------------------------------


CHOSEN, RANDOM = 205, 110  # alpha of a move's ghost, of 255
INK_DARK: Colour = (20, 17, 10)
INK_LIGHT: Colour = (255, 252, 246)


def ghost(picture: pygame.Surface, chosen: bool) -> pygame.Surface:
    """Return a translucent copy for a considered move; a chosen one is more opaque."""
    faint = picture.copy()
    faint.set_alpha(CHOSEN if chosen else RANDOM)
    return faint


def ring(ui: Ui, target: pygame.Surface, centre: Point, radius: int, colour: Colour) -> None:
    """Draw an antialiased ring."""

    def draw(canvas: pygame.Surface, middle: float, scale: int) -> None:
        width = max(2, round(radius * 0.11)) * scale
        pygame.draw.circle(canvas, colour, (middle, middle), radius * scale, width)

    _stamp(ui, target, centre, radius, ("ring", colour), draw)


def spot_filled(ui: Ui, target: pygame.Surface, centre: Point, radius: int, colour: Colour) -> None:
    """Draw a ring with a filled centre, for a cell of more weight."""
    ring(ui, target, centre, radius, colour)
    ui.brush.disc(target, centre, max(2, radius * 0.55), colour)


def number(ui: Ui, target: pygame.Surface, centre: Point, which: int, room: int) -> None:
    """Draw the number of a move, readable on any disc."""
    theme, size = ui.theme, max(6.0, min(16.0, 0.62 * room / ui.theme.text_u))
    light, dark = (theme.text(str(which), size, ink, bold=True) for ink in (INK_LIGHT, INK_DARK))

    def draw(picture: pygame.Surface, _factor: int) -> None:
        for at in ((0, 1), (2, 1), (1, 0), (1, 2)):
            picture.blit(dark, at)
        picture.blit(light, (1, 1))

    extent = (light.get_width() + 2, light.get_height() + 2)
    key = ("move number", which, size, theme.text_u)
    picture = ui.brush.kept(key, extent, draw, factor=1)
    font = theme.font(size, bold=True)
    cap = 0.714 * font.get_height() / 1.362
    top = centre[1] + cap / 2 - font.get_ascent() - 1
    target.blit(picture, (centre[0] - extent[0] // 2, round(top)))


def vote_mark(
    ui: Ui, target: pygame.Surface, centre: Point, radius: int, count: int, colour: Colour
) -> None:
    """Draw a number in a dashed ring on the ground of a hole."""
    ui.brush.disc(target, centre, radius, ui.theme.colours.hole)
    dashed_ring(ui, target, centre, radius, colour)
    size = max(6.0, min(18.0, 1.2 * radius / ui.theme.text_u))
    ui.theme.blit_text(target, str(count), size, centre, bold=True, align=0.5)


def draw_line(
    ui: Ui, target: pygame.Surface, area: pygame.Rect, game: Any, state: Any, marks: BoardMarks
) -> None:
    """Write the moves of a line at the foot of the board."""
    theme, c = ui.theme, ui.theme.colours
    text = ui.tr(line_name(game, state, marks.line))
    text = shorten(theme, text, 14, area.w - theme.tx(24), mono=True)
    box = pygame.Rect(0, 0, theme.width(text, 14, mono=True) + theme.tx(20), theme.tx(30))
    box.midbottom = (area.centerx, area.bottom - 2)
    ground = mix(c.panel, c.accent, 0.14)
    ui.brush.rounded(target, box, theme.px(8), ground, c.accent, 1)
    theme.blit_text(target, text, 14, box.center, mono=True, align=0.5)
