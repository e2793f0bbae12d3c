"""The refutation of a move, and what can be seen one move ahead: wins, losses, threats.

A threat is a move with which a player would win at once if the other one passed.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Any

from engine.protocols import Estimate, Game, NullMoves, Outcome, Value


class Cause(Enum):
    """The reason why a move is refuted, defined by what it claims; the value is part of a key."""

    UNSTOPPED = "unstopped"  # the opponent threatened a win before the move and wins there after it
    AT_ONCE = "at_once"  # the opponent can win at once
    TWO_THREATS = "two_threats"  # the reply makes two or more threats, and wins after any answer
    LOSS = "loss"  # the opponent wins later
    DRAW = "draw"  # the opponent reaches a draw
    ENDS_LOST = "ends_lost"  # the move ends the game with a loss
    ENDS_DRAWN = "ends_drawn"  # the move ends the game with a draw


@dataclass(frozen=True, slots=True)
class Refutation:
    """The cause, and the reply that refutes the move; None where the game is over."""

    cause: Cause
    reply: int | None = None


class Missed(StrEnum):
    """The kinds of oversight one move ahead; the value is part of keys and printed objects."""

    WIN = "win"  # a win at once was there and was not taken
    BLOCK = "block"  # the opponent can win at once now; another move would have prevented it


@dataclass(frozen=True, slots=True)
class Oversight:
    """A chance one move ahead that a move overlooked, and the moves that take it."""

    missed: Missed
    better: tuple[int, ...]


def oversight(game: Game[Any], state: Any, move: int) -> Oversight | None:
    """Return what a move overlooked one move ahead, whatever the value of the position.

    A win that was not taken goes before a loss that was not prevented. None for a move that ends
    the game itself, and where every move lets the opponent win at once.
    """
    wins = wins_at_once(game, state)
    if wins:
        return None if move in wins else Oversight(Missed.WIN, wins)
    after = game.play(state, move)
    if game.outcome(after) is not None or not wins_at_once(game, after):
        return None
    safe = safe_moves(game, state)
    return Oversight(Missed.BLOCK, safe) if safe else None


def safe_moves(game: Game[Any], state: Any) -> tuple[int, ...]:
    """Return the moves that neither lose by themselves nor let the opponent win at once."""
    lost = Outcome.win_of(1 - game.to_move(state))

    def is_safe(move: int) -> bool:
        after = game.play(state, move)
        outcome = game.outcome(after)
        return outcome is not lost if outcome is not None else not wins_at_once(game, after)

    return tuple(filter(is_safe, game.moves(state)))


def wins_at_once(game: Game[Any], state: Any) -> tuple[int, ...]:
    """Return the moves with which the player to move wins at once."""
    won = Outcome.win_of(game.to_move(state))
    moves = game.moves(state)
    return tuple(move for move in moves if game.outcome(game.play(state, move)) is won)


def forces_loss(game: Game[Any], state: Any, move: int) -> bool:
    """Return whether after a move every move of the opponent loses by itself."""
    after, won = game.play(state, move), Outcome.win_of(game.to_move(state))
    replies = game.moves(after)
    outcomes = [game.outcome(game.play(after, reply)) for reply in replies]
    return bool(outcomes) and all(outcome is won for outcome in outcomes)


def threats(game: Game[Any], state: Any) -> tuple[int, ...]:
    """Return the threats of the player not to move.

    Empty where the player to move wins at once and need not stop them, and in games without
    null moves.
    """
    if not isinstance(game, NullMoves) or wins_at_once(game, state):
        return ()
    return tuple(game.null_move_wins(state))


def wins_above(game: Game[Any], state: Any) -> tuple[int, ...]:
    """Return the moves that win for the opponent on top, once the player to move has made them.

    Only where every move lets the opponent win at once; the only threat is then the only such move.
    Empty with two threats, which need no move on top.
    """
    threatened = threats(game, state)
    if len(threatened) > 1 or wins_at_once(game, state) or safe_moves(game, state):
        return ()
    moves = threatened or game.moves(state)
    return tuple(move for move in moves if move in wins_at_once(game, game.play(state, move)))


def double_threat(game: Game[Any], state: Any) -> int | None:
    """Return a move after which the opponent can neither win nor stop every threat, else None."""
    for move in game.moves(state):
        after = game.play(state, move)
        if game.moves(after) and len(threats(game, after)) > 1:
            return move
    return None


def refutation(
    game: Game[Any], state: Any, move: int, reply: Estimate | None = None
) -> Refutation | None:
    """Return the refutation of a move; `reply` is the best one, where it is known.

    None if nothing refutes the move, or if only an unknown reply could.
    """
    after = game.play(state, move)
    outcome = game.outcome(after)
    if outcome is not None:
        if outcome is Outcome.win_of(game.to_move(state)):
            return None
        return Refutation(Cause.ENDS_DRAWN if outcome is Outcome.DRAW else Cause.ENDS_LOST)
    wins = wins_at_once(game, after)
    if wins:
        before = threats(game, state)
        unstopped = next((win for win in wins if win in before), None)
        if unstopped is not None:
            return Refutation(Cause.UNSTOPPED, unstopped)
        return Refutation(Cause.AT_ONCE, wins[0])
    if reply is None or (reply.value, reply.remoteness) == (Value.WIN, 3):
        fork = double_threat(game, after)
        if fork is not None:
            return Refutation(Cause.TWO_THREATS, fork)
    if reply is None or reply.value in (None, Value.LOSS):
        return None
    return Refutation(Cause.DRAW if reply.value is Value.DRAW else Cause.LOSS, reply.move)
