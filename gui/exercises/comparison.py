"""Attempt at a question about two experiments. No pygame here."""

from __future__ import annotations

from engine.arena.comparisons import Comparison, ComparisonKind, games_needed
from engine.messages import Message, message
from gui.exercises.attempt import REFUTED, Attempt
from gui.exercises.exercise import AttemptPhase


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
