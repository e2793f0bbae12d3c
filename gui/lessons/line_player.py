"""A line of moves played out on the board, one after the other. No pygame here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.protocols import Rules
from gui.protocols import BoardState

BETWEEN = 0.7  # seconds between two moves
SHOWN = 2.4  # seconds at the end, before the line is taken back


class LinePlayer:
    """Plays a line from a position; it is over a while after its last move."""

    def __init__(self, game: Rules[Any], start: Any, moves: Sequence[int]) -> None:
        self.game = game
        self.moves = moves
        self.states = [start]
        self.over = False
        self._wait = 0.0

    @property
    def board(self) -> BoardState[Any]:
        """The state of the board."""
        if len(self.states) == 1:
            return BoardState(self.states[0], closed="board.shown")
        move = self.moves[len(self.states) - 2]
        return BoardState(self.states[-1], self.states[-2], move, closed="board.shown")

    @property
    def at_end(self) -> bool:
        """Whether the last move is on the board."""
        return len(self.states) > len(self.moves)

    def update(self, dt: float, still: bool) -> bool:
        """Advance by `dt` seconds while the board is `still`; return True when it changed."""
        if not still or self.over:
            return False
        self._wait -= dt
        if self._wait > 0:
            return False
        played = len(self.states) - 1
        if played < len(self.moves):
            self.states.append(self.game.play(self.states[-1], self.moves[played]))
            self._wait = BETWEEN if played + 1 < len(self.moves) else SHOWN
            return True
        self.over = True
        return True
