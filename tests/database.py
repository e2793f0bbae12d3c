"""The file of a store, as SQLite sees it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from engine.store.store_file import FILE_NAME


def execute(folder: Path, *statements: str, values: tuple[Any, ...] = ()) -> None:
    """Execute statements on the store of a folder, behind the back of the program."""
    with closing(sqlite3.connect(folder / FILE_NAME)) as database, database:
        for statement in statements:
            database.execute(statement, values)


def assert_whole(folder: Path) -> None:
    """SQLite finds no fault in the store of a folder."""
    with closing(sqlite3.connect(folder / FILE_NAME)) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
