"""Base of the models of exercises: one attempt at a time, and its view model. No pygame here."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.messages import Message
from gui.app_context import AppContext, NoticeQueue
from gui.exercises.attempt import Attempt
from gui.exercises.exercise import AttemptPhase
from gui.protocols import BoardState


class ExerciseModel(ABC):
    """Holds the attempt at the current exercise. `changes` grows with every visible change."""

    def __init__(self, app_context: AppContext) -> None:
        self.app_context = app_context
        self.attempt: Attempt | None = None  # None while there is no exercise
        self.notices = NoticeQueue()
        self._changes = 0

    @property
    def changes(self) -> int:
        """Counter that grows with every visible change."""
        return self._changes + (self.attempt.changes if self.attempt is not None else 0)

    def _put(self, attempt: Attempt | None) -> None:
        """Replace the exercise on the board, or remove it; the previous one stops its jobs."""
        # One more than before, whatever the change counts of both attempts.
        self._changes = self.changes + 1 - (attempt.changes if attempt is not None else 0)
        if self.attempt is not None and self.attempt is not attempt:
            self.attempt.close()
        self.attempt = attempt

    @abstractmethod
    def enter(self) -> None:
        """Prepare the exercise when the screen opens or returns; StoreError on a read fault."""

    @abstractmethod
    def next(self) -> None:
        """Go to the next exercise."""

    def show(self) -> None:
        """Play the solution."""
        if self.attempt is not None:
            self.attempt.show()

    def update(self, dt: float, still: bool) -> None:
        """Advance by `dt` seconds; `still` while the board has no animation."""
        if self.attempt is not None:
            self.attempt.update(dt, still)

    def release_worker(self) -> None:
        """Release the worker; cancelled work restarts when it is wanted again."""
        if self.attempt is not None:
            self.attempt.release_worker()


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
    titles: Sequence[Message] = ()  # the longest that it may have
    busy: bool = False  # it is being looked for


def exercise_view_model(attempt: Attempt) -> ExerciseViewModel:
    """Return the view model of an attempt; it holds nothing more of the answer than the board."""
    title = attempt.title
    is_answer = attempt.explains or (attempt.said is not None and title == attempt.ask)
    return ExerciseViewModel(
        title,
        attempt.detail,
        is_answer,
        attempt.phase,
        attempt.side,
        attempt.board,
        attempt.over,
        attempt.titles,
    )
