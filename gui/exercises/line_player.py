"""A line of moves played out on the board, one after the other. No pygame here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.protocols import Rules
from gui.protocols import BoardState

BETWEEN = 0.7  # seconds between two moves
SHOWN = 2.4  # seconds at the end, before the line is taken back


class LinePlayer:
    """Plays a line from a position and takes it back a while after its last move.

    From then on, or from the first `step`, it goes by steps.
    """

    def __init__(self, game: Rules[Any], start: Any, moves: Sequence[int]) -> None:
        self.moves = moves
        self.states = [start]
        for move in moves:
            self.states.append(game.play(self.states[-1], move))
        self.at = 0  # the moves on the board
        self.running = True
        self._wait = 0.0

    @property
    def board(self) -> BoardState[Any] | None:
        """The state of the board; None for the position itself once nothing runs."""
        at = self.at
        if not at:
            return BoardState(self.states[0], closed="board.shown") if self.running else None
        return BoardState(
            self.states[at], self.states[at - 1], self.moves[at - 1], closed="board.shown"
        )

    @property
    def at_end(self) -> bool:
        """Whether the last move is on the board."""
        return self.at == len(self.moves)

    def can_step(self, way: int) -> bool:
        """Return whether there is a move forward (1) or back (-1)."""
        return 0 <= self.at + way <= len(self.moves)

    def step(self, way: int) -> None:
        """Go one move forward (1) or back (-1); then nothing runs any more."""
        if self.can_step(way):
            self.running, self.at = False, self.at + way

    def update(self, dt: float, still: bool) -> bool:
        """Advance by `dt` seconds while the board is `still`; return True when it changed."""
        if not still or not self.running:
            return False
        self._wait -= dt
        if self._wait > 0:
            return False
        self.running = not self.at_end
        self.at = self.at + 1 if self.running else 0
        self._wait = SHOWN if self.at_end else BETWEEN
        return True
