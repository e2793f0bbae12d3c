"""A table whose games are kept, and what the store then lists."""

from __future__ import annotations

from engine.saves import from_json
from gui.match.autosave import AutoSave
from gui.match.table import GameTable, Players
from gui.services import Services
from tests.home import new_table

WON = (0, 3, 1, 4, 2)


def table(first: str = "human", second: str = "human", game: str = "tictactoe") -> GameTable:
    return new_table(game, {}, Players(first, second), seed=5)


def do(autosave: AutoSave, *moves: int) -> None:
    for move in moves:
        autosave.table.play(move)
        autosave.keep()


def unfinished(services: Services) -> list[tuple[str, ...]]:
    """The moves of each unfinished game, the newest first."""
    return [from_json(kept.saved).moves for kept in services.store.unfinished()]


def finished(services: Services) -> list[tuple[str, ...]]:
    return [from_json(kept.saved).moves for kept in services.store.games()]
