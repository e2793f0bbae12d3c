"""The work of an experiment in other processes: the pool of them, and what hands it out."""

from __future__ import annotations

import multiprocessing
import os
import sys
import threading
from collections.abc import Callable, Collection, Generator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Generic, ParamSpec, TypeVar

from engine.interrupt import InterruptShield, begin_as_worker
from engine.messages import JouonsError

MAX_PER_CORE = 4
MAX_ON_WINDOWS = 61  # handles that Windows can wait for at once
TRIES = 3
AHEAD = 3  # work items queued for each worker: few, so that a stop is quick
P = ParamSpec("P")
T = TypeVar("T")
W = TypeVar("W")
R = TypeVar("R")


class WorkersError(JouonsError):
    """Worker processes died repeatedly; the caller has the records so far."""


class ProcessPool(ProcessPoolExecutor):
    """A process pool that spawns on every platform and leaves Ctrl+C to the parent process."""

    def __init__(self, jobs: int) -> None:
        # An interrupted program leaves its locks to Python's resource tracker, which removes them
        # and would print a warning.
        quiet = "ignore:resource_tracker:UserWarning"
        filters = os.environ.get("PYTHONWARNINGS", "")
        if quiet not in filters:
            os.environ["PYTHONWARNINGS"] = f"{filters},{quiet}".strip(",")
        with InterruptShield():
            super().__init__(
                jobs, multiprocessing.get_context("spawn"), initializer=begin_with_parent
            )

    def submit(self, function: Callable[P, T], /, *values: P.args, **named: P.kwargs) -> Future[T]:
        """Submit a call; an interrupt waits, because a process may be started here."""
        with InterruptShield():
            return super().submit(function, *values, **named)


def pool_size(jobs: int | None, batches: int) -> int:
    """Return how many processes to start for `jobs` requested ones and this many batches."""
    return max(1, min(jobs or os.cpu_count() or 1, most_processes(), batches))


def most_processes(cores: int | None = None, platform: str = sys.platform) -> int:
    """Return the maximum number of processes for a machine; by default this one."""
    most = (cores or os.cpu_count() or 1) * MAX_PER_CORE
    return min(most, MAX_ON_WINDOWS) if platform == "win32" else most


def begin_with_parent() -> None:
    """Initialise a worker: it ends when its parent process is killed."""
    begin_as_worker()

    def watch() -> None:
        parent = multiprocessing.parent_process()
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


class Runner(Generic[W, R]):
    """Runs work items on an executor and yields the results of each.

    `do` works on an item, in this process or elsewhere; `after` makes of an item and its results
    the one that depends on them, if any. `make_executor` is called again when a worker dies; `lost`
    counts how often. An item whose worker died is done again from the same seeds.
    """

    def __init__(
        self,
        work: Sequence[W],
        make_executor: Callable[[], Executor],
        do: Callable[[W], list[R]],
        after: Callable[[W, list[R]], W | None] = lambda piece, results: None,
    ) -> None:
        self.waiting = list(reversed(work))
        self.make_executor = make_executor
        self.do, self.after = do, after
        self.lost = 0
        self.stopped = False

    def stop(self) -> None:
        """Submit no more work; the results so far remain valid."""
        self.stopped = True

    def run(self, workers: int, poll: float = 0.1) -> Generator[list[R], None, None]:
        """Yield the results of each work item, or an empty list at least every `poll` seconds.

        Raises WorkersError when workers die repeatedly.
        """
        executor = self.make_executor()
        running: dict[Future[list[R]], W] = {}
        tries = 0
        try:
            while (self.waiting or running) and not self.stopped:
                broken = not self._hand_out(executor, running, workers * AHEAD)
                done, _ = wait(running, timeout=poll, return_when=FIRST_COMPLETED)
                for future in done:
                    batch = running.pop(future)
                    try:
                        records = future.result()
                        after = self.after(batch, records)
                        if after is not None:
                            self.waiting.append(after)
                        yield records
                        tries = 0
                    except (BrokenProcessPool, CancelledError):
                        self.waiting.append(batch)
                        broken = True
                if broken:
                    tries += 1
                    self.lost += 1
                    if tries > TRIES:
                        raise WorkersError("arena.workers_die", tries=tries)
                    self.waiting.extend(running.values())
                    running.clear()
                    executor.shutdown(wait=False)
                    executor = self.make_executor()
                elif not done:
                    yield []
        finally:
            _end(executor, running)

    def _hand_out(
        self, executor: Executor, running: dict[Future[list[R]], W], maximum: int
    ) -> bool:
        """Fill the queue of the executor; return False if one of its workers has died."""
        while self.waiting and len(running) < maximum:
            batch = self.waiting.pop()
            try:
                running[executor.submit(self.do, batch)] = batch
            except BrokenProcessPool:
                self.waiting.append(batch)
                return False
        return True


def _end(executor: Executor, running: Collection[Future[Any]]) -> None:
    """Shut down without waiting: local processes are terminated, remote batches cancelled."""
    # Read first: an executor that was shut down no longer lists its processes.
    processes = list((getattr(executor, "_processes", None) or {}).values())
    for process in processes:
        process.terminate()
    if not processes:
        # One by one: the executor of a cluster cannot cancel them all at once.
        for future in running:
            future.cancel()
    executor.shutdown(wait=False)
