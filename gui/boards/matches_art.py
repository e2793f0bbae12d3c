"""The art of the match game: a match, its glow, the tray of felt and wood, and the menu tile."""

from __future__ import annotations

import math

import pygame

from gui.boards.previews import drawn_large
from gui.paint import Brush, smooth
from gui.theme import Colour, Theme, ThemeName, Tint, mix
from gui.ui import Ui

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
    pygame.draw.polygon(
        canvas,
        mix(STICK, (255, 255, 255), 0.3),
        [b - end - across, b - across, b + across, b - end + across],
    )
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
        box.center = (
            round(at.x - 0.25 * half[0] * (1 - fraction)),
            round(at.y - 0.25 * half[1] * (1 - fraction)),
        )
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


def burning_matches(
    _position: str, size: tuple[int, int], theme: Theme, brush: Brush
) -> pygame.Surface:
    """Draw the tile, opaque."""
    return drawn_large(size, theme.colours.tints[Tint.RUST], lambda art: _matches(art, theme))


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
