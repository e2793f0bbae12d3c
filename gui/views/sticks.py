"""A match, its glow, and the tray of felt and wood it lies in."""

from __future__ import annotations

import pygame

from gui.controls.base import Ui
from gui.theme import Colour, Look, mix

STICK: Colour = (233, 207, 160)
STICK_SIDE: Colour = (199, 159, 99)
HEAD: Colour = (210, 80, 63)


def tilt(index: int) -> tuple[float, float]:
    """The lean (radians) and shift (pixels) of a match, the same every time."""
    word = (index * 2654435761 + 97) & 0xFFFFFFFF
    return ((word >> 8 & 255) / 255 - 0.5) * 0.06, ((word >> 16 & 255) / 255 - 0.5) * 4


def draw_stick(
    big: pygame.Surface,
    k: int,
    middle: float,
    shift: float,
    ends: tuple[float, float],
    width: float,
    head: bool = True,
) -> None:
    """Two flat quads, a light edge, a paler end and an egg of a head, over a shadow.

    `ends` are the heights of head and foot, `shift` how far the head leans to the right of the
    middle; all lengths in pixels of `big`, which is `k` times as large as the picture.
    """
    a, b = pygame.Vector2(middle + shift, ends[0]), pygame.Vector2(middle - shift, ends[1])
    along = (b - a).normalize()
    across = along.rotate(-90) * width / 2  # to the right
    _shadow(big, k, a, b, across)
    pygame.draw.polygon(big, STICK, [a - across, b - across, b + across, a + across])
    third = across / 3
    pygame.draw.polygon(big, STICK_SIDE, [a + third, b + third, b + across, a + across])
    light = min(width * 0.16, float(k)) * across.normalize()
    edge = [a - across, b - across, b - across + light, a - across + light]
    pygame.draw.polygon(big, mix(STICK, (255, 255, 255), 0.45), edge)
    end = along * width * 0.42
    pygame.draw.polygon(
        big,
        mix(STICK, (255, 255, 255), 0.3),
        [b - end - across, b - across, b + across, b - end + across],
    )
    if head:
        _head(big, a, width)


def _shadow(
    big: pygame.Surface, k: int, a: pygame.Vector2, b: pygame.Vector2, across: pygame.Vector2
) -> None:
    """To the right and below, soft at its edge."""
    drop = pygame.Vector2(2 * k, 3 * k)
    for grow, strength in ((1.5, 26), (1.15, 52), (0.8, 76)):
        wide = across * grow
        quad = [p + drop for p in (a + wide, b + wide, b - wide, a - wide)]
        pygame.draw.polygon(big, (0, 0, 0, strength), quad)
        half = across.length() * grow * 1.6
        egg = pygame.Rect(0, 0, round(2 * half), round(2.6 * half))
        egg.center = (round(a.x + drop.x), round(a.y + drop.y))
        pygame.draw.ellipse(big, (0, 0, 0, strength), egg)


def _head(big: pygame.Surface, at: pygame.Vector2, width: float) -> None:
    """An egg, darker towards its lower right edge, with one light."""
    half = (1.7 * width / 2, 2.2 * width / 2)
    rings = 12
    for ring in range(rings, 0, -1):
        share = ring / rings
        ink = mix(HEAD, (0, 0, 0), 0.28 * share * share)
        box = pygame.Rect(0, 0, round(2 * half[0] * share), round(2 * half[1] * share))
        box.center = (
            round(at.x - 0.25 * half[0] * (1 - share)),
            round(at.y - 0.25 * half[1] * (1 - share)),
        )
        pygame.draw.ellipse(big, ink, box)
    spot = pygame.Rect(0, 0, max(1, round(half[0] * 0.42)), max(1, round(half[1] * 0.36)))
    spot.center = (round(at.x - half[0] * 0.34), round(at.y - half[1] * 0.42))
    pygame.draw.ellipse(big, mix(HEAD, (255, 255, 255), 0.5), spot)


def glow(ui: Ui, colour: Colour, width: float, length: int) -> pygame.Surface:
    """What shines under a chosen match, with round ends."""
    size = (round(width * 2.6) + 4, round(length + width * 4))

    def draw(big: pygame.Surface, k: int) -> None:
        whole = big.get_rect()
        for inset, strength in ((0, 34), (1, 52), (2, 62)):
            box = whole.inflate(-2 * inset * k, -2 * inset * k)
            pygame.draw.rect(big, (*colour, strength), box, border_radius=box.w // 2)

    return ui.brush.kept(("glow", size, colour), size, draw)


def tray(ui: Ui, size: tuple[int, int]) -> pygame.Surface:
    """A wooden frame with felt inside, lit from above; lines only in high contrast."""
    theme, colours = ui.theme, ui.theme.colours
    border, radius = max(3, theme.px(8)), theme.px(12)

    def draw(big: pygame.Surface, k: int) -> None:
        whole = big.get_rect()
        if theme.look is Look.CONTRAST:
            pygame.draw.rect(big, colours.line, whole, border_radius=radius * k)
            inner = whole.inflate(-4 * k, -4 * k)
            pygame.draw.rect(big, colours.felt, inner, border_radius=(radius - 2) * k)
            return
        _wood(big, k, radius * k, (colours.wood, colours.wood_dark))
        felt = whole.inflate(-2 * border * k, -2 * border * k)
        _felt(big, k, felt, (colours.felt, colours.felt_dark))

    return ui.brush.kept(("tray", size, theme.look, border), size, draw)


def _wood(big: pygame.Surface, k: int, radius: int, woods: tuple[Colour, Colour]) -> None:
    light, dark = woods
    whole = big.get_rect()
    pygame.draw.rect(big, mix(dark, (0, 0, 0), 0.35), whole, border_radius=radius)
    face = pygame.Rect(0, 0, whole.w, whole.h - 3 * k)
    pygame.draw.rect(big, light, face, border_radius=radius)
    inner = face.inflate(-2 * k, -2 * k)
    pygame.draw.rect(big, mix(dark, light, 0.12), inner, border_radius=radius - k)


def _felt(big: pygame.Surface, k: int, felt: pygame.Rect, greens: tuple[Colour, Colour]) -> None:
    """Fading downwards, with the shadow of the frame along the upper and left edges."""
    high, low = greens
    radius = 3 * k
    pygame.draw.rect(big, low, felt, border_radius=radius)
    for y in range(felt.top + radius, felt.bottom - radius):
        ink = mix(high, low, (y - felt.top) / felt.h)
        big.fill(ink, (felt.x, y, felt.w, 1))
    pygame.draw.rect(big, high, (felt.x, felt.y, felt.w, 2 * radius), border_radius=radius)
    reach = 7 * k
    for step in range(reach):
        share = (1 - step / reach) ** 2
        ink = mix(high, (0, 0, 0), 0.34 * share)
        big.fill(ink, (felt.x, felt.y + step, felt.w, 1))
    for step in range(4 * k):
        share = (1 - step / (4 * k)) ** 2
        veil = pygame.Surface((1, felt.h), pygame.SRCALPHA)
        veil.fill((0, 0, 0, round(70 * share)))
        big.blit(veil, (felt.x + step, felt.y))
        big.blit(veil, (felt.right - 1 - step, felt.y))
