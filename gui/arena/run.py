"""An experiment under way: it runs in the worker thread, which keeps the processes busy."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.arena import Batch, Experiment, GameRecord, Pairing
from engine.report import Tally, tallies
from gui.worker import Job, Worker

if TYPE_CHECKING:
    from engine.context import Context


class Run:
    """What has been played so far; `tallies` and `records` are read by the window each frame."""

    def __init__(
        self, worker: Worker, pairs: list[Pairing], work: list[Batch], jobs: int | None = None
    ) -> None:
        from engine.arena_pool import ProcessPool, pool_size

        self.pairs = pairs
        self.total = sum(batch.games for batch in work)
        self.done = 0
        self.tallies: dict[int, Tally] = tallies(pairs)
        self.records: list[GameRecord] = []
        self.jobs = pool_size(jobs, len(work))
        self.started = time.monotonic()
        self.ended: float | None = None
        self.current = pairs[0].number if pairs else -1
        self.experiment = Experiment(work, lambda: ProcessPool(self.jobs))
        self.job: Job[None] = worker.submit(self._work)

    def _work(self, context: Context[Any]) -> None:
        source = self.experiment.run(self.jobs)
        try:
            for records in source:
                context.check()
                for record in records:
                    self.tallies[record.pairing].add(record)
                    self.records.append(record)
                if records:
                    self.current = records[-1].pairing
                    self.done += len(records)
                    context.report(self.done)
        finally:
            source.close()  # type: ignore[attr-defined]  # a generator
            self.ended = time.monotonic()

    @property
    def running(self) -> bool:
        """Whether games are still being played."""
        return not self.job.done

    @property
    def playing(self) -> int:
        """The index of the pairing under way, -1 when there is none."""
        if not self.running:
            return -1
        return next((i for i, pair in enumerate(self.pairs) if pair.number == self.current), -1)

    @property
    def paused(self) -> bool:
        """Whether nothing new is handed out."""
        return self.experiment.paused

    def pause(self, paused: bool) -> None:
        """Hold, or go on; games under way are finished."""
        self.experiment.paused = paused

    def stop(self) -> None:
        """End; what has been played stays."""
        self.experiment.stop()

    def cancel(self) -> None:
        """Nobody looks any more."""
        self.experiment.stop()
        self.job.cancel()

    @property
    def elapsed(self) -> float:
        """Seconds since the start, to the end."""
        return (self.ended or time.monotonic()) - self.started

    @property
    def seconds_left(self) -> int | None:
        """A guess from the pace so far."""
        if not self.done or not self.running:
            return None
        return round(self.elapsed * (self.total - self.done) / self.done)

    def snapshot(self) -> list[Tally]:
        """The tallies as they are now."""
        return [replace(tally) for tally in list(self.tallies.values())]
