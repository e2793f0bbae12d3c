"""The way from a saved game to a match, for every screen that lists games."""

from __future__ import annotations

from engine.messages import JouonsError
from engine.saves import SavedGame
from gui.protocols import Open
from gui.services import Services
from gui.table import table_from_save


def match_of_saved(services: Services, saved: SavedGame) -> Open | None:
    """A match that goes on from a saved game; a notice and None if it is not sound."""
    try:
        table = table_from_save(saved)
    except JouonsError as error:
        services.notify(error.message, fault=True)
        return None
    analysis = services.settings.setup(table.game.id).analysis
    return Open("match", {"table": table, "analysis": analysis})
