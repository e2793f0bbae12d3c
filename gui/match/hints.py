"""The texts of hints and of mistakes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.messages import Message, message
from engine.naming import move_name, named_list, named_move
from engine.protocols import Estimate, Game, Value
from engine.puzzles.refutation import forces_loss, safe_moves, threats, wins_at_once
from engine.puzzles.review import MoveReview
from gui.boards.words import own_key, side_words

_LOST: Mapping[tuple[Value | None, Value | None], str] = {
    (Value.WIN, Value.DRAW): "teach.win_draw",
    (Value.WIN, Value.LOSS): "teach.win_loss",
    (Value.DRAW, Value.LOSS): "teach.draw_loss",
}


def visible_hint(game: Game[Any], state: Any) -> tuple[int, Message] | None:
    """Return a move whose reason one can see on the board, and that reason; None without one.

    A win at once goes before the only legal move, a threat to stop, and a move after which the
    opponent has only losing ones.
    """
    moves, wins = game.moves(state), wins_at_once(game, state)
    if wins:
        return wins[0], message("hint.win", move=named_move(game, state, wins[0]), count=1)
    if len(moves) == 1:
        return moves[0], message("hint.only", move=named_move(game, state, moves[0]))
    threatened, safe = threats(game, state), safe_moves(game, state)
    if threatened:
        side = Message(side_words(game)[1 - game.to_move(state)])
        if not safe:
            listed = named_list(game, [game.move_text(state, move) for move in threatened])
            return threatened[0], message("hint.unstoppable", side=side, moves=listed)
        block = next((move for move in threatened if move in safe), safe[0])
        name = move_name(game, state, block)
        return block, message(own_key("hint.block", game.id), side=side, move=name)
    forcing = next((move for move in moves if forces_loss(game, state, move)), None)
    if forcing is None:
        return None
    name = named_move(game, state, forcing)
    return forcing, message(own_key("hint.forces", game.id), move=name)


def hint_words(move: Message, estimate: Estimate | None) -> Message:
    """Explain why the best move, with this name and estimate, is good."""
    if estimate is None or estimate.value is None:
        return message("hint.plain", move=move)
    key = {Value.WIN: "hint.win", Value.DRAW: "hint.draw", Value.LOSS: "hint.loss"}[estimate.value]
    if estimate.remoteness is None:
        return message(key + "_open", move=move)
    return message(key, move=move, count=estimate.remoteness)


def step_back_words(review: MoveReview, other: Message | None = None) -> Message:
    """Say what a move that gave value away has cost, without naming a better move.

    `other` is the side it helps, where the opponent is a person too.
    """
    key = _LOST[review.value, review.after]
    return Message(key) if other is None else message(f"{key}.people", other=other)
