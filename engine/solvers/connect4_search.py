"""The exact search of Connect Four: the Python interface of its two Lua files.

A search visits millions of positions one by one, which arrays cannot speed up. Lua has 64-bit
integers, takes a third of Python's time, and releases Python's interpreter to other threads while
it runs. The search is in connect4_search.lua, the bounds by zugzwang control are in
connect4_zugzwang.lua. Parallel searches have a table and a thread each.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

from engine.messages import JouonsError
from engine.solvers.connect4_threats import Geometry
from engine.solvers.tabulate import no_check

# The transposition table has 2**TABLE_BITS slots of nine bytes, 9.4 MB.
TABLE_BITS = 20
# Nodes between two calls of `tick`, some 1.5 ms.
CHECK_EVERY = 1024

# mover, all stones, the opponent's threats, playable cells, goal -> an upper bound below the goal,
# or None.
Ceiling = Callable[[int, int, int, int, int], int | None]
# mover, all stones, mover's threats, opponent's threats, goal, how many stones -> score, nodes
Search = Callable[[int, int, int, int, int, int], tuple[int, int]]


class SearchStopped(Exception):  # noqa: N818 - a request, not an error
    """Raised by a `tick` to end a search: enough nodes, or a hurry."""


class SearchUnusableError(JouonsError):
    """Lua or one of the Lua files is missing or damaged; the message says what to do."""


def load_lua() -> Any:
    """Import and return lupa's Lua 5.5 module, only when needed: the book answers much alone.

    Raises SearchUnusableError where the package is missing, too old or does not load.
    """
    try:
        from lupa import lua55
    except ImportError as fault:
        raise SearchUnusableError("connect4.no_lua") from fault
    return lua55


class _LuaCallbacks:
    """The callbacks that Lua holds; they must not refer to the Searcher, or neither is ever freed.

    Python's garbage collector does not see references inside Lua. An exception, whose traceback
    refers to every frame, does not pass through Lua either: `take_fault` returns it.
    """

    def __init__(self, check_every: int) -> None:
        self.check_every = check_every
        self.nodes = 0
        self.tick = no_check
        self._fault: BaseException | None = None

    def count(self) -> bool:
        """Count `check_every` more nodes; return whether the search is to end."""
        self.nodes += self.check_every
        try:
            self.tick()
        except BaseException as fault:  # reaches() raises it again outside Lua
            self._fault = fault
            return True
        return False

    def take_fault(self, fallback: BaseException) -> BaseException:
        """Return and clear the exception that `tick` raised, else return `fallback`."""
        fault, self._fault = self._fault, None
        return fallback if fault is None else fault


class Searcher:
    """A search for one board size; its transposition table serves all later searches.

    `even_ceiling` and `odd_ceiling` are the bounds of connect4_zugzwang.lua, for tests of their
    own. Raises SearchUnusableError when Lua or one of the two files is missing or damaged.
    """

    def __init__(
        self,
        geometry: Geometry,
        table_bits: int = TABLE_BITS,
        check_every: int = CHECK_EVERY,
    ) -> None:
        self.geometry = geometry
        self._callbacks = _LuaCallbacks(check_every)
        package = load_lua()
        self._lua: Any = package.LuaRuntime(unpack_returned_tuples=True, register_eval=False)
        self._lua_error: type[Exception] = package.LuaError
        constants = {
            "STRIDE": geometry.stride,
            "BOTTOM": geometry.bottom,
            "BOARD": geometry.board,
            "SIZE": geometry.size,
            "LOWER_CELLS": geometry.lower,
            "UPPER_CELLS": geometry.upper,
            "TABLE_BITS": table_bits,
            "CHECK_EVERY": check_every,
        }
        columns = self._lua.table_from(geometry.column_masks)
        ordered = self._lua.table_from([mask for _, mask in geometry.ordered_masks])
        even, odd = self._load("connect4_zugzwang.lua", constants)(columns)
        self._constants = constants
        search, self._makes_four = self._load("connect4_search.lua", constants)(
            ordered, even, odd, self._callbacks.count
        )
        self._search = cast(Search, search)
        self.even_ceiling, self.odd_ceiling = cast(Ceiling, even), cast(Ceiling, odd)

    @property
    def nodes(self) -> int:
        """The number of nodes visited by all searches so far."""
        return self._callbacks.nodes

    def reaches(self, mover: int, both: int, goal: int, tick: Callable[[], None] = no_check) -> int:
        """Return a lower bound of the score that is at least `goal`, else an upper bound below it.

        The mover must not have an immediate win. `tick()` is called every `check_every` nodes; it
        may raise to stop the search, and the table stays valid.
        """
        geometry = self.geometry
        mine = geometry.threats(mover, both)
        theirs = geometry.threats(mover ^ both, both)
        with self.ticking(tick):
            score, rest = self._search(mover, both, mine, theirs, goal, both.bit_count())
        self._callbacks.nodes += rest
        return score

    @contextmanager
    def ticking(self, tick: Callable[[], None]) -> Iterator[None]:
        """Call `tick` during work in Lua, and raise here what it raises there."""
        self._callbacks.tick = tick
        try:
            yield
        except self._lua_error as ended:
            raise self._callbacks.take_fault(ended) from None
        finally:
            self._callbacks.tick = no_check

    def extend(self, name: str, *callbacks: Callable[..., None]) -> Any:
        """Load a Lua file that works with this search; return what its function returns."""
        count = self._callbacks.count
        return self._load(name, self._constants)(self._search, self._makes_four, count, *callbacks)

    def table(self, values: Sequence[int]) -> Any:
        """Return a Lua table of numbers."""
        return self._lua.table_from(values)

    def _load(self, name: str, constants: dict[str, int]) -> Callable[..., Any]:
        """Run a Lua file with the board's numbers as constants before it; return its function."""
        names = ", ".join(f"{constant} <const>" for constant in constants)
        values = ", ".join(map(str, constants.values()))
        try:
            text = Path(__file__).with_name(name).read_text(encoding="utf-8")
            functions = self._lua.execute(f"local {names} = {values} {text}")
        except (OSError, UnicodeDecodeError, self._lua_error) as fault:
            raise SearchUnusableError("connect4.search_damaged", file=name) from fault
        if not callable(functions):  # an empty file, or one that is cut between two functions
            raise SearchUnusableError("connect4.search_damaged", file=name)
        return cast(Callable[..., Any], functions)


# A job receives a search and the `tick` to call during it.
Job = Callable[[Searcher, Callable[[], None]], None]
# Each further search takes 10 MB, and a position has at most eight moves.
MAXIMUM = 4


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
                raise SearchStopped  # another thread has raised
            tick()

        with ThreadPoolExecutor(count, "search") as pool:
            try:
                parts = [
                    pool.submit(self._work, number, waiting, listen) for number in range(count)
                ]
                for part in as_completed(parts):
                    part.result()  # raises what ended it
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
