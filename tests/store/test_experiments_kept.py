"""Experiments with their games: kept piece by piece, found again, quick however many they are."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from engine.store import Store
from engine.store_arena import GameRow
from tests.store.older import make_older


def row(pairing: int, number: int, score: int = 2) -> GameRow:
    return GameRow(pairing, number, number % 2, score, 9, "k.X", 5, "4 0 1", 0.5, 0.25, 5, 0)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


def test_games_are_kept_as_they_are_played(store: Store, tmp_path: Path) -> None:
    number = store.arena.add("title", {"done": 0})
    store.arena.keep(number, {"done": 2}, [row(0, 0), row(1, 0, 1)], {0: {"games": 1}})
    store.arena.keep(number, {"done": 3}, [row(0, 1, 0), row(0, 0)], {0: {"games": 2}})
    again = Store(tmp_path)
    found = again.arena.find(number)
    assert found is not None and found.data == {"done": 3}
    assert again.arena.sums(number) == {0: {"games": 2}}
    assert [(line.pairing, line.number) for line in again.arena.lines(number)] == [
        *((0, 0), (0, 1), (1, 0))
    ]
    assert [line.number for line in again.arena.lines(number, 0, 0)] == [1]
    assert [line.pairing for line in again.arena.lines(number, None, 1)] == [1]
    assert again.arena.game(number, 0, 1) == row(0, 1, 0)
    assert again.arena.game(number, 0, 7) is None
    assert list(again.arena.every_game(number)) == [row(0, 0), row(0, 1, 0), row(1, 0, 1)]


def test_a_page_of_games_follows_the_other(store: Store) -> None:
    number = store.arena.add("title", {})
    games = [row(pairing, game) for pairing in range(3) for game in range(900)]
    store.arena.keep(number, {}, games, {})
    assert list(store.arena.every_game(number)) == games


def test_an_experiment_is_renamed_and_removed_with_all_that_is_its(store: Store) -> None:
    first, second = (store.arena.add(name, {}) for name in ("one", "two"))
    for number in (first, second):
        store.arena.keep(number, {}, [row(0, 0)], {0: 1})
        store.arena.keep_answers(number, {}, {0: ["a"], 1: ["b"]})
    store.arena.rename(first, "other")
    assert [each.title for each in store.arena.all()] == ["two", "other"]
    assert store.arena.answers(second) == [["a"], ["b"]]
    store.arena.remove(first)
    assert [each.id for each in store.arena.all()] == [second]
    assert store.arena.lines(first) == [] and store.arena.sums(first) == {}
    assert store.arena.answers(first) == [] and len(store.arena.lines(second)) == 1
    store.arena.keep(first, {}, [row(0, 1)], {})
    store.arena.keep_answers(first, {}, {0: 1})
    assert store.arena.lines(first) == [] and store.arena.answers(first) == []


def test_an_older_store_gets_the_tables_in_one_step(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.arena.add("kept", [1])
    store.close()
    make_older(tmp_path, 5)
    again = Store(tmp_path)
    assert again.notice is None and [each.title for each in again.arena.all()] == ["kept"]
    again.arena.keep(1, [], [row(0, 0)], {})
    assert len(again.arena.lines(1)) == 1


def test_statistics_over_100000_games_take_less_than_50_ms(tmp_path: Path) -> None:
    store = Store(tmp_path)
    number = store.arena.add("large", {})
    for pairing in range(10):
        games = [row(pairing, game, game % 3) for game in range(10_000)]
        store.arena.keep(number, {}, games, {pairing: {"games": 10_000}})
    store.close()
    began = time.perf_counter()
    store = Store(tmp_path)
    opened = time.perf_counter() - began
    times = []
    for _ in range(3):
        began = time.perf_counter()
        assert len(store.arena.sums(number)) == 10
        assert len(store.arena.lines(number, 4, 1)) == 3333
        times.append(time.perf_counter() - began)
    assert min(times) < 0.05, (times, opened)
    print(f"statistics {1000 * min(times):.1f} ms, opened in {1000 * opened:.0f} ms")
