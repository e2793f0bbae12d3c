"""What there is to see at a moment, worked out once though picture, table and marks all ask."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from gui.glass.looked import Looked

T = TypeVar("T")


class Latest(Generic[T]):
    """Keeps what was made of the moment asked about last."""

    def __init__(self, make: Callable[[Looked], T]) -> None:
        self._make = make
        self._kept: tuple[Looked, T] | None = None

    def of(self, frame: Looked) -> T:
        """What there is to see; the same object as long as the moment is the same one."""
        if self._kept is None or self._kept[0] is not frame:
            self._kept = (frame, self._make(frame))
        return self._kept[1]
