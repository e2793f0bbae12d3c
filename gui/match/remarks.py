"""The sentence about the last move of a computer that plays at a level. No pygame here."""

from __future__ import annotations

from typing import Any

from engine.messages import Message, is_written, message
from engine.naming import played_move
from engine.protocols import Game, Impartial
from engine.puzzles.refutation import threats, wins_at_once
from gui.match.names import last_subject
from gui.match.table import GameTable


def level_remark(table: GameTable) -> Message:
    """Return the last move in plain words, with its reason where one can see it on the board.

    The first move of the first game says instead how columns and squares are counted.
    """
    game, session = table.game, table.session
    state, move = session.states[-2], session.moves[-1]
    text = played_move(game, state, move, last_subject(table))
    reason = visible_reason(game, state, move) if table.humans == 1 else None
    if reason is None and session.ply == 1 and not table.number:
        reason = counting(game)
    return text if reason is None else message("remark", text=text, reason=reason)


def visible_reason(game: Game[Any], state: Any, move: int) -> Message | None:
    """Return what a move does that its opponent can see at once; None if nothing.

    It makes two threats, or stops every win at once of the opponent.
    """
    after = game.play(state, move)
    if isinstance(game, Impartial) or game.outcome(after) is not None:
        return None
    if len(threats(game, after)) > 1:
        return Message("remark.two_threats")
    if threats(game, state) and not wins_at_once(game, after):
        return Message("remark.blocked")
    return None


def counting(game: Game[Any]) -> Message | None:
    """Return how the moves of a game are numbered, where the numbers begin with 0."""
    key = f"counting.{game.id}"
    return Message(key) if is_written(key) else None
