"""The names of a game's sides and players, and of a move as lists have it. No pygame here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.messages import Message, message
from engine.naming import MoveText, listed_move, named_move
from engine.protocols import HUMAN, Game, OptionError
from engine.registry import parse_player, player_detail, player_name
from gui.boards import board_of

# Sides that have neither colour nor sign, with their names within a sentence.
UNNAMED = {"side.first": "watch.first", "side.second": "watch.second"}


def side_words(game: Game[Any]) -> tuple[str, str]:
    """Return the text keys of both sides, first player first."""
    first, second = board_of(game.id).sides
    return (second, first) if is_turned(game) else (first, second)


def told_side(game: Game[Any], player: int) -> Message:
    """Return a side within a sentence: Red, or "the first player" where the sides are unnamed."""
    word = side_words(game)[player]
    return Message(UNNAMED.get(word, word))


def is_turned(game: Game[Any]) -> bool:
    """Return whether the first player has the second side's name and colour."""
    return board_of(game.id).turned(game)


def player_message(text: str, short: bool = False, game: Game[Any] | None = None) -> Message:
    """Return a player's name for people: You, or Monte Carlo, 1,000 playouts.

    Raises OptionError for a text that is no player.
    """
    if text == HUMAN:
        return Message("match.you")
    spec = parse_player(text)
    if short or (spec.number is None and not spec.suffix):
        return player_name(text, game)
    return message("statistics.name", name=player_name(text, game), detail=player_detail(text))


def player_words(
    text: str, tr: Callable[..., str], short: bool = False, game: Game[Any] | None = None
) -> str:
    """Return a player's name as text; a player text that does not parse stays as it is."""
    try:
        return tr(player_message(text, short, game))
    except OptionError:
        return text


def pair_words(
    first: str, second: str, tr: Callable[..., str], game: Game[Any] | None = None
) -> str:
    """Return the names of both players; two people at one table are not You against You."""
    if first == second == HUMAN:
        return tr("statistics.two_people")
    names = [player_words(text, tr, game=game) for text in (first, second)]
    return tr("statistics.pair", first=names[0], second=names[1])


@dataclass(frozen=True)
class PlayedMove:
    """One move of the game; `loss` is the number of its question marks."""

    text: MoveText
    named: Message  # in words, for accessibility
    player: int
    loss: int = 0
    better: Message | None = None
    taught: bool = True  # of a mistake: whether it is worth trying again

    @classmethod
    def of(cls, game: Game[Any], state: Any, move: int) -> PlayedMove:
        """Return a move made in a position, not judged."""
        named = named_move(game, state, move)
        return cls(listed_move(game, state, move), named, game.to_move(state))
