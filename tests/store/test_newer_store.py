"""Stores of every version: older ones are brought up to date, newer and locked ones only read."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from engine.cli import command_line
from engine.saves import SavedGame
from engine.store import read_only
from engine.store.store import FILE_NAME, ReadOnlyStoreError, Store, StoreError
from engine.store.store_file import SCHEMA
from tests.hostile import one_sentence
from tests.store.older import make_older

NEWER = (SCHEMA + 1, 99)
MOVES = ("4", "0")
SAVED = SavedGame("tictactoe", {}, "......... X", "human", "random", 5, MOVES).to_json()
COMMANDS = {
    "history": ["history"],
    "history --json": ["history", "--json"],
    "analyse": ["analyse", "tictactoe", "--player", "learner"],
    "think": ["think", "tictactoe", "--player", "learner"],
    "arena": ["arena", "tictactoe", "learner", "random", "--games", "2", "--jobs", "1"],
}


def filled(folder: Path) -> None:
    store = Store(folder)
    store.keep_unfinished(None, "tictactoe", SAVED)
    store.add_to_bags("tictactoe", {".........": {4: 7}})
    store.close()


def execute(folder: Path, *statements: str) -> None:
    with closing(sqlite3.connect(folder / FILE_NAME)) as database:
        for statement in statements:
            database.execute(statement)
        database.commit()


def newer(folder: Path, version: int) -> None:
    filled(folder)
    execute(folder, f"PRAGMA user_version = {version}")


def killed(folder: Path, version: int) -> None:
    """A newer version was killed: its upgrade and a game of it stand in the log alone."""
    before = folder / "before"
    filled(before)
    with closing(sqlite3.connect(before / FILE_NAME)) as database:
        database.execute("PRAGMA wal_autocheckpoint = 0")
        database.execute(f"PRAGMA user_version = {version}")
        database.execute("CREATE TABLE more (x)")
        database.commit()
        for ending in ("", "-wal", "-shm"):
            shutil.copyfile(before / f"{FILE_NAME}{ending}", folder / f"{FILE_NAME}{ending}")
    shutil.rmtree(before)


def unreadable(folder: Path, version: int) -> None:
    """What this version would read has other columns there."""
    newer(folder, version)
    execute(folder, "ALTER TABLE unfinished ADD COLUMN more TEXT")


def locked(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A store that may not be written, for every user and on every system."""
    store = folder / FILE_NAME
    monkeypatch.setattr("engine.store.store_file._may_be_written", lambda path: path != store)


def files(folder: Path) -> dict[str, bytes]:
    """Every file of the store, byte for byte."""
    return {path.name: path.read_bytes() for path in folder.glob(f"{FILE_NAME}*")}


READABLE: dict[str, Callable[[Path, int], None]] = {"newer": newer, "killed": killed}
EVERY = {**READABLE, "unreadable": unreadable}


@pytest.mark.parametrize("version", range(2, SCHEMA + 1))
def test_every_older_version_is_read_and_brought_up_to_date(tmp_path: Path, version: int) -> None:
    filled(tmp_path)
    make_older(tmp_path, version)
    store = Store(tmp_path)
    assert store.notice is None
    assert [kept.saved for kept in store.unfinished()] == [SAVED]
    store.keep_unfinished(None, "nim", "more")
    store.close()
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (SCHEMA,)


@pytest.mark.parametrize("version", NEWER)
@pytest.mark.parametrize("kind", READABLE)
def test_a_newer_store_is_only_read(tmp_path: Path, kind: str, version: int) -> None:
    """It was set aside as damaged, and every game gone from both programs."""
    READABLE[kind](tmp_path, version)
    before = files(tmp_path)
    assert ("-wal" in str(before)) == (kind == "killed")
    store = Store(tmp_path)
    assert [kept.saved for kept in store.unfinished()] == [SAVED]
    assert store.load_bags("tictactoe") == {".........": {4: 8}}
    with pytest.raises(ReadOnlyStoreError) as fault:
        store.keep_unfinished(None, "nim", "more")
    with pytest.raises(ReadOnlyStoreError):
        store.check_writable()
    assert fault.value.message == store.notice
    one_sentence(fault.value)
    assert f"{version}" in str(fault.value) and f"{SCHEMA}" in str(fault.value)
    store.close()
    assert files(tmp_path) == before


@pytest.mark.parametrize("version", NEWER)
def test_a_newer_store_with_other_columns_is_refused(tmp_path: Path, version: int) -> None:
    unreadable(tmp_path, version)
    before = files(tmp_path)
    with pytest.raises(ReadOnlyStoreError) as fault:
        Store(tmp_path)
    one_sentence(fault.value)
    assert FILE_NAME in str(fault.value) and f"{version}" in str(fault.value)
    assert files(tmp_path) == before


def test_a_newer_store_being_written_is_refused_not_misread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    newer(tmp_path, 99)
    copy = shutil.copyfile
    path = tmp_path / FILE_NAME

    def changed_meanwhile(source: str, goal: str) -> str:
        found = copy(source, goal)
        status = path.stat()
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns + 1))
        return found

    monkeypatch.setattr("shutil.copyfile", changed_meanwhile)
    before = files(tmp_path)
    with pytest.raises(ReadOnlyStoreError):
        Store(tmp_path)
    assert files(tmp_path) == before


def test_a_store_that_another_window_upgrades_at_the_same_moment_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    newer(tmp_path, 99)
    monkeypatch.setattr("engine.store.store_file.newer_store", lambda path, known: None)
    with pytest.raises(ReadOnlyStoreError):
        Store(tmp_path)
    assert not list(tmp_path.glob("*damaged*"))


@pytest.mark.parametrize("version", [-1, 10_000, 2**31 - 1])
def test_a_version_that_none_can_have_is_damage(tmp_path: Path, version: int) -> None:
    newer(tmp_path, version)
    store = Store(tmp_path)
    assert "damaged-1" in str(store.notice)
    store.close()


def test_an_incomplete_upgrade_in_the_log_is_none(tmp_path: Path) -> None:
    """Frames without an end of their change do not count, as SQLite has it."""
    killed(tmp_path, 99)
    log = tmp_path / f"{FILE_NAME}-wal"
    data = log.read_bytes()
    frames = (len(data) - 32) // (4096 + 24)
    assert frames > 1
    cut = bytearray(data)
    for frame in range(frames):
        at = 32 + frame * (4096 + 24)
        cut[at + 4 : at + 8] = bytes(4)
    log.write_bytes(bytes(cut))
    assert read_only.newer_store(tmp_path / FILE_NAME, SCHEMA) is None
    store = Store(tmp_path)
    assert store.notice is None
    assert [kept.saved for kept in store.unfinished()] == [SAVED]
    store.close()


# -- a store that may not be written ---------------------------------------------------------------


@pytest.mark.parametrize("version", range(2, SCHEMA + 1))
def test_a_locked_store_of_any_version_is_only_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: int
) -> None:
    filled(tmp_path)
    make_older(tmp_path, version)
    before = files(tmp_path)
    locked(tmp_path, monkeypatch)
    store = Store(tmp_path)
    assert [kept.saved for kept in store.unfinished()] == [SAVED]
    assert store.load_bags("tictactoe") == {".........": {4: 8}}
    with pytest.raises(ReadOnlyStoreError) as fault:
        store.keep_unfinished(None, "nim", "more")
    assert fault.value.message == store.notice
    one_sentence(fault.value)
    assert f"{tmp_path / FILE_NAME} is read-only." in str(store.notice)
    store.close()
    assert files(tmp_path) == before


def test_a_locked_store_of_a_newer_version_is_called_newer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    newer(tmp_path, 99)
    locked(tmp_path, monkeypatch)
    store = Store(tmp_path)
    assert "format 99" in str(store.notice)
    store.close()


def test_a_locked_store_that_is_damaged_is_refused_and_not_set_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"no store at all" * 100)
    before = files(tmp_path)
    locked(tmp_path, monkeypatch)
    with pytest.raises(StoreError) as fault:
        Store(tmp_path)
    one_sentence(fault.value)
    assert files(tmp_path) == before


# -- the terminal ----------------------------------------------------------------------------------


@pytest.mark.one_of(2)
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("version", NEWER)
def test_a_command_reads_a_newer_store_and_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str, version: int
) -> None:
    newer(tmp_path, version)
    before = files(tmp_path)
    assert command_line.main([*COMMANDS[command], "--data-dir", str(tmp_path)]) == 0
    said = capsys.readouterr()
    assert f"(format {version}; this one reads up to {SCHEMA})" in said.err
    assert said.out
    if command.startswith("history"):
        assert "tictactoe" in said.out and "4" in said.out
    assert files(tmp_path) == before


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_refuses_a_newer_store_that_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    unreadable(tmp_path, 99)
    before = files(tmp_path)
    assert command_line.main([*COMMANDS[command], "--data-dir", str(tmp_path)]) == 1
    said = capsys.readouterr()
    assert said.out == "" and said.err.count("\n") == 1 and "format 99" in said.err
    assert files(tmp_path) == before


@pytest.mark.parametrize("kind", EVERY)
def test_no_training_begins_that_could_not_be_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    EVERY[kind](tmp_path, 99)
    before = files(tmp_path)
    train = ["train", "tictactoe", "--games", "5", "--data-dir", str(tmp_path)]
    assert command_line.main(train) == 1
    said = capsys.readouterr()
    assert said.out == "" and said.err.count("\n") == 1 and "format 99" in said.err
    assert files(tmp_path) == before
