"""Experiments of the arena in the store: each with its games, sums and answers.

Games are saved as they are played, in one transaction with the sums of their pairing; statistics
read one row a pairing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.files import parse_json
from engine.store import game_records
from engine.store.game_records import GameLine, GameRecord
from engine.store.schema import SOUND, SOUND_ARENA
from engine.store.store_file import StoreFile

PAGE = 1000  # games per query


@dataclass(frozen=True)
class StoredExperiment:
    """A listed experiment; `data` is its description."""

    id: int
    title: str
    data: Any
    saved_at: str


COLUMNS = ", ".join(game_records.COLUMNS)
LINE = ", ".join(GameLine._fields)
GAME_SOUND = f"({SOUND_ARENA['experiment_games']})"
SUMS_SOUND = f"({SOUND_ARENA['experiment_sums']})"
ANSWERS_SOUND = f"({SOUND_ARENA['experiment_answers']})"


class Experiments:
    """The stored experiments, listed newest first.

    Queries skip damaged rows; `damaged` counts them.
    """

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

    def rename(self, number: int, title: str) -> None:
        with self._file.change() as db:
            db.execute("UPDATE experiments SET title = ? WHERE id = ?", (title, number))

    def remove(self, number: int) -> None:
        """Delete an experiment with all its games."""
        with self._file.change() as db:
            for table in ("experiment_games", "experiment_sums", "experiment_answers"):
                db.execute(f"DELETE FROM {table} WHERE experiment = ?", (number,))
            db.execute("DELETE FROM experiments WHERE id = ?", (number,))

    # -- games -----------------------------------------------------------------------------------

    def keep(
        self,
        number: int,
        data: object,
        games: Sequence[GameRecord],
        sums: Mapping[int, object],
    ) -> None:
        """Save the games since the last call, with the new sums and data.

        Does nothing if the experiment was removed meanwhile.
        """
        marks = ", ".join("?" * (1 + len(game_records.COLUMNS)))
        with self._file.change() as db:
            changed = db.execute(
                "UPDATE experiments SET data = ? WHERE id = ?", (json.dumps(data), number)
            )
            if not changed.rowcount:
                return
            # A damaged game that was played again is replaced.
            db.executemany(
                "DELETE FROM experiment_games WHERE experiment = ? AND pairing = ? AND number = ?"
                f" AND NOT {GAME_SOUND}",
                [(number, game.pairing, game.number) for game in games],
            )
            db.executemany(
                f"INSERT OR IGNORE INTO experiment_games (experiment, {COLUMNS}) VALUES ({marks})",
                [(number, *game.stored) for game in games],
            )
            db.executemany(
                "INSERT OR REPLACE INTO experiment_sums VALUES (?, ?, ?)",
                [(number, pairing, json.dumps(each)) for pairing, each in sums.items()],
            )

    def sums(self, number: int) -> dict[int, Any]:
        rows = self._file.read(
            "SELECT pairing, sums FROM experiment_sums"
            f" WHERE experiment = ? AND {SUMS_SOUND} ORDER BY pairing",
            (number,),
        )
        return {int(str(pairing)): data for pairing, data in _parsed(rows)}

    def lines(
        self, number: int, pairing: int | None = None, score: int | None = None
    ) -> list[GameLine]:
        """Return the games of a pairing and a result, or all, in order."""
        rows = self._file.read(
            f"SELECT {LINE} FROM experiment_games WHERE experiment = ?"
            " AND (? IS NULL OR pairing = ?) AND (? IS NULL OR score = ?)"
            f" AND {GAME_SOUND} ORDER BY pairing, number"
            if pairing is None
            else f"SELECT {LINE} FROM experiment_games WHERE experiment = ? AND pairing = ?"
            f" AND (? IS NULL OR score = ?) AND {GAME_SOUND} ORDER BY number",
            (number, pairing, pairing, score, score)
            if pairing is None
            else (number, pairing, score, score),
        )
        return [GameLine(*row) for row in rows]  # type: ignore[arg-type]

    def game(self, number: int, pairing: int, game: int) -> GameRecord | None:
        rows = self._file.read(
            f"SELECT {COLUMNS} FROM experiment_games"
            f" WHERE experiment = ? AND pairing = ? AND number = ? AND {GAME_SOUND}",
            (number, pairing, game),
        )
        return next((GameRecord(*row) for row in rows), None)  # type: ignore[arg-type]

    def every_game(self, number: int) -> Iterator[GameRecord]:
        """Yield all games with their moves, a page at a time."""
        last = (-1, -1)
        while True:
            rows = self._file.read(
                f"SELECT {COLUMNS} FROM experiment_games"
                f" WHERE experiment = ? AND (pairing, number) > (?, ?) AND {GAME_SOUND}"
                f" ORDER BY pairing, number LIMIT {PAGE}",
                (number, *last),
            )
            page = [GameRecord(*row) for row in rows]  # type: ignore[arg-type]
            yield from page
            if len(page) < PAGE:
                return
            last = (page[-1].pairing, page[-1].number)

    # -- answers ---------------------------------------------------------------------------------

    def keep_answers(self, number: int, data: object, answers: Mapping[int, object]) -> None:
        """Save the answers of positions, by index, with the new data.

        Indices are consecutive: all stored answers from the first of them on are replaced.
        """
        with self._file.change() as db:
            changed = db.execute(
                "UPDATE experiments SET data = ? WHERE id = ?", (json.dumps(data), number)
            )
            if changed.rowcount and answers:
                db.execute(
                    "DELETE FROM experiment_answers WHERE experiment = ? AND position >= ?",
                    (number, min(answers)),
                )
                db.executemany(
                    "INSERT INTO experiment_answers VALUES (?, ?, ?)",
                    [(number, place, json.dumps(each)) for place, each in answers.items()],
                )

    def answers(self, number: int) -> list[Any]:
        """Return the answers, position by position."""
        rows = self._file.read(
            "SELECT position, answers FROM experiment_answers"
            f" WHERE experiment = ? AND {ANSWERS_SOUND} ORDER BY position",
            (number,),
        )
        return [data for _, data in _parsed(rows)]

    # -- damage ----------------------------------------------------------------------------------

    def damaged(self, number: int) -> int:
        """Return the number of damaged games of an experiment.

        Sums can be recomputed from the games.
        """
        rows = self._file.read(
            f"SELECT count(*) FROM experiment_games WHERE experiment = ? AND NOT {GAME_SOUND}",
            (number,),
        )
        return int(str(rows[0][0]))

    def answered(self, number: int) -> int:
        """Return the number of stored positions, damaged ones included."""
        query = "SELECT count(*) FROM experiment_answers WHERE experiment = ?"
        return int(str(self._file.read(query, (number,))[0][0]))


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
