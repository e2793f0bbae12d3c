"""Model of retrying mistakes: the position before each, with the answer hidden.

No pygame here. The view model (`gui/exercises/retry_view_model.py`) contains nothing about the good
moves until one is found or shown.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from enum import Enum
from functools import partial
from typing import Any

from engine.messages import Message, message
from engine.protocols import Game
from engine.registry import make_game
from engine.saves import SavedGame, replay
from gui.app_context import AppContext
from gui.exercises.line import BETWEEN_MOVES, PATIENCE, Line, best_line
from gui.exercises.mistakes import (
    Mistake,
    ReviewedGame,
    Values,
    keep,
    review,
    review_known,
    stored_mistakes,
)
from gui.worker import Job

RINGED = 1.0  # seconds before the ringed answer is played


class RetryPhase(Enum):
    """Phase of a retry."""

    LOOKING = 0  # reviewing the game
    ASKING = 1
    FOUND = 2
    SHOWING = 3
    SHOWN = 4
    DONE = 5  # all mistakes are finished


class RetryPosition:
    """One mistake on the board."""

    def __init__(self, mistake: Mistake) -> None:
        self.mistake = mistake
        self.game: Game[Any] = make_game(mistake.saved.game, mistake.saved.options)
        session = replay(mistake.saved, self.game)
        self.past = session.moves
        self.before = session.states  # up to the position itself, which is the last
        self.states: list[Any] = [session.state]
        self.moves: list[int] = []
        self.played = self.game.parse_move(session.state, mistake.played)
        self.good = tuple(self.game.parse_move(session.state, each) for each in mistake.good)
        self.tried: list[int] = []  # in this retry, without the move of the game
        self.plies: int | None = None  # of the current line, to its end

    @property
    def start(self) -> Any:
        """The position before the mistake."""
        return self.before[-1]

    def make(self, move: int) -> None:
        """Play a move on the board."""
        self.states.append(self.game.play(self.states[-1], move))
        self.moves.append(move)

    def back(self) -> None:
        """Restore the position before the mistake."""
        self.states, self.moves = [self.start], []


class Retry:
    """The mistakes of one game, or the stored ones of many. `changes` grows with visible changes.

    Notices wait in `told`, a fault marked by True.
    """

    def __init__(
        self,
        app_context: AppContext,
        game: str,
        saved: SavedGame | None = None,
        known: Values | None = None,
    ) -> None:
        """Prepare the retry; `known` holds values of the game that need no new analysis."""
        self.app_context = app_context
        self._known = known
        self.game = game
        self.saved = saved  # the game just played; None for stored mistakes
        self.stage = RetryPhase.LOOKING
        self.mistakes: Sequence[Mistake] = ()
        self.at = 0
        self.judged = False  # whether every move of the game has a judgement
        self.place: RetryPosition | None = None
        self.changes = 0
        self.told: deque[tuple[Message, bool]] = deque()
        self._wait = 0.0
        self._noted: set[str] = set()  # already stored: another try counts on another occasion only
        self._found: set[str] = set()  # without being shown before
        self._job: Job[Any] | None = None

    @property
    def done(self) -> int:
        """The number of mistakes solved without being shown before."""
        return len(self._found)

    @property
    def was_shown(self) -> bool:
        """Whether the answer to the current mistake was shown before it was found."""
        place = self.mistakes[self.at].place if self.at < len(self.mistakes) else ""
        return place in self._noted and place not in self._found

    # -- sequence of mistakes ---------------------------------------------------------------------

    def begin(self) -> None:
        """Find the mistakes. StoreError when the stored ones cannot be read."""
        if self.stage is not RetryPhase.LOOKING or self._job is not None:
            return
        if self.saved is not None:
            reviewed = review_known(self.saved, self._known) if self._known is not None else None
            if reviewed is not None:
                self._take_reviewed(reviewed)
            else:
                self._job = self.app_context.worker.submit(partial(review, self.saved))
            return
        found, damaged = stored_mistakes(self.app_context, self.game)
        if damaged:
            self.told.append((message("retry.damaged", count=damaged), True))
        self._take(found)

    def _take_reviewed(self, found: ReviewedGame | None) -> None:
        self.judged = found is not None and not found.unknown
        if self.saved is not None and found is not None:
            keep(self.app_context, self.game, *found.kept(self.saved))
        self._take(found.mistakes if found is not None else ())

    def _take(self, found: Sequence[Mistake]) -> None:
        self.mistakes = found
        self._go(0)

    def _go(self, index: int) -> None:
        self._stop()
        self.at = index
        if index < len(self.mistakes):
            self.place = RetryPosition(self.mistakes[index])
            self._become(RetryPhase.ASKING)
        else:
            self._become(RetryPhase.DONE)

    def next(self) -> None:
        """Go to the next mistake; an unsolved one returns another time."""
        if self.stage in (RetryPhase.ASKING, RetryPhase.SHOWING, RetryPhase.SHOWN):
            self._note(solved=False)
        if self.stage not in (RetryPhase.LOOKING, RetryPhase.DONE):
            self._go(self.at + 1)

    # -- tries -----------------------------------------------------------------------------------

    def play(self, move: int) -> None:
        """Try a legal move; any that keeps the value is correct."""
        place = self.place
        if place is None or self.stage is not RetryPhase.ASKING:
            return
        if move in place.good:
            place.make(move)
            self._note(solved=True)
            self._become(RetryPhase.FOUND)
            return
        if move != place.played and move not in place.tried:
            place.tried.append(move)
        self._become(RetryPhase.ASKING)

    def show(self) -> None:
        """Ring a good move, then play some moves after it."""
        if self.place is not None and self.stage is RetryPhase.ASKING:
            self._note(solved=False)
            self._become(RetryPhase.SHOWING, RINGED)
            work = partial(best_line, self.place.game, self.place.start, self.place.good[0])
            self._job = self.app_context.worker.submit(work)

    def again(self) -> None:
        """Restart the current mistake."""
        if self.place is not None and self.stage in (RetryPhase.FOUND, RetryPhase.SHOWN):
            self._stop()
            self.place.back()
            self.place.tried.clear()
            self._become(RetryPhase.ASKING)

    def _note(self, solved: bool) -> None:
        """Store the try, and whether the mistake returns another time."""
        mistake, app_context = self.mistakes[self.at], self.app_context
        if mistake.place in self._noted:
            return
        self._noted.add(mistake.place)
        if solved:
            self._found.add(mistake.place)

        def write() -> None:
            app_context.store.try_mistake(mistake.place, solved)

        app_context.write_queue.put(("tried", mistake.place), write)

    def _become(self, stage: RetryPhase, wait: float = 0.0) -> None:
        self.stage, self._wait = stage, wait
        self.changes += 1

    def _stop(self) -> None:
        if self._job is not None:
            self._job.cancel()
            self._job = None

    # -- time ----------------------------------------------------------------------------------

    def update(self, dt: float, still: bool) -> None:
        """Advance by `dt` seconds; `still` while the board has no animation."""
        if self.stage is RetryPhase.LOOKING and self._job is not None and self._job.done:
            job, self._job = self._job, None
            if job.error is not None:
                self.told.append((job.error, True))
            self._take_reviewed(job.result)
        elif self.stage is RetryPhase.SHOWING and still:
            self._wait -= dt
            if self._wait <= 0:
                self._show_on()

    def _show_on(self) -> None:
        place, job = self.place, self._job
        assert place is not None
        line = (job.latest if job is not None else None) or Line((place.good[0],))
        place.plies = line.plies
        if len(line.moves) > len(place.moves):
            place.make(line.moves[len(place.moves)])
            self._become(RetryPhase.SHOWING, BETWEEN_MOVES)
        elif job is None or job.done or self._wait < -PATIENCE:
            self._stop()
            self._become(RetryPhase.SHOWN)

    def release_worker(self) -> None:
        """Release the worker."""
        looking = self.stage is RetryPhase.LOOKING
        self._stop()
        if self.stage is RetryPhase.SHOWING and self.place is not None:
            self.place.back()
            self._become(RetryPhase.ASKING)
        elif looking:
            self.changes += 1
