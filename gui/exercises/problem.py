"""The attempt at a puzzle: by one move, or by turns. No pygame here."""

from __future__ import annotations

from dataclasses import replace

from engine.messages import Message, message
from engine.naming import move_name
from engine.protocols import Estimate
from engine.puzzles.problems import Goal, Problem
from engine.registry import make_game
from gui.app_context import AppContext
from gui.boards import handlings_of
from gui.exercises.attempt import BEFORE_REPLY, BETWEEN_MOVES, HINTS, Attempt, MoveAttempt
from gui.exercises.exercise import AttemptPhase, Exercise, comment
from gui.exercises.texts import aim, of_game, only


def exercise_of_problem(problem: Problem) -> Exercise:
    """Return the exercise of a puzzle of a two-player game."""
    game = make_game(problem.game, problem.options)
    start = game.parse(problem.position)
    right = (game.parse_move(start, problem.solution[0]),)
    return Exercise(game, (start,), (), right, aim(problem), only(problem), plies=problem.plies)


def misleading_exercise(problem: Problem, estimates: tuple[Estimate, ...]) -> Exercise:
    """Return the exercise of a puzzle that shows estimates by which another move looks best."""
    exercise = exercise_of_problem(problem)
    best = max(estimates, key=lambda each: each.score or 0.0)
    move = move_name(exercise.game, exercise.start, best.move)
    detail = message("puzzles.misleading", move=move, score=best.score)
    return replace(exercise, estimates=estimates, detail=detail)


def attempt_at(problem: Problem, app_context: AppContext) -> Attempt:
    """Return a new attempt at a puzzle: by a move, or by turns."""
    if problem.goal is Goal.SOLVE:
        return TurnsAttempt(problem)
    return MoveAttempt(exercise_of_problem(problem), app_context)


WRONG = (AttemptPhase.TRIED, AttemptPhase.REFUTED)


class TurnsAttempt(Attempt):
    """A puzzle to be solved in a number of moves: any solution of that length is correct."""

    has_theme = False

    def __init__(self, problem: Problem) -> None:
        super().__init__(aim(problem))
        self.problem = problem
        self.handling = handlings_of(problem.game).of(problem.options)
        self.line = tuple(problem.solution[0].split())
        self.turns: tuple[str, ...] = ()  # since the position of the puzzle
        self._positions = [self.handling.check(problem.position)]  # before each of them, and now

    @property
    def detail(self) -> Message | None:
        if self.said is None and self.open and self.used:
            return self._message("puzzles.turns.made", n=self.used, count=self.problem.plies)
        return self.said or only(self.problem)

    @property
    def used(self) -> int:
        """The number that the moves count for."""
        return self.handling.count(self.handling.read_moves(" ".join(self.turns)))

    def turn(self, text: str, position: str) -> None:
        """Record a move by hand, which leads to `position`."""
        if not self.open:
            return
        if self.turns and position == self._positions[-2]:
            self._keep(len(self.turns) - 1)
            return
        self.turns = (*self.turns, text)
        self._positions.append(position)
        if self.handling.solved(position) and self.used <= self.problem.plies:
            self._solve()
        elif self.used >= self.problem.plies:
            self.wrong += 1
            self._become(AttemptPhase.TRIED, None, BEFORE_REPLY)
        else:
            self._become(AttemptPhase.ASKING, None)

    @property
    def can_undo(self) -> bool:
        """Whether moves can be undone: also those of a wrong try, while they are on the board."""
        return bool(self.turns) and (self.open or self.phase in WRONG)

    def undo(self) -> None:
        """Undo the last move."""
        self._keep(len(self.turns) - 1)

    def restart(self) -> None:
        """Undo every move; it counts as no try."""
        self._keep(0)

    def _keep(self, count: int) -> None:
        if self.can_undo:
            self.turns = self.turns[:count]
            del self._positions[count + 1 :]
            self._become(AttemptPhase.ASKING, None)

    def _begin(self) -> None:
        self.turns = ()
        del self._positions[1:]

    def _message(self, key: str, **values: Message | int | str) -> Message:
        """Return a sentence in the words of the puzzle."""
        return of_game(key, self.handling.puzzle, **values)

    def _comment(self, phase: AttemptPhase) -> Message:
        if phase is AttemptPhase.SOLVED:
            return comment(phase, self.solved_at or 0, self.helped)
        return self._message("puzzles.turns.shown", turns=" ".join(self.line))

    def _hint(self) -> Message:
        """Give a clue, then name the next move; the moves that lead to a solution stay."""
        lines = [tuple(each.split()) for each in self.problem.solution]
        while not (left := [line for line in lines if line[: len(self.turns)] == self.turns]):
            self._keep(len(self.turns) - 1)
        rest = left[0][len(self.turns) :]
        if self.hints == HINTS:
            return self._message("puzzles.hint.turn", turn=rest[0])
        line = self.handling.read_moves(" ".join(rest))
        return self.handling.clue(self._positions[-1], line)

    def _refute(self) -> None:
        self._refuted(self._message("puzzles.turns.wrong", count=self.problem.plies))

    def _show_on(self) -> None:
        if self._wait > 0:
            return
        if len(self.turns) < len(self.line):
            self.turns = self.line[: len(self.turns) + 1]
            self._become(AttemptPhase.SHOWING, self.said, BETWEEN_MOVES)
        else:
            self._become(AttemptPhase.SHOWN, self.said)
