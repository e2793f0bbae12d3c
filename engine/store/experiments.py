"""Experiments of the arena in the store: each with its games, and sums of what they do not tell.

Games are saved as they are played, in one transaction with the sums of their pairing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.files import parse_json
from engine.store.game_records import COLUMNS, GameRecord
from engine.store.schema import SOUND
from engine.store.store_file import StoreFile


@dataclass(frozen=True)
class StoredExperiment:
    """A listed experiment; `data` is its description."""

    id: int
    title: str
    data: Any
    saved_at: str


LISTED = ", ".join(COLUMNS)
TABLES = ("experiment_games", "experiment_sums", "experiment_answers")  # the last of version 1.0.0


class Experiments:
    """The stored experiments, listed newest first. Queries skip damaged rows."""

    def __init__(self, file: StoreFile, clock: Callable[[], str]) -> None:
        self._file = file
        self._clock = clock

    def add(self, title: str, data: object) -> int:
        """Save an experiment, with data that JSON can represent; return its number."""
        with self._file.change() as db:
            cursor = db.execute(
                "INSERT INTO experiments (title, data, saved_at) VALUES (?, ?, ?)",
                (title, json.dumps(data), self._clock()),
            )
            return int(cursor.lastrowid or 0)

    def all(self) -> list[StoredExperiment]:
        """Return every experiment that is not damaged."""
        rows = self._file.read(
            f"SELECT id, title, data, saved_at FROM experiments WHERE {SOUND['experiments']}"
            " ORDER BY id DESC"
        )
        return list(_sound(rows))

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
        records = [GameRecord(*row[:-1]) for row in rows if row[-1]]  # type: ignore[arg-type]
        return records, len(rows) - len(records)

    def sums(self, number: int) -> dict[int, Any]:
        """Return the sums of the pairings that are not damaged."""
        rows = self._file.read(
            "SELECT pairing, sums FROM experiment_sums"
            f" WHERE experiment = ? AND {SOUND['experiment_sums']}",
            (number,),
        )
        return {int(str(pairing)): data for pairing, data in _parsed(rows)}


def _parsed(rows: Sequence[tuple[object, ...]]) -> Iterator[tuple[object, Any]]:
    """Yield keys and parsed values; skip damaged ones."""
    for key, text in rows:
        try:
            yield key, parse_json(str(text))
        except ValueError:
            continue


def _sound(rows: Sequence[tuple[object, ...]]) -> Iterator[StoredExperiment]:
    for number, title, text, saved_at in rows:
        for _, data in _parsed([(number, text)]):
            yield StoredExperiment(int(str(number)), str(title), data, str(saved_at))
