"""The people at the table: what they are called, and what the computer is called beside them."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from enum import Enum
from typing import Any

from engine.levels import FIT, LEVELS
from engine.messages import Message, message
from engine.protocols import HUMAN, Game
from engine.registry import parse_player, player_name
from engine.texts import clean

CHOICES = (*LEVELS, FIT)  # how the computer can play, as menus show it
LONGEST_NAME = 24  # signs a person sees
LONGEST_TEXT = 400  # characters; one sign may be made of several


def clean_name(text: str) -> str:
    """A name as it is kept: one line, no control characters, as many signs as have room.

    Empty when there is nothing in it to be seen: that person has no name.
    """
    return "".join(_signs(text)[:LONGEST_NAME]).strip()


def is_long_name(text: str) -> bool:
    """Whether a name has more signs than are kept."""
    return len(_signs(text)) > LONGEST_NAME


def _signs(text: str) -> list[str]:
    """What a person sees of a text, sign after sign."""
    words = " ".join(clean(text, LONGEST_TEXT).split())
    signs: list[str] = []
    for character in words:
        joined = bool(signs) and (_belongs(character) or signs[-1].endswith("\u200d"))
        if joined:
            signs[-1] += character
        else:
            signs.append(character)
    return signs


def _belongs(character: str) -> bool:
    """Whether it is drawn together with the character before it."""
    return (
        unicodedata.category(character) in ("Mn", "Me", "Cf")
        or "\U0001f3fb" <= character <= "\U0001f3ff"
    )


def person_name(name: str, number: int, humans: int) -> Message:
    """What a person is called; without a name, You, or the first or second of two."""
    if name:
        return message("person.name", name=name)
    return Message("match.you") if humans < 2 else message("person.number", number=number + 1)


class GrammarRole(Enum):
    """Where a level stands: languages with cases tell who acts from whom it is done to."""

    NAME = "computer.name"  # alone: `Computer, Medium`
    ACTING = "computer.in_sentence"  # `the computer, Medium` plays against ...
    AGAINST = "computer.against"


def computer_name(
    text: str, place: GrammarRole = GrammarRole.NAME, game: Game[Any] | None = None
) -> Message:
    """What a bot is called: by its level, or by its own name and number where it was chosen so.

    On a board too large to be solved, `game` has perfect play called nearly perfect.
    """
    spec, name = parse_player(text), player_name(text, game)
    if spec.kind in CHOICES:
        return message(place.value, level=name)
    number = spec.number
    return name if number is None else message("computer.numbered", name=name, n=number)


def names_at(texts: Sequence[str], people: Sequence[str]) -> tuple[str, str]:
    """The names of those who sit at a table, empty for a bot: the first person sits down first."""
    free = iter(people)
    first, second = (next(free, "") if text == HUMAN else "" for text in texts)
    return first, second


def at_table(
    texts: Sequence[str],
    names: Sequence[str],
    side: int,
    game: Game[Any],
    place: GrammarRole = GrammarRole.ACTING,
) -> Message:
    """What one of two players is called within a sentence; the only person is You."""
    if texts[side] != HUMAN:
        return computer_name(texts[side], place, game)
    if texts[1 - side] != HUMAN:
        return Message("match.you")
    return person_name(names[side], side, 2)


def pair(texts: Sequence[str], names: Sequence[str], game: Game[Any]) -> Message:
    """Who plays against whom, a person before a bot."""
    order = sorted((0, 1), key=lambda side: texts[side] != HUMAN)
    first = at_table(texts, names, order[0], game)
    second = at_table(texts, names, order[1], game, GrammarRole.AGAINST)
    return message("who.against", first=first, second=second)
