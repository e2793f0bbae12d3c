"""Positions of a look-ahead on Connect Four: the moves it tries, the terms of its guesses."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.connect4 import ConnectFour, Stones
from engine.solvers.connect4_threats import geometry_of
from engine.solvers.horizon import Cells, DecidedGuess, HorizonTerms, Pair, ThreatCounts


def _cells(board: int) -> Cells:
    """Return the cells of a bitboard, ascending."""
    cells = []
    while board:
        cells.append((board & -board).bit_length() - 1)
        board &= board - 1
    return tuple(cells)


def _turned(pair: Pair, turned: bool) -> Pair:
    return (pair[1], pair[0]) if turned else pair


class Connect4Positions:
    """The PositionReader of Connect Four."""

    def __init__(self, game: ConnectFour) -> None:
        self._geometry = geometry_of(game.columns, game.rows)
        self._guess = game.guess

    def allowed(self, both: int, theirs: int, depth: int) -> int:
        """Return the cells a search tries: with more than one ply left, only what stops a win.

        `theirs` are the threats of the player who is not to move.
        """
        possible = (both + self._geometry.bottom) & self._geometry.board
        if depth < 2:
            return possible
        return (possible & theirs or possible) & ~(theirs >> 1)

    def moves(self, state: Stones, depth: int) -> Sequence[int]:
        mover, both = state
        cells = self.allowed(both, self._geometry.threats(mover ^ both, both), depth)
        columns = enumerate(self._geometry.column_masks)
        return [column for column, mask in columns if cells & mask]

    def counted(self, state: Stones, score: int) -> HorizonTerms:
        """Return the terms of the guess at the horizon, for the player to move, then the other."""
        guess, (mover, both) = self._guess, state
        mine = self._geometry.threats(mover, both)
        theirs = self._geometry.threats(mover ^ both, both)
        answered = guess.answered(mover, both, mine, theirs)
        # After an odd number of forced answers the other player is to move.
        turned = bool(answered.answers & 1)
        if answered.decided:
            return DecidedGuess(answered.decided * (-1 if turned else 1))
        second = answered.both.bit_count() & 1
        good = (
            answered.mine & guess.parity_cells[second],
            answered.theirs & guess.parity_cells[1 - second],
        )
        lines = guess.open_lines(answered.mover, answered.mover ^ answered.both)
        fours = _turned((answered.mine, answered.theirs), turned)
        good = _turned(good, turned)
        return ThreatCounts(
            answered.answers,
            (fours[0].bit_count(), fours[1].bit_count()),
            (good[0].bit_count(), good[1].bit_count()),
            _turned(lines, turned),
            (_cells(fours[0]), _cells(fours[1])),
            (_cells(good[0]), _cells(good[1])),
        )
