"""Where puzzles of a game are looked for: its options and a random position, as text.

Only what random moves from the start would rarely meet needs an entry here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np


@dataclass(frozen=True)
class SamplePosition:
    """Where to look: the options of the game, and a position or so many random moves.

    With neither, random moves to a random place of a random game.
    """

    options: Mapping[str, str] = field(default_factory=dict)
    position: str | None = None
    moves: int | None = None


# Stones after which every value is soon known: up to twelve from the book, from twenty-one on by a
# short search.
EARLY, LATE = (7, 13), (23, 34)
EARLY_ONES = 4  # one in so many: from there a win is mostly far away
TAKES = ("1,2,3", "1,2,3", "1,3,4", "2,3", "1,2", "1,2,3,4")
LARGEST_HEAP = 7
HEAPS = (2, 4)  # how many
LEFT = (5, 40)  # of one heap


def connect4(rng: np.random.Generator) -> SamplePosition:
    """A position after random moves, early or late enough to be solved at once."""
    low, high = EARLY if int(rng.integers(EARLY_ONES)) == 0 else LATE
    return SamplePosition(moves=int(rng.integers(low, high)))


def nim(rng: np.random.Generator) -> SamplePosition:
    """A few heaps, the misere rule once in three."""
    sizes = rng.integers(1, LARGEST_HEAP + 1, int(rng.integers(HEAPS[0], HEAPS[1] + 1)))
    heaps = ",".join(map(str, sizes.tolist()))
    misere = "true" if int(rng.integers(3)) == 0 else "false"
    return SamplePosition({"heaps": heaps, "misere": misere}, f"{heaps} 0")


def one_heap(rng: np.random.Generator) -> SamplePosition:
    """A heap of any size, with one of several rules for taking."""
    left = int(rng.integers(LEFT[0], LEFT[1] + 1))
    takes = TAKES[int(rng.integers(len(TAKES)))]
    return SamplePosition({"start": str(left), "takes": takes}, f"{left} 0")
