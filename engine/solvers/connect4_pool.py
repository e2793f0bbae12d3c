"""Parallel searches of Connect Four, each with its own table and thread.

A search runs in Lua, which releases Python's interpreter, so that threads use several cores.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor, as_completed

from engine.solvers.connect4_search import Searcher
from engine.solvers.connect4_threats import Geometry

# A job receives a search and the `tick` to call during it.
Job = Callable[[Searcher, Callable[[], None]], None]
# Each further search takes 10 MB, and a position has at most eight moves.
MAXIMUM = 4


class _Enough(Exception):  # noqa: N818 - a request, not an error
    """Raised out of a search after another thread has raised."""


class SearchPool:
    """The searches of one board size, made on demand and reused with their tables."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        self._searchers: dict[int, Searcher] = {}

    @property
    def nodes(self) -> int:
        """The number of nodes visited by all searches so far."""
        return sum(searcher.nodes for searcher in self._searchers.copy().values())

    def run(self, jobs: Iterable[Job], threads: int, tick: Callable[[], None]) -> None:
        """Run the jobs in order, up to `threads` at once; a single one runs on the caller's thread.

        Each search calls `tick` every CHECK_EVERY nodes, from its thread; an exception of `tick`
        stops all searches and is raised here.
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
        """Run waiting jobs one after the other until none is left.

        The thread that uses a search also makes it: the memory of two threads lies apart, which
        avoids false sharing of cache lines.
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
    """Wait for all threads, or until one fails, and raise its exception."""
    for part in as_completed(parts):
        part.result()
