"""Progress of a long command on stderr."""

from __future__ import annotations

import time
from collections.abc import Callable

from engine.cli.console import progress
from engine.messages import message
from engine.protocols import Decision

PROGRESS_SECONDS = 1.0


class Pace:
    """Says when a second has passed since the last line."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._due = clock() + PROGRESS_SECONDS

    def due(self) -> bool:
        """Return whether a line is due; the next one is due a second later."""
        now = self._clock()
        if now < self._due:
            return False
        self._due = now + PROGRESS_SECONDS
        return True


def note_printer() -> Callable[[Decision], None]:
    """Return a receiver of intermediate results that prints their notes, at most one a second."""
    pace = Pace()

    def report(result: Decision) -> None:
        if pace.due():
            progress(result.note)

    return report


class ProgressLine:
    """A progress line, printed on stderr at most once a second."""

    def __init__(self, total: int, key: str = "arena.progress") -> None:
        self.total = total
        self.key = key
        self.done = 0
        self.started = time.monotonic()
        self._pace = Pace()

    def add(self, games: int) -> None:
        """Count games and print the progress if a second has passed."""
        self.done += games
        if self.done and self._pace.due():
            left = (time.monotonic() - self.started) * (self.total - self.done) / self.done
            progress(message(self.key, done=self.done, whole=self.total, seconds=round(left)))
