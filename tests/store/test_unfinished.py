"""Games in progress: any number of each game, shared by two windows, none ever written over."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.store.store import Store
from tests.store.conftest import Reopen


def texts(store: Store, game: str | None = None) -> list[str]:
    return [kept.saved for kept in store.unfinished(game)]


def finish(store: Store, saved: str, unfinished: int | None) -> int:
    return store.add_game("nim", "human", "random", 5, "first", 9, saved, unfinished)


def test_two_games_of_one_kind_are_both_kept(store: Store) -> None:
    one = store.keep_unfinished(None, "nim", "one")
    store.keep_unfinished(None, "nim", "two")
    one = store.keep_unfinished(one, "nim", "one, a move later")
    store.keep_unfinished(None, "connect4", "three")
    assert texts(store, "nim") == ["one, a move later", "two"]
    assert texts(store) == ["three", "one, a move later", "two"]
    finish(store, "one, the end", one)
    assert texts(store) == ["three", "two"]


def test_the_game_changed_last_comes_first_though_the_clock_went_back(tmp_path: Path) -> None:
    times = iter(["2031-05-01", "2031-05-01", "1999-01-01", "1980-01-01"])
    store = Store(tmp_path, clock=lambda: next(times))
    nim = store.keep_unfinished(None, "nim", "nim")
    store.keep_unfinished(None, "connect4", "four")
    store.keep_unfinished(nim, "nim", "nim later")
    store.keep_unfinished(None, "matches", "matches")
    assert texts(store) == ["matches", "nim later", "four"]
    store.close()


def test_two_windows_that_continue_one_game_both_keep_theirs(store: Store, second: Store) -> None:
    first = store
    first.keep_unfinished(None, "nim", "common")
    mine, theirs = first.unfinished()[0].id, second.unfinished()[0].id
    for move in range(3):
        mine = first.keep_unfinished(mine, "nim", f"first {move}")
        theirs = second.keep_unfinished(theirs, "nim", f"second {move}")
    assert texts(first) == texts(second) == ["second 2", "first 2"]
    # Both come to the same position: one game again, and the next move makes two.
    mine = first.keep_unfinished(mine, "nim", "equal")
    theirs = second.keep_unfinished(theirs, "nim", "equal")
    assert texts(first) == ["equal"]
    first.keep_unfinished(mine, "nim", "first on")
    second.keep_unfinished(theirs, "nim", "second on")
    assert texts(first) == ["second on", "first on"]


def test_a_game_finished_or_removed_elsewhere_is_kept_beside_when_it_goes_on(
    store: Store, second: Store
) -> None:
    first = store
    number = first.keep_unfinished(None, "nim", "common")
    finish(first, "the end", number)
    again = second.keep_unfinished(number, "nim", "another way")
    assert texts(first) == ["another way"]
    assert [game.saved for game in first.games()] == ["the end"]
    first.remove_unfinished(again)
    second.keep_unfinished(again, "nim", "still at it")
    assert texts(first) == ["still at it"]


def test_one_game_finished_in_two_windows_counts_once(store: Store, second: Store) -> None:
    first = store
    number = first.keep_unfinished(None, "nim", "common")
    row = finish(first, "the end", number)
    assert finish(second, "the end", number) == row
    assert len(first.games()) == len(first.named_results("nim")) == 1
    other = finish(second, "another end", second.keep_unfinished(number, "nim", "another way"))
    assert [game.id for game in first.games()] == [other, row]
    assert len(first.named_results("nim")) == 1
    # Taken back and finished again it counts.
    first.remove_game(other)
    first.remove_game(row)
    finish(first, "the end", number)
    assert len(first.named_results("nim")) == 1
    # Games that were never kept unfinished have nothing in common.
    finish(first, "the end", None)
    finish(first, "the end", None)
    assert len(first.named_results("nim")) == 3


def test_a_match_that_ends_otherwise_in_another_window_teaches_once(store: Store) -> None:
    taught = list[int]()
    for end in ("the end", "another end"):
        store.add_game("nim", "human", "learner", 5, "second", 9, end, 8, lambda: taught.append(9))
    assert taught == [9] and len(store.games()) == 2


def test_a_removed_game_comes_back_to_its_place(store: Store) -> None:
    for text in ("one", "two", "three"):
        store.keep_unfinished(None, "nim", text)
    before = store.unfinished()
    store.remove_unfinished(before[1].id)
    assert texts(store) == ["three", "one"]
    store.restore_unfinished(before[1])
    store.restore_unfinished(before[1])
    assert store.unfinished() == before
    store.keep_unfinished(before[1].id, "nim", "two goes on")
    assert texts(store) == ["two goes on", "three", "one"]


def test_a_wish_to_remove_leaves_what_another_window_has_just_played(store: Store) -> None:
    number = store.keep_unfinished(None, "nim", "as listed")
    store.keep_unfinished(number, "nim", "a move later")
    store.remove_unfinished(number)
    assert texts(store) == ["a move later"]


@pytest.mark.parametrize("row", ["9223372036854775807, 5", "2147483647, 5", "7, 4294967296"])
def test_games_are_saved_beside_a_row_with_a_number_too_large(reopen: Reopen, row: str) -> None:
    store = reopen(f"INSERT INTO unfinished VALUES ({row}, 'tictactoe', 'bad', 'x')")
    assert store.notice is not None and store.notice.key == "store.rows_left_out"
    one = store.keep_unfinished(None, "nim", "one")
    two = store.keep_unfinished(None, "nim", "two")
    later = store.keep_unfinished(one, "nim", "one later")
    store.remove_unfinished(later)
    assert store.keep_unfinished(None, "nim", "three") not in (one, two, later)
    store.close()
    store = reopen()
    assert texts(store) == ["three", "two"]
    assert [kept.id for kept in store.unfinished()][1] == two


def test_a_match_counts_again_when_its_counted_end_is_taken_back(store: Store) -> None:
    """Another window had ended the match too: then it counted nowhere."""
    number = store.keep_unfinished(None, "nim", "goes on")
    first = finish(store, "an end", number)
    finish(store, "another end", number)
    assert len(store.named_results("nim")) == 1
    store.remove_game(first)
    assert store.named_results("nim") == []
    finish(store, "a third end", number)
    assert len(store.named_results("nim")) == 1
    finish(store, "another end", number)
    assert len(store.named_results("nim")) == 1


def test_an_end_that_another_window_stored_counts_when_it_is_the_only_one(store: Store) -> None:
    number = store.keep_unfinished(None, "nim", "goes on")
    first = finish(store, "an end", number)
    second = finish(store, "another end", number)
    store.remove_game(first)
    assert finish(store, "another end", number) == second
    assert len(store.named_results("nim")) == 1
