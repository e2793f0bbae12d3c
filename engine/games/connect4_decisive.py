"""Bulk playouts of Connect Four whose players search one ply ahead.

At each ply a player takes an immediate win; else stops an immediate win of the opponent; else
avoids cells under a threat of either player (the opponent could take or stop it); else those under
a threat of the opponent; else plays anywhere. The remaining columns are equally likely.

All games are played in lockstep with the tables of the uniformly random ones. After each ply only
the threats of the player who moved are recomputed.
"""

from __future__ import annotations

import numpy as np

from engine.games.connect4_playouts import Lockstep, Words, word
from engine.games.lockstep import Flags, Ints
from engine.recording import GameSampler

CHUNK = 8_192
WINDOW = 6  # plies between two removals of finished games; an even number
LAST = 14  # the same for few games, where a removal costs more than the plies
FEW = 1_024  # games
DIGIT = 16  # bits of a random number: the probability of a column is off by less than 1 in 9,000


class Decisive(Lockstep):
    """The tables and constants of one board size, without any state of a run."""

    def __init__(self, columns: int, rows: int) -> None:
        super().__init__(columns, rows)
        self.bottom = word(sum(self.bottoms))
        self.below_tops = word(int(self.board) & ~int(self.tops))
        self.one, self.digit = word(1), word(DIGIT)
        self.sign = np.array(63, np.int64)
        # The cells of the column to drop in, by allowed columns << width | digit.
        self.table = self.by_columns([b * ((1 << rows) - 1) for b in self.bottoms]).ravel()


class DecisiveGames:
    """The games of a run, in arrays for up to `size` games that are allocated once and resliced.

    A won game continues at random to the end of the window.
    """

    def __init__(self, decisive: Decisive, size: int) -> None:
        self.decisive = decisive
        plies = max(WINDOW * size, LAST * min(size, FEW))
        self._drops, self._wins, self._digits = np.empty((3, plies), np.uint64)
        self._sides = np.empty(5 * size, np.uint64)
        self._words = np.empty((3, size), np.uint64)
        self._flags = np.empty(size, bool)
        self._lines = np.empty((4, 4 * size), np.uint64)
        self._steps = np.empty((2, 4 * size), np.uint64)
        self._resize(size)

    def start(self, mover: Words, stones: Words) -> None:
        self._resize(len(mover))
        self.stones[0], self.stones[1] = mover, mover ^ stones
        # Moves of each before a player can have three stones: until then there are no threats.
        self.blind = [2 - int(np.bitwise_count(own).max()) for own in self.stones]
        for me, (own, threats) in enumerate(zip(self.stones, self.threats, strict=True)):
            if self.blind[me] < 0:
                self._find_threats(own, threats)
            else:
                threats.fill(0)
        np.add(stones, self.decisive.bottom, out=self.drops)
        np.bitwise_and(self.drops, self.decisive.board, out=self.drops)

    def keep(self, left: Ints) -> None:
        columns = self._state.take(left, axis=1)
        self._resize(len(left))
        self._state[:] = columns

    def _resize(self, size: int) -> None:
        """Reslice for `size` games; the content of the arrays is lost."""
        self.size = size
        self.window = window = WINDOW if size > FEW else LAST
        self.played, self.wins, self.digits = (
            row[: window * size].reshape(window, size)
            for row in (self._drops, self._wins, self._digits)
        )
        self._state = self._sides[: 5 * size].reshape(5, size)
        self.stones, self.threats, self.drops = self._state[:2], self._state[2:4], self._state[4]
        self.words = [row[:size] for row in self._words]
        self.flags = self._flags[:size]
        self.lines = [row[: 4 * size] for row in self._lines]
        self.steps = [row[: 4 * size] for row in self._steps]
        for times, steps in enumerate(self.steps):
            steps.reshape(4, size)[:] = [[step[times]] for step in self.decisive.steps]

    def play(self, rng: np.random.Generator) -> Flags:
        """Play a window of plies, after which stones[0] is to move; return the finished games.

        The first row of `wins` that is not 0 is the end of a game.
        """
        self._draw(rng)
        for ply in range(self.window):
            me = ply & 1
            mine = self.stones[me]
            np.bitwise_and(self.threats[me], self.drops, out=self.wins[ply])
            self._choose(me, self.digits[ply], self.played[ply])
            np.bitwise_or(mine, self.played[ply], out=mine)
            # A stone in the lowest free cell of its column carries the free cell up by one.
            np.add(self.drops, self.played[ply], out=self.drops)
            np.bitwise_and(self.drops, self.decisive.board, out=self.drops)
            self.blind[me] -= 1
            if self.blind[me] < 0:
                self._find_threats(mine, self.threats[me])
        self._even = np.bitwise_or.reduce(self.wins[::2], axis=0)
        self._odd = np.bitwise_or.reduce(self.wins[1::2], axis=0)
        over: Flags = np.not_equal(self._even | self._odd, 0)
        np.logical_or(over, self.drops == 0, out=over)
        return over

    def _draw(self, rng: np.random.Generator) -> None:
        """Draw a random digit for every ply of a window and every game."""
        digits = self.digits
        raw = rng.bit_generator.random_raw(-(-digits.size // 4)).view(np.uint16)
        numbers = raw[: digits.size].reshape(digits.shape)
        np.multiply(numbers, self.decisive.base, out=digits)
        np.right_shift(digits, self.decisive.digit, out=digits)

    def _choose(self, me: int, digit: Words, out: Words) -> None:
        """Write the cell to play in: one against a threat, else under none, else any."""
        decisive, drops = self.decisive, self.drops
        allowed, code, stop = self.words
        threats, index, flags = self.threats[1 - me], code.view(np.int64), self.flags
        np.bitwise_or(threats, self.threats[me], out=allowed)
        np.right_shift(allowed, decisive.one, out=allowed)
        np.bitwise_and(allowed, drops, out=allowed)
        np.bitwise_xor(allowed, drops, out=allowed)
        np.bitwise_and(threats, drops, out=stop)
        # A mask of all ones where there is nothing to stop: computing it is faster than a
        # selection.
        np.subtract(stop, decisive.one, out=code)
        np.right_shift(index, decisive.sign, out=index)
        np.bitwise_and(allowed, code, out=allowed)
        np.bitwise_or(allowed, stop, out=allowed)
        np.equal(allowed, 0, out=flags)
        self._allow_more(allowed, threats, flags.nonzero()[0])
        # The columns of the allowed cells: one cell carries to the top of its column.
        np.add(allowed, decisive.below_tops, out=allowed)
        decisive.full_columns(allowed, code, stop)
        np.left_shift(code, decisive.place, out=code)
        np.bitwise_or(code, digit, out=code)
        np.bitwise_and(decisive.table.take(index), drops, out=out)

    def _allow_more(self, allowed: Words, threats: Words, games: Ints) -> None:
        """Allow these few games the cells under their own threats; if there are none, any cell."""
        if len(games):
            drops = self.drops.take(games)
            harmless = drops & ~(threats.take(games) >> self.decisive.one)
            allowed[games] = np.where(harmless != 0, harmless, drops)

    def _find_threats(self, stones: Words, out: Words) -> None:
        """Write the cells in which one more stone makes four, occupied ones among them.

        All directions are computed in one array, with shift widths per game: broadcasting would
        make the operations twice as slow.
        """
        copies, pair, third, cells = self.lines
        copies.reshape(4, self.size)[:] = stones
        one, two = self.steps
        _threats(copies, one, two, (pair, third, cells))
        np.bitwise_or(cells, third, out=cells)
        halves = cells.reshape(2, -1)
        np.bitwise_or(halves[0], halves[1], out=halves[0])
        rows = cells.reshape(4, -1)
        np.bitwise_or(rows[0], rows[1], out=out)
        np.bitwise_and(out, self.decisive.board, out=out)

    def outcomes(self, over: Ints, second: Flags) -> Ints:
        mine, theirs = self._even.take(over) != 0, self._odd.take(over) != 0
        both = np.flatnonzero(mine & theirs)
        if len(both):
            first = (self.wins.take(over.take(both), axis=1) != 0).argmax(axis=0)
            theirs[both] = first & 1
        won = np.where(theirs == second, 0, 2)
        return np.where(mine | theirs, won, 1)

    def tell(self, singles: GameSampler, numbers: Ints) -> None:
        """Record the columns played in this window, up to the winning one."""
        stride = self.decisive.stride
        for game, index in singles.places(numbers):
            for win, drop in zip(
                self.wins[:, index].tolist(), self.played[:, index].tolist(), strict=True
            ):
                cell = win & -win or drop
                if cell:
                    singles.moves[game].append((cell.bit_length() - 1) // stride)
                if win:
                    break


def _threats(stones: Words, one: Words, two: Words, work: tuple[Words, Words, Words]) -> None:
    """Write the cells that make four with a pair before, and those with a pair behind.

    A pair needs one more stone at distance two from either end: three cells from the pair's lower
    stone upwards, one downwards. Both are in one word, which serves for the cell between the pair
    and the stone and for the cell beyond the pair.
    """
    pair, third, cells = work
    np.right_shift(stones, one, out=third)
    np.bitwise_and(stones, third, out=pair)
    np.right_shift(third, two, out=third)
    np.left_shift(stones, one, out=cells)
    np.bitwise_or(third, cells, out=third)
    np.bitwise_and(third, pair, out=cells)
    np.left_shift(cells, two, out=cells)
    np.right_shift(pair, one, out=pair)
    np.bitwise_and(third, pair, out=third)
