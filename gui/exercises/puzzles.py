"""Model of the puzzles: the current one, its source, the next one, today's list.

No pygame here. Puzzles are made in the worker.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from functools import partial
from typing import Any

from engine.context import Context
from engine.messages import Message, message
from engine.puzzles.problems import Problem, problems
from engine.puzzles.text import problem_of, short_theme
from engine.registry import ALL_GAMES
from gui.app_context import AppContext
from gui.exercises.attempt import ExerciseModel, ExerciseViewModel, exercise_view_model
from gui.exercises.exercise import AttemptPhase
from gui.exercises.problem import attempt_at
from gui.exercises.today import Today, hard_key
from gui.worker import Job, JobSlot

MAX_TRIES = 5000  # positions searched for one of a level before the search fails
FIRST_SEEDS = 2**40  # of endless puzzles: beyond the days, whose seeds are their numbers


class PuzzleSource(Enum):
    """Source of the puzzle."""

    DAY = 0
    HARD = 1  # of the day too
    ENDLESS = 2
    SHARED = 3


OF_TODAY = (PuzzleSource.DAY, PuzzleSource.HARD)


class Puzzles(ExerciseModel):
    """Owns the current puzzle: `problem` with its attempt, or neither while it is being made."""

    def __init__(
        self, app_context: AppContext, today: Today, seed: int, game: str, shared: str = ""
    ) -> None:
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
        self._text = shared  # a shared text that is being read
        self._job: JobSlot[Problem] = JobSlot(app_context.worker)
        self._passed: set[str] = set()  # keys of the puzzles of the day that were skipped

    # -- which puzzle --------------------------------------------------------------------------

    def _key(self, game: str) -> str:
        """Return the key of the puzzle of the day of a game, of the source that is chosen."""
        return hard_key(game) if self.source is PuzzleSource.HARD else game

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
        if self.source in OF_TODAY and not self._text:
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
        if self.source in OF_TODAY:
            self._passed.add(self._key(self.game))
            at = ALL_GAMES.index(self.game)
            order, over = [*ALL_GAMES[at + 1 :], *ALL_GAMES[:at]], {*self.today.solved}
            left = [game for game in order if self._key(game) not in over | self._passed]
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
        if self.source in OF_TODAY:
            key = self._key(self.game)
            self.today.want(key)
            if key in self.today.problems:
                self._take(self.today.problems[key])
        else:
            self.today.release_worker()
            seed = self._seed + self.number
            self._job.submit(partial(_endless, self.game, seed, self.level))

    def _take(self, problem: Problem) -> None:
        self.problem = problem
        if self.source in OF_TODAY:
            self._put(self.today.attempt(self._key(problem.game), problem))
        else:
            self._put(attempt_at(problem, self.app_context))

    # -- time ----------------------------------------------------------------------------------

    def update(self, dt: float, still: bool) -> None:
        """Advance by `dt` seconds; `still` while the board has no animation."""
        if self.today.update():
            self._changes += 1
            if self.attempt is None and self.source in OF_TODAY and not self._text:
                key = self._key(self.game)
                problem, self.fault = self.today.problems.get(key), self.today.faults.get(key)
                if problem is not None:
                    self._take(problem)
        result = self._job.take()
        if result is not None:
            self._take_made(result)
        super().update(dt, still)
        if self.attempt is not None:
            self._book()

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
        if attempt is None or problem is None or self.source not in OF_TODAY:
            return
        key = self._key(problem.game)
        if self.today.problems.get(key) != problem:
            return  # left over midnight
        self.today.note(key, attempt)
        solved = attempt.phase is AttemptPhase.SOLVED and not attempt.helped
        if solved and key not in self.today.solved:
            self.today.solve(key, attempt.solved_at or 1)
            self._changes += 1

    def is_solved(self, game: str) -> bool:
        """Whether the puzzle of today of a game is solved, of the source that is chosen."""
        return self._key(game) in self.today.solved

    @property
    def busy(self) -> bool:
        """Whether a puzzle is being made or a text is being read."""
        return bool(self._job) or self.making

    # -- what is shown -------------------------------------------------------------------------

    @property
    def making(self) -> bool:
        """Whether there is no puzzle yet, because it is being made."""
        return self.attempt is None and self.fault is None

    @property
    def exercise(self) -> ExerciseViewModel:
        """The view model of the attempt, or why there is none."""
        if self.attempt is not None:
            return exercise_view_model(self.attempt)
        waiting = Message("puzzles.making" if self.fault is None else "puzzles.failed")
        return ExerciseViewModel(waiting, self.fault, busy=self.making)

    @property
    def has_theme(self) -> bool:
        return self.attempt is None or self.attempt.has_theme

    @property
    def theme(self) -> Message | None:
        """The theme of the puzzle; None until it may be told."""
        attempt, problem = self.attempt, self.problem
        revealed = attempt is not None and attempt.has_theme and attempt.revealed
        return short_theme(problem) if revealed and problem is not None else None

    @property
    def tries(self) -> Message:
        attempt = self.attempt
        if attempt is not None and attempt.solved_at is not None:
            return message("puzzles.tries_count", n=attempt.solved_at)
        if attempt is not None and attempt.wrong:
            return message("puzzles.wrong", count=attempt.wrong)
        return Message("puzzles.no_try")

    def release_worker(self) -> None:
        super().release_worker()
        self.today.release_worker()
        self._job.cancel()


def _endless(game: str, seed: int, level: int, context: Context[Any]) -> Problem:
    return next(problems(game, seed, [level], context, max_tries=MAX_TRIES))
