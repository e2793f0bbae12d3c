"""The store: what goes in comes out, whatever happens to the file."""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from engine.bots.learner import Learner
from engine.protocols import LARGEST_BAG_COUNT
from engine.registry import make_game
from engine.store.store import FILE_NAME, ReadOnlyStoreError, Store, StoreError
from tests.forked import Starts
from tests.full import few_or_full

INDEXES = "SELECT name, sql FROM sqlite_master WHERE type = 'index' ORDER BY name"
ROOT = Path(__file__).resolve().parents[2]


def kept(store: Store, game: str) -> list[str]:
    """The texts of the games in progress, the newest first."""
    return [unfinished.saved for unfinished in store.unfinished(game)]


def test_games_and_statistics(tmp_path: Path) -> None:
    store = Store(tmp_path)
    number = store.add_game("nim", "human", "random", 5, "first", 9, "saved")
    assert store.named_results("nim") == [("human", "random", "first", "", "")]
    store.reset_statistics("nim")
    assert store.named_results("nim") == []
    assert [game.id for game in store.games("nim")] == [number]
    store.remove_game(number)
    assert store.games() == []
    store.close()


def test_bags_and_experiments_come_back(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.add_to_bags("a", {"p": {0: 1, 3: 3}, "q": {1: 8}})
    store.add_to_bags("a", {"p": {0: 3}})
    store.arena.add("title", {"rows": [1, 2]})
    store.close()
    store = Store(tmp_path)
    assert store.load_bags("a") == {"p": {0: 5, 3: 4}, "q": {1: 9}}
    assert store.load_bags("b") == {}
    assert [(each.title, each.data) for each in store.arena.all()] == [("title", {"rows": [1, 2]})]
    store.reset_bags("a")
    assert store.load_bags("a") == {}
    store.close()


def test_what_two_learners_add_at_once_is_all_counted(tmp_path: Path) -> None:
    one, two = Store(tmp_path), Store(tmp_path)
    for store in (one, two):
        store.load_bags("a")
    for _ in range(50):
        one.add_to_bags("a", {"p": {0: 2}})
        two.add_to_bags("a", {"p": {0: 1, 1: 1}})
    assert one.load_bags("a") == two.load_bags("a") == {"p": {0: 151, 1: 51}}
    one.add_to_bags("a", {"p": {1: LARGEST_BAG_COUNT}})
    two.add_to_bags("a", {"p": {1: 5}}, afresh=())
    assert one.load_bags("a")["p"][1] == LARGEST_BAG_COUNT
    two.add_to_bags("a", {"p": {1: 5}}, afresh=["p"])
    assert one.load_bags("a") == {"p": {1: 6}}
    one.close()
    two.close()


def old_memory(folder: Path) -> dict[tuple[str, str], dict[int, int]]:
    """A store as the program with a bag for each mover left it; what was in its bags."""
    database = sqlite3.connect(folder / FILE_NAME)
    database.executescript((Path(__file__).parent / "memory_of_schema_1.sql").read_text())
    bags: dict[tuple[str, str], dict[int, int]] = {}
    for game, place, move, count in database.execute("SELECT * FROM bags"):
        bags.setdefault((game, place), {})[move] = count
    database.close()
    return bags


def test_a_memory_with_a_bag_for_each_mover_is_converted_once(tmp_path: Path) -> None:
    old = old_memory(tmp_path)
    for _ in range(2):  # opening it again adds nothing
        store = Store(tmp_path)
        for game in {game for game, _ in old}:
            wanted: dict[str, dict[int, int]] = {}
            for (name, place), counts in old.items():
                if name == game:
                    key = place if game.startswith("tictactoe") else place[:-2]
                    bag = wanted.setdefault(key, {})
                    for move, count in counts.items():
                        bag[move] = bag.get(move, 1) + count - 1
            assert store.load_bags(game) == wanted
        assert store.notice is None
        store.close()
    # Two bags that had both learned became one, and the players read it.
    assert ("matches start=16 takes=1,2,3 misere=true", "11 1") in old
    matches = make_game("matches")
    store = Store(tmp_path)
    learner = Learner(store)
    bags = [learner.bag(matches, matches.parse(f"11 {mover}")).counts for mover in (0, 1)]
    assert bags[0] == bags[1] == ((0, 16), (1, 6), (2, 4))
    store.close()


@pytest.mark.parametrize("count", ["many", 1.5, -3, 2**63 - 1])
def test_a_damaged_bag_of_an_old_memory_is_left_out_alone(tmp_path: Path, count: object) -> None:
    old_memory(tmp_path)
    game = "matches start=16 takes=1,2,3 misere=true"
    database = sqlite3.connect(tmp_path / FILE_NAME)
    database.execute("DELETE FROM bags WHERE position GLOB '11 *'")
    row = "INSERT INTO bags VALUES (?, ?, ?, ?)"
    database.executemany(row, [(game, "11 0", 0, count), (game, "11 1", 0, 14)])
    database.commit()
    database.close()
    store = Store(tmp_path)
    assert store.load_bags(game)["11"] == {0: 14}
    store.close()


def foreign(path: Path) -> None:
    database = sqlite3.connect(path)
    database.execute("CREATE TABLE other (x)")
    database.commit()
    database.close()


def torn(path: Path) -> None:
    store = Store(path.parent)
    for number in range(200):
        store.keep_unfinished(None, f"game{number}", "x" * 500)
    store.close()
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2] + b"\xff" * 4000)


DAMAGE = {
    "text": lambda path: path.write_text("this is no database"),
    "noise": lambda path: path.write_bytes(bytes(range(256)) * 40),
    "foreign": foreign,
    "torn": torn,
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_a_damaged_file_is_set_aside(tmp_path: Path, kind: str) -> None:
    path = tmp_path / FILE_NAME
    DAMAGE[kind](path)
    before = path.read_bytes()
    store = Store(tmp_path)
    assert store.notice is not None
    assert "damaged-1" in str(store.notice)
    store.keep_unfinished(None, "nim", "kept")
    store.close()
    assert (tmp_path / f"{FILE_NAME}.damaged-1").read_bytes() == before
    assert kept(Store(tmp_path), "nim") == ["kept"]


@pytest.mark.parametrize(
    "harm",
    [
        "DROP INDEX games_by_game",
        "DROP INDEX mistakes_by_place",
        'CREATE INDEX "of ""mine""" ON games (seed)',
        "DROP INDEX games_by_game; CREATE INDEX games_by_game ON games (abs(result))",
    ],
)
def test_indexes_are_made_anew_and_nothing_is_set_aside(tmp_path: Path, harm: str) -> None:
    store = Store(tmp_path)
    store.add_game("nim", "human", "random", 5, "first", 9, "saved")
    store.close()
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as database:
        whole = database.execute(INDEXES).fetchall()
        database.create_function("abs", 1, lambda value: 0, deterministic=True)
        database.executescript(harm)
        assert database.execute(INDEXES).fetchall() != whole
    store = Store(tmp_path)
    assert store.notice is None
    assert [game.saved for game in store.games()] == ["saved"]
    store.close()
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as database:
        assert database.execute(INDEXES).fetchall() == whole


def test_an_empty_file_is_a_new_store(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"")
    store = Store(tmp_path)
    assert store.notice is None
    store.close()


def test_a_folder_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="file"):
        Store(tmp_path / "file" / "below")


def test_two_programs_on_one_folder(tmp_path: Path) -> None:
    first, second = Store(tmp_path), Store(tmp_path)
    one = two = None
    for number in range(20):
        one = first.keep_unfinished(one, "nim", f"first {number}")
        two = second.keep_unfinished(two, "matches", f"second {number}")
    assert kept(first, "matches") == ["second 19"]
    assert kept(second, "nim") == ["first 19"]
    first.close()
    second.close()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows deletes no open file")
@pytest.mark.parametrize("left", ["nothing", "folder", "logs"])
def test_a_store_deleted_while_it_is_open_comes_back_with_the_next_change(
    tmp_path: Path, left: str
) -> None:
    """The moves went on into the deleted file, and the game was lost without a word."""
    folder = tmp_path / "data"
    stores = [Store(folder), Store(folder)]
    number = stores[0].keep_unfinished(None, "nim", "begun")
    other = stores[1].keep_unfinished(None, "matches", "elsewhere")
    if left == "nothing":
        shutil.rmtree(folder)
    for path in folder.glob(FILE_NAME if left == "logs" else "*"):
        path.unlink()
    stores[0].keep_unfinished(number, "nim", "goes on")
    stores[1].keep_unfinished(other, "matches", "goes on elsewhere")
    assert (folder / FILE_NAME).stat().st_mode & 0o077 == 0
    with closing(Store(folder)) as after:
        assert kept(after, "nim") == kept(stores[1], "nim") == ["goes on"]
        assert kept(after, "matches") == kept(stores[0], "matches") == ["goes on elsewhere"]
        assert after.notice is None
    for store in stores:
        store.close()
    with closing(Store(folder)) as after:
        assert len(after.unfinished()) == 2
    assert not list(folder.glob("*.new"))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows replaces no open file")
def test_a_store_that_another_one_replaced_refuses_changes(tmp_path: Path) -> None:
    """Another window sets a damaged file aside, or a person puts a copy back.

    The numbers of this window's games mean other games there.
    """
    store = Store(tmp_path / "data")
    number = store.keep_unfinished(None, "nim", "begun")
    (tmp_path / "data").rename(tmp_path / "aside")
    with closing(Store(tmp_path / "data")) as newer:
        newer.keep_unfinished(None, "nim", "newer")
    with pytest.raises(ReadOnlyStoreError, match="replaced"):
        store.keep_unfinished(number, "nim", "goes on")
    store.close()
    with closing(Store(tmp_path / "data")) as after:
        assert kept(after, "nim") == ["newer"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows deletes no open file")
def test_a_deleted_store_without_a_log_comes_back_too(tmp_path: Path) -> None:
    """On a network share; SQLite itself refuses to write the deleted file."""
    store = Store(tmp_path / "data")
    number = store.keep_unfinished(None, "nim", "begun")
    store._file._db.execute("PRAGMA journal_mode = DELETE")
    shutil.rmtree(tmp_path / "data")
    store.keep_unfinished(number, "nim", "goes on")
    store.close()
    with closing(Store(tmp_path / "data")) as after:
        assert kept(after, "nim") == ["goes on"]


def test_a_store_deleted_where_none_can_be_created_is_one_sentence(tmp_path: Path) -> None:
    store = Store(tmp_path / "data")
    shutil.move(tmp_path / "data", tmp_path / "aside")
    (tmp_path / "data").write_text("in the way")
    with pytest.raises(StoreError, match="file"):
        store.keep_unfinished(None, "nim", "begun")
    (tmp_path / "data").unlink()
    store.keep_unfinished(None, "nim", "begun")
    assert kept(store, "nim") == ["begun"]
    store.close()


def test_a_full_disk_is_one_sentence_and_loses_nothing(tmp_path: Path) -> None:
    store = Store(tmp_path)
    number = store.keep_unfinished(None, "nim", "before")
    pages = store._file._db.execute("PRAGMA page_count").fetchone()[0]
    store._file._db.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreError, match="full"):
        store.keep_unfinished(number, "nim", "x" * 500_000)
    assert kept(store, "nim") == ["before"]
    store.close()


WRITER = """
import sys
from pathlib import Path
from engine.store.store import Store
store = Store(Path(sys.argv[1]))
number, written = None, 0
while True:
    written += 1
    number = store.keep_unfinished(number, "nim", str(written))
    print(written, flush=True)
"""


@pytest.mark.slow
@few_or_full("kills", 8, 25)
def test_a_kill_loses_at_most_the_last_change(tmp_path: Path, kills: int) -> None:
    starts = Starts(["engine.store.store"])
    for attempt in range(kills):
        folder = tmp_path / str(attempt)
        read, write = os.pipe()
        with os.fdopen(read) as output:
            starts.start(WRITER, [str(folder)], ROOT, os.environ, write, 2)
            os.close(write)
            assert output.readline() == "1\n"
            time.sleep(0.05 * attempt / kills)
            starts.kill()
            told = output.read().split()
        starts.wait()
        told_last = int(told[-1]) if told and told[-1].isdigit() else 1
        store = Store(folder)
        assert store.notice is None
        found = [int(text) for text in kept(store, "nim")]
        store.close()
        assert len(found) == 1
        # The last line may have been cut short by the kill; what was told before is there.
        assert found[0] >= min(told_last, int(told[-2]) if len(told) > 1 else 1)
        database = sqlite3.connect(folder / FILE_NAME)
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        database.close()
    starts.close()
