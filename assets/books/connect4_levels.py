"""Every unfinished position of Connect Four 7x6, ply by ply, for make_connect4_book.py."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine.solvers.connect4_book import FIRST, MASK, SECOND, THIRD

Words = npt.NDArray[np.uint64]
Scores = npt.NDArray[np.int8]

COLUMNS, ROWS, STRIDE = 7, 6, 7
CELLS = COLUMNS * ROWS
BOTTOMS = [np.uint64(1 << c * STRIDE) for c in range(COLUMNS)]
TOPS = [np.uint64(1 << c * STRIDE + ROWS - 1) for c in range(COLUMNS)]
COLUMN = np.uint64((1 << STRIDE) - 1)


def has_four(stones: Words) -> npt.NDArray[np.bool_]:
    found = np.zeros(len(stones), bool)
    for step in (1, STRIDE - 1, STRIDE, STRIDE + 1):
        pairs = stones & stones >> np.uint64(step)
        found |= (pairs & pairs >> np.uint64(2 * step)) != 0
    return found


def spread(words: Words, stride: int, mirrored: bool = False) -> Words:
    """The same cells with another column stride, mirrored if asked."""
    result = np.zeros_like(words)
    for c in range(COLUMNS):
        target = COLUMNS - 1 - c if mirrored else c
        part = words >> np.uint64(c * STRIDE) & COLUMN
        result |= part << np.uint64(target * stride)
    return result


def canonical_keys(mover: Words, both: Words) -> Words:
    key = mover + both
    result: Words = np.minimum(key, spread(key, STRIDE, mirrored=True))
    return result


def children(mover: Words, both: Words) -> list[tuple[npt.NDArray[np.intp], Words, Words]]:
    """For each column: the rows it is open in, and (mover, both) after the drop."""
    result = []
    for bottom, top in zip(BOTTOMS, TOPS, strict=True):
        rows = np.flatnonzero(both & top == 0)
        before = both[rows]
        result.append((rows, mover[rows] ^ before, before | before + bottom))
    return result


def hashes(keys: Words, seed: int) -> tuple[Words, Words]:
    """Hash each key to two words; `Book.score` computes the same with plain integers."""
    one = (keys + np.uint64(seed * FIRST & MASK)) * np.uint64(SECOND)
    one ^= one >> np.uint64(31)
    one *= np.uint64(THIRD)
    one ^= one >> np.uint64(29)
    two = one * np.uint64(FIRST)
    return one, two ^ two >> np.uint64(32)


def places(mixed: tuple[Words, Words], block: int) -> tuple[npt.NDArray[np.int64], ...]:
    """Return the three slots of each key, one array a third."""
    one, two = mixed
    half, size, low = np.uint64(32), np.uint64(block), np.uint64(0xFFFFFFFF)
    thirds = ((one & low) * size >> half, (one >> half) * size >> half, (two & low) * size >> half)
    return tuple(part.astype(np.int64) + third * block for third, part in enumerate(thirds))


class Level:
    """The unfinished positions of one ply, one of each mirror pair, sorted by key."""

    def __init__(self, mover: Words, both: Words) -> None:
        self.keys, first = np.unique(canonical_keys(mover, both), return_index=True)
        self.mover, self.both = mover[first], both[first]
        self.wins_at_once = np.zeros(len(first), bool)
        for rows, other, after in children(self.mover, self.both):
            self.wins_at_once[rows] |= has_four(other ^ after)
        self.scores: Scores = np.zeros(len(first), np.int8)

    def next(self) -> Level:
        parts = [
            (m[live], b[live])
            for _, m, b in children(self.mover, self.both)
            for live in [~has_four(m ^ b)]
        ]
        return Level(np.concatenate([m for m, _ in parts]), np.concatenate([b for _, b in parts]))
