"""A store written by a newer version: recognised and read without a change to any of its files.

SQLite itself would move the log into the file, remove it and make its index anew. So the version
is read from the bytes, and the rows from a copy in memory.
"""

from __future__ import annotations

import shutil
import sqlite3
import struct
import tempfile
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

MAGIC = b"SQLite format 3\0"
LARGEST_VERSION = 9999  # a larger one is damage
LARGEST_COPY = 2**28  # bytes that are read into memory
TRIES = 3  # to copy it while another program writes
LOGS = ("-wal", "-journal")
# What matters here of a log (sqlite.org/fileformat2.html): of its header the page size and the
# salts, of each frame the page, the number of pages if it ends a change, and the salts.
LOG_HEADER = struct.Struct(">8xI4x8s8x")
FRAME = struct.Struct(">II8s8x")
FRACTIONS = b"\x40\x20\x20"  # of a page that a row may take
HEADER_SIZE = 100
VERSION_AT = 60  # in the first page


@dataclass(frozen=True)
class NewerStore:
    """Its version, and its rows in memory; None where they cannot be read."""

    version: int
    copy: sqlite3.Connection | None


def newer_store(path: Path, known: int) -> NewerStore | None:
    """The store at a path if a newer version than `known` wrote it; None for any other file."""
    version = _version(path)
    if not known < version <= LARGEST_VERSION:
        return None
    copy = next((db for db in map(_copied, [path] * TRIES) if db is not None), None)
    if copy is not None and not _is_newer(copy, known):
        copy.close()
        return None
    return NewerStore(version, copy)


def _version(path: Path) -> int:
    """The version that the newest complete change in the file or its log states; 0 for none."""
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
    """Whether everything that is the same in each file of SQLite's format is there."""
    return (
        len(header) == HEADER_SIZE
        and header.startswith(MAGIC)
        and header[21:24] == FRACTIONS
        and int.from_bytes(header[44:48], "big") in range(1, 5)  # the format of its schema
        and int.from_bytes(header[56:60], "big") in range(1, 4)  # the encoding of its texts
        and not any(header[72:92])  # reserved
    )


def _first_page_in_log(path: Path) -> bytes:
    """The start of the first page as the last complete change in a log left it; empty for none."""
    begun = complete = b""
    with suppress(FileNotFoundError, struct.error), open(path, "rb") as log:
        size, salts = LOG_HEADER.unpack(log.read(LOG_HEADER.size))
        while True:
            page, pages, salted = FRAME.unpack(log.read(FRAME.size))
            if salted != salts:
                break  # left of an earlier log
            if page == 1:
                begun = log.read(HEADER_SIZE)
                log.seek(size - len(begun), 1)
            else:
                log.seek(size, 1)
            if pages:
                complete = begun
    return complete


def _copied(path: Path) -> sqlite3.Connection | None:
    """The file with its log, in memory; None when it cannot be read, or changes meanwhile."""
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
                found = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
                source.backup(found)
                return found
    except (OSError, sqlite3.Error):
        return None


def _state(path: Path) -> list[tuple[int, int]]:
    """Sizes and times of the file and its logs, which differ after a change."""
    found = []
    for ending in ("", *LOGS):
        with suppress(FileNotFoundError):
            status = Path(f"{path}{ending}").stat()
            found.append((status.st_size, status.st_mtime_ns))
    return found


def _is_newer(db: sqlite3.Connection, known: int) -> bool:
    """Whether it has our games, and its version still stands after an incomplete change."""
    query = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'games'"
    ours = bool(db.execute(query).fetchone()[0])
    return ours and int(db.execute("PRAGMA user_version").fetchone()[0]) > known
