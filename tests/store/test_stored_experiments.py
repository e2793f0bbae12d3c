"""Experiments with their games: kept piece by piece, found again."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.store.game_records import GameRecord
from engine.store.store import Store
from tests.database import execute


def row(pairing: int, number: int, score: int = 2) -> GameRecord:
    return GameRecord(pairing, number, number % 2, score, 9, "k.X", 5, "4 0 1", 0.5, 0.25, 5, 0)


def test_games_are_kept_as_they_are_played(store: Store, second: Store) -> None:
    number = store.arena.add("title", {"done": 0})
    store.arena.keep(number, {"done": 2}, [row(0, 0), row(1, 0, 1)], {0: {"games": 1}})
    store.arena.keep(number, {"done": 3}, [row(0, 1, 0), row(0, 0)], {0: {"games": 2}})
    kept = next(each for each in second.arena.all() if each.id == number)
    assert kept.data == {"done": 3}
    assert second.arena.sums(number) == {0: {"games": 2}}
    assert second.arena.games(number) == ([row(0, 0), row(0, 1, 0), row(1, 0, 1)], 0)


def test_an_experiment_is_removed_with_all_that_is_its(store: Store) -> None:
    first, second = (store.arena.add(name, {}) for name in ("one", "two"))
    for number in (first, second):
        store.arena.keep(number, {}, [row(0, 0)], {0: 1})
    store.arena.remove(first)
    assert [each.id for each in store.arena.all()] == [second]
    store.arena.keep(first, {}, [row(0, 1)], {})
    assert store.arena.sums(first) == {}
    assert [len(store.arena.games(each)[0]) for each in (first, second)] == [0, 1]


DAMAGED_GAMES = (
    "starter = 'q'", "starter = 7", "score = 'x'", "score = 9", "score = 1.5", "plies = 'p'",
    "plies = -5", "plies = x'00'", "verdicts = x'ff'", "verdicts = 'zzz'", "moves = x'ff'",
    "seconds = 'x'", "seconds = 1e400", "seconds_a = -1", "number = 'n'", "number = 99999999999",
    "pairing = 'p'", "moves_a = 'm'", "opened = 'o'", "opened = 50", "opened = -2", "seed = 's'",

)  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGED_GAMES)
def test_a_damaged_game_is_left_out_and_can_be_played_again(
    store: Store, tmp_path: Path, damage: str
) -> None:
    number = store.arena.add("title", {})
    games = [row(0, game) for game in range(4)]
    store.arena.keep(number, {}, games, {})
    execute(tmp_path, f"UPDATE experiment_games SET {damage} WHERE number = 2")
    rest = [game for game in games if game.number != 2]
    assert store.arena.games(number) == (rest, 1)
    store.arena.keep(number, {}, [games[2]], {})
    assert store.arena.games(number)[0] == games


def test_damaged_sums_hide_none_of_the_others(store: Store, tmp_path: Path) -> None:
    number = store.arena.add("title", {})
    store.arena.keep(number, {}, [], {0: {"games": 1}, 1: {"games": 2}, 2: {"games": 3}})
    execute(
        tmp_path,
        "UPDATE experiment_sums SET sums = '{bad' WHERE pairing = 0",
        "UPDATE experiment_sums SET sums = x'ff' WHERE pairing = 1",
    )
    assert store.arena.sums(number) == {2: {"games": 3}}
