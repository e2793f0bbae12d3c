"""The threats that one can see in a position, to draw on the board."""

from __future__ import annotations

from typing import Any

from engine.protocols import Game, Impartial
from engine.puzzles.refutation import threats, wins_above, wins_at_once
from gui.protocols import BoardThreats


def visible_threats(game: Game[Any], state: Any, you: int) -> BoardThreats | None:
    """Return the wins at once of the player to move, else the threats of the other one.

    With them those that the move which stops a threat opens on top of it.

    Those of `you` are its own. None without any, and in games in which both have the same moves.
    """
    if isinstance(game, Impartial):
        return None
    player, wins = game.to_move(state), wins_at_once(game, state)
    if wins:
        return BoardThreats(player, wins, own=player == you)
    cells, above = threats(game, state), wins_above(game, state)
    if not cells and not above:
        return None
    return BoardThreats(1 - player, cells, own=player != you, above=above)
