"""Cache of the view model of the current step, shared by picture, table and marks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from gui.inspector.inspector_frame import InspectorFrame

T = TypeVar("T")


class ViewModelCache(Generic[T]):
    """Caches the view model of the latest frame."""

    def __init__(self, make: Callable[[InspectorFrame], T]) -> None:
        self._make = make
        self._kept: tuple[InspectorFrame, T] | None = None

    def of(self, frame: InspectorFrame) -> T:
        """Return the view model of a frame; the same object while the frame is the same."""
        if self._kept is None or self._kept[0] is not frame:
            self._kept = (frame, self._make(frame))
        return self._kept[1]
