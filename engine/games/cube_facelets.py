"""A cube in any orientation: 24 facelets, validated, turned, and normalised for the solvers."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from engine.games.cube_geometry import CORNER_NAMES, OPPOSITE, apply, corners
from engine.games.cube_notation import FACES, Turn
from engine.protocols import PositionError

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
    for place in corners():
        number, turned = corner_at(letters, place)
        if number in seen:
            name = CORNER_NAMES[number]
            raise PositionError("cube.twice", seen[number] + place, corner=name)
        seen[number] = place
        twist += turned
    if twist % 3:
        raise PositionError("cube.twisted", corners()[0])
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
        for index, face in zip(corners()[HELD], CORNER_NAMES[HELD], strict=True):
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
