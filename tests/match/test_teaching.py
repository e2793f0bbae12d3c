"""What can be seen one move ahead is taught first, whatever the exact values say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from engine.levels import LEVELS
from engine.messages import render
from engine.puzzles.refutation import Missed, oversight, safe_moves, threats, wins_at_once
from engine.registry import GAMES, make_game
from engine.session import Session
from gui.match.model import Match
from gui.match.sentences import visible_hint
from gui.match.table import Players
from gui.match.view_model import MatchViewModel, make_view_model
from gui.protocols import BoardThreats
from tests.home import Home, new_table
from tests.waiting import let_pass

LOST = "1 0 3 0 0 0 2"  # Yellow is to move, lost by theory, and Red threatens column 4
# Red overlooks the three of Yellow in column 4, long after the game was lost by theory.
OVERLOOKED = "1 0 3 0 0 0 2 4 6 4 6 4 5 4"
WIN_MISSED = "3 0 3 0 3 0 2 0"  # Red could have had four in column 3, and lost column 0


Sit = Callable[..., Match]


@pytest.fixture
def sit(home: Home) -> Sit:
    """Begins a match after some moves, with teaching on."""
    home.settings = replace(home.settings, teaching=True)

    def make(moves: str, first: str, second: str, game_id: str = "connect4") -> Match:
        game = make_game(game_id)
        table = new_table(game_id, {}, Players(first, second), seed=7)
        for text in moves.split():
            table.play(game.parse_move(table.state, text))
        return Match(home, table)

    return make


def judged(match: Match) -> MatchViewModel:
    """The view model once every move is judged."""
    let_pass(lambda: match.update(0.05), lambda: match.judged)
    return make_view_model(match)


@pytest.mark.parametrize("level", LEVELS)
def test_a_block_missed_in_a_lost_position_is_asked_about_at_every_level(
    sit: Sit, level: str
) -> None:
    match = sit(LOST, level, "human")
    match.play(6)
    assert match.question is not None
    assert render(match.question) == "Red threatened column 4 and now wins there."
    assert make_view_model(match).board.threats == BoardThreats(0, (4,))
    match.answer(True)
    assert match.table.human_turn
    match.play(4)
    assert match.question is None


def test_a_missed_win_is_asked_about_and_drawn(sit: Sit) -> None:
    match = sit("3 0 3 0 3 0", "human", "perfect")
    match.play(2)
    assert match.question is not None and match.question.key == "teach.missed_win"
    assert make_view_model(match).board.threats == BoardThreats(0, (3,), own=True)


def test_a_hint_names_the_threat_before_theory(sit: Sit) -> None:
    match = sit(LOST, "medium", "human")
    match.ask_hint()
    (notice,) = match.notices.take()
    assert render(notice.text) == "Block column 4, or Red has four."
    assert match.hint == 4
    assert make_view_model(match).board.threats == BoardThreats(0, (4,))


@pytest.mark.parametrize("game_id", GAMES)
def test_a_visible_hint_never_overlooks_what_it_speaks_of(game_id: str) -> None:
    game, rng = make_game(game_id), np.random.default_rng(3)
    heard = set()
    for _ in range(60):
        session = Session(game)
        while moves := game.moves(session.state):
            state, seen = session.state, visible_hint(game, session.state)
            if seen is not None:
                move, text = seen
                heard.add(text.key)
                assert oversight(game, state, move) is None
                assert (text.key == "hint.win") is (move in wins_at_once(game, state))
                if text.key.startswith("hint.block"):
                    assert move in safe_moves(game, state) and threats(game, state)
            else:
                assert not wins_at_once(game, state) and not threats(game, state)
            session.play(int(rng.choice(moves)))
    expected = {
        "connect4": {"hint.win", "hint.block.connect4", "hint.unstoppable"},
        "tictactoe": {"hint.win", "hint.block.tictactoe", "hint.only"},
        "matches": {"hint.forces.matches", "hint.only"},
    }
    assert heard >= expected.get(game_id, {"hint.win"})


def test_the_only_move_of_a_lost_position_holds_out_no_longest() -> None:
    game = make_game("subtraction", {"start": "16", "takes": "1"})
    seen = visible_hint(game, game.parse("6 0"))
    assert seen is not None and render(seen[1]) == "There is only one move: 1 step."


def test_the_banner_names_the_last_thing_that_could_be_seen_and_the_list_begins_with_it(
    sit: Sit,
) -> None:
    match = sit(OVERLOOKED, "human", "medium")
    shown = make_view_model(match).result
    assert shown is not None and shown.since is not None
    assert render(shown.since) == "Your move 7 let your opponent win at once."
    assert match.decisive == 13
    later = judged(match)
    assert later.result is not None and later.result.since == shown.since
    assert [move.loss for move in later.moves[::2]] == [2, 2, 0, 0, 2, 0, 1]


def test_a_missed_win_is_the_decisive_mistake_of_a_lost_game(sit: Sit) -> None:
    match = sit(WIN_MISSED, "human", "medium")
    shown = make_view_model(match).result
    assert shown is not None and shown.since is not None
    assert render(shown.since) == "You could have won at once on your move 4."
    assert match.review_at(7).missed is Missed.WIN


def test_why_explains_the_last_move_that_changed_the_value(sit: Sit) -> None:
    """Where every move lost already, the block that was missed at the end explains nothing."""
    lost = "2 1 1 1 6 0 6 0 4 6 5 3 0 4 5 1 5 5 0 0 0 4 5 3 5 1 3 1"
    match = sit(lost, "human", "medium")
    assert match.decisive == 27 and match.mistake_question is None
    judged(match)
    assert match.mistake_question == match.plan_question(21)
    assert match.decisive == 27, "what could be seen one move ahead is still the first mistake"


def test_why_explains_the_decisive_move_where_none_changed_the_value(sit: Sit) -> None:
    match = sit("3 0 3 0 3 0 3", "medium", "human")
    judged(match)
    assert match.lost_since(1) == 0 and match.decisive == 6
    assert match.mistake_question == match.plan_question(6)


def test_a_last_move_that_loses_by_itself_is_the_decisive_one(sit: Sit) -> None:
    match = sit("1 2 3 3 2 3 2", "human", "medium", "matches")
    shown = judged(match).result
    assert shown is not None and shown.since is not None
    assert render(shown.since) == "Your move 4 lost the game."
    assert match.decisive == 7


def test_the_count_of_mistakes_appears_once_and_never_changes(sit: Sit) -> None:
    match = sit(OVERLOOKED, "human", "medium")
    seen: list[Any] = []

    def look() -> None:
        now = make_view_model(match)
        seen.append((now.counting, now.own_mistakes, now.mistakes))
        match.update(0.05)

    let_pass(look, lambda: match.judged)
    assert set(seen) == {(True, 0, (0, 0))}, "a mistake is known at once, their number is not"
    now = make_view_model(match)
    assert (now.counting, now.own_mistakes) == (False, 4)
    assert [point.own for point in now.history if point.own] == [1, 2, 3, 4]
