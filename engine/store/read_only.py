"""Read-only access to a store, without a change to any of its files.

SQLite itself would merge and remove the log and rebuild its index. So the version is read from the
bytes, and a store that may not be written from a copy in memory.
"""

from __future__ import annotations

import shutil
import sqlite3
import struct
import tempfile
from contextlib import closing, suppress
from pathlib import Path

from engine.texts import clean

MAGIC = b"SQLite format 3\0"
LARGEST_VERSION = 9999  # a larger one means damage
LARGEST_COPY = 2**28  # maximum bytes read into memory
TRIES = 3  # tries to copy it while another program writes
LOGS = ("-wal", "-journal")
# The parts of a log that are read (sqlite.org/fileformat2.html): of its header the page size and
# the salts, of each frame the page, the number of pages if it ends a change, and the salts.
LOG_HEADER = struct.Struct(">8xI4x8s8x")
FRAME = struct.Struct(">II8s8x")
FRACTIONS = b"\x40\x20\x20"  # SQLite's fixed payload fractions of a page
HEADER_SIZE = 100
VERSION_AT = 60  # offset in the first page


def newer_version(path: Path, own: int) -> int | None:
    """Return the version of the store at a path if it is newer than `own`; else None."""
    version = _version(path)
    return version if own < version <= LARGEST_VERSION and _has_games(path) else None


def _version(path: Path) -> int:
    """Return the version in the newest complete change of the file or its log; 0 for none."""
    try:
        with open(path, "rb") as file:
            header = file.read(HEADER_SIZE)
        if not _is_whole(header):
            return 0
        header = _first_page_in_log(Path(f"{path}-wal")) or header
    except OSError:
        return 0
    return int.from_bytes(header[VERSION_AT : VERSION_AT + 4], "big", signed=True)


def _is_whole(header: bytes) -> bool:
    """Return whether the fixed fields of SQLite's file format are valid."""
    return (
        len(header) == HEADER_SIZE
        and header.startswith(MAGIC)
        and header[21:24] == FRACTIONS
        and int.from_bytes(header[44:48], "big") in range(1, 5)  # the schema format
        and int.from_bytes(header[56:60], "big") in range(1, 4)  # the text encoding
        and not any(header[72:92])  # reserved
    )


def _first_page_in_log(path: Path) -> bytes:
    """Return the first page's start after the last complete change in a log; empty for none."""
    begun = complete = b""
    with suppress(FileNotFoundError, struct.error), open(path, "rb") as log:
        size, salts = LOG_HEADER.unpack(log.read(LOG_HEADER.size))
        while True:
            page, pages, salted = FRAME.unpack(log.read(FRAME.size))
            if salted != salts:
                break  # remains of an earlier log
            if page == 1:
                begun = log.read(HEADER_SIZE)
                log.seek(size - len(begun), 1)
            else:
                log.seek(size, 1)
            if pages:
                complete = begun
    return complete


def memory_copy(path: Path) -> sqlite3.Connection | None:
    """Copy the file with its log into memory; None if it is unreadable, damaged or too large."""
    return next((db for db in map(_copied, [path] * TRIES) if db is not None), None)


def _copied(path: Path) -> sqlite3.Connection | None:
    """Try to copy the file once; None as well if it changes meanwhile."""
    try:
        before = _state(path)
        if sum(size for size, _ in before) > LARGEST_COPY:
            return None
        with tempfile.TemporaryDirectory(prefix="jouons-") as folder:
            copy = Path(folder) / path.name
            for ending in ("", *LOGS):
                with suppress(FileNotFoundError):
                    shutil.copyfile(f"{path}{ending}", f"{copy}{ending}")
            if _state(path) != before:
                return None
            with closing(sqlite3.connect(copy)) as source:
                if source.execute("PRAGMA quick_check").fetchone()[0] != "ok":
                    return None
                copy_db = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
                source.backup(copy_db)
                return copy_db
    except (OSError, sqlite3.Error):
        return None


def _state(path: Path) -> list[tuple[int, int]]:
    """Return sizes and times of the file and its logs, which differ after a change."""
    states = []
    for ending in ("", *LOGS):
        with suppress(FileNotFoundError):
            status = Path(f"{path}{ending}").stat()
            states.append((status.st_size, status.st_mtime_ns))
    return states


def _has_games(path: Path) -> bool:
    """Return whether the file, without its log, has the table of games, as no other program's."""
    query = "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'games'"
    return _first_text(path, query) is not None


def written_by(path: Path) -> str | None:
    """Return the version of Jouons that made the file, if it says so."""
    text = _first_text(path, "SELECT written_by FROM program")
    return clean(text, 20) if text else None


def _first_text(path: Path, query: str) -> str | None:
    """Return the first text a query yields; None for none, or for an unreadable file.

    An immutable file is opened by SQLite without locks and without a look at its log.
    """
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?immutable=1", uri=True)) as db:
            row = db.execute(query).fetchone()
    except (sqlite3.Error, UnicodeError):
        return None
    return row[0] if row is not None and isinstance(row[0], str) else None
