"""What a move overlooked one move ahead is what plain recursion over the rules says."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from engine.context import Context
from engine.puzzles.review import Reviewer
from engine.registry import GAMES, make_game
from engine.session import Session
from tests.commands import reported
from tests.full import few_or_full
from tests.solvers.unable import Unable

TURNED = [
    ("tictactoe", {"misere": "true"}),
    ("tictactoe", {"draw": "second"}),
    ("nim", {"misere": "true"}),
    ("subtraction", {"misere": "true"}),
    ("subtraction", {"takes": "2,3"}),
    ("matches", {"misere": "false"}),
    ("connect4", {"columns": "4", "rows": "4"}),
]


def winner(game: Any, state: Any) -> int | None:
    """The winner of a finished game, by the score of its outcome."""
    outcome = game.outcome(state)
    if outcome is None or outcome.score(0) == 0.5:
        return None
    return 0 if outcome.score(0) == 1 else 1


def missed(game: Any, state: Any, move: int) -> str | None:
    """The definition, word for word."""
    me = game.to_move(state)
    after = {each: game.play(state, each) for each in game.moves(state)}
    wins = {each for each in after if winner(game, after[each]) == me}

    def opponent_can_win(each: int) -> bool:
        replies = [game.play(after[each], reply) for reply in game.moves(after[each])]
        return any(winner(game, reply) == 1 - me for reply in replies)

    if wins:
        return None if move in wins else "win"
    if game.outcome(after[move]) is not None or not opponent_can_win(move):
        return None
    saving = [
        each for each in after if winner(game, after[each]) != 1 - me and not opponent_can_win(each)
    ]
    return "block" if saving else None


@few_or_full("games", 20, 200)
@pytest.mark.parametrize(("game_id", "options"), [*((each, {}) for each in GAMES), *TURNED])
def test_every_missed_win_and_block_of_random_games_is_marked_and_no_other(
    game_id: str, options: dict[str, str], games: int
) -> None:
    game = make_game(game_id, options)
    reviewer: Reviewer[Any] = Reviewer(game, Unable())
    rng = np.random.default_rng(41)
    met = set()
    for _ in range(games):
        session = Session(game)
        while moves := game.moves(session.state):
            session.play(int(rng.choice(moves)))
        judged = reviewer.review(session.all_states, session.all_moves, Context(0))
        for state, each in zip(session.all_states, judged, strict=False):
            expected = missed(game, state, each.move)
            assert each.missed == expected, (game.text(state), each.move)
            assert each.is_mistake is (expected is not None)
            if each.missed is not None:
                assert each.good
                assert all(missed(game, state, move) is None for move in each.good)
            met.add(expected)
    misere = game.options.get("misere") == "true"
    assert met == {None} if misere else met >= {None, "win", "block"}


def test_a_block_missed_in_a_lost_position_is_printed_and_loses_nothing() -> None:
    moves = "1 0 3 0 0 0 2 4 6 4 6 4 5 4"
    told = reported("review", "connect4", "--moves", moves)["moves"]
    assert [each["ply"] for each in told if each["missed"]] == [13]
    assert (told[12]["missed"], told[12]["lost"], told[12]["better"]) == ("block", 0.0, [])
