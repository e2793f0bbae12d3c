"""Budgeted exact searches of Connect Four positions, for the tree search."""

from __future__ import annotations

from collections.abc import Callable

from engine.games.connect4 import ConnectFour, Stones
from engine.protocols import Value
from engine.solvers.connect4_bounds import plies_to_end
from engine.solvers.connect4_search import Searcher, load_lua
from engine.solvers.connect4_threats import geometry_of
from engine.solvers.oracle import ProverAnswer

TABLE_BITS = 17  # 1.2 MB, allocated for every decision
CHECK_EVERY = 64  # nodes, some 0.1 ms: a search exceeds its budget by fewer
LARGEST = 34  # empty cells; with more, short searches proved nothing in measurements


class _BudgetSpent(Exception):  # noqa: N818 - a request, not an error
    """Raised out of the search when its budget of positions is spent."""


class Connect4Prover:
    """The Prover of Connect Four; one transposition table serves all its answers."""

    def __init__(self, game: ConnectFour) -> None:
        load_lua()  # a missing package raises at the first decision, not in the middle of a game
        self.geometry = geometry_of(game.columns, game.rows)
        self._searcher: Searcher | None = None

    def promising(self, state: Stones) -> bool:
        return self.geometry.size - state.all.bit_count() <= LARGEST

    def reaches(
        self, state: Stones, goal: Value, positions: int, check: Callable[[], None]
    ) -> ProverAnswer | None:
        if self._searcher is None:
            self._searcher = Searcher(self.geometry, TABLE_BITS, CHECK_EVERY)
        searcher = self._searcher
        start = searcher.nodes

        def tick() -> None:
            check()
            if searcher.nodes - start >= positions:
                raise _BudgetSpent

        least = int(goal is Value.WIN)
        try:
            score = searcher.reaches(state.mover, state.all, least, tick)
        except _BudgetSpent:
            return None
        plies = plies_to_end(self.geometry.size, state.all.bit_count(), score)
        return ProverAnswer(score >= least, plies, searcher.nodes - start)
