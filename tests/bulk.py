"""Games that play many random games at once."""

from __future__ import annotations

from typing import Any

from engine.protocols import Game, Playouts


def bulk(game: Game[Any]) -> Playouts[Any]:
    """The game, which plays random games in bulk."""
    assert isinstance(game, Playouts)
    return game
