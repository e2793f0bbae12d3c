"""Connect Four games by the thousand whose players see one move ahead.

Each ply of a game: a win at once is taken; else a win of the opponent's is stopped; else no stone
is put under a cell where the opponent would win; else any. Among the columns left each is as
likely. All games are played in lockstep like the uniformly random ones, whose tables serve here
too. Of the two players' threats only those of the one who has just moved are worked out again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from engine.games.connect4_playouts import Ints, Lockstep, Words, word
from engine.games.lockstep import batches
from engine.watch import Singles

CHUNK = 4_096  # arrays that stay close to the processor
WINDOW = 6  # plies between two moments when finished games are put away; an even number


class DecisiveScratch:
    """The arrays for runs of up to `size` games: made once, cut to the games left at every step."""

    def __init__(self, size: int) -> None:
        self._plies = np.empty((WINDOW + 1) * size, np.uint64)
        self._wins = np.empty(WINDOW * size, np.uint64)
        self._words = np.empty((4, size), np.uint64)
        self._digits = np.empty(WINDOW * size, np.uint64)
        self._lines = np.empty((5, 3 * size), np.uint64)
        self._flags = np.empty(size, bool)
        self.resize(size)

    def resize(self, size: int) -> None:
        """Cut for `size` games; what the arrays held is lost."""
        self.size = size
        self.plies = self._plies[: (WINDOW + 1) * size].reshape(WINDOW + 1, size)
        self.wins = self._wins[: WINDOW * size].reshape(WINDOW, size)
        self.digits = self._digits[: WINDOW * size].reshape(WINDOW, size)
        self.words = [row[:size] for row in self._words]
        self.lines = [row[: 3 * size].reshape(3, size) for row in self._lines]
        self.flags = self._flags[:size]


class Decisive:
    """The constants of one board size, and the loop. Holds nothing of a run."""

    def __init__(self, lockstep: Lockstep) -> None:
        self.lockstep = lockstep
        stride = lockstep.stride
        bottoms = [1 << c * stride for c in range(lockstep.columns)]
        self.bottom = word(sum(bottoms))
        self.one, self.two = word(1), word(2)
        steps = np.array([[stride - 1], [stride], [stride + 1]], np.uint64)
        self.steps = (steps, 2 * steps, 3 * steps)
        self.table = self._table(bottoms)
        self.none, self.half, self.place = word(0), word(32), word(lockstep.columns)

    def _table(self, bottoms: list[int]) -> Words:
        """The cells of the column to drop in, by digit << columns | code of wanted columns."""
        lockstep = self.lockstep
        column = (1 << lockstep.rows) - 1
        table = np.zeros((lockstep.digits, 1 << lockstep.columns), np.uint64)
        for code in range(1, 1 << lockstep.columns):
            wanted = [b * column for c, b in enumerate(bottoms) if code >> c & 1]
            table[:, code] = np.repeat(np.array(wanted, np.uint64), lockstep.digits // len(wanted))
        return table.ravel()

    def threats(self, stones: Words, out: Words, scratch: DecisiveScratch) -> None:
        """Write the cells in which one more stone makes four, occupied ones among them."""
        low, high, pair, far, cells = scratch.lines
        one, two, three = self.steps
        np.left_shift(stones, one, out=low)
        np.right_shift(stones, one, out=high)
        np.bitwise_and(low, stones, out=pair)
        np.left_shift(stones, three, out=far)
        np.bitwise_or(far, high, out=far)
        np.left_shift(pair, one, out=cells)
        np.bitwise_and(cells, far, out=cells)
        np.right_shift(stones, three, out=far)
        np.bitwise_or(far, low, out=far)
        np.right_shift(pair, two, out=pair)
        np.bitwise_and(pair, far, out=pair)
        np.bitwise_or(cells, pair, out=cells)
        np.bitwise_or(cells[0], cells[1], out=out)
        np.bitwise_or(out, cells[2], out=out)
        part, other = pair[0], far[0]
        np.left_shift(stones, self.one, out=part)
        np.bitwise_and(part, stones, out=part)
        np.left_shift(stones, self.two, out=other)
        np.bitwise_and(part, other, out=part)
        np.left_shift(part, self.one, out=part)
        np.bitwise_or(out, part, out=out)
        np.bitwise_and(out, self.lockstep.board, out=out)

    def run(
        self,
        mover: Words,
        stones: Words,
        owner: Ints,
        owners: int,
        scratch: DecisiveScratch,
        rng: np.random.Generator,
        check: Callable[[], None],
        singles: Singles | None = None,
        start: int = 0,
    ) -> Ints:
        """Play games to the end; counts of shape (owners, 3). See Lockstep.run."""
        numbers = np.arange(start, start + len(mover)) if singles is not None else None
        second = np.bitwise_count(stones) & np.uint8(1) != 0
        scratch.resize(len(mover))
        scratch.plies[0] = stones
        sides = [mover.copy(), mover ^ stones]
        seen = [np.empty_like(mover), np.empty_like(mover)]
        for side in (0, 1):
            self.threats(sides[side], seen[side], scratch)
        keys = []
        while scratch.size:
            check()
            self._play(scratch, sides, seen, rng)
            won = scratch.wins.any(axis=0)
            ended = np.flatnonzero(won | (scratch.plies[-1] == self.lockstep.board))
            first = (scratch.wins.take(ended, axis=1) != 0).argmax(axis=0)
            winner = second.take(ended) ^ (first & 1 != 0)
            key = np.where(won.take(ended), np.where(winner, 2, 0), 1)
            keys.append(owner.take(ended) * 3 + key)
            if singles is not None and numbers is not None:
                self._tell(singles, numbers, scratch)
                singles.ended(numbers.take(ended), key)
            kept = np.ones(scratch.size, bool)
            kept[ended] = False
            left = np.flatnonzero(kept)
            owner, second = owner.take(left), second.take(left)
            numbers = numbers.take(left) if numbers is not None else None
            now = scratch.plies[-1].take(left)
            sides = [side.take(left) for side in sides]
            seen = [side.take(left) for side in seen]
            scratch.resize(len(left))
            scratch.plies[0] = now
        return np.bincount(np.concatenate(keys), minlength=owners * 3).reshape(owners, 3)

    def _play(
        self,
        scratch: DecisiveScratch,
        sides: list[Words],
        seen: list[Words],
        rng: np.random.Generator,
    ) -> None:
        """Play a window of plies, after which sides[0] is to move again.

        Games that are won go on at random: the first ply of `wins` that is not 0 is their end.
        """
        lockstep = self.lockstep
        drops, wanted, code, part = scratch.words
        index, flags = code.view(np.int64), scratch.flags
        self._draw(scratch, rng)
        for ply in range(WINDOW):
            me = ply & 1
            stones, after = scratch.plies[ply], scratch.plies[ply + 1]
            np.add(stones, self.bottom, out=drops)
            np.bitwise_and(drops, lockstep.board, out=drops)
            np.bitwise_and(seen[me], drops, out=scratch.wins[ply])
            # Not under a cell where the opponent would win.
            np.right_shift(seen[1 - me], self.one, out=wanted)
            np.bitwise_and(wanted, drops, out=wanted)
            np.bitwise_xor(wanted, drops, out=wanted)
            np.bitwise_and(seen[1 - me], drops, out=part)
            np.not_equal(part, self.none, out=flags)
            np.copyto(wanted, part, where=flags)
            np.equal(wanted, self.none, out=flags)
            np.copyto(wanted, drops, where=flags)
            # The columns of the cells wanted: a one anywhere in a column carries to its end.
            np.add(wanted, lockstep.board, out=wanted)
            np.right_shift(wanted, self.one, out=wanted)
            lockstep.full_columns(wanted, code, part)
            np.bitwise_or(code, scratch.digits[ply], out=code)
            np.bitwise_and(self.table.take(index), drops, out=part)
            np.bitwise_or(stones, part, out=after)
            np.bitwise_or(sides[me], part, out=sides[me])
            self.threats(sides[me], seen[me], scratch)

    def _draw(self, scratch: DecisiveScratch, rng: np.random.Generator) -> None:
        """A digit for every ply of a window and every game, in its place in the table's index.

        Half a word each: a column's share is off by less than 1 in 5 million.
        """
        size = scratch.size
        raw = rng.bit_generator.random_raw(WINDOW // 2 * size).view(np.uint32)
        digits = scratch.digits
        np.multiply(raw.reshape(WINDOW, size), self.lockstep.base, out=digits)
        np.right_shift(digits, self.half, out=digits)
        np.left_shift(digits, self.place, out=digits)

    def _tell(self, singles: Singles, games: Ints, scratch: DecisiveScratch) -> None:
        """The columns played in this window, up to the winning one."""
        for game, index in singles.places(games):
            for ply in range(WINDOW):
                wins = int(scratch.wins[ply, index])
                drop = wins & -wins or int(
                    scratch.plies[ply, index] ^ scratch.plies[ply + 1, index]
                )
                if drop:
                    singles.moves[game].append((drop.bit_length() - 1) // self.lockstep.stride)
                if wins:
                    break


def playouts(
    decisive: Decisive,
    states: Sequence[tuple[int, int]],
    repeats: Sequence[int] | int,
    rng: np.random.Generator,
    check: Callable[[], None],
    singles: Singles | None = None,
) -> Ints:
    """Outcome counts, shape (len(states), 3), of unfinished states (mover stones, all stones)."""
    counts = np.zeros((len(states), 3), np.int64)
    words = np.array(states, np.uint64).reshape(-1, 2).T.copy()
    scratch: DecisiveScratch | None = None
    start = 0
    for owner in batches(len(states), repeats, CHUNK):
        scratch = scratch or DecisiveScratch(len(owner) + 1)
        mover, stones = words[0].take(owner), words[1].take(owner)
        counts += decisive.run(
            mover, stones, owner, len(states), scratch, rng, check, singles, start
        )
        start += len(owner)
    return counts
