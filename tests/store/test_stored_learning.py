"""The learning curve: every game counts, the file stays small."""

from __future__ import annotations

import pytest

from engine.bots.learner import Learner
from engine.bots.training import train
from engine.context import Context
from engine.protocols import Learning, game_key
from engine.registry import make_game
from engine.store.learning import MAX_CURVE, thinned
from engine.store.store import Store
from tests.store.conftest import Reopen


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
    "curve", ["", "{}", "[[1]]", '[[1, "x"]]', "[[1, 7.0]]", "[[-1, 0.5]]", "["]
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
