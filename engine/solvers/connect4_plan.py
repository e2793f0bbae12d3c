"""Plans for Connect Four: the Python interface of connect4_plan.lua, which explains the search.

A plan tells its holder where to play: an ordered list of levels, each a set of empty cells. The
rule is the first of these that applies: complete four; block four; make two threats at once; of
the cells that are not right under one where the opponent completes four, take any of the first
level that has one. A plan is checked against every reply and every choice that the rule leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from engine.games.connect4 import ConnectFour
from engine.solvers.connect4_search import TABLE_BITS, Searcher, SearchStopped
from engine.solvers.connect4_threats import geometry_of

# Once a plan is there, the search for a shorter one ends after as many nodes again, and these.
MORE_NODES = 600_000
SEED = 1

Levels = tuple[int, ...]


class PlanRule(IntEnum):
    """The part of the rule that decides a move of the holder."""

    WIN = 1
    BLOCK = 2
    TWO_THREATS = 3
    MARK = 4
    FAILED = 5


@dataclass(frozen=True, slots=True)
class PlanReport:
    """The counts of a check over all lines; every field but the numbers is a bitboard of cells.

    `positions` are those with the opponent to move, the first one included; `longest` is the plies
    to the latest end. `ends` are the cells of last discs, `last` those of the longest lines.
    `used` are the cells taken because of a mark. Of the holder's discs that do not win, `on_top`
    fell directly on the opponent's last disc and `elsewhere` did not. `unanswered` are the cells
    above a disc of the opponent that was answered neither on top nor by a winning disc; `passed`
    those of them where the marks allowed another cell. `won` and `unwon` are the bottom cells whose
    disc of the opponent was answered by a winning disc on top, or was not. `blocks` counts forced
    replies. `wins` are the cells of the holder's winning discs.
    """

    positions: int
    longest: int
    last: int
    ends: int
    used: int = 0
    on_top: int = 0
    elsewhere: int = 0
    unanswered: int = 0
    won: int = 0
    unwon: int = 0
    blocks: int = 0
    wins: int = 0
    passed: int = 0


class Planner:
    """The search for plans on one board size, and the check of a plan.

    Positions are the stones of the player to move and those of both. `draws` is whether the holder
    only has to hold a draw. Without searches a small table is enough. Raises SearchUnusableError
    when Lua or one of its files is missing or damaged.
    """

    def __init__(self, game: ConnectFour, table_bits: int = TABLE_BITS) -> None:
        self.game = game
        self.geometry = geometry_of(game.columns, game.rows)
        self._searcher = Searcher(self.geometry, table_bits)
        self._plans: list[Any] = []  # each shorter than those before; Lua holds the list
        lua = self._searcher.extend("connect4_plan.lua", self._plans.append)
        self._choose, self._check, self._find = lua

    def reply(self, levels: Sequence[int], holder: int, both: int) -> tuple[PlanRule, int, int]:
        """Return the part of the rule that applies to the holder's move, and the cells it allows.

        No cell is allowed where the plan has failed. The third value are the cells from which marks
        choose: those that are not right under one where the opponent completes four.
        """
        held, wanted = self.game.threats(holder, both), self.game.threats(holder ^ both, both)
        table = self._searcher.table(levels)
        rule, cells, safe = self._choose(table, holder, both, held, wanted)
        return PlanRule(rule), cells, safe

    def check(
        self, levels: Sequence[int], mover: int, both: int, draws: bool, tick: Callable[[], None]
    ) -> PlanReport | None:
        """Return the counts of a plan, the opponent to move; None if some line breaks it."""
        with self._searcher.ticking(tick):
            counts = self._check(self._searcher.table(levels), mover ^ both, both, int(draws))
        return None if counts is None else PlanReport(*counts)

    def find(
        self, mover: int, both: int, draws: bool, limit: int, tick: Callable[[], None]
    ) -> Levels | None:
        """Search for a short plan, the opponent to move, within a limit of nodes; None without one.

        The opponent's position must be lost, or drawn with `draws`. The plan depends only on the
        position and the limit if this is the planner's first search.
        """
        start, plans, seen = self._searcher.nodes, self._plans, 0

        def bounded() -> None:
            nonlocal limit, seen
            tick()
            spent = self._searcher.nodes - start
            if len(plans) > seen:
                seen, limit = len(plans), min(limit, 2 * spent + MORE_NODES)
            if spent >= limit:
                raise SearchStopped

        try:
            with suppress(SearchStopped), self._searcher.ticking(bounded):
                self._find(mover ^ both, both, int(draws), SEED)
            return tuple(plans[-1].values()) if plans else None
        finally:
            plans.clear()
