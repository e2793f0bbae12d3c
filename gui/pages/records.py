"""A person's results against each opponent; knows nothing of the window."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.protocols import HUMAN, Value
from engine.store import FinishedGame, Store

SIDES = {"first": 0, "second": 1}
LISTED = 500


@dataclass
class Record:
    """What a person reached against one opponent; `run` is the present run of wins."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    run: int = 0
    best: int = 0

    @property
    def games(self) -> int:
        """How many games."""
        return self.won + self.drawn + self.lost

    def add(self, value: Value) -> None:
        """One more game, later than those before."""
        self.won += value is Value.WIN
        self.drawn += value is Value.DRAW
        self.lost += value is Value.LOSS
        self.run = self.run + 1 if value is Value.WIN else 0
        self.best = max(self.best, self.run)


def side_of(first: str, second: str, names: Sequence[str], person: str) -> int | None:
    """Where a person sat; None when it was somewhere else, or cannot be told from another one."""
    texts = (first, second)
    sides = [side for side in (0, 1) if texts[side] == HUMAN and names[side] == person]
    return sides[0] if len(sides) == 1 else None


def person_value(
    first: str, second: str, result: str, names: Sequence[str] = ("", ""), person: str = ""
) -> Value | None:
    """How a person fared; None in a game the person did not play."""
    side = side_of(first, second, names, person)
    if side is None:
        return None
    if result not in SIDES:
        return Value.DRAW
    return Value.WIN if SIDES[result] == side else Value.LOSS


def records(results: Iterable[tuple[str, ...]], person: str = "") -> dict[str, Record]:
    """Opponent to record, from (first, second, result, names) of games in order.

    The entry under the empty text counts all opponents together; the opponent played last comes
    first. A computer that changed its level in a game is several opponents in it. Another person is
    `human` and the name.
    """
    found: dict[str, Record] = {}
    whole = Record()
    for first, second, result, *rest in results:
        names = rest or ("", "")
        value = person_value(first, second, result, names, person)
        side = side_of(first, second, names, person)
        if value is None or side is None:
            continue
        other = (second, first)[side]
        against = [f"{HUMAN} {names[1 - side]}"] if other == HUMAN else other.split()
        for opponent in against:
            record = found.pop(opponent, None) or Record()
            record.add(value)
            found[opponent] = record
        whole.add(value)
    return {"": whole, **dict(reversed(found.items()))} if found else {}


def people_in(results: Iterable[tuple[str, ...]]) -> list[str]:
    """The names of all who played, whoever played last first; the empty one is nobody's name."""
    found: dict[str, None] = {}
    for first, second, _, *rest in results:
        for text, name in zip((first, second), rest or ("", ""), strict=True):
            if text == HUMAN:
                found.pop(name, None)
                found[name] = None
    return list(reversed(found))


@dataclass(frozen=True)
class Results:
    """What is kept of one game: a person's records by opponent, and finished games, newest first.

    `people` are all who played it, `names` those of each finished game by its number.
    """

    records: Mapping[str, Record] = field(default_factory=dict)
    games: tuple[FinishedGame, ...] = ()
    people: tuple[str, ...] = ()
    names: Mapping[int, tuple[str, str]] = field(default_factory=dict)
    person: str = ""


def read_results(store: Store, game_id: str, person: str = "") -> Results:
    """The results of a person in a game. StoreError when they cannot be read.

    Of somebody who has not played it, those of whoever played last.
    """
    results = store.named_results(game_id)
    people = people_in(results)
    chosen = person if person in people or not people else people[0]
    games, names = tuple(store.games(game_id, LISTED)), store.names()
    return Results(records(results, chosen), games, tuple(people), names, chosen)
