"""Exact values of positions, whichever way a game can be solved.

An oracle answers for one game. `oracle_for` picks it: the search made for Connect Four, the theory
of heaps where a table would be too large, otherwise the table. An `Oracles` object, owned by
whoever asks, keeps the oracles of the games it has seen, so that nothing is solved twice.
"""

from __future__ import annotations

from typing import Any

from engine.protocols import Game, game_key
from engine.solvers.heap_theory import HeapOracle, is_heap_game
from engine.solvers.oracle import Exact, Hurried, Oracle, TableOracle, stop_or_hurry

__all__ = [
    "Exact",
    "Hurried",
    "Oracle",
    "Oracles",
    "TableOracle",
    "oracle_for",
    "stop_or_hurry",
]


def oracle_for(game: Game[Any]) -> Oracle[Any]:
    """The oracle that serves this game best."""
    if game.id == "connect4":
        # Imported late: the only solver here that knows a concrete game.
        from engine.solvers.connect4 import Connect4Oracle

        board: Any = game  # its id says that it is ConnectFour
        searched: Oracle[Any] = Connect4Oracle(board)
        return searched
    if is_heap_game(game):
        return HeapOracle(game)
    return TableOracle(game)


class Oracles:
    """The oracles of the games asked about so far, kept by the object that owns this one."""

    def __init__(self) -> None:
        self._oracles: dict[str, Oracle[Any]] = {}

    def of(self, game: Game[Any]) -> Oracle[Any]:
        """The oracle of a game, made at the first question."""
        key = game_key(game)
        oracle = self._oracles.get(key)
        if oracle is None:
            oracle = self._oracles[key] = oracle_for(game)
        return oracle
