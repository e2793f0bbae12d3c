"""The attempts at an exercise by one move, and at a puzzle by turns. No pygame here."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from engine.messages import Message, message
from engine.naming import move_name
from engine.protocols import Estimate, Game, Impartial
from engine.puzzles.problems import Goal, Problem
from engine.puzzles.refutation import refutation, threats, wins_above, wins_at_once
from engine.registry import make_game
from gui.app_context import AppContext
from gui.boards import handlings_of
from gui.boards.words import reason
from gui.exercises.attempt import BEFORE_REPLY, BETWEEN_MOVES, HINTS, PATIENCE, Attempt
from gui.exercises.exercise import AttemptPhase, Exercise, aim, comment, of_game, only
from gui.exercises.explanation import ExplainedStep, Explanation, explain
from gui.exercises.line import Line, best_line, best_reply, ending
from gui.protocols import BoardState, BoardThreats
from gui.worker import JobSlot

WRONG = (AttemptPhase.TRIED, AttemptPhase.REFUTED)


class MoveAttempt(Attempt):
    """An attempt at an exercise of a two-player game, by one move."""

    def __init__(self, exercise: Exercise, app_context: AppContext) -> None:
        super().__init__(exercise.ask)
        self.exercise = exercise
        self.side = exercise.side
        self.app_context = app_context
        self.tried: tuple[int, ...] = ()
        self.moves: list[int] = []  # on the board since the position
        self.states: list[Any] = [exercise.start]
        self.refuted: int | None = None  # the last wrong try
        self.explanation: Explanation = ()  # the steps known so far
        self.placed = False  # the position was not reached by a move: it is shown at once
        self._at = 0  # the step shown
        self._complete = False  # whether no further step follows
        # The move that is shown or explained; where no move is right, it is only explained.
        self._first = next(iter(exercise.right or exercise.game.moves(exercise.start)))
        self._before = AttemptPhase.ASKING  # the phase to which the end of an explanation leads
        self._job: JobSlot[Any] = JobSlot(app_context.worker)

    @property
    def over(self) -> bool:
        return super().over or (self.explains and self._before is not AttemptPhase.ASKING)

    @property
    def title(self) -> Message:
        exercise = self.exercise
        if self.explains:
            return self._explained(self._first)
        return exercise.title(self.phase, next(iter(self.moves), None), self.helped)

    def _explained(self, move: int) -> Message:
        """Return the headline of the explanation of a move, which it names."""
        exercise = self.exercise
        if move in exercise.right and self._before is AttemptPhase.SHOWN:
            return exercise.title(self._before, move, self.helped)
        judged = "right" if move in exercise.right else "wrong" if exercise.right else "watch"
        return message(f"why.{judged}", move=move_name(exercise.game, exercise.start, move))

    @property
    def detail(self) -> Message | None:
        if self.explains:
            return self.explanation[self._at].text if self.explanation else Message("why.looking")
        asking = self.phase in (AttemptPhase.ASKING, AttemptPhase.TRIED)
        return self.said or (self.exercise.detail if asking else None)

    @property
    def board(self) -> BoardState[Any]:
        """State of the board; at the position itself with the moves that are known to be wrong."""
        exercise, state = self.exercise, self.states[-1]
        closed = "" if self.open else "board.done" if self.over else "board.shown"
        if self.moves:
            threats = self._threats(state)
            return BoardState(
                state, self.states[-2], self.moves[-1], threats=threats, closed=closed
            )
        ringed = self.phase is AttemptPhase.SHOWING or self.hints == HINTS
        return BoardState(
            state,
            exercise.states[-2] if exercise.moves else None,
            exercise.moves[-1] if exercise.moves else None,
            tuple(exercise.game.moves(state)) if self.open else (),
            estimates=exercise.estimates,
            hint=exercise.right[0] if ringed else None,
            tried=(*exercise.wrong, *self.tried),
            threats=BoardThreats(1 - exercise.side, exercise.threats) if exercise.threats else None,
            closed=closed,
        )

    def _threats(self, state: Any) -> BoardThreats | None:
        """Return the threats after a reply to a wrong move, or at a step of an explanation."""
        game = self.exercise.game
        refuted = self.phase is AttemptPhase.REFUTED and game.to_move(state) == self.exercise.side
        if not (refuted or self.explains):
            return None
        return visible_threats(game, state, self.exercise.side)

    def play(self, move: int) -> None:
        if not self.open:
            return
        self.placed = False
        self._make(move)
        if move in self.exercise.right:
            self._solve()
            return
        self.wrong += 1
        self.refuted = move
        if move not in (*self.exercise.wrong, *self.tried):
            self.tried = (*self.tried, move)
        self._ask_reply()
        self._become(AttemptPhase.TRIED, None, BEFORE_REPLY)

    def _ask_reply(self) -> None:
        self._job.submit(partial(best_reply, self.exercise.game, self.states[-1]))

    @property
    def working(self) -> bool:
        job = self._job.job
        return job is not None and not job.done

    def close(self) -> None:
        self._job.cancel()

    def _make(self, move: int) -> None:
        self.states.append(self.exercise.game.play(self.states[-1], move))
        self.moves.append(move)

    def _begin(self) -> None:
        self.close()
        self.states, self.moves = [self.exercise.start], []

    def again(self) -> None:
        if self.over:
            self.tried, self.hints = (), 0
        super().again()

    def release_worker(self) -> None:
        super().release_worker()
        self.close()

    def _comment(self, phase: AttemptPhase) -> Message | None:
        return self.exercise.comment(phase, self.solved_at or 0, self.helped)

    def _hint(self) -> Message:
        """Cross out half of the wrong moves first, then ring the correct one."""
        if self.hints == HINTS:
            return Message("puzzles.hint.move")
        right, moves = self.exercise.right, self.exercise.game.moves(self.exercise.start)
        wrong = [move for move in moves if move not in right]
        if len(wrong) < 2:
            return Message("puzzles.hint.pair")
        # From both ends in turn: one complete half of the board would reveal the answer.
        order = [wrong[index // 2 if index % 2 else -1 - index // 2] for index in range(len(wrong))]
        crossed = order[: len(wrong) // 2]
        self.tried = tuple(dict.fromkeys((*self.tried, *crossed)))
        return Message("puzzles.hint.half")

    def _refute(self) -> None:
        if not self._job:
            self._ask_reply()  # another job cancelled it
        job = self._job.take()
        if job is None:
            return
        best: Estimate | None = job.result
        game, after = self.exercise.game, self.states[-1]
        cause = refutation(game, self.states[-2], self.moves[-1], best)
        why = self.exercise.not_it if cause is None else reason(game, after, cause)
        # A move that is only slower than the right one is answered too.
        reply = cause.reply if cause is not None else best.move if best is not None else None
        if reply is not None:
            self._make(reply)
        self._refuted(why)

    @property
    def can_refute(self) -> bool:
        if self.phase is AttemptPhase.SOLVED or self.explains:
            return True
        return self._wrong_move is not None and self.phase is not AttemptPhase.SHOWING

    @property
    def _wrong_move(self) -> int | None:
        """The wrong move to explain: the last try, else the one known, once the answer is known."""
        if self.refuted is not None or not self.revealed:
            return self.refuted
        return next(iter(self.exercise.wrong), None)

    def refute(self) -> None:
        if self.explains:
            self._end_explanation()
        elif self.phase is AttemptPhase.SOLVED:
            self._explain(self.moves[0], self.phase)
        elif self.can_refute and self._wrong_move is not None:
            before = self.phase if self.over else AttemptPhase.ASKING
            self._explain(self._wrong_move, before)

    def _explain(self, move: int, before: AttemptPhase) -> None:
        """Begin the explanation of a move; its end leads back to a phase."""
        self._begin()
        self.explanation, self._at, self._complete = (), 0, False
        self._first, self._before = move, before
        self._become(AttemptPhase.EXPLAINING, None)

    def _end_explanation(self) -> None:
        """Show the right move again, or the position."""
        self._begin()
        self.placed = True
        if self._before is not AttemptPhase.ASKING:
            self._make(
                self._first if self._first in self.exercise.right else self.exercise.right[0]
            )
        self._become(self._before, self._comment(self._before) if self.moves else None)

    def can_step(self, way: int) -> bool:
        return self.explains and 0 <= self._at + way < len(self.explanation)

    def step(self, way: int) -> None:
        if self.can_step(way):
            self._stand(self._at + way)

    def _stand(self, at: int) -> None:
        """Show a step; a later one by its last move, an earlier one at once."""
        self.placed = at < self._at
        self._at = at
        self.states, self.moves = [self.exercise.start], []
        for move in self.explanation[at].moves:
            self._make(move)
        self._become(AttemptPhase.EXPLAINING, None, 0.0)

    def _learn_more(self, dt: float) -> None:
        """Take the steps that the worker knows; without news for long the explanation ends."""
        if self._complete:
            return
        if not self._job:
            exercise, good = self.exercise, self._first in self.exercise.right
            wrong = next(iter(exercise.wrong), None) if self.refuted is None else self.refuted
            self._job.submit(
                partial(explain, exercise.game, exercise.start, self._first, good, wrong=wrong)
            )
        self._wait -= dt
        job = self._job.take()
        explanation: Explanation | None = None if self._job.job is None else self._job.job.latest
        if job is not None:
            explanation = job.result
        self._complete = job is not None or self._wait < -PATIENCE
        if self._complete:
            self.close()
            explanation = (
                explanation
                or self.explanation
                or (ExplainedStep((self._first,), Message("why.far")),)
            )
        if explanation and explanation != self.explanation:
            shown = self.explanation[self._at : self._at + 1]
            self.explanation = explanation
            at = min(self._at, len(explanation) - 1)
            same = bool(shown) and shown[0].moves == explanation[at].moves
            self._become(self.phase, None) if same else self._stand(at)

    def show(self) -> None:
        if self.can_show:
            self._first = self.exercise.right[0]
        super().show()

    def update(self, dt: float, still: bool) -> None:
        if self.explains:
            self._learn_more(dt)
        else:
            super().update(dt, still)

    def _show_on(self) -> None:
        exercise = self.exercise
        if not exercise.plays_out:
            if self._wait <= 0:
                self._explain(self._first, AttemptPhase.SHOWN)
            return
        if not self._job:
            self._job.submit(partial(best_line, exercise.game, exercise.start, self._first))
        job = self._job.job
        if self._wait > 0 or job is None:
            return
        done = job.done  # read first: the last report comes before it
        line = job.latest or Line((self._first,))
        if len(line.moves) > len(self.moves):
            self._make(line.moves[len(self.moves)])
            self._become(self.phase, self.said, BETWEEN_MOVES)
        elif done or self._wait < -PATIENCE:
            self.close()
            plies = exercise.plies if exercise.plies is not None else line.plies
            sentence = ending(exercise.game, self.states[-1], self.moves, plies)
            self._become(AttemptPhase.SHOWN, sentence or self._comment(AttemptPhase.SHOWN))


def visible_threats(game: Game[Any], state: Any, you: int) -> BoardThreats | None:
    """Return the wins at once of the player to move, else the threats of the other one.

    With them those that the move which stops a threat opens on top of it. Those of `you` are its
    own. None without any, and in games in which both have the same moves.
    """
    if isinstance(game, Impartial):
        return None
    player, wins = game.to_move(state), wins_at_once(game, state)
    if wins:
        return BoardThreats(player, wins, own=player == you)
    cells, above = threats(game, state), wins_above(game, state)
    if not cells and not above:
        return None
    return BoardThreats(1 - player, cells, own=player != you, above=above)


# -- puzzles ---------------------------------------------------------------------------------------


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
