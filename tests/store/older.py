"""A store as an older program left it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from engine.store.store import FILE_NAME
from engine.store.store_file import ADDED


def make_older(folder: Path, version: int) -> None:
    """Take from a closed store what later versions added."""
    with closing(sqlite3.connect(folder / FILE_NAME)) as database:
        for since, tables in ADDED.items():
            for table in tables if since > version else ():
                database.execute(f"DROP TABLE {table}")
        database.execute(f"PRAGMA user_version = {version}")
        database.commit()
