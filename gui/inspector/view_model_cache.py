"""What there is to see at a moment, worked out once though picture, table and marks all ask."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from gui.inspector.inspector_frame import InspectorFrame

T = TypeVar("T")


class ViewModelCache(Generic[T]):
    """Keeps what was made of the moment asked about last."""

    def __init__(self, make: Callable[[InspectorFrame], T]) -> None:
        self._make = make
        self._kept: tuple[InspectorFrame, T] | None = None

    def of(self, frame: InspectorFrame) -> T:
        """What there is to see; the same object as long as the moment is the same one."""
        if self._kept is None or self._kept[0] is not frame:
            self._kept = (frame, self._make(frame))
        return self._kept[1]
