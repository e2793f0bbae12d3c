"""How a sentence names a move, where its text alone would be misread: `4-1` of Nim, say."""

from __future__ import annotations

from engine.messages import Message, is_written, message
from engine.protocols import Game, S


def named_move(game: Game[S], state: S, move: int) -> Message:
    """A move as a sentence names it: cell 4, column 3, take 4 from heap 1, or its text.

    Nim writes a move as heap-take, which a sentence may name one by one.
    """
    own, text = f"note.move.{game.id}", game.move_text(state, move)
    heap, _, take = text.rpartition("-")
    key = own if is_written(own) else "note.move"
    count = int(take) if take.isdigit() else 0
    return message(key, move=text, heap=heap, take=take, count=count)


def listed_move(game: Game[S], state: S, move: int) -> Message | str:
    """A move as it stands in a list: its text, and words where that would be misread."""
    own = f"listed.{game.id}"
    if not is_written(own):
        return game.move_text(state, move)
    return message(own, **named_move(game, state, move).values)


def played_move(game: Game[S], state: S, move: int, player: Message) -> Message:
    """That a player made a move, as a whole sentence: Anna played column 3."""
    own = f"played.{game.id}"
    named = named_move(game, state, move)
    if not is_written(own):
        return message("played", player=player, move=named)
    return message(own, **{**named.values, "player": player})
