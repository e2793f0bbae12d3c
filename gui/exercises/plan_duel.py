"""A plan at the board: attacked, followed against perfect play, or watched. No pygame here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import Enum
from functools import partial
from typing import Any

from engine.context import Context
from engine.messages import Message, message
from engine.protocols import Estimate, Game, Outcome
from engine.solvers.connect4_plan import Planner, PlanRule
from engine.solvers.connect4_why import Explanation, Kind, explainable, follower, later
from engine.solvers.connect4_why_text import PlanView, refusal, view_plan
from gui.app_context import AppContext
from gui.boards.plan_marks import board_plan
from gui.boards.words import told_side
from gui.exercises.attempt import BEFORE_REPLY, BETWEEN_MOVES, Attempt, ExerciseModel
from gui.exercises.exercise import AttemptPhase
from gui.exercises.line import best_reply
from gui.protocols import BoardState
from gui.worker import JobSlot

REASONS = tuple(f"duel.{each}" for each in ("win", "block", "two_threats", "on_top", "mark"))


class PlanRole(Enum):
    """The person's part in a plan at the board."""

    ATTACK = "attack"
    FOLLOW = "follow"
    WATCH = "watch"


class PlanAttempt(Attempt):
    """A try against a plan or with it, or a game to watch; `ends` are the earlier tries."""

    def __init__(
        self, game: Game[Any], answer: Explanation, role: PlanRole, app_context: AppContext
    ) -> None:
        super().__init__(message(f"duel.{role.value}"))
        self.game, self.answer, self.role = explainable(game), answer, role
        assert answer.holder is not None
        self.holder = answer.holder
        sides = {PlanRole.ATTACK: 1 - self.holder, PlanRole.FOLLOW: self.holder}
        self.side = sides.get(role)
        start = answer.start(self.game)
        self.states, self.moves = [start], list[int]()
        self.reasons: list[Message] = []  # of the holder's moves
        self.ends: list[tuple[Message, int]] = []  # each with its number of moves
        report = answer.report
        self.longest = len(answer.line) if report is None else report.longest
        self._planner = follower(self.game)
        self._checker: Planner | None = None  # the worker's own
        begun = answer.after_first(self.game)
        if role is PlanRole.FOLLOW:  # the better move was the other side's
            begun = replace(begun, remedy=None)
        self._counted = {start: begun}
        self._count: JobSlot[Explanation] = JobSlot(app_context.worker)
        self._reply: JobSlot[Estimate | None] = JobSlot(app_context.worker)
        self._begin()

    @property
    def title(self) -> Message:
        return self.reasons[-1] if self.reasons else self.ask

    @property
    def detail(self) -> Message | None:
        drawn = self.game.outcome(self.states[-1]) is Outcome.DRAW
        side = told_side(self.game, self.holder)
        if self.over:
            key = "drawn" if drawn else "done" if self.role is PlanRole.FOLLOW else "held"
            return message(f"duel.{key}", side=side, count=len(self.moves))
        watched = self.role is PlanRole.WATCH
        return self.said or (None if watched else message(f"duel.{self.role.value}_now", side=side))

    @property
    def titles(self) -> Sequence[Message]:
        column = self.game.columns - 1
        return (self.ask, *(message(key, column=column) for key in REASONS))

    @property
    def plan(self) -> Explanation:
        """The plan, counted from the last position where that is known; at the end the whole."""
        return self._counted[self.states[0] if self.over else self._last_counted]

    @property
    def _last_counted(self) -> Any:
        return next(state for state in reversed(self.states) if state in self._counted)

    @property
    def left(self) -> int:
        """The number of moves to the end of the game at most."""
        since = len(self.states) - 1 - self.states.index(self._last_counted)
        longest = self.plan.report.longest if self.plan.report else self.longest
        return 0 if self.over else max(0, longest - since)

    @property
    def board(self) -> BoardState[Any]:
        return BoardState(
            self.states[-1],
            [self.answer.state, *self.states][-2],
            self.moves[-1] if self.moves else self.answer.first,
            tuple(self.game.moves(self.states[-1])) if self.open else (),
            plan=self._marks(),
            closed="" if self.open else "board.done" if self.over else "board.shown",
        )

    def _marks(self) -> PlanView | None:
        """Return the marks of the rest; without squares to take only the first fences stay."""
        begun = self.answer.kind is Kind.PLAN
        view = board_plan(self.game, self.plan, begun=begun)
        if view is None or not begun or self.plan.kind is Kind.PLAN:
            return view
        first = view_plan(self.game, self._counted[self.states[0]]).fences
        return replace(view, fences=tuple(each for each in view.fences if each in first))

    def play(self, move: int) -> None:
        """Play the person's move; who follows the plan may only play by the rule."""
        if not self.open:
            return
        if self.role is PlanRole.FOLLOW:
            refused = refusal(self._planner, self.answer.levels, self.states[-1], move)
            if refused is not None:
                self.wrong += 1
                self._become(AttemptPhase.ASKING, refused)
                return
            self._reason(self._allowed()[0], move)
        self._make(move)

    def _allowed(self) -> tuple[PlanRule, list[int]]:
        """Return the part of the rule for the holder's move, and the columns it allows."""
        rule, cells, _ = self._planner.reply(self.answer.levels, *self.states[-1])
        return rule, [column for column, _ in self.game.cells(cells)]

    def _reason(self, rule: PlanRule, move: int) -> None:
        on_top = rule is PlanRule.MARK and self.moves[-1:] == [move]
        reason = message(f"duel.{'on_top' if on_top else rule.name.lower()}", column=move)
        self.reasons.append(reason)

    def _make(self, move: int) -> None:
        self.states.append(self.game.play(self.states[-1], move))
        self.moves.append(move)
        self._go_on()

    def _go_on(self) -> None:
        """Go on in the position on the board: the end, the person's turn, or another move."""
        state, followed = self.states[-1], self.role is PlanRole.FOLLOW
        if self.game.outcome(state) is not None:
            self._become(AttemptPhase.SOLVED if followed else AttemptPhase.SHOWN, None)
        elif self.game.to_move(state) == self.side:
            self._become(AttemptPhase.ASKING, None)
        else:
            wait = BETWEEN_MOVES if self.role is PlanRole.WATCH else BEFORE_REPLY
            self._become(AttemptPhase.TRIED, None, wait)

    def _refute(self) -> None:
        """Play on: the line, by the rule, or the best move, which the worker finds."""
        state = self.states[-1]
        if self.answer.line:
            self._make(self.answer.line[len(self.moves)])
        elif self.game.to_move(state) == self.holder:
            rule, columns = self._allowed()
            self._reason(rule, columns[0])
            self._make(columns[0])
        else:
            if not self._reply:
                self._reply.submit(partial(best_reply, self.game, state))
            job = self._reply.take()
            if job is not None:
                self._make(self.game.moves(state)[0] if job.result is None else job.result.move)

    # -- the rest of the game, counted anew ----------------------------------------------------

    def update(self, dt: float, still: bool) -> None:
        job = self._count.take()
        if job is not None and job.result is not None:
            self._counted[job.result.state] = job.result
            self.changes += 1
        states = (s for s in reversed(self.states) if self.game.to_move(s) != self.holder)
        state = next(states, self.states[0])
        if self.answer.report and not self.over and state not in self._counted and not self._count:
            self._count.submit(partial(self._recount, state))
        super().update(dt, still)

    def _recount(self, state: Any, context: Context[Any]) -> Explanation:
        self._checker = self._checker or follower(self.game)
        return later(self._checker, self.answer, state, context)

    # -- other tries ---------------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """Whether the person has a move to take back."""
        least = {PlanRole.ATTACK: 0, PlanRole.FOLLOW: 1}.get(self.role, len(self.moves))
        return len(self.moves) > least and (self.open or self.over)

    def undo(self) -> None:
        """Take the person's last move back; the try keeps its number."""
        if self.can_undo:
            count = 2 if self.game.to_move(self.states[-1]) == self.side else 1
            del self.moves[-count:], self.states[-count:]
            del self.reasons[len(self.moves) // 2 :]
            self._go_on()

    def end(self) -> tuple[Message, int]:
        """Return how the try ended, or that it did not, and its number of moves."""
        drawn = self.game.outcome(self.states[-1]) is Outcome.DRAW
        key = "drawn" if drawn else "ended" if self.over else "left"
        return message(f"duel.try.{key}", column=sum(self.moves[-1:])), len(self.moves)

    def again(self) -> None:
        """Keep the game: a click while the other side is to move changes nothing."""

    def restart(self) -> None:
        """Begin the next try."""
        self.ends.append(self.end())
        self._begin()

    def release_worker(self) -> None:
        self.close()

    def close(self) -> None:
        self._reply.cancel()
        self._count.cancel()

    def _begin(self) -> None:
        self.close()
        del self.states[1:], self.moves[:], self.reasons[:]
        self._go_on()

    def _hint(self) -> Message:
        return self.ask

    def _comment(self, phase: AttemptPhase) -> Message | None:
        return self.said

    def _show_on(self) -> None:
        """There is no solution to play."""


class PlanDuel(ExerciseModel):
    """The one attempt at a plan."""

    def __init__(
        self, app_context: AppContext, game: Game[Any], answer: Explanation, role: PlanRole
    ) -> None:
        super().__init__(app_context)
        self.duel = PlanAttempt(game, answer, role, app_context)

    def enter(self) -> None:
        if self.attempt is None:
            self._put(self.duel)

    def next(self) -> None:
        self.duel.restart()
