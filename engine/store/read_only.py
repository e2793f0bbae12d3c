"""Stores that are not written: those of a newer version, and copies of those that may not be."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from contextlib import closing, suppress
from pathlib import Path

from engine.texts import clean

LARGEST_VERSION = 9999  # a larger one means damage
LARGEST_COPY = 2**28  # maximum bytes read into memory
TRIES = 3  # tries to copy it while another program writes
LOGS = ("-wal", "-journal")


def newer_version(db: sqlite3.Connection, own: int) -> tuple[int, str | None] | None:
    """Return version and maker of a store that is newer than `own`; None for any other file."""
    version = int(db.execute("PRAGMA user_version").fetchone()[0])
    tables = {str(name) for (name,) in db.execute("SELECT name FROM sqlite_master")}
    if not own < version <= LARGEST_VERSION or "games" not in tables:
        return None
    maker = db.execute("SELECT written_by FROM program").fetchone() if "program" in tables else None
    return version, clean(str(maker[0]), 20) if maker is not None else None


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
