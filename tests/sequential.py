"""Whether a player scores more than half, told from as few games as it takes (Wald 1945)."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass
class Sequential:
    """Score `low` or score `high`? Either answer is wrong at most with probability `error`.

    A score between the two takes longest; a draw counts as half a win and half a loss.
    """

    low: float = 0.5
    high: float = 0.8
    error: float = 0.05
    games: int = 0
    total: float = 0.0

    def add(self, score: float) -> None:
        """One more game, 0 for a loss .. 1 for a win."""
        self.games += 1
        self.total += score

    @property
    def evidence(self) -> float:
        """The logarithm of how much likelier the games are with `high` than with `low`."""
        lost = self.games - self.total
        win, loss = math.log(self.high / self.low), math.log((1 - self.high) / (1 - self.low))
        return self.total * win + lost * loss

    @property
    def answer(self) -> bool | None:
        """Whether the score is rather `high`; None as long as that is open."""
        enough = math.log((1 - self.error) / self.error)
        return None if abs(self.evidence) < enough else self.evidence > 0
