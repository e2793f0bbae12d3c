"""The three positions at the end of a chapter. No pygame here."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import islice

from engine.arena.comparisons import comparisons
from engine.context import Context
from engine.lessons.drills import POSITIONS, SOURCES, chances, drill
from engine.lessons.record import Chapter
from engine.messages import Message, message
from engine.protocols import Estimate
from engine.puzzles.problems import Problem
from gui.exercises.attempt import Attempt
from gui.exercises.drill import Drill, Drilled
from gui.exercises.problem import misleading_exercise
from gui.lessons import walk
from gui.services import Services
from gui.worker import JobSlot

Chances = dict[str, tuple[Estimate, ...]]  # those that mislead, by position
Drawn = tuple[Sequence[Drilled], Chances]


def _drawn(chapter: Chapter, seed: int, context: Context[Drawn]) -> Drawn:
    if not SOURCES[chapter.id]:
        return tuple(islice(comparisons(seed, context), POSITIONS)), {}
    problems = tuple(islice(drill(chapter, seed, context), POSITIONS))
    return problems, {each.position: chances(chapter, each, context) for each in problems}


class ChapterDrill(Drill):
    """Three positions of a chapter, drawn in the worker; the result is saved at the end."""

    def __init__(self, services: Services, chapter: Chapter) -> None:
        self.compares = not SOURCES[chapter.id]  # experiments are asked about, not positions
        title = "comparison.title" if self.compares else "lessons.positions"
        super().__init__(services, message(title))
        self.services = services
        self.chapter = chapter
        self._job: JobSlot[Drawn] = JobSlot(services.worker)
        self._searching = True
        self._seed = services.fresh_seed()
        self._estimates: Chances = {}
        self._again = False  # the missed ones are tried again, which counts for no result

    @property
    def problems(self) -> Sequence[Problem]:
        """The positions."""
        return [each for each in self.exercises if isinstance(each, Problem)]

    def result(self, number: int) -> bool | None:
        """Return whether a position was found without help; None while it is not behind."""
        return self._results.get(number)

    @property
    def searching(self) -> bool:
        return self._searching

    def enter(self) -> None:
        if self._searching and not self._job:
            self._job.submit(partial(_drawn, self.chapter, self._seed), self._seed)

    def ending(self) -> tuple[Message, Message | None]:
        if self._searching:
            return Message("lessons.positions.looking"), None
        if not self.exercises:
            return Message("lessons.positions.none"), None
        return super().ending()

    def try_missed(self) -> None:
        self._again = True
        super().try_missed()

    def another(self) -> None:
        """Draw three other positions."""
        self._again = False
        self.release_worker()
        self._seed += 1
        self._searching, self.exercises = True, ()
        self._results.clear()
        self._put(None)
        self.enter()

    def update(self, dt: float, still: bool) -> None:
        job = self._job.take()
        if job is not None:
            self._searching = False
            if job.error is not None:
                self.notices.add(job.error, fault=True)
            self.exercises, self._estimates = job.result or ((), {})
            self._go(0)
        super().update(dt, still)

    def release_worker(self) -> None:
        super().release_worker()
        self._job.cancel()

    def _attempt(self, exercise: Drilled) -> Attempt:
        if isinstance(exercise, Problem) and (estimates := self._estimates.get(exercise.position)):
            exercise = misleading_exercise(exercise, estimates)
        return super()._attempt(exercise)

    def _go(self, number: int) -> None:
        super()._go(number)
        if self.finished and len(self.exercises) == POSITIONS and not self._again:
            walk.note_result(self.services, self.chapter, self.found)
