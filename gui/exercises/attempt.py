"""An attempt at an exercise, and the models that hold one at a time. No pygame here.

A wrong move is played, the best reply follows, and both are taken back.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.messages import Message, message
from gui.app_context import AppContext, NoticeQueue
from gui.exercises.exercise import AttemptPhase
from gui.protocols import BoardState

BEFORE_REPLY = 0.35  # seconds before the reply to a tried move
REFUTED = 2.4  # seconds of its refutation
RINGED = 1.0  # seconds before the ringed answer is played
BETWEEN_MOVES = 0.6  # seconds between the moves of a solution
PATIENCE = 6.0  # seconds to wait for a move of the worker; then the line ends
HINTS = 2
OFFERED_AFTER = 2  # wrong tries before the answer is offered


class Attempt(ABC):
    """Base of attempts by one move and by turns. `changes` grows with every visible change."""

    has_theme = True  # that of a puzzle of turns would repeat their number
    side: int | None = None  # the player to move; None for turns

    def __init__(self, ask: Message) -> None:
        self.ask = ask
        self.on_solved: Callable[[], None] = lambda: None
        self.phase = AttemptPhase.ASKING
        self.wrong = 0  # number of wrong tries
        self.hints = 0  # number of hints
        self.helped = False  # the solution was shown
        self.solved_at: int | None = None  # the number of the successful try
        self.said: Message | None = None  # about the last try, hint or solution
        self.changes = 0
        self._wait = 0.0

    @property
    def title(self) -> Message:
        """The question, or the result that replaces it."""
        return self.ask

    @property
    @abstractmethod
    def detail(self) -> Message | None:
        """The sentence below the title."""

    @property
    def board(self) -> BoardState[Any] | None:
        """The state of the board of a two-player game."""
        return None

    @property
    def titles(self) -> Sequence[Message]:
        """The longest titles that it may have: the headline keeps room for them."""
        return (self.ask,)

    def play(self, move: int) -> None:  # noqa: B027 - a hook, not a duty
        """Try a legal move of a two-player game."""

    @property
    def open(self) -> bool:
        """Whether a try is possible."""
        return self.phase is AttemptPhase.ASKING

    @property
    def over(self) -> bool:
        """Whether it is solved or its solution was shown."""
        return self.phase in (AttemptPhase.SOLVED, AttemptPhase.SHOWN)

    @property
    def revealed(self) -> bool:
        """Whether the answer is or was known."""
        return self.over or self.helped or self.solved_at is not None

    @property
    def can_hint(self) -> bool:
        """Whether there is a hint left."""
        return (self.open or self.being_refuted) and self.hints < HINTS

    @property
    def being_refuted(self) -> bool:
        """Whether a wrong try is on the board, or the reply to it; both will be taken back."""
        return self.phase in (AttemptPhase.TRIED, AttemptPhase.REFUTED)

    @property
    def can_show(self) -> bool:
        """Whether the solution may be played now."""
        return self.phase is not AttemptPhase.SHOWING

    @property
    def can_refute(self) -> bool:
        """Whether there is a move to explain."""
        return False

    def refute(self) -> None:  # noqa: B027 - a hook, not a duty
        """Explain the wrong move, or the right one that was just found; or end the explanation."""

    @property
    def explains(self) -> bool:
        """Whether a step of an explanation is shown."""
        return self.phase is AttemptPhase.EXPLAINING

    def can_step(self, way: int) -> bool:
        """Whether the explanation has a step before (-1) or after (1) the present one."""
        return False

    def step(self, way: int) -> None:  # noqa: B027 - a hook, not a duty
        """Show the step of the explanation before (-1) or after (1) the present one."""

    @property
    def offered(self) -> bool:
        """Whether the answer is offered after several wrong tries."""
        return not self.over and self.can_show and self.wrong >= OFFERED_AFTER

    def _become(self, phase: AttemptPhase, said: Message | None, wait: float = 0.0) -> None:
        self.phase, self.said, self._wait = phase, said, wait
        self.changes += 1

    def _solve(self) -> None:
        self.solved_at = self.solved_at or self.wrong + 1
        self._become(AttemptPhase.SOLVED, self._comment(AttemptPhase.SOLVED))
        self.on_solved()

    def hint(self) -> None:
        """Give the next of two hints."""
        if self.can_hint:
            if self.being_refuted:
                self.again()
            self.hints += 1
            self._become(AttemptPhase.ASKING, self._hint())

    def show(self) -> None:
        """Play the solution."""
        if self.can_show:
            self.helped = self.helped or self.phase is not AttemptPhase.SOLVED
            self._begin()
            self._become(AttemptPhase.SHOWING, self._comment(AttemptPhase.SHOWING), RINGED)

    def again(self) -> None:
        """Restore the position; the message about a refuted try remains."""
        refuted = self.phase is AttemptPhase.REFUTED
        self.close()
        self._begin()
        self._become(AttemptPhase.ASKING, self.said if refuted else None)

    def release_worker(self) -> None:
        """Release the worker; what it was asked for is taken back."""
        if self.phase in (AttemptPhase.TRIED, AttemptPhase.SHOWING):
            self.again()

    def update(self, dt: float, still: bool) -> None:
        """Advance by `dt` seconds; `still` while the board has no animation."""
        if self.open or self.over or self.explains or not still:
            return
        self._wait -= dt
        if self.phase is AttemptPhase.SHOWING:
            self._show_on()
        elif self.phase is AttemptPhase.TRIED:
            if self._wait <= 0:
                self._refute()
        elif self._wait <= 0:
            self.again()

    def _refuted(self, said: Message) -> None:
        """Show the refutation, with the offer of the answer after several wrong tries."""
        key = "exercise.try_or_see" if self.wrong >= OFFERED_AFTER else "exercise.try_again"
        self._become(AttemptPhase.REFUTED, message(key, said=said), REFUTED)

    @property
    def working(self) -> bool:
        """Whether the user waits for the worker to answer a try or to show a line."""
        return False

    def close(self) -> None:  # noqa: B027 - a hook, not a duty
        """Cancel its jobs in the worker; the next update restarts them."""

    def _begin(self) -> None:  # noqa: B027 - a hook, not a duty
        """Restore the position."""

    @abstractmethod
    def _hint(self) -> Message:
        """Give the next hint and return its text."""

    @abstractmethod
    def _comment(self, phase: AttemptPhase) -> Message | None:
        """Return the sentence of a solved exercise, or about its solution."""

    @abstractmethod
    def _show_on(self) -> None:
        """Play the next move of the solution when it is due."""

    def _refute(self) -> None:  # noqa: B027 - a hook, not a duty
        """Show the refutation of the try."""


# -- models ----------------------------------------------------------------------------------------


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
