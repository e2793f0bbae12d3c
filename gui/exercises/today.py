"""The puzzles of today, one of each game and a hard one: made in the worker, marked when solved.

A puzzle of today has its game as its key; a hard one, made on request, the key `hard_key` gives.
One object serves the menu's card and the screen of puzzles: `read` when a screen opens, `want` to
have puzzles made, `update` each frame, `release_worker` to free the worker. Building a screen only
reads the results.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Any

from engine.context import Context
from engine.messages import Message
from engine.puzzles.problems import DAILY, HARD, Problem, day_problem
from engine.puzzles.text import code_of
from engine.registry import ALL_GAMES
from engine.store.store import DailyPuzzleState
from gui.app_context import AppContext
from gui.exercises.attempt import Attempt
from gui.exercises.problem import attempt_at
from gui.worker import JobSlot

HARD_MARK = ".hard"


def hard_key(game: str) -> str:
    """Return the key of a game's hard puzzle of today."""
    return game + HARD_MARK


@dataclass(frozen=True)
class TodaysPuzzle:
    """View model of the puzzle of the day in the menu."""

    problem: Problem
    solved: bool
    all_solved: bool  # those of the other games too


class Today:
    """The day, its puzzles made so far, and those that are solved, by their keys.

    A puzzle that could not be made has its reason in `faults` until the next request; it delays no
    other one.
    """

    def __init__(self, app_context: AppContext, clock: Callable[[], date] = date.today) -> None:
        self.app_context = app_context
        self.date = clock()
        self.problems: dict[str, Problem] = {}
        self.faults: dict[str, Message] = {}
        self.solved: dict[str, int] = {}  # in order: the number of the successful try
        self._tried: dict[str, DailyPuzzleState] = {}  # the progress of the attempt
        self._attempts: dict[str, Attempt] = {}  # by the puzzle as text
        self._clock = clock
        self._first = ""
        self._left: deque[str] = deque()  # keys of the puzzles made next
        self._making = ""  # the key of the one being made
        self._job: JobSlot[Problem] = JobSlot(app_context.worker)

    def read(self) -> None:
        """Read the date and the solved puzzles of the day. StoreError when they cannot be read."""
        today = self._clock()
        if today != self.date:
            self.release_worker()
            self.date, self.problems, self.solved, self._tried = today, {}, {}, {}
            self.faults.clear()
            self._attempts.clear()
        day = self.date.toordinal()
        stored = self.app_context.store.solved(day).items()
        listed = {key: tries for key, tries in stored if key.removesuffix(HARD_MARK) in ALL_GAMES}
        self.solved = {**listed, **self.solved}
        self._tried = {**self.app_context.store.tried(day), **self._tried}

    def want(self, first: str) -> None:
        """Request the missing puzzles, the one with the key `first` before the others."""
        coming = self._first == first and first not in self.faults
        if self._job and (coming or first in self.problems):
            return
        self.release_worker()
        self.faults.clear()
        keys = dict.fromkeys((first, *ALL_GAMES, *self.solved))
        self._first, self._left = first, deque(key for key in keys if key not in self.problems)
        self._make_next()

    def _make_next(self) -> None:
        if self._left:
            self._making = self._left.popleft()
            self._job.submit(partial(_made, self._making, self.date.toordinal()))

    def update(self) -> bool:
        """Take new puzzles from the worker; return True if there is a new puzzle or a fault."""
        job = self._job.take()
        if job is None:
            return False
        if job.result is not None:
            self.problems[self._making] = job.result
        elif job.error is not None:
            self.faults[self._making] = job.error
        self._make_next()
        return True

    def release_worker(self) -> None:
        """Stop making puzzles; finished ones remain."""
        self._left.clear()
        self._job.cancel()

    def attempt(self, key: str, problem: Problem) -> Attempt:
        """Return the attempt at a puzzle, with its earlier tries and shown solution."""
        code = code_of(problem)
        if code not in self._attempts:
            attempt_made = self._attempts[code] = attempt_at(problem, self.app_context)
            if problem == self.problems.get(key):
                tried = self._tried.get(key, DailyPuzzleState())
                attempt_made.wrong, attempt_made.helped = tried.wrong, tried.shown
                attempt_made.solved_at = self.solved.get(key)
        self._attempts[code].again()
        return self._attempts[code]

    def note(self, key: str, attempt: Attempt) -> None:
        """Save the progress of a puzzle of today; a restart loses nothing."""
        tried = DailyPuzzleState(attempt.wrong, attempt.helped)
        if tried == self._tried.get(key, DailyPuzzleState()):
            return
        self._tried[key] = tried
        app_context, day = self.app_context, self.date.toordinal()
        app_context.write_queue.put(
            ("tried", day, key), lambda: app_context.store.keep_tried(day, key, tried)
        )

    @property
    def busy(self) -> bool:
        """Whether puzzles are being made."""
        return bool(self._job)

    @property
    def failed(self) -> bool:
        """Whether the puzzle of the day could not be made."""
        return self.game in self.faults

    def solve(self, key: str, tries: int) -> None:
        """Record a solved puzzle in the store, the first time only."""
        if key in self.solved:
            return
        self.solved[key] = tries
        app_context, day = self.app_context, self.date.toordinal()
        app_context.write_queue.put(
            ("puzzle", day, key), lambda: app_context.store.add_solved(day, key, tries)
        )

    @property
    def game(self) -> str:
        """The game of the puzzle of the day: it follows from the date alone."""
        return ALL_GAMES[self.date.toordinal() % len(ALL_GAMES)]

    @property
    def puzzle(self) -> TodaysPuzzle | None:
        """The puzzle of the day; None until it is made."""
        problem, solved = self.problems.get(self.game), self.solved
        if problem is None:
            return None
        return TodaysPuzzle(problem, self.game in solved, all(game in solved for game in ALL_GAMES))


def _made(key: str, day: int, context: Context[Any]) -> Problem:
    levels = HARD if key.endswith(HARD_MARK) else DAILY
    return day_problem(key.removesuffix(HARD_MARK), day, levels, context)
