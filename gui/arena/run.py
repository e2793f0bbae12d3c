"""The data of an experiment, of the store or running: a thread then feeds the worker processes.

Results are saved several times a second, so that a kill loses almost nothing and the experiment can
continue.
"""

from __future__ import annotations

import time
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from typing import TYPE_CHECKING, Any

from engine.arena.experiment import Batch, Experiment, Pairing, following, hashes, own_sentences
from engine.arena.results import kept_sums, take_faults, tallies, with_chance
from engine.messages import JouonsError, Message
from engine.store.experiments import GameRecord, StoredExperiment
from engine.store.store import Store
from gui.arena.form import ExperimentForm, ExperimentKind
from gui.worker import Job, Worker

if TYPE_CHECKING:
    from engine.context import Context

KEEP_SECONDS = 0.25


class ExperimentData:
    """One experiment; `number` is its number in the store, None before its first save."""

    def __init__(self, form: ExperimentForm, pairs: Sequence[Pairing], total: int) -> None:
        self.form = form
        self.pairs = list(pairs)
        self.total = total
        self.done = 0
        self.number: int | None = None
        self.seconds = 0.0
        self.tallies = tallies(pairs)
        self.games: dict[int, list[GameRecord]] = {pair.number: [] for pair in pairs}  # in order
        self.sentences: Mapping[str, str] = {}  # of the own bots that play, by player text

    def count(self, record: GameRecord) -> bool:
        """Count a game; false for one that is counted already, or of no pairing."""
        games = self.games.get(record.pairing)
        if games is None:
            return False
        at = bisect_left(games, record.number, key=lambda each: each.number)
        if at < len(games) and games[at].number == record.number:
            return False
        games.insert(at, record)
        self.tallies[record.pairing].add(record)
        self.done += 1
        return True

    def records(self) -> list[GameRecord]:
        """Return every game, in the order of the pairings."""
        return [record for pair in self.pairs for record in self.games[pair.number]]


def read_experiment(kept: StoredExperiment, store: Store) -> tuple[ExperimentData, int]:
    """Read an experiment of the store; return it, and how many damaged games it leaves out.

    Raises JouonsError when it is damaged itself or has no games, or the store cannot be read.
    """
    if isinstance(kept.data, dict) and kept.data.get("kind") == "positions":  # of version 1.0.0
        raise JouonsError("arena.past_positions")
    try:
        form = ExperimentForm.from_json(kept.data)
        total, seconds = int(kept.data["total"]), float(kept.data["seconds"])
        experiment = ExperimentData(form, form.pairs(saved=True), total)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError, JouonsError):
        raise JouonsError("arena.past_damaged") from None
    experiment.number, experiment.seconds = kept.id, seconds
    games, left_out = store.arena.games(kept.id)
    sums = store.arena.sums(kept.id)
    for number, group in groupby(games, key=lambda record: record.pairing):
        stored = sums.get(number)
        by_chance = stored.get("by_chance") if isinstance(stored, dict) else None
        for record in with_chance(list(group), by_chance):
            experiment.count(record)
    for number, tally in experiment.tallies.items():
        with suppress(KeyError, TypeError, ValueError, AttributeError, OverflowError):
            take_faults(tally, sums[number])
    experiment.total = max(total, experiment.done)
    return experiment, left_out


class Run(ExperimentData):
    """The running experiment; the window reads it each frame and changes nothing.

    `past` is an experiment of the store that it continues.
    """

    def __init__(
        self,
        worker: Worker,
        form: ExperimentForm,
        title: str,
        own_store: Callable[[], Store],
        work: Sequence[Batch],
        past: ExperimentData | None = None,
    ) -> None:
        super().__init__(form, form.pairs(), sum(batch.games for batch in work))
        self.title = title
        self.jobs = 1
        self.unkept: Message | None = None  # why the last results could not be written
        self._worker = worker
        self._own_store = own_store
        self._work = list(work)
        self._own = next((batch.own for batch in work), None)
        self.sentences = own_sentences(self._own)
        self._store: Store | None = None
        self._saved_at = 0.0
        self._since: float | None = None
        self._new: list[GameRecord] = []
        self._current = -1
        self.runner: Experiment | None = None
        self.job: Job[None] | None = None
        if past is not None:
            self.number, self.seconds, self.done = past.number, past.seconds, past.done
            self.tallies, self.games = past.tallies, past.games

    def go(self) -> None:
        """Start, or continue after a stop."""
        self.job = self._worker.submit(self._play)

    def _play(self, context: Context[Any]) -> None:
        from engine.arena.pool import ProcessPool, pool_size

        work = self._left()
        self.jobs = pool_size(None, len(work))
        self.runner = Experiment(work, lambda: ProcessPool(self.jobs))
        self._since = time.monotonic()
        source = self.runner.run(self.jobs)
        try:
            self._save()
            for records in source:
                context.check()
                self._take(records)
                if records and time.monotonic() - self._saved_at > KEEP_SECONDS:
                    self._save()
        finally:
            source.close()
            self.seconds, self._since = self.elapsed, None
            self._save()
            if self._store is not None:
                self._store.close()
                self._store = None

    def _left(self) -> list[Batch]:
        """Return the remaining batches; only whole ones count as done."""
        left, games = [], {(each.pairing, each.number): each for each in self.records()}
        for first in self._work:
            batch: Batch | None = first
            while batch is not None:
                keys = range(batch.first, batch.first + batch.count)
                played = [games.get((batch.pairing.number, key)) for key in keys]
                records = [record for record in played if record is not None]
                if len(records) < batch.count:
                    left.append(batch)
                    break
                batch = following(batch, records)
        return left

    def _take(self, records: Sequence[GameRecord]) -> None:
        for record in records:
            if self.count(record):
                self._new.append(record)
                self._current = record.pairing

    def _save(self) -> None:
        """Write the new results; a failed write is repeated later."""
        self._saved_at = time.monotonic()
        if not self.done:
            return
        data = self.form.as_json() | {
            "done": self.done,
            "total": self.total,
            "seconds": self.elapsed,
            "hashes": hashes(self._own),
        }
        try:
            if self._store is None:
                self._store = self._own_store()
            if self.number is None:
                self.number = self._store.arena.add(self.title, data)
            sums = {number: kept_sums(tally) for number, tally in self.tallies.items()}
            self._store.arena.keep(self.number, data, self._new, sums)
            self._new, self.unkept = [], None
        except JouonsError as error:
            self.unkept = error.message

    @property
    def running(self) -> bool:
        """Whether games are being played."""
        return self.job is not None and not self.job.done

    @property
    def fault(self) -> Message | None:
        """Why it could not run or be written; None when all is well."""
        failed = self.job.error if self.job is not None and self.job.done else None
        return self.unkept or failed

    def stop(self) -> None:
        """Stop; the results remain."""
        if self.runner is not None:
            self.runner.stop()
        elif self.job is not None:
            self.job.cancel()

    @property
    def elapsed(self) -> float:
        """Seconds of playing so far."""
        return self.seconds + (time.monotonic() - self._since if self._since is not None else 0.0)

    @property
    def seconds_left(self) -> int | None:
        """Estimate of the remaining time from the pace so far."""
        if not self.done or not self.running:
            return None
        return round(self.elapsed * (self.total - self.done) / self.done)

    @property
    def playing(self) -> int:
        """The index of the running pairing of a sweep, -1 when there is none.

        A tournament plays all its pairs in turn.
        """
        if not self.running or self.form.kind is not ExperimentKind.SWEEP:
            return -1
        return next((i for i, pair in enumerate(self.pairs) if pair.number == self._current), -1)
