"""How a sentence names moves, where their texts alone would be misread: `4-1` of Nim, say."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from engine.messages import Message, is_written, message
from engine.protocols import Game, S

MoveText = Message | str  # a text, or words


def named_move(game: Game[S], state: S, move: int) -> Message:
    """A move as a sentence names it: cell 4, column 3, 4 from heap 1, or its text.

    Nim writes a move as heap-take, which a sentence may name one by one.
    """
    return _named(game.id, game.move_text(state, move))


def _named(game: str, text: str) -> Message:
    own = f"note.move.{game}"
    heap, _, take = text.rpartition("-")
    key = own if is_written(own) else "note.move"
    count = int(take) if take.isdigit() else 0
    return message(key, move=text, heap=heap, take=take, count=count)


def listed_move(game: Game[S], state: S, move: int) -> MoveText:
    """A move as it stands in a list: its text, and words where that would be misread."""
    return listed_text(game, game.move_text(state, move))


def listed_text(game: Game[S], text: str) -> MoveText:
    """The same, of a move known by its text: in `4-1` a person would read a sum."""
    return text if text.isalnum() else _named(game.id, text)


def move_name(game: Game[S], state: S, move: int) -> Message:
    """A move within a sentence: its name with the article that a language wants there."""
    return told_text(game, game.move_text(state, move))


def told_text(game: Game[Any], text: str) -> Message:
    """The same, of a move known by its text."""
    own, named = f"told.{game.id}", _named(game.id, text)
    return message(own, **named.values) if is_written(own) else named


def choice_name(game: Game[S], state: S, moves: Iterable[int]) -> MoveText:
    """One or several moves of one position within a sentence."""
    return named_list(game, [game.move_text(state, move) for move in moves])


def line_name(game: Game[S], state: S, line: Sequence[int], maximum: int = 0) -> MoveText:
    """Moves made one after the other; `maximum`: of a longer line the last but one are left out."""
    parts: list[MoveText] = []
    for move in line:
        parts.append(listed_move(game, state, move))
        state = game.play(state, move)
    if 0 < maximum < len(parts):
        parts = [*parts[: maximum - 2], "…", parts[-1]]
    return told_in_order(parts)


def named_line(game: Game[S], state: S, line: Sequence[int]) -> MoveText:
    """The same within a sentence, which says what is counted: columns 1, 6."""
    parts: list[MoveText] = []
    for move in line:
        parts.append(listed_move(game, state, move))
        state = game.play(state, move)
    return named_in_order(game, parts)


def named_in_order(game: Game[Any], parts: Sequence[MoveText]) -> MoveText:
    """Moves made one after the other, known by their texts, as a sentence names them."""
    return _named_together(game, parts) or told_in_order(parts)


def named_list(game: Game[Any], texts: Sequence[str]) -> MoveText:
    """Several moves of one position, known by their texts, as a sentence names them."""
    parts = [listed_text(game, text) for text in texts]
    return _named_together(game, parts) or told_list(parts)


def _named_together(game: Game[Any], parts: Sequence[MoveText]) -> Message | None:
    """One move as a sentence names it; of several what is counted, and the moves apart by commas.

    None where the game has no word for it.
    """
    own = f"note.line.{game.id}"
    if len(parts) == 1:
        (part,) = parts
        return told_text(game, part) if isinstance(part, str) else part
    if not parts or not is_written(own):
        return None
    return message(own, line=told_list(parts))


def counts_text(game: Game[S], state: S, counts: Iterable[tuple[int, int]]) -> MoveText:
    """Moves of one position, each with how often it is there."""
    return told_list(told_times(listed_move(game, state, move), count) for move, count in counts)


def told_in_order(parts: Sequence[MoveText]) -> MoveText:
    """Moves made one after the other: texts apart by spaces, words by commas."""
    texts = [part for part in parts if isinstance(part, str)]
    return " ".join(texts) if len(texts) == len(parts) else told_list(parts)


def told_times(move: MoveText, count: int) -> MoveText:
    """A move with how often it is there."""
    if isinstance(move, str):
        return f"{move} × {count}"
    return message("listed.times", move=move, number=count)


def told_list(parts: Iterable[MoveText]) -> MoveText:
    """Texts or words one after the other, apart by commas."""
    told: MoveText = ""
    for place, part in enumerate(parts):
        if not place:
            told = part
        elif isinstance(told, str) and isinstance(part, str):
            told = f"{told}, {part}"
        else:
            told = message("listed.and", before=told, last=part)
    return told


def played_move(game: Game[S], state: S, move: int, player: Message) -> Message:
    """That a player made a move, as a whole sentence: Anna played column 3."""
    own = f"played.{game.id}"
    named = named_move(game, state, move)
    if not is_written(own):
        return message("played", player=player, move=named)
    return message(own, **{**named.values, "player": player})
