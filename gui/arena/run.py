"""A running experiment: its thread feeds the worker processes and writes their results.

Results are saved several times a second, so that a kill loses almost nothing and the experiment can
continue.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from bisect import insort
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.arena.critical_positions import (
    BlockResult,
    PositionBlock,
    PositionResult,
    PositionSurvey,
    ResultSorter,
)
from engine.arena.experiment import (
    Batch,
    Experiment,
    Runner,
    following,
    hashes,
    own_sentences,
)
from engine.arena.report import PairingTally, tally_from
from engine.messages import JouonsError, Message
from engine.registry import name_of
from engine.store.game_records import GameLine, GameRecord
from engine.store.store import Store
from gui.arena.form import ExperimentForm, ExperimentKind
from gui.arena.played import (
    ExperimentData,
    counted_records,
    position_result_to_json,
    records_in,
    stored_position_results,
    sums_of,
)
from gui.worker import Job, Worker

if TYPE_CHECKING:
    from engine.context import Context

KEEP_SECONDS = 0.25


class Run(ExperimentData, ABC):
    """The running experiment; the window reads it each frame and changes nothing."""

    make_runner: type[Runner[Any, Any]]
    work: list[Any]

    def __init__(
        self,
        worker: Worker,
        form: ExperimentForm,
        title: str,
        own_store: Callable[[], Store],
        work: Sequence[Any],
    ) -> None:
        super().__init__(form, form.pairs(), 0)
        self.work = list(work)
        self.title = title
        self.jobs = 1
        self.unkept: Message | None = None  # why the last results could not be written
        self._worker = worker
        self._own_store = own_store
        self._store: Store | None = None
        self._unread = False  # the stored results are still to be read
        self._saved_at = 0.0
        self._since: float | None = None
        self.runner: Runner[Any, Any] | None = None
        self.job: Job[None] | None = None
        self.prepare()

    def continues(self, number: int) -> None:
        """Mark it as an experiment of the store that continues."""
        self.number, self._unread = number, True

    def go(self) -> None:
        """Start, or continue after a stop."""
        self.job = self._worker.submit(self._work)

    def _work(self, context: Context[Any]) -> None:
        from engine.arena.pool import ProcessPool, pool_size

        self._read_stored()
        work = self.left()
        self.jobs = pool_size(None, len(work))
        self.runner = self.make_runner(work, lambda: ProcessPool(self.jobs))
        self._since = time.monotonic()
        source = self.runner.run(self.jobs)
        try:
            self._save()
            for results in source:
                context.check()
                self.take(results)
                if results and time.monotonic() - self._saved_at > KEEP_SECONDS:
                    self._save()
                if self.done >= self.total:
                    break
            self.check_found()
        finally:
            source.close()  # type: ignore[attr-defined]  # a generator
            self.seconds, self._since = self.elapsed, None
            self._save()
            if self._store is not None:
                self._store.close()
                self._store = None

    def check_found(self) -> None:
        """Check the result: JouonsError when all work is done without one."""

    @abstractmethod
    def prepare(self) -> None:
        """Begin with no result; set the total."""

    @abstractmethod
    def left(self) -> list[Any]:
        """Return the remaining work."""

    @abstractmethod
    def take(self, results: list[Any]) -> None:
        """Count the results of a piece of work."""

    @abstractmethod
    def read(self, store: Store, number: int) -> None:
        """Read the earlier results from the store."""

    @abstractmethod
    def write(self, store: Store, number: int) -> None:
        """Write the new results to the store."""

    def _read_stored(self) -> None:
        """Read the games of a reopened experiment, which knows only its number.

        After a failure nothing is counted, and the next attempt starts from the first row.
        """
        if self.number is not None and self._unread:
            self._store = self._own_store()
            self.read(self._store, self.number)
            self._unread = False

    def _save(self) -> None:
        """Write the new results; a failed write is repeated later."""
        self._saved_at = time.monotonic()
        if not self.done:
            return
        try:
            if self._store is None:
                self._store = self._own_store()
            if self.number is None:
                self.number = self._store.arena.add(self.title, self.data())
            self.write(self._store, self.number)
            self.unkept = None
        except JouonsError as error:
            self.unkept = error.message

    def data(self) -> dict[str, Any]:
        own = next((each.own for each in self.work), None)
        return super().data() | {"seconds": self.elapsed, "hashes": hashes(own)}

    def sentences(self) -> Mapping[str, str]:
        own = next((each.own for each in self.work), None)
        return own_sentences(own)

    @property
    def running(self) -> bool:
        """Whether games are being played."""
        return self.job is not None and not self.job.done

    @property
    def paused(self) -> bool:
        """Whether the runner hands out no new work."""
        return self.runner is not None and self.runner.paused

    @property
    def fault(self) -> Message | None:
        """Why it could not run or be written; None when all is well."""
        failed = self.job.error if self.job is not None and self.job.done else None
        return self.unkept or failed

    @property
    def lost(self) -> int:
        """Number of processes that died and were replaced."""
        return self.runner.lost if self.runner is not None else 0

    def pause(self, paused: bool) -> None:
        """Pause or continue; games under way are finished."""
        if self.runner is not None:
            self.runner.paused = paused

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
        """The index of the running pairing, -1 when there is none."""
        return -1


class GamesRun(Run):
    """A sweep or a tournament."""

    make_runner = Experiment

    work: list[Batch]

    def prepare(self) -> None:
        self.total = sum(batch.games for batch in self.work)
        self._games: dict[tuple[int, int], GameRecord] = {}
        self._lines: dict[int, list[GameLine]] = {pair.number: [] for pair in self.pairs}
        self._new: list[GameRecord] = []
        self._current = -1

    def left(self) -> list[Batch]:
        """Return the remaining batches; only whole ones count as done."""
        left = []
        for first in self.work:
            batch: Batch | None = first
            while batch is not None:
                keys = range(batch.first, batch.first + batch.count)
                played = [self._games.get((batch.pairing.number, key)) for key in keys]
                records = [record for record in played if record is not None]
                if len(records) < batch.count:
                    left.append(batch)
                    break
                batch = following(batch, records)
        return left

    def take(self, results: list[GameRecord]) -> None:
        for record in results:
            if (record.pairing, record.number) in self._games:
                continue
            self._count(record)
            self.tallies[record.pairing].add(record)
            self._new.append(record)
            self._current = record.pairing

    def _count(self, record: GameRecord) -> None:
        self._games[record.pairing, record.number] = record
        insort(self._lines[record.pairing], record.line, key=lambda each: each.number)
        self.done += 1

    def read(self, store: Store, number: int) -> None:
        games = self.total // len(self.pairs)  # upper bound of the games of a pairing
        sums = store.arena.sums(number)
        # Read whole first: after a failure nothing is counted.
        for record in list(counted_records(records_in(store, number, self.pairs), sums)):
            if record.number < games:
                self._count(record)
                self.tallies[record.pairing].add(record)
        for pairing, tally in self.tallies.items():
            with suppress(KeyError, TypeError, ValueError, AttributeError):
                tally.take_faults(tally_from(tally.pairing, sums[pairing]))

    def write(self, store: Store, number: int) -> None:
        new, sums = self._new, sums_of(list(self.tallies.values()))
        store.arena.keep(number, self.data(), new, sums)
        self._new = self._new[len(new) :]

    @property
    def playing(self) -> int:
        """A tournament plays all its pairs in turn, so that none is current."""
        if not self.running or self.form.kind is not ExperimentKind.SWEEP:
            return -1
        return next((i for i, pair in enumerate(self.pairs) if pair.number == self._current), -1)

    def snapshot(self) -> list[PairingTally]:
        """Return a copy of the current tallies."""
        return [replace(tally) for tally in list(self.tallies.values())]

    def lines(self, pairing: int) -> Sequence[GameLine]:
        return self._lines[pairing]

    def record(self, line: GameLine) -> GameRecord:
        return self._games[line.pairing, line.number]

    def records(self) -> Sequence[GameRecord]:
        return [self._games[key] for key in sorted(self._games)]


class QuestionsRun(Run):
    """All players answer positions with one good move."""

    make_runner = PositionSurvey

    work: list[PositionBlock]

    def prepare(self) -> None:
        self.total = self.form.count()
        self._sorter = ResultSorter(self.total)
        self._written = 0

    def left(self) -> list[PositionBlock]:
        """Return the blocks from the first one that may be incomplete."""
        begin = self.results[-1].block if self.results else 0
        self._sorter = ResultSorter(self.total, begin, self.results)
        return self.work[begin:]

    def check_found(self) -> None:
        """Check the result: under some rules no position has exactly one good move."""
        if not self.done and self.runner is not None and not self.runner.stopped:
            raise JouonsError("arena.no_positions", game=name_of(self.form.game))

    def take(self, results: list[BlockResult]) -> None:
        for result in results:
            self._add(self._sorter.take(result))

    def _add(self, results: Sequence[PositionResult]) -> None:
        for each in results:
            self.results.append(each)
            for mark, answer in zip(self.marks, each.answers, strict=True):
                mark.add(each.problem, answer)
        self.done = len(self.results)

    def read(self, store: Store, number: int) -> None:
        self._add(stored_position_results(store, number, self.form))
        # After a gap all later rows move up: they are written again.
        self._written = self.done if self.done == store.arena.answered(number) else 0

    def write(self, store: Store, number: int) -> None:
        done = len(self.results)
        new = {
            place: position_result_to_json(self.results[place])
            for place in range(self._written, done)
        }
        store.arena.keep_answers(number, self.data(), new)
        self._written = done
