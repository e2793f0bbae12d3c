"""What each move of a game threw away, judged by exact values; regret over many moves.

A move has something to lose where the values of the legal moves differ. It throws away half a point
when it turns a win into a draw or a draw into a loss, a whole one when it turns a win into a loss.
How fast a win comes is no matter of value: a slow win loses nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from engine.context import Context
from engine.intervals import wilson
from engine.protocols import Estimate, Game, S, Unsolvable, Value
from engine.solvers.oracle import Hurried, Oracle, ValueSource

MAX_TABLED = 20_000


@dataclass(frozen=True, slots=True)
class MoveReview:
    """One move of a game.

    `value` is that of the best move, for the player who moved, None where it is not known. `lost`
    is what the move gave away (0, 1/2 or 1), None where that is not known. `better` are the moves
    that keep the value, empty when this one did. `critical` says that there was something to lose.
    """

    ply: int  # from 1
    player: int
    move: int
    value: Value | None = None
    lost: float | None = None
    better: tuple[int, ...] = ()
    critical: bool = False


@dataclass(frozen=True, slots=True)
class Regret:
    """Over some moves: how many had something to lose, and how many of these lost it."""

    judged: int = 0
    errors: int = 0

    def __add__(self, other: Regret) -> Regret:
        return Regret(self.judged + other.judged, self.errors + other.errors)

    @property
    def fraction(self) -> float | None:
        """The share of errors, None when nothing was judged."""
        return self.errors / self.judged if self.judged else None

    @property
    def interval(self) -> tuple[float, float]:
        """Its 95 % interval."""
        return self.interval_of(1.0)

    def interval_of(self, new: float) -> tuple[float, float]:
        """The same where only this share of the moves is new: the rest repeats earlier ones."""
        return wilson(self.fraction or 0.0, self.judged * new)


def judge(ply: int, player: int, move: int, estimates: Sequence[Estimate]) -> MoveReview:
    """What a move gave away, from the exact values of all legal moves as far as they are known."""
    values = {estimate.move: estimate.value for estimate in estimates}
    known = [value for value in values.values() if value is not None]
    sure = len(known) == len(values) or Value.WIN in known  # nothing is better than a win
    if not known or not sure:
        return MoveReview(ply, player, move)
    best = max(known)
    played = values[move]
    lost = None if played is None else (best - played) / 2
    keeping = tuple(each for each, value in values.items() if value is best)
    critical = lost is not None and any(value is not best for value in known)
    return MoveReview(ply, player, move, best, lost, keeping if lost else (), critical)


class Reviewer(Generic[S]):
    """Judges the moves of one game's rules by its oracle."""

    def __init__(self, game: Game[S], oracle: Oracle[S]) -> None:
        self.game = game
        self.oracle = oracle
        self._tabled: dict[S, tuple[Estimate, ...]] = {}  # the same few positions come again

    def judge(self, ply: int, state: S, move: int, context: Context[Any]) -> MoveReview:
        """One move. Unknown where the position is beyond the oracle, or it was hurried."""
        player = self.game.to_move(state)
        estimates = self._tabled.get(state)
        if estimates is None:
            try:
                # What a move throws away is told by values alone.
                exact = self.oracle.values(state, context, self.oracle.is_near(state))
            except (Unsolvable, Hurried):
                return MoveReview(ply, player, move)
            estimates = exact.estimates
            if exact.source is ValueSource.TABLE and len(self._tabled) < MAX_TABLED:
                self._tabled[state] = estimates
        return judge(ply, player, move, estimates)

    def review(
        self, states: Sequence[S], moves: Sequence[int], context: Context[Any]
    ) -> Iterator[MoveReview]:
        """Every move of a game, `states` being the positions they were made in, in their order.

        The last moves are worked out first, because the search behind Connect Four's book then
        finds most of what the earlier ones ask already answered.
        """
        judged = [
            self.judge(ply, state, move, context)
            for ply, (state, move) in reversed(
                list(enumerate(zip(states, moves, strict=False), start=1))
            )
        ]
        return reversed(judged)


def regret(judged: Iterable[MoveReview], player: int) -> Regret:
    """A player's regret over some moves."""
    critical = [each for each in judged if each.player == player and each.critical]
    return Regret(len(critical), sum(1 for each in critical if each.lost))
