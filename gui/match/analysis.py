"""Position analysis in the background, while no bot needs the worker."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from engine.messages import Message, message
from engine.protocols import Estimate, Unsolvable, Value
from engine.puzzles.review import MoveReview, best_estimate, review_move
from gui.app_context import AppContext
from gui.match.table import GameTable
from gui.worker import JobSlot

if TYPE_CHECKING:
    from engine.context import Context
    from engine.solvers.oracle import ExactValue, Oracles

ANALYSIS_PLAYOUTS = 20_000


@dataclass(frozen=True)
class PositionAnalysis:
    """The analysis of one position."""

    exact: ExactValue | None  # with a value
    estimates: tuple[Estimate, ...]
    score: float | None  # for the first player, 0 .. 1, where the value is not known

    @property
    def best(self) -> int | None:
        """The best move: by exact value and remoteness, else by score."""
        return best_move(self.estimates)


def best_move(estimates: tuple[Estimate, ...]) -> int | None:
    """Return the move of the best estimate, the first of equals.

    None without estimates, and while a move without estimate may be better.
    """
    best = best_estimate(telling(estimates), len(estimates))
    return None if best is None else best.move


def telling(estimates: tuple[Estimate, ...]) -> tuple[Estimate, ...]:
    """Return the estimates that have a value or a score."""
    return tuple(e for e in estimates if e.value is not None or e.score is not None)


def merge(exact: tuple[Estimate, ...], thinking: tuple[Estimate, ...]) -> tuple[Estimate, ...]:
    """Combine exact values with a thinking bot's scores of the same moves."""
    own = {estimate.move: estimate for estimate in thinking}
    merged = []
    for estimate in exact:
        bot = own.get(estimate.move)
        if bot is not None:
            merged.append(replace(estimate, score=bot.score, unit=bot.unit))
        else:
            merged.append(estimate if estimate.value is None else replace(estimate, score=None))
    return tuple(merged)


class Analyzer:
    """Analyzes positions of a game in the worker while it is idle."""

    def __init__(
        self, app_context: AppContext, table: GameTable, say: Callable[[Message], None]
    ) -> None:
        self.app_context = app_context
        self.table = table
        self._say = say  # reports a fault to the player
        self.known: dict[Any, PositionAnalysis] = {}
        self.partial: dict[Any, PositionAnalysis] = {}
        self._reviews: dict[tuple[Any, int, bool], MoveReview] = {}
        self.job: JobSlot[PositionAnalysis] = JobSlot(app_context.worker)
        self._about: Any = None
        self._reported: list[Message] = []
        self._reports = 0
        self._game = table.game

    @cached_property
    def oracles(self) -> Oracles:
        """The sources of exact values, made when they are first wanted."""
        from engine.registry import make_oracles

        return make_oracles()

    def of(self, state: Any) -> PositionAnalysis | None:
        """Return the analysis of a position, complete or partial, or None."""
        return self.known.get(state) or self.partial.get(state)

    def stop(self) -> None:
        """Cancel the running job, because a bot needs the worker or the analysis was closed."""
        self.job.cancel()

    def table_changed(self) -> None:
        """Clear all results when the game changes: positions of other rules look alike."""
        if self._game is not self.table.game:
            self._game = self.table.game
            self.known.clear()
            self.partial.clear()
            self._reviews.clear()
            self.stop()

    def update(self, requested: list[Any]) -> bool:
        """Analyze the first requested position without a result; true when a result arrived."""
        changed = self._collect()
        missing = next((state for state in requested if state not in self.known), None)
        if missing is None:
            self.stop()
        elif not self.job or self._about != missing:
            self._start(missing)
        return changed

    def _collect(self) -> bool:
        job, changed = self.job.job, False
        if job is not None and job.reports != self._reports:
            self._reports = job.reports
            estimates = tuple(getattr(job.latest, "estimates", ()))
            if estimates:
                self.partial[self._about] = PositionAnalysis(None, estimates, None)
                changed = True
        job = self.job.take()
        if job is None:
            return changed
        if job.result is not None:
            self.known[self._about] = job.result
        elif job.error is not None:
            self.known[self._about] = PositionAnalysis(None, (), None)
            self._tell_once(job.error)
        limit = self.oracles.of(self.table.game).notice  # such as a damaged opening book
        if limit is not None:
            self._tell_once(message("match.analysis_limited", reason=limit))
        return True

    def _tell_once(self, text: Message) -> None:
        if text not in self._reported:
            self._reported.append(text)
            self._say(text)

    def _start(self, state: Any) -> None:
        from engine.bots.monte_carlo import MonteCarlo

        oracles, game = self.oracles, self.table.game

        def work(context: Context[Any]) -> PositionAnalysis:
            player = game.to_move(state)
            try:
                exact = oracles.of(game).values(state, context)
            except Unsolvable:
                answer = MonteCarlo(ANALYSIS_PLAYOUTS).choose(game, state, context)
                scores = [e.score for e in answer.estimates if e.score is not None]
                top = max(scores) if scores else 0.5
                return PositionAnalysis(None, answer.estimates, top if player == 0 else 1 - top)
            return PositionAnalysis(None if exact.value is None else exact, exact.estimates, None)

        self._about = state
        self._reports = 0
        self.job.submit(work, 1)

    def exact_of(self, state: Any) -> ExactValue | None:
        """Return the exact value of an unfinished position, or None until it is computed."""
        analysis = self.known.get(state)
        return None if analysis is None else analysis.exact

    def exactly(self, state: Any) -> tuple[Estimate, ...] | None:
        """Return the exact values of a position's moves, or None until they are computed."""
        exact = self.exact_of(state)
        return None if exact is None else exact.estimates

    def value_of(self, state: Any) -> Value | None:
        """Return the exact value of an unfinished position for the player to move, or None."""
        exact = self.exact_of(state)
        return None if exact is None else exact.value

    def is_lost(self, state: Any, side: int) -> bool:
        """Whether an unfinished position is an exact loss for a side."""
        value = self.value_of(state)
        return value is (Value.LOSS if self.table.game.to_move(state) == side else Value.WIN)

    def review(self, state: Any, move: int) -> MoveReview:
        """Review a move by the exact values known so far; its `ply` is 0.

        What it overlooked one move ahead needs no values.
        """
        estimates = self.exactly(state)
        key = state, move, estimates is not None
        if key not in self._reviews:
            self._reviews[key] = review_move(self.table.game, 0, state, move, estimates or ())
        return self._reviews[key]

    def better_than(self, state: Any, move: int) -> int | None:
        """Return the move to play instead of a mistake, the best by value; None where unknown."""
        good, best = self.review(state, move).good, self.known.get(state)
        if best is not None and (best.best in good or not good):
            return best.best
        return next(iter(good), None)
