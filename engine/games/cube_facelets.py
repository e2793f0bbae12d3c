"""A cube as it is held: 24 facelets, checked, turned, and brought to the form the solvers use."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from engine.games.cube_geometry import CORNER_NAMES, OPPOSITE, apply, corners
from engine.games.cube_notation import FACES, Turn
from engine.protocols import PositionError

SOLVED = "".join(face * 4 for face in FACES)
HELD = 6  # the corner down-back-left, which the solvers' turns leave in place


def _names() -> dict[frozenset[str], int]:
    return {frozenset(name): index for index, name in enumerate(CORNER_NAMES)}


def check_facelets(text: str) -> str:
    """The 24 letters without spaces, upper case; PositionError names what is impossible."""
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
        colours = tuple(letters[i] for i in place)
        number, turned = _corner(colours, place)
        if number in seen:
            name = CORNER_NAMES[number]
            raise PositionError("cube.twice", seen[number] + place, corner=name)
        seen[number] = place
        twist += turned
    if twist % 3:
        raise PositionError("cube.twisted", corners()[0])
    return letters


def _corner(colours: tuple[str, ...], place: tuple[int, ...]) -> tuple[int, int]:
    """Which corner has these colours, read clockwise, and how it is turned."""
    number = _names().get(frozenset(colours)) if len(set(colours)) == 3 else None
    if number is None:
        raise PositionError("cube.no_corner", place, colours="".join(colours))
    name = CORNER_NAMES[number]
    turned = colours.index(name[0])
    if "".join(colours[turned:] + colours[:turned]) != name:
        raise PositionError("cube.mirrored", place, colours="".join(colours))
    return number, turned


@dataclass(frozen=True, slots=True)
class HeldCube:
    """A cube in the hand, in any orientation; immutable."""

    facelets: str = SOLVED

    @classmethod
    def parse(cls, text: str) -> HeldCube:
        """Read 24 facelet letters; PositionError names the fault and where it is."""
        return cls(check_facelets(text))

    def turn(self, turn: Turn) -> HeldCube:
        """The cube after a turn of a face or of the whole."""
        return HeldCube(apply(self.facelets, turn.name, turn.quarters))

    def turns(self, turns: list[Turn]) -> HeldCube:
        """The cube after a sequence."""
        cube = self
        for turn in turns:
            cube = cube.turn(turn)
        return cube

    @property
    def solved(self) -> bool:
        """Whether each face has one colour, however it is held."""
        return all(len(set(self.facelets[i : i + 4])) == 1 for i in range(0, 24, 4))

    def _faces(self) -> dict[str, str]:
        """For each colour the face it belongs to while the corner down-back-left is held."""
        faces: dict[str, str] = {}
        for index, face in zip(corners()[HELD], CORNER_NAMES[HELD], strict=True):
            colour = self.facelets[index]
            faces[colour] = face
            faces[OPPOSITE[colour]] = OPPOSITE[face]
        return faces

    def relabelled(self) -> str:
        """The same cube with colours renamed so that the corner down-back-left is in place.

        Turns of U, R and F do to this one what they do to the cube as it is held.
        """
        faces = self._faces()
        return "".join(faces[letter] for letter in self.facelets)

    def solved_alike(self) -> HeldCube:
        """The solved cube held as this one: where turns of U, R and F alone lead."""
        colours = {face: colour for colour, face in self._faces().items()}
        return HeldCube("".join(colours[face] for face in SOLVED))
