"""View model of the puzzle screen, frozen: sentences as messages."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from engine.messages import Message, message
from engine.puzzles.text import short_theme
from engine.registry import ALL_GAMES
from gui.exercises.attempt import Attempt
from gui.exercises.exercise_view_model import ExerciseViewModel, exercise_view_model
from gui.exercises.puzzles import Puzzles, PuzzleSource
from gui.exercises.texts import aim
from gui.exercises.today import HARD_MARK


@dataclass(frozen=True)
class SolvedPuzzle:
    """A solved puzzle of today; without its problem while that is being made."""

    game: str
    tries: Message
    aim: Message | None
    level: int


@dataclass(frozen=True)
class GameChoice:
    """One game with puzzles."""

    game: str
    chosen: bool
    solved: bool  # its puzzle of today, or its hard one where that is chosen


@dataclass(frozen=True)
class PuzzlesViewModel:
    """View model of the screen."""

    exercise: ExerciseViewModel
    source: PuzzleSource
    date: date
    number: int
    wanted_level: int  # level of endless puzzles
    making: bool  # a puzzle is being made
    level: int
    has_theme: bool
    theme: Message | None  # None until it may be shown
    tries: Message
    games: tuple[GameChoice, ...]
    today: tuple[SolvedPuzzle, ...]


def make_view_model(model: Puzzles) -> PuzzlesViewModel:
    attempt, problem = model.attempt, model.problem
    has_theme = attempt is None or attempt.has_theme
    waiting = Message("puzzles.making" if model.fault is None else "puzzles.failed")
    revealed = has_theme and attempt is not None and attempt.revealed
    return PuzzlesViewModel(
        exercise=exercise_view_model(attempt)
        if attempt is not None
        else ExerciseViewModel(waiting, model.fault),
        source=model.source,
        date=model.today.date,
        number=model.number,
        wanted_level=model.level,
        making=attempt is None and model.fault is None,
        level=problem.level if problem is not None else 0,
        has_theme=has_theme,
        theme=short_theme(problem) if revealed and problem is not None else None,
        tries=_tries(attempt),
        games=tuple(
            GameChoice(game, game == model.game, model.is_solved(game)) for game in ALL_GAMES
        ),
        today=_today(model),
    )


def _tries(attempt: Attempt | None) -> Message:
    if attempt is not None and attempt.solved_at is not None:
        return message("puzzles.tries_count", n=attempt.solved_at)
    if attempt is not None and attempt.wrong:
        return message("puzzles.wrong", count=attempt.wrong)
    return Message("puzzles.no_try")


def _today(model: Puzzles) -> tuple[SolvedPuzzle, ...]:
    rows = []
    for key, tries in model.today.solved.items():
        game, problem = key.removesuffix(HARD_MARK), model.today.problems.get(key)
        aim_text = aim(problem) if problem is not None else None
        tried = message("puzzles.tries", count=tries)
        rows.append(SolvedPuzzle(game, tried, aim_text, problem.level if problem else 0))
    return tuple(rows)
