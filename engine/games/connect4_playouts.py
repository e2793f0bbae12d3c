"""Connect Four games by the thousand, in lockstep.

Every step plays one ply of all games with a dozen array operations. A column is chosen by one
look in a table (full columns, digit) -> drop. The digit 0 .. 419 comes from 16 random bits scaled
by multiplication; 420 is a multiple of 1 .. 7 (840 of 1 .. 8), so a column's share is off by less
than 1 in 8,000. Lines of four are looked for every few plies on both colours; the rare game in
which both have one by then is looked at again ply by ply.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import lcm
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.games.lockstep import batches

Words = npt.NDArray[np.uint64]
Ints = npt.NDArray[np.int64]
WINDOW = 5
CHUNK = 32_768


class Lockstep:
    """The tables of one board size, and the loop. Holds nothing of a run."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns = columns
        self.rows = rows
        self.stride = rows + 1
        bottoms = [1 << c * self.stride for c in range(columns)]
        self.board = np.uint64(sum(bottoms) * ((1 << rows) - 1))
        self.tops = np.uint64(sum(b << rows - 1 for b in bottoms))
        self.steps = [np.uint64(s) for s in (1, self.stride - 1, self.stride, self.stride + 1)]
        self.digits = lcm(*range(1, columns + 1))
        self.codes = 1 << columns
        self.table = self._table(bottoms)
        self.factor = self._gather_factor()

    def _table(self, bottoms: list[int]) -> Words:
        """The bottom bit of the column to drop in, by digit * codes + code of full columns."""
        table = np.zeros((self.digits, self.codes), np.uint64)
        for code in range(self.codes - 1):
            free = [b for c, b in enumerate(bottoms) if not code >> c & 1]
            table[:, code] = np.repeat(np.array(free, np.uint64), self.digits // len(free))
        return table.ravel()

    def _gather_factor(self) -> tuple[np.uint64, np.uint64] | None:
        """A factor and shift that bring the top bits together, if no two products meet."""
        stride, columns, rows = self.stride, self.columns, self.rows
        first = rows - 1
        base = (stride - 1) * (columns - 1)
        seen: dict[int, int] = {}
        for c in range(columns):
            for d in range(columns):
                place = first + stride * c + base - (stride - 1) * d
                seen[place] = seen.get(place, 0) + 1
        window = range(first + base, first + base + columns)
        clean = all(count == 1 for place, count in seen.items() if place < 64)
        if not clean or window.stop > 64 or sum(seen.get(p, 0) for p in window) != columns:
            return None
        factor = sum(1 << base - (stride - 1) * d for d in range(columns))
        return np.uint64(factor & (1 << 64) - 1), np.uint64(first + base)

    def full_columns(self, stones: Words, code: Words, scratch: Words) -> None:
        """Write the code of full columns, bit c for column c."""
        if self.factor is not None:
            np.bitwise_and(stones, self.tops, out=code)
            np.multiply(code, self.factor[0], out=code)
            np.right_shift(code, self.factor[1], out=code)
            np.bitwise_and(code, np.uint64(self.codes - 1), out=code)
            return
        code.fill(0)
        for column in range(self.columns):
            top = column * self.stride + self.rows - 1
            np.right_shift(stones, np.uint64(top - column), out=scratch)
            np.bitwise_and(scratch, np.uint64(1 << column), out=scratch)
            np.bitwise_or(code, scratch, out=code)

    def fours(self, stones: Words, out: Words, scratch: Words) -> Words:
        """Non-zero where the stones hold four in a line; `out` and `scratch` are overwritten."""
        total = np.zeros_like(out)
        for step in self.steps:
            np.right_shift(stones, step, out=scratch)
            np.bitwise_and(scratch, stones, out=scratch)
            np.right_shift(scratch, step + step, out=out)
            np.bitwise_and(out, scratch, out=out)
            np.bitwise_or(total, out, out=total)
        return total

    def run(
        self,
        mover: Words,
        stones: Words,
        owner: npt.NDArray[np.intp],
        owners: int,
        rng: np.random.Generator,
        check: Callable[[], None],
    ) -> Ints:
        """Play unfinished games to the end; counts of shape (owners, 3).

        `mover` holds the stones of the player to move, `stones` those of both.
        """
        counts = np.zeros((owners, 3), np.int64)
        for start in range(0, len(mover), CHUNK):
            part = slice(start, start + CHUNK)
            counts += self._run_chunk(mover[part], stones[part], owner[part], owners, rng, check)
        return counts

    def _run_chunk(
        self,
        mover: Words,
        stones: Words,
        owner: npt.NDArray[np.intp],
        owners: int,
        rng: np.random.Generator,
        check: Callable[[], None],
    ) -> Ints:
        size = len(mover)
        counts = np.zeros(owners * 3, np.int64)
        parity = (np.bitwise_count(stones) & np.uint8(1)).astype(bool)
        buffers = np.empty((WINDOW + 1, size), np.uint64)
        buffers[0] = stones
        mover = mover.copy()
        scratch = [np.empty(size, np.uint64) for _ in range(3)]
        window = self._first_window(int(np.bitwise_count(stones).min()))
        while size:
            check()
            views = [row[:size] for row in buffers]
            code, digit, drop = (words[:size] for words in scratch)
            self._play(mover, views, window, code, digit, drop, rng)
            odd = parity ^ bool(window & 1)
            now = views[window]
            over, key = self._ended(mover, views, window, odd, code, drop)
            if len(over):
                counts += np.bincount(owner[over] * 3 + key, minlength=owners * 3)
                keep = np.ones(size, bool)
                keep[over] = False
                kept = np.flatnonzero(keep)
                size = len(kept)
                mover, owner, odd = mover.take(kept), owner.take(kept), odd.take(kept)
                now = now.take(kept)
            buffers[0, :size] = now
            parity = odd
            window = WINDOW
        return counts.reshape(owners, 3)

    def _first_window(self, fewest: int) -> int:
        """Nobody has four before the seventh stone: an empty board needs no early test."""
        return WINDOW if fewest < 7 else min(WINDOW, 3)

    def _play(
        self,
        mover: Words,
        views: list[Words],
        plies: int,
        code: Words,
        digit: Words,
        drop: Words,
        rng: np.random.Generator,
    ) -> None:
        """Play some plies; views[k] receives all stones after k plies."""
        size = len(mover)
        raw = rng.bit_generator.random_raw(-(-size // 4) * plies).view(np.uint16)
        index = digit.view(np.int64)
        for ply in range(plies):
            stones, after = views[ply], views[ply + 1]
            self.full_columns(stones, code, drop)
            row = raw[ply * size : (ply + 1) * size]
            np.multiply(row, np.uint64(self.digits), out=digit, casting="unsafe")
            np.right_shift(digit, np.uint64(16), out=digit)
            np.multiply(digit, np.uint64(self.codes), out=digit)
            np.bitwise_or(digit, code, out=digit)
            np.take(self.table, index, out=drop, mode="clip")
            np.bitwise_xor(mover, stones, out=mover)
            np.add(drop, stones, out=drop)
            np.bitwise_or(drop, stones, out=after)

    def _ended(
        self,
        mover: Words,
        views: list[Words],
        plies: int,
        odd: npt.NDArray[np.bool_],
        out: Words,
        scratch: Words,
    ) -> tuple[npt.NDArray[np.intp], Any]:
        """The games that ended in these plies, and the column of counts each belongs to.

        `odd` tells whether the stones in `mover` are the second player's.
        """
        now = views[plies]
        mine = self.fours(mover, out, scratch)
        other = mover ^ now
        theirs = self.fours(other, out, scratch)
        over = np.flatnonzero((mine | theirs) | (now == self.board))
        mine, theirs = mine[over] != 0, theirs[over] != 0
        second = odd[over]
        key = np.where(mine == theirs, 1, np.where(mine == second, 2, 0))
        both = np.flatnonzero(mine & theirs)
        if len(both):
            games = over[both]
            history = [view.take(games) for view in views[: plies + 1]]
            key[both] = self._first_to_four(history, mover.take(games), second[both])
        return over, key

    def _first_to_four(
        self, history: list[Words], mover: Words, second: npt.NDArray[np.bool_]
    ) -> npt.NDArray[np.int64]:
        """Look again, ply by ply, at games in which both have four: 0 or 2 for who had it first.

        `mover` are the stones, after the last ply, of the player named by `second`.
        """
        key = np.full(len(mover), -1, np.int64)
        out, scratch = np.empty_like(mover), np.empty_like(mover)
        for now in history[1:]:
            for stones, whose in ((mover, second), (mover ^ history[-1], ~second)):
                four = self.fours(stones & now, out, scratch) != 0
                key[four & (key < 0)] = 2 * whose[four & (key < 0)]
        return key


def playouts(
    lockstep: Lockstep,
    states: Sequence[tuple[int, int]],
    repeats: Sequence[int] | int,
    rng: np.random.Generator,
    check: Callable[[], None],
) -> Ints:
    """Outcome counts, shape (len(states), 3), of unfinished states (mover stones, all stones)."""
    counts = np.zeros((len(states), 3), np.int64)
    for owner in batches(len(states), repeats, CHUNK):
        words = np.array(states, np.uint64).reshape(-1, 2)
        mover, stones = words[owner, 0], words[owner, 1]
        counts += lockstep.run(mover, stones, owner, len(states), rng, check)
    return counts
