"""Selection of the oracle that solves a game.

An oracle answers for one game. `general_oracle` picks one: the theory of heaps for heap games,
otherwise the generic table. The registry's `oracle_for` names games with a search of their own
and uses `general_oracle` for all others. An `Oracles` object caches the oracles by game, so that
nothing is solved twice.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.protocols import Game, game_key
from engine.solvers.heap_theory import HeapOracle, is_heap_game
from engine.solvers.oracle import Oracle, TableOracle
from engine.solvers.position_graph import EnumeratedGame, RetrogradeTable


def general_oracle(game: Game[Any]) -> Oracle[Any]:
    """Make the oracle for a game without a search of its own."""
    if isinstance(game, EnumeratedGame):
        return TableOracle(game, RetrogradeTable(game))
    return HeapOracle(game) if is_heap_game(game) else TableOracle(game)


class Oracles:
    """A cache of oracles, one for each game and its options."""

    def __init__(self, make: Callable[[Game[Any]], Oracle[Any]] = general_oracle) -> None:
        self._make = make
        self._oracles: dict[str, Oracle[Any]] = {}

    def of(self, game: Game[Any]) -> Oracle[Any]:
        """Return the oracle of a game, made at the first call."""
        key = game_key(game)
        oracle = self._oracles.get(key)
        if oracle is None:
            oracle = self._oracles[key] = self._make(game)
        return oracle
