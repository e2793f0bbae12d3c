"""Base of the models of exercises: one attempt at a time. No pygame here."""

from __future__ import annotations

from abc import ABC, abstractmethod

from gui.app_context import AppContext
from gui.exercises.attempt import Attempt
from gui.notice_queue import NoticeQueue


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
