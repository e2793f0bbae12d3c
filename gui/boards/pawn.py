"""The art of the subtraction game: the colours and points of the path, and the pawn."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from gui.theme import Colour, Theme, ThemeName, mix
from gui.ui import Ui

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
