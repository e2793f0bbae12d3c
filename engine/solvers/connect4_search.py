"""The exact search of Connect Four: its two pieces of Lua, and what they share with the rest.

A search visits millions of positions, one by one, with nothing that arrays could do at once. Lua
has whole numbers of 64 bits and does with them in a third of the time what Python does; and while
it runs, other threads have Python's interpreter to themselves. The search is in
connect4_search.lua, the proofs that somebody only has to follow in connect4_zugzwang.lua.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from engine.messages import JouonsError
from engine.solvers.connect4_threats import Geometry

# The table has two to this places of nine bytes, 9.4 MB.
TABLE_BITS = 20
# Nodes between two calls of `tick`, some 1.5 ms.
CHECK_EVERY = 1024

# mover, all stones, the opponent's threats, playable cells, goal -> an upper bound below the goal,
# or None.
Ceiling = Callable[[int, int, int, int, int], int | None]
# mover, all stones, mover's threats, opponent's threats, goal, how many stones -> score, nodes
Search = Callable[[int, int, int, int, int, int], tuple[int, int]]


class SearchUnusableError(JouonsError):
    """What the search needs is not there; the message says what to do."""


def load_lua() -> Any:
    """Lua 5.5. Imported only when wanted, for the book answers much without it.

    Raises SearchUnusableError where the package is missing, too old or does not load.
    """
    try:
        from lupa import lua55
    except ImportError as fault:
        raise SearchUnusableError("connect4.no_lua") from fault
    return lua55


def _nothing() -> None:
    """Nobody asked to be called."""


class _LuaCallbacks:
    """What Lua knows of Python: nobody who holds the search, or both would stay for ever.

    Python's collector does not look into Lua. A fault, which knows all who were at work, does not
    go through Lua either.
    """

    def __init__(self, check_every: int) -> None:
        self.check_every = check_every
        self.nodes = 0
        self.tick = _nothing
        self._fault: BaseException | None = None

    def count(self) -> bool:
        """So many nodes more; whether the search is to end."""
        self.nodes += self.check_every
        try:
            self.tick()
        except BaseException as fault:  # it is raised again outside of Lua
            self._fault = fault
            return True
        return False

    def take_fault(self, fallback: BaseException) -> BaseException:
        """What ended the search."""
        fault, self._fault = self._fault, None
        return fallback if fault is None else fault


class Searcher:
    """One board size, one transposition table that is kept from question to question.

    `even_ceiling` and `odd_ceiling` are those of connect4_zugzwang.lua, each proved by itself.
    Raises SearchUnusableError when Lua or one of the two pieces is not there.
    """

    def __init__(
        self,
        geometry: Geometry,
        table_bits: int = TABLE_BITS,
        check_every: int = CHECK_EVERY,
    ) -> None:
        self.geometry = geometry
        self._told = _LuaCallbacks(check_every)
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
        search = self._load("connect4_search.lua", constants)(ordered, even, odd, self._told.count)
        self._search = cast(Search, search)
        self.even_ceiling, self.odd_ceiling = cast(Ceiling, even), cast(Ceiling, odd)

    @property
    def nodes(self) -> int:
        """How many all searches have looked at so far."""
        return self._told.nodes

    def reaches(self, mover: int, both: int, goal: int, tick: Callable[[], None] = _nothing) -> int:
        """A lower bound of the score that is at least `goal`, else an upper bound below it.

        The mover must not have a win at once. `tick()` is called every `check_every` nodes; it may
        raise to stop the search, which leaves the table in order.
        """
        geometry, told = self.geometry, self._told
        mine = geometry.threats(mover, both)
        theirs = geometry.threats(mover ^ both, both)
        told.tick = tick
        try:
            score, rest = self._search(mover, both, mine, theirs, goal, both.bit_count())
        except self._lua_error as ended:
            raise told.take_fault(ended) from None
        finally:
            told.tick = _nothing
        told.nodes += rest
        return score

    def _load(self, name: str, constants: dict[str, int]) -> Callable[..., Any]:
        """What the file returns; the board's numbers stand before it as constants of Lua's."""
        given = ", ".join(f"{constant} <const>" for constant in constants)
        values = ", ".join(map(str, constants.values()))
        try:
            text = Path(__file__).with_name(name).read_text(encoding="utf-8")
            made = self._lua.execute(f"local {given} = {values} {text}")
        except (OSError, UnicodeDecodeError, self._lua_error) as fault:
            raise SearchUnusableError("connect4.search_damaged", file=name) from fault
        if not callable(made):  # an empty file, or one that is cut between two functions
            raise SearchUnusableError("connect4.search_damaged", file=name)
        return cast(Callable[..., Any], made)
