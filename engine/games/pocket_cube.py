"""The 2x2x2 cube with one corner held fixed, in the quarter and in the half turn metric.

A state is seven numbers: what stands at the positions URF UFL ULB UBR DFR DLF DRB, each
`3 * corner + twist`; the corner DBL never moves. The twist says where, clockwise from the facelet
on U or D, the corner's own U or D colour is. Everything else follows from the facelets in space.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import numpy as np

from engine.protocols import MoveError, PositionError

FACES = "URFDLB"
OPPOSITE = dict(zip(FACES, "DLBURF", strict=True))
CORNERS = ("URF", "UFL", "ULB", "UBR", "DFR", "DLF", "DRB", "DBL")
SOLVED = "".join(face * 4 for face in FACES)
TURNING = "URF"
MOST_TURNS = 2000

Vector = tuple[int, int, int]
Cube = tuple[int, int, int, int, int, int, int]
Turn = tuple[str, int]  # a face or rotation of URFDLBxyz and its quarter turns, 1, 2 or 3

# x to the right (R), y up (U), z to the front (F); of each face the outward normal, and where its
# columns and rows go in the usual unfolding.
NORMALS: Mapping[str, Vector] = {
    "U": (0, 1, 0), "R": (1, 0, 0), "F": (0, 0, 1),
    "D": (0, -1, 0), "L": (-1, 0, 0), "B": (0, 0, -1),
}  # fmt: skip
ACROSS: Mapping[str, Vector] = {
    "U": (1, 0, 0), "R": (0, 0, -1), "F": (1, 0, 0),
    "D": (1, 0, 0), "L": (0, 0, 1), "B": (-1, 0, 0),
}  # fmt: skip
DOWN: Mapping[str, Vector] = {
    "U": (0, 0, 1), "R": (0, -1, 0), "F": (0, -1, 0),
    "D": (0, 0, -1), "L": (0, -1, 0), "B": (0, -1, 0),
}  # fmt: skip
ROTATIONS = {"x": "R", "y": "U", "z": "F"}


def _spun(face: str, v: Vector) -> Vector:
    """Where a quarter turn of a face, clockwise seen from outside, takes a vector."""
    x, y, z = v
    return {
        "R": (x, z, -y), "L": (x, -z, y), "U": (-z, y, x),
        "D": (z, y, -x), "F": (y, -x, z), "B": (-y, x, z),
    }[face]  # fmt: skip


@cache
def _places() -> dict[tuple[Vector, Vector], int]:
    """The facelet of a corner of the cube (each coordinate -1 or 1) on the side of a normal."""
    places = {}
    for index in range(24):
        face = FACES[index // 4]
        right, down = 2 * (index % 2) - 1, 2 * (index % 4 // 2) - 1
        frame = zip(NORMALS[face], ACROSS[face], DOWN[face], strict=True)
        x, y, z = (n + right * a + down * d for n, a, d in frame)
        places[(x, y, z), NORMALS[face]] = index
    return places


@cache
def corner_facelets() -> tuple[tuple[int, int, int], ...]:
    """The three facelets of each of CORNERS, clockwise from the one on U or D."""
    found = []
    for name in CORNERS:
        normals = [NORMALS[face] for face in name]
        x, y, z = (sum(axis) for axis in zip(*normals, strict=True))
        a, b, c = (_places()[(x, y, z), normal] for normal in normals)
        found.append((a, b, c))
    return tuple(found)


@cache
def turn_table(face: str) -> tuple[int, ...]:
    """`after[i] = before[table[i]]` for a quarter turn of U R F D L B or of the cube, x y z."""
    layer = ROTATIONS.get(face, face)
    table = list(range(24))
    for (corner, normal), index in _places().items():
        height = sum(a * b for a, b in zip(corner, NORMALS[layer], strict=True))
        if face in ROTATIONS or height == 1:
            table[_places()[_spun(layer, corner), _spun(layer, normal)]] = index
    return tuple(table)


def turned(facelets: str, turns: Sequence[Turn]) -> str:
    """The 24 facelets after turns of any face and rotations of the whole cube."""
    for face, quarters in turns:
        for _ in range(quarters):
            facelets = "".join(facelets[source] for source in turn_table(face))
    return facelets


def read_turns(text: str) -> list[Turn]:
    """Read a sequence such as `R U' F2 x`; MoveError names the word that is no turn."""
    turns = []
    for word in text.replace("\u2019", "'").split():
        quarters = {"": 1, "2": 2, "'": 3, "2'": 2}.get(word[1:])
        if word[0] not in FACES + "xyz" or quarters is None:
            raise MoveError("move.cube.word", text=word[:20])
        turns.append((word[0], quarters))
    if len(turns) > MOST_TURNS:
        raise MoveError("move.cube.long", count=len(turns), most=MOST_TURNS)
    return turns


def turns_text(turns: Sequence[Turn]) -> str:
    """The sequence as text."""
    return " ".join(face + ("", "", "2", "'")[quarters] for face, quarters in turns)


# What stands at a position after a quarter turn: the position it comes from, and code to code.
Plan = tuple[tuple[int, tuple[int, ...]], ...]


@cache
def _quarter(face: str) -> Plan:
    table, home = turn_table(face), corner_facelets()
    plan = []
    for first, *_ in home[:7]:
        source = next(index for index, three in enumerate(home) if table[first] in three)
        shift = home[source].index(table[first])
        plan.append((source, tuple(3 * (c // 3) + (c % 3 - shift) % 3 for c in range(24))))
    return tuple(plan)


def _after(first: Plan, second: Plan) -> Plan:
    """The plan of one turn and then another."""
    joined = []
    for source, codes in second:
        earlier, before = first[source]
        joined.append((earlier, tuple(codes[before[c]] for c in range(24))))
    return tuple(joined)


class PocketCube:
    """Turns of U, R and F; option `metric`: what counts as one move, quarter or half."""

    id = "pocketcube"

    def __init__(self, metric: str = "quarter") -> None:
        self.metric = metric
        # Quarters by move of one face: U U' in the quarter metric, U U' U2 in the half metric.
        self._quarters = (1, 3) if metric == "quarter" else (1, 3, 2)
        self.num_moves = 3 * len(self._quarters)
        self._all_moves = tuple(range(self.num_moves))
        self._plans = tuple(self._plan(face, n) for face in TURNING for n in self._quarters)

    @staticmethod
    def _plan(face: str, quarters: int) -> Plan:
        plan = _quarter(face)
        for _ in range(quarters - 1):
            plan = _after(plan, _quarter(face))
        return plan

    @property
    def options(self) -> Mapping[str, str]:
        return {"metric": self.metric}

    def initial(self) -> Cube:
        """The solved cube."""
        return (0, 3, 6, 9, 12, 15, 18)

    def goal(self) -> Cube:
        """The solved cube."""
        return (0, 3, 6, 9, 12, 15, 18)

    def moves(self, state: Cube) -> Sequence[int]:
        """Every turn, at any time: a solved cube can be turned too."""
        return self._all_moves

    def play(self, state: Cube, move: int) -> Cube:
        """Turn."""
        (p0, c0), (p1, c1), (p2, c2), (p3, c3), (p4, c4), (p5, c5), (p6, c6) = self._plans[move]
        return (
            c0[state[p0]], c1[state[p1]], c2[state[p2]], c3[state[p3]],
            c4[state[p4]], c5[state[p5]], c6[state[p6]],
        )  # fmt: skip

    def turn(self, move: int) -> Turn:
        """The face and the quarter turns of a move."""
        face, kind = divmod(move, len(self._quarters))
        return TURNING[face], self._quarters[kind]

    def inverse(self, move: int) -> int:
        """The same face the other way."""
        face, kind = divmod(move, len(self._quarters))
        return face * len(self._quarters) + (1, 0, 2)[kind]

    def scramble(self, rng: np.random.Generator, length: int) -> list[int]:
        """That many random moves, never the same face twice running."""
        moves: list[int] = []
        kinds = len(self._quarters)
        for _ in range(length):
            move = int(rng.integers(self.num_moves))
            while moves and moves[-1] // kinds == move // kinds:
                move = int(rng.integers(self.num_moves))
            moves.append(move)
        return moves

    def move_text(self, state: Cube, move: int) -> str:
        """The turn as `U`, `U'` or `U2`."""
        return turns_text([self.turn(move)])

    def parse_move(self, state: Cube, text: str) -> int:
        """A single turn of U, R or F."""
        for move in self._all_moves:
            if text.strip().replace("\u2019", "'") == self.move_text(state, move):
                return move
        legal = " ".join(self.move_text(state, move) for move in self._all_moves)
        raise MoveError("move.cube.turn", text=text.strip()[:20], legal=legal)

    def text(self, state: Cube) -> str:
        """The 24 facelets, with D, B and L on the fixed corner."""
        letters = [""] * 24
        for three, code in zip(corner_facelets(), (*state, 21), strict=True):
            corner, twist = divmod(code, 3)
            for index in range(3):
                letters[three[(index + twist) % 3]] = CORNERS[corner][index]
        return "".join(letters)

    def parse(self, text: str) -> Cube:
        """Read 24 facelets of a cube held in any way; PositionError names what is wrong.

        The colours are renamed so that the corner at the back left below is D, B, L. Its place
        stays, so that turns of U, R and F solve the cube as it is held.
        """
        letters = text.strip()
        if len(letters) != 24:
            raise PositionError("position.cube.length", count=len(letters))
        for letter in letters:
            if letter not in FACES:
                raise PositionError("position.cube.letter", letter=letter)
        for face in FACES:
            if letters.count(face) != 4:
                raise PositionError("position.cube.count", face=face, count=letters.count(face))
        codes = _codes(letters)
        if sum(code % 3 for code in codes) % 3:
            raise PositionError("position.cube.twist")
        if codes[7] != 21:
            fixed = [letters[facelet] for facelet in corner_facelets()[7]]
            names = dict(zip(fixed, CORNERS[7], strict=True))
            names |= {OPPOSITE[old]: OPPOSITE[new] for old, new in names.items()}
            codes = _codes("".join(names[letter] for letter in letters))
        a, b, c, d, e, f, g, _ = codes
        return (a, b, c, d, e, f, g)


def _codes(letters: str) -> list[int]:
    """Which corner stands at each of the eight positions, and how it is twisted."""
    codes: list[int] = []
    for name, three in zip(CORNERS, corner_facelets(), strict=True):
        colours = "".join(letters[facelet] for facelet in three)
        code = next(
            (
                3 * corner + twist
                for corner, home in enumerate(CORNERS)
                for twist in range(3)
                if colours[twist:] + colours[:twist] == home
            ),
            None,
        )
        if code is None:
            raise PositionError("position.cube.corner", place=name, colours=" ".join(colours))
        for place, other in enumerate(codes):
            if other // 3 == code // 3:
                raise PositionError(
                    "position.cube.twice",
                    colours=CORNERS[code // 3],
                    place=CORNERS[place],
                    other=name,
                )
        codes.append(code)
    return codes
