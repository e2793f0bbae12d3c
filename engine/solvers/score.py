"""The scale of scores of depth-limited searches.

A score is an integer for the player to move: WIN minus the plies from the root for a win, its
negative for a loss, 0 for a draw, and a guess between -GUESS and GUESS at the horizon.
"""

from __future__ import annotations

WIN = 100_000
PROVED = WIN - 10_000  # any score above this is a proved win
GUESS = 1_000
INFINITE = 1 << 20


def guess_of(fraction: float) -> int:
    """Convert an expected score 0 .. 1 to the scale of guesses."""
    return round((2 * fraction - 1) * GUESS)
