"""What is known about the moves of one Connect Four position while it is being solved."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from engine.games.connect4 import Stones
from engine.protocols import Estimate, Unit, Value
from engine.solvers.connect4_threats import Geometry
from engine.solvers.oracle import ExactValue, ValueSource


def plies_to_end(size: int, stones: int, score: int) -> int:
    """Plies from a position of so many stones to the end, for the score of the player to move."""
    if not score:
        return size - stones
    parity = (stones + (score > 0)) & 1
    end = size + 2 - 2 * abs(score)
    return end - ((end ^ parity) & 1) - stones


class MoveBounds:
    """What is known so far about the moves of one position; scores are the mover's.

    Several threads may narrow it at once, each a move of its own: what one finds out can settle
    another's. Who reports holds `lock`, so that no older report follows a newer one.
    """

    def __init__(self, geometry: Geometry, state: Stones, moves: Sequence[int]) -> None:
        self.lock = threading.Lock()
        self.geometry = geometry
        self.state = state
        self.stones = state.all.bit_count()
        self.moves = moves
        # The score lies in low .. high.
        self.low = dict.fromkeys(moves, -((geometry.size - self.stones) // 2))
        self.high = dict.fromkeys(moves, (geometry.size + 1 - self.stones) // 2)
        self.nodes = dict.fromkeys(moves, 0)
        self.best: int | None = None  # the position's own score, when known beforehand
        self.hopes: set[int] = set()  # moves that may well be worth their upper bound

    def settle(self, move: int, score: int) -> None:
        """The exact score of a move."""
        self.low[move] = self.high[move] = score

    def limit(self, move: int, score: int) -> None:
        """The move is worth at most that, and often just that."""
        if score < self.high[move]:
            self.high[move] = score
            self.hopes.add(move)

    def narrow(self, move: int, goal: int, score: int, nodes: int) -> None:
        """A search asked whether the move is worth `goal`, and found `score` on that side."""
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
        """What to ask of a move next: its sign, or its very score; None when that is known."""
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
        # The slow end first: most positions are decided late.
        return low + 1 if low > 0 else high

    def value_of(self, low: int, high: int) -> Value | None:
        """What the bounds say about who wins."""
        if low > 0:
            return Value.WIN
        if high < 0:
            return Value.LOSS
        return Value.DRAW if low == high == 0 else None

    def remoteness_of(self, score: int) -> int:
        """Plies from the position to the end, for the player to move."""
        return plies_to_end(self.geometry.size, self.stones, score)

    def estimate(self, move: int) -> Estimate:
        """What can be said of a move now."""
        low, high = self.low[move], self.high[move]
        value = self.value_of(low, high)
        remoteness = self.remoteness_of(low) if low == high else None
        score = None if value is None else (value + 1) / 2
        spent = self.nodes[move] or None
        return Estimate(move, score, value, remoteness, spent, unit=Unit.POSITIONS)

    def exact(self, effort: int) -> ExactValue:
        """The answer as far as it is proved."""
        low, high = max(self.low.values()), max(self.high.values())
        if self.best is not None:
            low = high = self.best
        estimates = tuple(self.estimate(move) for move in self.moves)
        remoteness = self.remoteness_of(low) if low == high else None
        source = ValueSource.SEARCH if effort else ValueSource.BOOK
        return ExactValue(self.value_of(low, high), remoteness, estimates, effort, source)
