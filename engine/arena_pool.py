"""The processes that an experiment is played in: how many, how they begin and end."""

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
MAX_ON_WINDOWS = 61  # how many things Windows can wait for at once
P = ParamSpec("P")
T = TypeVar("T")


class ProcessPool(ProcessPoolExecutor):
    """Processes of our own, spawned everywhere alike, which leave Ctrl+C to this one."""

    def __init__(self, jobs: int) -> None:
        # A program that is interrupted leaves its locks to a process of Python's own, which removes
        # them and would say so.
        quiet = "ignore:resource_tracker:UserWarning"
        filters = os.environ.get("PYTHONWARNINGS", "")
        if quiet not in filters:
            os.environ["PYTHONWARNINGS"] = f"{filters},{quiet}".strip(",")
        with InterruptShield():
            super().__init__(
                jobs, multiprocessing.get_context("spawn"), initializer=_begin_with_parent
            )

    def submit(self, function: Callable[P, T], /, *values: P.args, **named: P.kwargs) -> Future[T]:
        """Hand out work; perhaps a process is started for it, and that is done whole."""
        with InterruptShield():
            return super().submit(function, *values, **named)


def pool_size(jobs: int | None, batches: int) -> int:
    """How many processes are worth starting when so many are asked for."""
    return max(1, min(jobs or os.cpu_count() or 1, most_processes(), batches))


def most_processes(cores: int | None = None, platform: str = sys.platform) -> int:
    """How many processes a machine is given at most; this one, if nothing is said."""
    most = (cores or os.cpu_count() or 1) * MAX_PER_CORE
    return min(most, MAX_ON_WINDOWS) if platform == "win32" else most


def _begin_with_parent() -> None:
    """Run in each process: a killed program must not leave its processes waiting for ever."""
    begin_as_worker()

    def watch() -> None:
        parent = multiprocessing.parent_process()
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
