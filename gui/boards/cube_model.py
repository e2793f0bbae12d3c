"""The 24 facelets of a 2x2x2 cube in space: where they are and where a turn takes them.

A cube is a text of 24 letters: faces U R F D L B, each read row by row as seen from outside in the
usual unfolding (U above F, D below F, L F R B in a row). Everything here follows from the six
frames below, so that drawing, dragging and turning cannot disagree.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from gui.geometry3d import Floats

FACES = "URFDLB"
TURNING = "URFDLBxyz"
SOLVED = "".join(face * 4 for face in FACES)
# Outward normal, direction of the columns, direction of the rows of each face.
FRAMES = {
    "U": ((0, 1, 0), (1, 0, 0), (0, 0, 1)),
    "R": ((1, 0, 0), (0, 0, -1), (0, -1, 0)),
    "F": ((0, 0, 1), (1, 0, 0), (0, -1, 0)),
    "D": ((0, -1, 0), (1, 0, 0), (0, 0, -1)),
    "L": ((-1, 0, 0), (0, 0, 1), (0, -1, 0)),
    "B": ((0, 0, -1), (-1, 0, 0), (0, -1, 0)),
}
AXES = {"R": 0, "L": 0, "x": 0, "U": 1, "D": 1, "y": 1, "F": 2, "B": 2, "z": 2}
# Rotations go the way of R, U and F.
SIGNS = {"R": 1, "L": -1, "x": 1, "U": 1, "D": -1, "y": 1, "F": 1, "B": -1, "z": 1}
Point = tuple[int, int, int]


def facelet_frame(index: int) -> tuple[Point, Point]:
    """The corner (each coordinate -1 or 1) a facelet belongs to, and the normal of its face."""
    face, place = FACES[index // 4], index % 4
    normal, right, down = FRAMES[face]
    row, column = 2 * (place // 2) - 1, 2 * (place % 2) - 1
    corner = tuple(n + column * r + row * d for n, r, d in zip(normal, right, down, strict=True))
    return (corner[0], corner[1], corner[2]), normal


@cache
def corners() -> tuple[Point, ...]:
    """The eight corners, each coordinate -1 or 1."""
    signs = (-1, 1)
    return tuple((x, y, z) for x in signs for y in signs for z in signs)


@cache
def facelet_at() -> dict[tuple[Point, Point], int]:
    """The facelet of a corner on the face with a normal."""
    return {facelet_frame(index): index for index in range(24)}


def in_layer(turning: str, corner: Point) -> bool:
    """Whether a turn moves this corner."""
    if turning in "xyz":
        return True
    return corner[AXES[turning]] == SIGNS[turning]


def spun(turning: str, point: Point) -> Point:
    """Where a quarter turn clockwise (seen from outside) takes a point or a direction."""
    axis, sign = AXES[turning], SIGNS[turning]
    first, second = (axis + 1) % 3, (axis + 2) % 3
    moved = list(point)
    # Clockwise seen from the tip of the axis: second goes to first.
    moved[first], moved[second] = sign * point[second], -sign * point[first]
    return moved[0], moved[1], moved[2]


@cache
def turn_table(turning: str, quarters: int) -> tuple[int, ...]:
    """`after[i] = before[table[i]]` for a turn of U R F D L B or a rotation x y z."""
    table = list(range(24))
    for index in range(24):
        corner, normal = facelet_frame(index)
        if not in_layer(turning, corner):
            continue
        for _ in range(quarters % 4):
            corner, normal = spun(turning, corner), spun(turning, normal)
        table[facelet_at()[corner, normal]] = index
    return tuple(table)


def turned(facelets: str, turning: str, quarters: int) -> str:
    """The facelets after a turn; `quarters` is 1, -1 or 2."""
    return "".join(facelets[source] for source in turn_table(turning, quarters))


@cache
def letter_strokes(letter: str) -> tuple[tuple[tuple[float, float], ...], ...]:
    """A capital as lines in a box of -0.5 .. 0.5 each way, y downwards."""
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
    """The right half of a circle, from top to bottom."""
    angles = np.linspace(-np.pi / 2, np.pi / 2, 9)
    return tuple((x + radius * float(np.cos(a)), y + radius * float(np.sin(a))) for a in angles)


def _cup() -> tuple[tuple[float, float], ...]:
    """The lower half of the U, from left to right."""
    angles = np.linspace(np.pi, 0, 11)
    return tuple((0.33 * float(np.cos(a)), 0.17 + 0.33 * float(np.sin(a))) for a in angles)


def face_frame(face: str) -> tuple[Floats, Floats, Floats]:
    """Normal, columns and rows of a face as vectors."""
    normal, right, down = FRAMES[face]
    return np.array(normal, float), np.array(right, float), np.array(down, float)
