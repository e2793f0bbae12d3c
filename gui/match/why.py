"""Plans for the positions of a match, searched for in the worker. No pygame here."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.bots.optimal import best_play
from engine.solvers.connect4_why import NODES, Explanation, Kind, explain, explainable
from gui.app_context import AppContext
from gui.worker import JobSlot

if TYPE_CHECKING:
    from engine.context import Context
    from engine.protocols import Game
    from engine.solvers.exact import Oracles

LONGER = 5  # times as many nodes for a longer search


class Explainer:
    """Searches for the plan of one position at a time; a later position drops the search."""

    def __init__(self, app_context: AppContext) -> None:
        self._job: JobSlot[Explanation] = JobSlot(app_context.worker)
        self._question: tuple[Game[Any], Any] | None = None
        self._answers: dict[tuple[Game[Any], Any], Explanation] = {}
        self._nodes: dict[tuple[Game[Any], Any], int] = {}
        self._oracles: Oracles | None = None

    def of(self, game: Game[Any], state: Any) -> Explanation | None:
        """Return the explanation of a position, None until it is there."""
        return self._answers.get((game, state))

    def stop(self) -> None:
        """Cancel the search."""
        self._job.cancel()

    def search_longer(self, game: Game[Any], state: Any) -> None:
        """Search again, with more nodes, at the next update."""
        question = game, state
        self._answers.pop(question, None)
        self._nodes[question] = LONGER * self._nodes.get(question, NODES)

    def update(self, game: Game[Any], state: Any) -> bool:
        """Search for the plan of a position; True when it arrived."""
        question = game, state
        if question in self._answers:
            self.stop()
            return False
        if self._question != question or not self._job:
            self._question = question
            self._start(game, state)
            return False
        job = self._job.take()
        if job is None:
            return False
        failed = Explanation(state, Kind.NONE, reason=job.error)
        self._answers[question] = failed if job.result is None else job.result
        return True

    def _start(self, game: Game[Any], state: Any) -> None:
        from engine.registry import make_oracles

        self._oracles = self._oracles or make_oracles()
        oracle, nodes = self._oracles.of(game), self._nodes.get((game, state), NODES)

        def work(context: Context[Any]) -> Explanation:
            answer = explain(explainable(game), oracle, state, context, nodes)
            if answer.kind is Kind.LINE:
                answer = replace(answer, line=best_play(game, state, oracle, context))
            return answer

        self._job.submit(work)
