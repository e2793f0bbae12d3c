"""The SQLite file of the store: creation, recovery from damage, errors.

It uses write-ahead logging where the disk supports it, and one transaction for each change.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from engine.files import (
    alone,
    make_private_folder,
    reaches_size_limit,
    reason,
    set_aside,
    shown,
    with_patience,
)
from engine.messages import JouonsError, Message
from engine.store.schema import LARGE, SCHEMA, SOUND, make_tables, shape, shape_of
from engine.texts import clean
from engine.version import version

FILE_NAME = "jouons.sqlite3"
LOGS = ("-wal", "-shm", "-journal")
LEAST_ROOM = 65_536  # bytes; SQLite's index of the log takes half of them
BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
LARGEST_VERSION = 9999  # of a store; a larger one means damage
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
    *(*BUSY, *REASONS),
    *(sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_INTERRUPT, sqlite3.SQLITE_PROTOCOL),
}
NO_SHARED_MEMORY = (sqlite3.SQLITE_PROTOCOL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN)
# All errors between Python and SQLite; the last two are not a sqlite3.Error.
FAULTS = (sqlite3.Error, OverflowError, UnicodeError)


class StoreError(JouonsError):
    """The store cannot be written or read; the message gives the reason in one sentence."""


class StoreBusy(StoreError):  # noqa: N818 - a temporary state, not an error
    """Another program has locked the store: the same call may succeed in a moment."""


class ReadOnlyStoreError(StoreError):
    """The store is not written, and no later try will succeed.

    A newer version wrote it, it may not be written, or it was exchanged while it was open.
    """


class _Damaged(Exception):  # noqa: N818 - internal signal
    """The file of another program, or an invalid one."""


def _code(error: Exception) -> int:
    """Return SQLite's error code; 0 for errors that Python raised itself."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def _why(error: Exception, folder: Path) -> Message | str:
    """Return the reason why the store in a folder failed, as the end of a sentence."""
    if _code(error) in BUSY:
        return Message("store.busy")
    if _code(error) == sqlite3.SQLITE_IOERR:
        with suppress(OSError):
            if shutil.disk_usage(folder).free < LEAST_ROOM:
                return Message("file.full")  # there is no room for SQLite's shared memory
            sizes = [file.stat().st_size for file in folder.glob(f"{FILE_NAME}*")]
            if reaches_size_limit(max(sizes, default=0) + LEAST_ROOM):
                return Message("file.size_limit")
    key = REASONS.get(_code(error))
    if key is not None:
        return Message(key)
    if isinstance(error, OverflowError):
        return Message("store.large_number")
    if isinstance(error, UnicodeError):
        return Message("store.no_text")
    return str(error)


def _fault(key: str, error: Exception, folder: Path) -> StoreError:
    kind = StoreBusy if _code(error) in BUSY else StoreError
    return kind(key, reason=_why(error, folder))


class StoreFile:
    """The open file; threads take turns. `notice` reports a file set aside, or damaged rows.

    A file of a newer version, or one that may not be written, is refused and left as it is. A
    change waits `patience` seconds for other programs, then raises StoreBusy. After
    the open file was deleted, replaced or emptied every change is refused: the numbers of games
    would mean other games there.
    """

    def __init__(self, folder: Path, patience: float) -> None:
        self.path = folder / FILE_NAME
        self._lock_path = folder / f"{FILE_NAME}.lock"
        self.notice: Message | None = None
        self._patience = patience
        self._lock = threading.RLock()
        self._changing = False  # whether a change is in progress; nested changes are part of it
        self._refusal: Message | None = None  # the reason to refuse every change
        self._opened: tuple[int, int, bool] | None = None  # the identity of the open file
        self._db = self._reach()

    def _reach(self) -> sqlite3.Connection:
        """Open the file at the path, created if there is none. Raises StoreError."""
        folder = self.path.parent
        try:
            make_private_folder(folder)
            _check_regular(self.path)
            if _is_locked(self.path):
                why = "store.read_only" if os.access(self.path, os.R_OK) else "file.forbidden"
                raise ReadOnlyStoreError("store.unusable", reason=Message(why))
            return self._open()
        except OSError as error:
            raise StoreError("store.folder", folder=str(folder), reason=reason(error)) from None

    def check_in_place(self) -> None:
        """Raise ReadOnlyStoreError if the open file was deleted, replaced or emptied."""
        # Windows deletes no open file, and on some of its disks the number of a file changes.
        if self._opened and sys.platform != "win32" and _identity(self.path) != self._opened:
            self._refusal = Message("store.replaced")
            self.check_writable()

    def _check_version(self, db: sqlite3.Connection) -> None:
        newer = newer_version(db, SCHEMA)
        if newer is not None:
            (number, maker), file = newer, str(self.path)
            if maker not in (None, version()):
                raise ReadOnlyStoreError("store.newer", file=file, version=maker, known=version())
            raise ReadOnlyStoreError("store.newer_format", file=file, version=number, known=SCHEMA)

    def _reached(self, mode: str, patience: float) -> sqlite3.Connection:
        """Open the file, which is not created: `rw` to write it, `ro` only to read it."""
        db = sqlite3.connect(
            f"{self.path.absolute().as_uri()}?mode={mode}",
            timeout=patience,
            isolation_level=None,
            check_same_thread=False,
            uri=True,
        )
        db.text_factory = _as_text
        return db

    def _open(self) -> sqlite3.Connection:
        try:
            return self._connect()
        except (StoreBusy, ReadOnlyStoreError):
            raise
        except (_Damaged, StoreError):
            pass  # it is damaged, or there is none, or another window sets it aside just now
        # Only one of several windows creates or repairs it.
        with alone(self._lock_path):
            if not self.path.exists():
                self._create()
            try:
                return self._connect()
            except _Damaged:
                aside = self._set_aside()
            self._create()
            try:
                db = self._connect()
            except _Damaged as error:
                raise StoreError("store.unusable", reason=str(error)) from None
            self.notice = Message("store.set_aside", {"file": shown(aside)})
            return db

    def _create(self) -> None:
        """Put a new store at the path, with all its tables: an empty file there means damage."""
        new = self.path.with_name(f"{FILE_NAME}.new")
        try:
            for path in (self.path, new):
                for ending in LOGS:  # of a deleted store, or a program that was killed here
                    path.with_name(path.name + ending).unlink(missing_ok=True)
            new.unlink(missing_ok=True)
            _make_private_file(new)
            with closing(sqlite3.connect(new, isolation_level=None)) as db:
                _use_log(db, self._patience)
                db.execute("BEGIN IMMEDIATE")
                make_tables(db)
                db.execute("COMMIT")
            with_patience(partial(os.replace, new, self.path))
        except FAULTS as error:
            raise _fault("store.unusable", error, self.path.parent) from None
        finally:
            with suppress(OSError):
                new.unlink(missing_ok=True)

    def _set_aside(self) -> Path:
        """Rename the damaged file and its logs, and return the new path. Raises OSError."""
        # The logs hold changes that are not yet in the file. They come first, because as soon as
        # the file is gone another window creates a new one with its own log.
        logs = {}
        for ending in LOGS:
            rest = self.path.with_name(FILE_NAME + ending)
            logs[ending] = rest.with_name(f"{rest.name}.old")
            with suppress(FileNotFoundError):
                with_patience(partial(os.replace, rest, logs[ending]))
        aside = set_aside(self.path)
        for ending, log in logs.items():
            with suppress(FileNotFoundError):
                with_patience(partial(os.replace, log, aside.with_name(aside.name + ending)))
        return aside

    def _connect(self) -> sqlite3.Connection:
        """Open and check the file; raises StoreError if it cannot be opened, or there is none.

        Raises ReadOnlyStoreError for a file of a newer version, and _Damaged for one to set aside.
        """
        # First only read: else SQLite would merge, remove or begin the log of a newer version.
        mode = "ro" if Path(f"{self.path}-wal").exists() else "ro&immutable=1"
        with suppress(*FAULTS), closing(self._reached(mode, 0)) as first:
            self._check_version(first)
        reached = _identity(self.path)
        if reached is not None and reached[-1]:
            raise _Damaged("empty")
        with ExitStack() as opened:
            try:
                db = opened.enter_context(closing(self._reached("rw", self._patience)))
                self._prepare(db)
                if _identity(self.path) == reached:
                    self._opened = reached
                    opened.pop_all()
                    return db
            except FAULTS as error:
                code = _code(error)
                # A damaged header declares a file read-only that may be written.
                lies = code == sqlite3.SQLITE_READONLY and _may_be_written(self.path)
                if lies or code not in SURROUNDINGS:
                    raise _Damaged(str(error)) from None
                raise _fault("store.unusable", error, self.path.parent) from None
        return self._connect()  # another window has exchanged the file meanwhile

    def _prepare(self, db: sqlite3.Connection) -> None:
        # Checked before any write, so that a foreign file is set aside unchanged. A valid file is
        # only read, which no other program blocks.
        _leave_log_without_memory(db)
        if db.execute("PRAGMA user_version").fetchone()[0] != SCHEMA:
            self._check_version(db)  # another window may just have upgraded it
            raise _Damaged("not a store of this version")
        if db.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
            _use_log(db, self._patience)
        db.execute("PRAGMA synchronous = NORMAL")
        if db.execute("PRAGMA quick_check").fetchone()[0] != "ok":
            raise _Damaged("malformed")
        if shape_of(db) != shape():
            raise _Damaged("not a store of this version")
        unsound = sum(
            int(db.execute(f"SELECT count(*) FROM {table} WHERE NOT ({sound})").fetchone()[0])
            for table, sound in SOUND.items()
            if table not in LARGE
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
                self.check_in_place()
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

    def write(self, command: str, *values: object) -> int:
        """Run one command as a change; return the number of the row it added, if any."""
        with self.change() as db:
            return int(db.execute(command, values).lastrowid or 0)

    def rows(self, table: str, columns: str, rest: str, *values: object) -> list[tuple[Any, ...]]:
        """Return the valid rows of a table; `rest` goes on where the condition for them ends."""
        return self.read(f"SELECT {columns} FROM {table} WHERE {SOUND[table]} {rest}", values)

    def read(self, query: str, values: tuple[object, ...] = ()) -> list[tuple[Any, ...]]:
        """Return every row of a query; raises StoreError if it cannot be read."""
        with self._lock:
            try:
                return self._db.execute(query, values).fetchall()
            except FAULTS as error:
                raise _fault("store.not_read", error, self.path.parent) from None

    def close(self) -> None:
        with self._lock:
            self._db.close()


def newer_version(db: sqlite3.Connection, own: int) -> tuple[int, str | None] | None:
    """Return version and maker of a store that is newer than `own`; None for any other file."""
    number = int(db.execute("PRAGMA user_version").fetchone()[0])
    tables = {str(name) for (name,) in db.execute("SELECT name FROM sqlite_master")}
    if not own < number <= LARGEST_VERSION or "games" not in tables:
        return None
    maker = None
    with suppress(*FAULTS):  # a newer version may say it elsewhere
        maker = db.execute("SELECT written_by FROM program").fetchone()
    return number, clean(str(maker[0]), 20) if maker is not None else None


def _as_text(data: bytes) -> str:
    """Decode with replacement: one text that is not UTF-8 must not hide all the others."""
    return data.decode("utf-8", "replace")


def _check_regular(path: Path) -> None:
    """Raise StoreError for a folder, a pipe, a link to nothing and the like, not for no file."""
    if path.is_dir():
        raise StoreError("store.unusable", reason=Message("file.folder"))
    if path.is_symlink() and not path.exists():
        try:
            path.stat()
        except FileNotFoundError:
            why: Message | str = Message("file.link_to_nothing")
        except OSError as error:  # the links form a loop, say
            why = reason(error)
        raise StoreError("store.unusable", reason=why)
    if path.exists() and not path.is_file():
        raise StoreError("store.unusable", reason=Message("file.not_regular"))


def _make_private_file(path: Path) -> None:
    """Create an empty file that only its owner can read. Raises OSError."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    os.close(with_patience(partial(os.open, path, flags, 0o600)))


def _may_be_written(path: Path) -> bool:
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


def _is_locked(path: Path) -> bool:
    """Return whether the file is there and may not be written.

    A file that another window sets aside meanwhile does not count: it is another one afterwards.
    """
    before = _identity(path)
    return before is not None and not _may_be_written(path) and _identity(path) == before


def _identity(path: Path) -> tuple[int, int, bool] | None:
    """Return the device and number of the file, and whether it is empty; None if there is none."""
    with suppress(OSError):
        status = os.stat(path)
        return status.st_dev, status.st_ino, status.st_size == 0
    return None


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
