"""The store: what goes in comes out, whatever happens to the file."""

from __future__ import annotations

import os
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from engine.protocols import LARGEST_BAG_COUNT
from engine.store.store import Store
from engine.store.store_file import FILE_NAME, ReadOnlyStoreError, StoreError
from tests.database import assert_whole, execute
from tests.forked import Starts
from tests.full import few_or_full
from tests.hostile import one_sentence
from tests.store.conftest import Reopen

ROOT = Path(__file__).resolve().parents[2]


def kept(store: Store, game: str) -> list[str]:
    """The texts of the games in progress, the newest first."""
    return [unfinished.saved for unfinished in store.unfinished(game)]


def test_games_and_their_results(store: Store) -> None:
    number = store.add_game("nim", "human", "random", 5, "first", 9, "saved")
    assert store.named_results("nim") == [("human", "random", "first", "", "")]
    assert [game.id for game in store.games("nim")] == [number]
    store.remove_game(number)
    assert store.games() == []


def test_bags_and_experiments_come_back(store: Store, reopen: Reopen) -> None:
    store.add_to_bags("a", {"p": {0: 1, 3: 3}, "q": {1: 8}})
    store.add_to_bags("a", {"p": {0: 3}})
    store.arena.add("title", {"rows": [1, 2]})
    store = reopen()
    assert store.load_bags("a") == {"p": {0: 5, 3: 4}, "q": {1: 9}}
    assert store.load_bags("b") == {}
    assert [(each.title, each.data) for each in store.arena.all()] == [("title", {"rows": [1, 2]})]
    store.reset_bags("a")
    assert store.load_bags("a") == {}


def test_what_two_learners_add_at_once_is_all_counted(store: Store, second: Store) -> None:
    one, two = store, second
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


def foreign(path: Path) -> None:
    execute(path.parent, "CREATE TABLE other (x)")


def torn(path: Path) -> None:
    store = Store(path.parent)
    for number in range(200):
        store.keep_unfinished(None, f"game{number}", "x" * 500)
    store.close()
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2] + b"\xff" * 4000)


DAMAGE = {
    "empty": lambda path: path.write_bytes(b""),
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


def test_a_folder_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="file"):
        Store(tmp_path / "file" / "below")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows deletes no open file")
@pytest.mark.parametrize("harm", ["deleted", "folder deleted", "exchanged", "emptied"])
def test_a_store_gone_while_it_is_open_refuses_changes_and_is_not_rebuilt(
    tmp_path: Path, harm: str
) -> None:
    """The numbers of this window's games mean other games in another store."""
    folder = tmp_path / "data"
    stores = [Store(folder), Store(folder)]
    number = stores[0].keep_unfinished(None, "nim", "begun")
    if harm == "deleted":
        (folder / FILE_NAME).unlink()
    elif harm == "emptied":
        os.truncate(folder / FILE_NAME, 0)
    else:
        folder.rename(tmp_path / "aside")
    if harm == "exchanged":
        with closing(Store(folder)) as other:
            other.keep_unfinished(None, "nim", "another game")
    for store in stores:
        for _ in range(2):
            with pytest.raises(ReadOnlyStoreError, match="deleted or replaced") as fault:
                store.keep_unfinished(number, "nim", "goes on")
        one_sentence(fault.value)
        with pytest.raises(ReadOnlyStoreError):
            store.another()
        store.close()
    assert (folder / FILE_NAME).exists() == (harm in ("exchanged", "emptied"))
    with closing(Store(folder)) as after:
        assert kept(after, "nim") == (["another game"] if harm == "exchanged" else [])
        assert (after.notice is not None) == (harm == "emptied")


def test_a_full_disk_is_one_sentence_and_loses_nothing(store: Store) -> None:
    number = store.keep_unfinished(None, "nim", "before")
    pages = store._file._db.execute("PRAGMA page_count").fetchone()[0]
    store._file._db.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreError, match="full"):
        store.keep_unfinished(number, "nim", "x" * 500_000)
    assert kept(store, "nim") == ["before"]


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
            starts.start(WRITER, [str(folder)], ROOT, os.environ, (write, 2))
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
        assert_whole(folder)
    starts.close()
