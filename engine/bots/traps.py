"""Choice among equally good moves of the one that a fallible opponent most often answers wrongly.

In a small game the choice is exact: the highest expected score against an opponent who plays at
random, when perfect play goes on setting traps. In a larger one it is the highest fraction of
replies that worsen the opponent's result. A trap costs nothing: only moves of the same value and
remoteness are compared.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Generic

import numpy as np

from engine.context import Context
from engine.protocols import Estimate, Game, Outcome, S, Value, is_vast
from engine.solvers.oracle import Oracle, stop_or_hurry
from engine.solvers.tabulate import bottom_up, walk

LARGEST = 10_000  # moves of all positions up to symmetry, for the exact calculation
WIDE = 64  # legal moves; with more, the game counts as large without counting its positions
LOOKED_AT = 12  # equally good moves whose replies are evaluated in a larger game
REPLIES = 2_500  # about the maximum of replies evaluated, however many moves there are
SIGHT = 3  # plies within which a wrong reply must lose, where no solver answers at once
SAME = 1e-9


@dataclass(frozen=True, slots=True)
class Trap:
    """The moves that set a trap, ascending.

    `looked_at` is the number of moves compared; `exact` says that the whole rest of the game was
    calculated.
    """

    moves: tuple[int, ...]
    looked_at: int
    exact: bool


def best_moves(estimates: Sequence[Estimate]) -> list[int]:
    """Return the moves of the highest rank, ascending: those that perfect play may choose."""
    best = max(estimate.rank for estimate in estimates)
    return [estimate.move for estimate in estimates if estimate.rank == best]


class Traps(Generic[S]):
    """The traps of one game; it caches calculations, and no answer depends on the cache."""

    def __init__(self, game: Game[S], oracle: Oracle[S]) -> None:
        self.game = game
        self._oracle = oracle
        self._small: dict[S, bool] = {}
        self._expected: tuple[dict[S, float], dict[S, float]] = {}, {}

    def among(self, state: S, estimates: Sequence[Estimate], context: Context[Any]) -> Trap | None:
        """Return the trap among the best moves; None where all are equally good or all win.

        Also returns None where every reply would take a long search. Draws random numbers only in
        a large game with many equal moves. Raises Hurried.
        """
        best = best_moves(estimates)
        values = {each.move: each.value for each in estimates}
        if len(best) < 2 or values[best[0]] in (Value.WIN, None):
            return None
        check = stop_or_hurry(context)
        exact = self._is_small(state, check)
        if exact:
            player = self.game.to_move(state)
            scores = [self._score(self.game.play(state, move), player, check) for move in best]
        elif not self._oracle.is_near(self.game.play(state, best[0])):
            return None
        else:
            best = _some_of(best, max(2, min(LOOKED_AT, REPLIES // len(estimates))), context.rng)
            scores = [self._wrong_replies(self.game.play(state, move), context) for move in best]
        most = max(scores)
        moves = tuple(m for m, score in zip(best, scores, strict=True) if score > most - SAME)
        return Trap(moves, len(best), exact) if len(moves) < len(best) else None

    def _is_small(self, state: S, check: Callable[[], None]) -> bool:
        game = self.game
        root = game.canonical(state)
        if is_vast(game) or len(game.moves(root)) > WIDE:
            return False
        if root not in self._small:
            moves = (len(following) for _, following in walk(game, root, LARGEST, check))
            self._small[root] = all(tried <= LARGEST for tried in accumulate(moves))
        return self._small[root]

    def _score(self, state: S, player: int, check: Callable[[], None]) -> float:
        """Return the expected score of perfect play that sets traps against random play."""
        game = self.game

        def children(position: S) -> list[S]:
            check()
            over = game.outcome(position) is not None
            moves = [] if over else self._followed(position, player)
            return [game.canonical(game.play(position, move)) for move in moves]

        def expected(position: S, scores: list[float]) -> float:
            outcome = game.outcome(position)
            if outcome is not None:
                return outcome.score(player)
            if game.to_move(position) == player:
                return max(scores, default=1.0)
            return sum(scores) / len(scores)

        return bottom_up(game.canonical(state), children, expected, self._expected[player])

    def _followed(self, position: S, player: int) -> Sequence[int]:
        """Return the moves to consider: the opponent's all, the player's best; none if won."""
        if self.game.to_move(position) != player:
            return self.game.moves(position)
        exact = self._oracle.values(position, Context(0))
        return [] if exact.value is Value.WIN else best_moves(exact.estimates)

    def _wrong_replies(self, state: S, context: Context[Any]) -> float:
        """Return the fraction of the opponent's replies known to worsen the opponent's result."""
        replies = self.game.moves(state)
        if not replies:
            return 0.0
        if is_vast(self.game):
            check = stop_or_hurry(context)
            wrong = sum(
                _wins_within(self.game, self.game.play(state, reply), SIGHT, check)
                for reply in replies
            )
            return wrong / len(replies)
        estimates = self._oracle.values(state, context).estimates
        values = [each.value for each in estimates if each.value is not None]
        best = max(values, default=Value.LOSS)
        return sum(value < best for value in values) / len(replies)


def _some_of(moves: list[int], count: int, rng: np.random.Generator) -> list[int]:
    """Return `count` of the moves, drawn at random if there are more."""
    if len(moves) <= count:
        return moves
    return sorted(moves[int(i)] for i in rng.choice(len(moves), count, replace=False))


def _wins_within(game: Game[S], state: S, plies: int, check: Callable[[], None]) -> bool:
    """Return whether the player to move can force a win within `plies` plies."""
    check()
    won = Outcome.win_of(game.to_move(state))
    after = [game.play(state, move) for move in game.moves(state)]
    outcomes = [game.outcome(position) for position in after]
    if won in outcomes:
        return True
    return plies > 2 and any(
        outcome is None
        and all(
            _wins_within(game, game.play(position, reply), plies - 2, check)
            for reply in game.moves(position)
        )
        for position, outcome in zip(after, outcomes, strict=True)
    )
