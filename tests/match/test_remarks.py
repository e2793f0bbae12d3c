"""What a computer at a level says about its last move: plain words, and what one can see."""

from __future__ import annotations

import re
from functools import partial
from random import Random
from typing import Any

import pytest

from engine.messages import LANGUAGES, render
from engine.protocols import Outcome
from engine.registry import GAMES, make_game
from gui.match.model import Match
from gui.match.remarks import level_remark, visible_reason
from gui.match.table import Players
from gui.match.view_model import make_view_model
from tests.home import Home
from tests.tables import new_table
from tests.waiting import let_pass


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", ["easy", "medium", "fit"])
def test_a_level_says_its_move_without_a_number_of_its_own(
    home: Home, game: str, level: str
) -> None:
    match = Match(home, new_table(game, {}, Players("human", level), seed=7))
    match.play(match.table.game.moves(match.table.state)[0])
    let_pass(partial(match.update, 0.05), lambda: match.table.session.ply == 2)
    bubble = make_view_model(match).bubble
    assert bubble is not None and bubble.side == 1
    for language in LANGUAGES:
        assert not re.search(r"%|playout|score|position", render(bubble.text, language))
    assert render(bubble.text, "en").startswith("The computer ")
    assert bubble.text in make_view_model(match).news  # a screen reader says the same


def remark(game: str, moves: str, first: str = "human", second: str = "medium") -> str:
    table = new_table(game, {}, Players(first, second), seed=1)
    for move in moves.split():
        table.play(table.game.parse_move(table.state, move))
    return render(level_remark(table), "en")


def test_a_level_says_that_it_blocked_or_makes_two_threats() -> None:
    assert remark("connect4", "3 0 3 0 3 3") == "The computer played column 3. It blocked you."
    assert remark("connect4", "0 3 0 2 6 4").endswith("column 4. It makes two threats.")
    assert remark("tictactoe", "0 8 1 2") == "The computer played square 2. It blocked you."
    assert remark("nim", "1-2 1-1") == "The computer took 1 from heap 1."


def test_the_first_move_says_once_how_columns_are_counted() -> None:
    assert remark("connect4", "3", "medium", "human").endswith("Columns count from 0.")
    assert "count" not in remark("connect4", "3 3 3", "medium", "human")
    assert "count" not in remark("matches", "3", "medium", "human")


@pytest.mark.parametrize("game_id", ["tictactoe", "connect4"])
def test_a_reason_is_true_of_the_board(game_id: str) -> None:
    """Where a move blocks, passing would have lost at once; after two threats no reply helps."""
    rng, told = Random(5), set()
    for _ in range(120):
        game: Any = make_game(game_id, {})
        state = game.initial()
        while game.outcome(state) is None:
            move = rng.choice(list(game.moves(state)))
            reason = visible_reason(game, state, move)
            before, state = state, game.play(state, move)
            if reason is None:
                continue
            told.add(reason.key)
            winning = [
                reply
                for reply in game.moves(state)
                if game.outcome(game.play(state, reply)) is Outcome.win_of(game.to_move(state))
            ]
            assert not winning
            if reason.key == "remark.blocked":
                assert game.null_move_wins(before)
            else:
                mover = Outcome.win_of(game.to_move(before))
                for reply in game.moves(state):
                    after = game.play(state, reply)
                    assert mover in {game.outcome(game.play(after, m)) for m in game.moves(after)}
    assert told == {"remark.blocked", "remark.two_threats"}
