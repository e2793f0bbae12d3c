"""Model of the puzzles: the current one, its source, the next one, today's list.

No pygame here. Puzzles are made in the worker; one endless puzzle is always made in advance.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from functools import partial
from typing import Any

from engine.context import Context
from engine.messages import Message
from engine.puzzles.problems import Problem, problems
from engine.puzzles.text import code_of, problem_of
from engine.registry import ALL_GAMES
from gui.app_context import AppContext
from gui.exercises.attempt import Attempt
from gui.exercises.exercise import AttemptPhase
from gui.exercises.exercise_model import ExerciseModel
from gui.exercises.problem import attempt_at
from gui.exercises.today import Today
from gui.worker import Job, JobSlot

MAX_TRIES = 5000  # positions searched for one of a level before the search fails
FIRST_SEEDS = 2**40  # of endless puzzles: beyond the days, whose seeds are their numbers


class PuzzleSource(Enum):
    """Source of the puzzle."""

    DAY = 0
    ENDLESS = 1
    SHARED = 2


class Puzzles(ExerciseModel):
    """Owns the current puzzle: `problem` with its attempt, or neither while it is being made."""

    def __init__(self, app_context: AppContext, today: Today, seed: int, game: str) -> None:
        super().__init__(app_context)
        self.today = today
        self.game = game if game in ALL_GAMES else ALL_GAMES[0]
        self._day = today.date  # the day of the puzzles
        self.source = PuzzleSource.DAY
        self.problem: Problem | None = None
        self.fault: Message | None = None  # why there is none
        self.number = 0  # of the endless puzzle
        self.level = app_context.settings.puzzle_level  # of endless puzzles
        self._seed = FIRST_SEEDS + seed
        self._text = ""  # the shared text that is being read
        self._job: JobSlot[Problem] = JobSlot(app_context.worker)
        self._ahead: tuple[tuple[str, int, int], Job[Problem]] | None = None
        self._gave_way = False  # whether it released the worker for a job the user waits for
        self._passed: set[str] = set()  # games whose puzzle of the day was skipped

    # -- which puzzle --------------------------------------------------------------------------

    def enter(self) -> None:
        self._book()  # a late attempt belongs to the day that ends here
        try:
            self.today.read()
        finally:
            self._turn_page()
            if not self._job and self._text:
                self.open_text(self._text)
            elif not self._job and self.attempt is None:
                self._ask()

    def _turn_page(self) -> None:
        """Replace the puzzle of the day on a new day."""
        if self._day == self.today.date:
            return
        self._day = self.today.date
        self._passed.clear()
        if self.source is PuzzleSource.DAY and not self._text:
            self._ask()

    def choose_game(self, game: str) -> None:
        """Choose a puzzle of another game."""
        self.game = game
        self.number = 0
        if self.source is PuzzleSource.SHARED:
            self.source = PuzzleSource.DAY
        self._ask()

    def choose_source(self, source: PuzzleSource) -> None:
        """Choose the puzzle of the day, or endless puzzles."""
        self.source = source
        self._ask()

    def choose_level(self, level: int) -> None:
        """Choose the level of endless puzzles."""
        self.level = level
        self.app_context.change(replace(self.app_context.settings, puzzle_level=level))
        self.number = 0
        self._ask()

    def next(self) -> None:
        """Go to the next unsolved puzzle of the day, else to another endless puzzle."""
        if self.source is PuzzleSource.DAY:
            self._passed.add(self.game)
            at = ALL_GAMES.index(self.game)
            order = [*ALL_GAMES[at + 1 :], *ALL_GAMES[:at]]
            left = [g for g in order if g not in self.today.solved and g not in self._passed]
            if left:
                self.game = left[0]
                self._ask()
                return
        self.number += self.source is PuzzleSource.ENDLESS
        self.source = PuzzleSource.ENDLESS
        self._ask()

    def open_text(self, text: str) -> None:
        """Open a shared puzzle; an invalid one leaves a notice and changes nothing."""
        self._text = text
        self._job.submit(partial(problem_of, text))
        self._changes += 1

    def _ask(self) -> None:
        """Get the chosen puzzle, at once if it is ready."""
        self._job.cancel()
        self._text = ""
        self._put(None)
        self.problem, self.fault = None, None
        if self.source is PuzzleSource.DAY:
            self.today.want(self.game)
            if self.game in self.today.problems:
                self._take(self.today.problems[self.game])
        else:
            self.today.release_worker()
            ahead, self._ahead = self._ahead, None
            if ahead is not None and ahead[0] == (self.game, self.level, self.number):
                self._job.hold(ahead[1])
            else:
                if ahead is not None:
                    ahead[1].cancel()
                self._job.hold(self._make(self.number))

    def _make(self, number: int) -> Job[Problem]:
        work = partial(_endless, self.game, self._seed + number, self.level)
        return self.app_context.worker.submit(work)

    def _put(self, attempt: Attempt | None) -> None:
        super()._put(attempt)
        self._gave_way = False

    def _take(self, problem: Problem) -> None:
        self.problem = problem
        if self.source is PuzzleSource.ENDLESS:
            self._put(attempt_at(problem, self.app_context))
            self._make_ahead()
        else:
            self._put(self.today.attempt(problem))

    # -- time ----------------------------------------------------------------------------------

    def update(self, dt: float, still: bool) -> None:
        """Advance by `dt` seconds; `still` while the board has no animation."""
        if self.today.update():
            self._changes += 1
            if self.attempt is None and self.source is PuzzleSource.DAY and not self._text:
                found = self.today.problems.get(self.game)
                self.fault = self.today.faults.get(self.game)
                if found is not None:
                    self._take(found)
        made = self._job.take()
        if made is not None:
            self._take_made(made)
        super().update(dt, still)
        if self.attempt is not None:
            self._book()
            self._give_way(self.attempt.working)

    def _give_way(self, waited: bool) -> None:
        """Release the worker from puzzles in advance while the user waits: there is only one."""
        if waited == self._gave_way:
            return
        self._gave_way = waited
        if waited:
            self.today.release_worker()
            self._forget_ahead()
        elif self.source is PuzzleSource.DAY:
            self.today.want(self.game)
        elif self.source is PuzzleSource.ENDLESS:
            self._make_ahead()

    def _make_ahead(self) -> None:
        number = self.number + 1
        self._ahead = (self.game, self.level, number), self._make(number)

    def _forget_ahead(self) -> None:
        if self._ahead is not None:
            self._ahead[1].cancel()
            self._ahead = None

    def _take_made(self, job: Job[Problem]) -> None:
        shared, self._text = bool(self._text), ""
        if job.result is not None:
            if shared:
                self.source, self.game = PuzzleSource.SHARED, job.result.game
            self._take(job.result)
        elif shared:
            self.notices.add(job.error or "puzzle.no_code", fault=True)
            if self.attempt is None:
                self._ask()
        else:
            self.fault = job.error
        self._changes += 1

    def _book(self) -> None:
        """Save the attempts at and the solution of a puzzle of today."""
        attempt, problem = self.attempt, self.problem
        if attempt is None or problem is None or self.source is not PuzzleSource.DAY:
            return
        if self.today.problems.get(problem.game) != problem:
            return  # left over midnight
        self.today.note(problem.game, attempt)
        solved = attempt.phase is AttemptPhase.SOLVED and not attempt.helped
        if solved and self.game not in self.today.solved:
            self.today.solve(self.game, attempt.solved_at or 1)
            self._changes += 1

    @property
    def busy(self) -> bool:
        """Whether a puzzle is being made or a text is being read."""
        return bool(self._job) or (self.attempt is None and self.fault is None)

    def release_worker(self) -> None:
        super().release_worker()
        self.today.release_worker()
        self._forget_ahead()
        self._job.cancel()

    # -- sharing -------------------------------------------------------------------------------

    @property
    def code(self) -> str:
        """The text that opens the puzzle elsewhere; empty while there is none."""
        return code_of(self.problem) if self.problem is not None else ""


def _endless(game: str, seed: int, level: int, context: Context[Any]) -> Problem:
    return next(problems(game, seed, level, context, max_tries=MAX_TRIES))
