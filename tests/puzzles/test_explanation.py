"""An explanation has one to three steps and ends at the first thing one can see."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from engine.context import Context
from engine.messages import LANGUAGES, Message, render
from engine.protocols import Outcome, Value
from engine.puzzles.problems import PuzzleJudge
from engine.puzzles.refutation import safe_moves, threats, wins_at_once
from engine.registry import make_game
from engine.session import Session
from gui.exercises.exercise import AttemptPhase, Exercise
from gui.exercises.explanation import ExplainedStep, Explanation, explain
from gui.exercises.problem import MoveAttempt, visible_threats
from gui.protocols import BoardThreats
from tests.home import Home
from tests.waiting import let_pass

CASES = [
    ("tictactoe", {}),
    ("tictactoe", {"misere": "true"}),
    ("connect4", {"columns": "5", "rows": "4"}),
    ("matches", {}),
    ("nim", {"heaps": "4,3,2,1"}),
    ("subtraction", {}),
]


def positions(game: Any, games: int) -> Iterator[Any]:
    """The positions of some random games."""
    rng = np.random.default_rng(5)
    for _ in range(games):
        session = Session(game)
        while moves := game.moves(session.state):
            yield session.state
            session.play(int(rng.choice(moves)))


def inner(text: Message) -> Message:
    what = text.values.get("what")
    return what if isinstance(what, Message) else text


def check_last(game: Any, start: Any, steps: Explanation) -> None:
    """What the last sentence says is so on the board of its step."""
    state = start
    for move in steps[-1].moves:
        assert move in game.moves(state)
        state = game.play(state, move)
    text = inner(steps[-1].text)
    if text.key == "why.fork":
        assert len(threats(game, state)) > 1 and not safe_moves(game, state)
        threatened = visible_threats(game, state, 0)
        assert threatened is not None and len(threatened.moves) > 1
    elif text.key == "why.above":
        (blocked,) = threats(game, state)
        assert blocked in wins_at_once(game, game.play(state, blocked))
        player = 1 - game.to_move(state)
        drawn = visible_threats(game, state, player)
        assert drawn == BoardThreats(player, (blocked,), own=True, above=(blocked,))
    elif text.key.startswith(("why.forced", "why.unstoppable", "why.zugzwang")):
        assert game.moves(state) and not safe_moves(game, state)
        assert not wins_at_once(game, state)
    elif text.key.startswith(("why.at_once", "why.unstopped", "why.wins", "puzzles.ends.")):
        assert game.outcome(state) is not None


def check_trap(game: Any, start: Any, step: ExplainedStep) -> None:
    """The position left loses, and every move can be answered with the next such position."""
    text, state = inner(step.text), start
    if not text.key.startswith(("why.trap", "why.left")):
        return
    for move in step.moves:
        state = game.play(state, move)
    assert game.outcome(state) is None and loses(game, state)
    assert (game.to_move(state) == game.to_move(start)) == (".other" in text.key)
    if text.key.startswith("why.trap"):
        follows = game.parse(f"{text.values['next']} {game.to_move(state)}")
        assert loses(game, follows)
        for move in game.moves(state):
            after = game.play(state, move)
            assert follows in [game.play(after, reply) for reply in game.moves(after)]


def check_gain(game: Any, start: Any, step: ExplainedStep, wrong: int) -> None:
    """The move stops or makes a threat, or the other one would have lost what is said."""
    key = step.text.key
    after, other = game.play(start, step.moves[0]), game.play(start, wrong)
    if key == "why.stops":
        assert threats(game, start) and not wins_at_once(game, after)
    elif key == "why.makes":
        assert len(threats(game, after)) == 1
    elif key == "why.instead.at_once":
        assert wins_at_once(game, other) and not wins_at_once(game, after)
    elif key == "why.instead.two_threats":
        replies = [game.play(other, reply) for reply in game.moves(other)]
        assert any(len(threats(game, each)) > 1 for each in replies)
    elif key in ("why.instead.win", "why.instead.draw"):
        estimates = PuzzleJudge(Context(0)).values(game, other)
        best = max(estimates, key=lambda each: each.rank).value
        assert best is (Value.WIN if key.endswith("win") else Value.DRAW)


def test_a_right_answer_says_what_one_can_see_or_what_the_mistake_lost() -> None:
    game, keys = make_game("connect4", {"columns": "5", "rows": "4"}), set()
    judge = PuzzleJudge(Context(0))
    for state in positions(game, 4):
        values: dict[int, Any] = {each.move: each.value for each in judge.values(game, state)}
        best, wrong = max(values.values()), min(values, key=lambda each: values[each])
        right = next(move for move, value in values.items() if value is best)
        if values[wrong] is best:
            continue
        steps = explain(game, state, right, True, Context(0), wrong)
        assert steps[0].text.key not in ("why.reply", "why.holds", "why.far"), steps
        assert len(steps) <= 3
        for step in steps:
            check_gain(game, state, step, wrong)
        keys.add(steps[0].text.key)
    assert len(keys) > 2


def loses(game: Any, state: Any) -> bool:
    """Whether the player to move loses, by playing everything out."""
    outcome = game.outcome(state)
    if outcome is not None:
        return bool(outcome is Outcome.win_of(1 - game.to_move(state)))
    return not any(loses(game, game.play(state, move)) for move in game.moves(state))


@pytest.mark.parametrize(("game_id", "options"), CASES)
def test_every_explanation_of_small_games_is_short_and_true(
    game_id: str, options: dict[str, str]
) -> None:
    game = make_game(game_id, options)
    judge, context = PuzzleJudge(Context(0)), Context[Any](0)
    told = set()
    for state in positions(game, 2 if game_id == "connect4" else 8):
        values: dict[int, Any] = {each.move: each.value for each in judge.values(game, state)}
        best = max(value for value in values.values() if value is not None)
        for move, value in values.items():
            good = value is best
            wrong = min(values, key=lambda each: values[each])
            steps = explain(game, state, move, good, context, wrong)
            assert 1 <= len(steps) <= 3
            assert all(step.moves[0] == move for step in steps)
            check_last(game, state, steps)
            for step in steps:
                check_trap(game, state, step)
                check_gain(game, state, step, wrong)
            told.add(inner(steps[-1].text).key)
            if not good and best is Value.WIN and value is Value.LOSS:
                last = inner(steps[-1].text).key
                assert not last.startswith(("why.far", "why.holds", "why.lost")), last
            for language in LANGUAGES:
                for step in steps:
                    text = render(step.text, language)
                    assert text.endswith(".") and "{" not in text
                    assert not text.startswith(("why.", "puzzles."))
    assert len(told) > 2


def test_a_far_win_is_no_film(home: Home) -> None:
    """Twenty-one discs fell without a word."""
    game = make_game("connect4")
    state = game.initial()
    for column in (3, 5, 0, 2):
        state = game.play(state, column)
    steps = explain(game, state, 1, False, Context(0))
    assert len(steps) == 2
    assert len(steps[0].moves) == 2 and steps[0].text.key == "puzzles.lets.win"
    assert inner(steps[1].text).key in ("why.fork", "why.above", "why.zugzwang")
    check_last(game, state, steps)


def test_a_single_threat_that_cannot_be_stopped_shows_the_square_above() -> None:
    """Only a square that the other one can fill was drawn."""
    game = make_game("connect4")
    state = game.initial()
    for column in (1, 0, 3):
        state = game.play(state, column)
    steps = explain(game, state, 1, False, Context(0))
    assert steps[-1].text.key == "why.later" and inner(steps[-1].text).key == "why.above"
    said = "Red threatens column 2. If Yellow blocks, Red wins above it."
    assert render(inner(steps[-1].text)) == said
    check_last(game, state, steps)


def test_back_and_forward_step_and_the_answer_stays(home: Home) -> None:
    game = make_game("matches")
    start = game.initial()
    exercise = Exercise(game, (start,), (), (2,), Message("puzzles.only"))
    attempt = MoveAttempt(exercise, home)
    attempt.play(2)
    assert attempt.phase is AttemptPhase.SOLVED
    attempt.refute()
    let_pass(lambda: attempt.update(0.01, still=True), lambda: attempt.can_step(1))
    assert not attempt.can_step(-1)
    first = list(attempt.moves)
    let_pass(lambda: attempt.update(0.01, still=True), lambda: len(attempt.explanation) == 3)
    assert attempt.detail is not None
    trap = "You leave 13, a trap: whatever your opponent takes, you can leave 9."
    assert render(attempt.detail) == trap
    attempt.step(1)
    assert attempt.detail is not None and "You leave 5, a trap" in render(attempt.detail)
    attempt.step(1)
    assert len(attempt.moves) > len(first) == 1
    assert attempt.detail is not None
    assert render(inner(attempt.detail)) == "Your opponent must take the last match."
    for _ in range(2):
        attempt.step(-1)
    assert attempt.moves == first and attempt.placed and attempt.over
    attempt.refute()
    assert attempt.phase is AttemptPhase.SOLVED and attempt.moves == [2]
