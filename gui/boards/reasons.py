"""The sentence about a refuted move. No pygame here."""

from __future__ import annotations

from typing import Any

from engine.messages import Message, is_written, message
from engine.naming import move_name, named_move
from engine.protocols import Game, Impartial
from engine.puzzles.refutation import Cause, Refutation
from gui.boards.sides import side_words

_KEYS = {
    Cause.UNSTOPPED: "why.unstopped",
    Cause.AT_ONCE: "why.at_once",
    Cause.TWO_THREATS: "why.two_threats",
    Cause.LOSS: "puzzles.lets.win",
    Cause.DRAW: "puzzles.lets.draw",
}


def reason(game: Game[Any], after: Any, refuted: Refutation) -> Message:
    """Return why a move was wrong; `after` is the position it led to."""
    if refuted.reply is None:
        drawn = refuted.cause is Cause.ENDS_DRAWN
        return Message("puzzles.ends.draw" if drawn else "puzzles.ends.loss")
    key = _KEYS[refuted.cause]
    if isinstance(game, Impartial):
        return message(f"{key}.other", move=move_name(game, after, refuted.reply))
    move = named_move(game, after, refuted.reply)
    return message(key, side=Message(side_words(game)[game.to_move(after)]), move=move)


def text_key(key: str, game: Game[Any]) -> str:
    """Return the key of a text in the words of the game, where there is one."""
    return f"{key}.{game.id}" if is_written(f"{key}.{game.id}") else key
