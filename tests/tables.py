"""Tables of games for tests."""

from __future__ import annotations

from collections.abc import Mapping

from engine.registry import make_game
from gui.match.table import GameTable, Players


def new_table(game_id: str, options: Mapping[str, str], players: Players, seed: int) -> GameTable:
    """A fresh table."""
    return GameTable(make_game(game_id, options), players, seed=seed)
