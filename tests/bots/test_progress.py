"""The score of bags against random play, worked out exactly, and the curve it makes."""

from __future__ import annotations

import numpy as np
import pytest

from engine.bots.learner import Learner
from engine.bots.training import score_against_random, train
from engine.context import Context
from engine.registry import make_game
from engine.session import Session


@pytest.mark.parametrize(
    ("game_id", "options", "games"),
    [
        ("matches", {}, 6_000),
        ("subtraction", {"misere": "true"}, 6_000),
        ("nim", {"heaps": "1,2,3"}, 6_000),
        ("tictactoe", {}, 2_000),
        ("tictactoe", {"draw": "second"}, 2_000),
    ],
)
def test_it_is_what_many_games_come_to(game_id: str, options: dict[str, str], games: int) -> None:
    game, learner = make_game(game_id, options), Learner()
    train(game, learner, 150, None, 3, Context(1), 10)
    exact = learner.score(game)
    assert exact is not None
    played = score_against_random(game, learner, games, np.random.default_rng(1), Context(1))
    assert abs(exact - played) < 4 * 0.5 / games**0.5


def test_a_game_with_too_many_positions_has_no_exact_score() -> None:
    game, learner = make_game("nim", {"heaps": "9,9,9,9,9"}), Learner()
    assert learner.score(game) is None
    train(game, learner, 60, None, 3, Context(1), 40)
    curve = learner.progress(game).learning().curve
    assert [games for games, _ in curve] == [60], "what was measured is kept"


def test_every_game_counts_and_only_the_last_one_grew_bags() -> None:
    game, learner = make_game("matches", {"start": "2"}), Learner()
    won = Session.replay(game, None, ["1", "1"])  # the second player takes the last and loses
    learner.reward(game, won.states, won.moves, 0)
    assert learner.progress(game).learning().games == 1
    assert learner.progress(game).learning().grown == ("2",)
    learner.reward(game, won.states, won.moves, 1)
    told = learner.progress(game).learning()
    assert told.games == 2 and told.grown == ()
    changes = learner.reward(game, won.states, won.moves, 0, 1)
    assert [change.place for change in changes] == ["2"]
    assert learner.progress(game).learning().games == 3, "one game for both sides"


def test_training_is_the_same_whether_or_not_it_is_measured() -> None:
    """The curve takes no random number: the bags after training are those of before."""
    game = make_game("matches")
    bags = []
    for _ in range(2):
        learner = Learner()
        train(game, learner, 200, None, 5, Context(1), 50)
        bags.append([learner.bag(game, game.parse(f"{n} 0")).counts for n in range(2, 17)])
    assert bags[0] == bags[1]
