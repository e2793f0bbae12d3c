"""Attempt at an exercise: the board, the moves tried, their refutation, hints, the solution.

No pygame here. A wrong move is played, the best reply follows, and both are taken back.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from engine.messages import Message, message
from engine.naming import move_name
from engine.protocols import Estimate, Game, Impartial
from engine.puzzles.refutation import refutation, threats, wins_above, wins_at_once
from gui.app_context import AppContext
from gui.boards.words import reason
from gui.exercises.exercise import AttemptPhase, Exercise
from gui.exercises.explanation import ExplainedStep, Explanation, explain
from gui.exercises.line import Line, best_line, best_reply, ending
from gui.protocols import BoardState, BoardThreats
from gui.worker import JobSlot

BEFORE_REPLY = 0.35  # seconds before the reply to a tried move
REFUTED = 2.4  # seconds of its refutation
RINGED = 1.0  # seconds before the ringed answer is played
BETWEEN_MOVES = 0.6  # seconds between the moves of a solution
PATIENCE = 6.0  # seconds to wait for a move of the worker; then the line ends
HINTS = 2
OFFERED_AFTER = 2  # wrong tries before the answer is offered


class Attempt(ABC):
    """Base of attempts by one move and by turns. `changes` grows with every visible change."""

    has_theme = True  # that of a puzzle of turns would repeat their number
    side: int | None = None  # the player to move; None for turns

    def __init__(self, ask: Message) -> None:
        self.ask = ask
        self.on_solved: Callable[[], None] = lambda: None
        self.phase = AttemptPhase.ASKING
        self.wrong = 0  # number of wrong tries
        self.hints = 0  # number of hints
        self.helped = False  # the solution was shown
        self.solved_at: int | None = None  # the number of the successful try
        self.said: Message | None = None  # about the last try, hint or solution
        self.changes = 0
        self._wait = 0.0

    @property
    def title(self) -> Message:
        """The question, or the result that replaces it."""
        return self.ask

    @property
    @abstractmethod
    def detail(self) -> Message | None:
        """The sentence below the title."""

    @property
    def board(self) -> BoardState[Any] | None:
        """The state of the board of a two-player game."""
        return None

    @property
    def titles(self) -> Sequence[Message]:
        """The longest titles that it may have: the headline keeps room for them."""
        return (self.ask,)

    def play(self, move: int) -> None:  # noqa: B027 - a hook, not a duty
        """Try a legal move of a two-player game."""

    @property
    def open(self) -> bool:
        """Whether a try is possible."""
        return self.phase is AttemptPhase.ASKING

    @property
    def over(self) -> bool:
        """Whether it is solved or its solution was shown."""
        return self.phase in (AttemptPhase.SOLVED, AttemptPhase.SHOWN)

    @property
    def revealed(self) -> bool:
        """Whether the answer is or was known."""
        return self.over or self.helped or self.solved_at is not None

    @property
    def can_hint(self) -> bool:
        """Whether there is a hint left."""
        return (self.open or self.being_refuted) and self.hints < HINTS

    @property
    def being_refuted(self) -> bool:
        """Whether a wrong try is on the board, or the reply to it; both will be taken back."""
        return self.phase in (AttemptPhase.TRIED, AttemptPhase.REFUTED)

    @property
    def can_show(self) -> bool:
        """Whether the solution may be played now."""
        return self.phase is not AttemptPhase.SHOWING

    @property
    def can_refute(self) -> bool:
        """Whether there is a move to explain."""
        return False

    def refute(self) -> None:  # noqa: B027 - a hook, not a duty
        """Explain the wrong move, or the right one that was just found; or end the explanation."""

    @property
    def explains(self) -> bool:
        """Whether a step of an explanation is shown."""
        return self.phase is AttemptPhase.EXPLAINING

    def can_step(self, way: int) -> bool:
        """Whether the explanation has a step before (-1) or after (1) the present one."""
        return False

    def step(self, way: int) -> None:  # noqa: B027 - a hook, not a duty
        """Show the step of the explanation before (-1) or after (1) the present one."""

    @property
    def offered(self) -> bool:
        """Whether the answer is offered after several wrong tries."""
        return not self.over and self.can_show and self.wrong >= OFFERED_AFTER

    def _become(self, phase: AttemptPhase, said: Message | None, wait: float = 0.0) -> None:
        self.phase, self.said, self._wait = phase, said, wait
        self.changes += 1

    def _solve(self) -> None:
        self.solved_at = self.solved_at or self.wrong + 1
        self._become(AttemptPhase.SOLVED, self._comment(AttemptPhase.SOLVED))
        self.on_solved()

    def hint(self) -> None:
        """Give the next of two hints."""
        if self.can_hint:
            if self.being_refuted:
                self.again()
            self.hints += 1
            self._become(AttemptPhase.ASKING, self._hint())

    def show(self) -> None:
        """Play the solution."""
        if self.can_show:
            self.helped = self.helped or self.phase is not AttemptPhase.SOLVED
            self._begin()
            self._become(AttemptPhase.SHOWING, self._comment(AttemptPhase.SHOWING), RINGED)

    def again(self) -> None:
        """Restore the position; the message about a refuted try remains."""
        refuted = self.phase is AttemptPhase.REFUTED
        self.close()
        self._begin()
        self._become(AttemptPhase.ASKING, self.said if refuted else None)

    def release_worker(self) -> None:
        """Release the worker; what it was asked for is taken back."""
        if self.phase in (AttemptPhase.TRIED, AttemptPhase.SHOWING):
            self.again()

    def update(self, dt: float, still: bool) -> None:
        """Advance by `dt` seconds; `still` while the board has no animation."""
        if self.open or self.over or self.explains or not still:
            return
        self._wait -= dt
        if self.phase is AttemptPhase.SHOWING:
            self._show_on()
        elif self.phase is AttemptPhase.TRIED:
            if self._wait <= 0:
                self._refute()
        elif self._wait <= 0:
            self.again()

    def _refuted(self, said: Message) -> None:
        """Show the refutation, with the offer of the answer after several wrong tries."""
        key = "exercise.try_or_see" if self.wrong >= OFFERED_AFTER else "exercise.try_again"
        self._become(AttemptPhase.REFUTED, message(key, said=said), REFUTED)

    @property
    def working(self) -> bool:
        """Whether the user waits for the worker to answer a try or to show a line."""
        return False

    def close(self) -> None:  # noqa: B027 - a hook, not a duty
        """Cancel its jobs in the worker; the next update restarts them."""

    def _begin(self) -> None:  # noqa: B027 - a hook, not a duty
        """Restore the position."""

    @abstractmethod
    def _hint(self) -> Message:
        """Give the next hint and return its text."""

    @abstractmethod
    def _comment(self, phase: AttemptPhase) -> Message | None:
        """Return the sentence of a solved exercise, or about its solution."""

    @abstractmethod
    def _show_on(self) -> None:
        """Play the next move of the solution when it is due."""

    def _refute(self) -> None:  # noqa: B027 - a hook, not a duty
        """Show the refutation of the try."""


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
