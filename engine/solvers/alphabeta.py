"""Negamax with alpha-beta to a fixed depth, for any game.

Idea: a position is worth the best of its moves, each the negative of the position after it. The
search carries the window of scores that can still matter (alpha to beta); as soon as one reply
refutes a move, the others need no look. A table of positions serves those met again, and its best
move is tried first. Source: Knuth and Moore, "An analysis of alpha-beta pruning" (1975).

Cost: with b moves a position and the best always first, about b to the power depth / 2 positions
instead of b to the power depth; a new search clears a table of more than TABLE_LIMIT positions.
It cannot see past its depth: a score there is a guess, and one that rests on a guess proves
nothing.

A score is an integer for the player to move: WIN minus the plies from the root for a win, its
negative for a loss, 0 for a draw, and a guess between -GUESS and GUESS at the horizon.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Generic, NamedTuple, Protocol, runtime_checkable

from engine.protocols import Game, Outcome, S, S_contra

WIN = 100_000
PROVED = WIN - 10_000  # any score above this is a proved win
GUESS = 1_000
INFINITE = 1 << 20


def guess_of(fraction: float) -> int:
    """Convert an expected score 0 .. 1 to the scale of guesses."""
    return round((2 * fraction - 1) * GUESS)


@lru_cache(maxsize=4096)  # a search meets few scores, each many times
def share(score: int) -> float:
    """Convert a score to an expected result 0 .. 1 for the player it belongs to."""
    return min(1.0, max(0.0, (1 + score / GUESS) / 2))


def plies_to_end(score: int) -> int | None:
    """Return the plies from the root to the end of a proved win or loss, else None."""
    return WIN - abs(score) if abs(score) > PROVED else None


Pair = tuple[int, int]  # of the player to move, then the other
Cells = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlainGuess:
    """A guess without terms: the score itself."""

    guess: int


@dataclass(frozen=True, slots=True)
class DecidedGuess:
    """Forced answers decide the game: positive for the player to move."""

    decided: int


@dataclass(frozen=True, slots=True)
class ThreatCounts:
    """The cells of both players' threats after `answers` forced answers, and their open lines."""

    answers: int
    lines: Pair
    four_cells: tuple[Cells, Cells]
    good_cells: tuple[Cells, Cells]


HorizonTerms = PlainGuess | DecidedGuess | ThreatCounts


CHECK_EVERY = 512
TABLE_LIMIT = 300_000


@runtime_checkable
class Heuristic(Protocol[S_contra]):
    """An optional protocol for a game with a heuristic evaluation."""

    def heuristic(self, state: S_contra) -> float:
        """Return the estimated score, 0 to 1, of the player to move."""


class SearchObserver(Protocol[S]):
    """Receives every position that a search enters and leaves."""

    @property
    def open(self) -> bool:
        """Whether it has room for another position."""

    @property
    def state(self) -> S | None:
        """The innermost position entered and not left, None outside the search of a move."""

    @property
    def ply(self) -> int:
        """The plies from the root to that position, 0 at the root."""

    def enter(
        self, state: S, move: int | None, alpha: int, beta: int, depth: int, offset: int = 0
    ) -> None:
        """Enter a position with its window; `offset` converts its wins to plies from the root."""

    def leave(self, score: int, moves: int, at_horizon: bool, hit: bool) -> None:
        """Leave the innermost position with its score for the player to move.

        `moves` is the number of moves the search could try, needed where the score is not below
        beta, `at_horizon` whether it is a guess, `hit` whether the table held the position.
        """


class PositionReader(Protocol[S_contra]):
    """Works out data of a position that a search entered and did not need itself."""

    def moves(self, state: S_contra, depth: int) -> Sequence[int]:
        """Return the moves that a search `depth` plies deep could try, in ascending order."""

    def counted(self, state: S_contra, score: int) -> HorizonTerms:
        """Return the terms of a guess at the horizon."""


class Lookahead(Protocol[S]):
    """A search to a fixed depth; it calls `tick` every few nodes, which may raise to stop it."""

    nodes: int
    guesses: int  # grows whenever a score rests on a guess
    tick: Callable[[], None]

    @property
    def positions(self) -> PositionReader[S]:
        """The reader of the positions it reports; it holds nothing of the search."""

    def score(self, state: S, depth: int, ply: int) -> int:
        """Return the score of a search `depth` plies deep, from `ply` plies below the root."""

    def best_move(self, state: S) -> int | None:
        """Return the best move that the table holds for a position, None without an entry."""

    def watch(self, record: SearchObserver[S] | None) -> None:
        """Report every position to `record` from now on, None to stop; scores do not change."""


class _Entry(NamedTuple):
    depth: int
    score: int  # wins counted from this position, not from the root
    lower: bool  # the true score is at least this one, or both are equal
    upper: bool
    move: int
    guessed: bool


def _from_root(score: int, ply: int) -> int:
    return score - ply if score > PROVED else score + ply if score < -PROVED else score


class PlainPositions(Generic[S]):
    """The PositionReader of a search on the plain rules."""

    def __init__(self, game: Game[S]) -> None:
        self._game = game

    def moves(self, state: S, depth: int) -> Sequence[int]:
        return self._game.moves(state)

    def counted(self, state: S, score: int) -> HorizonTerms:
        return PlainGuess(score)


class DepthSearch(Generic[S]):
    """Alpha-beta on the plain rules with a transposition table, hash moves and history order."""

    def __init__(self, game: Game[S]) -> None:
        self.game = game
        self.nodes = 0
        self.guesses = 0
        self.tick: Callable[[], None] = lambda: None
        self.positions = PlainPositions(game)
        self._guess = game.heuristic if isinstance(game, Heuristic) else None
        self._table: dict[S, _Entry] = {}
        self._history = [0] * game.num_moves
        self._visit: Callable[[S, int, int, int, int], int] = self._search
        self._move = -1  # the move being tried, for the recorder

    def watch(self, record: SearchObserver[S] | None) -> None:
        self._visit = self._search if record is None else self._watched(record)

    def _watched(self, record: SearchObserver[S]) -> Callable[[S, int, int, int, int], int]:
        """Return the recursion that reports every position as it is entered and left."""
        game = self.game

        def visit(state: S, depth: int, alpha: int, beta: int, ply: int) -> int:
            if not record.open:
                return self._search(state, depth, alpha, beta, ply)
            record.enter(state, self._move if record.ply else None, alpha, beta, depth)
            entry = self._table.get(state)
            score = self._search(state, depth, alpha, beta, ply)
            at_horizon = not depth and game.outcome(state) is None
            hit = entry is not None and entry.depth == depth
            moves = len(game.moves(state)) if depth and score >= beta else 0
            record.leave(score, moves, at_horizon, hit)
            return score

        return visit

    def score(self, state: S, depth: int, ply: int) -> int:
        if len(self._table) > TABLE_LIMIT:
            self._table.clear()
        return self._visit(state, depth, -INFINITE, INFINITE, ply)

    def best_move(self, state: S) -> int | None:
        entry = self._table.get(state)
        return entry.move if entry is not None else None

    def _leaf(self, state: S, depth: int, ply: int) -> int | None:
        """Return the score of a finished position or one at the horizon, None for others."""
        outcome = self.game.outcome(state)
        if outcome is Outcome.DRAW:
            return 0
        if outcome is not None:
            won = outcome is Outcome.win_of(self.game.to_move(state))
            return WIN - ply if won else ply - WIN
        if depth:
            return None
        self.guesses += 1
        return guess_of(self._guess(state)) if self._guess is not None else 0

    def _search(self, state: S, depth: int, alpha: int, beta: int, ply: int) -> int:
        self.nodes += 1
        if self.nodes % CHECK_EVERY == 0:
            self.tick()
        leaf = self._leaf(state, depth, ply)
        if leaf is not None:
            return leaf
        entry = self._table.get(state)
        # A score of another depth would make the result depend on earlier searches.
        if entry is not None and entry.depth == depth:
            score = _from_root(entry.score, ply)
            if (entry.lower or score <= alpha) and (entry.upper or score >= beta):
                self.guesses += entry.guessed
                return score
        guesses = self.guesses
        best, chosen = self._try_moves(state, depth, alpha, beta, ply, entry)
        if len(self._table) < 2 * TABLE_LIMIT:
            relative = _from_root(best, -ply)
            guessed = self.guesses != guesses
            self._table[state] = _Entry(depth, relative, best > alpha, best < beta, chosen, guessed)
        return best

    def _try_moves(
        self, state: S, depth: int, alpha: int, beta: int, ply: int, entry: _Entry | None
    ) -> tuple[int, int]:
        """Return the best score, or a bound of it, and its move."""
        game, history = self.game, self._history
        moves = sorted(game.moves(state), key=lambda move: -history[move])
        if entry is not None:
            moves.remove(entry.move)
            moves.insert(0, entry.move)
        best, chosen = -INFINITE, moves[0]
        for move in moves:
            self._move = move
            score = -self._visit(
                game.play(state, move), depth - 1, -beta, -max(alpha, best), ply + 1
            )
            if score > best:
                best, chosen = score, move
                if score >= beta:
                    history[move] += depth * depth
                    break
        return best, chosen
