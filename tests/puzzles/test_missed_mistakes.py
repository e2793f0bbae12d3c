"""Mistakes that could be seen one move ahead: first in the drill, and counted apart from regret."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engine.context import Context
from engine.messages import LANGUAGES, render
from engine.protocols import Estimate
from engine.puzzles.review import Regret
from engine.registry import make_game, make_oracles
from engine.saves import SavedGame
from gui.exercises.exercise import AttemptPhase
from gui.exercises.mistake_drill import MistakeDrill, MistakeExercise, exercise_of, goal_of
from gui.exercises.mistakes import (
    MistakeCollector,
    read_mistake,
    review,
    review_known,
    reviewed_place,
)
from gui.exercises.problem import MoveAttempt
from gui.protocols import BoardThreats
from tests.home import Home
from tests.waiting import let_pass

OVERLOOKED = "1 0 3 0 0 0 2 4 6 4 6 4 5 4"  # a block missed long after the game was lost by theory
WIN_MISSED = "3 0 3 0 3 0 2 0"  # Red does not take four in column 3


def saved_game(moves: str, level: str = "medium") -> SavedGame:
    game = make_game("connect4")
    start = game.text(game.initial())
    return SavedGame("connect4", dict(game.options), start, "human", level, 1, tuple(moves.split()))


def blank(state: Any) -> Sequence[Estimate]:
    """Values of which none is known."""
    return [Estimate(move) for move in make_game("connect4").moves(state)]


def known(state: Any) -> Sequence[Estimate]:
    return ORACLE.values(state, Context(0)).estimates


ORACLE = make_oracles().of(make_game("connect4"))


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_a_missed_block_comes_first_though_it_lost_nothing_by_theory(
    home: Home, level: str
) -> None:
    drill = MistakeDrill(home, "connect4", saved_game(OVERLOOKED, level), known)
    drill.enter()
    attempt = drill.attempt
    assert isinstance(attempt, MoveAttempt)
    assert render(attempt.title) == "Yellow threatens column 4. Block it."
    assert attempt.board.threats == BoardThreats(1, (4,))
    assert isinstance(attempt.exercise, MistakeExercise)
    assert render(attempt.exercise.row[2]) == "lost at once"
    attempt.play(4)
    assert attempt.phase is AttemptPhase.SOLVED
    assert render(attempt.title) == "Yes, column 4 prevents that. You found it."


@pytest.mark.parametrize("values", [known, blank])
@pytest.mark.parametrize("moves", [OVERLOOKED, WIN_MISSED])
def test_what_was_missed_is_kept_and_read_whether_its_value_is_known_or_not(
    moves: str, values: Any
) -> None:
    reviewed = review_known(saved_game(moves), values)
    assert reviewed is not None
    assert any(each.review.missed is not None for each in reviewed.mistakes)
    for each in reviewed.mistakes:
        assert read_mistake(each.to_text()) == each


def test_only_the_win_at_once_is_right_where_it_was_missed(home: Home) -> None:
    drill = MistakeDrill(home, "connect4", saved_game(WIN_MISSED), blank)
    drill.enter()
    attempt = drill.attempt
    assert isinstance(attempt, MoveAttempt)
    assert attempt.exercise.right == (3,) and attempt.board.threats is None
    attempt.play(3)
    assert render(attempt.title) == "Yes, column 3 wins at once. You found it."


def test_what_was_missed_is_counted_apart_and_leaves_regret_exact(home: Home) -> None:
    saved = saved_game(OVERLOOKED)
    home.store.add_game("connect4", "human", "medium", 1, "second", 14, saved.to_json())
    collector = MistakeCollector(home, "connect4")
    collector.begin()
    let_pass(collector.update, lambda: not collector.busy)
    (regret,) = collector.games
    assert (regret.judged, regret.errors, collector.missed) == (4, 3, 1)


def test_a_game_that_1_0_0_reviewed_still_counts(home: Home) -> None:
    saved = saved_game(OVERLOOKED)
    home.store.add_game("connect4", "human", "medium", 1, "second", 14, saved.to_json())
    home.store.keep_mistakes("connect4", {}, {reviewed_place(saved, 0): "4 3"})
    collector = MistakeCollector(home, "connect4")
    collector.begin()
    assert (collector.busy, collector.games, collector.missed) == (False, [Regret(4, 3)], 0)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [("human", "random"), ("human", "human")])
def test_every_sentence_about_a_missed_move_is_written(
    language: str, players: tuple[str, str]
) -> None:
    goals = set()
    for game_id, moves in (
        ("connect4", OVERLOOKED),
        ("connect4", WIN_MISSED),
        ("nim", "1-5 2-3 2-1 3-3 4-1 5-1 4-1"),
        ("nim", "1-5 2-4 4-2 5-1 3-1 3-1 3-1"),
    ):
        game = make_game(game_id)
        start = game.text(game.initial())
        saved = SavedGame(game_id, dict(game.options), start, *players, 1, tuple(moves.split()))
        for mistake in review(saved, Context(0)).mistakes:
            exercise = exercise_of(mistake)
            goals.add((game_id, goal_of(mistake)))
            move = exercise.right[0]
            for phase in AttemptPhase:
                for helped in (False, True):
                    title = render(exercise.title(phase, move, helped), language)
                    assert title[:6] != "retry." and "{" not in title
    assert {("connect4", "safe"), ("connect4", "once"), ("nim", "once")} <= goals
