"""One worker thread for long jobs; the window polls their handles each frame.

Jobs get immutable inputs, so the game needs no lock. Undo while a bot thinks cancels the job and
drops the handle; a late result is ignored.
"""

from __future__ import annotations

import logging
import os
import queue
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from engine.context import Cancelled, Context, Seed
from engine.messages import JouonsError, Message

T = TypeVar("T")
log = logging.getLogger(__name__)


class Job(Generic[T]):
    """A handle of a job in the worker thread; every attribute is safe to read in any frame."""

    def __init__(
        self, work: Callable[[Context[Any]], T], seed: Seed, gate: threading.Event | None = None
    ) -> None:
        self.work = work
        self.context: Context[Any] = Context(
            seed, self._take_report, gate, threads=os.cpu_count() or 1
        )
        self.latest: Any = None
        self.reports = 0
        self.result: T | None = None
        self.error: Message | None = None
        self.done = False
        self.cancelled = False
        self.started: float | None = None
        self.seconds = 0.0
        self._pause_started: float | None = None
        self._paused_seconds = 0.0

    def _take_report(self, report: Any) -> None:
        self.latest = report
        self.reports += 1

    @property
    def elapsed(self) -> float:
        """Seconds of work so far, without pauses and time in the queue."""
        if self.done or self.started is None:
            return self.seconds
        now = self._pause_started or time.perf_counter()
        return now - self.started - self._paused_seconds

    def cancel(self) -> None:
        """Stop the job without a result; the handle can be dropped at once."""
        self.cancelled = True
        self.context.cancel()

    def hurry(self) -> None:
        """Request the best answer so far."""
        self.pause(False)
        self.context.ask_hurry()

    def pause(self, paused: bool) -> None:
        """Pause or resume the job."""
        if paused and self._pause_started is None:
            self._pause_started = time.perf_counter()
        elif not paused and self._pause_started is not None:
            self._paused_seconds += time.perf_counter() - self._pause_started
            self._pause_started = None
        self.context.pause(paused)

    def run(self) -> None:
        """Run the job; called in the worker thread."""
        if self.cancelled:
            self.done = True
            return
        self.started = time.perf_counter()
        try:
            self.result = self.work(self.context)
        except Cancelled:
            self.cancelled = True
        except JouonsError as error:
            self.error = error.message
        except Exception as error:
            # Catch everything here: a fault in a bot must not end the window.
            log.exception("a job failed")
            self.error = Message("gui.job_failed", {"fault": f"{type(error).__name__}: {error}"})
        self.seconds = time.perf_counter() - self.started - self._paused_seconds
        self.done = True


class Worker:
    """The worker thread; it runs jobs one after the other in the order of submission."""

    def __init__(self, switch_seconds: float = 0.0005) -> None:
        self.switch_seconds = switch_seconds
        self._queue: queue.SimpleQueue[Job[Any] | None] = queue.SimpleQueue()
        self._jobs: list[Job[Any]] = []  # submitted and perhaps not done
        self._thread: threading.Thread | None = None
        self._gate = threading.Event()
        self._gate.set()

    def give_way(self, wanted: bool) -> None:
        """Hold (True) or release (False) the jobs, during a frame.

        A job that runs waits at its next check; another one does not begin.
        """
        if wanted:
            self._gate.clear()
        else:
            self._gate.set()

    def submit(self, work: Callable[[Context[Any]], T], seed: Seed = 0) -> Job[T]:
        """Queue `work(context)`; the seed initialises `context.rng`."""
        if self._thread is None:
            sys.setswitchinterval(self.switch_seconds)
            # A daemon: closing the window ends the process even while a bot is thinking.
            self._thread = threading.Thread(
                target=self._loop, args=(self._queue,), name="worker", daemon=True
            )
            self._thread.start()
        job: Job[T] = Job(work, seed, self._gate)
        self._jobs = [*(each for each in self._jobs if not each.done), job]
        self._queue.put(job)
        return job

    def _loop(self, jobs: queue.SimpleQueue[Job[Any] | None]) -> None:
        while (job := jobs.get()) is not None:
            self._gate.wait()
            job.run()

    def close(self) -> None:
        """Cancel all jobs, also one that the thread takes at this moment, and let it end."""
        for job in self._jobs:
            job.cancel()
        left, self._queue, self._thread = self._queue, queue.SimpleQueue(), None
        self._jobs = []
        left.put(None)
        self._gate.set()  # a thread that waits to begin may end too


class JobSlot(Generic[T]):
    """The one job that a model waits for; another one, or `cancel`, takes its place."""

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self.job: Job[T] | None = None

    def __bool__(self) -> bool:
        return self.job is not None

    def submit(self, work: Callable[[Context[Any]], T], seed: Seed = 0) -> None:
        """Queue `work(context)`; the job before it is cancelled."""
        self.cancel()
        self.job = self._worker.submit(work, seed)

    def take(self) -> Job[T] | None:
        """Return the job once it is done, and forget it."""
        job = self.job
        if job is None or not job.done:
            return None
        self.job = None
        return job

    def cancel(self) -> None:
        """Cancel and forget the job, if there is one."""
        if self.job is not None:
            self.job.cancel()
            self.job = None
