"""Names of moves in sentences, where their texts alone are ambiguous: `4-1` of Nim, say."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from engine.messages import Message, is_written, message
from engine.protocols import Game, S, line_texts

MoveText = Message | str  # a move text, or a message


def named_move(game: Game[S], state: S, move: int) -> Message:
    """Return the name of a move for a sentence: cell 4, column 3, 4 from heap 1, or its text.

    The text of a move of Nim is heap-take; a sentence may use both as separate values.
    """
    return _named(game.id, game.move_text(state, move))


def _named(game: str, text: str) -> Message:
    own = f"note.move.{game}"
    heap, _, take = text.rpartition("-")
    key = own if is_written(own) else "note.move"
    count = int(take) if take.isdigit() else 0
    return message(key, move=text, heap=heap, take=take, count=count)


def listed_move(game: Game[S], state: S, move: int) -> MoveText:
    """Return a move for a list: its text, or a message if the text is ambiguous."""
    return listed_text(game, game.move_text(state, move))


def listed_text(game: Game[S], text: str) -> MoveText:
    """Return a move text for a list, or a message if it is ambiguous: `4-1` reads like a sum."""
    return text if text.isalnum() else _named(game.id, text)


def move_name(game: Game[S], state: S, move: int) -> Message:
    """Return a move within a sentence: its name with the article that a language needs."""
    return name_text(game, game.move_text(state, move))


def name_text(game: Game[Any], text: str) -> Message:
    """Return a move text within a sentence: its name with the article that a language needs."""
    own, named = f"told.{game.id}", _named(game.id, text)
    return message(own, **named.values) if is_written(own) else named


def choice_name(game: Game[S], state: S, moves: Iterable[int]) -> MoveText:
    """Return one or several moves of one position within a sentence."""
    return named_list(game, [game.move_text(state, move) for move in moves])


def line_name(game: Game[S], state: S, line: Sequence[int], maximum: int = 0) -> MoveText:
    """Return a line of moves; if it is longer than `maximum`, omits those before the last one."""
    parts = [listed_text(game, text) for text in line_texts(game, state, line)]
    if 0 < maximum < len(parts):
        parts = [*parts[: maximum - 2], "…", parts[-1]]
    return told_in_order(parts)


def named_line(game: Game[S], state: S, line: Sequence[int]) -> MoveText:
    """Return a line of moves within a sentence, with a word for the moves: columns 1, 6."""
    return _together(game, line_texts(game, state, line), told_in_order)


def line_message(game: Game[S], state: S, line: Sequence[int], key: str, **values: Any) -> Message:
    """Return a message whose value `line` names a line of moves."""
    return message(key, line=named_line(game, state, line), **values)


def named_list(game: Game[Any], texts: Sequence[str]) -> MoveText:
    """Return several move texts of one position within a sentence."""
    return _together(game, texts, name_list)


def _together(
    game: Game[Any], texts: Sequence[str], join: Callable[[Sequence[MoveText]], MoveText]
) -> MoveText:
    """Return moves after the game's word for them, columns 1, 6; joined where it has none."""
    own, parts = f"note.line.{game.id}", [listed_text(game, text) for text in texts]
    if not parts or not is_written(own):
        return join(parts)
    return message(own, line=name_list(parts), count=len(parts))


def counts_text(game: Game[S], state: S, counts: Iterable[tuple[int, int]]) -> MoveText:
    """Return moves of one position, each with its count."""
    return name_list(times_text(listed_move(game, state, move), count) for move, count in counts)


def told_in_order(parts: Sequence[MoveText]) -> MoveText:
    """Join successive moves: texts by spaces, messages by commas."""
    texts = [part for part in parts if isinstance(part, str)]
    return " ".join(texts) if len(texts) == len(parts) else name_list(parts)


def times_text(move: MoveText, count: int) -> Message:
    """Return a move with its count."""
    return message("listed.times", move=move, count=count)


def name_list(parts: Iterable[MoveText]) -> MoveText:
    """Join texts or messages by commas."""
    joined: MoveText = ""
    for place, part in enumerate(parts):
        if not place:
            joined = part
        elif isinstance(joined, str) and isinstance(part, str):
            joined = f"{joined}, {part}"
        else:
            joined = message("listed.and", before=joined, last=part)
    return joined


def played_move(game: Game[S], state: S, move: int, player: Message) -> Message:
    """Return the sentence for a played move: Anna played column 3."""
    own = f"played.{game.id}"
    named = named_move(game, state, move)
    if not is_written(own):
        return message("played", player=player, move=named)
    return message(own, **{**named.values, "player": player})
