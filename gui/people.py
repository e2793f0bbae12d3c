"""Names of the players: persons and the computer."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Any

from engine.levels import FIT, LEVELS
from engine.messages import Message, message
from engine.protocols import HUMAN, Game
from engine.registry import parse_player, player_name
from engine.texts import clean

CHOICES = (*LEVELS, FIT)  # the levels of the computer, as menus list them
LONGEST_NAME = 24  # characters
LONGEST_TEXT = 400


def clean_name(text: str) -> str:
    """Clean a name for the store: one line, no control characters, at most LONGEST_NAME of them.

    Returns an empty string, which means no name, when nothing in the text is visible.
    """
    return whole_name(text)[:LONGEST_NAME].strip()


def whole_name(text: str) -> str:
    """Return a name as one line without control characters, of any length."""
    return " ".join(clean(text, LONGEST_TEXT).split())


def person_name(name: str, number: int, humans: int) -> Message:
    """Return the name of a person; without one, You, or the first or second player."""
    if name:
        return message("person.name", name=name)
    return Message("match.you") if humans < 2 else message("person.number", number=number + 1)


class GrammarRole(Enum):
    """The grammatical role of a computer's name, for languages with cases."""

    NAME = "computer.name"  # on its own: `Computer, Medium`
    ACTING = "computer.in_sentence"  # `the computer, Medium` plays against ...
    AGAINST = "computer.against"


def computer_name(
    text: str, place: GrammarRole = GrammarRole.NAME, game: Game[Any] | None = None
) -> Message:
    """Return the name of a bot: its level, or its kind and number if it was chosen that way.

    If the board of `game` is too large to be solved, perfect play is named nearly perfect.
    """
    spec, name = parse_player(text), player_name(text, game)
    if spec.kind in CHOICES:
        return message(place.value, level=name)
    number = spec.number
    return name if number is None else message("computer.numbered", name=name, n=number)


def names_at(texts: Sequence[str], people: Sequence[str]) -> tuple[str, str]:
    """Return the names of both players, empty for a bot; the first person takes the first seat."""
    free = iter(people)
    first, second = (next(free, "") if text == HUMAN else "" for text in texts)
    return first, second


def side_of(first: str, second: str, names: Sequence[str], person: str) -> int | None:
    """Return the side a person played; None if absent or if both sides have that name."""
    texts = (first, second)
    sides = [side for side in (0, 1) if texts[side] == HUMAN and names[side] == person]
    return sides[0] if len(sides) == 1 else None


def at_table(
    texts: Sequence[str],
    names: Sequence[str],
    side: int,
    game: Game[Any],
    place: GrammarRole = GrammarRole.ACTING,
) -> Message:
    """Return the name of one of two players within a sentence; the only person is You."""
    if texts[side] != HUMAN:
        return computer_name(texts[side], place, game)
    if texts[1 - side] != HUMAN:
        return Message("match.you")
    return person_name(names[side], side, 2)


def pair(texts: Sequence[str], names: Sequence[str], game: Game[Any]) -> Message:
    """Return the sentence of who plays against whom, a person before a bot."""
    order = sorted((0, 1), key=lambda side: texts[side] != HUMAN)
    first = at_table(texts, names, order[0], game)
    second = at_table(texts, names, order[1], game, GrammarRole.AGAINST)
    return message("who.against", first=first, second=second)
