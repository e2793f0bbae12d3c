"""The words of a game or puzzle: its sides, players, moves and own texts. No pygame here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.messages import Message, is_written, message
from engine.naming import MoveText, listed_move, move_name, named_move
from engine.protocols import HUMAN, Game, Impartial, OptionError
from engine.puzzles.refutation import Cause, Refutation
from engine.registry import parse_player, player_detail, player_name
from gui.boards import board_of
from gui.i18n import Translator

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


# -- why a move was wrong --------------------------------------------------------------------------


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


# -- texts of its own ------------------------------------------------------------------------------


def own_key(key: str, *owners: str) -> str:
    """Return `KEY.OWNER` of the first owner (a game, the value of an option) that has one."""
    return next(filter(is_written, (f"{key}.{owner}" for owner in owners)), key)


class PuzzleTranslator(Translator):
    """A translator that prefers a puzzle's own text: `KEY.PUZZLE` to `KEY`."""

    def __init__(self, language: str, puzzle_id: str) -> None:
        super().__init__(language)
        self.puzzle_id = puzzle_id

    def __call__(self, text: Message | str, /, **values: Any) -> str:
        if isinstance(text, Message):
            return super().__call__(self.own(text))
        return super().__call__(own_key(text, self.puzzle_id), **values)

    def has(self, key: str) -> bool:
        return super().has(own_key(key, self.puzzle_id))

    def own(self, text: Message | str) -> Message:
        """Return a message with the puzzle's own texts, in its values too."""
        text = Message(text) if isinstance(text, str) else text
        values = {
            name: self.own(value) if isinstance(value, Message) else value
            for name, value in text.values.items()
        }
        return Message(own_key(text.key, self.puzzle_id), values)
