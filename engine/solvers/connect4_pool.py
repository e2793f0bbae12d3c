"""Several searches of Connect Four at once, each with its table and on a thread of its own.

A search runs in Lua, which lets go of Python's interpreter, so that threads share out the cores.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor, as_completed

from engine.solvers.connect4_search import Searcher
from engine.solvers.connect4_threats import Geometry

# What is to be done with a search, and what to call meanwhile.
Job = Callable[[Searcher, Callable[[], None]], None]
# Each more takes 10 MB, and the moves of a position are no more than eight.
MAXIMUM = 4


class _Enough(Exception):  # noqa: N818 - a request, not an error
    """Another thread has raised: this one may end."""


class SearchPool:
    """The searches of one board size, made when they are wanted and kept with their tables."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        self._searchers: dict[int, Searcher] = {}

    @property
    def nodes(self) -> int:
        """How many all of them have looked at so far."""
        return sum(searcher.nodes for searcher in self._searchers.copy().values())

    def run(self, jobs: Iterable[Job], threads: int, tick: Callable[[], None]) -> None:
        """Do the jobs in their order, so many at once; with one thread, on the caller's.

        `tick` is called every CHECK_EVERY nodes of each search, from its thread; what it raises
        stops them all and is raised here.
        """
        waiting, count = deque(jobs), max(1, min(threads, MAXIMUM))
        if count == 1 or len(waiting) < 2:
            self._work(0, waiting, tick)
            return
        stop = threading.Event()

        def listen() -> None:
            if stop.is_set():
                raise _Enough
            tick()

        with ThreadPoolExecutor(count, "search") as pool:
            try:
                parts = [
                    pool.submit(self._work, number, waiting, listen) for number in range(count)
                ]
                _raise_first(parts)
            finally:
                stop.set()

    def _work(self, number: int, waiting: deque[Job], tick: Callable[[], None]) -> None:
        """Do one job after the other as long as there are any.

        The search is made by the thread that uses it: what two threads allocate lies apart, and
        neighbours in memory would hold each other up.
        """
        searcher = self._searchers.get(number)
        if searcher is None:
            searcher = self._searchers[number] = Searcher(self.geometry)
        while waiting:
            try:
                job = waiting.popleft()
            except IndexError:  # another thread took the last
                return
            job(searcher, tick)


def _raise_first(parts: Iterable[Future[None]]) -> None:
    """Wait for all; the first fault ends the waiting and is raised."""
    for part in as_completed(parts):
        part.result()
