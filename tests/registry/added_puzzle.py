"""A third puzzle: four tiles in a square that turn together, and the upper two that change places.

A file in engine/games would hold this; docs/contributing.md describes it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from engine.protocols import MoveError, PositionError

Square = tuple[int, int, int, int]  # upper left, upper right, lower left, lower right
TEXTS = ("c", "a", "s")  # clockwise, anticlockwise, swap
SOURCES = ((2, 0, 3, 1), (1, 3, 0, 2), (1, 0, 2, 3))


class Rotation:
    """Bring the tiles into order."""

    id = "rotation"
    num_moves = 3
    options: Mapping[str, str] = {}

    def initial(self) -> Square:
        return self.goal()

    def goal(self) -> Square:
        return (1, 2, 3, 4)

    def moves(self, state: Square) -> Sequence[int]:
        return range(3)

    def play(self, state: Square, move: int) -> Square:
        a, b, c, d = (state[source] for source in SOURCES[move])
        return a, b, c, d

    def inverse(self, move: int) -> int:
        return (1, 0, 2)[move]

    def scramble(self, rng: np.random.Generator, length: int) -> list[int]:
        return [int(move) for move in rng.integers(0, 3, length)]

    def move_text(self, state: Square, move: int) -> str:
        return TEXTS[move]

    def parse_move(self, state: Square, text: str) -> int:
        if text not in TEXTS:
            raise MoveError("tiles.move", text=text[:20], accepted=", ".join(TEXTS))
        return TEXTS.index(text)

    def text(self, state: Square) -> str:
        return "{}{}/{}{}".format(*state)

    def parse(self, text: str) -> Square:
        digits = [int(each) for each in text.replace("/", "") if each in "1234"]
        if sorted(digits) != [1, 2, 3, 4]:
            raise PositionError("tiles.number", text=text[:20], last=4)
        a, b, c, d = digits
        return a, b, c, d
