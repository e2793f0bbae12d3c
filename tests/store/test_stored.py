"""Puzzles, mistakes, learning, experiments and games begun: kept, and taken over when older."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.bots.learner import Learner, is_milestone
from engine.bots.training import train
from engine.context import Context
from engine.protocols import Learning, game_key
from engine.registry import make_game
from engine.store.experiments import GameRecord
from engine.store.learning import MAX_CURVE, thinned
from engine.store.schema import LAST_TURN
from engine.store.store import PuzzleResult, Store
from tests.database import execute
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

    assert shown(store.best_results("quarter", 3)) == [(25, 99_000), (25, 100_000), (30, 90_000)]
    assert shown(store.best_results("quarter", 2, quickest=True)) == [(40, 8_000), (30, 90_000)]
    assert shown(store.best_results("half", 5, quickest=True)) == [(12, 1)]


def test_a_cube_solved_in_fewer_turns_than_there_can_be_is_left_out_and_said(
    store: Store, reopen: Reopen
) -> None:
    store.add_result(PuzzleResult("quarter", 20, 1000, 9, "R"))
    store = reopen("INSERT INTO cubes SELECT 7, metric, 3, 1, 9, scramble, saved_at FROM cubes")
    assert store.notice is not None
    assert [cube.moves for cube in store.best_results("quarter", 5)] == [20]


def test_what_two_windows_learn_adds_up(store: Store, second: Store) -> None:
    one, two = store, second
    one.add_lesson("a", Learning(10, ((0, 0.5), (10, 0.6)), ("p",)))
    two.add_lesson("a", Learning(5, ((5, 0.7),), ("q", "r")))
    one.add_lesson("a", Learning(1, (), ()))
    assert two.learning("a") == Learning(16, ((0, 0.5), (10, 0.6), (15, 0.7)), ())
    assert one.learning("b") == Learning()
    one.add_to_bags("a", {"p": {0: 1}})
    one.reset_bags("a")
    assert two.learning("a") == Learning()


def test_a_long_curve_is_thinned_and_keeps_both_ends(store: Store) -> None:
    for _ in range(40):
        store.add_lesson("a", Learning(50, tuple((n, 0.5) for n in range(1, 51)), ()))
    kept = store.learning("a")
    assert kept.games == 2000
    assert len(kept.curve) <= MAX_CURVE
    assert kept.curve[0][0] == 1 and kept.curve[-1][0] == 2000
    assert list(kept.curve) == sorted(kept.curve)
    whole = tuple((n, 0.25) for n in range(10_001))
    assert len(thinned(whole)) <= MAX_CURVE
    assert thinned(whole)[0] == whole[0] and thinned(whole)[-1] == whole[-1]


@pytest.mark.parametrize(
    "curve",
    ["", "{}", "[[1]]", '[[1, "x"]]', "[[1, 7.0]]", "[[-1, 0.5]]", "[", f"[[1, {10**400}]]"],
)
def test_a_damaged_curve_is_not_believed(store: Store, reopen: Reopen, curve: str) -> None:
    store.add_lesson("a", Learning(3, ((3, 0.5),), ("p",)))
    store = reopen("UPDATE learning SET curve = ?, grown = ?", values=(curve, curve))
    assert store.learning("a") == Learning(3, (), ())
    store.add_lesson("a", Learning(1, ((1, 0.6),), ("q",)))
    assert store.learning("a") == Learning(4, ((4, 0.6),), ("q",))


def test_training_keeps_its_curve(store: Store) -> None:
    game = make_game("matches")
    train(game, Learner(store), 300, None, 1, Context(1), 100)
    first = store.learning(game_key(game))
    assert first.games == 300
    assert first.curve[0][0] == 0 and first.curve[-1][0] == 300
    assert first.curve[-1][1] > first.curve[0][1] + 0.1
    train(game, Learner(store), 100, None, 2, Context(1), 100)
    second = store.learning(game_key(game))
    assert second.games == 400
    assert second.curve[: len(first.curve)] == first.curve
    assert second.curve[-1][0] == 400


def test_the_bags_after_so_many_games_are_those_of_a_training_that_ended_there(
    store: Store,
) -> None:
    game = make_game("matches")
    learner = Learner(store)
    train(game, learner, 120, None, 4, Context(4), 0)
    kept = store.earlier_bags(game_key(game))
    assert list(kept) == [1, 2, 5, 10, 20, 50, 100]
    for games, bags in kept.items():
        shorter = Learner()
        train(game, shorter, games, None, 4, Context(4), 0)
        assert bags == shorter.bags(game).stored()


def test_earlier_bags_outlive_the_program_and_are_forgotten_with_the_others(
    store: Store, reopen: Reopen
) -> None:
    bags = {"16": {1: 3, 2: 1}}
    store.keep_bags("a", 10, {"16": {0: 2}})
    store.keep_bags("a", 10, bags)
    store.keep_bags("b", 1, bags)
    store = reopen()
    assert store.earlier_bags("a") == {10: bags}
    store.reset_bags("a")
    assert store.earlier_bags("a") == {} and store.earlier_bags("b") == {1: bags}


MANY_DIGITS = json.dumps({"16": {"1" * 5000: 1}})


@pytest.mark.parametrize("text", ["", "[]", "3", '{"16": 3}', '{"16": {"x": 1}}', "{", MANY_DIGITS])
def test_damaged_earlier_bags_are_left_out(store: Store, reopen: Reopen, text: str) -> None:
    store.keep_bags("a", 1, {"16": {0: 2}})
    store.keep_bags("a", 2, {"16": {0: 3}})
    store = reopen("UPDATE earlier_bags SET bags = ? WHERE games = 1", values=(text,))
    assert store.earlier_bags("a") == {2: {"16": {0: 3}}}


@pytest.mark.parametrize("text", ["", "{", "[1]", '{"a": 1} 2'])
def test_a_damaged_memory_of_an_own_bot_counts_as_empty(store: Store, text: str) -> None:
    store.keep_own_memory("own:a", '{"a": 1}')
    store.keep_own_memory("own:b", text)
    assert (store.own_memory("own:a"), store.own_memory("own:b")) == ('{"a": 1}', "{}")


def test_bags_are_kept_after_1_2_5_10_and_so_on() -> None:
    kept = [games for games in range(1, 6000) if is_milestone(games)]
    assert kept == [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000]


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
