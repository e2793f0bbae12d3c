"""A context that is interrupted at a moment chosen beforehand."""

from __future__ import annotations

from typing import Any

from engine.context import Context
from engine.protocols import Decision


class StopAt(Context[Any]):
    """Cancels, or hurries, at the n-th check; keeps the reports."""

    def __init__(self, at: int, hurry: bool, seed: int = 0) -> None:
        self.reports: list[Decision] = []
        super().__init__(seed, self.reports.append)
        self.left, self.hurries = at, hurry

    def check(self) -> None:
        self.left -= 1
        if self.left == 0:
            if self.hurries:
                self.ask_hurry()
            else:
                self.cancel()
        super().check()
