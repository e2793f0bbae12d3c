"""Work that many steps of a test ask for, done once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

Source = TypeVar("Source")
Made = TypeVar("Made")


class KeptLast(Generic[Source, Made]):
    """What was made of the last object asked about; objects are told apart by identity."""

    def __init__(self, make: Callable[[Source], Made]) -> None:
        self._make = make
        self._kept: tuple[Source, Made] | None = None

    def __call__(self, source: Source) -> Made:
        if self._kept is None or self._kept[0] is not source:
            self._kept = source, self._make(source)
        return self._kept[1]

    def forget(self) -> None:
        """Let go of both."""
        self._kept = None
