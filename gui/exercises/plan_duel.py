"""A plan at the board: a person attacks it, or follows it against perfect play. No pygame here."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from engine.context import Context
from engine.messages import Message, message
from engine.protocols import Estimate, Game, Outcome
from engine.solvers.connect4_plan import Planner, PlanRule
from engine.solvers.connect4_threats import geometry_of
from engine.solvers.connect4_why import Explanation, checked, explainable
from gui.app_context import AppContext
from gui.boards.plan_text import board_plan
from gui.boards.sides import told_side
from gui.exercises.attempt import BEFORE_REPLY, Attempt
from gui.exercises.exercise import AttemptPhase
from gui.exercises.exercise_model import ExerciseModel
from gui.exercises.line import best_reply
from gui.protocols import BoardState
from gui.worker import JobSlot

TABLE_BITS = 8  # of the search that only follows the rule
CHECKED_POSITIONS = 1000  # of a plan that is checked again after each move, within a frame


class PlanAttempt(Attempt):
    """Tries against a plan, or with it; `number` counts them, and `best` is the longest one."""

    def __init__(
        self, game: Game[Any], answer: Explanation, attacking: bool, app_context: AppContext
    ) -> None:
        super().__init__(message("duel.attack" if attacking else "duel.follow"))
        self.game, self.answer, self.attacking = explainable(game), answer, attacking
        assert answer.holder is not None
        self.holder = answer.holder
        self.side = 1 - self.holder if attacking else self.holder
        self.states = [answer.start(self.game)]
        self.moves: list[int] = []
        self.reasons: list[Message] = []  # of the holder's moves
        self.number, self.best = 1, 0
        self._planner = Planner(geometry_of(self.game.columns, self.game.rows), TABLE_BITS)
        self._reply: JobSlot[Estimate | None] = JobSlot(app_context.worker)
        self._now = answer
        self._begin()

    @property
    def title(self) -> Message:
        return self.said or self.ask

    @property
    def detail(self) -> Message | None:
        side = told_side(self.game, self.holder)
        if self.over:
            drawn = self.game.outcome(self.states[-1]) is Outcome.DRAW
            key = "duel.drawn" if drawn else "duel.held" if self.attacking else "duel.done"
            longest = self.answer.report.longest if self.answer.report else 0
            return message(key, side=side, count=len(self.moves), longest=longest)
        return message("duel.your_turn" if self.attacking else "duel.keep", side=side)

    @property
    def plan(self) -> Explanation:
        """The plan as it stands on the board, its counts those of the rest of the game."""
        return self._now

    @property
    def board(self) -> BoardState[Any]:
        state = self.states[-1]
        return BoardState(
            state,
            self.states[-2] if self.moves else None,
            self.moves[-1] if self.moves else None,
            tuple(self.game.moves(state)) if self.open else (),
            plan=None if self.over else board_plan(self.game, self._now),
            closed="" if self.open else "board.done" if self.over else "board.shown",
        )

    def play(self, move: int) -> None:
        """Play the person's move; who follows the plan may only play by the rule."""
        if not self.open:
            return
        if self.attacking:
            self._make(move)
            self._after()
            return
        rule, columns = self._allowed()
        if move not in columns:
            self.wrong += 1
            self._become(AttemptPhase.ASKING, message("duel.refused", column=columns[0]))
            return
        self._hold(rule, move)

    def _allowed(self) -> tuple[PlanRule, list[int]]:
        """Return the part of the rule for the holder's move, and the columns it allows."""
        mover, both = self.states[-1]
        rule, cells = self._planner.reply(self.answer.levels, mover, both)
        return rule, [column for column, _ in self.game.cells(cells)]

    def _hold(self, rule: PlanRule, move: int) -> None:
        """Play the holder's move and say why."""
        reason = self._reason(rule, move)
        self._make(move)
        self.reasons.append(reason)
        self.said = reason
        self._after()

    def _reason(self, rule: PlanRule, move: int) -> Message:
        if rule is PlanRule.WIN:
            return message("duel.four", column=move)
        if rule is PlanRule.BLOCK:
            return message("duel.blocks", column=move)
        if rule is PlanRule.TWO_THREATS:
            return message("duel.two_threats", column=move)
        on_top = bool(self.moves) and self.moves[-1] == move
        return message("duel.on_top" if on_top else "duel.marked", column=move)

    def _make(self, move: int) -> None:
        self.states.append(self.game.play(self.states[-1], move))
        self.moves.append(move)
        self._know()

    def _know(self) -> None:
        """Count the rest of the game anew from the last position with the opponent to move."""
        state, report = self.states[-1], self.answer.report
        if self.game.to_move(state) == self.holder:
            state = self.states[-2]
        if self.game.outcome(state) is not None or state == self._now.state:
            return
        empty = self.game.board & ~state.all
        levels = tuple(level & empty for level in self.answer.levels)
        if report is not None and report.positions <= CHECKED_POSITIONS:
            draws = self.answer.draws
            report = checked(self._planner, self.game, state, draws, levels, Context(0))
        self._now = replace(self.answer, state=state, first=None, levels=levels, report=report)

    def _after(self) -> None:
        """Go on after a move: the end, the person's turn, or the other side's."""
        if self.game.outcome(self.states[-1]) is not None:
            self.best = max(self.best, len(self.moves))
            ended = AttemptPhase.SHOWN if self.attacking else AttemptPhase.SOLVED
            self._become(ended, self.said)
        elif self.game.to_move(self.states[-1]) == self.side:
            self._become(AttemptPhase.ASKING, self.said)
        else:
            self._become(AttemptPhase.TRIED, self.said, BEFORE_REPLY)

    def _refute(self) -> None:
        """Answer the person: by the rule, or by the best move, which the worker finds."""
        if self.attacking:
            rule, columns = self._allowed()
            self._hold(rule, columns[0])
            return
        if not self._reply:
            self._reply.submit(partial(best_reply, self.game, self.states[-1]))
        job = self._reply.take()
        if job is not None:
            moves = self.game.moves(self.states[-1])
            self._make(moves[0] if job.result is None else job.result.move)
            self._after()

    # -- other tries ---------------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """Whether the person has a move to take back."""
        return len(self.moves) > (0 if self.attacking else 1) and (self.open or self.over)

    def undo(self) -> None:
        """Take the person's last move back; the try keeps its number."""
        if not self.can_undo:
            return
        person = self.game.to_move(self.states[-1]) == self.side
        count = 2 if person else 1
        del self.moves[-count:], self.states[-count:]
        del self.reasons[len(self.moves) // 2 :]
        self.said = self.reasons[-1] if self.reasons else None
        self._know()
        self._after()

    def restart(self) -> None:
        """Begin the next try."""
        self.number += 1
        self.best = max(self.best, len(self.moves) if self.attacking else 0)
        self._begin()

    def again(self) -> None:
        self.restart()

    def release_worker(self) -> None:
        self._reply.cancel()

    def close(self) -> None:
        self._reply.cancel()

    def _begin(self) -> None:
        self.close()
        del self.states[1:], self.moves[:], self.reasons[:]
        self.said, self._now = None, replace(self.answer, state=self.states[0], first=None)
        self._after()

    @property
    def can_hint(self) -> bool:
        return False

    @property
    def can_show(self) -> bool:
        return False

    def _hint(self) -> Message:
        return self.ask

    def _comment(self, phase: AttemptPhase) -> Message | None:
        return self.said

    def _show_on(self) -> None:
        """There is no solution to play."""


class PlanDuel(ExerciseModel):
    """The one attempt at a plan."""

    def __init__(
        self, app_context: AppContext, game: Game[Any], answer: Explanation, attacking: bool
    ) -> None:
        super().__init__(app_context)
        self.duel = PlanAttempt(game, answer, attacking, app_context)

    def enter(self) -> None:
        if self.attempt is None:
            self._put(self.duel)

    def next(self) -> None:
        self.duel.restart()
