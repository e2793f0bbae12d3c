"""The stones of Nim: flat pebbles in five tones, stacked a little askew."""

from __future__ import annotations

import pygame

from gui.theme import Colour, ThemeName, mix
from gui.ui import Ui

TONES: tuple[Colour, ...] = (
    (216, 205, 186),
    (199, 180, 135),
    (178, 165, 142),
    (160, 139, 133),
    (140, 160, 166),
)
HALF_WIDTH, HALF_HEIGHT, STEP = 25.0, 10.5, 19.5


def askew(heap: int, rank: int) -> tuple[int, float, float]:
    """Return the tone, sideways shift and size of a pebble; a hash makes them repeatable."""
    word = ((heap * 1000 + rank) * 2654435761 + 12345) & 0xFFFFFFFF
    tone = (rank - heap) % len(TONES)
    shift = ((word >> 9 & 255) / 255 - 0.5) * 0.14
    # Few different sizes, because each needs a picture of its own.
    return tone, shift, 1 - 0.02 * (min(rank, 9) // 2) - 0.04 * (word >> 18 & 1)


def pebble(
    ui: Ui, tone: int, half: tuple[float, float], edge: Colour | None, loose: bool
) -> pygame.Surface:
    """Return a centred stone with a soft light on top; `edge` outlines a chosen one.

    Only a `loose` one casts a shadow: in a tight stack shadows would add up to black.
    """
    pad = max(2, round(half[1] * 0.5))
    size = (2 * round(half[0]) + 2 * pad, 2 * round(half[1]) + 2 * pad)
    stone = TONES[tone]
    contrast = ui.theme.look is ThemeName.CONTRAST

    def draw(canvas: pygame.Surface, scale: int) -> None:
        box = pygame.Rect(0, 0, round(2 * half[0] * scale), round(2 * half[1] * scale))
        box.center = (size[0] * scale // 2, size[1] * scale // 2)
        if loose and not contrast:
            _soft(
                canvas, box.move(round(0.08 * box.h), round(0.18 * box.h)), round(pad * scale * 0.5)
            )
        if edge is not None:
            grow = max(2 * scale, round((0.16 if loose else 0.06) * box.h))
            pygame.draw.ellipse(canvas, edge, box.inflate(grow, grow))
        _stone(canvas, box, stone)

    key = ("pebble", tone, round(half[0] * 8), round(half[1] * 8), edge, contrast, loose)
    return ui.brush.kept(key, size, draw)


def _soft(canvas: pygame.Surface, box: pygame.Rect, reach: int) -> None:
    """Draw a shadow that fades outwards."""
    steps = 5
    for step in range(steps):
        grow = 2 * reach * (steps - 1 - step) // steps
        ink = (0, 0, 0, 70 * (step + 1) // steps)
        pygame.draw.ellipse(canvas, ink, box.inflate(grow, grow))


def _stone(canvas: pygame.Surface, box: pygame.Rect, stone: Colour) -> None:
    """Draw a stone: dark at the lower rim, lighter upwards, with a light on the upper left."""
    pygame.draw.ellipse(canvas, mix(stone, (20, 18, 24), 0.42), box)
    steps = 14
    for step in range(steps):
        fraction = step / (steps - 1)
        layer = box.inflate(
            -round(0.05 * box.w * fraction), -round((0.10 + 0.22 * fraction) * box.h)
        )
        layer.bottom = box.bottom - round((0.10 + 0.16 * fraction) * box.h)
        shade = mix(mix(stone, (20, 18, 24), 0.16), mix(stone, (255, 255, 255), 0.05), fraction)
        pygame.draw.ellipse(canvas, shade, layer)
    light = box.inflate(-round(0.52 * box.w), -round(0.72 * box.h))
    light.move_ip(-round(0.10 * box.w), -round(0.20 * box.h))
    for step in range(6):
        fraction = step / 5
        spot = light.inflate(-round(0.4 * light.w * fraction), -round(0.4 * light.h * fraction))
        pygame.draw.ellipse(canvas, mix(stone, (255, 255, 255), 0.06 + 0.24 * fraction), spot)
