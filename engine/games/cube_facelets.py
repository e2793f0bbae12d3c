"""A cube in any orientation: 24 facelets, validated, turned, and normalised for the solvers.

Turns are written R U' F2, and rotations x y z; spaces may be missing, and all primes are read.
Facelets are numbered 0 .. 23, faces in the order U R F D L B, each read row by row as seen from
outside with the usual unfolding. Axes: x to the right, y up, z to the viewer.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from engine.protocols import MoveError, PositionError

FACES = "URFDLB"
ROTATIONS = "xyz"
TURNING = FACES + ROTATIONS
PRIMES = "'’′`´ʹ‘"
MAX_TURNS = 1000
TOKEN = re.compile(rf"\s*([URFDLBxyzXYZ])(?:(2)[{PRIMES}]?|[{PRIMES}](2)?)?")


class Turn(NamedTuple):
    """A face or rotation letter and the number of quarter turns clockwise: 1, 2 or 3."""

    name: str
    quarters: int

    @property
    def text(self) -> str:
        """The usual notation."""
        return self.name + ("", "", "2", "'")[self.quarters]

    @property
    def signed(self) -> int:
        """The signed number of quarter turns clockwise: 1, 2 or -1."""
        return self.quarters if self.quarters < 3 else -1

    @property
    def inverse(self) -> Turn:
        """The turn that takes this one back."""
        return Turn(self.name, 4 - self.quarters)


def parse_turns(text: str) -> list[Turn]:
    """Parse a sequence; spaces may be missing. Raises MoveError for the first faulty token.

    A lower-case rotation letter may be written upper case; faces are upper case.
    """
    turns: list[Turn] = []
    place = 0
    text = text.rstrip()
    while place < len(text):
        token = TOKEN.match(text, place)
        if token is None:
            faulty = text[place:].split()[0][:12]
            raise MoveError("cube.token", token=faulty, place=len(turns) + 1)
        letter = token.group(1)
        name = letter.lower() if letter.lower() in ROTATIONS else letter
        mark = token.group(0).strip()[1:]
        quarters = 2 if "2" in mark else 3 if mark else 1
        turns.append(Turn(name, quarters))
        place = token.end()
        if len(turns) > MAX_TURNS:
            raise MoveError("cube.too_long", most=MAX_TURNS)
    return turns


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


SIGNS = (-1, 1)
VERTICES: tuple[Vector, ...] = tuple((x, y, z) for x in SIGNS for y in SIGNS for z in SIGNS)


def _corner(face: str, column: int, row: int) -> Vector:
    x, y, z = (n + column * r + row * d for n, r, d in zip(*FRAMES[face], strict=True))
    return x, y, z


# For each facelet its corner and its normal.
PLACES = tuple(
    (_corner(face, column, row), FRAMES[face][0])
    for face in FACES
    for row in SIGNS
    for column in SIGNS
)
FACELET_AT = {place: facelet for facelet, place in enumerate(PLACES)}


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


def _clockwise(name: str, v: Vector) -> Vector:
    """Turn a vector a quarter as the face does, clockwise as seen from outside."""
    axis, side = axis_of(name)
    first, second = (axis + 1) % 3, (axis + 2) % 3
    turned = list(v)
    turned[first], turned[second] = side * v[second], -side * v[first]
    x, y, z = turned
    return x, y, z


@cache
def turn_table(name: str) -> tuple[int, ...]:
    """Return for each facelet the source of its colour after a quarter turn."""
    source = list(range(24))
    for index, (corner, normal) in enumerate(PLACES):
        if in_layer(name, corner):
            goal = FACELET_AT[_clockwise(name, corner), _clockwise(name, normal)]
            source[goal] = index
    return tuple(source)


def _facelets(corner_name: str) -> tuple[int, ...]:
    normals = [FRAMES[face][0] for face in corner_name]
    x, y, z = map(sum, zip(*normals, strict=True))
    return tuple(FACELET_AT[(x, y, z), normal] for normal in normals)


CORNERS = tuple(map(_facelets, CORNER_NAMES))  # in the order of their names


def apply(facelets: str, name: str, quarters: int) -> str:
    """Return the facelets after a number of quarter turns."""
    source = turn_table(name)
    for _ in range(quarters % 4):
        facelets = "".join([facelets[index] for index in source])
    return facelets


SOLVED = "".join(face * 4 for face in FACES)
HELD = 6  # the corner down-back-left, which the solvers' turns do not move


NUMBERS = {frozenset(name): number for number, name in enumerate(CORNER_NAMES)}  # by colours


def check_facelets(text: str) -> str:
    """Return the 24 letters without spaces, upper case; raises PositionError for a wrong cube."""
    letters = "".join(text.split()).upper()
    if len(letters) != 24:
        raise PositionError("cube.length", count=len(letters))
    unknown = tuple(i for i, letter in enumerate(letters) if letter not in FACES)
    if unknown:
        raise PositionError("cube.letter", unknown, letter=letters[unknown[0]])
    counts = Counter(letters)
    for face in FACES:
        if counts[face] != 4:
            where = tuple(i for i, letter in enumerate(letters) if letter == face)
            raise PositionError("cube.count", where, letter=face, count=counts[face])
    twist = 0
    seen: dict[int, tuple[int, ...]] = {}
    for place in CORNERS:
        number, turned = corner_at(letters, place)
        if number in seen:
            name = CORNER_NAMES[number]
            raise PositionError("cube.twice", seen[number] + place, corner=name)
        seen[number] = place
        twist += turned
    if twist % 3:
        raise PositionError("cube.twisted", CORNERS[0])
    return letters


def corner_at(facelets: str, place: tuple[int, ...]) -> tuple[int, int]:
    """Return the corner in a place and its twist; PositionError if there is no such corner."""
    colours = tuple(facelets[i] for i in place)  # read clockwise
    number = NUMBERS.get(frozenset(colours))
    if number is None:
        raise PositionError("cube.no_corner", place, colours="".join(colours))
    name = CORNER_NAMES[number]
    turned = colours.index(name[0])
    if "".join(colours[turned:] + colours[:turned]) != name:
        raise PositionError("cube.mirrored", place, colours="".join(colours))
    return number, turned


@dataclass(frozen=True, slots=True)
class HeldCube:
    """A cube in any orientation; immutable."""

    facelets: str = SOLVED

    @classmethod
    def parse(cls, text: str) -> HeldCube:
        """Parse 24 facelet letters; raises PositionError, which names the fault and its place."""
        return cls(check_facelets(text))

    def turn(self, turn: Turn) -> HeldCube:
        """Return the cube after a turn of a face or of the whole cube."""
        return HeldCube(apply(self.facelets, turn.name, turn.quarters))

    def turns(self, turns: list[Turn]) -> HeldCube:
        """Return the cube after a sequence of turns."""
        cube = self
        for turn in turns:
            cube = cube.turn(turn)
        return cube

    @property
    def solved(self) -> bool:
        """Whether each face has one colour, in any orientation."""
        return all(len(set(self.facelets[i : i + 4])) == 1 for i in range(0, 24, 4))

    def _faces(self) -> dict[str, str]:
        """Return for each colour its face while the corner down-back-left is fixed."""
        faces: dict[str, str] = {}
        for index, face in zip(CORNERS[HELD], CORNER_NAMES[HELD], strict=True):
            colour = self.facelets[index]
            faces[colour] = face
            faces[OPPOSITE[colour]] = OPPOSITE[face]
        return faces

    def relabelled(self) -> str:
        """Return the cube with colours renamed so that the corner down-back-left is in place.

        Turns of U, R and F have the same effect on it as on this cube.
        """
        faces = self._faces()
        return "".join(faces[letter] for letter in self.facelets)

    def solved_alike(self) -> HeldCube:
        """Return the solved cube in this orientation, which turns of U, R and F alone can reach."""
        colours = {face: colour for colour, face in self._faces().items()}
        return HeldCube("".join(colours[face] for face in SOLVED))
