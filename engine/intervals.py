"""How sure a mean of a sample is."""

from __future__ import annotations

import math

Z = 1.959963984540054  # 95 % of a normal distribution lie within this many deviations


def wilson(score: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a mean score 0 .. 1 over a number of games (Wilson 1927)."""
    if games == 0:
        return 0.0, 1.0
    square = Z * Z
    middle = (score + square / (2 * games)) / (1 + square / games)
    spread = score * (1 - score) / games + square / (4 * games * games)
    reach = Z / (1 + square / games) * math.sqrt(spread)
    # The score itself always lies inside, whatever rounding does.
    return max(0.0, min(score, middle - reach)), min(1.0, max(score, middle + reach))
