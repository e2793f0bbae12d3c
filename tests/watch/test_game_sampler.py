"""Single games of a bulk run: the ones counted, move by move, and no random number changed."""

from __future__ import annotations

import numpy as np
import pytest

from engine.recording import GameSampler
from engine.registry import make_game
from engine.solvers.playout import outcome_counts
from engine.solvers.tabulate import no_check

GAMES = [
    ("tictactoe", {}),
    ("tictactoe", {"misere": "true"}),
    ("tictactoe", {"draw": "second"}),
    ("connect4", {}),
    ("connect4", {"columns": "8", "rows": "7"}),
    ("connect4", {"columns": "4", "rows": "4"}),
    ("nim", {}),
    ("nim", {"heaps": "1,3,5,7", "misere": "true"}),
    ("subtraction", {}),
    ("matches", {"takes": "2,3,5", "start": "17"}),
]


@pytest.mark.one_of(2)
@pytest.mark.parametrize(("game_id", "options"), GAMES)
def test_single_games_are_the_ones_that_were_counted(game_id: str, options: dict[str, str]) -> None:
    game = make_game(game_id, options)
    start = game.initial()
    states = [game.play(start, move) for move in game.moves(start)]
    repeats = [400 + index for index in range(len(states))]
    plain = outcome_counts(game, states, repeats, np.random.default_rng(7), no_check)
    singles = GameSampler(range(0, sum(repeats), 3))
    seen = outcome_counts(game, states, repeats, np.random.default_rng(7), no_check, singles)
    assert (plain == seen).all()
    ends = np.cumsum(repeats)
    counted = np.zeros_like(plain)
    for number, outcome in enumerate(singles.outcomes.tolist()):
        counted[int(np.searchsorted(ends, number, side="right")), outcome] += 1
    assert (counted == plain).all()
    for number, line in singles.moves.items():
        state = states[int(np.searchsorted(ends, number, side="right"))]
        for move in line:
            assert move in game.moves(state)
            state = game.play(state, move)
        assert game.outcome(state) == singles.outcomes[number]


def test_games_of_several_batches_are_told_apart() -> None:
    game = make_game("connect4", {})
    singles = GameSampler([0, 40_000, 69_999])
    counts = outcome_counts(
        game, [game.initial()], [70_000], np.random.default_rng(3), no_check, singles
    )
    assert np.bincount(singles.outcomes, minlength=3).tolist() == counts[0].tolist()
    for number, line in singles.moves.items():
        state = game.initial()
        for move in line:
            state = game.play(state, move)
        assert game.outcome(state) == singles.outcomes[number]


def test_finished_states_are_counted_and_have_no_single_games() -> None:
    game = make_game("tictactoe", {})
    over, going = game.parse("XXXOO.... O"), game.parse("XX.OO.... X")
    singles = GameSampler([0, 1])
    counts = outcome_counts(game, [over, going], 5, np.random.default_rng(0), no_check, singles)
    assert counts.sum(axis=1).tolist() == [5, 5]
    assert len(singles.outcomes) == 5
