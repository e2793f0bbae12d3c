"""Bounds on the scores of one Connect Four position's moves while it is being solved."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from engine.games.connect4 import Stones
from engine.protocols import Estimate, Unit, Value
from engine.solvers.connect4_threats import Geometry
from engine.solvers.oracle import ExactValue, ValueSource


def plies_to_end(size: int, stones: int, score: int) -> int:
    """Return the plies to the end of a position with `stones` stones and the mover's `score`."""
    if not score:
        return size - stones
    parity = (stones + (score > 0)) & 1
    end = size + 2 - 2 * abs(score)
    return end - ((end ^ parity) & 1) - stones


class MoveBounds:
    """The bounds on the scores of one position's moves, for the player to move.

    Several threads may narrow them at once, each for its own move; the result of one can settle
    the move of another. Reporting needs `lock`, so that no older report follows a newer one.
    """

    def __init__(self, geometry: Geometry, state: Stones, moves: Sequence[int]) -> None:
        self.lock = threading.Lock()
        self.geometry = geometry
        self.state = state
        self.stones = state.all.bit_count()
        self.moves = moves
        # The score of each move lies in low .. high.
        self.low = dict.fromkeys(moves, -((geometry.size - self.stones) // 2))
        self.high = dict.fromkeys(moves, (geometry.size + 1 - self.stones) // 2)
        self.nodes = dict.fromkeys(moves, 0)
        self.best: int | None = None  # the position's own score, when known beforehand
        self.hopes: set[int] = set()  # moves that may well be worth their upper bound

    def settle(self, move: int, score: int) -> None:
        """Set the exact score of a move."""
        self.low[move] = self.high[move] = score

    def limit(self, move: int, score: int) -> None:
        """Lower the upper bound of a move, which often equals its score."""
        if score < self.high[move]:
            self.high[move] = score
            self.hopes.add(move)

    def narrow(self, move: int, goal: int, score: int, nodes: int) -> None:
        """Apply a null-window result: `score` bounds the move's score from the side of `goal`."""
        with self.lock:
            self.nodes[move] += nodes
            # Another thread may have settled the move meanwhile: bounds never go back.
            if score >= goal:
                self.low[move] = max(score, self.low[move])
            else:
                self.high[move] = min(score, self.high[move])
            if self.best is None:
                return
            # One of the moves must be worth as much as the position.
            able = [move for move in self.moves if self.high[move] >= self.best]
            if len(able) == 1:
                self.settle(able[0], self.best)

    def next_goal(self, move: int, exact: bool) -> int | None:
        """Return the next null-window goal of a move; None when its value (or score) is known.

        The score is needed only if `exact`.
        """
        with self.lock:
            low, high = self.low[move], self.high[move]
            if low < high and move in self.hopes:
                self.hopes.discard(move)
                return high
        if low <= 0 < high:
            return 1
        if low < 0 <= high:
            return 0
        if not exact or low == high:
            return None
        # The late end comes first: most positions are decided late.
        return low + 1 if low > 0 else high

    def value_of(self, low: int, high: int) -> Value | None:
        """Return the value that the bounds prove, None when they prove none."""
        if low > 0:
            return Value.WIN
        if high < 0:
            return Value.LOSS
        return Value.DRAW if low == high == 0 else None

    def remoteness_of(self, score: int) -> int:
        """Return the plies from the position to the end, for the score of the player to move."""
        return plies_to_end(self.geometry.size, self.stones, score)

    def estimate(self, move: int) -> Estimate:
        """Return the estimate of a move from its present bounds."""
        low, high = self.low[move], self.high[move]
        value = self.value_of(low, high)
        remoteness = self.remoteness_of(low) if low == high else None
        score = None if value is None else (value + 1) / 2
        spent = self.nodes[move] or None
        return Estimate(move, score, value, remoteness, spent, unit=Unit.POSITIONS)

    def exact(self, effort: int) -> ExactValue:
        """Return the proved part of the answer; `effort` 0 means that all comes from the book."""
        low, high = max(self.low.values()), max(self.high.values())
        if self.best is not None:
            low = high = self.best
        estimates = tuple(self.estimate(move) for move in self.moves)
        remoteness = self.remoteness_of(low) if low == high else None
        source = ValueSource.SEARCH if effort else ValueSource.BOOK
        return ExactValue(self.value_of(low, high), remoteness, estimates, effort, source)
