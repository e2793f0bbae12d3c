"""Undo and redo over immutable states."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Generic, TypeVar

T = TypeVar("T")
MAX_STEPS = 2000


class UndoStack(Generic[T]):
    """The present state, the past ones and the undone ones."""

    def __init__(self, first: T, maximum: int = MAX_STEPS) -> None:
        self.now = first
        self._past: deque[T] = deque(maxlen=maximum)
        self._future: list[T] = []

    @classmethod
    def of(cls, states: Sequence[T], at: int, maximum: int = MAX_STEPS) -> UndoStack[T]:
        """Build a stack from all states, oldest first; `at` is the present one. Else IndexError."""
        stack = cls(states[at], maximum)
        stack._past.extend(states[:at])
        stack._future.extend(reversed(states[at + 1 :]))
        return stack

    @property
    def states(self) -> tuple[T, ...]:
        """All states that undo and redo can reach, the oldest first."""
        return (*self._past, self.now, *reversed(self._future))

    @property
    def at(self) -> int:
        """The index of the present state in `states`."""
        return len(self._past)

    def become(self, state: T) -> None:
        """Push a state as an undoable step; an equal state adds no step."""
        if state != self.now:
            self._past.append(self.now)
            self._future.clear()
            self.now = state

    def amend(self, state: T) -> None:
        """Replace the present state without adding a step."""
        self.now = state

    def begin_anew(self, state: T) -> None:
        """Replace the present state and clear the redo steps."""
        self._future.clear()
        self.now = state

    def undo(self) -> bool:
        """Go one step back; return False when there is none."""
        if not self._past:
            return False
        self._future.append(self.now)
        self.now = self._past.pop()
        return True

    def redo(self) -> bool:
        """Go one step forward; return False when there is none."""
        if not self._future:
            return False
        self._past.append(self.now)
        self.now = self._future.pop()
        return True

    @property
    def can_undo(self) -> bool:
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        return bool(self._future)
