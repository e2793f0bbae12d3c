"""Sessions: the states and moves of one game, with undo, redo and replay."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic

from engine.messages import JouonsError
from engine.protocols import MoveError, PositionError, Rules, S


class Session(Generic[S]):
    """A game in progress, with its history and the undone moves.

    `play` alone decides whether a move is legal.

    >>> from engine.registry import make_game
    >>> session = Session.replay(make_game("tictactoe"), None, ["4", "0"])
    >>> session.undo(), session.text(), session.ply, session.move_texts()
    (True, '....X.... O', 1, ['4', '0'])
    >>> _ = session.play(2)  # what was undone is gone
    >>> session.move_texts()
    ['4', '2']
    """

    def __init__(self, game: Rules[S], start: S | None = None) -> None:
        self.game = game
        self.start: S = game.initial() if start is None else start
        self._states: list[S] = [self.start]
        self._moves: list[int] = []
        self._ply = 0

    @property
    def state(self) -> S:
        """The current position."""
        return self._states[self._ply]

    @property
    def states(self) -> list[S]:
        """The positions from the start to the current one."""
        return self._states[: self._ply + 1]

    @property
    def all_states(self) -> list[S]:
        """The positions from the start to the newest, undone ones included."""
        return list(self._states)

    @property
    def moves(self) -> tuple[int, ...]:
        """The moves that led to the current position."""
        return tuple(self._moves[: self._ply])

    @property
    def all_moves(self) -> tuple[int, ...]:
        """All moves, undone ones included."""
        return tuple(self._moves)

    @property
    def ply(self) -> int:
        """The number of moves before the current position."""
        return self._ply

    @property
    def over(self) -> bool:
        """Whether the current position has no legal move."""
        return not self.game.moves(self.state)

    @property
    def can_undo(self) -> bool:
        """Whether a move can be taken back."""
        return self._ply > 0

    @property
    def can_redo(self) -> bool:
        """Whether an undone move can be redone."""
        return self._ply < len(self._moves)

    def play(self, move: int) -> S:
        """Make a move; undone moves are dropped unless it repeats the first of them.

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
        """Take a move back; return False when there is none."""
        if not self.can_undo:
            return False
        self._ply -= 1
        return True

    def redo(self) -> bool:
        """Redo a move; return False when none was undone."""
        if not self.can_redo:
            return False
        self._ply += 1
        return True

    def jump(self, ply: int) -> None:
        """Go to the position after `ply` moves, 0 .. len(all_moves)."""
        if not 0 <= ply <= len(self._moves):
            raise IndexError(f"ply {ply} of {len(self._moves)}")
        self._ply = ply

    def text(self) -> str:
        """Return the current position as text."""
        return self.game.text(self.state)

    def move_texts(self) -> list[str]:
        """Return every move as text, undone ones included."""
        return [
            self.game.move_text(state, move)
            for state, move in zip(self._states, self._moves, strict=False)
        ]

    @classmethod
    def from_text(cls, game: Rules[S], text: str) -> Session[S]:
        """Return a session from a position, or from moves apart by spaces, which lead to one.

        The moves begin at the initial position. Raises MoveError, which names the ply, where the
        first one is legal, PositionError for any other text.

        >>> from engine.registry import make_game
        >>> game = make_game("nim", {"heaps": "3,4,5"})
        >>> Session.from_text(game, "2-4 1-3").text(), Session.from_text(game, "0,0,5 0").text()
        ('0,0,5 0', '0,0,5 0')
        """
        try:
            return cls(game, game.parse(text))
        except PositionError:
            moves = text.split()
            try:
                cls.replay(game, None, moves[:1])
            except MoveError:
                moves = []
            if not moves:
                raise
        return cls.replay(game, None, moves)

    @classmethod
    def replay(cls, game: Rules[S], start: str | None, moves: Iterable[str]) -> Session[S]:
        """Play move texts from a position text, checking each.

        Raises PositionError for the position, MoveError, which names the ply, for a move.

        >>> from engine.registry import make_game
        >>> Session.replay(make_game("connect4"), None, ["3", "9"])  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        engine.protocols.MoveError: Move 2: ‘9’ is not a column: ...
        """
        session = cls(game, None if start is None else game.parse(start))
        for ply, text in enumerate(moves, start=1):
            try:
                session.play(game.parse_move(session.state, text))
            except JouonsError as error:
                raise MoveError("move.at_ply", ply=ply, fault=error.message) from error
        return session
