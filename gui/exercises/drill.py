"""A drill: exercises one after another, some of them about experiments. No pygame here."""

from __future__ import annotations

from collections.abc import Sequence

from engine.arena.comparisons import Comparison, ComparisonKind, games_needed
from engine.messages import Message, message
from engine.puzzles.problems import Problem
from gui.app_context import AppContext
from gui.exercises.attempt import REFUTED, Attempt, ExerciseModel
from gui.exercises.exercise import AttemptPhase, Exercise
from gui.exercises.problem import MoveAttempt, attempt_at

Drilled = Exercise | Problem | Comparison


class Drill(ExerciseModel):
    """A list of exercises, each tried until the next one is wanted.

    At its end, what was not found without help can be tried again at once.
    """

    def __init__(
        self, app_context: AppContext, title: Message, exercises: Sequence[Drilled] = ()
    ) -> None:
        super().__init__(app_context)
        self.title = title
        self.exercises = exercises
        self.at = 0
        self._results: dict[int, bool] = {}  # by number: whether it was found without help

    @property
    def searching(self) -> bool:
        """Whether the exercises are still being looked for."""
        return False

    @property
    def finished(self) -> bool:
        """Whether every exercise is behind."""
        return self.attempt is None and not self.searching

    @property
    def found(self) -> int:
        """The number of exercises solved without being shown before."""
        return sum(self._results.values())

    @property
    def missed(self) -> Sequence[Drilled]:
        """The exercises shown or left before they were solved."""
        return [each for n, each in enumerate(self.exercises) if not self._results.get(n, True)]

    def enter(self) -> None:
        if self.attempt is None and not self.at:
            self._go(0)

    def _go(self, number: int) -> None:
        """Put an exercise on the board; after the last one the drill is finished."""
        self.at = number
        self._put(self._attempt(self.exercises[number]) if number < len(self.exercises) else None)

    def _attempt(self, exercise: Drilled) -> Attempt:
        attempt: Attempt
        match exercise:
            case Problem():
                attempt = attempt_at(exercise, self.app_context)
            case Comparison():
                attempt = ComparisonAttempt(exercise)
            case _:
                attempt = MoveAttempt(exercise, self.app_context)
        attempt.on_solved = lambda: self._record(solved=not attempt.helped)
        return attempt

    def next(self) -> None:
        """Go to the next exercise that is not behind; an unsolved one counts as missed."""
        if self.attempt is not None:
            self._record(solved=False)
            self._go(next(iter(self._left), len(self.exercises)))

    @property
    def _left(self) -> list[int]:
        """The numbers of the other exercises that are not behind, in their order from here."""
        order = (*range(self.at + 1, len(self.exercises)), *range(self.at))
        return [number for number in order if number not in self._results]

    @property
    def is_last(self) -> bool:
        """Whether no exercise follows this one."""
        return not self._left

    def choose(self, number: int) -> None:
        """Go to any exercise; the present one counts only if it was tried."""
        if self.attempt is not None and 0 <= number < len(self.exercises) and number != self.at:
            if self.attempt.wrong and self.attempt.solved_at is None:
                self._record(solved=False)
            self._go(number)

    def try_missed(self) -> None:
        """Begin again with the missed exercises alone."""
        if self.finished and self.missed:
            self.exercises, self._results = self.missed, {}
            self._go(0)

    def show(self) -> None:
        """Play the solution, which then counts as missed."""
        if self.attempt is not None:
            self._record(solved=False)
            self.attempt.show()

    def _record(self, solved: bool) -> None:
        """Record the first result of the exercise; later ones change nothing."""
        self._results.setdefault(self.at, solved)

    def ending(self) -> tuple[Message, Message | None]:
        """Return what is said at the end."""
        done = message("retry.done", done=self.found, count=len(self.exercises))
        return done, None if self.missed else Message("retry.done_all")


class ComparisonAttempt(Attempt):
    """A question that the number of one of two experiments answers."""

    has_theme = False

    def __init__(self, comparison: Comparison) -> None:
        super().__init__(Message(f"comparison.{comparison.kind}"))
        self.comparison = comparison
        self.tried: set[int] = set()  # wrong answers

    @property
    def detail(self) -> Message | None:
        return self.said

    def choose(self, index: int) -> None:
        """Answer with an experiment; a wrong answer says why, and another one may follow."""
        if self.being_refuted:
            self.again()
        if not self.open:
            return
        if index == self.comparison.right:
            self._solve()
            return
        self.wrong += 1
        self.tried.add(index)
        self._become(AttemptPhase.REFUTED, self._reason(index), REFUTED)

    def _reason(self, index: int) -> Message:
        """Return the sentence why an experiment is the answer, or is not."""
        comparison = self.comparison
        tally, other = comparison.tallies[index], comparison.tallies[1 - index]
        ending = "right" if index == comparison.right else "wrong"
        if comparison.kind is ComparisonKind.BELIEVE:
            low, high = tally.interval
            return message(f"comparison.believe.{ending}", low=low, high=high)
        return message(
            f"comparison.more.{ending}",
            score=tally.score,
            games=games_needed(tally.score),
            other=games_needed(other.score),
        )

    def _hint(self) -> Message:
        return Message("comparison.hint")

    def _comment(self, phase: AttemptPhase) -> Message:
        return self._reason(self.comparison.right)

    def _show_on(self) -> None:
        self._become(AttemptPhase.SHOWN, self.said)
