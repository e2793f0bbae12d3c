"""The middle end: the states of one game, the moves between them, and every way through them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic

from engine.messages import JouonsError
from engine.protocols import MoveError, Rules, S


class Session(Generic[S]):
    """A game under way, with its past and with the moves taken back.

    `play` is the one place where the legality of a move is decided.
    """

    def __init__(self, game: Rules[S], start: S | None = None) -> None:
        self.game = game
        self.start: S = game.initial() if start is None else start
        self._states: list[S] = [self.start]
        self._moves: list[int] = []
        self._ply = 0

    @property
    def state(self) -> S:
        """The position shown."""
        return self._states[self._ply]

    @property
    def states(self) -> list[S]:
        """The positions from the start to the one shown."""
        return self._states[: self._ply + 1]

    @property
    def all_states(self) -> list[S]:
        """The positions from the start to the newest, those taken back included."""
        return list(self._states)

    @property
    def moves(self) -> tuple[int, ...]:
        """The moves that led to the position shown."""
        return tuple(self._moves[: self._ply])

    @property
    def all_moves(self) -> tuple[int, ...]:
        """The same, and those taken back."""
        return tuple(self._moves)

    @property
    def ply(self) -> int:
        """How many moves led here."""
        return self._ply

    @property
    def over(self) -> bool:
        """Whether the position shown has no legal move."""
        return not self.game.moves(self.state)

    @property
    def can_undo(self) -> bool:
        """Whether a move can be taken back."""
        return self._ply > 0

    @property
    def can_redo(self) -> bool:
        """Whether a move taken back can be put again."""
        return self._ply < len(self._moves)

    def play(self, move: int) -> S:
        """Make a move; the ones taken back are forgotten unless it is the first of them.

        Raises MoveError when the move is not legal; nothing changes then.
        """
        if move not in self.game.moves(self.state):
            raise MoveError("move.illegal", move=str(move), position=self.text())
        if self.can_redo and self._moves[self._ply] == move:
            self._ply += 1
            return self.state
        state = self.game.play(self.state, move)
        del self._moves[self._ply :], self._states[self._ply + 1 :]
        self._moves.append(move)
        self._states.append(state)
        self._ply += 1
        return state

    def undo(self) -> bool:
        """Take a move back; false when there is none."""
        if not self.can_undo:
            return False
        self._ply -= 1
        return True

    def redo(self) -> bool:
        """Put a move again; false when none was taken back."""
        if not self.can_redo:
            return False
        self._ply += 1
        return True

    def jump(self, ply: int) -> None:
        """Show the position after `ply` moves, 0 .. len(all_moves)."""
        if not 0 <= ply <= len(self._moves):
            raise IndexError(f"ply {ply} of {len(self._moves)}")
        self._ply = ply

    def text(self) -> str:
        """The position shown, as text."""
        return self.game.text(self.state)

    def move_texts(self) -> list[str]:
        """Every move as text, those taken back included."""
        return [
            self.game.move_text(state, move)
            for state, move in zip(self._states, self._moves, strict=False)
        ]

    @classmethod
    def replay(cls, game: Rules[S], start: str | None, moves: Iterable[str]) -> Session[S]:
        """Play move texts from a position text, checking each.

        Raises PositionError for the position, MoveError naming the ply for a move.
        """
        session = cls(game, None if start is None else game.parse(start))
        for ply, text in enumerate(moves, start=1):
            try:
                session.play(game.parse_move(session.state, text))
            except JouonsError as error:
                raise MoveError("move.at_ply", ply=ply, fault=error.message) from error
        return session
