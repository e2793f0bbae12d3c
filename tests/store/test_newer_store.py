"""Stores of other versions, and stores that may not be written."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from engine.saves import SavedGame
from engine.store.schema import SCHEMA
from engine.store.store import Store
from engine.store.store_file import FILE_NAME, ReadOnlyStoreError, StoreError
from engine.version import version
from tests.commands import refused
from tests.database import execute
from tests.hostile import one_sentence

NEWER = (SCHEMA + 1, 99)
MOVES = ("4", "0")
SAVED = SavedGame("tictactoe", {}, "......... X", "human", "random", 5, MOVES).to_json()
COMMANDS = {
    "history": ["history"],
    "analyse": ["analyse", "tictactoe", "--player", "learner"],
    "think": ["think", "tictactoe", "--player", "learner"],
    "train": ["train", "tictactoe", "--games", "5"],
    "arena": ["arena", "tictactoe", "learner", "random", "--games", "2", "--jobs", "1"],
}


def filled(folder: Path) -> None:
    store = Store(folder)
    store.keep_unfinished(None, "tictactoe", SAVED)
    store.add_to_bags("tictactoe", {".........": {4: 7}})
    store.close()


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


def locked(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A store that may not be written, for every user and on every system."""
    store = folder / FILE_NAME
    monkeypatch.setattr("engine.store.store_file._may_be_written", lambda path: path != store)


def files(folder: Path) -> dict[str, bytes]:
    """Every file of the store, byte for byte, but for the index of its log."""
    paths = (path for path in folder.glob(f"{FILE_NAME}*") if not path.name.endswith("-shm"))
    return {path.name: path.read_bytes() for path in paths}


KINDS: dict[str, Callable[[Path, int], None]] = {"newer": newer, "killed": killed}


@pytest.mark.parametrize("version", [0, 1, SCHEMA - 1, -1, 10_000, 2**31 - 1])
def test_a_version_that_none_can_have_is_set_aside(tmp_path: Path, version: int) -> None:
    newer(tmp_path, version)
    before = (tmp_path / FILE_NAME).read_bytes()
    store = Store(tmp_path)
    assert "damaged-1" in str(store.notice)
    store.close()
    assert (tmp_path / f"{FILE_NAME}.damaged-1").read_bytes() == before


@pytest.mark.parametrize("version", NEWER)
@pytest.mark.parametrize("kind", KINDS)
def test_a_newer_store_is_refused_and_left_as_it_is(
    tmp_path: Path, kind: str, version: int
) -> None:
    """It was set aside as damaged, and every game gone from both programs."""
    KINDS[kind](tmp_path, version)
    before = files(tmp_path)
    assert ("-wal" in str(before)) == (kind == "killed")
    with pytest.raises(ReadOnlyStoreError) as fault:
        Store(tmp_path)
    one_sentence(fault.value)
    assert FILE_NAME in str(fault.value) and f"{version}" in str(fault.value)
    assert files(tmp_path) == before


def test_a_store_that_another_window_upgrades_at_the_same_moment_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    newer(tmp_path, 99)
    answers = iter([None, (99, None)])
    monkeypatch.setattr("engine.store.store_file.newer_version", lambda db, known: next(answers))
    with pytest.raises(ReadOnlyStoreError):
        Store(tmp_path)
    assert not list(tmp_path.glob("*damaged*"))


def test_another_program_s_file_is_no_newer_store(tmp_path: Path) -> None:
    execute(tmp_path, "CREATE TABLE other (x)", "PRAGMA user_version = 20")
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
    store = Store(tmp_path)
    assert store.notice is None
    assert [kept.saved for kept in store.unfinished()] == [SAVED]
    store.close()


# -- a store that may not be written ---------------------------------------------------------------


@pytest.mark.parametrize("damaged", [False, True])
def test_a_locked_store_is_refused_and_not_set_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damaged: bool
) -> None:
    filled(tmp_path)
    if damaged:
        (tmp_path / FILE_NAME).write_bytes(b"no store at all" * 100)
    before = files(tmp_path)
    locked(tmp_path, monkeypatch)
    with pytest.raises(StoreError, match="read-only") as fault:
        Store(tmp_path)
    one_sentence(fault.value)
    assert files(tmp_path) == before


# -- the terminal ----------------------------------------------------------------------------------


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_command_refuses_a_newer_store_in_one_line(
    tmp_path: Path, command: str, kind: str
) -> None:
    KINDS[kind](tmp_path, 99)
    before = files(tmp_path)
    sentence = refused(*COMMANDS[command], "--data-dir", str(tmp_path), code=1)
    assert f"(format 99; this one reads up to {SCHEMA})" in sentence
    assert files(tmp_path) == before


def test_a_newer_store_is_refused_with_both_versions(tmp_path: Path) -> None:
    filled(tmp_path)
    later = ("UPDATE program SET written_by = '2.0.0'", f"PRAGMA user_version = {SCHEMA + 1}")
    execute(tmp_path, *later)
    before = (tmp_path / FILE_NAME).read_bytes()
    with pytest.raises(ReadOnlyStoreError) as refused:
        Store(tmp_path)
    assert "2.0.0" in str(refused.value) and version() in str(refused.value)
    assert (tmp_path / FILE_NAME).read_bytes() == before


def test_a_newer_store_that_says_elsewhere_who_wrote_it_is_left_as_it_is(tmp_path: Path) -> None:
    filled(tmp_path)
    execute(tmp_path, "ALTER TABLE program RENAME COLUMN written_by TO maker")
    newer(tmp_path, SCHEMA + 1)
    before = files(tmp_path)
    with pytest.raises(ReadOnlyStoreError, match=f"format {SCHEMA + 1}"):
        Store(tmp_path)
    assert files(tmp_path) == before


def test_a_store_that_does_not_say_who_wrote_it_is_whole(tmp_path: Path) -> None:
    filled(tmp_path)
    execute(tmp_path, "DROP TABLE program")
    store = Store(tmp_path)
    assert store.notice is None
    assert [kept.saved for kept in store.unfinished()] == [SAVED]
    store.close()
