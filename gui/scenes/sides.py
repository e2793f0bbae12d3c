"""What the two sides of a game are called."""

from __future__ import annotations

SIDE_WORDS = {
    "tictactoe": ("side.cross", "side.nought"),
    "connect4": ("side.red", "side.yellow"),
}


def side_words(game_id: str) -> tuple[str, str]:
    """The keys of the names of both sides, the one that moves first before the other."""
    return SIDE_WORDS.get(game_id, ("side.first", "side.second"))
