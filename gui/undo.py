"""Undo and redo over states that are values: nobody changes a state, another takes its place."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Generic, TypeVar

T = TypeVar("T")
MAX_STEPS = 2000


class UndoStack(Generic[T]):
    """The present state, those before it, and those that undo has taken back."""

    def __init__(self, first: T, maximum: int = MAX_STEPS) -> None:
        self.now = first
        self._past: deque[T] = deque(maxlen=maximum)
        self._future: list[T] = []

    @classmethod
    def of(cls, states: Sequence[T], at: int, maximum: int = MAX_STEPS) -> UndoStack[T]:
        """Of all states, the oldest first, the present one at an index. IndexError for none."""
        stack = cls(states[at], maximum)
        stack._past.extend(states[:at])
        stack._future.extend(reversed(states[at + 1 :]))
        return stack

    @property
    def states(self) -> tuple[T, ...]:
        """Every state that undo and redo can reach, the oldest first."""
        return (*self._past, self.now, *reversed(self._future))

    @property
    def at(self) -> int:
        """The index of the present one among them."""
        return len(self._past)

    def become(self, state: T) -> None:
        """A step that can be undone; the same state again is none."""
        if state != self.now:
            self._past.append(self.now)
            self._future.clear()
            self.now = state

    def amend(self, state: T) -> None:
        """Another state in the place of the present one: no step of its own."""
        self.now = state

    def begin_anew(self, state: T) -> None:
        """Another state in the place of the present one, from which nothing undone comes back."""
        self._future.clear()
        self.now = state

    def __iter__(self) -> Iterator[T]:
        """Every state that can be come back to, the present one among them."""
        yield from self._past
        yield self.now
        yield from self._future

    def undo(self) -> bool:
        """One step back; false when there is none."""
        if not self._past:
            return False
        self._future.append(self.now)
        self.now = self._past.pop()
        return True

    def redo(self) -> bool:
        """One step forward again; false when there is none."""
        if not self._future:
            return False
        self._past.append(self.now)
        self.now = self._future.pop()
        return True

    @property
    def can_undo(self) -> bool:
        """Whether there is a step back."""
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        """Whether a step was undone."""
        return bool(self._future)
