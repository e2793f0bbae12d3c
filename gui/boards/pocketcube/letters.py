"""The letters of the faces as polylines, for drawing on stickers in perspective."""

from __future__ import annotations

from functools import cache

import numpy as np


@cache
def letter_strokes(letter: str) -> tuple[tuple[tuple[float, float], ...], ...]:
    """Return a capital as polylines in a box of -0.5 .. 0.5 each way, y downwards."""
    bowl = _arc(0.02, -0.25, 0.25)
    shapes: dict[str, tuple[tuple[tuple[float, float], ...], ...]] = {
        "U": (((-0.33, -0.5), (-0.33, 0.17), *_cup(), (0.33, 0.17), (0.33, -0.5)),),
        "R": (
            ((-0.3, 0.5), (-0.3, -0.5), (0.02, -0.5), *bowl, (-0.3, 0.0)),
            ((0.02, 0.0), (0.32, 0.5)),
        ),
        "F": (((-0.26, 0.5), (-0.26, -0.5), (0.3, -0.5)), ((-0.26, -0.02), (0.22, -0.02))),
        "D": (((-0.32, 0.5), (-0.32, -0.5), (-0.12, -0.5), *_arc(-0.12, 0, 0.5), (-0.32, 0.5)),),
        "L": (((-0.24, -0.5), (-0.24, 0.5), (0.3, 0.5)),),
        "B": (
            ((-0.3, 0.5), (-0.3, -0.5), (0.02, -0.5), *bowl, (-0.3, 0.0)),
            ((0.05, 0.0), *_arc(0.05, 0.25, 0.25), (-0.3, 0.5)),
        ),
    }
    return shapes[letter]


def _arc(x: float, y: float, radius: float) -> tuple[tuple[float, float], ...]:
    """Return the right half of a circle, from top to bottom."""
    angles = np.linspace(-np.pi / 2, np.pi / 2, 9)
    return tuple((x + radius * float(np.cos(a)), y + radius * float(np.sin(a))) for a in angles)


def _cup() -> tuple[tuple[float, float], ...]:
    """Return the lower half of the U, from left to right."""
    angles = np.linspace(np.pi, 0, 11)
    return tuple((0.33 * float(np.cos(a)), 0.17 + 0.33 * float(np.sin(a))) for a in angles)
