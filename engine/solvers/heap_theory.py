"""The theory of heap games: exact values without a table, and the oracle that uses them.

Normal play: a position is lost for the mover when the xor of the Grundy numbers of its heaps is 0
(Bouton for nim; Sprague and Grundy). Misere play: the same, except that where every Grundy number
is 0 or 1 the xor must be 1; this holds for nim and for every subtraction game (T. S. Ferguson,
"On sums of graph games with last player losing", 1974). The table confirms both in the tests.

Cost: a Grundy number a heap size, once, and an xor a position, however many heaps there are. The
theory says who wins and by which moves, not in how many plies: the oracle adds that where it is
affordable. It cannot serve a game whose heaps depend on each other.

The positions lost for the mover are the kernel of the game's graph: no move leads from one of them
to another, and from every other position some move leads into it. The graph of a finite game has
exactly one (von Neumann and Morgenstern, 1944). It says which move wins, not how soon, and nothing
of draws. Of any other game a table of the values knows it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import xor
from typing import Any, Generic

import numpy as np

from engine.context import Context
from engine.messages import Message, message
from engine.protocols import Game, Outcome, S, Unsolvable, Value, game_name, is_vast
from engine.solvers.oracle import ExactValue, Hurried, Oracle, TableOracle, ValueSource
from engine.solvers.position_graph import EnumeratedGame, RetrogradeTable
from engine.solvers.tabulate import DEFAULT_LIMIT, exact_estimate, walk

# A table is filled when positions times moves stay below this: well under a second of work.
AFFORDABLE_MOVES = 600_000


def is_heap_game(game: Game[Any]) -> bool:
    """Return whether positions of this game are heaps of objects."""
    return isinstance(getattr(game.initial(), "heaps", None), tuple)


def heaps_of(state: Any) -> tuple[int, ...]:
    """Return the heaps of a position of a heap game."""
    heaps: tuple[int, ...] = state.heaps
    return heaps


class HeapTheory:
    """The closed form of one heap game. `takes` is None when any number may be taken."""

    def __init__(self, takes: Sequence[int] | None, misere: bool) -> None:
        self.takes = tuple(sorted(takes)) if takes is not None else None
        self.misere = misere
        self._grundy: list[int] = []

    @staticmethod
    def of(game: Game[Any]) -> HeapTheory:
        """Make the theory of a game from its options."""
        takes = game.options.get("takes")
        numbers = [int(take) for take in takes.split(",")] if takes else None
        return HeapTheory(numbers, game.options.get("misere") == "true")

    def allowed(self, heap: int) -> Sequence[int]:
        """Return the numbers that may be taken from a heap, ascending."""
        if self.takes is None:
            return range(1, heap + 1)
        return [take for take in self.takes if take <= heap]

    def grundy(self, heap: int) -> int:
        """Return the Grundy number of one heap; its size when any number may be taken."""
        if self.takes is None:
            return heap
        numbers = self._grundy
        for size in range(len(numbers), heap + 1):
            reached = {numbers[size - take] for take in self.allowed(size)}
            numbers.append(next(n for n in range(len(reached) + 1) if n not in reached))
        return numbers[heap]

    def nim_sum(self, heaps: Sequence[int]) -> int:
        """Return the xor of the Grundy numbers."""
        return reduce(xor, map(self.grundy, heaps), 0)

    def small(self, heaps: Sequence[int]) -> bool:
        """Return whether every Grundy number is 0 or 1, where misere play inverts the rule."""
        return all(self.grundy(heap) <= 1 for heap in heaps)

    def losing(self, heaps: Sequence[int]) -> bool:
        """Return whether the player to move loses; a finished misere game is won by the mover."""
        losing_sum = 1 if self.misere and self.small(heaps) else 0
        return self.nim_sum(heaps) == losing_sum

    def values(self, game: Game[S], state: S) -> ExactValue:
        """Return the values of a position and of its moves, without remoteness."""
        estimates = []
        for move in game.moves(state):
            lost = self.losing(heaps_of(game.play(state, move)))
            estimates.append(exact_estimate(move, Value.WIN if lost else Value.LOSS, None))
        value = Value.LOSS if self.losing(heaps_of(state)) else Value.WIN
        return ExactValue(value, None, tuple(estimates), len(estimates), ValueSource.THEORY)

    def plan(self, heaps: Sequence[int]) -> str:
        """Return the aim of the player to move as a word: the game may be `over`.

        `leave_zero`: make the xor 0; `lost_zero`: it is 0, and every move makes it nonzero. In
        misere play `leave_ones`: leave an odd number of heaps of one and nothing else; `lost_ones`:
        such heaps are left.

        In misere play the rule inverts at the end: with at most one heap larger than one, the
        winner leaves an odd number of ones. Before that the xor decides as in normal play.
        """
        if not any(self.allowed(heap) for heap in heaps):
            return "over"
        near_the_end = self.misere and sum(self.grundy(heap) > 1 for heap in heaps) <= 1
        if self.losing(heaps):
            return "lost_ones" if near_the_end else "lost_zero"
        return "leave_ones" if near_the_end else "leave_zero"


def table_work(heaps: Sequence[int], takes: Sequence[int] | None = None) -> int:
    """Return an upper bound on the work of a table: positions up to symmetry, times moves.

    Counts the ways to shrink the sorted heaps, for both players to move. `takes` is None when any
    number may be taken.
    """
    ways = [1]
    for heap in sorted(heaps):
        total, sums = 0, []
        for size in range(heap + 1):
            total += ways[size] if size < len(ways) else 0
            sums.append(total)
        # The next heap is at least as high: `ways[h]` counts the choices whose highest heap is h.
        ways = sums
    return 2 * sum(ways) * max(1, sum(heaps) if takes is None else len(takes) * len(heaps))


class HeapOracle(Oracle[S], Generic[S]):
    """The oracle of heap games of any size; it gives remoteness where that is affordable."""

    def __init__(self, game: Game[S]) -> None:
        self.game = game
        self.theory = HeapTheory.of(game)
        self._table = TableOracle(game)

    def values(self, state: S, context: Context[Any], measured: bool = True) -> ExactValue:
        """Return exact values from a table, or from the xor.

        Never raises Hurried: the xor answers at once, only without remoteness.
        """
        heaps = heaps_of(state)
        try:
            if table_work(heaps, self.theory.takes) <= AFFORDABLE_MOVES:
                return self._table.values(state, context)
        except Hurried:
            pass
        context.check()
        return self.theory.values(self.game, state)


def general_oracle(game: Game[Any]) -> Oracle[Any]:
    """Make the oracle for a game without a search of its own: by theory, else by a table."""
    if isinstance(game, EnumeratedGame):
        return TableOracle(game, RetrogradeTable(game))
    return HeapOracle(game) if is_heap_game(game) else TableOracle(game)


def kernel_of_heaps(game: Game[Any], state: Any) -> tuple[int, ...]:
    """Return the kernel of a one-heap game, up to its start or the largest present heap."""
    theory = HeapTheory.of(game)
    size = max(*heaps_of(game.initial()), *heaps_of(state), 0)
    return tuple(heap for heap in range(size + 1) if theory.losing((heap,)))


def kernel_refusal(game: Game[Any]) -> Message | None:
    """Return why a game has no kernel that a table can find; None if it has one.

    The positions that the player to move loses are a kernel only in a game without draws: from a
    drawn position no move leads to them.
    """
    if is_vast(game):
        return message("bot.kernel.vast", game=game_name(game))
    draws = message("bot.kernel.draws", game=game_name(game))
    if isinstance(game, EnumeratedGame):
        over = np.diff(game.graph.first) == 0
        return None if game.final_scores()[over].all() else draws
    try:
        positions = walk(game, game.initial(), DEFAULT_LIMIT)
        drawn = any(game.outcome(position) is Outcome.DRAW for position, _ in positions)
    except Unsolvable:
        return message("bot.kernel.vast", game=game_name(game))
    return draws if drawn else None
