"""Confidence intervals of mean scores, and fractions as percentages."""

from __future__ import annotations

import math

Z = 1.959963984540054  # 95 % of a normal distribution lie within this many standard deviations
TAIL = 0.05
# A Poisson mean below FEWEST[n] yields n or more events in fewer than one case of twenty.
FEWEST = (0.0, 0.05129329438755058, 0.3553615106986621, 0.8176914474649987)


def wilson(score: float, games: float) -> tuple[float, float]:
    """Return the 95 % interval of a mean score 0 .. 1 over `games`, which need not be an integer.

    Wilson's interval (1927). It is too short close to 0 and 1: with at most three points lost, or
    won, its end there is extended to the Poisson bound (Brown, Cai and DasGupta 2001), and at least
    to the exact bound of a sample in which every game was won, or lost.
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
    # The score itself always lies inside, despite rounding.
    return max(0.0, min(score, low, exact)), min(1.0, max(score, high, 1 - exact))


def _poisson_low(events: float) -> float:
    """Return the lower bound of a Poisson mean; infinity (no bound) for more than three events."""
    last = len(FEWEST) - 1
    if events > last:
        return math.inf
    whole = min(int(events), last - 1)
    return FEWEST[whole] + (FEWEST[whole + 1] - FEWEST[whole]) * (events - whole)


def effective(games: int, squares: int) -> float:
    """Return the effective number of games (Kish 1965), 0 if none was played.

    `squares` is the sum, over the different games, of the square of how often each was played: a
    repeated game gives no new information. If all differ, the result is `games`.
    """
    return games * games / squares if squares else 0.0


def without_draws(score: float, drawn: float, games: float) -> float:
    """Return how many games without draws tell as much as `games` of which a fraction is `drawn`.

    Draws scatter less than wins and losses of the same mean. Their variance is estimated as if one
    more game had been won and one lost (Agresti and Coull 1998 add games likewise), so that a few
    games that all were drawn do not pass for certainty.
    """
    more = games + 2
    mean, share = (score * games + 1) / more, drawn * games / more
    return games / (1 - share / (4 * mean * (1 - mean)))


def rounded_interval(low: float, high: float, value: float, digits: int) -> tuple[float, float]:
    """Round an interval to so many decimals, outward where `value` would lie outside else."""
    step: int = 10**digits
    lowest, highest = (math.floor(round(end * step, 6) + 0.5) for end in (low, high))
    return (
        min(lowest, math.floor(round(value * step, 6))) / step,
        max(highest, math.ceil(round(value * step, 6))) / step,
    )


def whole_percent(fraction: float) -> int:
    """Round a fraction to a whole percentage; see `percent`."""
    return round(percent(fraction))


def percent(fraction: float, digits: int = 0) -> float:
    """Round a fraction to a percentage with so many decimals, halves up.

    Only fractions of exactly 0 or 1 give 0 or 100: 299 of 300 are 99 %. Sums of exact fractions
    may differ from 1 in the last digits.
    """
    step: int = 10**digits
    hundredfold = round(100 * fraction, 9)
    rounded = math.floor(round(hundredfold * step, 6) + 0.5)
    if 0 < hundredfold < 100:
        rounded = min(100 * step - 1, max(1, rounded))
    return rounded / step
