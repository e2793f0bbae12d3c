"""How sure a mean of a sample is, and how its score is told."""

from __future__ import annotations

import math

Z = 1.959963984540054  # 95 % of a normal distribution lie within this many deviations
TAIL = 0.05
# A Poisson mean below these is left with so few events, 0 to 3, in one case of twenty.
FEWEST = (0.0, 0.05129329438755058, 0.3553615106986621, 0.8176914474649987)


def wilson(score: float, games: float) -> tuple[float, float]:
    """The 95 % interval of a mean score 0 .. 1 over a number of games, which need not be whole.

    Wilson's interval (1927). Close to 0 and 1 it is too short: with at most three points lost, or
    won, its end there is moved out to the Poisson bound (Brown, Cai and DasGupta 2001), and no end
    is nearer than the exact bound of a sample that won, or lost, everything.
    """
    if games == 0:
        return 0.0, 1.0
    square = Z * Z
    middle = (score + square / (2 * games)) / (1 + square / games)
    spread = score * (1 - score) / games + square / (4 * games * games)
    reach = Z / (1 + square / games) * math.sqrt(spread)
    low, high = middle - reach, middle + reach
    if score <= 0.5:
        low = min(low, _poisson_low(score * games) / games)
    if score >= 0.5:
        high = max(high, 1 - _poisson_low((1 - score) * games) / games)
    exact = TAIL ** (1 / games)
    # The score itself always lies inside, whatever rounding does.
    return max(0.0, min(score, low, exact)), min(1.0, max(score, high, 1 - exact))


def _poisson_low(events: float) -> float:
    """The lower bound of a Poisson mean; none, infinity, for more than three events."""
    last = len(FEWEST) - 1
    if events > last:
        return math.inf
    whole = min(int(events), last - 1)
    return FEWEST[whole] + (FEWEST[whole + 1] - FEWEST[whole]) * (events - whole)


def effective(games: int, squares: int) -> float:
    """How many different games so many games are worth (Kish 1965), 0 where none was played.

    `squares` sums, over the different games, the square of how often each was played: a game that
    is repeated tells nothing new. All different, they are worth their number.
    """
    return games * games / squares if squares else 0.0


def whole_percent(score: float) -> int:
    """A score as a whole number of per cent, halves up: the same wherever one value is told.

    One side's score is one less the other's, and the two differ in their last digits. Only a score
    of 0 or 1 is told as none or all: 299 of 300 are 99 %.
    """
    whole = math.floor(round(100 * score, 6) + 0.5)
    return min(99, max(1, whole)) if 0 < score < 1 else whole
