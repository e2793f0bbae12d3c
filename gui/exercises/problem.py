"""The exercise of a puzzle. No pygame here."""

from __future__ import annotations

from dataclasses import replace

from engine.messages import message
from engine.naming import move_name
from engine.protocols import Estimate
from engine.puzzles.problems import Goal, Problem
from engine.registry import make_game
from gui.app_context import AppContext
from gui.exercises.attempt import Attempt, MoveAttempt
from gui.exercises.exercise import Exercise
from gui.exercises.texts import aim, only
from gui.exercises.turns import TurnsAttempt


def exercise_of_problem(problem: Problem) -> Exercise:
    """Return the exercise of a puzzle of a two-player game."""
    game = make_game(problem.game, problem.options)
    start = game.parse(problem.position)
    right = (game.parse_move(start, problem.solution[0]),)
    return Exercise(game, (start,), (), right, aim(problem), only(problem), plies=problem.plies)


def misleading_exercise(problem: Problem, estimates: tuple[Estimate, ...]) -> Exercise:
    """Return the exercise of a puzzle that shows estimates by which another move looks best."""
    exercise = exercise_of_problem(problem)
    best = max(estimates, key=lambda each: each.score or 0.0)
    move = move_name(exercise.game, exercise.start, best.move)
    detail = message("puzzles.misleading", move=move, score=best.score)
    return replace(exercise, estimates=estimates, detail=detail)


def attempt_at(problem: Problem, app_context: AppContext) -> Attempt:
    """Return a new attempt at a puzzle: by a move, or by turns."""
    if problem.goal is Goal.SOLVE:
        return TurnsAttempt(problem)
    return MoveAttempt(exercise_of_problem(problem), app_context)
