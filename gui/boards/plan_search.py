"""The search for the plan of a position, in the worker. No pygame here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.bots.optimal import best_play
from engine.solvers.connect4_why import NODES, Explanation, Kind, explain, explainable
from gui.app_context import AppContext
from gui.worker import JobSlot

if TYPE_CHECKING:
    from engine.context import Context
    from engine.protocols import Game
    from engine.solvers.oracle import Oracles

LONGER = 5  # times as many nodes for a longer search


class PlanQuestion(NamedTuple):
    """A position to explain, and the one before its last move if there was one."""

    game: Game[Any]
    state: Any
    before: Any = None


class Explainer:
    """Searches for the plan of one position at a time; a later question drops the search."""

    def __init__(self, app_context: AppContext, oracles: Callable[[], Oracles]) -> None:
        self._job: JobSlot[Explanation] = JobSlot(app_context.worker)
        self._oracles = oracles
        self._question: PlanQuestion | None = None
        self._answers: dict[PlanQuestion, Explanation] = {}
        self._nodes: dict[PlanQuestion, int] = {}

    def of(self, question: PlanQuestion) -> Explanation | None:
        """Return the explanation of a position, None until it is there."""
        return self._answers.get(question)

    def stop(self) -> None:
        """Cancel the search."""
        self._job.cancel()

    def search_longer(self, question: PlanQuestion) -> None:
        """Search again, with more nodes, at the next update."""
        self._answers.pop(question, None)
        self._nodes[question] = LONGER * self._nodes.get(question, NODES)

    def update(self, question: PlanQuestion) -> bool:
        """Search for the plan of a position; True when it arrived."""
        if question in self._answers:
            self.stop()
            return False
        if self._question != question or not self._job:
            self._question = question
            self._start(question)
            return False
        job = self._job.take()
        if job is None:
            return False
        failed = Explanation(question.state, Kind.NONE, reason=job.error)
        self._answers[question] = failed if job.result is None else job.result
        return True

    def _start(self, question: PlanQuestion) -> None:
        (game, state, before), nodes = question, self._nodes.get(question, NODES)
        oracle = self._oracles().of(game)

        def work(context: Context[Any]) -> Explanation:
            answer = explain(explainable(game), oracle, state, context, nodes, before)
            if answer.kind is Kind.LINE:
                answer = replace(answer, line=best_play(game, state, oracle, context))
            return answer

        self._job.submit(work)
