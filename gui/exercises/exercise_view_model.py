"""View model of an exercise, frozen: sentences as messages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.messages import Message
from gui.exercises.attempt import Attempt
from gui.exercises.exercise import AttemptPhase
from gui.protocols import BoardState


@dataclass(frozen=True)
class ExerciseViewModel:
    """The texts about an exercise and its board; without an attempt the reason for that."""

    title: Message
    detail: Message | None = None
    is_answer: bool = False  # the detail is about a try, a hint or the solution
    phase: AttemptPhase | None = None  # None while there is no exercise
    side: int | None = None  # the player to move; None for turns
    board: BoardState[Any] | None = None
    over: bool = False  # it is solved, or its solution was shown


def exercise_view_model(attempt: Attempt) -> ExerciseViewModel:
    """Return the view model of an attempt; it holds nothing more of the answer than the board."""
    title = attempt.title
    is_answer = attempt.explains or (attempt.said is not None and title == attempt.ask)
    return ExerciseViewModel(
        title, attempt.detail, is_answer, attempt.phase, attempt.side, attempt.board, attempt.over
    )
