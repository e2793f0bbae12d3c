"""Waiting for what happens to a person who tries a puzzle."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gui.exercises.attempt import MoveAttempt
from gui.exercises.exercise import AttemptPhase
from tests.waiting import let_pass


def solve_until(model: Any, holds: Callable[[], object]) -> None:
    """Let time pass until something holds; it stands still while the worker is asked.

    An attempt waits only so many seconds for the worker, which on a loaded machine takes longer.
    """

    def frame() -> None:
        asked = model.attempt is not None and model.attempt.working
        model.update(0.0 if asked else 0.05, still=True)

    let_pass(frame, holds)


def wait_for_refutation(attempt: MoveAttempt) -> None:
    """Let time pass until the move that was tried is answered."""
    let_pass(lambda: attempt.update(0.1, still=True), lambda: attempt.phase is AttemptPhase.REFUTED)
