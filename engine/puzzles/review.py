"""Review of moves by exact values and by what can be seen one move ahead; regret over many moves.

A move has something to lose if the values of the legal moves differ. It loses half a point when it
turns a win into a draw or a draw into a loss, a whole one when it turns a win into a loss. The
length of a win is ignored: a slow win loses nothing. A win at once that was not taken, and a loss
at once that was not prevented, is a mistake whatever the values; it is no part of the regret.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic

from engine.context import Context
from engine.intervals import wilson
from engine.levels import foresees, teaches
from engine.protocols import Estimate, Game, S, Unsolvable, Value
from engine.puzzles.refutation import Missed, Oversight, oversight
from engine.solvers.oracle import Hurried, Oracle, ValueSource

MAX_TABLED = 20_000


@dataclass(frozen=True, slots=True)
class MoveReview:
    """The review of one move.

    `value` is the value of the best move for the player who moved, None if unknown. `lost` is the
    loss of value (0, 1/2 or 1), None if unknown. `better` has the moves that keep the value, empty
    when this one did. `critical` means that there was something to lose. `lost_in` counts the plies
    to the loss after the move, `win_in` those of the win that was possible, this move included;
    None where there is none or the number is unknown. `oversight` is what could be seen one move
    ahead and was not, whatever the values.
    """

    ply: int  # from 1
    player: int
    move: int
    value: Value | None = None
    lost: float | None = None
    better: tuple[int, ...] = ()
    critical: bool = False
    lost_in: int | None = None
    win_in: int | None = None
    oversight: Oversight | None = None

    @property
    def missed(self) -> Missed | None:
        """The kind of oversight one move ahead, None without one."""
        return None if self.oversight is None else self.oversight.missed

    @property
    def is_mistake(self) -> bool:
        """Whether the move lost value, or overlooked what could be seen one move ahead."""
        return bool(self.lost) or self.oversight is not None

    @property
    def marks(self) -> int:
        """The number of its question marks: the steps of value lost, at least 1 for a mistake."""
        return max(round(2 * (self.lost or 0)), int(self.is_mistake))

    @property
    def good(self) -> tuple[int, ...]:
        """The moves to play instead: the wins at once, else those that keep the value.

        Where nothing was lost by theory they are those that prevent a loss at once.
        """
        if self.oversight is None or (self.better and self.missed is not Missed.WIN):
            return self.better
        return self.oversight.better

    @property
    def plies(self) -> int | None:
        """How far one had to see: to the loss; where nothing is lost, to the win given away."""
        return self.win_in if self.lost_in is None else self.lost_in

    @property
    def after(self) -> Value | None:
        """The value of the position after the move, for the player who moved."""
        if self.value is None or self.lost is None:
            return None
        return Value(int(self.value) - round(2 * self.lost))

    def is_taught(self, opponent: str) -> bool:
        """Return whether a mistake is worth showing to somebody who plays this opponent."""
        return self.oversight is not None or teaches(opponent, self.plies)

    def is_asked_about(self, opponent: str) -> bool:
        """Return whether to ask somebody who plays this opponent to take the move back."""
        return self.oversight is not None or (bool(self.lost) and foresees(opponent, self.plies))


@dataclass(frozen=True, slots=True)
class Regret:
    """The number of moves that had something to lose, and of those that lost it."""

    judged: int = 0
    errors: int = 0

    def __add__(self, other: Regret) -> Regret:
        return Regret(self.judged + other.judged, self.errors + other.errors)

    @property
    def fraction(self) -> float | None:
        """The error rate, None if no move had something to lose."""
        return self.errors / self.judged if self.judged else None

    def interval_of(self, new: float) -> tuple[float, float]:
        """Return the 95 % interval if only the fraction `new` of the moves is not a repetition."""
        return wilson(self.fraction or 0.0, self.judged * new)


def best_estimate(estimates: Sequence[Estimate], moves: int) -> Estimate | None:
    """Return the best of the known estimates of so many moves, the first of equals.

    None without any, and while a move that is not known may be better.
    """
    best = max(estimates, key=lambda each: each.rank, default=None)
    if best is None or (len(estimates) < moves and best.value is not Value.WIN):
        return None
    return best


def review_move(
    game: Game[Any], ply: int, state: Any, move: int, estimates: Sequence[Estimate]
) -> MoveReview:
    """Review a move of a game from the exact values of all legal moves as far as they are known."""
    judged = judge(ply, game.to_move(state), move, estimates)
    return replace(judged, oversight=oversight(game, state, move))


def judge(ply: int, player: int, move: int, estimates: Sequence[Estimate]) -> MoveReview:
    """Judge what a move lost, from the exact values of all legal moves as far as they are known."""
    values = {estimate.move: estimate.value for estimate in estimates}
    proved = [value for value in values.values() if value is not None]
    sure = len(proved) == len(values) or Value.WIN in proved  # no value is better than a win
    if not proved or not sure:
        return MoveReview(ply, player, move)
    best = max(proved)
    played = values[move]
    lost = None if played is None else (best - played) / 2
    keeping = tuple(each for each, value in values.items() if value is best)
    critical = lost is not None and any(value is not best for value in proved)
    lost_in = next((e.remoteness for e in estimates if e.move == move), None)
    wins = [e.remoteness for e in estimates if e.value is Value.WIN and e.remoteness is not None]
    return MoveReview(
        ply,
        player,
        move,
        best,
        lost,
        keeping if lost else (),
        critical,
        lost_in if played is Value.LOSS else None,
        min(wins, default=None),
    )


class Reviewer(Generic[S]):
    """Reviews the moves of one game with its oracle."""

    def __init__(self, game: Game[S], oracle: Oracle[S]) -> None:
        self.game = game
        self.oracle = oracle
        self._tabled: dict[S, tuple[Estimate, ...]] = {}  # games repeat the same few positions

    def judge(self, ply: int, state: S, move: int, context: Context[Any]) -> MoveReview:
        """Judge what one move lost, without what it overlooked.

        Its value is unknown if the oracle cannot solve the position or was hurried.
        """
        player = self.game.to_move(state)
        estimates = self._tabled.get(state)
        if estimates is None:
            try:
                # The loss of value depends on values alone, not on remoteness.
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
        """Review every move of a game; `states` are the positions before the moves.

        The last moves are solved first, because their search fills the transposition table that the
        earlier positions of Connect Four use.
        """
        steps = list(enumerate(zip(states, moves, strict=False), start=1))
        judged = [
            replace(
                self.judge(ply, state, move, context), oversight=oversight(self.game, state, move)
            )
            for ply, (state, move) in reversed(steps)
        ]
        return reversed(judged)


def regret(judged: Iterable[MoveReview], player: int) -> Regret:
    """Return a player's regret over some moves."""
    critical = [each for each in judged if each.player == player and each.critical]
    return Regret(len(critical), sum(1 for each in critical if each.lost))
