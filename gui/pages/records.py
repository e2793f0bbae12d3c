"""A person's results against each opponent. No pygame."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.protocols import HUMAN, Value
from engine.store.store import FinishedGame, Store
from gui.match.inspected import present_player
from gui.people import side_of

SIDES = {"first": 0, "second": 1}
LISTED = 500


@dataclass
class Record:
    """A person's results against one opponent."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        """The number of games."""
        return self.won + self.drawn + self.lost

    def add(self, value: Value) -> None:
        """Add the result of a game."""
        self.won += value is Value.WIN
        self.drawn += value is Value.DRAW
        self.lost += value is Value.LOSS


def person_value(
    first: str, second: str, result: str, names: Sequence[str] = ("", ""), person: str = ""
) -> Value | None:
    """Return a person's result; None for a game without that person."""
    side = side_of(first, second, names, person)
    if side is None:
        return None
    if result not in SIDES:
        return Value.DRAW
    return Value.WIN if SIDES[result] == side else Value.LOSS


def records(results: Iterable[tuple[str, ...]], person: str = "") -> dict[str, Record]:
    """Return records by opponent from (first, second, result, names) of games in order.

    The entry under "" is the total of all opponents; the most recent opponent comes first. A
    computer that changed its level in a game counts as several opponents. Another person's key is
    `human` and the name.
    """
    records: dict[str, Record] = {}
    whole = Record()
    for first, second, result, *rest in results:
        names = rest or ("", "")
        value = person_value(first, second, result, names, person)
        side = side_of(first, second, names, person)
        if value is None or side is None:
            continue
        other = (second, first)[side]
        against = [f"{HUMAN} {names[1 - side]}"] if other == HUMAN else opponents(other)
        for opponent in against:
            record = records.pop(opponent, None) or Record()
            record.add(value)
            records[opponent] = record
        whole.add(value)
    return {"": whole, **dict(reversed(records.items()))} if records else {}


def opponents(text: str) -> list[str]:
    """Return the computers that took turns at a seat, an own bot once, whatever its text was."""
    return list(dict.fromkeys(map(present_player, text.split())))


def people_in(results: Iterable[tuple[str, ...]]) -> list[str]:
    """Return the names of all players, most recent first; "" stands for an unnamed player."""
    people: dict[str, None] = {}
    for first, second, _, *rest in results:
        for text, name in zip((first, second), rest or ("", ""), strict=True):
            if text == HUMAN:
                people.pop(name, None)
                people[name] = None
    return list(reversed(people))


@dataclass(frozen=True)
class Results:
    """The results of one kind of game: records by opponent and finished games, newest first.

    `people` are all persons who played it, `names` those of each finished game by its number.
    """

    records: Mapping[str, Record] = field(default_factory=dict)
    games: tuple[FinishedGame, ...] = ()
    people: tuple[str, ...] = ()
    names: Mapping[int, tuple[str, str]] = field(default_factory=dict)
    person: str = ""


def read_results(store: Store, game_id: str, person: str = "") -> Results:
    """Read the results of a person in a game. Raises StoreError when that fails.

    If the person has never played it, read those of the most recent player.
    """
    results = store.named_results(game_id)
    people = people_in(results)
    chosen = person if person in people or not people else people[0]
    games, names = tuple(store.games(game_id, LISTED)), store.names()
    return Results(records(results, chosen), games, tuple(people), names, chosen)
