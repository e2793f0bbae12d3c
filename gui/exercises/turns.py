"""Attempt at a puzzle of the cube, by turns. No pygame here."""

from __future__ import annotations

from typing import Any

from engine.messages import Message, message
from engine.protocols import Puzzle
from engine.puzzles import Problem
from engine.registry import make_puzzle
from gui.exercises.attempt import BEFORE_REPLY, BETWEEN_MOVES, HINTS, Attempt
from gui.exercises.exercise import AttemptPhase, comment
from gui.exercises.texts import aim, only


class TurnsAttempt(Attempt):
    """A puzzle of the cube: any solution of minimum length is correct."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(aim(problem))
        self.problem = problem
        self.puzzle: Puzzle[Any] = make_puzzle(problem.game, problem.options)
        self.line = tuple(problem.solution[0].split())
        self.turns: tuple[str, ...] = ()  # since the position of the puzzle

    @property
    def detail(self) -> Message | None:
        if self.open and self.used:
            return message("puzzles.turns.made", n=self.used, count=self.problem.plies)
        return self.said or only(self.problem)

    @property
    def used(self) -> int:
        """The number of turns in the metric of this cube."""
        double = self.problem.options.get("metric") == "quarter"
        return sum(2 if double and turn.endswith("2") else 1 for turn in self.turns)

    def turn(self, text: str, facelets: str) -> None:
        """Record a turn by hand, which leads to `facelets`."""
        if not self.open:
            return
        if self.turns and text == _inverse(self.turns[-1]):
            self.turns = self.turns[:-1]
            self._become(AttemptPhase.ASKING, None)
            return
        self.turns = (*self.turns, text)
        if self.puzzle.parse(facelets) == self.puzzle.goal() and self.used <= self.problem.plies:
            self._solve()
        elif self.used >= self.problem.plies:
            self.wrong += 1
            self._become(AttemptPhase.TRIED, None, BEFORE_REPLY)
        else:
            self._become(AttemptPhase.ASKING, None)

    def undo(self) -> None:
        """Undo the last turn."""
        self._keep(len(self.turns) - 1)

    def restart(self) -> None:
        """Undo every turn; it counts as no try."""
        self._keep(0)

    def _keep(self, count: int) -> None:
        if self.open and self.turns:
            self.turns = self.turns[:count]
            self._become(AttemptPhase.ASKING, None)

    def _begin(self) -> None:
        self.turns = ()

    def _comment(self, phase: AttemptPhase) -> Message:
        if phase is AttemptPhase.SOLVED:
            return comment(phase, self.solved_at or 0, self.helped)
        return message("puzzles.turns.shown", turns=" ".join(self.line))

    def _hint(self) -> Message:
        """Name the first layer, then the first turn."""
        first = self.line[0]
        self._begin()
        if self.hints == HINTS:
            return message("puzzles.hint.turn", turn=first)
        return message("puzzles.hint.layer", layer=Message(f"puzzles.layer.{first[0]}"))

    def _refute(self) -> None:
        self._refuted(message("puzzles.turns.wrong", count=self.problem.plies))

    def _show_on(self) -> None:
        if self._wait > 0:
            return
        if len(self.turns) < len(self.line):
            self.turns = self.line[: len(self.turns) + 1]
            self._become(AttemptPhase.SHOWING, self.said, BETWEEN_MOVES)
        else:
            self._become(AttemptPhase.SHOWN, self.said)


def _inverse(turn: str) -> str:
    """Return the inverse of a turn, in the usual notation."""
    return {"'": turn[0], "2": turn}.get(turn[1:], turn[0] + "'")
