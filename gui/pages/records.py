"""A person's results against each opponent; knows nothing of the window."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from engine.protocols import Value
from engine.registry import HUMAN
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


def person_value(first: str, second: str, result: str) -> Value | None:
    """How the one person of a game fared; None without a person, or with two."""
    if (first == HUMAN) == (second == HUMAN):
        return None
    if result not in SIDES:
        return Value.DRAW
    winner = (first, second)[SIDES[result]]
    return Value.WIN if winner == HUMAN else Value.LOSS


def records(results: Iterable[tuple[str, str, str]]) -> dict[str, Record]:
    """Opponent to record, from (first, second, result) of games in the order they were played.

    The entry under the empty text counts all opponents together. The opponent played last comes
    first.
    """
    found: dict[str, Record] = {}
    whole = Record()
    for first, second, result in results:
        value = person_value(first, second, result)
        if value is None:
            continue
        opponent = second if first == HUMAN else first
        record = found.pop(opponent, None) or Record()
        record.add(value)
        found[opponent] = record
        whole.add(value)
    return {"": whole, **dict(reversed(found.items()))} if found else {}


@dataclass(frozen=True)
class Results:
    """What is kept of one game: records by opponent, and finished games, the newest first."""

    records: Mapping[str, Record] = field(default_factory=dict)
    games: tuple[FinishedGame, ...] = ()


def read_results(store: Store, game_id: str) -> Results:
    """The results of a game. StoreError when they cannot be read."""
    return Results(records(store.results(game_id)), tuple(store.games(game_id, LISTED)))
