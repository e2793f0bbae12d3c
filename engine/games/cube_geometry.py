"""Permutations of facelets by turns, computed from the corners of a cube in space.

Facelets are numbered 0 .. 23, faces in the order U R F D L B, each read row by row as seen from
outside with the usual unfolding. Axes: x to the right, y up, z to the viewer.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from engine.games.cube_notation import FACES

Vector = tuple[int, int, int]
# For each face: its outward normal, and the directions of its columns and rows in reading order.
FRAMES: dict[str, tuple[Vector, Vector, Vector]] = {
    "U": ((0, 1, 0), (1, 0, 0), (0, 0, 1)),
    "R": ((1, 0, 0), (0, 0, -1), (0, -1, 0)),
    "F": ((0, 0, 1), (1, 0, 0), (0, -1, 0)),
    "D": ((0, -1, 0), (1, 0, 0), (0, 0, -1)),
    "L": ((-1, 0, 0), (0, 0, 1), (0, -1, 0)),
    "B": ((0, 0, -1), (-1, 0, 0), (0, -1, 0)),
}
AXES = {"x": "R", "y": "U", "z": "F"}
OPPOSITE = dict(zip(FACES, "DLBURF", strict=True))
# The corners in the order URF UFL ULB UBR DFR DLF DBL DRB, facelets clockwise from U or D.
CORNER_NAMES = ("URF", "UFL", "ULB", "UBR", "DFR", "DLF", "DBL", "DRB")


def _cross(a: Vector, b: Vector) -> Vector:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def _dot(a: Vector, b: Vector) -> int:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _clockwise(axis: Vector, v: Vector) -> Vector:
    """Rotate a vector a quarter turn clockwise, as seen from outside along the axis."""
    along, across = _dot(axis, v), _cross(axis, v)
    return tuple(axis[i] * along - across[i] for i in range(3))  # type: ignore[return-value]


@cache
def places() -> tuple[tuple[Vector, Vector], ...]:
    """Return for each facelet its corner (coordinates +-1) and its normal."""
    stickers = []
    for face in FACES:
        normal, right, down = FRAMES[face]
        for row in (-1, 1):
            for column in (-1, 1):
                corner = tuple(normal[i] + column * right[i] + row * down[i] for i in range(3))
                stickers.append((corner, normal))
    return tuple(stickers)  # type: ignore[arg-type]


@cache
def facelet_at() -> Mapping[tuple[Vector, Vector], int]:
    """Return the facelet by corner and normal."""
    return {place: index for index, place in enumerate(places())}


@cache
def corner_points() -> tuple[Vector, ...]:
    """Return the eight corners in space, each coordinate -1 or 1."""
    signs = (-1, 1)
    return tuple((x, y, z) for x in signs for y in signs for z in signs)


@cache
def axis_of(name: str) -> tuple[int, int]:
    """Return the axis (0 .. 2) of a face or whole-cube turn, and the side of its outside."""
    normal = FRAMES[AXES.get(name, name)][0]
    axis = next(index for index, part in enumerate(normal) if part)
    return axis, normal[axis]


def in_layer(name: str, corner: Vector) -> bool:
    """Return whether a turn of a face or of the whole cube moves this corner."""
    axis, side = axis_of(name)
    return name in AXES or corner[axis] == side


@cache
def turn_table(name: str) -> tuple[int, ...]:
    """Return for each facelet the source of its colour after a quarter turn."""
    axis = FRAMES[AXES.get(name, name)][0]
    source = list(range(24))
    for index, (corner, normal) in enumerate(places()):
        if in_layer(name, corner):
            goal = facelet_at()[_clockwise(axis, corner), _clockwise(axis, normal)]
            source[goal] = index
    return tuple(source)


@cache
def corners() -> tuple[tuple[int, int, int], ...]:
    """Return the three facelets of each corner, in the order of its name."""
    triples = []
    for name in CORNER_NAMES:
        normals = [FRAMES[face][0] for face in name]
        corner = tuple(sum(normal[i] for normal in normals) for i in range(3))
        a, b, c = (facelet_at()[corner, normal] for normal in normals)  # type: ignore[index]
        triples.append((a, b, c))
    return tuple(triples)


def apply(facelets: str, name: str, quarters: int) -> str:
    """Return the facelets after a number of quarter turns."""
    source = turn_table(name)
    for _ in range(quarters % 4):
        facelets = "".join([facelets[index] for index in source])
    return facelets
