"""Discs and the marks on them: brackets, dashed ring, star."""

from __future__ import annotations

import math

import pygame

from gui.paint import round_line
from gui.theme import Colour, mix
from gui.ui import Ui

Point = tuple[int, int]
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
        _arc(
            canvas, mix(face, (255, 255, 255), 0.28), middle, radius * 0.78, 200, 290, radius * 0.07
        )

    return ui.brush.kept(("disc", player, diameter, face, rim), (diameter, diameter), draw)


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


def dashed_ring(
    ui: Ui, target: pygame.Surface, centre: tuple[int, int], radius: int, colour: Colour
) -> None:
    """Mark the place of a planned move with a dashed ring."""
    side = 2 * radius + 4

    def draw(canvas: pygame.Surface, scale: int) -> None:
        width = max(2.0, radius * 0.09) * scale
        dashes = 20
        for dash in range(dashes):
            start = 360 / dashes * dash
            middle = (side * scale / 2, side * scale / 2)
            _arc(canvas, colour, middle, radius * scale - width, start, start + 10, width)

    picture = ui.brush.kept(("dashes", radius, colour), (side, side), draw)
    target.blit(picture, picture.get_rect(center=centre))


def tried_mark(ui: Ui, target: pygame.Surface, centre: Point, radius: int, colour: Colour) -> None:
    """Mark the place of a move already tried and rejected: a dashed ring with a cross."""
    side, ground = 2 * radius + 4, ui.theme.colours.table

    def draw(canvas: pygame.Surface, scale: int) -> None:
        middle, reach = side * scale / 2, radius * scale * 0.3
        pygame.draw.circle(canvas, (*ground, 190), (middle, middle), radius * scale)
        low, high, width = middle - reach, middle + reach, max(2, round(radius * 0.09)) * scale
        round_line(canvas, colour, (low, low), (high, high), width)
        round_line(canvas, colour, (low, high), (high, low), width)

    picture = ui.brush.kept(("tried", radius, colour, ground), (side, side), draw)
    target.blit(picture, picture.get_rect(center=centre))
    dashed_ring(ui, target, centre, radius, colour)


def hint_ring(ui: Ui, target: pygame.Surface, centre: Point, radius: int, colour: Colour) -> None:
    """Mark the place of a hint: a full ring with a dot."""
    side = 2 * radius + 4

    def draw(canvas: pygame.Surface, scale: int) -> None:
        middle = (side * scale / 2, side * scale / 2)
        width = max(3, round(radius * 0.12)) * scale
        pygame.draw.circle(canvas, colour, middle, radius * scale, width)
        pygame.draw.circle(canvas, colour, middle, radius * scale * 0.24)

    picture = ui.brush.kept(("hint", radius, colour), (side, side), draw)
    target.blit(picture, picture.get_rect(center=centre))


def threat_mark(
    ui: Ui,
    target: pygame.Surface,
    centre: Point,
    radius: int,
    colour: Colour,
    own: bool = False,
) -> None:
    """Mark the place of a threat: a faint disc in a ring, with a triangle that points down.

    That of one's `own` win points up.
    """
    side = 2 * radius + 4

    def draw(canvas: pygame.Surface, scale: int) -> None:
        middle, reach = side * scale / 2, radius * scale
        pygame.draw.circle(canvas, (*colour, 80), (middle, middle), reach)
        width = max(2, round(radius * 0.15)) * scale
        pygame.draw.circle(canvas, colour, (middle, middle), reach, width)
        half, high = reach * 0.36, reach * (-0.3 if own else 0.3)
        corners = [(middle - half, middle - high), (middle + half, middle - high)]
        pygame.draw.polygon(canvas, colour, [*corners, (middle, middle + high)])

    picture = ui.brush.kept(("threat", radius, colour, own), (side, side), draw)
    target.blit(picture, picture.get_rect(center=centre))


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
