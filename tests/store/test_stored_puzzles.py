"""Solved puzzles and mistakes to try again: kept, and taken over from older stores."""

from __future__ import annotations

import pytest

from engine.store.schema import LAST_TURN
from engine.store.store import PuzzleResult, Store
from tests.store.conftest import Reopen


def test_the_first_solving_of_a_day_stays(store: Store) -> None:
    store.add_solved(7, "nim", 3)
    store.add_solved(7, "matches", 1)
    store.add_solved(7, "nim", 1)
    store.add_solved(8, "nim", 2)
    assert list(store.solved(7).items()) == [("nim", 3), ("matches", 1)]
    assert store.solved(9) == {}


def test_a_mistake_comes_again_until_it_was_solved_twice(store: Store) -> None:
    store.keep_mistakes("nim", {"a": "one", "b": "two"})
    store.keep_mistakes("matches", {"c": "three"})

    def left(game: str | None = None) -> list[str]:
        return [kept.saved for kept in store.mistakes(game)]

    assert left() == ["one", "two", "three"]
    assert left("matches") == ["three"]
    store.try_mistake("a", True)
    assert left() == ["two", "three", "one"]  # what was tried last comes last
    store.try_mistake("b", False)
    store.try_mistake("a", True)
    assert left() == ["three", "two"]
    store.keep_mistakes("nim", {"a": "one again"}, {"d": "12 3"})
    assert left() == ["three", "two"]
    assert store.known_mistakes("nim") == {"a": "one", "b": "two", "d": "12 3"}


def test_damaged_rows_are_said_and_hide_no_others(store: Store, reopen: Reopen) -> None:
    store.add_solved(7, "nim", 1)
    store.keep_mistakes("nim", {"a": "one", "b": "two"})
    store = reopen(
        "INSERT INTO puzzles (day, game, tries) VALUES (7, 'matches', -1)",
        "UPDATE mistakes SET saved = x'00ff' WHERE place = 'b'",
    )
    assert store.notice is not None
    assert store.notice.values["count"] == 2
    assert store.solved(7) == {"nim": 1}
    assert [kept.saved for kept in store.mistakes()] == ["one"]


@pytest.mark.parametrize("damage", ["turn = 9223372036854775807", "turn = 'never'", "turn = 1e300"])
def test_one_damaged_turn_takes_no_other_mistake_with_it(
    store: Store, reopen: Reopen, damage: str
) -> None:
    store.keep_mistakes("nim", {"a": "one", "b": "two", "c": "three"})
    store = reopen(f"UPDATE mistakes SET {damage} WHERE place = 'a'")
    for place in ("b", "c", "b", "c"):
        store.try_mistake(place, False)
    assert [kept.saved for kept in store.mistakes()] == ["two", "three"]


def test_a_turn_near_the_last_one_takes_no_mistake_with_it(store: Store, reopen: Reopen) -> None:
    store.keep_mistakes("nim", {"a": "one", "b": "two"})
    store = reopen(f"UPDATE mistakes SET turn = {LAST_TURN} WHERE place = 'a'")
    store.try_mistake("b", False)
    store.try_mistake("a", True)
    assert sorted(kept.saved for kept in store.mistakes()) == ["one", "two"]


def test_the_best_cubes_are_kept_for_each_metric(store: Store) -> None:
    quarter = [(30, 90_000), (25, 100_000), (25, 99_000), (40, 8_000)]
    for turns, milliseconds in quarter:
        store.add_result(PuzzleResult("quarter", turns, milliseconds, 9, "R U F"))
    store.add_result(PuzzleResult("half", 12, 1, 7, "R2"))

    def shown(found: list[PuzzleResult]) -> list[tuple[int, int]]:
        return [(cube.moves, cube.milliseconds) for cube in found]

    assert shown(store.fewest_moves("quarter", 3)) == [(25, 99_000), (25, 100_000), (30, 90_000)]
    assert shown(store.quickest("quarter", 2)) == [(40, 8_000), (30, 90_000)]
    assert shown(store.quickest("half", 5)) == [(12, 1)]


def test_a_cube_solved_in_fewer_turns_than_there_can_be_is_left_out_and_said(
    store: Store, reopen: Reopen
) -> None:
    store.add_result(PuzzleResult("quarter", 20, 1000, 9, "R"))
    store = reopen("INSERT INTO cubes SELECT 7, metric, 3, 1, 9, scramble, saved_at FROM cubes")
    assert store.notice is not None
    assert [cube.moves for cube in store.fewest_moves("quarter", 5)] == [20]
