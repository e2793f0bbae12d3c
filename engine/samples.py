"""Samplers of candidate positions for puzzles: options of the game and a position, as text.

Only games whose puzzles random moves from the start would rarely reach have an entry.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np


@dataclass(frozen=True)
class SamplePosition:
    """Options of the game, and a position or a number of random moves.

    Without both, a random position of a random game.
    """

    options: Mapping[str, str] = field(default_factory=dict)
    position: str | None = None
    moves: int | None = None


# Numbers of stones at which every value is found quickly: up to twelve from the book, from
# twenty-one on by a short search.
EARLY, LATE = (7, 13), (23, 34)
EARLY_ONES = 4  # one in this many is early: there a win is mostly far away
TAKES = ("1,2,3", "1,2,3", "1,3,4", "2,3", "1,2", "1,2,3,4")
LARGEST_HEAP = 7
HEAPS = (2, 4)  # number of heaps
LEFT = (5, 40)  # size of a single heap


def connect4(rng: np.random.Generator) -> SamplePosition:
    """Return a number of random moves, small or large enough for a quick solution."""
    low, high = EARLY if int(rng.integers(EARLY_ONES)) == 0 else LATE
    return SamplePosition(moves=int(rng.integers(low, high)))


def nim(rng: np.random.Generator) -> SamplePosition:
    """Return a few heaps, with the misere rule in one of three cases."""
    sizes = rng.integers(1, LARGEST_HEAP + 1, int(rng.integers(HEAPS[0], HEAPS[1] + 1)))
    heaps = ",".join(map(str, sizes.tolist()))
    misere = "true" if int(rng.integers(3)) == 0 else "false"
    return SamplePosition({"heaps": heaps, "misere": misere}, f"{heaps} 0")


def one_heap(rng: np.random.Generator) -> SamplePosition:
    """Return a heap of random size, with one of several sets of takes."""
    left = int(rng.integers(LEFT[0], LEFT[1] + 1))
    takes = TAKES[int(rng.integers(len(TAKES)))]
    return SamplePosition({"start": str(left), "takes": takes}, f"{left} 0")
