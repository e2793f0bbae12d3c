"""Progress of a long command on stderr."""

from __future__ import annotations

import time

from engine.cli_console import progress
from engine.messages import message

PROGRESS_SECONDS = 1.0


class ProgressLine:
    """A progress line, printed on stderr at most once a second."""

    def __init__(self, total: int, key: str = "arena.progress") -> None:
        self.total = total
        self.key = key
        self.done = 0
        self.started = self.last = time.monotonic()

    def add(self, games: int) -> None:
        """Count games and print the progress if a second has passed."""
        self.done += games
        now = time.monotonic()
        if now - self.last >= PROGRESS_SECONDS and self.done:
            self.last = now
            left = (now - self.started) * (self.total - self.done) / self.done
            progress(message(self.key, done=self.done, whole=self.total, seconds=round(left)))
