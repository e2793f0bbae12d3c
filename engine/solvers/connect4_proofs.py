"""Short searches of Connect Four positions, for a player that asks about many of them."""

from __future__ import annotations

from collections.abc import Callable

from engine.games.connect4 import ConnectFour, Stones
from engine.protocols import Value
from engine.solvers.connect4_bounds import plies_to_end
from engine.solvers.connect4_search import Searcher, load_lua
from engine.solvers.connect4_threats import geometry_of
from engine.solvers.oracle import ProverAnswer

TABLE_BITS = 17  # 1.2 MB, made anew for every decision
CHECK_EVERY = 64  # nodes, some 0.1 ms: so close are limits kept
LARGEST = 34  # empty places; with more, short searches told nothing


class _BudgetSpent(Exception):  # noqa: N818 - a request, not an error
    """The positions are used up."""


class Connect4Prover:
    """See Prover. What it has found out serves its later answers."""

    def __init__(self, game: ConnectFour) -> None:
        load_lua()  # what is missing is said at a player's first decision, not amid a game
        self.geometry = geometry_of(game.columns, game.rows)
        self._kept: Searcher | None = None

    def promising(self, state: Stones) -> bool:
        """See Prover."""
        return self.geometry.size - state.all.bit_count() <= LARGEST

    def reaches(
        self, state: Stones, goal: Value, positions: int, check: Callable[[], None]
    ) -> ProverAnswer | None:
        """See Prover."""
        if self._kept is None:
            self._kept = Searcher(self.geometry, TABLE_BITS, CHECK_EVERY)
        searcher = self._kept
        start = searcher.nodes

        def tick() -> None:
            check()
            if searcher.nodes - start >= positions:
                raise _BudgetSpent

        wanted = int(goal is Value.WIN)
        try:
            score = searcher.reaches(state.mover, state.all, wanted, tick)
        except _BudgetSpent:
            return None
        plies = plies_to_end(self.geometry.size, state.all.bit_count(), score)
        return ProverAnswer(score >= wanted, plies, searcher.nodes - start)
