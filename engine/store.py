"""What is kept between runs, in one SQLite file: games, statistics, bags, experiments.

Write-ahead logging and one transaction for each change: a kill at any moment loses at most the
change being made. A damaged or foreign file is set aside under another name. One object may be
used from several threads; a lock makes them take turns.
"""

from __future__ import annotations

import json
import os
import sqlite3
import threading
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from engine.messages import JouonsError, Message
from engine.protocols import LARGEST_COUNT, START_COUNT

FILE_NAME = "jouons.sqlite3"
SCHEMA = 2
BUSY_SECONDS = 5.0
UNFINISHED = """
CREATE TABLE unfinished (
    change INTEGER PRIMARY KEY AUTOINCREMENT, match INTEGER NOT NULL,
    game TEXT NOT NULL, saved TEXT NOT NULL, saved_at TEXT NOT NULL
);
"""
TABLES = """
CREATE TABLE games (
    id INTEGER PRIMARY KEY, game TEXT NOT NULL, first TEXT NOT NULL, second TEXT NOT NULL,
    seed INTEGER NOT NULL, result TEXT NOT NULL, plies INTEGER NOT NULL,
    saved TEXT NOT NULL, saved_at TEXT NOT NULL, counted INTEGER NOT NULL DEFAULT 1,
    match INTEGER
);
CREATE INDEX games_by_game ON games (game, id);
CREATE INDEX games_by_match ON games (match);
CREATE TABLE bags (
    game TEXT NOT NULL, position TEXT NOT NULL, move INTEGER NOT NULL, count INTEGER NOT NULL,
    PRIMARY KEY (game, position, move)
) WITHOUT ROWID;
CREATE TABLE experiments (
    id INTEGER PRIMARY KEY, title TEXT NOT NULL, data TEXT NOT NULL, saved_at TEXT NOT NULL
);
"""
# Schema 1 had one game in progress of each game.
FROM_1 = """
INSERT INTO unfinished (match, game, saved, saved_at)
    SELECT rowid, game, saved, saved_at FROM slots ORDER BY rowid;
UPDATE unfinished SET match = change;
DROP TABLE slots;
ALTER TABLE games ADD COLUMN match INTEGER;
CREATE INDEX games_by_match ON games (match);
"""
# Errors that tell of the machine, not of the file: it is not set aside for them.
SURROUNDINGS = {
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_INTERRUPT,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PROTOCOL,
    sqlite3.SQLITE_AUTH,
}
# A number of an unfinished game is change * MATCHES + match. The match stays for life, also in
# another window's copy; the change is a new one with every write. So a number names one state of
# one game, and who writes with the number of an older state is told from who has the newest.
MATCHES = 2**31

_ADD_TO_BAG = (
    "INSERT INTO bags VALUES (?, ?, ?, ?)"
    f" ON CONFLICT (game, position, move) DO UPDATE SET count = min(count + ?, {LARGEST_COUNT})"
)


class StoreError(JouonsError):
    """The store cannot be written or read; the message says why in one sentence."""


@dataclass(frozen=True)
class UnfinishedGame:
    """One game that can be continued: `saved` is the text of a `.jouons` file."""

    id: int
    game: str
    saved: str
    saved_at: str


@dataclass(frozen=True)
class FinishedGame:
    """One finished game: `saved` is the text of a `.jouons` file."""

    id: int
    game: str
    first: str
    second: str
    seed: int
    result: str  # first, second or draw
    plies: int
    saved: str
    saved_at: str


def now() -> str:
    """The time for labels only; nothing depends on its order."""
    return datetime.now(UTC).isoformat(timespec="seconds")


class Store:
    """The file of one data folder, opened at once; `notice` tells when an old one was set aside."""

    def __init__(self, folder: Path, clock: Callable[[], str] = now) -> None:
        self.path = folder / FILE_NAME
        self.notice: Message | None = None
        self._clock = clock
        self._lock = threading.RLock()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._db = self._open()
        except OSError as error:
            raise StoreError(
                "store.folder", folder=str(folder), reason=error.strerror or ""
            ) from None

    def _open(self) -> sqlite3.Connection:
        try:
            return self._connect()
        except sqlite3.DatabaseError as error:
            # 3.11 names no code for errors that Python itself found.
            if getattr(error, "sqlite_errorcode", 0) & 0xFF in SURROUNDINGS:
                raise StoreError("store.unusable", reason=str(error)) from None
        except _WrongSchema:
            pass
        self.notice = self._set_aside()
        try:
            return self._connect()
        except sqlite3.Error as error:
            raise StoreError("store.unusable", reason=str(error)) from None

    def _connect(self) -> sqlite3.Connection:
        db = sqlite3.connect(
            self.path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
        )
        try:
            # Looked at before it is written to: a foreign file is set aside as it was.
            version = db.execute("PRAGMA user_version").fetchone()[0]
            if version not in (0, 1, SCHEMA) or (version == 0 and _tables(db)):
                raise _WrongSchema
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = NORMAL")
            db.execute("BEGIN IMMEDIATE")
            version = db.execute("PRAGMA user_version").fetchone()[0]
            tables = _tables(db)
            if version == 0 and not tables:
                _run(db, UNFINISHED + TABLES)
            elif version == 1 and {"slots", "games", "bags", "experiments"} <= tables:
                _run(db, UNFINISHED + FROM_1)
                _share_bags_between_movers(db)
            elif version != SCHEMA or not {"unfinished", "games", "bags", "experiments"} <= tables:
                raise _WrongSchema
            db.execute(f"PRAGMA user_version = {SCHEMA}")
            db.execute("COMMIT")
            if db.execute("PRAGMA quick_check").fetchone()[0] != "ok":
                raise sqlite3.DatabaseError("malformed")
        except BaseException:
            db.close()
            raise
        return db

    def _set_aside(self) -> Message:
        number = 1
        while (aside := self.path.with_name(f"{FILE_NAME}.damaged-{number}")).exists():
            number += 1
        os.replace(self.path, aside)
        for ending in ("-wal", "-shm"):
            self.path.with_name(FILE_NAME + ending).unlink(missing_ok=True)
        return Message("store.set_aside", {"file": aside.name})

    @contextmanager
    def _change(self) -> Iterator[sqlite3.Connection]:
        """One transaction; StoreError in one sentence when it cannot be made."""
        with self._lock:
            try:
                self._db.execute("BEGIN IMMEDIATE")
                try:
                    yield self._db
                    self._db.execute("COMMIT")
                except BaseException:
                    if self._db.in_transaction:
                        self._db.execute("ROLLBACK")
                    raise
            except sqlite3.Error as error:
                raise StoreError("store.not_written", reason=str(error)) from None

    def _read(self, query: str, values: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
        with self._lock:
            try:
                return self._db.execute(query, values).fetchall()
            except sqlite3.Error as error:
                raise StoreError("store.not_read", reason=str(error)) from None

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._db.close()

    # -- games in progress ---------------------------------------------------------------------

    def keep_unfinished(self, number: int | None, game: str, saved: str) -> int:
        """Keep a game in progress; its number from now on, which differs after every change.

        `number` is what the last call for this game, or the list, gave; None for a new game.
        When the game has meanwhile been changed, finished or removed elsewhere, by another window
        say, that stays as it is and this becomes a game of its own beside it (none if it is equal).
        """
        with self._change() as db:
            if number is not None:
                db.execute("DELETE FROM unfinished WHERE change = ?", (number // MATCHES,))
                same = db.execute(
                    "SELECT change, match FROM unfinished WHERE match = ? AND saved = ?",
                    (number % MATCHES, saved),
                ).fetchone()
                if same is not None:
                    return int(same[0]) * MATCHES + int(same[1])
            cursor = db.execute(
                "INSERT INTO unfinished (match, game, saved, saved_at) VALUES (?, ?, ?, ?)",
                (0 if number is None else number % MATCHES, game, saved, self._clock()),
            )
            change = int(cursor.lastrowid or 0)
            if number is None:
                db.execute("UPDATE unfinished SET match = change WHERE change = ?", (change,))
            return change * MATCHES + (change if number is None else number % MATCHES)

    def unfinished(self, game: str | None = None) -> list[UnfinishedGame]:
        """The games in progress, the one changed last first; of one game id, or all."""
        where, values = ("WHERE game = ?", (game,)) if game is not None else ("", ())
        rows = self._read(
            f"SELECT change * {MATCHES} + match, game, saved, saved_at FROM unfinished {where}"
            " ORDER BY change DESC",  # a clock may go back
            values,
        )
        return [UnfinishedGame(*row) for row in rows]  # type: ignore[arg-type]

    def remove_unfinished(self, number: int) -> None:
        """Forget a game in progress; one that was changed since it got this number stays."""
        with self._change() as db:
            db.execute("DELETE FROM unfinished WHERE change = ?", (number // MATCHES,))

    def restore_unfinished(self, kept: UnfinishedGame) -> None:
        """Take `remove_unfinished` back: the same game, number and place in the list."""
        with self._change() as db:
            db.execute(
                "INSERT OR IGNORE INTO unfinished VALUES (?, ?, ?, ?, ?)",
                (*divmod(kept.id, MATCHES), kept.game, kept.saved, kept.saved_at),
            )

    # The four below speak of the newest game of each kind only.

    def save_slot(self, game: str, saved: str) -> None:
        """Keep the game in progress of one game id."""
        kept = self.unfinished(game)
        self.keep_unfinished(kept[0].id if kept else None, game, saved)

    def clear_slot(self, game: str) -> None:
        """Nothing of this game is in progress."""
        for kept in self.unfinished(game)[:1]:
            self.remove_unfinished(kept.id)

    def slots(self) -> list[tuple[str, str, str]]:
        """(game id, saved text, time) of the games in progress, the newest first."""
        return [(kept.game, kept.saved, kept.saved_at) for kept in self.unfinished()]

    def slot(self, game: str) -> str | None:
        """The saved text of one game in progress."""
        kept = self.unfinished(game)
        return kept[0].saved if kept else None

    # -- finished games ------------------------------------------------------------------------

    def add_game(
        self,
        game: str,
        first: str,
        second: str,
        seed: int,
        result: str,
        plies: int,
        saved: str,
        unfinished: int | None = None,
    ) -> int:
        """Keep a finished game and end the unfinished one it was; its number.

        A match that two windows finish counts once: the same end is kept once, another end is
        kept but not counted. Then the unfinished number is over: the next game begins with None.
        """
        match = None if unfinished is None else unfinished % MATCHES
        with self._change() as db:
            if unfinished is not None:
                db.execute("DELETE FROM unfinished WHERE change = ?", (unfinished // MATCHES,))
            ends = dict(db.execute("SELECT saved, id FROM games WHERE match = ?", (match,)))
            if saved in ends:
                return int(ends[saved])
            cursor = db.execute(
                "INSERT INTO games (game, first, second, seed, result, plies, saved, saved_at,"
                " counted, match) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (game, first, second, seed, result, plies, saved, self._clock(), not ends, match),
            )
            return int(cursor.lastrowid or 0)

    def remove_game(self, number: int) -> None:
        """A finished game was taken back into play."""
        with self._change() as db:
            db.execute("DELETE FROM games WHERE id = ?", (number,))

    def games(
        self, game: str | None = None, limit: int = 1000, before: int | None = None
    ) -> list[FinishedGame]:
        """Finished games, the newest first; only those kept before the one of that number."""
        rows = self._read(
            "SELECT id, game, first, second, seed, result, plies, saved, saved_at FROM games"
            " WHERE (?1 IS NULL OR game = ?1) AND (?2 IS NULL OR id < ?2)"
            " ORDER BY id DESC LIMIT ?3",
            (game, before, limit),
        )
        return [FinishedGame(*row) for row in rows]  # type: ignore[arg-type]

    def every_game(self) -> Iterator[FinishedGame]:
        """All finished games, the newest first, however many; few are in memory at a time."""
        part = self.games()
        while part:
            yield from part
            part = self.games(before=part[-1].id)

    def results(self, game: str) -> list[tuple[str, str, str]]:
        """(first, second, result) of the counted games, the oldest first, for statistics."""
        rows = self._read(
            "SELECT first, second, result FROM games WHERE game = ? AND counted ORDER BY id",
            (game,),
        )
        return [(str(first), str(second), str(result)) for first, second, result in rows]

    def reset_statistics(self, game: str | None = None) -> None:
        """Count from now on; the games themselves stay."""
        with self._change() as db:
            if game is None:
                db.execute("UPDATE games SET counted = 0")
            else:
                db.execute("UPDATE games SET counted = 0 WHERE game = ?", (game,))

    # -- the learner's bags --------------------------------------------------------------------

    def load_bags(self, game: str) -> dict[str, dict[int, int]]:
        """Every bag of one game that differs from the start content."""
        bags: dict[str, dict[int, int]] = {}
        rows = self._read("SELECT position, move, count FROM bags WHERE game = ?", (game,))
        for position, move, count in rows:
            bags.setdefault(str(position), {})[int(str(move))] = int(str(count))
        return bags

    def add_to_bags(
        self, game: str, added: Mapping[str, Mapping[int, int]], afresh: Collection[str] = ()
    ) -> None:
        """See Memory: every increment of every player at work is counted."""
        with self._change() as db:
            for key in afresh:
                db.execute("DELETE FROM bags WHERE game = ? AND position = ?", (game, key))
            db.executemany(
                _ADD_TO_BAG,
                [
                    (game, key, move, START_COUNT + number, number)
                    for key, moves in added.items()
                    for move, number in moves.items()
                ],
            )

    def reset_bags(self, game: str) -> None:
        """Forget one game."""
        with self._change() as db:
            db.execute("DELETE FROM bags WHERE game = ?", (game,))

    # -- experiments ---------------------------------------------------------------------------

    def add_experiment(self, title: str, data: object) -> int:
        """Keep an arena run, anything JSON can hold; its number."""
        with self._change() as db:
            cursor = db.execute(
                "INSERT INTO experiments (title, data, saved_at) VALUES (?, ?, ?)",
                (title, json.dumps(data), self._clock()),
            )
            return int(cursor.lastrowid or 0)

    def experiments(self) -> list[tuple[int, str, object, str]]:
        """(number, title, data, time), the newest first."""
        rows = self._read("SELECT id, title, data, saved_at FROM experiments ORDER BY id DESC")
        return [(int(str(n)), str(t), json.loads(str(d)), str(at)) for n, t, d, at in rows]

    def remove_experiment(self, number: int) -> None:
        """Forget one arena run."""
        with self._change() as db:
            db.execute("DELETE FROM experiments WHERE id = ?", (number,))


def _share_bags_between_movers(db: sqlite3.Connection) -> None:
    """From schema 1: it kept a bag for each mover of a heap game, `16 0` and `16 1`; now `16`.

    What each of the two had learned is added up. A bag that cannot be right is left out.
    """
    old = "typeof(position) = 'text' AND position GLOB '* [01]'"
    kept: dict[tuple[str, str], dict[int, object]] = {}
    for game, position, move, count in db.execute(
        f"SELECT game, position, move, count FROM bags WHERE {old}"
    ):
        kept.setdefault((game, position), {})[move] = count
    db.execute(f"DELETE FROM bags WHERE {old}")
    for (game, position), counts in kept.items():
        learned = [
            (move, count - START_COUNT)
            for move, count in counts.items()
            if isinstance(move, int)
            and isinstance(count, int)
            and START_COUNT <= count <= LARGEST_COUNT
        ]
        if len(learned) == len(counts):
            key = position.rpartition(" ")[0]
            rows = [(game, key, move, START_COUNT + more, more) for move, more in learned]
            db.executemany(_ADD_TO_BAG, rows)


def _run(db: sqlite3.Connection, script: str) -> None:
    """Several statements within the transaction that is open."""
    for statement in script.split(";"):
        db.execute(statement)


def _tables(db: sqlite3.Connection) -> set[str]:
    return {str(row[0]) for row in db.execute("SELECT name FROM sqlite_master")}


class _WrongSchema(Exception):  # noqa: N818 - used only inside
    """Another program's file, or one of a future version."""
