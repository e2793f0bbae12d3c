"""Graphs of numbered positions in arrays: who leads where, and the whole graph solved at once.

Retrograde analysis (E. Zermelo 1913; K. Thompson, "Retrograde analysis of certain endgames", 1986):
the positions are taken from the ends backwards, each once all that follow it are solved, many at a
time. Cost: one pass over all moves, in numpy; two million positions stay in memory at once. It
cannot serve a graph in which a position may recur: then `order` is not complete.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, cast, runtime_checkable

import numpy as np

from engine.protocols import Game, Int32Array, IntArray
from engine.solvers.tabulate import BIG, HALF, ValueTable, no_check, no_progress


@dataclass(frozen=True)
class PositionGraph:
    """Positions 0 .. len(first) - 2; the moves of p lead to after[first[p]:first[p + 1]]."""

    first: IntArray
    after: Int32Array

    def __len__(self) -> int:
        return len(self.first) - 1

    def entries(self, positions: Int32Array | IntArray) -> IntArray:
        """Return the indices of all moves of these positions, in their order."""
        starts, counts = self.first[positions], self.first[positions + 1] - self.first[positions]
        shift = np.repeat(starts - np.cumsum(counts) + counts, counts)
        entries: IntArray = np.arange(len(shift)) + shift
        return entries

    @cached_property
    def sources(self) -> Int32Array:
        """The position before each move."""
        return np.repeat(np.arange(len(self), dtype=np.int32), np.diff(self.first))

    @cached_property
    def backwards(self) -> PositionGraph:
        """The graph of the moves back."""
        order = np.argsort(self.after, kind="stable")
        counts = np.bincount(self.after, minlength=len(self))
        return PositionGraph(np.concatenate([[0], np.cumsum(counts)]), self.sources[order])

    def order(self) -> Iterator[Int32Array]:
        """Yield the positions, ends first, each once all that follow it have been yielded.

        A position from which one may come back to a position is never yielded.
        """
        left = np.diff(self.first)
        ready = np.flatnonzero(left == 0).astype(np.int32)
        while len(ready):
            yield ready
            back = self.backwards
            before, times = np.unique(back.after[back.entries(ready)], return_counts=True)
            left[before] -= times
            ready = before[left[before] == 0]

    def recurring(self, ordered: IntArray) -> int:
        """Return a position that may recur, given all that `order` yields; not for none."""
        going = np.ones(len(self), bool)
        going[ordered] = False
        position, visited = int(going.argmax()), set[int]()
        while position not in visited:
            visited.add(position)
            after = self.after[self.first[position] : self.first[position + 1]]
            position = int(after[going[after]][0])
        return position


@runtime_checkable
class EnumeratedGame(Game[int], Protocol):
    """Optional, for a game whose positions are the numbers of a graph without cycles."""

    @property
    def graph(self) -> PositionGraph:
        """The positions and moves, in the order of `moves`."""

    def final_scores(self) -> IntArray:
        """Return for each position 1, 0 or -1 for the player who would move; 0 while it goes on."""


class RetrogradeTable(ValueTable[int]):
    """The value table of an enumerated game, all of it computed at the first question."""

    def __init__(self, game: EnumeratedGame) -> None:
        super().__init__(game, symmetric=False)
        self._graph, self._scores = game.graph, game.final_scores
        self._codes: IntArray = np.zeros(0, np.int64)  # for the player to move

    def solve(
        self,
        state: int,
        check: Callable[[], None] = no_check,
        progress: Callable[[int], None] = no_progress,
    ) -> None:
        """Fill the table; the arguments are those of `ValueTable.solve`."""
        if self._gain:
            return
        graph, done = self._graph, 0
        codes = self._scores() * BIG
        for ready in graph.order():
            check()
            progress(done)
            done += len(ready)
            starts = graph.first[ready]
            if graph.first[ready[0] + 1] > starts[0]:  # not the ends
                following = _passed_back(codes[graph.after[graph.entries(ready)]])
                counts = graph.first[ready + 1] - starts
                codes[ready] = np.maximum.reduceat(following, np.cumsum(counts) - counts)
        self._codes = codes
        # A list answers like a dictionary.
        self._gain = cast(dict[int, int], _passed_back(codes).tolist())

    def all_values(self) -> tuple[IntArray, IntArray]:
        """Return value (-1, 0, 1) and remoteness of every position, for the player to move."""
        self.solve(0)
        codes = self._codes
        lost = codes < -HALF
        plies = np.where(codes > 0, BIG - codes, np.where(lost, codes + BIG, -codes))
        return np.where(lost, -1, codes > 0), plies


def _passed_back(codes: IntArray) -> IntArray:
    """Return `tabulate.passed_back` of each code."""
    lost = np.where(codes < -HALF, -1 - codes, codes - 1)
    return np.where(codes > 0, 1 - codes, lost)
