"""Uniformly random play of Connect Four in bulk: games in lockstep, and their exact chances.

Every step plays one ply of all games with eleven array operations. A column is chosen by one lookup
in a table (full columns, digit 0 .. 419) -> drop, because 420 is a multiple of 1 .. 7 (840 of 1 ..
8). Digits are extracted from one random word by multiplication, as the digits of a fraction; a word
is used as long as the probability of a column is off by less than 1 in 16,384, whatever the earlier
digits.

Lines of four are detected every few plies for both colours; the rare game in which both have one by
then is checked ply by ply.

For the exact chances the positions that follow are collected ply by ply as arrays, each once, and
their chances are computed backwards: the mean over the legal columns.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import lcm
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from engine.games.lockstep import Flags, Games, Ints, batches, play_out
from engine.protocols import Chances, Unsolvable
from engine.recording import GameSampler

Words = npt.NDArray[np.uint64]
Floats = npt.NDArray[np.float64]
CHUNK = 32_768
WINDOW = 6  # plies between two checks for lines of four
LAST = 12  # the same for few games, where a check costs more than the plies
FEW = 1024  # games
EVEN = 16_384  # the accuracy stated above


def word(value: int) -> Words:
    """Return a constant for array operations, as a 0-d array, which is faster than a scalar."""
    return np.array(value, np.uint64)


class Lockstep:
    """The tables of one board size and the operations on them, without any state of a run."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns = columns
        self.rows = rows
        self.stride = rows + 1
        self.bottoms = [1 << c * self.stride for c in range(columns)]
        self.board = word(sum(self.bottoms) * ((1 << rows) - 1))
        self.tops = word(sum(b << rows - 1 for b in self.bottoms))
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
        # The bottom bit of the column to drop in, by full columns << width | digit.
        self.table = self.by_columns(self.bottoms)[::-1].ravel()
        self.factor = self._gather_factor()
        self.gather = word(64 - columns)
        self.place = word(self.width)

    def by_columns(self, cells: Sequence[int]) -> Words:
        """Return the cells of a column chosen by digit among some columns, a row for each set."""
        table = np.zeros((1 << self.columns, 1 << self.width), np.uint64)
        for code in range(1, 1 << self.columns):
            allowed = np.array([c for i, c in enumerate(cells) if code >> i & 1], np.uint64)
            table[code, : self.digits] = np.repeat(allowed, self.digits // len(allowed))
        return table

    def _gather_factor(self) -> Words | None:
        """Return the factor that gathers the top bits into the highest bits of a word.

        None if two of its partial products collide or carry there.
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
        """Return `total`, non-zero where the stones have four in a line.

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

    def mover_first(self, history: Words, mover: Words) -> Flags:
        """Return, for games in which both have four, whether the mover had it first.

        `history` has all stones after 0, 1, 2... plies, `mover` the last stones of one player. Row
        0 counts: a game may have been over before it began.
        """
        sides = np.stack([history & mover, history & ~mover])
        fours = self.fours(sides, *(np.empty_like(sides) for _ in range(3))) != 0
        when: Ints = fours.argmax(axis=1)
        return np.asarray(when[0] < when[1])


class UniformGames:
    """Games with uniformly random moves, in arrays for up to `size` games, allocated once.

    New allocations for every run would cost a quarter of its time.
    """

    def __init__(self, lockstep: Lockstep, size: int) -> None:
        self.lockstep = lockstep
        self._plies = np.empty(max((WINDOW + 1) * size, (LAST + 1) * min(size, FEW)), np.uint64)
        self._sides = np.empty(2 * size, np.uint64)
        self._pairs = np.empty((3, 2 * size), np.uint64)
        self._words = np.empty((4, size), np.uint64)
        self._flags = np.empty((2, size), bool)
        self._resize(size, WINDOW)

    def start(self, mover: Words, stones: Words) -> None:
        self._resize(len(mover), WINDOW)
        self.plies[0], self.sides[0] = stones, mover

    def keep(self, left: Ints) -> None:
        now, mover = self.plies[-1].take(left), self.sides[0].take(left)
        self._resize(len(left), WINDOW if len(left) > FEW else LAST)
        self.plies[0], self.sides[0] = now, mover

    def _resize(self, size: int, window: int) -> None:
        """Reslice for `size` games and `window` plies; the content of the arrays is lost."""
        self.size, self.window = size, window
        self.plies = self._plies[: (window + 1) * size].reshape(window + 1, size)
        self.sides = self._sides[: 2 * size].reshape(2, size)
        self.pairs = [pair[: 2 * size].reshape(2, size) for pair in self._pairs]
        self.words = [row[:size] for row in self._words]
        self.flags = self._flags[:, :size]

    def play(self, rng: np.random.Generator) -> Flags:
        """Play a window of plies.

        Row k of `plies` becomes all stones after k plies, sides[0] the mover's stones.
        """
        lockstep, plies = self.lockstep, self.plies
        code, digit, drop, random = self.words
        index = code.view(np.int64)
        for ply in range(self.window):
            stones = plies[ply]
            if ply % lockstep.per_word == 0:
                np.bitwise_and(rng.bit_generator.random_raw(self.size), lockstep.mask, out=random)
            else:
                np.bitwise_and(random, lockstep.mask, out=random)
            np.multiply(random, lockstep.base, out=random)
            np.right_shift(random, lockstep.fraction, out=digit)
            lockstep.full_columns(stones, code, drop)
            np.left_shift(code, lockstep.place, out=code)
            np.bitwise_or(code, digit, out=code)
            after = plies[ply + 1]
            np.add(lockstep.table.take(index), stones, out=after)
            np.bitwise_or(after, stones, out=after)
        mover = self.sides[0]
        for stones in plies[:-1]:
            np.bitwise_xor(mover, stones, out=mover)
        return self._ended()

    def _ended(self) -> Flags:
        """Return which games are over; set `lines` to the lines of four of both players."""
        sides, now = self.sides, self.plies[-1]
        np.bitwise_xor(sides[0], now, out=sides[1])
        self.lines = self.lockstep.fours(sides, *self.pairs)
        ended: Flags = self.flags[0]
        full = self.flags[1]
        np.logical_or(self.lines[0], self.lines[1], out=ended)
        np.equal(now, self.lockstep.board, out=full)
        np.logical_or(ended, full, out=ended)
        return ended

    def outcomes(self, over: Ints, second: Flags) -> Ints:
        mine, theirs = self.lines.take(over, axis=1) != 0
        key = np.where(mine == theirs, 1, np.where(mine == second, 2, 0))
        both = np.flatnonzero(mine & theirs)
        if len(both):
            games = over[both]
            history = self.plies.take(games, axis=1)
            mover_first = self.lockstep.mover_first(history, self.sides[0].take(games))
            key[both] = np.where(mover_first == second[both], 2, 0)
        return key

    def tell(self, singles: GameSampler, numbers: Ints) -> None:
        """Record the columns played in this window; those after the end of a game are cut later."""
        for game, index in singles.places(numbers):
            plies = self.plies[:, index].tolist()
            for before, after in pairwise(plies):
                drop = int(before ^ after)
                if drop:  # a full board does not change
                    singles.moves[game].append((drop.bit_length() - 1) // self.lockstep.stride)


class BulkGames(Games, Protocol):
    """Games in lockstep that start from positions of Connect Four."""

    def start(self, mover: Words, stones: Words) -> None:
        """Start from these positions: the stones of the player to move, those of both."""


def playouts(
    make: Callable[[int], BulkGames],
    chunk: int,
    states: Sequence[tuple[int, int]],
    repeats: Sequence[int] | int,
    rng: np.random.Generator,
    check: Callable[[], None],
    singles: GameSampler | None = None,
) -> Ints:
    """Return outcome counts, shape (len(states), 3), of unfinished (mover stones, all stones).

    `make` returns the arrays for at most so many games; about `chunk` are played at a time. The
    moves in `singles` may continue after the end of a game.
    """
    games: BulkGames | None = None
    words = np.array(states, np.uint64).reshape(-1, 2).T.copy()
    second = np.bitwise_count(words[1]) & np.uint8(1) != 0
    counts = np.zeros((len(states), 3), np.int64)
    start = 0
    for owner in batches(len(states), repeats, chunk):
        games = games or make(len(owner) + 1)  # lengths differ by at most one
        games.start(words[0].take(owner), words[1].take(owner))
        counts += play_out(games, owner, second, rng, check, singles, start)
        start += len(owner)
    return counts


class _Layer(NamedTuple):
    """All positions of one ply; mover and both as in Stones."""

    mover: Words
    both: Words
    won: Flags  # by the player who has just moved


# For each column the rows of a layer that may play it, and their children in the next layer.
_Drops = list[tuple[Ints, Ints]]


def exact_chances(
    tables: Lockstep, mover: int, both: int, check: Callable[[], None], limit: int
) -> dict[int, Chances]:
    """Return for each legal column the chances (first wins, draw, second wins).

    The position is unfinished. `check` is called every few milliseconds. Raises Unsolvable when
    more than `limit` positions follow; mirror images count twice.
    """
    none = np.zeros(1, np.bool_)
    layers = [_Layer(np.array([mover], np.uint64), np.array([both], np.uint64), none)]
    drops: list[_Drops] = []
    positions = 0
    while layers[-1].mover.size:
        dropped, layer = _next_layer(tables, layers[-1], check, limit - positions)
        if layer is None:
            raise Unsolvable("playout.too_large", limit=limit)
        positions += layer.mover.size
        drops.append(dropped)
        layers.append(layer)
    chances = np.zeros((0, 3))
    for index in range(len(layers) - 2, 0, -1):
        check()
        second_moves = bool(both.bit_count() + index & 1)
        chances = _chances(layers[index], drops[index], chances, second_moves)
    return {
        column: (float(first), float(draw), float(second))
        for column, (rows, children) in enumerate(drops[0])
        if rows.size
        for first, draw, second in chances[children].tolist()
    }


def _next_layer(
    tables: Lockstep, layer: _Layer, check: Callable[[], None], room: int
) -> tuple[_Drops, _Layer | None]:
    """Return the moves of a layer and the layer they lead to; None for more than `room` rows."""
    going = np.flatnonzero(~layer.won)
    mover, both = layer.mover[going], layer.both[going]
    keys = np.zeros(0, np.uint64)
    parts: list[tuple[Ints, Words, Words, Words]] = []
    for column in range(tables.columns):
        check()
        bottom = 1 << column * tables.stride
        free = np.flatnonzero(both & word(bottom << tables.rows - 1) == 0)
        after = both[free] | both[free] + word(bottom)
        other = mover[free] ^ both[free]
        key = other + after  # unique, because `after` has one more bit a column than `other`
        parts.append((going[free], key, other, after))
        keys = np.union1d(keys, key)
        if keys.size > room:
            return [], None
    drops: _Drops = []
    new_mover, new_both = np.zeros_like(keys), np.zeros_like(keys)
    for rows, key, other, after in parts:
        check()
        children = np.searchsorted(keys, key)
        new_mover[children], new_both[children] = other, after
        drops.append((rows, children))
    moved = new_mover ^ new_both
    scratch, out, total = (np.empty_like(moved) for _ in range(3))
    won = tables.fours(moved, out, scratch, total) != 0
    return drops, _Layer(new_mover, new_both, won)


def _chances(layer: _Layer, drops: _Drops, after: Floats, second_moves: bool) -> Floats:
    """Return the chances of each position of a layer from those of the layer after it."""
    chances = np.zeros((layer.mover.size, 3))
    moves = np.zeros(layer.mover.size)
    for rows, children in drops:
        chances[rows] += after[children]
        moves[rows] += 1
    chances /= np.maximum(moves, 1)[:, None]
    full = moves == 0
    chances[full] = (0.0, 1.0, 0.0)
    chances[layer.won] = (1.0, 0.0, 0.0) if second_moves else (0.0, 0.0, 1.0)
    return chances
