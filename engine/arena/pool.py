"""The process pool of an experiment: its size, start and end."""

from __future__ import annotations

import multiprocessing
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from typing import ParamSpec, TypeVar

from engine.interrupt import InterruptShield, begin_as_worker

MAX_PER_CORE = 4
MAX_ON_WINDOWS = 61  # handles that Windows can wait for at once
P = ParamSpec("P")
T = TypeVar("T")


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
