"""Every SQL statement of a session fails in turn: one sentence each, and nothing kept is lost."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tests.robust import stored_session
from tests.robust.test_faults_in_turn import check

FAULTS = {
    "disk I/O error": sqlite3.SQLITE_IOERR,
    "database or disk is full": sqlite3.SQLITE_FULL,
    "database is locked": sqlite3.SQLITE_BUSY,
}


class Statements:
    """Counts what is executed; the one of `fails` is refused, whatever it is."""

    def __init__(self) -> None:
        self.count = 0
        self.fails = range(0)
        self.text = "disk I/O error"

    def next(self) -> None:
        self.count += 1
        if self.count in self.fails:
            error = sqlite3.OperationalError(self.text)
            error.sqlite_errorcode = FAULTS[self.text]
            raise error


@pytest.fixture
def statements(monkeypatch: pytest.MonkeyPatch) -> Statements:
    counted, connect = Statements(), sqlite3.connect

    class Connection(sqlite3.Connection):
        def execute(self, *values: Any) -> sqlite3.Cursor:
            counted.next()
            return super().execute(*values)

        def executemany(self, *values: Any) -> sqlite3.Cursor:
            counted.next()
            return super().executemany(*values)

    def opened(path: Any, **more: Any) -> sqlite3.Connection:
        # What is asked of a store in memory is not about the disk.
        return (
            connect(path, **more)
            if path == ":memory:"
            else connect(path, factory=Connection, **more)
        )

    monkeypatch.setattr(sqlite3, "connect", opened)
    return counted


def session(folder: Path) -> list[str]:
    """What the session says."""
    folder.mkdir()
    told = list[str]()
    stored_session.run(folder, told.append)
    return told


@pytest.mark.parametrize(
    ("text", "in_a_row", "every"),
    [
        ("disk I/O error", 2, 2),
        ("database is locked", 1, 4),
        pytest.param("disk I/O error", 2, 1, marks=pytest.mark.full),
        pytest.param("database is locked", 1, 1, marks=pytest.mark.full),
        pytest.param("disk I/O error", 1, 1, marks=pytest.mark.full),
        pytest.param("database or disk is full", 1, 1, marks=pytest.mark.full),
    ],
)
def test_whatever_statement_fails_nothing_that_was_kept_is_lost(
    statements: Statements, tmp_path: Path, text: str, in_a_row: int, every: int
) -> None:
    """Two in a row: what is to undo a change half made fails too."""
    whole = session(tmp_path / "whole")
    count, statements.text = statements.count, text
    assert count > 60
    for number in range(1, count + 1, every):
        statements.count, statements.fails = 0, range(number, number + in_a_row)
        folder = tmp_path / str(number)
        told = session(folder)
        statements.fails = range(0)
        check(folder, told, None)
        assert [line for line in told if not line.startswith("fault")] == whole, number
