"""Solved puzzles and mistakes to try again: kept, and taken over from older stores."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from engine.store.schema import LAST_TURN
from engine.store.store import FILE_NAME, PuzzleResult, Store


def test_the_first_solving_of_a_day_stays(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.add_solved(7, "nim", 3)
    store.add_solved(7, "matches", 1)
    store.add_solved(7, "nim", 1)
    store.add_solved(8, "nim", 2)
    assert list(store.solved(7).items()) == [("nim", 3), ("matches", 1)]
    assert store.solved(9) == {}
    store.close()


def test_a_mistake_comes_again_until_it_was_solved_twice(tmp_path: Path) -> None:
    store = Store(tmp_path)
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
    store.close()


def test_damaged_rows_are_said_and_hide_no_others(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.add_solved(7, "nim", 1)
    store.keep_mistakes("nim", {"a": "one", "b": "two"})
    store.close()
    database = sqlite3.connect(tmp_path / FILE_NAME)
    database.execute("INSERT INTO puzzles (day, game, tries) VALUES (7, 'matches', -1)")
    database.execute("UPDATE mistakes SET saved = x'00ff' WHERE place = 'b'")
    database.commit()
    database.close()
    store = Store(tmp_path)
    assert store.notice is not None
    assert store.notice.values["count"] == 2
    assert store.solved(7) == {"nim": 1}
    assert [kept.saved for kept in store.mistakes()] == ["one"]
    store.close()


@pytest.mark.parametrize("damage", ["turn = 9223372036854775807", "turn = 'never'", "turn = 1e300"])
def test_one_damaged_turn_takes_no_other_mistake_with_it(tmp_path: Path, damage: str) -> None:
    store = Store(tmp_path)
    store.keep_mistakes("nim", {"a": "one", "b": "two", "c": "three"})
    store.close()
    database = sqlite3.connect(tmp_path / FILE_NAME)
    database.execute(f"UPDATE mistakes SET {damage} WHERE place = 'a'")
    database.commit()
    database.close()
    store = Store(tmp_path)
    for place in ("b", "c", "b", "c"):
        store.try_mistake(place, False)
    assert [kept.saved for kept in store.mistakes()] == ["two", "three"]
    store.close()


def test_a_turn_near_the_last_one_takes_no_mistake_with_it(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.keep_mistakes("nim", {"a": "one", "b": "two"})
    store.close()
    database = sqlite3.connect(tmp_path / FILE_NAME)
    database.execute(f"UPDATE mistakes SET turn = {LAST_TURN} WHERE place = 'a'")
    database.commit()
    database.close()
    store = Store(tmp_path)
    store.try_mistake("b", False)
    store.try_mistake("a", True)
    assert sorted(kept.saved for kept in store.mistakes()) == ["one", "two"]
    store.close()


def test_the_best_cubes_are_kept_for_each_metric(tmp_path: Path) -> None:
    store = Store(tmp_path)
    quarter = [(30, 90_000), (25, 100_000), (25, 99_000), (40, 8_000)]
    for turns, milliseconds in quarter:
        store.add_result(PuzzleResult("quarter", turns, milliseconds, 9, "R U F"))
    store.add_result(PuzzleResult("half", 12, 1, 7, "R2"))

    def shown(found: list[PuzzleResult]) -> list[tuple[int, int]]:
        return [(cube.moves, cube.milliseconds) for cube in found]

    assert shown(store.fewest_moves("quarter", 3)) == [(25, 99_000), (25, 100_000), (30, 90_000)]
    assert shown(store.quickest("quarter", 2)) == [(40, 8_000), (30, 90_000)]
    assert shown(store.quickest("half", 5)) == [(12, 1)]
    store.close()


def test_a_cube_solved_in_fewer_turns_than_there_can_be_is_left_out_and_said(
    tmp_path: Path,
) -> None:
    store = Store(tmp_path)
    store.add_result(PuzzleResult("quarter", 20, 1000, 9, "R"))
    store.close()
    database = sqlite3.connect(tmp_path / FILE_NAME)
    database.execute("INSERT INTO cubes SELECT 7, metric, 3, 1, 9, scramble, saved_at FROM cubes")
    database.commit()
    database.close()
    store = Store(tmp_path)
    assert store.notice is not None
    assert [cube.moves for cube in store.fewest_moves("quarter", 5)] == [20]
    store.close()
