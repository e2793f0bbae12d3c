"""Alpha-beta to a fixed depth on Connect Four bitboards: the fast form of alphabeta.DepthSearch.

It returns the same scores as the plain search over the rules, many times as fast: the threats show
immediate wins, and the moves that allow one, without a search. It proves nothing beyond its depth,
where it guesses by counting threats; connect4_search.py is the search for exact values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from engine.games.connect4 import ConnectFour, Stones
from engine.games.connect4_guess import DECIDED, expectation
from engine.solvers.alphabeta import (
    INFINITE,
    PROVED,
    TABLE_LIMIT,
    WIN,
    Cells,
    DecidedGuess,
    HorizonTerms,
    SearchObserver,
    ThreatCounts,
    guess_of,
)
from engine.solvers.connect4_threats import geometry_of


def _cells(board: int) -> Cells:
    """Return the cells of a bitboard, ascending."""
    cells = []
    while board:
        cells.append((board & -board).bit_length() - 1)
        board &= board - 1
    return tuple(cells)


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
        guess, (mover, both) = self._guess, state
        mine = self._geometry.threats(mover, both)
        theirs = self._geometry.threats(mover ^ both, both)
        quiet = guess.answered(mover, both, mine, theirs)
        # After an odd number of forced answers the other player is to move.
        turned = bool(quiet.answers & 1)
        if quiet.decided:
            return DecidedGuess(-quiet.decided if turned else quiet.decided)
        second = quiet.both.bit_count() & 1
        mine, theirs, cells = quiet.mine, quiet.theirs, guess.parity_cells
        pairs: list[Any] = [
            guess.open_lines(quiet.mover, quiet.mover ^ quiet.both),
            (_cells(mine), _cells(theirs)),
            (_cells(mine & cells[second]), _cells(theirs & cells[1 - second])),
        ]
        return ThreatCounts(quiet.answers, *(pair[::-1] if turned else pair for pair in pairs))


CHECK_EVERY = 1024  # nodes, some 3 ms: the longest wait of other threads

Negamax = Callable[[int, int, int, int, int, int, int, int], int]


@cache
def _guesses() -> Mapping[int, int]:
    """Return the guess of every lead (a difference of counts), to avoid float arithmetic."""
    return {each: guess_of(expectation(each)) for each in range(-DECIDED, DECIDED + 1)}


class Connect4Depth:
    """The Lookahead of Connect Four; its transposition table serves all depths."""

    def __init__(self, game: ConnectFour) -> None:
        self.game = game
        self.geometry = geometry_of(game.columns, game.rows)
        self.nodes = 0
        self.guesses = 0
        self.tick: Callable[[], None] = lambda: None
        self.positions = Connect4Positions(game)
        # Key and depth -> (score, lower bound?, upper bound?, rests on a guess?)
        self._table: dict[int, tuple[int, bool, bool, bool]] = {}
        self._best: dict[int, int] = {}  # key -> the cell of the best move
        self._negamax = self._build()
        self._plain = self._negamax

    def score(self, state: Stones, depth: int, ply: int) -> int:
        if len(self._table) > TABLE_LIMIT:
            self._table.clear()
            self._best.clear()
        game, (mover, both) = self.game, state
        if game.has_four(mover ^ both):
            return ply - WIN
        if both == self.geometry.board:
            return 0
        mine = self.geometry.threats(mover, both)
        theirs = self.geometry.threats(mover ^ both, both)
        # Inside the search wins count stones on the board, the same on every path to a position.
        stones = both.bit_count()
        score = self._negamax(mover, both, mine, theirs, -INFINITE, INFINITE, depth, stones)
        if score > PROVED:
            return score + stones - ply
        return score - stones + ply if score < -PROVED else score

    def best_move(self, state: Stones) -> int | None:
        cell = self._best.get(state.mover + state.all)
        if cell is None:
            return None
        return (cell.bit_length() - 1) // self.geometry.stride

    def watch(self, record: SearchObserver[Stones] | None) -> None:
        self._negamax = self._plain if record is None else self._build(record)

    def _watched(self, negamax: Negamax, record: SearchObserver[Stones]) -> Negamax:
        """Return the recursion that reports every position as it is entered and left."""
        stride, table, allowed = self.game.stride, self._table, self.positions.allowed

        def visit(*arguments: int) -> int:
            if not record.open:
                return negamax(*arguments)
            mover, both, _, theirs, alpha, beta, depth, stones = arguments
            state = Stones(mover, both)
            before = record.state
            move = None
            if before is not None:
                move = ((both ^ before.all).bit_length() - 1) // stride
            # Wins count the stones on the board; the record counts plies from the root.
            offset = stones - record.ply - 1
            record.enter(state, move, alpha, beta, depth, offset)
            hit = (mover + both) << 7 | depth in table
            score = negamax(*arguments)
            refuted = depth and score >= beta
            moves = allowed(both, theirs, depth).bit_count() if refuted else 0
            record.leave(score, moves, not depth, hit)
            return score

        return visit

    def _build(self, record: SearchObserver[Stones] | None = None) -> Negamax:  # noqa: C901
        """Build the recursion as a closure: local names make it faster than attributes."""
        geometry = self.geometry
        table, remembered, cells = self._table, self._best, geometry.cells
        bottom, board, columns = geometry.bottom, geometry.board, geometry.ordered_masks
        total = geometry.size
        lead = self.game.guess.lead
        guesses = _guesses()
        counted: dict[int, int] = {}  # key -> guess: many orders of moves lead to one position

        # One function, because a call costs as much as all other work of a node.
        def negamax(  # noqa: C901
            mover: int,
            both: int,
            mine: int,
            theirs: int,
            alpha: int,
            beta: int,
            depth: int,
            stones: int,
        ) -> int:
            self.nodes += 1
            if not self.nodes % CHECK_EVERY:
                self.tick()
            if not depth:
                self.guesses += 1
                key = mover + both
                guess = counted.get(key)
                if guess is None:
                    if len(counted) > TABLE_LIMIT:
                        counted.clear()
                    guess = counted[key] = guesses[lead(mover, both, mine, theirs)]
                return guess
            possible = (both + bottom) & board
            win = possible & mine
            key = mover + both
            if win:
                remembered[key] = win & -win
                return WIN - stones - 1
            if depth > 1:
                forced = possible & theirs
                if forced:
                    remembered[key] = forced & -forced
                    if forced & forced - 1:
                        return stones + 2 - WIN
                    possible = forced
                safe = possible & ~(theirs >> 1)
                if not safe:
                    remembered[key] = possible & -possible
                    return stones + 2 - WIN
                possible = safe
            if stones + 1 == total:
                return 0
            place = key << 7 | depth
            entry = table.get(place)
            if entry is not None:
                score, lower, upper, guessed = entry
                if (lower or score <= alpha) and (upper or score >= beta):
                    self.guesses += guessed
                    return score
            before = self.guesses
            other = mover ^ both
            favourite = remembered.get(key, 0)
            moves: list[tuple[int, int, int]] = []
            for rank, mask in columns:
                move = possible & mask
                if move:
                    after = both | move
                    straight, first, slanted, second = cells[move]
                    threats = (mine | first[mover & straight] | second[mover & slanted]) & ~after
                    value = rank - 16 * threats.bit_count()
                    moves.append((value if move != favourite else -9999, move, threats))
            if len(moves) > 1:
                moves.sort()
            best, limit = -INFINITE, alpha
            chosen = 0
            for _, move, threats in moves:
                score = -visit(
                    other,
                    both | move,
                    theirs & ~move,
                    threats,
                    -beta,
                    -limit,
                    depth - 1,
                    stones + 1,
                )
                if score > best:
                    best, chosen = score, move
                    if score > limit:
                        limit = score
                        if score >= beta:
                            break
            remembered[key] = chosen
            table[place] = (best, best > alpha, best < beta, self.guesses != before)
            return best

        visit = negamax if record is None else self._watched(negamax, record)
        return visit
