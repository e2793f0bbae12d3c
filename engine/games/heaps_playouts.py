"""Heap games by the thousand, in lockstep.

Any number from any heap: the legal moves are numbered through the heaps, so that one random number
chooses heap and amount together. Fixed amounts: the number of legal ones follows from the heap.
A choice among k moves is off by less than k / 2**32.

There are no games here whose players take the last heap as soon as they can. Measured on 60
positions each of Nim 3,5,6,7 with a winning move, plain and misère: tree search with 30, 100 and
300 playouts chose a losing move 323 times in 360 with such games, 328 times with random ones. The
tree itself sees a win at once; further up a playout says next to nothing about a sum of heaps.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from engine.games.lockstep import batches
from engine.watch import Singles

CHUNK = 16_384
Ints = npt.NDArray[np.int64]


def _digits(rng: np.random.Generator, choices: Ints) -> Ints:
    """For each k in `choices` a number 0 .. k - 1."""
    size = len(choices)
    raw = rng.bit_generator.random_raw(-(-size // 2)).view(np.uint32)[:size]
    product = np.multiply(raw, choices.view(np.uint64), dtype=np.uint64)
    return np.right_shift(product, np.uint64(32)).view(np.int64)


def _step_any(heaps: Ints, rng: np.random.Generator) -> Ints:
    """Take any number from any heap, heaps of shape (heaps, games); what is left of them."""
    ends = np.cumsum(heaps, axis=0)
    digit = _digits(rng, ends[-1])
    before = np.zeros_like(digit)
    chosen = np.zeros_like(digit)
    for heap in range(len(heaps) - 1):
        passed = digit >= ends[heap]
        chosen += passed
        before = np.where(passed, ends[heap], before)
    # The rest of the heap is uniform among 0 .. size - 1, whatever is taken.
    heaps[chosen, np.arange(heaps.shape[1])] = digit - before
    return heaps


def _step_fixed(heaps: Ints, takes: Ints, rng: np.random.Generator) -> Ints:
    """Take one of the amounts from the only heap."""
    legal = np.searchsorted(takes, heaps[0], side="right")
    return heaps - takes.take(_digits(rng, legal))


def playouts(
    states: Sequence[tuple[tuple[int, ...], int]],
    takes: Sequence[int] | None,
    misere: bool,
    repeats: Sequence[int] | int,
    rng: np.random.Generator,
    check: Callable[[], None],
    singles: Singles | None = None,
    move_of: Callable[[int, int], int] = lambda heap, amount: amount,
) -> Ints:
    """Outcome counts, shape (len(states), 3), for states (heaps, mover).

    `move_of` is the number of the move that takes an amount from a heap, for `singles`.
    """
    width = max((len(heaps) for heaps, _ in states), default=0)
    table = np.array([[*heaps, *[0] * (width - len(heaps))] for heaps, _ in states], np.int64)
    movers = np.array([mover for _, mover in states], np.int64)
    amounts = None if takes is None else np.array(takes, np.int64)
    smallest = 1 if takes is None else takes[0]
    counts = np.zeros(len(states) * 3, np.int64)
    start = 0
    for owner in batches(len(states), repeats, CHUNK):
        games = owner if singles is None else np.arange(start, start + len(owner))
        start += len(owner)
        heaps = np.ascontiguousarray(table[owner].T)
        mover = movers[owner]
        while len(owner):
            check()
            over = (heaps < smallest).all(axis=0)
            if over.any():
                ended = np.flatnonzero(over)
                winner = mover[ended] if misere else 1 - mover[ended]
                if singles is not None:
                    singles.ended(games[ended], 2 * winner)
                counts += np.bincount(owner[ended] * 3 + 2 * winner, minlength=len(counts))
                kept = np.flatnonzero(~over)
                heaps, mover, owner = heaps[:, kept], mover[kept], owner[kept]
                games = games[kept] if singles is not None else games
            if len(owner):
                before = heaps.copy() if singles is not None else heaps
                heaps = (
                    _step_any(heaps, rng) if amounts is None else _step_fixed(heaps, amounts, rng)
                )
                mover = 1 - mover
                if singles is not None:
                    for game, index in singles.places(games):
                        taken = before[:, index] - heaps[:, index]
                        heap = int(np.flatnonzero(taken)[0])
                        singles.moves[game].append(move_of(heap, int(taken[heap])))
    return counts.reshape(-1, 3)
