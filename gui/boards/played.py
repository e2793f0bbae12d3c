"""A move of a game as lists name it. No pygame here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.messages import Message
from engine.naming import MoveText, listed_move, named_move
from engine.protocols import Game


@dataclass(frozen=True)
class PlayedMove:
    """One move of the game; `loss` is the number of its question marks."""

    text: MoveText
    named: Message  # in words, for accessibility
    player: int
    loss: int = 0
    better: Message | None = None
    taught: bool = True  # of a mistake: whether it is worth trying again

    @classmethod
    def of(cls, game: Game[Any], state: Any, move: int) -> PlayedMove:
        """Return a move made in a position, not judged."""
        named = named_move(game, state, move)
        return cls(listed_move(game, state, move), named, game.to_move(state))
