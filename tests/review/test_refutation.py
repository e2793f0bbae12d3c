"""Refutations: a cause is found wherever plain recursion says that there is one."""

from __future__ import annotations

import pytest

from engine.games.connect4 import ConnectFour
from engine.protocols import Estimate, Value
from engine.puzzles.refutation import Cause, Refutation, refutation, threats, wins_at_once
from engine.puzzles.review import judge
from engine.registry import make_game
from tests.claims.claims import DRAW, LOSS, WIN
from tests.claims.truth import Truth
from tests.full import few_or_full
from tests.solvers.slow_values import reachable

GAMES = [
    ("tictactoe", {}),
    ("tictactoe", {"misere": "true"}),
    ("tictactoe", {"draw": "second"}),
    ("nim", {"heaps": "3,2,1"}),
    ("matches", {}),
]


@few_or_full("every", 4, 1)
@pytest.mark.parametrize(("game_id", "options"), GAMES)
def test_a_losing_move_has_its_cause_and_no_other_has_one(
    game_id: str, options: dict[str, str], every: int
) -> None:
    game = make_game(game_id, options)
    truth, met = Truth(game), set()
    for state in list(reachable(game, game.initial()))[::every]:
        for move, (value, plies) in truth.moves(state).items():
            after = game.play(state, move)
            reply = None
            if game.moves(after):
                best = truth.best(after)[0]
                worth, later = truth.moves(after)[best]
                reply = Estimate(best, value=Value(worth), remoteness=later)
            found, blind = refutation(game, state, move, reply), refutation(game, state, move)
            if value == WIN:
                assert found is None and blind is None
                continue
            assert found is not None
            met.add(found.cause)
            if found.cause in (Cause.LOSS, Cause.DRAW):
                assert value == (LOSS if found.cause is Cause.LOSS else DRAW)
                assert value == DRAW or plies > 2
                assert blind is None
            else:
                assert blind == found  # needs no solver
            if found.cause is Cause.TWO_THREATS:
                assert (value, plies) == (LOSS, 4)
            if (value, plies) == (LOSS, 2):
                assert found.cause in (Cause.UNSTOPPED, Cause.AT_ONCE)
    assert Cause.LOSS in met


def test_the_threat_that_was_overlooked_is_named() -> None:
    game: ConnectFour = ConnectFour(7, 6)
    state = game.initial()
    for column in (3, 5, 0, 2, 1, 3, 1, 1, 1, 5, 1, 5, 5, 2, 2, 4):
        state = game.play(state, column)
    assert threats(game, state) == (4,)
    assert refutation(game, state, 3) == Refutation(Cause.UNSTOPPED, 4)
    assert refutation(game, state, 4) is None
    assert sorted(game.line_through(state, 1, 4)) == [(2, 1), (3, 1), (4, 1), (5, 1)]
    assert not wins_at_once(game, state)


@pytest.mark.parametrize(
    ("game_id", "position", "cause"),
    [("tictactoe", "XOXXOOOX. X", Cause.ENDS_DRAWN), ("matches", "1 0", Cause.ENDS_LOST)],
)
def test_a_move_that_ends_the_game_is_refuted_by_that_end(
    game_id: str, position: str, cause: Cause
) -> None:
    game = make_game(game_id)
    state = game.parse(position)
    assert refutation(game, state, game.moves(state)[0]) == Refutation(cause)


def test_a_threat_is_none_where_the_player_to_move_wins_first() -> None:
    game = make_game("tictactoe")
    state = game.parse("XX.OO.... X")
    assert wins_at_once(game, state) == (2,)
    assert threats(game, state) == ()


def test_a_review_counts_the_plies_to_the_loss_and_those_of_the_win_given_away() -> None:
    estimates = [
        Estimate(0, value=Value.WIN, remoteness=5),
        Estimate(1, value=Value.WIN, remoteness=3),
        Estimate(2, value=Value.LOSS, remoteness=8),
        Estimate(3, value=Value.DRAW, remoteness=9),
    ]
    counted = [(each.lost_in, each.win_in) for each in (judge(1, 0, m, estimates) for m in (2, 3))]
    assert counted == [(8, 3), (None, 3)]
