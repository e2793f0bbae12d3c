"""The screen of puzzles without a window: answers, hints, today's list, sharing."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from engine.messages import Message
from engine.puzzles.problems import Problem
from engine.registry import ALL_GAMES, rule_text
from gui.exercises.attempt import Attempt
from gui.exercises.exercise import AttemptPhase
from gui.exercises.problem import MoveAttempt, TurnsAttempt, attempt_at
from gui.exercises.puzzles import Puzzles, PuzzleSource
from gui.exercises.today import Today
from tests.home import Home
from tests.puzzles.solving import (
    DAY,
    made_once,
    moves_of,
    opened,
    phase_of,
    solve_until,
    wrong_move,
)

pytestmark = pytest.mark.usefixtures("puzzles_are_made_once")


def test_a_wrong_move_falls_is_answered_and_goes_back(model: Puzzles) -> None:
    answer = moves_of(model)
    wrong = wrong_move(answer)
    answer.play(wrong)
    assert answer.phase is AttemptPhase.TRIED
    assert answer.board.last_move == wrong
    assert answer.board.legal == () and answer.board.closed == "board.shown"
    solve_until(model, lambda: answer.phase is AttemptPhase.REFUTED)
    assert len(answer.moves) == 2  # the best answer follows
    assert answer.said is not None
    refuted = answer.said.values["said"]
    assert isinstance(refuted, Message) and refuted.key.startswith("puzzles.lets.")
    solve_until(model, lambda: answer.phase is AttemptPhase.ASKING)
    assert answer.board.state == answer.exercise.start
    assert answer.board.tried == (wrong,)
    assert answer.said is not None  # still to be read
    answer.play(answer.exercise.right[0])
    assert phase_of(answer) is AttemptPhase.SOLVED and answer.board.closed == "board.done"
    assert answer.wrong == 1


def test_hints_come_in_two_steps_and_never_cross_out_the_answer(model: Puzzles) -> None:
    answer = moves_of(model)
    answer.hint()
    crossed = answer.board.tried
    exercise = answer.exercise
    wrong = {*exercise.game.moves(exercise.start)} - {*exercise.right}
    assert len(wrong) > 3 and len(crossed) == len(wrong) // 2, "the sentence says about half"
    assert {*crossed} <= wrong
    assert answer.board.hint is None
    answer.hint()
    assert answer.board.hint == answer.exercise.right[0]
    assert not answer.can_hint
    answer.hint()
    assert answer.hints == 2


def test_the_solution_is_played_out_and_does_not_count_as_solved(model: Puzzles) -> None:
    answer = moves_of(model)
    answer.show()
    solve_until(model, lambda: answer.phase is AttemptPhase.SHOWN)
    assert answer.moves[0] == answer.exercise.right[0]
    assert len(answer.moves) == answer.exercise.plies
    assert answer.said == Message(
        "puzzles.end.win.connect4", {"count": answer.exercise.plies, **rule_values(answer)}
    )
    answer.again()
    answer.play(answer.exercise.right[0])
    model.update(0.1, still=True)
    assert answer.phase is AttemptPhase.SOLVED
    assert model.today.solved == {}


def rule_values(answer: MoveAttempt) -> dict[str, Any]:
    return dict(rule_text(answer.exercise.game).values)


def test_tries_and_help_belong_to_the_puzzle_of_the_day(home: Home, model: Puzzles) -> None:
    answer = moves_of(model)
    answer.play(wrong_move(answer))
    model.choose_game("tictactoe")
    solve_until(model, lambda: model.attempt is not None)
    moves_of(model).show()
    model.choose_game("connect4")
    moves_of(model).play(moves_of(model).exercise.right[0])
    model.update(0.1, still=True)
    assert home.store.solved(DAY.toordinal()) == {"connect4": 2}
    model.release_worker()
    again = Puzzles(home, model.today, 6, "tictactoe")  # the screen was left and opened anew
    again.enter()
    assert phase_of(moves_of(again)) is AttemptPhase.ASKING
    moves_of(again).play(moves_of(again).exercise.right[0])
    again.update(0.1, still=True)
    assert home.store.solved(DAY.toordinal()) == {"connect4": 2}


def test_tries_and_help_of_today_outlive_a_new_start_of_the_program(
    home: Home, model: Puzzles
) -> None:
    """Nobody solves the puzzle of the day at the first try by closing the window before."""
    moves_of(model).play(wrong_move(moves_of(model)))
    model.update(0.1, still=True)
    model.choose_game("nim")
    solve_until(model, lambda: model.attempt is not None)
    moves_of(model).show()
    model.update(0.1, still=True)
    model.release_worker()
    again = opened(home, "connect4")
    assert (moves_of(again).wrong, moves_of(again).helped) == (1, False)
    moves_of(again).play(moves_of(again).exercise.right[0])
    again.update(0.1, still=True)
    again.choose_game("nim")
    solve_until(again, lambda: again.attempt is not None)
    assert moves_of(again).helped
    moves_of(again).play(moves_of(again).exercise.right[0])
    again.update(0.1, still=True)
    assert home.store.solved(DAY.toordinal()) == {"connect4": 2}
    again.release_worker()
    other_day = Today(home, lambda: date(2026, 11, 22))
    other_day.read()
    assert not home.store.tried(other_day.date.toordinal())


def test_the_level_of_endless_puzzles_is_kept(home: Home) -> None:
    Puzzles(home, Today(home, lambda: DAY), 5, "nim").choose_level(4)
    later = Puzzles(home, Today(home, lambda: DAY), 6, "nim")
    assert later.level == 4
    later.release_worker()


def test_the_theme_is_told_afterwards(model: Puzzles) -> None:
    assert model.theme is None
    moves_of(model).play(moves_of(model).exercise.right[0])
    assert model.theme is not None
    moves_of(model).show()  # once told it stays told
    assert model.theme is not None
    assert str(model.tries) == "1", "the word stands beside it"


@pytest.mark.parametrize("game", ALL_GAMES)
def test_what_is_seen_before_the_answer_does_not_hang_on_it(home: Home, game: str) -> None:
    model = opened(home, game)
    before = model.exercise, model.theme, model.tries
    assert model.attempt is not None and model.problem is not None
    model.problem = with_another_answer(model.problem, model.attempt)
    model.attempt = attempt_at(model.problem, home)
    assert (model.exercise, model.theme, model.tries) == before


def with_another_answer(problem: Problem, answer: Attempt) -> Problem:
    if isinstance(answer, MoveAttempt):
        other = answer.exercise.game.move_text(answer.exercise.start, wrong_move(answer))
        return replace(problem, solution=(other,))
    return replace(problem, solution=tuple(f"R {line}" for line in problem.solution))


@pytest.fixture
def turns(home: Home) -> TurnsAttempt:
    made = attempt_at(made_once("pocketcube", DAY.toordinal()), home)
    assert isinstance(made, TurnsAttempt)
    return made


def facelets_after(answer: TurnsAttempt, texts: tuple[str, ...]) -> str:
    handling = answer.handling
    return handling.after(answer.problem.position, handling.read_moves(" ".join(texts)))


def turn(answer: TurnsAttempt, text: str) -> None:
    answer.turn(text, facelets_after(answer, (*answer.turns, text)))


def test_a_cube_is_solved_by_any_shortest_way(home: Home, turns: TurnsAttempt) -> None:
    for line in turns.problem.solution:
        turns.again()
        for text in line.split():
            turn(turns, text)
        assert turns.phase is AttemptPhase.SOLVED


@pytest.mark.parametrize("game", ["connect4", "pocketcube"])
def test_endless_puzzles_begin_easy_and_another_level_can_be_chosen(home: Home, game: str) -> None:
    model = Puzzles(home, Today(home, lambda: DAY), 5, game)
    model.choose_source(PuzzleSource.ENDLESS)
    for level in (2, 1, 4):
        if level != 2:
            model.choose_level(level)
        for number in range(2):
            solve_until(model, lambda: model.attempt is not None)
            assert model.problem is not None
            assert (model.problem.level, model.level, model.number) == (level, level, number)
            model.next()
    model.release_worker()


def test_turns_can_be_taken_back_without_counting_as_a_try(turns: TurnsAttempt) -> None:
    turn(turns, "U")
    turn(turns, "R")
    turns.undo()
    assert turns.turns == ("U",)
    turn(turns, "F")
    turns.restart()
    turns.restart()
    assert (len(turns.turns), turns.used, turns.wrong) == (0, 0, 0)


def test_the_turns_of_a_solution_are_told_in_letters(turns: TurnsAttempt) -> None:
    turns.show()
    for _ in range(200):
        turns.update(0.1, still=True)
    assert turns.phase is AttemptPhase.SHOWN
    assert turns.said is not None and turns.said.key == "puzzles.turns.shown"
    assert turns.said.values["turns"] == " ".join(turns.line)


def test_a_cube_not_solved_in_time_goes_back(turns: TurnsAttempt) -> None:
    for _ in range(turns.problem.plies):
        turn(turns, "U")
    assert turns.phase is AttemptPhase.TRIED
    for _ in range(100):
        turns.update(0.1, still=True)
    assert phase_of(turns) is AttemptPhase.ASKING
    assert turns.turns == ()
    assert turns.wrong == 1
