"""Experiments of the arena in the store: each with its games, and sums of what they do not tell.

Games are saved as they are played, in one transaction with the sums of their pairing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

from engine.files import parse_json
from engine.messages import Message
from engine.store.schema import SOUND
from engine.store.store_file import StoreFile


class GameRecord(NamedTuple):
    """A game with its moves, in the order of the columns of the store.

    `starter` is 0 when player a of the pairing has the first side; `score` is the score of a in
    half points: 2, 1 or 0. `verdicts` has a letter for each move of the players if the game was
    judged (see arena/judge.py). `moves` are all moves from the start of the pairing, the first
    `opened` of them random. `by_chance` says whether chance had a part in a decision of a player,
    `fault` why a player gave no move and so lost the game; the store has both in its sums.
    """

    pairing: int
    number: int
    starter: int
    score: int
    plies: int
    verdicts: str | None
    seed: int
    moves: str
    seconds: float  # thinking time of a and b together
    seconds_a: float
    moves_a: int
    opened: int = 0
    by_chance: bool = False
    fault: Message | None = None

    @property
    def faulty(self) -> int | None:
        """The player whose fault ended the game: 0 for a, 1 for b, None without a fault."""
        return None if self.fault is None else int(self.score != 0)


@dataclass(frozen=True)
class StoredExperiment:
    """A listed experiment; `data` is its description."""

    data: Any
    id: int
    title: str
    saved_at: str


COLUMNS = GameRecord._fields[: GameRecord._fields.index("by_chance")]  # of the store
LISTED = ", ".join(COLUMNS)
TABLES = ("experiment_games", "experiment_sums", "experiment_answers")  # the last of version 1.0.0


class Experiments:
    """The stored experiments, listed newest first. Queries skip damaged rows."""

    def __init__(self, file: StoreFile, clock: Callable[[], str]) -> None:
        self._file = file
        self._clock = clock

    def add(self, title: str, data: object) -> int:
        """Save an experiment, with data that JSON can represent; return its number."""
        new = "INSERT INTO experiments (title, data, saved_at) VALUES (?, ?, ?)"
        return self._file.write(new, title, json.dumps(data), self._clock())

    def all(self) -> list[StoredExperiment]:
        """Return every experiment that is not damaged."""
        rows = self._file.rows("experiments", "data, id, title, saved_at", "ORDER BY id DESC")
        return [StoredExperiment(*row) for row in _parsed(rows)]

    def remove(self, number: int) -> None:
        """Delete an experiment with all its games."""
        with self._file.change() as db:
            for table in TABLES:
                db.execute(f"DELETE FROM {table} WHERE experiment = ?", (number,))
            db.execute("DELETE FROM experiments WHERE id = ?", (number,))

    def keep(
        self,
        number: int,
        data: object,
        games: Sequence[GameRecord],
        sums: Mapping[int, object],
    ) -> None:
        """Save the games since the last call, with the new sums and data; a game is replaced.

        Does nothing if the experiment was removed meanwhile.
        """
        marks = ", ".join("?" * (1 + len(COLUMNS)))
        with self._file.change() as db:
            changed = db.execute(
                "UPDATE experiments SET data = ? WHERE id = ?", (json.dumps(data), number)
            )
            if not changed.rowcount:
                return
            db.executemany(
                f"INSERT OR REPLACE INTO experiment_games (experiment, {LISTED}) VALUES ({marks})",
                [(number, *game[: len(COLUMNS)]) for game in games],
            )
            db.executemany(
                "INSERT OR REPLACE INTO experiment_sums VALUES (?, ?, ?)",
                [(number, pairing, json.dumps(each)) for pairing, each in sums.items()],
            )

    def games(self, number: int) -> tuple[list[GameRecord], int]:
        """Return the games of an experiment in order, and how many damaged ones are left out."""
        rows = self._file.read(
            f"SELECT {LISTED}, {SOUND['experiment_games']} FROM experiment_games"
            " WHERE experiment = ? ORDER BY pairing, number",
            (number,),
        )
        records = [GameRecord(*row[:-1]) for row in rows if row[-1]]
        return records, len(rows) - len(records)

    def sums(self, number: int) -> dict[int, Any]:
        """Return the sums of the pairings that are not damaged."""
        rows = self._file.rows("experiment_sums", "sums, pairing", "AND experiment = ?", number)
        return {pairing: data for data, pairing in _parsed(rows)}


def _parsed(rows: Sequence[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
    """Yield the rows with their first column parsed; skip those where it is no JSON."""
    for text, *rest in rows:
        with suppress(ValueError):
            yield parse_json(text), *rest
