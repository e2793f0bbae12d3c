"""The store under attack: damage, strange values, other programs, two processes at once."""

from __future__ import annotations

import multiprocessing
import os
import random
import shutil
import sqlite3
import stat
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.bots.learner import Learner
from engine.bots.training import train
from engine.context import Context
from engine.protocols import LARGEST_BAG_COUNT, Learning, game_key
from engine.registry import make_game
from engine.store.store import DailyPuzzleState, PuzzleResult, Store
from engine.store.store_file import FILE_NAME, ReadOnlyStoreError, StoreBusy, StoreError
from gui.services import PATIENCE
from tests.database import execute
from tests.full import few_or_full
from tests.hostile import damaged, one_sentence
from tests.store.conftest import Reopen
from tests.waiting import HANG

GAME = "nim heaps=3,4,5 misere=false"


def add(store: Store, saved: str, seed: int = 5) -> int:
    return store.add_game("nim", "human", "random", seed, "first", 9, saved)


def read_everything(store: Store) -> int:
    """Every question the program asks; how many things there are."""
    found = len(store.games()) + len(store.unfinished()) + len(store.arena.all())
    return found + len(store.named_results("nim")) + len(store.load_bags(GAME))


def closed(store: Store) -> Store:
    store.close()
    return store


# -- what goes in ----------------------------------------------------------------------------------

STRANGE_CALLS: dict[str, Callable[[Store], object]] = {
    "seed": lambda store: add(store, "x", 2**63),
    "negative": lambda store: add(store, "x", -(2**63) - 1),
    "huge": lambda store: add(store, "x", 10**4000),
    "surrogate": lambda store: add(store, "\ud800"),
    "unfinished": lambda store: store.keep_unfinished(None, "\udfff", "x"),
    "number": lambda store: store.keep_unfinished(2**99, "nim", "x"),
    "remove": lambda store: store.remove_unfinished(2**95),
    "no number": lambda store: store.remove_game(2**63),
    "results": lambda store: store.named_results("\ud800"),
    "kind": lambda store: store.add_game("nim", [], "x", 1, "first", 1, "x"),  # type: ignore[arg-type]
    "bag": lambda store: store.add_to_bags(GAME, {"\ud800": {0: 1}}),
    "move": lambda store: store.add_to_bags(GAME, {"3": {2**64: 1}}),
    "experiment": lambda store: store.arena.add("\ud800", []),
    "closed": lambda store: closed(store).games(),
}


@pytest.mark.parametrize("call", STRANGE_CALLS)
def test_what_cannot_be_stored_is_a_store_error(store: Store, reopen: Reopen, call: str) -> None:
    """OverflowError at the end of the first game: the game was lost."""
    add(store, "before")
    with pytest.raises(StoreError) as fault:
        STRANGE_CALLS[call](store)
    one_sentence(fault.value)
    assert [game.saved for game in reopen().games()] == ["before"]


# -- rows that make no sense -----------------------------------------------------------------------

COUNTS = ["1.5", "'abc'", "x'ff00'", "0", "-7", str(2**63 - 1), "CAST(x'ff' AS TEXT)", "1e300"]


@pytest.mark.one_of(3)
@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("column", ["count", "move"])
def test_a_bag_with_a_count_that_is_none_is_refilled(
    store: Store, reopen: Reopen, count: str, column: str
) -> None:
    game = make_game("matches")
    key = game_key(game)
    store.add_to_bags(key, {"16": {0: 3}, "15": {0: 4}})
    store = reopen(f"UPDATE bags SET {column} = {count} WHERE position = '16'")
    assert column == "move" or store.notice is not None
    if store.notice is not None:
        one_sentence(store.notice)
    learner = Learner(store)
    state = game.initial()
    assert all(1 <= held <= LARGEST_BAG_COUNT for _, held in learner.bags(game).pairs(state))
    assert learner.choose(game, state, Context(np.random.SeedSequence(1))).move is not None
    train(game, learner, 30, None, 1, Context(np.random.SeedSequence(1)), measured=0)
    for counts in store.load_bags(key).values():
        assert all(1 <= held <= LARGEST_BAG_COUNT for held in counts.values())
    assert store.load_bags(key)["15"][0] >= 5
    store.close()
    assert reopen().notice is None


def test_300_hostile_memories_stop_no_learner(store: Store, tmp_path: Path) -> None:
    """Rows of any type, moves that are none, bags of no position, another game's bags."""
    rng, game, good = random.Random(7), make_game("matches"), 0
    values = (None, 1.5, "abc", b"\xff", "", "\0", -1, 0, 1, 99, 2**63 - 1, -(2**63), 1e300, "7")
    keys = ("16", "15", "16 0", "", "nonsense", b"16", 16, "99999999999", "\ud7ff", "9" * 5000)
    database = sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)
    for _ in range(300):
        database.execute("DELETE FROM bags")
        for _ in range(rng.randint(1, 6)):
            move = rng.choice((0, 1, 2, *values))
            row = (game_key(game), rng.choice(keys), move, rng.choice(values))
            filled = [1 if value is None else value for value in row]  # the table refuses NULL
            database.execute("INSERT OR REPLACE INTO bags VALUES (?, ?, ?, ?)", filled)
        learner = Learner(store)
        for state in (game.initial(), game.play(game.initial(), 0)):
            counts = learner.bags(game).pairs(state)
            assert all(1 <= held <= LARGEST_BAG_COUNT for _, held in counts)
            good += any(held > 1 for _, held in counts)
            assert learner.choose(game, state, Context(np.random.SeedSequence(1))).note is not None
        train(game, learner, 3, None, 1, Context(np.random.SeedSequence(1)), measured=0)
    assert good > 10
    database.close()


def test_one_row_that_is_no_text_hides_no_other(store: Store, reopen: Reopen) -> None:
    """One row that was not UTF-8 blocked history and statistics for ever."""
    for number in range(4):
        add(store, f"game {number}")
        store.keep_unfinished(None, "nim", f"unfinished {number}")
        store.arena.add(f"experiment {number}", [number])
    store = reopen(
        "UPDATE games SET saved = CAST(x'fffe80' AS TEXT) WHERE id = 1",
        "UPDATE games SET plies = 'many' WHERE id = 2",
        "UPDATE unfinished SET game = CAST(x'80' AS TEXT) WHERE change = 1",
        "UPDATE unfinished SET saved = x'00' WHERE change = 2",
        "UPDATE experiments SET data = '[' WHERE id = 1",
        "UPDATE experiments SET title = 5, data = x'00' WHERE id = 2",
    )
    assert store.notice is not None
    assert "3 entries" in str(store.notice)
    one_sentence(store.notice)
    assert [game.saved for game in store.games()] == ["game 3", "game 2", "\ufffd" * 3]
    assert len(store.named_results("nim")) == len(store.games()) == len(store.games("nim")) == 3
    assert [kept.saved for kept in store.unfinished()] == [
        "unfinished 3", "unfinished 2", "unfinished 0",
    ]  # fmt: skip
    assert [each.id for each in store.arena.all()] == [4, 3]
    add(store, "goes on")


@pytest.mark.parametrize(
    "damage",
    [
        *("games SET plies = -1", "games SET counted = 2", "games SET result = 'won'"),
        *("unfinished SET change = 0", "bags SET count = -1", "puzzles SET tries = 0"),
        *("tried SET wrong = -1", "tried SET shown = 2", "mistakes SET solved = -1"),
        *("learning SET games = -1", "cubes SET turns = 0, shortest = 0"),
        *("cubes SET milliseconds = -1", "cubes SET shortest = 21"),
    ],
)
def test_a_number_out_of_its_range_is_said_to_be_damaged(
    store: Store, reopen: Reopen, damage: str
) -> None:
    add(store, "a game")
    store.keep_unfinished(None, "nim", "a game begun")
    store.add_to_bags("a", {"p": {0: 1}})
    store.add_solved(7, "nim", 1)
    store.keep_tried(7, "nim", DailyPuzzleState(1, False))
    store.keep_mistakes("nim", {"a": "one"})
    store.add_lesson("a", Learning(3, (), ()))
    store.add_result(PuzzleResult("quarter", 20, 9, 14, "U R"))
    store = reopen(f"UPDATE {damage}")
    assert store.notice is not None and store.notice.values["count"] == 1


# -- files that make no sense ----------------------------------------------------------------------


def full_store(folder: Path) -> bytes:
    """A store with something everywhere, all of it in the one file."""
    store = Store(folder)
    for number in range(60):
        add(store, f"game {number} " + "moves " * 50, number)
        store.keep_unfinished(None, "nim", f"unfinished {number} " + "moves " * 20)
        store.add_to_bags(GAME, {str(number): dict.fromkeys(range(9), number + 1)})
    store.arena.add("title", list(range(500)))
    store.close()
    return (folder / FILE_NAME).read_bytes()


@pytest.mark.slow
@few_or_full("count", 100, 500)
def test_500_damages_refuse_no_start(tmp_path: Path, count: int) -> None:
    """UnicodeDecodeError from a pragma stopped every start; of 250 damages one did.

    One that makes the version a newer one is left alone, as a newer store is.
    """
    data = full_store(tmp_path / "good")
    rng, aside, newer = random.Random(10), 0, 0
    for number in range(count):
        folder = tmp_path / "damaged"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        (folder / FILE_NAME).write_bytes(damaged(data, rng))
        try:
            store = Store(folder)
        except ReadOnlyStoreError as fault:
            one_sentence(fault)
            newer += 1
            continue
        try:
            read_everything(store)
            add(store, "goes on")
        except StoreError as fault:
            one_sentence(fault)
        store.close()
        if store.notice is not None:
            one_sentence(store.notice)
            aside += store.notice.key == "store.set_aside"
        if number % 5 == 0:  # the next start is one too
            Store(folder).close()
    assert count / 5 < aside < count and newer < 5


def test_a_damaged_store_is_set_aside_by_one_of_two_windows(tmp_path: Path) -> None:
    """The second one must not put the first one's new store aside."""
    for attempt in range(10):
        folder = tmp_path / str(attempt)
        folder.mkdir()
        (folder / FILE_NAME).write_bytes(b"no database at all " * 999)
        stores: list[Store] = []

        def start(folder: Path = folder, stores: list[Store] = stores) -> None:
            stores.append(Store(folder))

        windows = [threading.Thread(target=start) for _ in range(4)]
        for window in windows:
            window.start()
        for window in windows:
            window.join(HANG)
        for number, store in enumerate(stores):
            add(store, str(number))
        assert [len(store.games()) for store in stores] == [4] * 4
        for store in stores:
            store.close()
        assert len(list(folder.glob("*.damaged-*"))) == 1


def test_a_window_waits_while_another_one_begins_the_log_of_the_same_new_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite calls the file locked at once: the second of two windows refused to start."""
    make = sqlite3.connect
    left = [2]

    class Hindered(sqlite3.Connection):
        def execute(self, text: str, *given: Any) -> sqlite3.Cursor:
            if text == "PRAGMA journal_mode = WAL" and left[0]:
                left[0] -= 1
                locked = sqlite3.OperationalError("database is locked")
                locked.sqlite_errorcode = sqlite3.SQLITE_BUSY
                raise locked
            return super().execute(text, *given)

    monkeypatch.setattr(sqlite3, "connect", partial(make, factory=Hindered))
    store = Store(tmp_path)
    add(store, "7")
    assert left == [0] and len(store.games()) == 1
    store.close()


def test_a_store_exchanged_while_it_is_opened_is_the_one_that_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The window took its own file for a replaced one, and refused to save."""
    path, other = tmp_path / FILE_NAME, tmp_path / "other"
    Store(tmp_path).close()
    Store(other).close()
    connect = sqlite3.connect

    def exchange(place: str, **given: Any) -> Any:
        if "mode=rw" in place and (other / FILE_NAME).exists():
            os.replace(other / FILE_NAME, path)
        return connect(place, **given)

    monkeypatch.setattr(sqlite3, "connect", exchange)
    store = Store(tmp_path)
    add(store, "7")
    store.close()
    with closing(Store(tmp_path)) as after:
        assert not (other / FILE_NAME).exists() and len(after.games()) == 1


def test_a_store_set_aside_while_its_rights_are_asked_is_not_read_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The window saw no file, then the new one of another window, and took it for a locked one."""
    path = tmp_path / FILE_NAME
    path.write_bytes(b"no database at all " * 999)
    ask = os.access

    def access(asked: Path, mode: int) -> bool:
        if asked == path and not (tmp_path / "aside").exists():
            path.rename(tmp_path / "aside")
            answer = ask(asked, mode)
            Store(tmp_path).close()
            return answer
        return ask(asked, mode)

    monkeypatch.setattr("engine.store.store_file.os.access", access)
    store = Store(tmp_path)
    add(store, "x")
    assert store.notice is None and len(store.games()) == 1
    store.close()


NO_FILES = {
    "pipe": "not an ordinary file",
    "zero": "not an ordinary file",
    "folder": "it is a folder",
    "link": "a link to a file that does not exist",
}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
@pytest.mark.timeout(20)
@pytest.mark.parametrize("kind", NO_FILES)
def test_a_store_that_is_no_file_is_a_sentence(tmp_path: Path, kind: str) -> None:
    path = tmp_path / FILE_NAME
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    else:
        path.symlink_to("/dev/zero" if kind == "zero" else tmp_path / "nothing")
    with pytest.raises(StoreError, match=NO_FILES[kind]) as fault:
        Store(tmp_path)
    one_sentence(fault.value)
    assert str(fault.value).startswith("The file of saved games")
    assert not (tmp_path / "nothing").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights")
def test_nobody_else_reads_the_store(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        store = Store(tmp_path / "new")
        add(store, "x")
        for path in (tmp_path / "new").iterdir():
            assert stat.S_IMODE(path.stat().st_mode) == 0o600, path
        assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700
        store.close()
    finally:
        os.umask(before)


# -- other programs --------------------------------------------------------------------------------


class Waiting(sqlite3.Connection):
    """Notes how long SQLite was told to wait, each time it waited in vain."""

    def __init__(self, *given: Any, seconds: list[float], **more: Any) -> None:
        super().__init__(*given, **more)
        self.seconds = seconds

    def execute(self, *given: Any) -> sqlite3.Cursor:
        try:
            return super().execute(*given)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                (told,) = super().execute("PRAGMA busy_timeout").fetchone()
                self.seconds.append(told / 1000)
            raise


@pytest.mark.parametrize("mode", ["EXCLUSIVE", "a journal", "before the start"])
def test_a_locked_store_takes_less_than_a_frame(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: str
) -> None:
    """Five seconds at the start, five at a tile, ten at each move.

    No clock is read, which a busy machine would make late: the waits are added up as SQLite keeps
    them.
    """
    waits: list[float] = []
    waiting = partial(Waiting, seconds=waits)
    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=waiting))
    store = Store(tmp_path, patience=PATIENCE)
    number = store.keep_unfinished(None, "nim", "before")
    if mode != "EXCLUSIVE":
        store.close()
        execute(tmp_path, "PRAGMA journal_mode = DELETE")
    other = sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)
    if mode == "a journal":
        store = Store(tmp_path, patience=PATIENCE)
    other.execute("BEGIN EXCLUSIVE")
    calls: list[Callable[[], Any]] = [
        lambda: store.keep_unfinished(number, "nim", "later"),
        lambda: add(store, "end"),
        lambda: store.add_to_bags(GAME, {"1": {0: 1}}),
    ]
    if mode == "before the start":
        calls = [lambda: Store(tmp_path, patience=PATIENCE)]
    for call in calls:
        waits.clear()
        with pytest.raises(StoreBusy, match="another program"):
            call()
        assert 0 < sum(waits) < 0.05, waits
    if mode == "EXCLUSIVE":
        # With the log everything can be read meanwhile, also by one who starts just now.
        another = Store(tmp_path, patience=PATIENCE)
        assert [kept.saved for kept in another.unfinished()] == ["before"]
        another.close()
    other.execute("ROLLBACK")
    other.close()
    if mode == "before the start":
        store = Store(tmp_path, patience=PATIENCE)
    number = store.keep_unfinished(number, "nim", "later")
    assert [kept.saved for kept in store.unfinished()] == ["later"]
    store.close()


def test_the_command_line_waits(store: Store, tmp_path: Path) -> None:
    other = sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN EXCLUSIVE")
    timer = threading.Timer(0.3, lambda: other.execute("ROLLBACK"))
    timer.start()
    add(store, "waited")
    timer.join(HANG)
    assert len(store.games()) == 1
    other.close()


class NoSharedMemory(sqlite3.Connection):
    """A network share, as SQLite sees it."""

    alone = False

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        cursor = super().execute
        self.alone = self.alone or sql == "PRAGMA locking_mode = EXCLUSIVE"
        logged = not self.alone and not sql.startswith("PRAGMA journal_mode")
        if logged:
            logged = cursor("PRAGMA journal_mode").fetchone()[0] == "wal"
        if logged or sql == "PRAGMA journal_mode = WAL":
            error = sqlite3.OperationalError("locking protocol")
            error.sqlite_errorcode = sqlite3.SQLITE_PROTOCOL
            raise error
        return cursor(sql, *values)


@pytest.mark.parametrize("moved", [False, True])
def test_on_a_network_share_the_older_journal_serves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moved: bool
) -> None:
    if moved:  # it was made on a disk of its own
        Store(tmp_path).close()
    real = sqlite3.connect
    monkeypatch.setattr(
        sqlite3, "connect", lambda *args, **more: real(*args, factory=NoSharedMemory, **more)
    )
    for number in range(3):
        store = Store(tmp_path)
        assert store.notice is None
        add(store, f"game {number}")
        assert len(store.games()) == number + 1
        store.close()
    assert {path.name for path in tmp_path.iterdir()} == {FILE_NAME, f"{FILE_NAME}.lock"}


def test_50000_games_are_all_listed(tmp_path: Path) -> None:
    """`history` listed 1,000 of 5,000 and did not say so."""
    Store(tmp_path).close()
    database = sqlite3.connect(tmp_path / FILE_NAME)
    database.executemany(
        "INSERT INTO games (game, first, second, seed, result, plies, saved, saved_at)"
        " VALUES (?, 'human', 'random', ?, 'first', 9, 'saved', '')",
        [("nim" if number % 10 else "matches", number) for number in range(50_000)],
    )
    database.commit()
    database.close()
    store = Store(tmp_path)
    assert (len(store.games()), len(store.games("matches"))) == (50_000, 5_000)
    assert [game.seed for game in store.every_game("matches")] == list(range(49_990, -1, -10))
    assert [game.seed for game in store.games(limit=3)] == [49_999, 49_998, 49_997]
    assert len(store.named_results("matches")) == 5_000
    plan = store._file.read(
        "EXPLAIN QUERY PLAN SELECT id FROM games WHERE id < 9 AND game = 'nim' ORDER BY id DESC"
    )
    assert "games_by_game" in str(plan) and "TEMP B-TREE" not in str(plan)
    store.close()


ROUNDS = 60


def work(folder: Path, number: int, told: Any) -> None:
    """A window that plays and learns, again and again; what it was told is kept."""
    store = Store(folder)
    games = rewards = 0
    unfinished = None
    for _ in range(ROUNDS):
        for move in range(3):
            unfinished = store.keep_unfinished(unfinished, "nim", f"{number} {games} {move}")
        store.add_game("nim", "a", "b", games, "first", 3, f"{number} {games}", unfinished)
        unfinished = None
        games += 1
        store.add_to_bags(GAME, {"3": {0: 2, 1: 1}, str(number + 10): {0: 1}})
        rewards += 1
    store.close()
    told.put((games, rewards))


@pytest.mark.slow
def test_two_processes_at_once_are_counted_exactly(tmp_path: Path) -> None:
    """Two trainers lost 2 to 10 % of each other's rewards."""
    context = multiprocessing.get_context("spawn")
    told = context.Queue()
    windows = [context.Process(target=work, args=(tmp_path, n, told)) for n in range(2)]
    for window in windows:
        window.start()
    counts = [told.get() for _ in windows]
    for window in windows:
        window.join(HANG)
        assert window.exitcode == 0
    games, rewards = (sum(column) for column in zip(*counts, strict=True))
    store = Store(tmp_path)
    assert store.notice is None
    assert store.unfinished() == []
    assert len(store.games()) == len(store.named_results("nim")) == games == 2 * ROUNDS
    assert len({game.saved for game in store.games()}) == games
    bags = store.load_bags(GAME)
    assert bags["3"] == {0: 1 + 2 * rewards, 1: 1 + rewards}
    assert bags["10"][0] + bags["11"][0] == 2 + rewards
    store.close()
