"""The SQLite file of the store: creation, migration, recovery from damage, errors.

It uses write-ahead logging where the disk supports it, and one transaction for each change.
"""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import stat
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import cache, partial
from pathlib import Path

from engine.files import alone, make_private_folder, reason, set_aside, shown, with_patience
from engine.messages import JouonsError, Message
from engine.protocols import LARGEST_BAG_COUNT, LONGEST_GAME, MAX_GAMES, START_COUNT
from engine.store.read_only import LARGEST_VERSION, NewerStore, memory_copy, newer_store

FILE_NAME = "jouons.sqlite3"
LOGS = ("-wal", "-shm", "-journal")
SCHEMA = 10
LAST_TURN = 2**53  # the largest valid turn of a mistake
LAST_CHANGE = 2**31 - 2  # the largest valid change and match of a game in progress
UNFINISHED = """
CREATE TABLE unfinished (
    change INTEGER PRIMARY KEY AUTOINCREMENT, match INTEGER NOT NULL,
    game TEXT NOT NULL, saved TEXT NOT NULL, saved_at TEXT NOT NULL
);
"""
RUNGS = """
CREATE TABLE rungs (
    person TEXT NOT NULL, game TEXT NOT NULL, rung INTEGER NOT NULL, PRIMARY KEY (person, game)
) WITHOUT ROWID;
"""
PUZZLES = """
CREATE TABLE puzzles (
    id INTEGER PRIMARY KEY, day INTEGER NOT NULL, game TEXT NOT NULL, tries INTEGER NOT NULL
);
CREATE UNIQUE INDEX puzzles_by_day ON puzzles (day, game);
CREATE TABLE mistakes (
    id INTEGER PRIMARY KEY, game TEXT NOT NULL, place TEXT NOT NULL, saved TEXT NOT NULL,
    solved INTEGER NOT NULL DEFAULT 0, turn INTEGER NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX mistakes_by_place ON mistakes (place);
"""
CUBES = """
CREATE TABLE cubes (
    id INTEGER PRIMARY KEY, metric TEXT NOT NULL, turns INTEGER NOT NULL,
    milliseconds INTEGER NOT NULL, shortest INTEGER NOT NULL, scramble TEXT NOT NULL,
    saved_at TEXT NOT NULL
);
CREATE INDEX cubes_by_turns ON cubes (metric, turns, milliseconds);
CREATE INDEX cubes_by_time ON cubes (metric, milliseconds, turns);
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
LONGEST_SECONDS = 10**9  # thinking time of one game
# Large tables whose rows are checked when they are read, not when the store is opened.
ARENA_TABLES = ("experiment_games", "experiment_sums", "experiment_answers")
ARENA = """
CREATE TABLE experiment_games (
    experiment INTEGER NOT NULL, pairing INTEGER NOT NULL, number INTEGER NOT NULL,
    starter INTEGER NOT NULL, score INTEGER NOT NULL, plies INTEGER NOT NULL, verdicts TEXT,
    seed INTEGER NOT NULL, moves TEXT NOT NULL, seconds REAL NOT NULL, seconds_a REAL NOT NULL,
    moves_a INTEGER NOT NULL, opened INTEGER NOT NULL,
    PRIMARY KEY (experiment, pairing, number)
) WITHOUT ROWID;
CREATE INDEX experiment_games_by_score ON experiment_games (experiment, pairing, score, number);
CREATE TABLE experiment_sums (
    experiment INTEGER NOT NULL, pairing INTEGER NOT NULL, sums TEXT NOT NULL,
    PRIMARY KEY (experiment, pairing)
) WITHOUT ROWID;
CREATE TABLE experiment_answers (
    experiment INTEGER NOT NULL, position INTEGER NOT NULL, answers TEXT NOT NULL,
    PRIMARY KEY (experiment, position)
) WITHOUT ROWID;
"""
LEARNING = """
CREATE TABLE learning (
    game TEXT PRIMARY KEY, games INTEGER NOT NULL, curve TEXT NOT NULL, grown TEXT NOT NULL
) WITHOUT ROWID;
"""
SEATS = """
CREATE TABLE seats (
    game INTEGER PRIMARY KEY, first TEXT NOT NULL, second TEXT NOT NULL
);
"""
TRIED = """
CREATE TABLE tried (
    day INTEGER NOT NULL, game TEXT NOT NULL, wrong INTEGER NOT NULL, shown INTEGER NOT NULL,
    PRIMARY KEY (day, game)
) WITHOUT ROWID;
"""
EARLIER_BAGS = """
CREATE TABLE earlier_bags (
    game TEXT NOT NULL, games INTEGER NOT NULL, bags TEXT NOT NULL, PRIMARY KEY (game, games)
) WITHOUT ROWID;
"""
# The tables that each version added.
ADDED = {
    3: ("rungs",),
    4: ("puzzles", "mistakes"),
    5: ("cubes",),
    6: ARENA_TABLES,
    7: ("learning",),
    8: ("seats",),
    9: ("tried",),
    10: ("earlier_bags",),
}
# Schema 1 had one game in progress for each game id.
FROM_1 = """
INSERT INTO unfinished (match, game, saved, saved_at)
    SELECT rowid, game, saved, saved_at FROM slots ORDER BY rowid;
UPDATE unfinished SET match = change;
DROP TABLE slots;
ALTER TABLE games ADD COLUMN match INTEGER;
CREATE INDEX games_by_match ON games (match);
"""
# Conditions of valid rows by table, since SQLite accepts any type in any column.
SOUND = {
    "unfinished": f"change BETWEEN 1 AND {LAST_CHANGE} AND typeof(match) = 'integer'"
    f" AND match BETWEEN 1 AND {LAST_CHANGE} AND typeof(game) = 'text'"
    " AND typeof(saved) = 'text' AND typeof(saved_at) = 'text'",
    "games": "typeof(game) = 'text' AND typeof(first) = 'text' AND typeof(second) = 'text'"
    " AND typeof(seed) = 'integer' AND result IN ('first', 'second', 'draw')"
    " AND typeof(plies) = 'integer' AND plies >= 0 AND typeof(saved) = 'text'"
    " AND typeof(saved_at) = 'text' AND counted IN (0, 1)"
    " AND (match IS NULL OR typeof(match) = 'integer')",
    "bags": "typeof(game) = 'text' AND typeof(position) = 'text' AND typeof(move) = 'integer'"
    f" AND typeof(count) = 'integer' AND count BETWEEN {START_COUNT} AND {LARGEST_BAG_COUNT}",
    "rungs": "typeof(person) = 'text' AND typeof(game) = 'text' AND typeof(rung) = 'integer'",
    "puzzles": "typeof(day) = 'integer' AND typeof(game) = 'text' AND typeof(tries) = 'integer'"
    " AND tries > 0",
    "tried": "typeof(day) = 'integer' AND typeof(game) = 'text'"
    f" AND typeof(wrong) = 'integer' AND wrong BETWEEN 0 AND {LAST_TURN}"
    " AND typeof(shown) = 'integer' AND shown IN (0, 1)",
    "mistakes": "typeof(game) = 'text' AND typeof(place) = 'text' AND typeof(saved) = 'text'"
    f" AND typeof(solved) = 'integer' AND solved BETWEEN 0 AND {LAST_TURN}"
    f" AND typeof(turn) = 'integer' AND turn BETWEEN 0 AND {LAST_TURN}",
    "seats": "typeof(first) = 'text' AND typeof(second) = 'text'",
    "learning": "typeof(game) = 'text' AND typeof(games) = 'integer' AND games >= 0"
    " AND typeof(curve) = 'text' AND typeof(grown) = 'text'",
    "earlier_bags": "typeof(game) = 'text' AND typeof(games) = 'integer' AND games > 0"
    " AND typeof(bags) = 'text'",
    # Results of every puzzle; the column of the variant is called after the first one's metric.
    "cubes": "typeof(metric) = 'text' AND typeof(turns) = 'integer' AND turns > 0"
    " AND typeof(milliseconds) = 'integer' AND milliseconds >= 0"
    " AND typeof(shortest) = 'integer' AND shortest BETWEEN 1 AND turns"
    " AND typeof(scramble) = 'text' AND typeof(saved_at) = 'text'",
    "experiments": "typeof(title) = 'text' AND typeof(data) = 'text' AND typeof(saved_at) = 'text'",
}
# SQLite gives no number after a damaged row with the largest one, so numbers follow those of valid
# rows, and the record of the last one is brought back first.
FORGET_LARGE_CHANGE = (
    "UPDATE sqlite_sequence SET seq ="
    f" (SELECT coalesce(max(change), 0) FROM unfinished WHERE {SOUND['unfinished']})"
    f" WHERE name = 'unfinished' AND NOT (typeof(seq) = 'integer' AND seq <= {LAST_CHANGE})"
)
NEXT_CHANGE = (
    "SELECT 1 + max("
    f" (SELECT coalesce(max(change), 0) FROM unfinished WHERE {SOUND['unfinished']}),"
    " (SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'unfinished'))"
)
TRY_MISTAKE = (
    f"UPDATE mistakes SET solved = min(solved + ?, {LAST_TURN}), turn = min({LAST_TURN}, 1 +"
    f" coalesce((SELECT max(turn) FROM mistakes WHERE {SOUND['mistakes']}), 0)) WHERE place = ?"
)
# The conditions for the tables of the arena, which are checked when they are read.
SOUND_ARENA = {
    "experiment_games": "typeof(pairing) = 'integer' AND pairing >= 0"
    f" AND typeof(number) = 'integer' AND number BETWEEN 0 AND {MAX_GAMES - 1}"
    " AND typeof(starter) = 'integer' AND starter IN (0, 1)"
    " AND typeof(score) = 'integer' AND score IN (0, 1, 2)"
    f" AND typeof(plies) = 'integer' AND plies BETWEEN 0 AND {LONGEST_GAME}"
    " AND (verdicts IS NULL OR typeof(verdicts) = 'text' AND verdicts NOT GLOB '*[^.kKxX]*')"
    " AND typeof(seed) = 'integer' AND typeof(moves) = 'text'"
    f" AND typeof(seconds) = 'real' AND seconds BETWEEN 0 AND {LONGEST_SECONDS}"
    f" AND typeof(seconds_a) = 'real' AND seconds_a BETWEEN 0 AND {LONGEST_SECONDS}"
    " AND typeof(opened) = 'integer' AND opened BETWEEN 0 AND plies"
    " AND typeof(moves_a) = 'integer' AND moves_a BETWEEN 0 AND plies - opened",
    "experiment_sums": "typeof(pairing) = 'integer' AND typeof(sums) = 'text'",
    "experiment_answers": "typeof(position) = 'integer' AND position >= 0"
    " AND typeof(answers) = 'text'",
}
ADD_TO_BAG = (
    "INSERT INTO bags VALUES (?, ?, ?, ?)"
    f" ON CONFLICT (game, position, move) DO UPDATE SET count = min(count + ?, {LARGEST_BAG_COUNT})"
)
LEAST_ROOM = 65_536  # bytes; SQLite's index of the log takes half of them
BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
LOG_PAUSE = 0.01  # seconds between two attempts to use write-ahead logging
# The reasons of SQLite's errors about the machine, in plain words.
REASONS = {
    sqlite3.SQLITE_FULL: "file.full",
    sqlite3.SQLITE_READONLY: "store.read_only",
    sqlite3.SQLITE_CANTOPEN: "store.read_only",  # files beside it cannot be created
    sqlite3.SQLITE_PERM: "file.forbidden",
    sqlite3.SQLITE_AUTH: "file.forbidden",
    sqlite3.SQLITE_IOERR: "store.disk",
}
# Errors of the machine rather than the file, which is not set aside for them.
SURROUNDINGS = {
    *BUSY,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_INTERRUPT,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PROTOCOL,
    sqlite3.SQLITE_AUTH,
}
NO_SHARED_MEMORY = (sqlite3.SQLITE_PROTOCOL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN)
# All errors between Python and SQLite; the last two are not a sqlite3.Error.
FAULTS = (sqlite3.Error, OverflowError, UnicodeError)
Indexes = list[tuple[object, ...]]
Columns = dict[str, list[tuple[object, ...]]]


class StoreError(JouonsError):
    """The store cannot be written or read; the message gives the reason in one sentence."""


class StoreBusy(StoreError):  # noqa: N818 - a temporary state, not an error
    """Another program has locked the store: the same call may succeed in a moment."""


class ReadOnlyStoreError(StoreError):
    """The store is not written: a newer version wrote it, or the folder is read-only.

    No later try will succeed.
    """


class _Damaged(Exception):  # noqa: N818 - internal signal
    """The file of another program, or an invalid one."""


class _Newer(Exception):  # noqa: N818 - internal signal
    """A store that a newer version wrote."""

    def __init__(self, store: NewerStore) -> None:
        super().__init__()
        self.store = store


def _code(error: Exception) -> int:
    """Return SQLite's error code; 0 for errors that Python raised itself."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def _why(error: Exception, folder: Path) -> Message | str:
    """Return the reason why the store in a folder failed, as the end of a sentence."""
    if _code(error) in BUSY:
        return Message("store.busy")
    if _code(error) == sqlite3.SQLITE_IOERR and _is_full(folder):
        return Message("file.full")  # there is no room for SQLite's shared memory
    known = REASONS.get(_code(error))
    if known is not None:
        return Message(known)
    if isinstance(error, OverflowError):
        return Message("store.large_number")
    if isinstance(error, UnicodeError):
        return Message("store.no_text")
    return str(error)


def _is_full(folder: Path) -> bool:
    """Return whether the disk has too little room for the files beside the store."""
    with suppress(OSError):
        return shutil.disk_usage(folder).free < LEAST_ROOM
    return False


def _fault(key: str, error: Exception, folder: Path) -> StoreError:
    kind = StoreBusy if _code(error) in BUSY else StoreError
    return kind(key, reason=_why(error, folder))


class StoreFile:
    """The open file; threads take turns. `notice` reports a file set aside, or damaged rows.

    A file of a newer version is only read, from a copy, and only if all its known tables are
    unchanged; its files are not modified. A file that may not be written is read from a copy too. A
    change waits `patience` seconds for other programs, then raises StoreBusy. A deleted file is
    created again by the next change, with everything in it; a replaced one refuses every change.
    """

    def __init__(self, folder: Path, patience: float) -> None:
        self.path = folder / FILE_NAME
        self._lock_path = folder / f"{FILE_NAME}.lock"
        self.notice: Message | None = None
        self._patience = patience
        self._lock = threading.RLock()
        self._changing = False  # whether a change is in progress; nested changes are part of it
        self._refusal: Message | None = None  # the reason to refuse every change
        self._opened: tuple[int, int] | None = None  # the identity of the open file
        self._db = self._reach()

    def _reach(self) -> sqlite3.Connection:
        """Open the file at the path, created if there is none. Raises StoreError."""
        try:
            make_private_folder(self.path.parent)
            _make_private_file(self.path)
            return self._locked_copy() if _is_locked(self.path) else self._open()
        except _Newer as found:
            return self._only_read(found.store)
        except OSError as error:
            raise self._no_folder(error) from None

    def _no_folder(self, error: OSError) -> StoreError:
        folder = str(self.path.parent)
        return StoreError("store.folder", folder=folder, reason=reason(error))

    def _follow(self) -> None:
        """Open the file at the path again if this one was deleted; nothing in it is lost.

        Raises StoreError or one of FAULTS, and then leaves this one open.
        """
        # Windows deletes no open file, and on some of its disks the number of a file changes.
        if sys.platform == "win32" or _identity(self.path) == self._opened:
            return
        try:
            make_private_folder(self.path.parent)
            with alone(self._lock_path):
                if _identity(self.path) is None:
                    self._create_again()
                elif not self._is_created_again():
                    # In a store of another history the numbers of games mean other games.
                    raise ReadOnlyStoreError("store.replaced")
        except OSError as error:
            raise self._no_folder(error) from None
        old, self._db = self._db, self._reach()
        old.close()
        self.check_writable()

    def _create_again(self) -> None:
        """Write the rows of the deleted file, which is readable while it is open, to a new one.

        Both get a mark, by which other connections to the deleted file know the new one.
        """
        if not _mark(self._db):
            mark = int.from_bytes(os.urandom(3), "big") + 1
            with suppress(sqlite3.OperationalError):  # without a log nobody can write it any more
                self._db.execute(f"PRAGMA application_id = {mark}")
        new = self.path.with_name(f"{FILE_NAME}.new")
        new.unlink(missing_ok=True)  # of a program that was killed here
        try:
            _make_private_file(new)
            with closing(sqlite3.connect(new)) as db:
                self._db.backup(db)
            for ending in LOGS:  # of the deleted file
                self.path.with_name(FILE_NAME + ending).unlink(missing_ok=True)
            os.replace(new, self.path)
        finally:
            new.unlink(missing_ok=True)

    def _is_created_again(self) -> bool:
        """Return whether another connection has created the deleted file again."""
        with closing(sqlite3.connect(self.path)) as there:
            mark = _mark(there)
        return bool(mark) and mark == _mark(self._db)

    def _locked_copy(self) -> sqlite3.Connection:
        """Return a copy of a store that may not be written. Raises StoreError if it is damaged.

        SQLite cannot read a file in write-ahead mode where it cannot create its index.
        """
        newer = newer_store(self.path, SCHEMA)
        if newer is not None:
            raise _Newer(newer)
        copy = memory_copy(self.path)
        try:
            if copy is None:
                raise _Damaged("unreadable")
            copy.text_factory = _as_text
            self._prepare(copy)
        except (_Damaged, *FAULTS):
            if copy is not None:
                copy.close()
            readable = os.access(self.path, os.R_OK)
            why = Message("store.read_only" if readable else "file.forbidden")
            raise StoreError("store.unusable", reason=why) from None
        place = self.path if _may_be_written(self.path.parent) else self.path.parent
        self.notice = self._refusal = Message("store.only_read", {"place": str(place)})
        return copy

    def _only_read(self, newer: NewerStore) -> sqlite3.Connection:
        """Return the copy of a newer store. Raises ReadOnlyStoreError if it cannot be read."""
        values = {"file": str(self.path), "version": newer.version, "known": SCHEMA}
        if newer.copy is None or _columns(newer.copy) != _columns_of_this_version():
            if newer.copy is not None:
                newer.copy.close()
            raise ReadOnlyStoreError("store.newer", **values)
        newer.copy.text_factory = _as_text
        self.notice = self._refusal = Message("store.newer_read", values)
        return newer.copy

    def _open(self) -> sqlite3.Connection:
        try:
            return self._connect()
        except _Damaged:
            pass
        except StoreError:
            # The disk appears to fail while another window sets the file aside.
            if not self._lock_path.exists():
                raise
        # Another window may find the same damage at the same moment: only one of them repairs it.
        with alone(self._lock_path):
            try:
                return self._connect()
            except _Damaged:
                # The logs hold changes that are not yet in the file, so they are set aside with it;
                # first, because as soon as the file is gone another window creates a new one with
                # its own log.
                logs = {}
                for ending in LOGS:
                    rest = self.path.with_name(FILE_NAME + ending)
                    logs[ending] = rest.with_name(f"{rest.name}.old")
                    with suppress(FileNotFoundError):
                        with_patience(partial(os.replace, rest, logs[ending]))
                aside = set_aside(self.path)
                for ending, log in logs.items():
                    new = aside.with_name(aside.name + ending)
                    with suppress(FileNotFoundError):
                        with_patience(partial(os.replace, log, new))
                _make_private_file(self.path)
            try:
                db = self._connect()
            except _Damaged as error:
                raise StoreError("store.unusable", reason=str(error)) from None
            self.notice = Message("store.set_aside", {"file": shown(aside)})
            return db

    def _connect(self) -> sqlite3.Connection:
        """Open and check the file; raises StoreError if it cannot be opened.

        Raises _Newer for a file of a newer version, which is not modified, and _Damaged for a file
        to set aside.
        """
        db = None
        newer = newer_store(self.path, SCHEMA)
        if newer is not None:
            raise _Newer(newer)
        reached = _identity(self.path)
        try:
            db = sqlite3.connect(
                self.path, timeout=self._patience, isolation_level=None, check_same_thread=False
            )
            db.text_factory = _as_text
            self._prepare(db)
            if _identity(self.path) == reached:
                self._opened = reached
                return db
        except FAULTS as error:
            if db is not None:
                db.close()
            code = _code(error)
            if code == sqlite3.SQLITE_READONLY and _may_be_written(self.path):
                raise _Damaged(str(error)) from None  # a damaged header declares it read-only
            if code in SURROUNDINGS:
                raise _fault("store.unusable", error, self.path.parent) from None
            raise _Damaged(str(error)) from None
        except BaseException:
            if db is not None:
                db.close()
            raise
        db.close()  # another window has exchanged the file meanwhile
        return self._connect()

    def _prepare(self, db: sqlite3.Connection) -> None:
        # Checked before any write, so that a foreign file is set aside unchanged. A valid file is
        # only read, which no other program blocks.
        _leave_log_without_memory(db)
        if _version_at_once(db) != SCHEMA:
            _use_log(db, self._patience)
            db.execute("BEGIN IMMEDIATE")
            _bring_up_to_date(db)
            db.execute("COMMIT")
        elif db.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
            _use_log(db, self._patience)
        db.execute("PRAGMA synchronous = NORMAL")
        if db.execute("PRAGMA quick_check").fetchone()[0] != "ok":
            raise _Damaged("malformed")
        if _columns(db) != _columns_of_this_version():
            raise _Damaged("not a store of this version")
        if _indexes(db) != _indexes_of_this_version():
            _make_indexes_anew(db)
        unsound = sum(
            int(db.execute(f"SELECT count(*) FROM {table} WHERE NOT ({sound})").fetchone()[0])
            for table, sound in SOUND.items()
        )
        if unsound:
            self.notice = Message("store.rows_left_out", {"count": unsound})

    def check_writable(self) -> None:
        """Raise ReadOnlyStoreError if every change is refused."""
        if self._refusal is not None:
            raise ReadOnlyStoreError(self._refusal.key, **self._refusal.values)

    @contextmanager
    def change(self) -> Iterator[sqlite3.Connection]:
        """Run one transaction; raises StoreError if it fails.

        A nested call of the same thread joins the outer transaction.
        """
        self.check_writable()
        with self._lock:
            if self._changing:
                yield self._db
                return
            self._changing = True
            try:
                # First roll back an earlier change whose rollback failed.
                self._undo()
                self._follow()
                self._db.execute("BEGIN IMMEDIATE")
                try:
                    yield self._db
                    self._db.execute("COMMIT")
                except BaseException:
                    self._undo()
                    raise
            except FAULTS as error:
                raise _fault("store.not_written", error, self.path.parent) from None
            finally:
                self._changing = False

    def _undo(self) -> None:
        """Roll back an open transaction; raises one of FAULTS if that fails."""
        if self._db.in_transaction:
            self._db.execute("ROLLBACK")

    def read(self, query: str, values: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
        """Return every row of a query; raises StoreError if it cannot be read."""
        with self._lock:
            try:
                return self._db.execute(query, values).fetchall()
            except FAULTS as error:
                raise _fault("store.not_read", error, self.path.parent) from None

    def close(self) -> None:
        with self._lock:
            self._db.close()


def _as_text(data: bytes) -> str:
    """Decode with replacement: one text that is not UTF-8 must not hide all the others."""
    return data.decode("utf-8", "replace")


def _make_private_file(path: Path) -> None:
    """Create an empty file that only its owner can read; raises OSError for a pipe and the like.

    An existing file is not opened: closing it would release the locks of other connections.
    """

    def make() -> int:
        return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)

    try:
        os.close(with_patience(make))
    except FileExistsError:
        with suppress(FileNotFoundError):  # another window has just set it aside
            if not stat.S_ISREG(os.stat(path).st_mode):
                raise OSError(errno.ENODEV, os.strerror(errno.ENODEV)) from None


def _may_be_written(path: Path) -> bool:
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


def _is_locked(path: Path) -> bool:
    """Return whether the file is there and may not be written.

    A file that another window sets aside meanwhile does not count: it is another one afterwards.
    """
    before = _identity(path)
    return before is not None and not _may_be_written(path) and _identity(path) == before


def _identity(path: Path) -> tuple[int, int] | None:
    """Return the device and number of the file; None if there is none."""
    with suppress(OSError):
        found = os.stat(path)
        return found.st_dev, found.st_ino
    return None


def _mark(db: sqlite3.Connection) -> int:
    """Return the mark of a store that was deleted and created again; 0 for any other."""
    return int(db.execute("PRAGMA application_id").fetchone()[0])


def _version_at_once(db: sqlite3.Connection) -> int:
    """Read the version in one transaction: another window may be creating the tables."""
    db.execute("BEGIN")
    try:
        return _version(db)
    finally:
        db.execute("ROLLBACK")


def _version(db: sqlite3.Connection) -> int:
    version = int(db.execute("PRAGMA user_version").fetchone()[0])
    tables = _tables(db)
    if version == 0 and not tables:
        return 0
    wanted = {"games", "bags", "experiments", "slots" if version == 1 else "unfinished"}
    for since, names in ADDED.items():
        if version >= since:
            wanted |= set(names)
    if SCHEMA < version <= LARGEST_VERSION and "games" in tables:
        raise _Newer(NewerStore(version, None))  # another window has just upgraded it
    if version not in range(1, SCHEMA + 1) or not wanted <= tables:
        raise _Damaged("not a store of this version")
    return version


def _indexes(db: sqlite3.Connection) -> Indexes:
    """Return the indexes by name, each with its command, None for that of a table's own key."""
    query = "SELECT name, sql FROM sqlite_master WHERE type = 'index' ORDER BY name"
    return db.execute(query).fetchall()


def _columns(db: sqlite3.Connection) -> Columns:
    names = (*SOUND, *ARENA_TABLES)
    return {name: db.execute(f"PRAGMA table_info({name})").fetchall() for name in names}


@cache
def _shape_of_this_version() -> tuple[
    dict[str, list[tuple[object, ...]]], list[tuple[object, ...]]
]:
    with closing(sqlite3.connect(":memory:")) as db:
        tables = UNFINISHED + TABLES + RUNGS + PUZZLES + CUBES + ARENA + LEARNING + SEATS + TRIED
        _run(db, tables + EARLIER_BAGS)
        return _columns(db), _indexes(db)


def _columns_of_this_version() -> Columns:
    return _shape_of_this_version()[0]


def _indexes_of_this_version() -> Indexes:
    return _shape_of_this_version()[1]


def _make_indexes_anew(db: sqlite3.Connection) -> None:
    """Replace all indexes, which hold nothing of their own; raises _Damaged if more is wrong."""
    db.execute("BEGIN IMMEDIATE")
    try:
        for name, made_by in _indexes(db):
            if made_by is not None:  # the others belong to their tables
                quoted = str(name).replace('"', '""')
                db.execute(f'DROP INDEX "{quoted}"')
        for _name, made_by in _indexes_of_this_version():
            if made_by is not None:
                db.execute(str(made_by))
        if _indexes(db) != _indexes_of_this_version():
            raise _Damaged("malformed")
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def _leave_log_without_memory(db: sqlite3.Connection) -> None:
    """Switch a file with a write-ahead log, moved to a network share, to the older journal."""
    try:
        db.execute("PRAGMA user_version")
    except sqlite3.OperationalError as error:
        if _code(error) != sqlite3.SQLITE_PROTOCOL:
            raise
        db.execute("PRAGMA locking_mode = EXCLUSIVE")  # the log then needs no shared memory
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute("PRAGMA locking_mode = NORMAL")


def _use_log(db: sqlite3.Connection, patience: float) -> None:
    """Use write-ahead logging; on a network share, without shared memory, the older journal.

    SQLite itself does not wait while another window makes the same change: retry for `patience`
    seconds.
    """
    end = time.monotonic() + patience
    while True:
        try:
            db.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if _code(error) in NO_SHARED_MEMORY:
                db.execute("PRAGMA journal_mode = DELETE")
                return
            if _code(error) not in BUSY or time.monotonic() >= end:
                raise
            time.sleep(LOG_PAUSE)


def _bring_up_to_date(db: sqlite3.Connection) -> None:
    """Create the tables, or migrate older ones; within a transaction."""
    version = _version(db)  # another window may have migrated it already
    if version == 0:
        _run(db, UNFINISHED + TABLES)
    elif version == 1:
        _run(db, UNFINISHED + FROM_1)
        _share_bags_between_movers(db)
    if version < 3:
        _run(db, RUNGS)
    if version < 4:
        _run(db, PUZZLES)
    if version < 5:
        _run(db, CUBES)
    if version < 6:
        _run(db, ARENA)
    if version < 7:
        _run(db, LEARNING)
    if version < 8:
        _run(db, SEATS)
    if version < 9:
        _run(db, TRIED)
    if version < 10:
        _run(db, EARLIER_BAGS)
    db.execute(f"PRAGMA user_version = {SCHEMA}")


def _share_bags_between_movers(db: sqlite3.Connection) -> None:
    """Merge the bags of heap games, of which schema 1 had one for each mover: `16 0` and `16 1`.

    The merged bag is `16`, with the increments of both. Invalid bags are left out.
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
            and START_COUNT <= count <= LARGEST_BAG_COUNT
        ]
        if len(learned) == len(counts):
            key = position.rpartition(" ")[0]
            rows = [(game, key, move, START_COUNT + more, more) for move, more in learned]
            db.executemany(ADD_TO_BAG, rows)


def _run(db: sqlite3.Connection, script: str) -> None:
    """Run several statements within the open transaction."""
    for statement in script.split(";"):
        db.execute(statement)


def _tables(db: sqlite3.Connection) -> set[str]:
    return {str(row[0]) for row in db.execute("SELECT name FROM sqlite_master")}
