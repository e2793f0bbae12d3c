"""Connect Four games by the thousand, in lockstep.

Every step plays one ply of all games with eleven array operations. A column is chosen by one look
in a table (full columns, digit 0 .. 419) -> drop, because 420 is a multiple of 1 .. 7 (840 of
1 .. 8). Digits are taken off one random word by multiplication, as the digits of a fraction; a
word gives digits as long as a column's share is off by less than 1 in 16,384 whatever came
before. Lines of four are looked for every few plies on both colours; the rare game in which both
have one by then is looked at again ply by ply.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import lcm

import numpy as np
import numpy.typing as npt

from engine.games.lockstep import batches
from engine.watch import Singles

Words = npt.NDArray[np.uint64]
Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
CHUNK = 32_768
WINDOW = 6  # plies between two looks for lines of four
LAST = 12  # the same, once so few games are left that a look costs more than the plies
FEW = 1024  # games
EVEN = 16_384  # see above


def word(value: int) -> Words:
    """A constant for array operations; cheaper as an array without dimension than as a scalar."""
    return np.array(value, np.uint64)


class Scratch:
    """The arrays for runs of up to `size` games: made once, cut to the games left at every step.

    Fresh memory for every run would cost a quarter of its time.
    """

    def __init__(self, size: int) -> None:
        self._plies = np.empty(max((WINDOW + 1) * size, (LAST + 1) * min(size, FEW)), np.uint64)
        self._sides = np.empty(2 * size, np.uint64)
        self._pairs = np.empty((3, 2 * size), np.uint64)
        self._words = np.empty((4, size), np.uint64)
        self._flags = np.empty((2, size), bool)
        self.resize(size, WINDOW)

    def resize(self, size: int, window: int) -> None:
        """Cut for `size` games and `window` plies; what the arrays held is lost."""
        self.size, self.window = size, window
        self.plies = self._plies[: (window + 1) * size].reshape(window + 1, size)
        self.sides = self._sides[: 2 * size].reshape(2, size)
        self.pairs = [pair[: 2 * size].reshape(2, size) for pair in self._pairs]
        self.words = [row[:size] for row in self._words]
        self.flags = self._flags[:, :size]


class Lockstep:
    """The tables of one board size, and the loop. Holds nothing of a run."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns = columns
        self.rows = rows
        self.stride = rows + 1
        bottoms = [1 << c * self.stride for c in range(columns)]
        self.board = word(sum(bottoms) * ((1 << rows) - 1))
        self.tops = word(sum(b << rows - 1 for b in bottoms))
        steps = (1, self.stride - 1, self.stride, self.stride + 1)
        self.steps = [(word(step), word(2 * step)) for step in steps]
        self.digits = lcm(*range(1, columns + 1))
        self.width = self.digits.bit_length()
        fraction = 64 - self.width
        self.base, self.fraction, self.mask = map(
            word, (self.digits, fraction, (1 << fraction) - 1)
        )
        self.per_word = 1
        while EVEN * columns * self.digits**self.per_word <= 1 << fraction:
            self.per_word += 1
        self.table = self._table(bottoms)
        self.factor = self._gather_factor()
        self.gather = word(64 - columns)
        self.place = word(self.width)

    def _table(self, bottoms: list[int]) -> Words:
        """The bottom bit of the column to drop in, by code of full columns << width | digit."""
        table = np.zeros((1 << self.columns, 1 << self.width), np.uint64)
        for code in range((1 << self.columns) - 1):
            free = [b for c, b in enumerate(bottoms) if not code >> c & 1]
            table[code, : self.digits] = np.repeat(
                np.array(free, np.uint64), self.digits // len(free)
            )
        return table.ravel()

    def _gather_factor(self) -> Words | None:
        """The factor that brings the top bits together as the highest bits of a word.

        None if two of its partial products meet there or carry into it.
        """
        gap, highest = self.stride - 1, 64 - self.columns
        shifts = [highest - (self.rows - 1) - gap * c for c in range(self.columns)]
        if shifts[-1] < 0:
            return None
        tops = [self.rows - 1 + self.stride * c for c in range(self.columns)]
        places = [top + shift for top in tops for shift in shifts]
        seen = [place for place in places if place < 64]
        clean = len(set(seen)) == len(seen)
        if not clean or sum(place >= highest for place in seen) != self.columns:
            return None
        return word(sum(1 << shift for shift in shifts))

    def full_columns(self, stones: Words, code: Words, scratch: Words) -> None:
        """Write the code of full columns, bit c for column c."""
        if self.factor is not None:
            np.bitwise_and(stones, self.tops, out=code)
            np.multiply(code, self.factor, out=code)
            np.right_shift(code, self.gather, out=code)
            return
        code.fill(0)
        for column in range(self.columns):
            top = column * self.stride + self.rows - 1
            np.right_shift(stones, np.uint64(top - column), out=scratch)
            np.bitwise_and(scratch, np.uint64(1 << column), out=scratch)
            np.bitwise_or(code, scratch, out=code)

    def fours(self, stones: Words, out: Words, scratch: Words, total: Words) -> Words:
        """Non-zero in `total`, which is returned, where the stones hold four in a line.

        All arrays have the same shape; the last three are overwritten.
        """
        target = total
        for step, double in self.steps:
            np.right_shift(stones, step, out=scratch)
            np.bitwise_and(scratch, stones, out=scratch)
            np.right_shift(scratch, double, out=target)
            np.bitwise_and(target, scratch, out=target)
            if target is out:
                np.bitwise_or(total, out, out=total)
            target = out
        return total

    def run(
        self,
        mover: Words,
        stones: Words,
        owner: Ints,
        owners: int,
        scratch: Scratch,
        rng: np.random.Generator,
        check: Callable[[], None],
        singles: Singles | None = None,
        start: int = 0,
    ) -> Ints:
        """Play games to the end; counts of shape (owners, 3).

        `mover` holds the stones of the player to move, `stones` those of both, `owner` the row
        each game counts for: games of one owner start with equally many stones. `singles` hears of
        the games, of which the first is number `start`.
        """
        numbers_of = np.arange(start, start + len(mover)) if singles is not None else None
        numbers = np.bitwise_count(stones)
        second = np.zeros(owners, bool)
        second[owner] = numbers & np.uint8(1)
        scratch.resize(len(mover), WINDOW)
        scratch.plies[0], scratch.sides[0] = stones, mover
        played = 0
        keys = []
        while scratch.size:
            check()
            self._play(scratch, rng)
            played += scratch.window
            ended, lines = self._ended(scratch)
            over = np.flatnonzero(ended)
            whose = owner.take(over)
            key = self._keys(scratch, over, lines, second.take(whose) ^ bool(played & 1))
            keys.append(whose * 3 + key)
            kept = np.flatnonzero(np.logical_not(ended, out=ended))
            if singles is not None and numbers_of is not None:
                self._tell(singles, numbers_of, scratch)
                singles.ended(numbers_of.take(over), key)
                numbers_of = numbers_of.take(kept)
            owner = owner.take(kept)
            now, mover = scratch.plies[-1].take(kept), scratch.sides[0].take(kept)
            scratch.resize(len(kept), WINDOW if len(kept) > FEW else LAST)
            scratch.plies[0], scratch.sides[0] = now, mover
        return np.bincount(np.concatenate(keys), minlength=owners * 3).reshape(owners, 3)

    def _tell(self, singles: Singles, games: Ints, scratch: Scratch) -> None:
        """The columns played in this window; those after the end of a game are cut off later."""
        for game, index in singles.places(games):
            plies = scratch.plies[:, index].tolist()
            for before, after in pairwise(plies):
                drop = int(before ^ after)
                if drop:  # a full board stays as it is
                    singles.moves[game].append((drop.bit_length() - 1) // self.stride)

    def _play(self, scratch: Scratch, rng: np.random.Generator) -> None:
        """Play plies: row k of `plies` gets all stones after k, sides[0] the mover at last."""
        plies = scratch.plies
        code, digit, drop, random = scratch.words
        index = code.view(np.int64)
        for ply in range(scratch.window):
            stones = plies[ply]
            if ply % self.per_word == 0:
                np.bitwise_and(rng.bit_generator.random_raw(scratch.size), self.mask, out=random)
            else:
                np.bitwise_and(random, self.mask, out=random)
            np.multiply(random, self.base, out=random)
            np.right_shift(random, self.fraction, out=digit)
            self.full_columns(stones, code, drop)
            np.left_shift(code, self.place, out=code)
            np.bitwise_or(code, digit, out=code)
            after = plies[ply + 1]
            np.add(self.table.take(index), stones, out=after)
            np.bitwise_or(after, stones, out=after)
        mover = scratch.sides[0]
        for stones in plies[:-1]:
            np.bitwise_xor(mover, stones, out=mover)

    def _ended(self, scratch: Scratch) -> tuple[Flags, Words]:
        """Which games are over, and the lines of four of the mover and of the other player."""
        sides, now = scratch.sides, scratch.plies[-1]
        np.bitwise_xor(sides[0], now, out=sides[1])
        lines = self.fours(sides, *scratch.pairs)
        ended, full = scratch.flags
        np.logical_or(lines[0], lines[1], out=ended)
        np.equal(now, self.board, out=full)
        return np.logical_or(ended, full, out=ended), lines

    def _keys(self, scratch: Scratch, over: Ints, lines: Words, second: Flags) -> Ints:
        """The outcome of each game that is over; `second` says whether the second is to move."""
        mine, theirs = lines.take(over, axis=1) != 0
        key = np.where(mine == theirs, 1, np.where(mine == second, 2, 0))
        both = np.flatnonzero(mine & theirs)
        if len(both):
            games = over[both]
            history = scratch.plies.take(games, axis=1)
            mover_first = self._mover_first(history, scratch.sides[0].take(games))
            key[both] = np.where(mover_first == second[both], 2, 0)
        return key

    def _mover_first(self, history: Words, mover: Words) -> Flags:
        """Look again, ply by ply, at games in which both have four: whether the mover had it first.

        `history` holds all stones after 0, 1, 2... plies, `mover` the last stones of one player.
        Row 0 counts: a game may have been over before it began.
        """
        sides = np.stack([history & mover, history & ~mover])
        fours = self.fours(sides, *(np.empty_like(sides) for _ in range(3))) != 0
        when: Ints = fours.argmax(axis=1)
        return np.asarray(when[0] < when[1])


def playouts(
    lockstep: Lockstep,
    states: Sequence[tuple[int, int]],
    repeats: Sequence[int] | int,
    rng: np.random.Generator,
    check: Callable[[], None],
    singles: Singles | None = None,
) -> Ints:
    """Outcome counts, shape (len(states), 3), of unfinished states (mover stones, all stones).

    The moves that `singles` is told may go on after the end of a game.
    """
    counts = np.zeros((len(states), 3), np.int64)
    words = np.array(states, np.uint64).reshape(-1, 2).T.copy()
    scratch: Scratch | None = None
    start = 0
    for owner in batches(len(states), repeats, CHUNK):
        scratch = scratch or Scratch(len(owner) + 1)  # batches are equally long, up to one
        mover, stones = words[0].take(owner), words[1].take(owner)
        counts += lockstep.run(
            mover, stones, owner, len(states), scratch, rng, check, singles, start
        )
        start += len(owner)
    return counts
