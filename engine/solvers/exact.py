"""Exact values of positions, whichever way a game can be solved.

An oracle answers for one game. `general_oracle` picks it: the theory of heaps where a table would
be too large, otherwise the table; a game with a search of its own says so in the registry, whose
`oracle_for` asks here for all others. An `Oracles` object, owned by whoever asks, keeps the oracles
of the games it has seen, so that nothing is solved twice.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.protocols import Game, game_key
from engine.solvers.heap_theory import HeapOracle, is_heap_game
from engine.solvers.oracle import ExactValue, Hurried, Oracle, TableOracle, stop_or_hurry

__all__ = [
    "ExactValue",
    "Hurried",
    "Oracle",
    "Oracles",
    "TableOracle",
    "general_oracle",
    "stop_or_hurry",
]


def general_oracle(game: Game[Any]) -> Oracle[Any]:
    """The oracle that serves a game best which has none of its own."""
    return HeapOracle(game) if is_heap_game(game) else TableOracle(game)


class Oracles:
    """The oracles of the games asked about so far, kept by the object that owns this one."""

    def __init__(self, make: Callable[[Game[Any]], Oracle[Any]] = general_oracle) -> None:
        self._make = make
        self._oracles: dict[str, Oracle[Any]] = {}

    def of(self, game: Game[Any]) -> Oracle[Any]:
        """The oracle of a game, made at the first question."""
        key = game_key(game)
        oracle = self._oracles.get(key)
        if oracle is None:
            oracle = self._oracles[key] = self._make(game)
        return oracle
